public import CairnInsight
public import CairnText

/// A parsed query: a condition on captures, and the order of the result.
///
///     let query = try Query(arguments: ["type:action", "due:..+7d OR score:great", "sort:due"])
///     query.description   // type:action (due:..+7d OR score:great) sort:due
///
/// Each argument is parsed separately, so the result does not depend on how a shell handled quotes
/// and spaces. A capture must satisfy all arguments. `docs/query.md` defines the language.
public struct Query: Sendable {
  /// The condition that captures must satisfy.
  public var condition: Condition
  /// The sort keys, in order of precedence; empty if none was given.
  public var sort: [SortKey]
  /// Whether an argument is plain text such as `buy milk`: it contains at least one word that is
  /// not quoted, but no test, no view, no sort order, and no operator in capitals. Commands that
  /// write do not accept such an argument as a query.
  public private(set) var hasPlainArgument = false
  /// The names in the query that can be checked only with a notebook: fields, sort keys,
  /// collections and captures. Also contains the texts after `like:`.
  private(set) var mentions: [Mention] = []

  /// Creates a query for `condition`, by default for all captures.
  public init(_ condition: Condition = .all, sort: [SortKey] = []) {
    self.condition = condition
    self.sort = sort
  }

  /// Parses a query from a command's arguments. Without arguments, the query matches everything. A
  /// blank argument is an error, because it may come from an unset shell variable.
  ///
  /// - Parameter views: The saved queries, keyed by the name used in `@name`.
  /// - Throws: The first error, with its place in the argument. Codes begin with `query-`.
  public init(arguments: [String], views: [String: String] = [:]) throws(Diagnostic) {
    var parts: [Condition] = []
    var sort: [SortKey] = []
    var inheritedSort: [SortKey] = []
    var mentions: [Mention] = []
    for argument in arguments {
      guard !argument.isBlank else {
        throw Diagnostic(
          .error, "query-empty-argument",
          "this argument is empty; omit it, or write a query", at: 0..<argument.utf8.count,
          in: Array(argument.utf8))
      }
      var parser = QueryParser(argument, views: ViewExpansion(texts: views))
      parts.append(try parser.parse())
      sort += parser.sort
      inheritedSort += parser.inheritedSort
      mentions += parser.mentions
      if parser.hasPlainWord, !parser.hasCondition { hasPlainArgument = true }
    }
    condition = .conjunction(parts)
    self.sort = sort.isEmpty ? inheritedSort : sort
    self.mentions = mentions
  }

  /// Parses a query from a single string, as in a saved view or a web form. A blank string matches
  /// everything.
  ///
  /// - Throws: The same errors as ``init(arguments:views:)``.
  public init(_ text: String) throws(Diagnostic) {
    try self.init(arguments: text.isBlank ? [] : [text])
  }

  /// Returns this query narrowed to captures that also match `other`.
  /// ``check(fields:collections:collectionsNamed:capturesLike:language:)`` does not check the names
  /// that `other` contains.
  public func narrowed(to other: Query) -> Query {
    var query = self
    query.condition = .conjunction([condition, other.condition])
    return query
  }

  /// Whether the query matches every capture, because it has no conditions or only conditions such
  /// as `/.*/`. Commands that write require a narrower query.
  public var selectsEverything: Bool { condition.constant == true }

  /// Whether the query searches for text anywhere in a capture, so that a capture can match because
  /// it contains this text.
  public var findsText: Bool { condition.findsText(isNegated: false) }

  /// Whether the matching captures or their order depend on novelty.
  public var asksForNovelty: Bool {
    condition.findsNovelty || sort.contains { $0.attribute == .novelty }
  }
}

extension Query: Hashable {
  /// Returns whether both queries have the same condition and order, regardless of the text from
  /// which they were parsed.
  public static func == (left: Query, right: Query) -> Bool {
    left.condition == right.condition && left.sort == right.sort
  }

  /// Hashes the condition and the order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(condition)
    hasher.combine(sort)
  }
}

/// An attribute by which the result of a query is sorted, and the direction.
public struct SortKey: Hashable, Sendable {
  /// The attribute to compare.
  public let attribute: Attribute
  /// Whether the greatest value comes first. Captures without a value come last in either case.
  public let isDescending: Bool

  /// Creates a sort key.
  public init(_ attribute: Attribute, isDescending: Bool = false) {
    self.attribute = attribute
    self.isDescending = isDescending
  }
}

// MARK: - Names that only the notebook can verify

extension Query {
  /// The tags, types and statuses that the query looks for by their whole names, as written.
  /// Excluded names are omitted.
  public var namedValues: [(attribute: Attribute, name: String)] { condition.namedValues }
}

extension Condition {
  fileprivate var namedValues: [(attribute: Attribute, name: String)] {
    switch self {
    case .and(let parts), .or(let parts): return parts.flatMap(\.namedValues)
    case .test(let attribute, let test) where [.tag, .type, .status].contains(attribute):
      switch test {
      case .matches(let term) where term.kind == .phrase: return [(attribute, term.text)]
      case .equals(let text): return [(attribute, text)]
      default: return []
      }
    default: return []
    }
  }
}

extension Query {
  /// A name that a query contains and that can only be checked against a notebook.
  struct Mention: Sendable {
    enum Kind { case field, fieldWithoutValue, sortKey, collection, capture, like, date }

    let kind: Kind
    let name: String
    let argument: String
    /// The range of the name in `argument`, as UTF-8 offsets.
    let range: Range<Int>
    /// The text or capture after `like:`; nil for a mention of any other kind.
    var likened: Likened?
    /// The name of the view whose query contains this mention; nil if the mention is in the
    /// argument itself.
    var view: String?

    /// Returns this mention, marked as part of the view `name` unless it is already part of a view.
    func inside(view name: String) -> Mention {
      var copy = self
      copy.view = view ?? name
      return copy
    }
  }

  /// The names of the front matter fields in the query, as written. Includes words before a colon
  /// that may be names of fields, such as `re` in `re: keys`.
  public var fields: Set<String> {
    let kinds: [Mention.Kind] = [.field, .fieldWithoutValue, .sortKey]
    return Set(mentions.filter { kinds.contains($0.kind) }.map(\.name))
  }

  /// Checks that the fields, collections and captures in the query exist, and that dates in words
  /// are understood.
  ///
  /// A field exists if a capture has it or a schema names it; `known.sub` exists if `known` does.
  /// Names are compared in folded form (``CairnText/FoldedText``).
  ///
  /// - Parameters:
  ///   - collections: All folders of the notebook. If nil, collections are not checked.
  ///   - collectionsNamed: Returns the collections that have a given name. Called only for a name
  ///     that is not the path of a collection.
  ///   - capturesLike: Returns nil if a capture or a link has a given name, and otherwise the most
  ///     similar names of captures.
  ///   - language: The languages, in addition to English, in which dates can be written as words.
  /// - Throws: `query-unknown-field`, `query-unknown-collection` or `query-unknown-capture`, with
  ///   the most similar known name; `query-ambiguous-collection` for the name of several
  ///   collections; `query-empty-value` for a field without a value; `query-bad-date`.
  public func check(
    fields: some Sequence<String>, collections: (some Sequence<NotePath>)? = [NotePath]?.none,
    collectionsNamed: (String) -> [NotePath] = { _ in [] },
    capturesLike: (String) -> [String]? = { _ in nil },
    language: TimeLanguageChoice = .detected
  ) throws(Diagnostic) {
    let fields = Array(fields)
    let known = Set(fields.map(\.folded))
    let folders = collections.map { $0.map(\.description) }
    let knownFolders = folders.map { Set($0.map(\.folded)) }
    for mention in mentions {
      let name = mention.name.folded
      let isField = known.contains(name) || known.contains(String(name.prefix { $0 != "." }))
      switch mention.kind {
      case .like: continue
      case .fieldWithoutValue:
        guard isField else { continue }
        throw mention.error("query-empty-value", Query.Mention.noValue(of: mention.name))
      case .field, .sortKey:
        guard !isField else { continue }
        throw mention.error("query-unknown-field", mention.unknownField(among: fields))
      case .collection:
        guard let folders, let knownFolders, !knownFolders.contains(name) else { continue }
        let paths = collectionsNamed(mention.name)
        if paths.count == 1 { continue }
        if !paths.isEmpty {
          let places = paths.map { "in:\($0.description.literal)" }
          throw mention.error(
            "query-ambiguous-collection",
            "`\(mention.name)` is the name of \(paths.count) collections; write "
              + places.joined(separator: " or "))
        }
        let named = folders.filter { !$0.isEmpty }
        let nearest =
          Nearest.name(to: mention.name, among: named)
          ?? Nearest.places(of: mention.name, among: named, most: 1).first.map { named[$0] }
        let advice =
          mention.name == "*"
          ? "; to find captures in any collection, write `has:in`"
          : nearest.map { "; did you mean `\($0.literal)`?" } ?? ""
        throw mention.error(
          "query-unknown-collection", "there is no collection `\(mention.name)`\(advice)")
      case .date:
        guard DateExpression(mention.name, language) == nil else { continue }
        throw mention.error("query-bad-date", Query.Mention.ambiguousDate(mention.name, language))
      case .capture:
        guard let similar = capturesLike(mention.name) else { continue }
        throw mention.error(
          "query-unknown-capture",
          mention.unknownCapture(similar, isKnown: { capturesLike($0) == nil }))
      }
    }
  }
}

extension Query.Mention {
  /// Returns the error for a field without a value.
  static func noValue(of name: String) -> String {
    let advice =
      switch Attribute(named: name) {
      case .collection: "a collection; write `\(name):/` for the inbox, or "
      case .linkedBy: "a capture; write its id, path or title, or "
      default: "a value; write `has:\(name)` for any value, `no:\(name)` for none, or "
      }
    return "`\(name):` needs \(advice)'\("\(name):".quoted)' to search for the text"
  }

  /// Returns the error for text that is not a date in any language.
  static func badDate(_ text: String) -> String {
    "`\(text)` is not a valid date; write one like 2026-11-21, 2026-11, 2026-W47, 2026-Q4, today, "
      + "-7d, this-week or fri"
  }

  /// Returns the error for text that is a date, but not in the language of the settings. If the
  /// settings leave the language open, the error says that the text may also mean something else.
  fileprivate static func ambiguousDate(_ text: String, _ language: TimeLanguageChoice) -> String {
    guard language == .detected else { return badDate(text) }
    return
      "`\(text)` can be a date or mean something else, depending on the language; set your "
      + "language as in `cairn config dates.language de`"
  }

  /// Returns the error message for a field or a sort key that no capture has. Suggests the most
  /// similar of `fields` and of the built-in names.
  fileprivate func unknownField(among fields: [String]) -> String {
    let isKey = kind == .sortKey
    let nearest = Nearest.name(
      to: name,
      among: fields
        + (isKey ? QueryName.sortKeys.map(\.name) : Attribute.names).filter { $0.count > 2 })
    let keys = QueryName.sortKeys.map(\.name).joined(separator: ", ")
    let advice =
      isKey
      ? "sort by \(keys) or a field of your own"
      : "to search for the text, put it in quotes" + (word.map { ": '\($0.quoted)'" } ?? "")
    return "no capture has a field `\(name)`; "
      + (nearest.map { "did you mean `\($0)`?" } ?? advice)
  }

  /// The text around this mention in the argument, up to white space on both sides. Parentheses
  /// around the text and a `-` before it are left out. Nil if part of the text is in quotes.
  private var word: String? {
    let bytes = Array(argument.utf8)
    let blanks = " \t\n".utf8
    let start = bytes[..<range.lowerBound].lastIndex { blanks.contains($0) }.map { $0 + 1 } ?? 0
    let end = bytes[range.upperBound...].firstIndex { blanks.contains($0) } ?? bytes.count
    var word = String(decoding: bytes[start..<end], as: UTF8.self)[...].drop { "(-".contains($0) }
    while word.last == ")" { word.removeLast() }
    return word.contains { "\"'".contains($0) } ? nil : String(word)
  }

  /// Returns the error message for a name that no capture and no link has. `similar` contains
  /// similar names of captures. `isKnown` returns whether a name is that of a capture or a link.
  fileprivate func unknownCapture(_ similar: [String], isKnown: (String) -> Bool) -> String {
    let bytes = Array(argument.utf8)
    let rest = String(decoding: bytes[range.lowerBound...], as: UTF8.self)
    let advice: String
    if rest != name, isKnown(rest) {
      let head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
      advice = "; put a name that contains spaces in quotes, as in '\(head)\(rest.quoted)'"
    } else {
      advice = similar.first.map { "; did you mean `\($0.literal)`?" } ?? ""
    }
    return "no capture is called `\(name)`\(advice)"
  }

  func error(_ code: String, _ message: String) -> Diagnostic {
    let diagnostic = Diagnostic(.error, code, message, at: range, in: Array(argument.utf8))
    return view.map { diagnostic.inside("the view `@\($0)`") } ?? diagnostic
  }
}
