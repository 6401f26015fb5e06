import CairnCapture
public import CairnNotebook
public import CairnQuery
import CairnText

extension Bond {
  /// The maximum number of common words to show.
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
    }
  }
}

extension LinksResult {
  /// Returns a phrase that says where a link in the capture leads; empty for a link to a web
  /// address or within the same capture.
  public func target(of edge: LinkEdge) -> String {
    switch edge.resolution {
    case .found(let path): path.description
    case .ambiguous(let paths): paths.map(\.description).joined(separator: ", or ")
    case .external: ""
    case .dead: "not found"
    }
  }

  /// Returns a phrase that lists the other captures to which an ambiguous link may lead; empty for
  /// any other link.
  public func others(of edge: LinkEdge) -> String {
    guard case .ambiguous(let paths) = edge.resolution else { return "" }
    let others = paths.filter { $0 != capture.path }
    return "or to \(others.map(\.description).joined(separator: ", or "))"
  }
}

extension AnswersResult {
  /// The maximum number of the question's words to show, and of characters to show of each word.
  private static let (shownWords, shownLetters) = (8, 40)

  /// The error to report if no capture contains any word of the question; otherwise nil.
  public var refusal: Refusal? {
    guard total == 0 else { return nil }
    var shown = words.prefix(Self.shownWords).map { word in
      word.count > Self.shownLetters ? "\(word.prefix(Self.shownLetters))…" : word
    }
    if words.count > shown.count { shown.append("…") }
    return Refusal(
      "nothing-found", "no capture has any of these words: \(shown.joined(separator: ", "))",
      .nothingFound)
  }
}
