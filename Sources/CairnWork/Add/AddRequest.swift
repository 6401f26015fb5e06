public import CairnCapture
public import CairnFiles
public import CairnNotebook

/// A request to add text, with the values of the options as they were typed.
public struct AddRequest: Sendable {
  /// The text and how to read it.
  public enum Text: Sendable {
    /// Typed words. Shorthand in the words is read if the setting `capture.shorthand` is on.
    case typed([String])
    /// UTF-8 text to add unchanged. Bytes that are not valid UTF-8 are saved as a draft instead.
    case bytes([UInt8])
    /// The text and fields of a draft. The request's own fields take precedence over the fields of
    /// the draft.
    case draft(Draft)

    /// Returns text that is added unchanged, without reading shorthand.
    public static func plain(_ text: String) -> Text { .bytes(Array(text.utf8)) }
  }

  /// The text to add.
  public var text: Text
  /// Shorthand that sets fields but is not part of the text, which is unchanged: `+house`.
  public var marks: [String] = []
  /// The error that left the text incomplete; nil if the text is complete. Incomplete text is saved
  /// as a draft and not added.
  public var shortfall: (any Error)?
  /// The type; nil if the user passed none. If ``creates`` is false, the type must be built in or
  /// already in use in the notebook.
  public var type: String?
  /// The path of the collection; nil for the inbox.
  public var collection: String?
  /// Whether a new collection and a new type are allowed.
  public var creates = false
  /// The title; nil if none was passed.
  public var title: String?
  /// The score: a number from 0 to 3, or its name; nil if none was passed.
  public var score: String?
  /// The meaning, in one sentence; nil if none was passed.
  public var meaning: String?
  /// The tags. An element can contain several tags, separated by commas.
  public var tags: [String] = []
  /// Further fields to set, each as `KEY=VALUE`. Other properties of the request set fields such as
  /// the title.
  public var fields: [String] = []
  /// Further fields to set, with their values. The keys can contain any characters.
  public var values: [(key: String, value: TypedValue)] = []
  /// The paths of pictures to copy into the notebook; the first is the cover.
  public var images: [String] = []
  /// The paths of files to copy into the notebook and to list in the field `files`.
  public var files: [String] = []
  /// The address of the web page that the text is about; nil if none was passed.
  public var url: String?
  /// Whether to use the program in the setting `bookmark.fetch` to fetch the page at the address.
  /// If true, a text that is only an address counts as ``url``.
  public var fetchesPage = false
  /// Whether to refuse an address that another capture already has. If true, a text that is only an
  /// address counts as ``url``.
  public var hasNewAddress = false
  /// The time at which the action is due, in plain words; nil if none was passed.
  public var due: String?
  /// The date on which the text was written, in plain words, for the field `created`; nil if none
  /// was passed.
  public var date: String?
  /// The name or path of a template; nil to use the default template of the collection or the type.
  public var template: String?
  /// Whether to split the text into one capture for each thought.
  public var isSplit = false
  /// The provider to ask for the type and the meaning or, if the text is to be split, for the
  /// pieces.
  public var provider = ProviderChoice.ofSettings
  /// The mode. A dry run writes nothing, saves no draft, and asks neither a person nor a provider.
  public var mode = Mode.write

  /// Creates a request to add text.
  public init(_ text: Text) { self.text = text }

  /// Whether the request does more than add text: it sets fields or tags, adds files, names a
  /// collection or a template, allows a new collection or type, or asks to split the text.
  public var hasDetails: Bool {
    [type, collection, title, score, meaning, url, due, date, template].contains { $0 != nil }
      || isSplit || creates || !values.isEmpty
      || [tags, fields, images, files].contains { !$0.isEmpty }
  }

  /// Whether the text is of the kind ``Text/typed(_:)`` and has no words yet. If so, an editor can
  /// be opened with a template.
  public var isEmpty: Bool {
    if case .typed(let words) = text { words.isEmpty } else { false }
  }
}

/// A request to split a capture into one new capture for each subject in its text.
public struct SplitRequest: Sendable {
  /// The capture: its id, the start of its id, its path or its title.
  public var capture: String
  /// Whether to move the original capture to the trash.
  public var removesCapture = false
  /// The pieces that a person has approved; nil to find pieces and to ask a person to approve them.
  public var pieces: [ProposedPiece]?
  /// Fields to set in each new capture, each as `KEY=VALUE`.
  public var fields: [String] = []
  /// The provider to ask for the pieces.
  public var provider = ProviderChoice.ofSettings
  /// The mode. A dry run writes nothing, and asks neither the user nor a provider.
  public var mode = Mode.write

  /// Creates a request to split a capture.
  public init(_ capture: String) { self.capture = capture }
}
