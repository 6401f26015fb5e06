public import CairnCapture
import CairnDocument
public import CairnText

/// A capture on its way into a notebook: the text and what was said about it.
public struct NewCapture: Sendable {
  /// The text as it was given: a body, or a whole file with front matter.
  public var text: String
  /// The ``CaptureTemplate`` it begins with; nil for an empty one.
  public var template: String?
  /// Whether the text was written on a template that somebody was offered, in an editor.
  public var wasOffered = false
  /// The folder it goes to; nil for the one the template names, else the inbox.
  public var collection: NotePath?
  /// Whether a folder that is not there is made.
  public var createsCollection = false
  /// The fields that were given by name, as typed, in order.
  public var fields: [(key: String, value: TypedValue)] = []
  /// Tags that were given one by one.
  public var tags: [String] = []
  /// What a machine found it to be, which counts where nothing else says its type.
  public var filing: Filing?
  /// What a machine found it to mean, which counts where nothing else says that.
  public var meaning: FoundMeaning?
  /// When its text says that it is due, which counts where nothing else does.
  public var time: FoundTime?
  /// Pictures and other files that belong to it, in order.
  public var media: [NewMedia] = []

  /// A capture of this text.
  public init(text: String) {
    self.text = text
  }

  /// The value given for a field, the last one where there are several.
  public func field(_ key: String) -> String? { fields.last { $0.key == key }?.value.text }
}

extension NewCapture {
  /// What a capture without text is called: its first file without its ending, else the address.
  var standIn: String? {
    media.first.map { NotePath($0.originalName)?.stem ?? $0.originalName } ?? field("url")
  }
}

/// Why a text was not taken.
public enum CaptureRefusal: Error, Hashable, Sendable {
  /// There is no text, or only white space.
  case empty
  /// The text has `count` characters (grapheme clusters); `limit` are taken.
  case tooLong(count: Int, limit: Int)
  /// An entry has no title.
  case untitledEntry
  /// There is no such collection; the nearest that there is.
  case unknownCollection(NotePath, nearest: String?)
  /// Fields that captures have to have were not given, in a collection or of a type, as `whose` says.
  case fieldsMissing([Schema.Field], whose: String)
}

extension CaptureRefusal: CustomStringConvertible {
  /// What was found and what to do, in one line.
  public var description: String {
    switch self {
    case .empty: "there is no text to keep"
    case .tooLong(let count, let limit):
      "the text has \(count) characters; at most \(limit) are taken (setting "
        + "`capture.max_characters`)"
    case .untitledEntry: "an entry wants a title; give it one with --title"
    case .unknownCollection(let path, let nearest):
      "there is no collection `\(path)`; "
        + (nearest.map { "did you mean `\($0)`? " } ?? "") + "--create makes it"
    case .fieldsMissing(let fields, let whose):
      "captures \(whose) need "
        + fields.map { "`\($0.name)` (\($0.wanted))" }.joined(separator: " and ") + "; pass "
        + fields.map { "--set \($0.name)=…" }.joined(separator: " ")
    }
  }

  /// The stable name of the refusal, for scripts.
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
