import CairnCapture
import CairnFiles
import CairnText

/// The storage for the new pictures and files of the captures in one folder. The storage is the
/// folder `media` beside the captures. Each file is named after the hash of its bytes, so equal
/// files are stored only once.
struct MediaShelf {
  /// The folder that contains the captures.
  let collection: NotePath
  let store: Store

  /// Returns the path of a file in the notebook. For a file from outside the notebook, this is the
  /// path of its copy in the folder `media`.
  func place(of media: NewMedia) -> NotePath {
    media.home
      ?? collection.appending(listed: Capture.mediaFolder.utf8).appending(listed: media.name.utf8)
  }

  /// Returns the reference to a file for a field of the capture.
  func reference(to media: NewMedia) -> NewReference {
    NewReference(
      String(decoding: place(of: media).relative(from: collection), as: UTF8.self),
      originalName: media.home == nil ? media.originalName.trimmingControls : nil)
  }

  /// Returns the address by which the text of a capture refers to a picture, and the Markdown that
  /// shows the picture.
  func embed(_ media: NewMedia) -> (address: String, markdown: String) {
    let address = Address.encoded(Array(reference(to: media).written.utf8))
    let name = NotePath(media.originalName)?.stem ?? media.originalName
    return (address, "![\(name.filter { !"[]\\\n\r".contains($0) })](\(address))")
  }

  /// Returns the files that are not stored yet, without duplicates.
  ///
  /// - Throws: ``MediaRefusal/nameTaken(_:)`` if a file with other bytes is at one of the paths;
  ///   `FileError` if that file cannot be read.
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

  /// Stores the missing files and calls `body`. If `body` throws, removes the stored files again.
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

  /// Returns the changes to report if the missing files are stored.
  ///
  /// - Throws: The errors of ``missing(_:)``.
  func copies(of media: [NewMedia]) throws -> [ChangeReport.Changed] {
    try missing(media).map {
      ChangeReport.Changed(id: nil, path: place(of: $0), after: $0.bytes)
    }
  }

  /// Returns the changes that add references to these files to the fields of a capture.
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
  /// The text with each control character replaced by a space.
  fileprivate var trimmingControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
