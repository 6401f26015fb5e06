import FoundationEssentials

// The answers of five apps' servers, as their clients decode them. Written from the description of
// the apps, not from the server.

struct Something: Decodable {
  enum ContentType: String, Decodable { case text, image, video, url }
  let id: Int
  let userId: String
  let content: String?
  let contentType: ContentType
  let mediaUrl: String?
  let meaning: String?
  let isMeaningUserEdited: Bool
  let noveltyScore: Double?
  let createdAt: Date
  let updatedAt: Date
}

struct CollectionModel: Decodable {
  let id: String
  let name: String
  let icon: String
  let createdAt: Date
  let updatedAt: Date
}

struct EntryModel: Decodable {
  struct Image: Decodable {
    let id: UUID
    let isCover: Bool
    let position: Int
  }
  let id: String
  let collectionID: String?
  let title: String
  let description: String
  let score: Int
  let date: Date
  let additionalFields: [String: String]
  let images: [Image]
}

struct CaptureResponse: Decodable {
  enum Route: String, Decodable { case action, idea, fact, person, clarification }
  let routed_to: Route
  let summary: String
  let confidence: Double
  let record_id: UUID?
  let needs_clarification: Bool?
  let clarification_message: String?
}

struct ClassifyResponse: Decodable {
  enum Category: String, Decodable { case ACTION, IDEA, FACT, PERSON }
  let category: Category
  let summary: String
  let person_name: String?
  let confidence: Double
}

struct Action: Decodable {
  enum Status: String, Decodable { case open, done, cancelled }
  enum Source: String, Decodable { case capture, conversation, briefing }
  let id: UUID
  let user_id: UUID
  let content: String
  let summary: String?
  let status: Status
  let person_id: UUID?
  let source: Source
  let created_at: Date
  let completed_at: Date?
  let updated_at: Date
}

struct ActionCounts: Decodable, Equatable {
  let open: Int
  let done: Int
  let cancelled: Int
  let total: Int
}

struct ActionsResponse: Decodable {
  let actions: [Action]
  let count: Int
  let totals: ActionCounts
}

struct BriefingResponse: Decodable {
  let success: Bool
  let library_entry_id: UUID?
  let title: String?
}

struct LibraryEntry: Decodable {
  let id: UUID
  let user_id: UUID
  let entry_type: String
  let title: String?
  let content: String
  let time_of_day: String?
  let created_at: Date
}

struct LibraryResponse: Decodable {
  let entries: [LibraryEntry]
  let count: Int
}

struct EntryOption: Decodable {
  let id: String
  let title: String
  let entryType: String
  let summaryLine: String
  let imageUrls: [String]
}

struct GiftIdea: Decodable {
  let id: UUID
  let recipient: String
  let idea: String
  let occasion: String
  let date: Date
  let tags: [String]
  let budget: Double
  let notes: String?
}

/// An error of any of the APIs.
struct Failure: Decodable {
  struct Details: Decodable {
    let code: String
    let message: String
    let draft: String?
  }
  let schema: Int
  let error: Details
}

// The documents of docs/json.md, as far as the tests read them.

struct CaptureDocument: Decodable {
  struct Capture: Decodable {
    let id: String?
    let path: String
    let type: String?
    let title: String
    let score: Int?
    let tags: [String]
    let body: String?
    let etag: String?
  }
  let schema: Int
  let capture: Capture
}

struct CapturesDocument: Decodable {
  let total: Int
  let captures: [CaptureDocument.Capture]
  let next: String?
}

struct ChangeDocument: Decodable {
  struct Changed: Decodable {
    let id: String?
    let path: String
  }
  let operation: String?
  let changed: [Changed]
  let merged: Bool?
  let capture: CaptureDocument.Capture?
}

struct ConflictDocument: Decodable {
  struct Yours: Decodable { let body: String? }
  let error: Failure.Details
  let fields: [String]
  let places: Int
  let current: CaptureDocument.Capture
  let yours: Yours
}
