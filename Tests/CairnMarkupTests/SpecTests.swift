import CCMarkGFM
@testable import CairnMarkup
import Dispatch
import Foundation
import Synchronization
import Testing

/// The examples of the GFM specification and of cmark-gfm's own tests, rendered by us and by cmark's
/// own renderer in its safe mode. They lie beside a checkout, in `../shared/corpora/suites`, and are
/// no part of the project.
///
/// Both outputs are read as HTML, and what differs on purpose is taken away first; ``Oracle`` and
/// ``HTMLPieces`` say what that is.
@Suite struct SpecTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/corpora/suites").standardizedFileURL

  /// The Markdown of each example in a suite: what stands between `example` and a dot.
  private static func examples(in suite: String) throws -> [String] {
    let fence = String(repeating: "`", count: 32)
    let text = try String(contentsOf: folder.appending(path: suite), encoding: .utf8)
    let parts = text.components(separatedBy: "\n" + fence)
    return parts.filter { $0.hasPrefix(" example") }.compactMap { part in
      guard let start = part.firstIndex(of: "\n"),
        let end = part.range(of: "\n.\n", range: start..<part.endIndex)
      else { return nil }
      return String(part[part.index(after: start)...end.lowerBound])
        .replacingOccurrences(of: "→", with: "\t")
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: folder.path),
      "no ../shared/corpora beside this checkout"),
    arguments: [("spec.txt", 600), ("extensions.txt", 20), ("regression.txt", 10)])
  func rendersAsCmark(suite: String, atLeast: Int) throws {
    let examples = try Self.examples(in: suite)
    var compared = 0
    for (number, source) in examples.enumerated() where !Self.hasWikilink(source) {
      compared += 1
      let ours = HTMLPieces(Markup(source).html())
      let theirs = HTMLPieces(Oracle.html(of: source))
      #expect(
        ours.normalised == theirs.normalised,
        "example \(number + 1): \(source.debugDescription)\n\(Markup(source).html())")
    }
    #expect(compared >= atLeast)
  }

  /// What CommonMark reads as brackets and we as a wikilink.
  private static func hasWikilink(_ source: String) -> Bool {
    Markup(source).links.contains { $0.kind == .wiki || $0.kind == .wikiEmbed }
  }

  @Test(arguments: [
    "[a](JAVAscript:x)", "![a *b*](data:image/svg+xml,x)", "a <b>c</b>\n\n<p>\nd\n</p>\n<!-- e -->",
    "- [ ] a\n- [x] b\n\n  c", "a[^1] b[^1]\n\n[^1]: c\n\n    d", "| a | b |\n|:-:|--:|\n| c |",
    "> - a\n>\n> 1. b\n>    ```c d\n>    e\n>    ```", "ü: <https://x.org/ü?a&b> [x](ü \"'\")",
  ])
  func theOracleKnowsWhatDiffers(source: String) {
    #expect(
      HTMLPieces(Markup(source).html()).normalised
        == HTMLPieces(Oracle.html(of: source)).normalised)
  }

  @Test func severalThreadsParseAtOnce() {
    let source = "~~a~~ www.example.org x@example.org ~~b~~ *c*\n\n| ~~d~~ |\n| - |\n| e |\n"
    let expected = Markup(source).html()
    let isSame = Mutex(true)
    DispatchQueue.concurrentPerform(iterations: 2_000) { _ in
      if Markup(source).html() != expected { isSame.withLock { $0 = false } }
    }
    #expect(isSame.withLock { $0 })
  }
}

/// cmark-gfm's own renderer, in its safe mode.
private enum Oracle {
  /// What stands before a colon in the specification's examples and is no scheme that we know to be
  /// harmless.
  private static let unknownSchemes = ["made-up-scheme", "localhost", "a+b+c", "foo)"]

  static func html(of source: String) -> String {
    cmark_gfm_core_extensions_ensure_registered()
    let flags = CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8
    guard let parser = cmark_parser_new(flags) else { return "" }
    defer { cmark_parser_free(parser) }
    for name in ["table", "strikethrough", "autolink", "tasklist"] {
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
    }
    cmark_parser_feed(parser, source, source.utf8.count)
    guard let document = cmark_parser_finish(parser) else { return "" }
    defer { cmark_node_free(document) }
    replaceWhatWeShow(in: document)
    guard
      let html = cmark_render_html(document, flags, cmark_parser_get_syntax_extensions(parser))
    else { return "" }
    defer { free(html) }
    return String(cString: html)
  }

  /// Puts in the tree what we show where cmark leaves out: raw HTML as text, the text of a link that
  /// is not safe, the description of such an image. A comment goes.
  private static func replaceWhatWeShow(in document: OpaquePointer) {
    var nodes: [OpaquePointer] = []
    let iterator = cmark_iter_new(document)
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { break }
      if event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) {
        nodes.append(node)
      }
    }
    cmark_iter_free(iterator)
    for node in nodes {
      switch cmark_node_get_type(node) {
      case CMARK_NODE_HTML_INLINE, CMARK_NODE_HTML_BLOCK: replaceHTML(node)
      case CMARK_NODE_LINK, CMARK_NODE_IMAGE: replaceUnsafe(node)
      default: break
      }
    }
  }

  private static func replaceHTML(_ node: OpaquePointer) {
    let html = cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    let isBlock = cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK
    let isComment =
      html.trimmingCharacters(in: .whitespacesAndNewlines)
      .wholeMatch(of: /<!--(?:(?!-->)[\s\S])*-->/) != nil
    if !isComment {
      let new = cmark_node_new(isBlock ? CMARK_NODE_CUSTOM_BLOCK : CMARK_NODE_TEXT)
      let escaped = html.replacingOccurrences(of: "&", with: "&amp;")
        .replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: ">", with: "&gt;")
      if isBlock {
        cmark_node_set_on_enter(new, "<pre class=\"html\">\(escaped)</pre>")
      } else {
        cmark_node_set_literal(new, html)
      }
      cmark_node_insert_before(node, new)
    }
    cmark_node_unlink(node)
    cmark_node_free(node)
  }

  private static func replaceUnsafe(_ node: OpaquePointer) {
    let address = cmark_node_get_url(node).map { String(cString: $0) } ?? ""
    let scheme = address.prefix { $0 != ":" }.lowercased()
    let isRaster =
      cmark_node_get_type(node) == CMARK_NODE_IMAGE
      && address.firstMatch(of: /^data:image\/(png|gif|jpeg|webp)[;,]/.ignoresCase()) != nil
    let isUnsafe = ["javascript", "vbscript", "file", "data"].contains(scheme) && !isRaster
    guard address.contains(":"), isUnsafe || unknownSchemes.contains(scheme) else { return }
    if cmark_node_get_type(node) == CMARK_NODE_IMAGE {
      let text = cmark_node_new(CMARK_NODE_TEXT)
      cmark_node_set_literal(text, description(of: node))
      cmark_node_insert_before(node, text)
    } else {
      while let child = cmark_node_first_child(node) { cmark_node_insert_before(node, child) }
    }
    cmark_node_unlink(node)
    cmark_node_free(node)
  }

  private static func description(of node: OpaquePointer) -> String {
    var text = ""
    let iterator = cmark_iter_new(node)
    defer { cmark_iter_free(iterator) }
    while cmark_iter_next(iterator) != CMARK_EVENT_DONE {
      let literal = cmark_iter_get_node(iterator).flatMap { cmark_node_get_literal($0) }
      text += literal.map { String(cString: $0) } ?? ""
    }
    return text
  }
}
