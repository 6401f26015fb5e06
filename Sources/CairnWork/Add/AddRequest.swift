public import CairnFiles
public import CairnNotebook

/// A text to add, and what is known of it: values are as they were typed.
public struct AddRequest: Sendable {
  /// The text, and how it is read.
  public enum Text: Sendable {
    /// Words whose shorthand is read, if the settings allow that.
    case typed([String])
    /// The UTF-8 of a text that is taken as it is. Other bytes are not added, but saved as a draft.
    case bytes([UInt8])
    /// The text and the fields of a draft; those of the request override them.
    case draft(Draft)

    /// A text that is taken as it is.
    public static func plain(_ text: String) -> Text { .bytes(Array(text.utf8)) }
  }

  /// The text.
  public var text: Text
  /// Why the text is incomplete; nil if it is complete. An incomplete text is not added, but saved as a
  /// draft.
  public var shortfall: (any Error)?
  /// The type: one of ``TypeWord/all``, or any other word.
  public var type: String?
  /// The path of the collection; nil for the inbox.
  public var collection: String?
  /// Whether the collection is created if it does not exist.
  public var createsCollection = false
  /// The title.
  public var title: String?
  /// The score: a number from 0 to 3, or its name.
  public var score: String?
  /// The meaning, in one sentence.
  public var meaning: String?
  /// Tags, also several with commas between them.
  public var tags: [String] = []
  /// Other fields: `KEY=VALUE`.
  public var fields: [String] = []
  /// The paths of pictures to copy in; the first is the cover.
  public var images: [String] = []
  /// The paths of other files to copy in.
  public var files: [String] = []
  /// The address of a web page that it is about.
  public var url: String?
  /// When it is due, in plain words.
  public var due: String?
  /// When it was, in plain words.
  public var date: String?
  /// The name or path of a template; nil for that of the collection or the type.
  public var template: String?
  /// Whether each thought in the text becomes a capture of its own.
  public var isSplit = false
  /// The provider that is asked for the type and the meaning, or for the pieces.
  public var provider = ProviderChoice.ofSettings
  /// In a dry run nothing is written, no draft is saved, and nobody is asked.
  public var mode = Mode.write

  /// A request to add a text.
  public init(_ text: Text) { self.text = text }

  /// Whether more is known of the text than what it says.
  public var hasDetails: Bool {
    [type, collection, title, score, meaning, url, due, date, template].contains { $0 != nil }
      || isSplit || [tags, fields, images, files].contains { !$0.isEmpty }
  }

  /// Whether nothing was typed, so that a text may be written on a template.
  public var isEmpty: Bool {
    if case .typed(let words) = text { words.isEmpty } else { false }
  }
}

/// A capture to make several of: one of each thought in it.
public struct SplitRequest: Sendable {
  /// The capture: its id, the beginning of that, its path or title.
  public var capture: String
  /// Whether it goes into the trash.
  public var removesCapture = false
  /// The provider that is asked for the pieces.
  public var provider = ProviderChoice.ofSettings
  /// In a dry run nothing is written, and nobody is asked.
  public var mode = Mode.write

  /// A request to split a capture.
  public init(_ capture: String) { self.capture = capture }
}
