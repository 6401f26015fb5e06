import Foundation

/// HTML cut into tags and texts, for comparing what two renderers write.
struct HTMLPieces {
  private enum Piece {
    case text(String)
    case open(String, [String: String])
    case close(String)
  }

  private var pieces: [Piece] = []

  /// Reads HTML in which attributes are quoted, as both renderers write it.
  init(_ html: String) {
    var rest = html[...]
    while let start = rest.firstIndex(of: "<") {
      if start > rest.startIndex { pieces.append(.text(Self.decoded(rest[..<start]))) }
      let end = rest[start...].firstIndex(of: ">") ?? rest.index(before: rest.endIndex)
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        pieces.append(.close(String(tag.dropFirst())))
        continue
      }
      var attributes: [String: String] = [:]
      for match in tag.matches(of: /\s([a-z-]+)(?:="([^"]*)")?/) {
        attributes[String(match.1)] = Self.decoded(match.2 ?? "")
      }
      pieces.append(.open(String(tag.prefix { $0.isLetter || $0.isNumber }), attributes))
    }
    if !rest.isEmpty { pieces.append(.text(Self.decoded(rest))) }
  }

  private static func decoded(_ text: Substring) -> String {
    var text = String(text)
    for (entity, sign) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"),
      ("&amp;", "&"),
    ] {
      text = text.replacingOccurrences(of: entity, with: sign)
    }
    return text
  }
}

// MARK: - Normalising

extension HTMLPieces {
  /// What the pieces say, a line each, without what differs on purpose:
  ///
  /// - white space between blocks;
  /// - the direction, `tabindex`, `scope` and `rel`, the labels of tasks, the element around a table;
  /// - whether a task's box stands before its paragraph or in it;
  /// - an alignment as a class, not as `align`;
  /// - percent signs in addresses: we keep letters that an address may have (IRIs);
  /// - footnotes' anchors and their links back.
  var normalised: [String] {
    var lines: [String] = []
    var code = 0
    var skipped = 0
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text) where skipped == 0:
        let shown = code > 0 ? text : shown(text, at: index)
        if !shown.isEmpty { lines.append(shown) }
      case .open(let name, let attributes):
        if name == "pre" { code += 1 }
        if skipped > 0 || attributes["class"] == "footnote-backref" {
          skipped += 1
        } else if !Self.ours.contains(name) {
          lines.append(Self.line(name, attributes))
        }
      case .close(let name):
        if name == "pre" { code -= 1 }
        if skipped > 0 {
          skipped -= 1
        } else if !Self.ours.contains(name) {
          lines.append("</\(name)>")
        }
      case .text: break
      }
    }
    return Self.boxesWithinParagraphs(lines)
  }

  /// cmark puts a task's box before the paragraph, we put it in.
  private static func boxesWithinParagraphs(_ lines: [String]) -> [String] {
    var lines = lines
    for index in lines.indices.dropLast()
    where lines[index].hasPrefix("<input") && lines[index + 1] == "<p>" {
      lines.swapAt(index, index + 1)
    }
    return lines
  }

  /// Elements that only we write, or with other attributes.
  private static let ours = ["label", "div", "section"]
  private static let inline = [
    "em", "strong", "del", "code", "a", "img", "label", "sup", "br",
  ]

  /// A text with its white space collapsed, and none beside a block's tag.
  private func shown(_ text: String, at index: Int) -> String {
    var shown = text.replacing(/\s+/, with: " ")[...]
    if !isInline(index - 1) { shown = shown.drop { $0 == " " } }
    if !isInline(index + 1) { while shown.last == " " { shown.removeLast() } }
    return String(shown)
  }

  private func isInline(_ index: Int) -> Bool {
    guard pieces.indices.contains(index) else { return false }
    return switch pieces[index] {
    case .text: true
    case .open(let name, _), .close(let name): Self.inline.contains(name)
    }
  }

  private static func line(_ name: String, _ attributes: [String: String]) -> String {
    var kept = attributes
    for key in ["dir", "tabindex", "scope", "rel", "id"] { kept[key] = nil }
    for key in attributes.keys where key.hasPrefix("data-footnote") { kept[key] = nil }
    if let align = kept.removeValue(forKey: "align") { kept["class"] = align }
    if kept["class"] == "task" { kept["class"] = nil }
    for key in ["href", "src"] {
      guard let address = kept[key] else { continue }
      kept[key] = address.hasPrefix("#fn") ? "#fn" : address.removingPercentEncoding ?? address
    }
    return "<\(name)" + kept.sorted { $0.key < $1.key }.map { " \($0)=\"\($1)\"" }.joined() + ">"
  }
}
