import CairnInsight

/// How often words are in the training, as it is compiled in.
struct WordsSource {
  let prior: WordPrior

  init(_ prior: WordPrior) {
    self.prior = prior
  }

  /// The Swift source.
  var text: String {
    """
    // Generated from Training/captures by `make train`. Do not edit.
    // swift-format-ignore-file

    /// How often words are in the lines of `Training/captures`; ``WordPrior`` says how it is read.
    enum TrainedWords {
      /// One character for each count: four in a row for a bucket.
      static let text: StaticString = #\"""
    \(String(decoding: prior.characters, as: UTF8.self))
    \"""#
    }

    """
  }
}
