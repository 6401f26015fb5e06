import CairnInsight
import CairnText

/// A training of ``PersonWeights`` on the labelled persons of actions and of captures about
/// persons.
///
/// The weights make the labelled candidate of each text more likely than the others and than none:
/// a softmax over the candidates of a text, adjusted by the same method as in ``Regression``. Each
/// adjustment leaves out half of the features (dropout), so that no feature depends on others.
struct PersonRegression {
  /// The size of the first adjustment of a weight.
  var rate = 0.13
  /// The number of passes over the texts.
  var passes = 8
  /// The number of trainings, each with another order of the texts. The weights are the means.
  var trainings = 5
  /// The minimum number of texts with a feature.
  var fewest = 2
  /// The factor of the weights after the training: the program adds up all features, not half of
  /// them.
  var scale = 0.8

  /// A text with its candidates, and the index of the labelled one; nil if it is nobody.
  struct Row: Sendable {
    let candidates: [PersonCandidates.Candidate]
    let wanted: Int?
  }

  /// Returns the weight of each place.
  func weights(for captures: [LabelledCapture]) -> [Double] {
    let captures = captures.flatMap(Self.readings) + Self.nobodies(captures)
    let rows = (captures + Self.renamed(captures) + Self.lowered(captures)).compactMap(Self.row)
    var counts = [Int](repeating: 0, count: PersonWeights.places)
    for row in rows {
      for place in Set(row.candidates.flatMap(\.features)) { counts[place] += 1 }
    }
    let usual = counts.map { $0 >= fewest }
    let trained = Parallel.map(Array(1...trainings)) { seed in
      descend(rows, usual, seed: UInt64(seed))
    }
    return usual.indices.map { place in
      trained.reduce(0) { $0 + $1[place] } / Double(trainings) * scale
    }
  }

  /// Processes all rows in each pass, in a different order each time. Returns the weights.
  ///
  /// - Parameter usual: Whether enough texts have the feature at each place.
  private func descend(_ rows: [Row], _ usual: [Bool], seed: UInt64) -> [Double] {
    var weights = [Double](repeating: 0, count: PersonWeights.places)
    var moved = [Double](repeating: 1e-4, count: PersonWeights.places)
    var random = SplitMix(seed: seed)
    var order = Array(rows.indices)
    for pass in 0..<passes {
      order.shuffle(using: &random)
      let rate = rate * (1 - Double(pass) / Double(passes))
      for index in order {
        let row = rows[index]
        let half = random.next()
        let isKept = { (feature: Int) in half >> UInt64(feature % 64) & 1 == 1 }
        let shares = PersonWeights.probabilities(of: row.candidates) { place in
          isKept(place) ? weights[place] : 0
        }
        for (place, candidate) in row.candidates.enumerated() {
          let error = shares[place] - (row.wanted == place ? 1 : 0)
          for feature in candidate.features where usual[feature] && isKept(feature) {
            moved[feature] += error * error
            weights[feature] -= rate * error / moved[feature].squareRoot()
          }
        }
      }
    }
    return weights
  }

  /// Returns a capture with one type for each type that may have its labelled person; the capture
  /// itself if it has one type or no labelled person.
  private static func readings(_ capture: LabelledCapture) -> [LabelledCapture] {
    guard capture.kinds.count > 1, !capture.person.isEmpty else { return [capture] }
    return capture.kinds.filter { [.action, .person].contains($0) }.map { kind in
      LabelledCapture(
        voice: capture.voice, kinds: [kind], text: capture.text, person: capture.person, due: "")
    }
  }

  /// Returns every tenth idea and fact as a capture about a person that names nobody. They teach
  /// what texts are like whose type is mistaken.
  private static func nobodies(_ captures: [LabelledCapture]) -> [LabelledCapture] {
    let others = captures.filter { $0.kind == .idea || $0.kind == .fact }
    return others.indices.filter { $0 % 10 == 0 }.map { index in
      LabelledCapture(
        voice: others[index].voice, kinds: [.person], text: others[index].text, person: "", due: "")
    }
  }

  /// Returns copies of every second capture with a one-word name, with a name in its place that is
  /// in no list. They teach which words around a name show that it is one.
  private static func renamed(_ captures: [LabelledCapture]) -> [LabelledCapture] {
    let named = captures.filter { !$0.person.isEmpty && [.action, .person].contains($0.kind) }
    return named.indices.filter { $0 % 2 == 1 }.compactMap { index in
      let capture = named[index]
      guard capture.person.first?.isUppercase == true, !capture.person.contains(/[ '’]/) else {
        return nil
      }
      let name = unlisted[index % unlisted.count]
      return LabelledCapture(
        voice: capture.voice, kinds: capture.kinds,
        text: capture.text.replacing(capture.person, with: name), person: name, due: "")
    }
  }

  /// Returns copies of every second capture in lower case. They teach to find names without their
  /// capital letters.
  private static func lowered(_ captures: [LabelledCapture]) -> [LabelledCapture] {
    captures.indices.filter { $0 % 2 == 0 }.compactMap { index in
      let capture = captures[index]
      guard capture.text != capture.text.lowercased() else { return nil }
      return LabelledCapture(
        voice: capture.voice, kinds: capture.kinds, text: capture.text.lowercased(),
        person: capture.person.lowercased(), due: "")
    }
  }

  /// Invented names.
  private static let unlisted = [
    "Vexley", "Orbano", "Tamsik", "Quillon", "Drevna", "Ishkara", "Mordel", "Zanith", "Fennoq",
    "Lubrec", "Ashwick", "Corvane", "Ebrulo", "Hallixa", "Jorvath", "Keswyn", "Nolbert", "Pelmira",
    "Rasquen", "Uldane", "Yarrowin", "Brontis", "Sivelle", "Wexmore",
  ]

  /// Returns the row for a capture; nil if its type has no person, or if the labelled person is not
  /// among the candidates.
  private static func row(_ capture: LabelledCapture) -> Row? {
    guard let kind = capture.kind, kind == .action || kind == .person else { return nil }
    let found = PersonCandidates(in: capture.text, of: kind)
    let candidates = found.all
    if capture.person.isEmpty { return Row(candidates: candidates, wanted: nil) }
    let names = candidates.map { PersonName($0.text) }
    let label = PersonName(capture.person)
    let longest = names.indices.filter { label.begins(with: names[$0]) }
      .max { names[$0].words.count < names[$1].words.count }
    return (names.firstIndex(of: label) ?? longest).map {
      Row(candidates: candidates, wanted: found.name(for: $0))
    }
  }

  /// Returns a capture whose label is spelled as the program does: `Walter` for `neighbour Walter`.
  private static func spelled(_ capture: LabelledCapture) -> LabelledCapture {
    guard let row = row(capture), let wanted = row.wanted else { return capture }
    var capture = capture
    capture.person = row.candidates[wanted].text
    return capture
  }

  /// The quality of persons in texts of voices that were left out of the training, and the
  /// mistakes.
  func report(_ captures: [LabelledCapture], groups: Int) -> String {
    let voices = Set(captures.map(\.voice)).sorted()
    let thresholds = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    var answers = thresholds.map { _ in [Measures.Answer]() }
    for group in 0..<groups {
      let held = Set(voices.indices.filter { $0 % groups == group }.map { voices[$0] })
      let weights = weights(for: captures.filter { !held.contains($0.voice) })
      for capture in captures where held.contains(capture.voice) {
        guard let kind = capture.kind, kind == .action || kind == .person else { continue }
        let candidates = PersonCandidates(in: capture.text, of: kind)
        let shares = PersonWeights.probabilities(of: candidates.all) { weights[$0] }
        for (place, threshold) in thresholds.enumerated() {
          let choice = candidates.choice(shares, threshold: threshold)
          answers[place].append(
            Measures.Answer(
              capture: Self.spelled(capture), kind: kind, confidence: 1,
              person: choice.map { candidates.all[$0].text }))
        }
      }
    }
    let rows = zip(thresholds, answers).map { threshold, answers in
      let persons = SpanMeasures(answers).persons
      return "| \(threshold) | \(persons.precision) | \(persons.recall) |"
    }
    let mistakes = SpanMeasures(answers[2]).mistakes.filter { $0.hasPrefix("person") }
    return (["| threshold | precision | recall |", "|--:|--:|--:|"] + rows + mistakes)
      .joined(separator: "\n")
  }
}

/// A person's name for comparison: without an article or a possessive before it, and without `'s`.
///
/// Labels of different people write `the Bramleys` or `Bramleys`, and `my sister` or `sister`.
struct PersonName: Equatable {
  let words: [Substring]

  init(_ name: String) {
    var words = name.lowercased().replacing("’", with: "'").split(separator: " ")
    if words.count > 1, ["the", "my", "our", "a", "an"].contains(words[0]) { words.removeFirst() }
    if let last = words.last, last.hasSuffix("'s") {
      words[words.count - 1] = last.dropLast(2)
    }
    self.words = words
  }

  func begins(with other: PersonName) -> Bool {
    words.starts(with: other.words) && !other.words.isEmpty
  }
}
