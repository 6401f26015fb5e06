import CairnText

/// The saved queries, and the state of their expansion.
struct ViewExpansion {
  /// The saved queries, keyed by name.
  let texts: [String: String]
  /// The views being expanded, outermost first.
  var chain: [String] = []
  /// The nesting depth of the innermost view's text: the number of groups, negations and views
  /// around it.
  var depth = 0
  /// The number of views expanded so far.
  var count = 0

  /// The maximum number of views expanded per argument. Without a limit, twenty views, each naming
  /// the next one twice, would expand to a million.
  static let maximumCount = 1000
  /// The maximum length of a chain in which each view names the next one.
  static let maximumChain = 100
}

extension QueryParser {
  /// Parses `@name` as a group that contains the view's condition. Returns nil if no view name is
  /// next.
  ///
  /// The view's sort order applies only if `@name` is outside all groups.
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
        "query-view-cycle", "this view includes itself: \(names); change one of them", at: place)
    }
    guard chain.count <= ViewExpansion.maximumChain else {
      throw cursor.error(
        "query-too-deep",
        "views are nested more than \(ViewExpansion.maximumChain) levels deep", at: place)
    }
    guard views.count < ViewExpansion.maximumCount else {
      throw cursor.error(
        "query-too-deep",
        "this query uses more than \(ViewExpansion.maximumCount) views, including views inside "
          + "views", at: place)
    }
    var inner = QueryParser(
      text,
      views: ViewExpansion(
        texts: views.texts, chain: chain, depth: views.depth + depth + 1, count: views.count + 1))
    let condition: Condition
    do throws(Diagnostic) {
      condition = try inner.parse()
    } catch {
      // Name only the innermost view, which contains the error.
      throw error.code == "query-view-cycle" || error.isInside
        ? error : error.inside("the view `@\(name)`")
    }
    views.count = inner.views.count
    guard condition != .all || depth == 0 else {
      throw cursor.error(
        "query-view-empty",
        "the view `@\(name)` has no condition, so it cannot be used in a group; move it out of the "
          + "group",
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
      near.map { "did you mean `@\($0)`?" } ?? "to search for the text, put it in quotes"
    return cursor.error("query-unknown-view", "there is no view `@\(name)`; \(advice)", at: range)
  }
}

extension Cursor {
  /// Returns the range of the view name if `@` is next, or nil if no view name follows. Consumes
  /// nothing.
  fileprivate func viewName() -> Range<Int>? {
    guard next == "@" else { return nil }
    let start = index + 1
    let end = scalars[start...].firstIndex { !ViewName.continues($0) } ?? scalars.count
    guard end > start else { return nil }
    let isEnded = end == scalars.count || scalars[end] == ")"
    return isEnded || scalars[end].properties.isWhitespace ? start..<end : nil
  }
}

/// The syntax of names for saved queries: letters, digits, combining marks, `_`, `.` and, except at
/// the beginning, `-`.
public enum ViewName {
  static func continues(_ scalar: Unicode.Scalar) -> Bool { FieldName.continues(scalar) }

  /// Returns whether a view can have this name.
  public static func isValid(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy(continues) && name.unicodeScalars.first.map { $0 != "-" } == true
  }
}
