import CairnCapture
import CairnText

/// A writer of an outline (OPML 2.0), in which collections are nested entries that contain
/// captures. The entries are kept in memory, because captures come in any order.
struct OPMLWriter: ExportWriter {
  private let context: ExportContext
  private var entries: [NotePath: [String]] = [:]

  init(_ context: ExportContext) { self.context = context }

  mutating func add(_ capture: Capture) -> [UInt8]? {
    var attributes = [("text", capture.title), ("_note", capture.plainBody)]
    if let url = capture.link { attributes += [("type", "link"), ("url", url)] }
    attributes += [
      ("created", capture.createdAsWritten(by: context.clock)),
      ("category", capture.tags.joined(separator: ",")), ("cairnId", capture.id ?? ""),
      ("cairnType", capture.type ?? ""),
      ("cairnScore", capture.score.map { "\($0.rawValue)" } ?? ""),
      ("status", capture.status ?? ""), ("due", capture.due?.description ?? ""),
    ]
    let written = attributes.filter { !$0.1.isEmpty }.map { " \($0.0)=\"\(XML.attribute($0.1))\"" }
    entries[capture.collection, default: []].append("<outline\(written.joined())/>")
    return []
  }

  func end() -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
      <head><title>\(XML.escaped(context.title))</title></head>
      <body>

      """
    var folders: [NotePath: Set<NotePath>] = [:]
    for folder in entries.keys {
      for path in sequence(first: folder, next: { $0.isRoot ? nil : $0.parent }) where !path.isRoot
      {
        folders[path.parent, default: []].insert(path)
      }
    }
    append(.root, folders, to: &text)
    text += entries.isEmpty ? "<outline text=\"\"/>\n" : ""
    return Array((text + "</body>\n</opml>\n").utf8)
  }

  private func append(
    _ folder: NotePath, _ folders: [NotePath: Set<NotePath>], to text: inout String
  ) {
    for path in (folders[folder] ?? []).sorted() {
      text += "<outline text=\"\(XML.attribute(context.collection(path)))\">\n"
      append(path, folders, to: &text)
      text += "</outline>\n"
    }
    for entry in entries[folder] ?? [] { text += entry + "\n" }
  }
}

/// The functions that prepare text for XML 1.0.
enum XML {
  /// Returns text with special characters escaped and without characters that XML forbids.
  static func escaped(_ text: String) -> String { HTMLEscaping.escaped(allowed(text)) }

  /// Returns text escaped for an attribute. Line breaks and tabs become character references,
  /// because XML turns unescaped line breaks and tabs in an attribute into blanks.
  static func attribute(_ text: String) -> String {
    escaped(text).replacing("\r\n", with: "&#10;").replacing("\n", with: "&#10;")
      .replacing("\r", with: "&#10;").replacing("\t", with: "&#9;")
  }

  /// Returns text without the characters that XML 1.0 §2.2 forbids.
  static func allowed(_ text: String) -> String {
    func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x9, 0xA, 0xD: true
      case ..<0x20, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
    guard text.unicodeScalars.contains(where: { !isAllowed($0) }) else { return text }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text.unicodeScalars.lazy.filter(isAllowed))
    return String(view)
  }
}
