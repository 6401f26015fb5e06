import CairnIndex

/// The documents that an index finds for a condition: those that match, and those that may match.
///
/// No other document matches. To complete the answer, only the files of the documents that may
/// match need to be read.
struct Answer {
  /// The documents that match.
  var yes: DocumentSet
  /// The documents that may match; disjoint from ``yes``.
  var maybe: DocumentSet

  init(yes: DocumentSet, maybe: DocumentSet? = nil) {
    self.yes = yes
    self.maybe = maybe.map { $0 - yes } ?? DocumentSet(capacity: yes.capacity)
  }

  /// Returns the answer in which the given documents may match and no other document matches.
  static func maybe(_ documents: DocumentSet) -> Answer {
    Answer(yes: DocumentSet(capacity: documents.capacity), maybe: documents)
  }

  static func all(_ capacity: Int) -> Answer {
    Answer(yes: DocumentSet(capacity: capacity, isFull: true))
  }

  static func none(_ capacity: Int) -> Answer { Answer(yes: DocumentSet(capacity: capacity)) }

  /// The documents that match or may match.
  var possible: DocumentSet { yes | maybe }

  static func & (left: Answer, right: Answer) -> Answer {
    Answer(yes: left.yes & right.yes, maybe: left.possible & right.possible)
  }

  static func | (left: Answer, right: Answer) -> Answer {
    Answer(yes: left.yes | right.yes, maybe: left.maybe | right.maybe)
  }

  static prefix func ! (answer: Answer) -> Answer {
    Answer(yes: ~answer.possible, maybe: answer.maybe)
  }

  /// Returns an answer that agrees with `other` for `documents`, and with this answer for all other
  /// documents.
  func replaced(in documents: DocumentSet, by other: Answer) -> Answer {
    Answer(
      yes: (yes - documents) | (other.yes & documents),
      maybe: (maybe - documents) | (other.maybe & documents))
  }
}
