public import CairnCapture
import CairnDocument
public import CairnNotebook
import CairnText

/// A request to change one capture, from a client that read a version of it earlier.
///
/// The file may have changed since then. In that case, the client's changes are applied to the
/// newer bytes and never overwrite other changes.
public struct SaveRequest: Sendable {
  /// The capture: its id, the start of its id, its path or its title.
  public var capture: String
  /// The new text below the front matter; nil to keep the text.
  public var body: String?
  /// The changes to fields, in the order in which to make them.
  public var edits: [ChangeRequest.Edit] = []
  /// Whether types that are new to the notebook are allowed.
  public var creates = false
  /// The ``CairnCapture/Capture/version`` that the client read; nil if the changes to fields apply
  /// to any version.
  public var version: String?
  /// The bytes of the capture in ``version``; nil if they are unknown. Without these bytes, saving
  /// ends in a conflict if the file has changed since that version.
  public var base: [UInt8]?

  /// Creates a request that changes nothing yet.
  public init(_ capture: String) { self.capture = capture }
}

/// The result of a ``SaveRequest``.
public enum SaveResult: Sendable {
  /// The changes are written. The capture is the current version in the notebook. If `isMerged` is
  /// true, the capture also contains changes that the client has not seen.
  case saved(Capture, ChangeReport, isMerged: Bool)
  /// Nothing is written, because the same parts have changed in the meantime, or because the
  /// version that the client read is unknown.
  case conflict(SaveConflict)
}

/// The parts of a capture that a client and another program or person both changed.
public struct SaveConflict: Sendable {
  /// The capture as it is in the notebook.
  public let current: Capture
  /// The names of the fields with two conflicting changes.
  public let fields: [String]
  /// The number of places in the text with two conflicting changes.
  public let places: Int
  /// Whether the version that the client read is unknown, so that nothing could be merged.
  public let isUnknown: Bool

  init(current: Capture, fields: [String], places: Int, isUnknown: Bool) {
    (self.current, self.fields, self.places) = (current, fields, places)
    self.isUnknown = isUnknown
  }

  /// Creates a conflict for a client that read an earlier version of a capture. The bytes of that
  /// version are unknown.
  public init(unknownChangeOf capture: Capture) {
    self.init(current: capture, fields: [], places: 0, isUnknown: true)
  }

  /// A sentence that names the conflicting changes.
  public var sentence: String {
    if isUnknown {
      return "the capture changed after you read it; compare both versions and save again"
    }
    let names = fields.map { "`\($0)`" } + (places > 0 ? ["the lines that you edited"] : [])
    return "\(names.joined(separator: ", ")) changed after you read the capture; nothing was saved"
  }
}

extension Capture {
  /// A checksum of the file's bytes: 32 hexadecimal digits. The checksum changes whenever the bytes
  /// change.
  public var version: String { Checksum.digits(of: document.bytes) }
}
