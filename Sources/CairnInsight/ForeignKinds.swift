import CWeights

/// A classifier that determines the likelihood of each type for text in languages other than
/// English, from its words and parts of words.
///
/// The model is a logistic regression with weights of its own, trained on lines in twelve
/// languages. The features are frequent words, and endings such as those of infinitives. The hash
/// of a feature is its place in the table of weights; several features may share a place.
package enum ForeignKinds {
  /// The number of places; a power of two.
  package static let places = 1 << 14
  /// The number of types.
  package static let outcomes = CaptureKind.allCases.count
  /// The combined strength of all features of a text.
  private static let norm = 3.0

  /// The features of a text: the places of their weights in the table, sorted, and one strength for
  /// all features.
  package struct Features {
    package let places: [Int]
    package let strength: Double

    /// Finds the features of the first 40 words of a text.
    package init(of text: String) {
      self.init(Tokens.read(text, Lexicon.shared))
    }

    init(_ tokens: [Token]) {
      var found: Set<Int> = []
      func add(_ group: UInt64, _ hash: UInt64) {
        let feature = FeatureHash.joined(group, hash)
        found.insert(Int((feature ^ feature >> 32) & UInt64(ForeignKinds.places - 1)))
      }
      let words = tokens.prefix(40)
      var last = FeatureHash.of("^")
      for token in words {
        let hash = token.kind == .number ? FeatureHash.of("#") : token.hash
        add(1, hash)
        add(2, FeatureHash.joined(last, hash))
        last = hash
        guard token.kind == .word else { continue }
        let letters = [0x3C] + token.word.unicodeScalars.map(\.value) + [0x3E]
        for length in token.isOtherScript ? 1...3 : 3...5 where letters.count >= length {
          for start in 0...(letters.count - length) {
            add(
              UInt64(2 + length),
              letters[start..<start + length].reduce(7) { FeatureHash.joined($0, UInt64($1)) })
          }
        }
      }
      add(8, FeatureHash.joined(last, FeatureHash.of("$")))
      for (end, group) in [(words.first, UInt64(9)), (words.last, 10)] {
        guard let end else { continue }
        for length in 1...4 {
          add(group, FeatureHash.of(String(end.word.suffix(length))))
        }
        add(group + 2, end.isCapitalised ? 1 : 0)
      }
      add(13, UInt64(min(words.count, 8)))
      places = found.sorted()
      strength = ForeignKinds.norm / Double(max(places.count, 1)).squareRoot()
    }
  }

  /// The alphabets of the training lines, apart from the Latin one, as ranges of code points:
  /// Cyrillic, Korean, Japanese and Chinese.
  private static let scripts: [ClosedRange<UInt32>] = [
    0x400...0x52F, 0x1100...0x11FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7FF,
  ]

  /// Returns whether most words outside the Latin alphabet are in an alphabet of the training lines.
  private static func isKnownScript(_ tokens: [Token]) -> Bool {
    let others = tokens.lazy.filter(\.isOtherScript).compactMap(\.word.unicodeScalars.first)
    let known = others.filter { scalar in scripts.contains { $0.contains(scalar.value) } }
    return known.count * 2 >= others.count
  }

  /// Returns the likelihood of each type, in the order of ``CaptureKind``. The likelihoods are equal
  /// if the text is in an alphabet that the training lines do not contain, or if the stored weights
  /// do not have the expected size.
  static func likelihoods(of tokens: [Token]) -> [Double] {
    guard cairn_foreign_count() == places * outcomes, isKnownScript(tokens) else {
      return CaptureKind.allCases.map { _ in 1 / Double(outcomes) }
    }
    return likelihoods(of: Features(tokens)) {
      Double(Int8(bitPattern: cairn_foreign()[$0])) * PersonWeights.unit
    }
  }

  /// Returns the likelihood of each type, in the order of ``CaptureKind``.
  ///
  /// - Parameter weight: A callback that returns the weight at an index. Each place has one weight
  ///   for each type; the weight of a type has the index `place * outcomes` plus the index of the
  ///   type in ``CaptureKind``.
  package static func likelihoods(
    of features: Features, _ weight: (Int) -> Double
  ) -> [Double] {
    var scores = [Double](repeating: 0, count: outcomes)
    for place in features.places {
      for outcome in scores.indices {
        scores[outcome] += features.strength * weight(place * outcomes + outcome)
      }
    }
    return Softmax.of(scores)
  }
}
