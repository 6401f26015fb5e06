import CairnCapture
import CairnMarkup
public import CairnNotebook
public import CairnQuery
public import CairnText

extension Bond {
  /// The maximum number of shared words to show for two captures.
  private static let shownWords = 6

  /// A phrase that describes the things that two captures have in common.
  public var reason: String {
    switch self {
    case .words(let words, _): words.prefix(Self.shownWords).joined(separator: ", ")
    case .link: "outgoing link"
    case .backlink: "backlink"
    case .tag(let tag, _, _): "#\(tag)"
    case .person(let name, _, _): "person \(name)"
    case .circle(let name): "circle \(name)"
    case .vectors(let similarity): "similar text (\(similarity.inHundredths))"
    }
  }
}

extension LinksResult {
  /// Returns the path of the capture at the other end of a link; nil if the link leads elsewhere.
  public func otherCapture(of edge: LinkEdge) -> NotePath? {
    let path = areIncoming ? edge.source : edge.resolution.path
    return path.flatMap { catalog.entry(at: $0) == nil ? nil : $0 }
  }

  /// Returns a name for the other end of a link: the title of a capture, the path of another file,
  /// an address, or `not found`.
  public func title(of edge: LinkEdge) -> String {
    if let entry = otherCapture(of: edge).flatMap({ catalog.entry(at: $0) }) {
      return catalog.row(entry)?.title ?? ""
    }
    if edge.resolution != .external { return edge.resolution.path?.description ?? "not found" }
    return edge.link.target.isEmpty ? "#\(edge.link.fragment ?? "")" : edge.link.target
  }

  /// Returns a phrase to show with a link: a description of the target or, for an ambiguous link to
  /// the capture, the other possible targets. Empty if there is nothing to say.
  public func note(on edge: LinkEdge) -> String {
    switch edge.resolution {
    case .ambiguous(let paths):
      let others = paths.filter { !areIncoming || $0 != capture.path }
      return (areIncoming ? "or to " : "")
        + others.map(\.description).joined(separator: ", or ")
    case .found(let path): return areIncoming ? "" : path.description
    case .external: return ""
    case .dead: return "not found"
    }
  }
}

extension AnswersResult {
  /// The maximum number of the question's words to show, and the maximum number of characters of
  /// each word.
  private static let (shownWords, shownLetters) = (8, 40)

  /// The error to report if no capture has a passage that covers enough of the question; otherwise
  /// nil.
  public var refusal: Refusal? {
    guard total == 0 else { return nil }
    let words = known.isEmpty ? written : known
    var shown = words.prefix(Self.shownWords).map { word in
      word.count > Self.shownLetters ? "\(word.prefix(Self.shownLetters))…" : word
    }
    if words.count > shown.count { shown.append("…") }
    let list = shown.joined(separator: ", ")
    return Refusal(
      "nothing-found",
      known.isEmpty
        ? "no capture has any of these words: \(list)"
        : "no capture answers the question; to find captures with some of its words, search for "
          + "\(list)",
      .nothingFound)
  }
}
