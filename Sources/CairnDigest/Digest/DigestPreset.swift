import CairnCapture
import CairnDocument
public import CairnText

/// What a digest's template settles besides its parts, as its `template.yml` says it: options of the
/// command under their names. What the command line says comes first.
public struct DigestPreset: Hashable, Sendable {
  /// The file's name.
  public static let fileName = "template.yml"

  /// What the template is for, in a phrase.
  public var description: String?
  /// What the values of its options are, as they are written; lists with commas between.
  private var texts: [String: String] = [:]

  /// Nothing settled.
  public init() {}

  /// The options that may be settled.
  public static let options = [
    "query", "since", "until", "dates", "group-by", "sort", "title", "theme", "toc", "bodies",
    "charts",
  ]

  /// The text of an option.
  public subscript(option: String) -> String? { texts[option] }

  /// Whether an option is on or off; nil where nothing is said.
  public func flag(_ option: String) -> Bool? { texts[option].map { $0 == "true" } }

  /// Reads a file.
  ///
  /// - Throws: A diagnostic `template-options` that says where.
  public init(_ source: TemplateSource) throws(Diagnostic) {
    let lead = source.text.hasPrefix("---\n") ? "" : "---\n"
    let document = Document(Array("\(lead)\(source.text)\n---\n".utf8))
    func mistake(_ message: String, at range: Range<Int>?) -> Diagnostic {
      let last = source.text.utf8.count
      let start = min(max((range?.lowerBound ?? 0) - lead.utf8.count, 0), last)
      let end = min(max((range?.upperBound ?? 0) - lead.utf8.count, start), last)
      return source.diagnostic("template-options", message, at: start..<end)
    }
    if let problem = document.diagnostics.first ?? document.editRefusal {
      throw mistake(problem.message, at: document.unread ?? 0..<0)
    }
    for field in document.fields {
      let keyRange = field.range.map { $0.lowerBound..<$0.lowerBound + field.key.utf8.count }
      if field.key == "description" {
        description = field.value.text
        continue
      }
      guard Self.options.contains(field.key) else {
        let near = Nearest.name(to: field.key, among: Self.options + ["description"])
        let advice = near.map { "; did you mean `\($0)`?" } ?? ""
        throw mistake("there is no option `\(field.key)`\(advice)", at: keyRange)
      }
      guard let text = Self.text(of: field.value) else {
        throw mistake("`\(field.key)` wants a text", at: field.range)
      }
      if ["toc", "bodies"].contains(field.key), text != "true", text != "false" {
        throw mistake("`\(field.key)` wants true or false", at: field.range)
      }
      if field.key == "theme", DigestOptions.Theme(rawValue: text) == nil {
        let themes = DigestOptions.Theme.allCases.map(\.rawValue)
        throw mistake("`theme` wants one of \(themes.joined(separator: ", "))", at: field.range)
      }
      texts[field.key] = text
    }
  }

  /// A scalar, or several with commas between.
  private static func text(of value: FieldValue) -> String? {
    guard case .list(let elements) = value else { return value.text }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts.joined(separator: ",") : nil
  }
}
