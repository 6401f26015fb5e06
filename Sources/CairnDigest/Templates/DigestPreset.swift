import CairnCapture
import CairnDocument
public import CairnTemplates
public import CairnText

/// What a digest's template settles besides its parts, as its `template.yml` says it: options of the
/// command under their names. What the command line says comes first.
public struct DigestPreset: Hashable, Sendable {
  /// The file's name.
  public static let fileName = "template.yml"

  /// What the template is for, in a phrase.
  public private(set) var description: String?
  /// What is wrong in the file; an option that is not understood is not settled.
  public private(set) var problems: [Diagnostic] = []
  /// What the values of its options are, as they are written; lists with commas between.
  private var texts: [String: String] = [:]
  /// Where these values stand in the file.
  private var places: [String: Range<Int>] = [:]
  private let source: TemplateSource

  /// Nothing settled.
  public init() { source = TemplateSource("") }

  /// The options that may be settled.
  public static let options = [
    "query", "since", "until", "dates", "group-by", "sort", "title", "theme", "toc", "bodies",
    "charts",
  ]

  /// The text of an option.
  public subscript(option: String) -> String? { texts[option] }

  /// Whether an option is on or off; nil where nothing is said.
  public func flag(_ option: String) -> Bool? { texts[option].map { $0 == "true" } }

  /// Whether the title is true of the settled period alone: it says one end of it and takes the other
  /// for granted, as `Week {{week(since)}}` does.
  public var titleIsOfOwnPeriod: Bool {
    guard let title = texts["title"], texts["since"] != nil || texts["until"] != nil else {
      return false
    }
    let tags = (try? TemplateTag.all(in: Array(title.utf8))) ?? []
    return Set(tags.map(\.name)).intersection(["since", "until"]).count == 1
  }

  /// What is wrong with the value of an option, said of its place.
  public func diagnostic(
    _ message: String, in option: String, code: String = "template-options"
  ) -> Diagnostic {
    let typed = "--\(option): "
    let text = message.hasPrefix(typed) ? String(message.dropFirst(typed.count)) : message
    return source.diagnostic(code, "`\(option)`: \(text)", at: places[option] ?? 0..<0)
  }

  /// What is wrong with the title as a template.
  public func titleProblems(_ check: TemplateCheck) -> [Diagnostic] {
    guard let title = texts["title"] else { return [] }
    return check.problems(in: TemplateSource(title), places: [.frame]).map { problem in
      diagnostic(problem.message, in: "title", code: problem.code)
    }
  }
}

// MARK: - Reading

extension DigestPreset {
  /// Reads a file.
  ///
  /// - Throws: The first of ``problems``, a diagnostic `template-options` that says where.
  public init(_ source: TemplateSource) throws(Diagnostic) {
    self.init(reading: source)
    if let problem = problems.first { throw problem }
  }

  /// Reads as much of a file as is understood.
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

  /// What is wrong with the YAML, said of the file, before which so many lines were put.
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
      let near = Nearest.name(to: field.key, among: Self.options + ["description"])
      let advice = near.map { "; did you mean `\($0)`?" } ?? ""
      let range = field.range.map { $0.lowerBound..<$0.lowerBound + field.key.utf8.count }
      return complain("there is no option `\(field.key)`\(advice)", at: range)
    }
    let value = field.written ?? field.range
    guard let text = Self.text(of: field.value) else {
      return complain("`\(field.key)` wants a text", at: field.range)
    }
    if ["toc", "bodies"].contains(field.key), text != "true", text != "false" {
      return complain("`\(field.key)` wants true or false", at: value)
    }
    if field.key == "theme", DigestOptions.Theme(rawValue: text) == nil {
      let themes = DigestOptions.Theme.allCases.map(\.rawValue)
      return complain("`theme` wants one of \(themes.joined(separator: ", "))", at: value)
    }
    texts[field.key] = text
    places[field.key] = place(value)
  }

  /// A scalar, or several with commas between.
  private static func text(of value: FieldValue) -> String? {
    guard case .list(let elements) = value else { return value.text }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts.joined(separator: ",") : nil
  }
}
