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
    let written = markup.source(link.range)
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
}
