import Foundation
import Testing

@testable import CairnMarkup

/// The links that cmark sees, as what they lead to, in document order.
private func cmarkTargets(_ markup: Markup) -> [String] {
  markup.tree.nodes.compactMap { node in
    guard node.kind == .link || node.kind == .image else { return nil }
    return comparable(String(decoding: markup.tree[node.detail], as: UTF8.self))
  }
}

/// The same from our links.
private func ourTargets(_ markup: Markup) -> [String] {
  markup.links.compactMap { link in
    switch link.kind {
    case .wiki, .wikiEmbed, .reference: nil
    default: comparable(link.target + (link.fragment.map { "#" + $0 } ?? ""))
    }
  }
}

/// An address without the bytes that are not UTF-8 or are NUL, which cmark replaces.
private func comparable(_ address: String) -> String {
  address.percentDecoded.replacing("\0", with: "\u{FFFD}")
}

/// What must hold for any body; the first breach, or nil.
func breach(of markup: Markup) -> String? {
  let (cmark, ours) = (cmarkTargets(markup).sorted(), ourTargets(markup).sorted())
  if cmark != ours {
    return
      "cmark \(cmark.filter { !ours.contains($0) }) ours \(ours.filter { !cmark.contains($0) })"
      + " (\(cmark.count), \(ours.count))"
  }
  var last = 0
  for link in markup.links {
    guard link.range.lowerBound >= last, link.range.upperBound <= markup.bytes.count,
      !link.range.isEmpty
    else { return "range of \(link)" }
    last = link.range.lowerBound
    if let target = link.targetRange, !(link.range.contains(target) || target.isEmpty) {
      return "target range of \(link)"
    }
    let written = markup.source(link.range.prefix(8))
    let starts: [String] =
      switch link.kind {
      case .wiki: ["[["]
      case .wikiEmbed: ["![["]
      case .markdown, .reference: ["["]
      case .image: ["!["]
      case .autolink: [""]
      }
    if !starts.contains(where: written.hasPrefix) { return "source of \(link): \(written)" }
  }
  for tag in markup.tags where markup.source(tag.range) != "#" + tag.name {
    return "tag \(tag)"
  }
  for task in markup.tasks where !" xX".contains(markup.source(task.markRange)) {
    return "task \(task)"
  }
  return nil
}

@Suite struct AgreementTests {
  @Test func wikilinksAreThoseThatCmarkShows() {
    for body in ["[[a]] `[[b]]` <!-- [[c]] -->", "```\n[[a]]\n```\n[[b]]", "- [[a]]\n\n\t[[b]]"] {
      let markup = Markup(body)
      let shown = markup.tree.nodes.filter { $0.kind == .wikilink }.count
      #expect(shown == markup.links.count, "\(body)")
    }
  }

  /// The suites and the corpus lie beside a checkout that has them; elsewhere these tests are
  /// skipped.
  static let shared = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/corpora").standardizedFileURL

  static var hasShared: Bool { FileManager.default.fileExists(atPath: shared.path) }

  /// cmark looks for e-mail addresses in text whose markup is gone already; we see the source.
  static let knownDifferences = ["<foo\\+@bar.example.com>", "(_A_@_.A"]

  @Test(
    .enabled(if: hasShared, "no corpora beside this checkout"),
    arguments: ["spec.txt", "extensions.txt", "regression.txt"])
  func agreesOnTheSpecification(name: String) throws {
    let text = try String(
      contentsOf: Self.shared.appending(path: "suites/\(name)"), encoding: .utf8)
    let fence = String(repeating: "`", count: 32)
    var count = 0
    for part in text.components(separatedBy: "\n\(fence) example").dropFirst() {
      guard let begin = part.firstIndex(of: "\n"), let end = part.range(of: "\n.\n") else {
        continue
      }
      let body = part[begin..<end.lowerBound].dropFirst().replacing("→", with: "\t") + "\n"
      count += 1
      if Self.knownDifferences.contains(where: body.contains) { continue }
      for ending in ["\n", "\r\n", "\r"] {
        let markup = Markup(String(body).replacing("\n", with: ending))
        #expect(breach(of: markup) == nil, "\(body.debugDescription)")
        #expect(markup.html().utf8.count >= 0)
      }
    }
    #expect(count > 10)
  }

  @Test(.enabled(if: hasShared, "no corpora beside this checkout"))
  func agreesOnRealFiles() throws {
    var count = 0
    try Self.forEachRealFile { name, bytes in
      #expect(breach(of: Markup(bytes, body: 0..<bytes.count)) == nil, "\(name)")
      count += 1
    }
    #expect(count > 1000)
  }

  /// Hands the name and the bytes of each Markdown file of the corpus to `body`.
  static func forEachRealFile(_ body: (String, [UInt8]) -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tar = Process()
    tar.executableURL = URL(filePath: "/usr/bin/env")
    tar.arguments = ["tar", "xzf", shared.appending(path: "dev.tar.gz").path, "-C", folder.path]
    try tar.run()
    tar.waitUntilExit()
    try #require(tar.terminationStatus == 0)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard ["md", "markdown"].contains(file.pathExtension.lowercased()),
        let data = try? Data(contentsOf: file)
      else { continue }
      body(file.lastPathComponent, [UInt8](data))
    }
  }
}
