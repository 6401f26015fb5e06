import CairnCapture
import CairnQuery
import CairnText
import Testing

extension SplitMix {
  fileprivate mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}

extension SplitMix {
  private mutating func text() -> String {
    pick([
      "art", "big deal", "OR", "a:b", "-x", "k7", "2026-11", "3", "é\"\\", "東京", "a,b", "x..y", "(",
      ")",
      "*", "/", "great", ">=1", "=", "inbox", "..", "🎉", "a?b", "AND b", "don't", ".5", "a\\",
      "~abcd", "-\u{301}x", ".\u{301}.\u{301}x", "a..\u{301}", "\"\u{301}", "\\\u{301}\"",
      "(\u{301}",
      " \u{301}x", ",\u{301}",
    ])
  }

  private mutating func term() -> Term {
    let kind = pick([Term.Kind.wordStart, .phrase, .inside, .similar, .regex(ignoresCase: true)])
    if kind == .similar { return Term(kind, pick(["deel", "Mémé", "quartrely", "ΟΔΟΣ"])) }
    if case .regex = kind {
      return Term(kind, pick(["a b", "a/b", "\\d+", "\\\\/", "(x|y),", "^…$"]))
    }
    return Term(kind, text())
  }

  private mutating func attribute() -> Attribute {
    pick([
      .title, .meaning, .body, .alias, .type, .status, .tag, .field("author"), .field("link"),
      .field("reading time"), .field("Year"), .field("a.b"), .field("x\"y"), .field("no"),
    ])
  }

  private mutating func test() -> Condition {
    let attribute = attribute()
    switch attribute {
    case .type, .status, .tag: return .test(attribute, .matches(term()))
    default: break
    }
    let low = Test.Bound(text())
    let isIncluded = Bool.random(using: &self)
    return switch Int.random(in: 0..<5, using: &self) {
    case 0: .test(attribute, .matches(term()))
    case 1: .test(attribute, .equals(text()))
    case 2: .test(attribute, .range(from: low, to: Test.Bound(text())))
    case 3: .test(attribute, .range(from: nil, to: Test.Bound(text(), isIncluded: isIncluded)))
    default: .test(attribute, .range(from: Test.Bound(text(), isIncluded: isIncluded), to: nil))
    }
  }

  mutating func condition(depth: Int) -> Condition {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &self) {
    case 0, 1: return .text(term())
    case 2, 3: return test()
    case 4: return .has(attribute())
    case 5:
      let when = pick(["today", "-7d", "2026-11", "fri"])
      return pick([
        .like(pick([.text(text()), .capture("k7x2")])), .flag(pick(Quality.allCases)),
        .test(.created, .range(from: .init(when), to: nil)),
        .test(.score, .matches(Term(.phrase, pick(["0", "great"])))),
        .test(.collection, .matches(Term(.phrase, pick(["work", "/", "inbox", "a b"])))),
        .test(.path, .glob("work/*.md")),
      ])
    case 6: return .not(condition(depth: depth - 1))
    case 7, 8:
      return .and(parts(depth: depth - 1, notNested: { if case .and = $0 { true } else { false } }))
    default:
      return .or(parts(depth: depth - 1, notNested: { if case .or = $0 { true } else { false } }))
    }
  }

  private mutating func parts(depth: Int, notNested isNested: (Condition) -> Bool) -> [Condition] {
    (0..<Int.random(in: 2...3, using: &self)).map { _ in
      var part = condition(depth: depth)
      while isNested(part) { part = condition(depth: 0) }
      return part
    }
  }
}

@Suite struct LawTests {
  static let seeds = Array(UInt64(1)...150)

  private func found(_ condition: Condition) -> [NotePath] {
    Query(condition).select(from: Fixture.captures, in: Fixture.context).captures.map(\.path)
  }

  @Test(arguments: seeds)
  func printedQueriesParseToTheSameTree(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    for _ in 0..<20 {
      let query = Query(generator.condition(depth: 3), sort: [SortKey(.title)])
      let printed = query.description
      #expect(try Query(printed) == query, "\(printed)")
    }
  }

  @Test(arguments: seeds)
  func theOperatorsAreThoseOfLogic(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let one = generator.condition(depth: 2)
    let two = generator.condition(depth: 2)
    let everything = found(.all)
    #expect(found(.or([one, .not(one)])) == everything)
    #expect(found(.and([one, .not(one)])).isEmpty)
    #expect(found(.not(.not(one))) == found(one))
    #expect(found(.and([one, two])) == found(.and([two, one])))
    #expect(found(.or([one, two])) == found(.or([two, one])))
    #expect(found(.not(.and([one, two]))) == found(.or([.not(one), .not(two)])))
    #expect(found(.not(.or([one, two]))) == found(.and([.not(one), .not(two)])))
    #expect(Set(found(one)).isSubset(of: found(Query(one).widened.condition)))
  }

  @Test(arguments: seeds)
  func anyTextIsAQueryOrAnError(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let pieces = [
      "a", " ", "\"", "/", "*", "~", "abcd", "(", ")", "-", ":", "..", ",", "OR", "AND", "NOT",
      "title", "score",
      "in",
      "sort", "=", ">", "<", "é", "\\", "東", "2026", "\u{301}", "\r\n", "\0", "has", "due",
    ]
    for _ in 0..<100 {
      let text = (0..<Int.random(in: 1...8, using: &generator)).map { _ in generator.pick(pieces) }
        .joined()
      do throws(Diagnostic) {
        let query = try Query(text)
        let printed = query.description
        #expect((try? Query(printed)) == query, "\(text.debugDescription) → \(printed)")
      } catch {
        #expect(error.code.hasPrefix("query-") && error.location != nil, "\(text)")
      }
    }
  }
}
