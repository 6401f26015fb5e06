import CairnJSON
import CairnText

/// The maximum length of a result. The results of all tools, prompts and resources are fitted to a
/// budget.
///
///     MCPBudget(tokens: 100).fitted(["total": 3, "captures": captures])
///     // {"total":3,"captures":[…],"cut":"Shortened: `captures` (1 of 3); …"}
struct MCPBudget {
  /// The number of bytes that are counted as one token.
  private static let bytesPerToken = 4
  /// The number of bytes by which a result can exceed ``bytes``, so that at least one capture,
  /// `cut` and `notice` fit into the result.
  private static let slack = 2_000
  /// The maximum size in bytes of a small member, such as a count or a hash. Small members are
  /// never cut.
  private static let small = 200
  /// The maximum width of a title. A title can be long, because a capture without a title is listed
  /// with its first line.
  fileprivate static let widestTitle = 200
  /// The maximum number of characters of each string in a list, except titles.
  fileprivate static let longestText = 500

  /// The number of bytes that a result may take as JSON.
  let bytes: Int

  /// Creates a budget. Limits below 100 or above 100,000 tokens are raised or lowered to these
  /// numbers.
  init(tokens: Int) { bytes = min(max(tokens, 100), 100_000) * Self.bytesPerToken }

  /// Returns a result with its long titles and texts clipped. A result longer than the budget has
  /// its lists and texts cut, and says so in the member `cut`. Earlier members get space first.
  func fitted(_ result: JSONValue) -> JSONValue {
    guard case .object(let members) = result else { return result }
    // The text of a capture and a diff are cut only if they do not fit.
    let clipped = members.map { member in
      member.value.text == nil ? member.clipped : member
    }
    guard JSONValue.object(clipped).size > bytes + Self.slack else { return .object(clipped) }
    let isSmall = { (member: JSONValue.Member) in member.value.size <= Self.small }
    var fitting = Fitting(rest: bytes - JSONValue.object(clipped.filter(isSmall)).size)
    let kept = clipped.map { member in
      isSmall(member) ? member : .init(member.name, fitting.kept(member.value))
    }
    let cuts = zip(clipped, kept).compactMap(Self.cut)
    let earlier = kept.first { $0.name == "cut" }?.value.text.map { "\($0) " } ?? ""
    let cut =
      "\(earlier)Shortened: \(cuts.joined(separator: ", ")); pass a larger max_tokens for more."
    return .object(kept.filter { $0.name != "cut" } + [.init("cut", .string(cut))])
  }

  /// Clips each element, and returns as many of the first elements as fit into the budget; always
  /// at least one.
  func prefix(of elements: [JSONValue]) -> [JSONValue] {
    var fitting = Fitting(rest: bytes)
    return fitting.prefix(of: elements.map(\.clipped))
  }

  /// Cuts a value, such as the fields of a capture, to about half of the budget. Returns the value,
  /// and the number of bytes that other values can use: at least half of the budget.
  func part(_ value: JSONValue) -> (value: JSONValue, rest: Int) {
    var fitting = Fitting(rest: max(bytes / 2, Fitting.least))
    let kept = fitting.kept(value.clipped)
    return (kept, max(bytes - kept.size, bytes / 2))
  }

  /// Returns a phrase that says how much of a member was kept; nil if the whole member was kept.
  private static func cut(_ all: JSONValue.Member, _ kept: JSONValue.Member) -> String? {
    switch (all.value, kept.value) {
    case (let all, let kept) where all == kept: nil
    case (.array(let elements), .array(let shown)) where shown.count < elements.count:
      "`\(all.name)` (\(shown.count) of \(elements.count))"
    case (.object(let members), .object(let shown)) where shown.count < members.count:
      "`\(all.name)` (\(shown.count) of \(members.count))"
    case (.string(let text), .string(let start)):
      "`\(all.name)` (the first \(max(start.utf8.count - 3, 0)) of \(text.utf8.count) bytes)"
    default: "parts of `\(all.name)`"
    }
  }

  /// The state while a value is cut.
  private struct Fitting {
    /// The number of bytes that the first element of a list can always use, even if fewer bytes are
    /// left.
    static let least = 1_500

    /// The number of bytes that are left.
    var rest: Int
    private var hasElements = false

    init(rest: Int) { self.rest = rest }

    /// Returns as much of a value as fits. Keeps the first members of an object, the first elements
    /// of a list, or the beginning of a string. A shortened string ends with `…`.
    mutating func kept(_ value: JSONValue) -> JSONValue {
      let size = value.size
      if size <= rest {
        rest -= size
        return value
      }
      switch value {
      case .string(let text):
        let start = JSONValue.beginning(of: text, bytes: rest - 5)
        rest = 0
        return .string(start + "…")
      case .array(let elements): return .array(prefix(of: elements))
      case .object(let members):
        var shown: [JSONValue.Member] = []
        for member in members {
          rest -= member.name.utf8.count + 4
          guard rest > 0 else { break }
          shown.append(.init(member.name, kept(member.value)))
        }
        return .object(shown)
      default: return value
      }
    }

    /// Returns as many elements as fit. At least one element is kept: the first element of the
    /// first list.
    mutating func prefix(of elements: [JSONValue]) -> [JSONValue] {
      var shown: [JSONValue] = []
      for element in elements {
        if element.size >= rest {
          if hasElements { break }
          rest = max(rest, Self.least)
        }
        hasElements = true
        shown.append(kept(element))
        rest -= 1
      }
      return shown
    }
  }
}

extension JSONValue {
  /// This value with long strings cut off, and without `matches`, because the positions in
  /// `matches` would be wrong in the shorter strings.
  fileprivate var clipped: JSONValue {
    switch self {
    case .string(let text) where text.utf8.count > MCPBudget.longestText:
      text.count > MCPBudget.longestText
        ? .string(text.prefix(MCPBudget.longestText) + "…") : self
    case .array(let elements): .array(elements.map(\.clipped))
    case .object(let members):
      .object(members.filter { $0.name != "matches" }.map(\.clipped))
    default: self
    }
  }
}

extension JSONValue.Member {
  /// This member with long strings cut off; titles are cut between two words.
  fileprivate var clipped: JSONValue.Member {
    guard name == "title", case .string(let title) = value else {
      return JSONValue.Member(name, value.clipped)
    }
    return JSONValue.Member(
      name, .string(TerminalText.shortened(title, to: MCPBudget.widestTitle)))
  }
}
