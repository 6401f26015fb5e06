import CairnCapture
import CairnDocument
import CairnJSON
import CairnText

/// A work, with the facts that a bibliography contains.
private struct Work {
  let capture: Capture
  let authors: [AuthorName]
  let isbn: String?

  /// Reads the facts from a capture; nil if the capture has neither an author nor an ISBN.
  init?(_ capture: Capture) {
    self.capture = capture
    let names: [String] =
      switch capture["author"] ?? capture["authors"] {
      case .list(let elements): elements.compactMap(\.text)
      case let value?:
        (value.text ?? "").replacing(" and ", with: ";").split(separator: ";")
          .map { String($0.trimmingBlanks) }
      case nil: []
      }
    authors = names.map(AuthorName.init)
    isbn = capture.writtenText("isbn") ?? capture.writtenText("isbn13")
    if authors.isEmpty, isbn == nil { return nil }
  }

  var year: Int? {
    capture.text("year").flatMap { Int($0) } ?? capture.time("published")?.day.year
  }
}

/// A writer of a bibliography for BibTeX and BibLaTeX.
struct BibTeXWriter: ExportWriter {
  private var keys: Set<String> = []

  init(_: ExportContext) {}

  mutating func add(_ capture: Capture) -> [UInt8]? {
    guard let work = Work(capture) else { return nil }
    let authors = work.authors.map(Self.name)
    let fields: [(String, String?)] = [
      ("author", authors.isEmpty ? nil : authors.joined(separator: " and ")),
      ("title", "{\(Self.escaped(capture.title))}"), ("year", work.year.map { "\($0)" }),
      ("publisher", capture.writtenText("publisher").map(Self.escaped)),
      ("isbn", work.isbn.map(Self.escaped)),
      ("url", capture.link.map { $0.filter { !"{}\\".contains($0) } }),
      (
        "keywords",
        capture.tags.isEmpty ? nil : Self.escaped(capture.tags.joined(separator: ", "))
      ), ("note", capture.meaning.map(Self.escaped)),
    ]
    let lines = fields.compactMap { name, value in value.map { "  \(name) = {\($0)}" } }
    return Array("@book{\(freeKey(work)),\n\(lines.joined(separator: ",\n"))\n}\n\n".utf8)
  }

  /// Returns an author in the form `von Last, Jr., First`, which leaves nothing for BibTeX to
  /// guess. BibTeX regards all words up to the last lowercase word as particles. A family name that
  /// begins with a capital letter but contains a lowercase word, such as `Ortega y Gasset`, is
  /// therefore in braces.
  private static func name(_ name: AuthorName) -> String {
    let family = escaped(name.family)
    guard let given = name.given else { return "{\(family)}" }
    let words = name.family.split(separator: " ")
    let isWhole =
      words.first?.first?.isLowercase == false
      && words.dropLast().contains { $0.first?.isLowercase == true }
    return
      ([isWhole ? "{\(family)}" : family] + [name.suffix, given].compactMap(\.self).map(escaped))
      .joined(separator: ", ")
  }

  /// Returns a key such as `homer1999`, followed by the capture's id if the key is already taken.
  private mutating func freeKey(_ work: Work) -> String {
    let family = work.authors.first?.family ?? work.capture.title
    let letters = family.folded.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let key = (letters.isEmpty ? "book" : letters) + (work.year.map { "\($0)" } ?? "")
    if keys.insert(key).inserted { return key }
    let other = "\(key)-\(work.capture.lastingID.filter { $0.isLetter || $0.isNumber })"
    keys.insert(other)
    return other
  }

  /// Returns text with the special characters of TeX escaped, so that TeX prints them as written.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\textbackslash{}"
      case "~": result += "\\textasciitilde{}"
      case "^": result += "\\textasciicircum{}"
      // BibTeX counts a brace even if it follows a backslash.
      case "{": result += "\\textbraceleft{}"
      case "}": result += "\\textbraceright{}"
      case "&", "%", "$", "#", "_": result += "\\\(character)"
      case _ where character.isNewline: result += " "
      default: result.append(character)
      }
    }
  }
}

/// A writer of a bibliography in CSL JSON, which Zotero and Pandoc read.
struct CSLWriter: ExportWriter {
  private var isFirst = true

  init(_: ExportContext) {}

  func begin() -> [UInt8] { Array("[".utf8) }

  mutating func add(_ capture: Capture) -> [UInt8]? {
    guard let work = Work(capture) else { return nil }
    let authors = JSONValue.array(
      work.authors.map { name in
        guard let given = name.given else { return ["literal": .string(name.family)] }
        let members: [(String, String?)] = [
          ("family", name.family), ("given", given), ("suffix", name.suffix),
        ]
        return .object(members.compactMap { key, text in text.map { .init(key, .string($0)) } })
      })
    let members: [(String, JSONValue?)] = [
      ("id", .string(capture.lastingID)), ("type", "book"), ("title", .string(capture.title)),
      ("author", work.authors.isEmpty ? JSONValue?.none : authors),
      ("issued", work.year.map { ["date-parts": [[.integer($0)]]] }),
      ("publisher", capture.writtenText("publisher").map { .string($0) }),
      ("ISBN", work.isbn.map { .string($0) }), ("URL", capture.link.map { .string($0) }),
      ("note", capture.meaning.map { .string($0) }),
      (
        "keyword",
        capture.tags.isEmpty ? nil : .string(capture.tags.joined(separator: ", "))
      ),
    ]
    var bytes = Array((isFirst ? "\n" : ",\n").utf8)
    isFirst = false
    JSONValue.object(members.compactMap { name, value in value.map { .init(name, $0) } })
      .write(to: &bytes)
    return bytes
  }

  func end() -> [UInt8] { Array("\n]\n".utf8) }
}
