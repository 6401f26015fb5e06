import CairnText

/// Saved queries, and how far the parser is in putting them in the place of their names.
struct ViewExpansion {
  /// The queries by name, as they were saved.
  let texts: [String: String]
  /// The views that are being read, each named in the one before it.
  var chain: [String] = []
  /// How many groups and negations are open around the innermost one.
  var depth = 0
  /// How many were put in so far.
  var count = 0

  /// More views than this in one argument are no person's: each of twenty views could name the next
  /// one twice, and that makes a million.
  static let maximumCount = 1000
  /// Nor is a longer chain of views, each named in the one before it.
  static let maximumChain = 100
}

extension QueryParser {
  /// `@name`: what the view says, in a group of its own; nil where text stands here.
  ///
  /// Its order holds where it stands outside of all groups.
  mutating func parseView() throws(Diagnostic) -> Condition? {
    let start = cursor.index
    guard let range = cursor.viewName() else { return nil }
    let name = cursor.text(range)
    let place = start..<range.upperBound
    guard let text = views.texts[name] else { throw unknownView(name, at: place) }
    let chain = views.chain + [name]
    guard !views.chain.contains(name) else {
      let names = chain.map { "@\($0)" }.joined(separator: " → ")
      throw cursor.error(
        "query-view-cycle", "this view asks for itself: \(names); change one of them", at: place)
    }
    guard chain.count <= ViewExpansion.maximumChain else {
      throw cursor.error(
        "query-too-deep",
        "more than \(ViewExpansion.maximumChain) views are named one in another", at: place)
    }
    guard views.count < ViewExpansion.maximumCount else {
      throw cursor.error(
        "query-too-deep", "more than \(ViewExpansion.maximumCount) views are named in each other",
        at: place)
    }
    var inner = QueryParser(
      text,
      views: ViewExpansion(
        texts: views.texts, chain: chain, depth: views.depth + depth + 1, count: views.count + 1))
    let condition: Condition
    do throws(Diagnostic) {
      condition = try inner.parse()
    } catch {
      // Inside the innermost view is where it is; the others only lead there.
      throw error.code == "query-view-cycle" || error.isInside
        ? error : error.inside("the view @\(name)")
    }
    views.count = inner.views.count
    guard condition != .all || depth == 0 else {
      throw cursor.error(
        "query-view-empty", "the view @\(name) fits every capture; name it outside of groups",
        at: place)
    }
    mentions += inner.mentions.map { $0.inside(view: name) }
    if depth == 0 { inheritedSort += inner.sort.isEmpty ? inner.inheritedSort : inner.sort }
    cursor.index = range.upperBound
    return condition
  }

  private func unknownView(_ name: String, at range: Range<Int>) -> Diagnostic {
    let near = Nearest.name(to: name, among: views.texts.keys)
    let advice =
      near.map { "did you mean \"@\($0)\"?" } ?? "to search for the text, put it in quotes"
    return cursor.error("query-unknown-view", "there is no view \"@\(name)\"; \(advice)", at: range)
  }
}

extension Cursor {
  /// Where the name of a view stands behind an `@` that is next; takes nothing.
  fileprivate func viewName() -> Range<Int>? {
    guard next == "@" else { return nil }
    let start = index + 1
    let end = scalars[start...].firstIndex { !ViewName.continues($0) } ?? scalars.count
    guard end > start else { return nil }
    let isEnded = end == scalars.count || scalars[end] == ")"
    return isEnded || scalars[end].properties.isWhitespace ? start..<end : nil
  }
}

/// The names that a saved query can have: letters, digits, marks and `_ - .`.
public enum ViewName {
  static func continues(_ scalar: Unicode.Scalar) -> Bool { FieldName.continues(scalar) }

  /// Whether a view can be called so.
  public static func isValid(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy(continues) && name.unicodeScalars.first.map { $0 != "-" } == true
  }
}
