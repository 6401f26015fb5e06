public import CairnDocument
public import CairnText

/// An id that a person or a file gives to a capture.
///
///     try GivenID("0123456789")?.text   // "0123456789"
///     try GivenID("../x")               // throws `id-invalid`
///
/// Commands, links and addresses use the id, so it must be one word without slashes.
public struct GivenID: Hashable, Sendable {
  /// The id without surrounding blanks.
  public let text: String

  /// Creates an id from typed text; nil if the text is blank.
  ///
  /// - Throws: A `Diagnostic` with the code `id-invalid` if the text cannot name a capture.
  public init?(_ typed: String) throws(Diagnostic) {
    let text = String(typed.trimmingBlanks)
    if text.isEmpty { return nil }
    if let problem = Self.problem(of: text) { throw Diagnostic(.error, Self.code, problem) }
    self.text = text
  }

  /// Creates an id from the typed text or, if that is nil or blank, from the document's field `id`
  /// as written: `012` stays `012`. Returns nil if both are missing or blank.
  ///
  /// - Throws: A `Diagnostic` with the code `id-invalid` if the id cannot name a capture. If the id
  ///   comes from the document, the `Diagnostic` contains its place.
  public init?(_ typed: String?, in document: Document) throws(Diagnostic) {
    if let id = try typed.flatMap({ (text) throws(Diagnostic) in try GivenID(text) }) {
      self = id
      return
    }
    guard let field = document.field("id"), field.value != .null else { return nil }
    let written = field.written.map { String(decoding: document.bytes[$0], as: UTF8.self) }
    let text: String?
    switch field.value {
    case .string(let string): text = string
    case .list, .map: text = nil
    default: text = written ?? field.value.text
    }
    let trimmed = text.map { String($0.trimmingBlanks) }
    if trimmed?.isEmpty == true { return nil }
    let problem =
      trimmed.map(Self.problem) ?? "the id `\(written ?? "")` is a list or a map; \(Self.advice)"
    if let problem {
      throw Diagnostic(
        .error, Self.code, problem, at: field.written ?? document.frontMatter.content,
        in: document.bytes)
    }
    self.text = trimmed ?? ""
  }

  private static let code = "id-invalid"
  private static let advice =
    "use one word without spaces or slashes, or omit the id"

  /// Returns the reason why `text` cannot be the id of a capture; nil if it can be.
  private static func problem(of text: String) -> String? {
    let isUnfit = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        || "/\\".unicodeScalars.contains(scalar)
    }
    guard text.unicodeScalars.contains(where: isUnfit) || text == "." || text == ".." else {
      return nil
    }
    return "the id `\(text)` is not valid; \(advice)"
  }
}
