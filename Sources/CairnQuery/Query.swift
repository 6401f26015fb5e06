public import CairnText

/// What a person asked for: which captures, and in what order.
///
///     let query = try Query(arguments: ["type:action", "due:..+7d OR score:great", "sort:due"])
///     query.description   // type:action (due:..+7d OR score:great) sort:due
///
/// Each argument is parsed alone and all must hold, so that nothing depends on what a shell did
/// with quotes and spaces. The language is written down in `docs/query.md`.
public struct Query: Sendable {
  /// What a capture must fulfil.
  public var condition: Condition
  /// What the result is ordered by, first key first; empty where nothing was asked for.
  public var sort: [SortKey]
  /// Where names stand that only a notebook can tell to be right.
  private(set) var mentions: [Mention] = []

  /// The query for everything, or for what `condition` says.
  public init(_ condition: Condition = .all, sort: [SortKey] = []) {
    self.condition = condition
    self.sort = sort
  }

  /// Parses a query from the arguments of a command; none are the query for everything. A blank one
  /// is an error: it may be a variable of a shell that was not set.
  ///
  /// - Parameter views: the saved queries that `@name` stands for, by name.
  /// - Throws: the first error, with its place in the argument that holds it. Codes begin with
  ///   `query-`.
  public init(arguments: [String], views: [String: String] = [:]) throws(Diagnostic) {
    var parts: [Condition] = []
    var sort: [SortKey] = []
    var inheritedSort: [SortKey] = []
    var mentions: [Mention] = []
    for argument in arguments {
      guard !argument.isBlank else {
        throw Diagnostic(
          .error, "query-empty-argument",
          "an argument is empty; leave it out, or say which captures", at: 0..<argument.utf8.count,
          in: Array(argument.utf8))
      }
      var parser = QueryParser(argument, views: ViewExpansion(texts: views))
      parts.append(try parser.parse())
      sort += parser.sort
      inheritedSort += parser.inheritedSort
      mentions += parser.mentions
    }
    condition = .conjunction(parts)
    self.sort = sort.isEmpty ? inheritedSort : sort
    self.mentions = mentions
  }

  /// Parses a query from one text, as a saved view or a web form holds it; a blank one asks for
  /// everything.
  ///
  /// - Throws: as ``init(arguments:)``.
  public init(_ text: String) throws(Diagnostic) {
    try self.init(arguments: text.isBlank ? [] : [text])
  }

  /// This query, of those captures alone that `other` asks for too. Whether there are the fields that
  /// `other` names is not checked.
  public func narrowed(to other: Query) -> Query {
    var query = self
    query.condition = .conjunction([condition, other.condition])
    return query
  }

  /// Whether the query asks for everything there is, as one without conditions does and `/.*/`: a
  /// command that writes wants more than that.
  public var selectsEverything: Bool { condition.constant == true }

  /// Whether captures are chosen by text that they hold anywhere.
  public var findsText: Bool { condition.findsText(isNegated: false) }

  /// This query, with text that is to be found anywhere wanted in the title. Text that must not be
  /// found is looked for everywhere, as before, so that no more captures are chosen.
  public var inTitles: Query {
    var query = self
    query.condition = condition.inTitles(isNegated: false)
    return query
  }
}

extension Query: Hashable {
  /// Equal where the same is asked for, wherever it was written.
  public static func == (left: Query, right: Query) -> Bool {
    left.condition == right.condition && left.sort == right.sort
  }

  /// Hashes what is asked for.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(condition)
    hasher.combine(sort)
  }
}

/// One key of an order.
public struct SortKey: Hashable, Sendable {
  /// What is compared.
  public let attribute: Attribute
  /// Whether the greatest comes first. What has no value comes last either way.
  public let isDescending: Bool

  /// Orders by `attribute`, the greatest first where asked for.
  public init(_ attribute: Attribute, isDescending: Bool = false) {
    self.attribute = attribute
    self.isDescending = isDescending
  }
}

// MARK: - Names only the notebook knows

extension Query {
  /// The tags, types and statuses that captures are to have, as written; those that they may not have
  /// are left out.
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
  /// A name in a query: whether there is such a thing, the notebook knows.
  struct Mention: Sendable {
    enum Kind { case field, collection }

    let kind: Kind
    let name: String
    let argument: String
    /// UTF-8 offsets into `argument`.
    let range: Range<Int>
    /// The view that it stands in, if any.
    var view: String?

    /// This mention, as it stands in a view; one that stands in a view already stays there.
    func inside(view name: String) -> Mention {
      var copy = self
      copy.view = view ?? name
      return copy
    }
  }

  /// The names of front-matter fields that the query mentions, as written.
  public var fields: Set<String> {
    Set(mentions.filter { $0.kind == .field }.map(\.name))
  }

  /// Checks that the fields and collections which the query names exist.
  ///
  /// A field exists if a capture has it or a schema names it; `known.sub` exists where `known`
  /// does. Names are compared folded (``CairnText/FoldedText``).
  ///
  /// - Parameter collections: every folder of the notebook, or nil to take any.
  /// - Throws: `query-unknown-field` or `query-unknown-collection`, with the nearest name.
  public func check(
    fields: some Sequence<String>, collections: (some Sequence<NotePath>)? = [NotePath]?.none
  ) throws(Diagnostic) {
    let fields = Array(fields)
    let known = Set(fields.map(\.folded))
    let folders = collections.map { $0.map(\.description) }
    let knownFolders = folders.map { Set($0.map(\.folded)) }
    for mention in mentions {
      let name = mention.name.folded
      switch mention.kind {
      case .field:
        let head = name.prefix { $0 != "." }
        guard !known.contains(name), !known.contains(String(head)) else { continue }
        let nearest = Nearest.name(
          to: mention.name, among: fields + Attribute.names.filter { $0.count > 2 })
        let advice =
          nearest.map { "did you mean \"\($0)\"?" } ?? "to search for the text, put it in quotes"
        throw mention.error(
          "query-unknown-field", "no capture has a field \"\(mention.name)\"; \(advice)")
      case .collection:
        guard let folders, let knownFolders, !knownFolders.contains(name) else { continue }
        let nearest = Nearest.name(to: mention.name, among: folders)
        let advice = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        throw mention.error(
          "query-unknown-collection", "there is no collection \"\(mention.name)\"\(advice)")
      }
    }
  }
}

extension Query.Mention {
  fileprivate func error(_ code: String, _ message: String) -> Diagnostic {
    let diagnostic = Diagnostic(.error, code, message, at: range, in: Array(argument.utf8))
    return view.map { diagnostic.inside("the view @\($0)") } ?? diagnostic
  }
}
