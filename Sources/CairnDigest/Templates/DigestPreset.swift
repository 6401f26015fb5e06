import CairnCapture
import CairnDocument
public import CairnTemplates
public import CairnText

/// The options that a digest template sets in its `template.yml`. The options have the same names
/// as on the command line. Options given on the command line take precedence.
public struct DigestPreset: Hashable, Sendable {
  /// The name of the file that contains the options.
  public static let fileName = "template.yml"

  /// The purpose of the template, in a phrase; nil if the file states no purpose.
  public private(set) var description: String?
  /// The problems found in the file. An option whose value is invalid is not set.
  public private(set) var problems: [Diagnostic] = []
  /// The values as written, keyed by option; the elements of a list are joined with commas.
  private var texts: [String: String] = [:]
  /// The byte ranges of the values in the file, keyed by option.
  private var places: [String: Range<Int>] = [:]
  private let source: TemplateSource

  /// Creates a preset that sets nothing.
  public init() { source = TemplateSource("") }

  /// The names of the options that can be set.
  public static let options = [
    "query", "since", "until", "dates", "group-by", "sort", "title", "theme", "toc", "bodies",
    "sources", "charts",
  ]

  /// Returns the value of an option as text; nil if the option is not set.
  public subscript(option: String) -> String? { texts[option] }

  /// Returns whether an option is `true`; nil if it is not set.
  public func flag(_ option: String) -> Bool? { texts[option].map { $0 == "true" } }

  /// Whether the title fits only the preset's own period. True if the title uses `since` or `until`
  /// but not both: `Week {{week(since)}}` assumes that the period is a week.
  public var titleIsOfOwnPeriod: Bool {
    guard let title = texts["title"], texts["since"] != nil || texts["until"] != nil else {
      return false
    }
    let tags = (try? TemplateTag.all(in: Array(title.utf8))) ?? []
    return Set(tags.map(\.name)).intersection(["since", "until"]).count == 1
  }

  /// Returns a diagnostic with the place of an option's value in the file.
  public func diagnostic(
    _ message: String, in option: String, code: String = "template-options"
  ) -> Diagnostic {
    let typed = "--\(option): "
    let text = message.hasPrefix(typed) ? String(message.dropFirst(typed.count)) : message
    return source.diagnostic(code, "`\(option)`: \(text)", at: places[option] ?? 0..<0)
  }

  /// Returns the problems in the title, which is a template itself.
  public func titleProblems(_ check: TemplateCheck) -> [Diagnostic] {
    guard let title = texts["title"] else { return [] }
    return check.problems(in: TemplateSource(title), places: [.frame]).map { problem in
      diagnostic(problem.message, in: "title", code: problem.code)
    }
  }
}

// MARK: - Reading

extension DigestPreset {
  /// Reads the options from a file.
  ///
  /// - Throws: The first of ``problems``: a diagnostic `template-options` with the place of the
  ///   problem.
  public init(_ source: TemplateSource) throws(Diagnostic) {
    self.init(reading: source)
    if let problem = problems.first { throw problem }
  }

  /// Reads the valid options of a file. ``problems`` describes the invalid ones.
  public init(reading source: TemplateSource) {
    self.source = source
    let lead = source.text.hasPrefix("---\n") ? "" : "---\n"
    let document = Document(Array("\(lead)\(source.text)\n---\n".utf8))
    if let problem = document.diagnostics.first ?? document.editRefusal {
      problems = [Self.moved(problem, up: lead.isEmpty ? 0 : 1, in: source)]
      return
    }
    for field in document.fields { add(field, behind: lead.utf8.count) }
  }

  /// Returns a YAML problem with its place in the file. `lines` is the number of lines that were
  /// prepended to the file before parsing.
  private static func moved(
    _ problem: Diagnostic, up lines: Int, in source: TemplateSource
  ) -> Diagnostic {
    let bytes = Array(source.text.utf8)
    let line = max((problem.location?.line ?? 1) - lines, 1)
    var start = 0
    for _ in 1..<line {
      start = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    }
    let behind = String(decoding: bytes[start...], as: UTF8.self).unicodeScalars
    let column = String(behind.prefix((problem.location?.column ?? 1) - 1)).utf8.count
    let place = min(start + column, bytes.count)
    let message = problem.message.replacing("the front matter is", with: "this is")
    return source.diagnostic(
      "template-options", message, at: place..<min(place + 1, bytes.count))
  }

  private mutating func add(_ field: Document.Field, behind lead: Int) {
    let last = source.text.utf8.count
    func place(_ range: Range<Int>?) -> Range<Int> {
      let start = min(max((range?.lowerBound ?? 0) - lead, 0), last)
      return start..<min(max((range?.upperBound ?? 0) - lead, start), last)
    }
    func complain(_ message: String, at range: Range<Int>?) {
      problems.append(source.diagnostic("template-options", message, at: place(range)))
    }
    if field.key == "description" {
      description = field.value.text
      return
    }
    guard Self.options.contains(field.key) else {
      let advice = Nearest.advice(to: field.key, among: Self.options + ["description"])
      let range = field.range.map { $0.lowerBound..<$0.lowerBound + field.key.utf8.count }
      return complain("unknown option `\(field.key)`\(advice)", at: range)
    }
    let value = field.written ?? field.range
    guard let text = Self.text(of: field.value) else {
      return complain("`\(field.key)` must be text", at: field.range)
    }
    if ["toc", "bodies", "sources"].contains(field.key), text != "true", text != "false" {
      return complain("`\(field.key)` must be true or false", at: value)
    }
    if field.key == "theme", DigestOptions.Theme(rawValue: text) == nil {
      let themes = DigestOptions.Theme.allCases.map(\.rawValue)
      return complain("`theme` must be one of \(themes.joined(separator: ", "))", at: value)
    }
    texts[field.key] = text
    places[field.key] = place(value)
  }

  /// Returns a scalar as text, or the elements of a list joined with commas; nil for other values.
  private static func text(of value: FieldValue) -> String? {
    guard case .list(let elements) = value else { return value.text }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts.joined(separator: ",") : nil
  }
}
