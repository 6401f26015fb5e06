public import CairnCapture
public import CairnText

/// A capture to be added: the text and the options given with it.
public struct NewCapture: Sendable {
  /// The text as given: a body, or a whole file with front matter.
  public var text: String
  /// The source of the ``CaptureTemplate`` to use; nil for none.
  public var template: String?
  /// Whether the user wrote the text in an editor that was opened with a template.
  public var wasOffered = false
  /// The target folder. If nil, the folder that the template or the text's own front matter names,
  /// or else the inbox.
  public var collection: NotePath?
  /// Whether to create the folder if it does not exist.
  public var createsCollection = false
  /// Whether the text is allowed to be longer than the setting `capture.max_characters`, as texts
  /// from other tools can be.
  public var mayBeLong = false
  /// Whether the body is kept byte for byte and is allowed to be empty, as in a file of another
  /// tool.
  public var keepsBody = false
  /// Whether a capture without a type gets the default of its collection or of the settings.
  public var takesDefaultType = true
  /// Whether JSON at the start of the text is front matter, as in a file of another tool. If false,
  /// the JSON is text, and only a block between `---` or `+++` lines is front matter.
  public var mayBeginWithJSON = false
  /// Whether the capture is allowed to have more pictures than the setting `capture.max_images`, as
  /// notes from other tools can have.
  public var mayHaveManyImages = false
  /// The fields that the user set by name, with their values as typed, in order.
  public var fields: [(key: String, value: TypedValue)] = []
  /// The tags to add to the field `tags`.
  public var tags: [String] = []
  /// The result of classification, used only if nothing else determines the type; nil if there is
  /// none.
  public var filing: Filing?
  /// The meaning found by a machine, used only if no meaning is given; nil if there is none.
  public var meaning: FoundMeaning?
  /// The fields about a person found in the text of a capture whose type was given, used only if no
  /// values are given.
  public var found: [(key: String, text: String)] = []
  /// The due time found in the text, used only if no due time is given; nil if there is none.
  public var time: FoundTime?
  /// The visibility of the text from which the capture was cut; nil if it was not cut from a text.
  /// The capture is hidden in the same way.
  public var inherited: Privacy?
  /// The pictures and other files of the capture, in order.
  public var media: [NewMedia] = []

  /// Creates a capture with this text.
  public init(text: String) {
    self.text = text
  }

  /// Returns the value given for a field; the last one if there are several, nil if there is none.
  public func field(_ key: String) -> String? { fields.last { $0.key == key }?.value.text }
}

extension NewCapture {
  /// The title of a capture without text: the name of its first file, without extension. Without
  /// files, the first address in the fields `url`, `images` and `files`; nil if there is none.
  var standIn: String? {
    media.first.map { NotePath($0.originalName)?.stem ?? $0.originalName }
      ?? ["url", "images", "files"].lazy.compactMap(field).first
  }
}

/// The reason why a new capture was refused.
public enum CaptureRefusal: Error, Hashable, Sendable {
  /// There is no text, or only whitespace.
  case empty
  /// The text has `count` characters (grapheme clusters), more than the maximum of `limit`.
  case tooLong(count: Int, limit: Int)
  /// The capture has the type `entry`, but no title.
  case untitledEntry
  /// The collection does not exist; `nearest` is the most similar existing one.
  case unknownCollection(NotePath, nearest: String?)
  /// Required fields are missing; `whose` is a phrase for the captures that need them, such as "of
  /// the type `gift`".
  case fieldsMissing([Schema.Field], whose: String)
}

extension CaptureRefusal: CustomStringConvertible {
  /// The problem and the remedy, on one line.
  public var description: String { problem + (remedy.map { "; \($0)" } ?? "") }

  /// The problem.
  var problem: String {
    switch self {
    case .empty: "there is no text to save"
    case .tooLong(let count, let limit):
      "the text has \(count) characters; the limit is \(limit) (setting "
        + "`capture.max_characters`)"
    case .untitledEntry: "an entry needs a title"
    case .unknownCollection(let path, _): "there is no collection `\(path)`"
    case .fieldsMissing(let fields, let whose):
      "captures \(whose) need "
        + fields.map { "`\($0.name)` (\($0.wanted))" }.joined(separator: " and ")
    }
  }

  /// The options of `cairn add` that solve the problem; nil if there are none.
  private var remedy: String? {
    switch self {
    case .empty, .tooLong: nil
    case .untitledEntry: "pass --title TITLE"
    case .unknownCollection(let path, let nearest):
      nearest.map { "did you mean `\($0)`? To create `\(path)`, pass --create" }
        ?? "pass --create to create it"
    case .fieldsMissing(let fields, _):
      "pass " + fields.map { "--set \($0.name)=…" }.joined(separator: " ")
    }
  }

  /// The stable code of the refusal, for scripts.
  public var code: String {
    switch self {
    case .empty: "text-empty"
    case .tooLong: "text-too-long"
    case .untitledEntry: "entry-untitled"
    case .unknownCollection: "collection-unknown"
    case .fieldsMissing: "fields-missing"
    }
  }
}
