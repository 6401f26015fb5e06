import CairnText

// MARK: - The canonical text

extension Query: CustomStringConvertible {
  /// The query as a single argument that parses to the same condition and order.
  public var description: String {
    var parts = condition == .all ? [] : [condition.description]
    if !sort.isEmpty {
      if case .or = condition { parts = parts.map { "(\($0))" } }
      parts.append("sort:" + sort.map(\.description).joined(separator: ","))
    }
    return parts.joined(separator: " ")
  }
}

extension SortKey: CustomStringConvertible {
  /// The attribute's name, preceded by `-` for descending order.
  public var description: String { (isDescending ? "-" : "") + attribute.description }
}

extension Condition: CustomStringConvertible {
  /// The condition as text that parses to the same tree; empty for ``all``.
  public var description: String {
    switch self {
    case .all: ""
    case .and(let parts): parts.map(\.grouped).joined(separator: " ")
    case .or(let parts): parts.map(\.grouped).joined(separator: " OR ")
    case .not(.has(let attribute)): "no:\(attribute)"
    case .not(let condition): "-\(condition.grouped)"
    case .text(let term): term.description(in: .query)
    case .test(.collection, .matches(let term)): "in:\(term.text.collectionValue)"
    case .test(let attribute, .matches(let term)):
      "\(attribute):\(term.description(in: attribute.kind == .text ? .text : .field))"
    case .test(let attribute, let test): "\(attribute):\(test)"
    case .has(let attribute): "has:\(attribute)"
    case .flag(let flag): "is:\(flag.rawValue)"
    case .like(let likened): "like:\(likened)"
    }
  }

  /// The text of the condition, in parentheses if it has several parts.
  private var grouped: String {
    switch self {
    case .and, .or: "(\(description))"
    default: description
    }
  }
}

extension Test: CustomStringConvertible {
  /// The test as written after a field's colon.
  public var description: String {
    switch self {
    case .matches(let term): term.description(in: .field)
    case .equals(let text): "=\(text.literal)"
    case .glob(let pattern): pattern
    case .range(let from?, nil) where !from.isIncluded: ">\(from.text.literal)"
    case .range(nil, let to?) where !to.isIncluded: "<\(to.text.literal)"
    case .range(let from, let to): "\(from?.text.literal ?? "")..\(to?.text.literal ?? "")"
    }
  }
}

extension Term: CustomStringConvertible {
  /// The term as written directly in a query, not as the value of an attribute.
  public var description: String { description(in: .query) }

  /// The place of a term: directly in the query, as the value of a text attribute, or as the value
  /// of another field.
  fileprivate enum Place {
    case query, text, field
  }

  fileprivate func description(in place: Place) -> String {
    let isBare = place == .query ? text.isBareWord : text.isBareValue
    return switch kind {
    // In a field, whole words are the default; elsewhere, beginnings of words are.
    case .wordStart where place == .field: isBare ? "\(text)*" : "\(text.quoted)*"
    case .wordStart: isBare ? text : "\(text.quoted)*"
    case .phrase: isBare && place == .field ? text : text.quoted
    case .inside: isBare ? "*\(text)*" : "*\(text.quoted)*"
    case .similar: "~\(text)"
    case .regex(let ignoresCase): "/\(text.escapingSlashes)/\(ignoresCase ? "i" : "")"
    }
  }
}

// MARK: - Quoting

extension String {
  /// The text in double quotes, with `"` and `\` escaped.
  var quoted: String {
    // Iterates over scalars, as the parser does: a quote and a combining accent after it are a
    // single `Character`, which does not equal a quote.
    var text = "\"".unicodeScalars
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.append("\\") }
      text.append(scalar)
    }
    text.append("\"")
    return String(text)
  }

  /// The text as a literal value, quoted if necessary.
  var literal: String { isBareValue ? self : quoted }

  fileprivate var isBareWord: Bool {
    guard isPlain, self != "OR", self != "AND", self != "NOT",
      unicodeScalars.first != "-", unicodeScalars.first != "@"
    else { return false }
    return !unicodeScalars.contains { ":=<>".unicodeScalars.contains($0) }
  }

  fileprivate var isBareValue: Bool {
    guard isPlain, let first = unicodeScalars.first else { return false }
    // A period at either end would merge with the `..` of a range.
    return !"<>=.:".unicodeScalars.contains(first) && unicodeScalars.last != "."
      && !unicodeScalars.contains("..".unicodeScalars)
      && !unicodeScalars.contains { $0 == "," || $0 == "?" }
  }

  /// The text as a collection's path in a query, quoted if necessary. The root is `/`. A folder
  /// named `inbox` is quoted, because an unquoted `inbox` means the root.
  package var collectionValue: String {
    self == "/" || (isBareValue && folded != "inbox") ? self : quoted
  }

  /// Whether the text is not empty, does not begin with `/` or `~`, and contains none of the
  /// characters that must always be quoted.
  private var isPlain: Bool {
    guard let first = unicodeScalars.first, first != "/", first != "~" else { return false }
    return !unicodeScalars.contains {
      $0.properties.isWhitespace || "\"()*".unicodeScalars.contains($0)
    }
  }

  /// The regular expression with its slashes escaped.
  fileprivate var escapingSlashes: String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in unicodeScalars {
      if scalar == "/", !isEscaped { text.append("\\") }
      text.append(scalar)
      isEscaped = scalar == "\\" && !isEscaped
    }
    return String(text)
  }
}
