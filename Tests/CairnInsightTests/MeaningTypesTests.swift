import CairnText
import Testing

@testable import CairnInsight

/// A second opinion on types by vectors.
@Suite struct MeaningTypesTests {
  /// Vectors near one of four corners, one for each type, in which one number says nothing.
  private static func examples(_ count: Int, seed: UInt64) -> [(vector: [Float], kind: CaptureKind)]
  {
    var random = SplitMix(seed: seed)
    return (0..<count).map { number in
      let place = number % 4
      let vector = (0..<5).map { index in
        (index == place ? 1 : 0) + Float.random(in: -0.4...0.4, using: &random) + 2
      }
      return (vector, CaptureKind.allCases[place])
    }
  }

  @Test func learns() throws {
    let types = try #require(MeaningTypes(Self.examples(200, seed: 1)))
    for (vector, kind) in Self.examples(40, seed: 2) {
      let likelihoods = try #require(types.likelihoods(of: vector))
      #expect(abs(likelihoods.reduce(0, +) - 1) < 1e-6)
      let best = likelihoods.indices.max { likelihoods[$0] < likelihoods[$1] }
      #expect(best.map { CaptureKind.allCases[$0] } == kind)
    }
    #expect(types.likelihoods(of: [1, 2]) == nil)
    let copy = try #require(MeaningTypes(numbers: types.numbers))
    #expect(copy.likelihoods(of: [3, 2, 2, 2, 2]) == types.likelihoods(of: [3, 2, 2, 2, 2]))
    #expect(MeaningTypes(numbers: types.numbers.dropLast()) == nil)
    #expect(MeaningTypes([]) == nil)
    #expect(MeaningTypes([([1], .fact), ([1, 2], .idea)]) == nil)
  }

  /// The type can depend on how two numbers fit together, and not only on their sizes.
  @Test func learnsCombinations() throws {
    var random = SplitMix(seed: 5)
    let examples = (0..<400).map { number in
      let (left, right) = (number % 2, number / 2 % 2)
      let vector = [Float(left), Float(right)].map { $0 + .random(in: -0.2...0.2, using: &random) }
      return (vector: vector, kind: left == right ? CaptureKind.idea : .action)
    }
    let types = try #require(MeaningTypes(examples))
    let cases: [([Float], CaptureKind)] = [
      ([0, 0], .idea), ([1, 1], .idea), ([0, 1], .action), ([1, 0], .action),
    ]
    for (vector, kind) in cases {
      let likelihoods = try #require(types.likelihoods(of: vector))
      #expect(likelihoods.max() == likelihoods[kind.index])
    }
  }

  /// A few texts of a habit change the type of similar texts, and hardly change any other.
  @Test(arguments: CaptureKind.allCases)
  func learnsHabits(_ wanted: CaptureKind) throws {
    let types = try #require(MeaningTypes(Self.examples(200, seed: 1)))
    let usual = Self.examples(40, seed: 2)
    let (habit, others) = (usual.filter { $0.kind == .fact }, usual.filter { $0.kind != .fact })
    let taught = habit.prefix(5).map { (vector: $0.vector, kind: wanted) }
    var changed = 0
    for (vector, _) in habit.dropFirst(5) {
      let likelihoods = try #require(types.likelihoods(of: vector, taught: taught))
      #expect(abs(likelihoods.reduce(0, +) - 1) < 1e-6)
      if likelihoods.max() == likelihoods[wanted.index] { changed += 1 }
    }
    #expect(changed * 10 >= (habit.count - 5) * 8)
    var kept = 0
    for (vector, kind) in others {
      let likelihoods = try #require(types.likelihoods(of: vector, taught: taught))
      if likelihoods.max() == likelihoods[kind.index] { kept += 1 }
    }
    #expect(kept * 100 >= others.count * 95)
    #expect(types.likelihoods(of: [1], taught: taught) == nil)
    // A vector of another length teaches nothing.
    let untaught = try #require(types.likelihoods(of: [3, 2, 2, 2, 2]))
    let odd = try #require(types.likelihoods(of: [3, 2, 2, 2, 2], taught: [([1], .person)]))
    #expect(zip(odd, untaught).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  /// A clear opinion decides an unclear type, and an opinion that says nothing changes nothing.
  @Test func decides() {
    let classifier = Classifier()
    let text = "possible names for the boat"
    let alone = classifier.classify(text)
    #expect(classifier.classify(text, [0.25, 0.25, 0.25, 0.25]).kind == alone.kind)
    for (place, kind) in CaptureKind.allCases.enumerated() {
      var opinion = [Double](repeating: 1e-6, count: 4)
      opinion[place] = 1
      #expect(classifier.classify(text, opinion).kind == kind)
    }
    #expect(classifier.classify("如果屋顶", [0.001, 0.997, 0.001, 0.001]).kind == .idea)
  }

  /// The lines in the program are those that the training wrote.
  @Test func lines() {
    let lines = TrainingLines.read()
    #expect(lines.count > 10_000 && lines.allSatisfy { !$0.text.isEmpty })
    #expect(Set(lines.map(\.kind)).count == 4)
    #expect(lines.contains { $0.text == "给牙医打电话" && $0.kind == .action })
  }
}
