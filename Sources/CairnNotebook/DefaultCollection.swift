import CairnCapture
import CairnText

/// A collection that the command `collection defaults` creates.
struct DefaultCollection: Sendable {
  let folder: NotePath
  /// The text of the collection's page, `_collection.md`.
  let page: String

  private init?(
    _ folder: String, _ icon: String, _ name: String, _ description: String, type: String,
    _ fields: [Schema.Field]
  ) {
    guard let folder = NotePath(folder) else { return nil }
    self.folder = folder
    let lines = fields.flatMap { field in
      ["  - name: \(field.name)", "    kind: \(field.kind.rawValue)"]
        + (field.isRequired ? ["    required: true"] : [])
        + (field.choices.isEmpty ? [] : ["    choices: [\(field.choices.joined(separator: ", "))]"])
    }
    page = """
      ---
      name: \(name)
      icon: \(icon)
      description: \(description)
      type: \(type)
      fields:
      \(lines.joined(separator: "\n"))
      ---

      """
  }

  /// All default collections, in the order in which they are created.
  static let all: [DefaultCollection] = [
    DefaultCollection(
      "movies", "🎬", "Movies", "Films I have watched or want to watch.", type: "entry",
      [.number("year"), .text("genre"), .text("director"), .date("watched")]),
    DefaultCollection(
      "shows", "📺", "Shows", "TV series I have watched or want to watch.", type: "entry",
      [.number("year"), .text("genre"), .text("platform"), .number("season")]),
    DefaultCollection(
      "books", "📚", "Books", "Books I have read, am reading or want to read.", type: "entry",
      [
        .number("year"), .text("genre"), .text("author"), .date("finished"),
        .choice("format", ["paper", "audio", "e-book"]),
      ]),
    DefaultCollection(
      "games", "🎮", "Games", "Games I have played or want to play.", type: "entry",
      [.number("year"), .text("genre"), .text("platform"), .date("finished")]),
    DefaultCollection(
      "music", "🎵", "Music", "Albums, songs and concerts.", type: "entry",
      [.number("year"), .text("genre"), .text("artist")]),
    DefaultCollection(
      "places", "📍", "Places", "Places I have visited or want to visit.", type: "entry",
      [.text("country"), .text("city"), .date("visited")]),
    DefaultCollection(
      "restaurants", "🍽️", "Restaurants", "Restaurants to try, to return to or to avoid.",
      type: "entry",
      [.text("city"), .text("cuisine"), .text("address"), .date("visited")]),
    DefaultCollection(
      "people", "👤", "People", "What to remember about people.", type: "person",
      // Not a date: the year of a birthday is often unknown.
      [.text("birthday"), .text("email"), .text("phone")]),
    DefaultCollection(
      "gifts", "🎁", "Gifts", "Gift ideas, noted when someone mentions what they like.",
      type: "gift",
      [
        .text("recipient", isRequired: true), .text("occasion"), .date("date"), .number("budget"),
      ]),
    DefaultCollection(
      "recipes", "🍳", "Recipes", "What to cook, and how it turned out.", type: "entry",
      [.number("serves"), .number("minutes"), .list("ingredients"), .text("source")]),
  ].compactMap(\.self)
}

extension Schema.Field {
  fileprivate static func text(_ name: String, isRequired: Bool = false) -> Schema.Field {
    Schema.Field(name: name, kind: .text, isRequired: isRequired)
  }

  fileprivate static func number(_ name: String) -> Schema.Field {
    Schema.Field(name: name, kind: .number)
  }

  fileprivate static func date(_ name: String) -> Schema.Field {
    Schema.Field(name: name, kind: .date)
  }

  fileprivate static func list(_ name: String) -> Schema.Field {
    Schema.Field(name: name, kind: .list)
  }

  fileprivate static func choice(_ name: String, _ choices: [String]) -> Schema.Field {
    Schema.Field(name: name, kind: .choice, choices: choices)
  }
}
