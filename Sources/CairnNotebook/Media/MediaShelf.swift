import CairnCapture
import CairnFiles
import CairnText

/// The files that come to belong to captures of one folder, and where they go: into the folder
/// `media` beside the captures, each under the hash of its bytes, so that one file lies there once.
struct MediaShelf {
  /// The captures' folder.
  let collection: NotePath
  let store: Store

  /// Where a file goes, or is.
  func place(of media: NewMedia) -> NotePath {
    media.home
      ?? collection.appending(listed: Capture.mediaFolder.utf8).appending(listed: media.name.utf8)
  }

  /// What the capture's field says of a file.
  func reference(to media: NewMedia) -> NewReference {
    NewReference(
      String(decoding: place(of: media).relative(from: collection), as: UTF8.self),
      originalName: media.home == nil ? media.originalName.trimmingControls : nil)
  }

  /// The files that are not there yet, each once.
  ///
  /// - Throws: ``MediaRefusal/nameTaken(_:)`` where one is there with other bytes; `FileError`
  ///   where that cannot be read.
  func missing(_ media: [NewMedia]) throws -> [NewMedia] {
    var seen: Set<NotePath> = []
    return try media.filter { media in
      let place = place(of: media)
      guard media.home == nil, seen.insert(place).inserted else { return false }
      guard try store.kind(place) != nil else { return true }
      guard try store.read(place).bytes == media.bytes else { throw MediaRefusal.nameTaken(place) }
      return false
    }
  }

  /// Copies the files in that are not there yet, does `body`, and where that throws takes them out
  /// again.
  func storing<Result>(
    _ media: [NewMedia], _ transaction: Transaction, _ body: () throws -> Result
  ) throws -> Result {
    var made: [NewMedia] = []
    do {
      for media in try missing(media) {
        try transaction.create(place(of: media), media.bytes, makingFolders: true)
        made.append(media)
      }
      return try body()
    } catch {
      for media in made { try? transaction.withdraw(place(of: media), media.bytes) }
      if let media = made.first { try? transaction.removeFolder(place(of: media).parent) }
      throw error
    }
  }

  /// The files that are copied in, as a report has them.
  ///
  /// - Throws: as ``missing(_:)`` does.
  func copies(of media: [NewMedia]) throws -> [ChangeReport.Changed] {
    try missing(media).map {
      ChangeReport.Changed(id: nil, path: place(of: $0), after: $0.bytes)
    }
  }

  /// The changes of a capture's fields after which the files belong to it.
  ///
  /// - Throws: ``MediaRefusal/tooManyImages(count:limit:)``.
  func changes(
    of capture: Capture, adding media: [NewMedia], limit: Int?
  ) throws(MediaRefusal) -> [FieldChange] {
    let named = { (role: NewMedia.Role) in media.filter { $0.role == role }.map(reference) }
    let images = Set(capture.images.map(\.written)).union(named(.image).map(\.written))
    if let limit, images.count > max(limit, capture.images.count) {
      throw .tooManyImages(count: images.count, limit: limit)
    }
    var changes = capture.adding(named(.image), to: NewMedia.Role.image.rawValue)
    changes += capture.adding(named(.file), to: NewMedia.Role.file.rawValue)
    return changes
  }
}

extension String {
  /// The text with a blank for each control character, none of which a name in a field needs.
  fileprivate var trimmingControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
