import CairnIndex

/// What an index says of a condition: which documents fulfil it, and of which it cannot tell.
///
/// The others do not. Whoever wants to know reads the files of the doubtful ones.
struct Answer {
  /// What fulfils the condition.
  var yes: DocumentSet
  /// What may fulfil it; nothing that is in ``yes``.
  var maybe: DocumentSet

  init(yes: DocumentSet, maybe: DocumentSet? = nil) {
    self.yes = yes
    self.maybe = maybe.map { $0 - yes } ?? DocumentSet(capacity: yes.capacity)
  }

  /// Nothing is known but that no other document than these fulfils the condition.
  static func maybe(_ documents: DocumentSet) -> Answer {
    Answer(yes: DocumentSet(capacity: documents.capacity), maybe: documents)
  }

  static func all(_ capacity: Int) -> Answer {
    Answer(yes: DocumentSet(capacity: capacity, isFull: true))
  }

  static func none(_ capacity: Int) -> Answer { Answer(yes: DocumentSet(capacity: capacity)) }

  /// What fulfils the condition or may.
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

  /// This answer, but that of `other` for `documents`.
  func replaced(in documents: DocumentSet, by other: Answer) -> Answer {
    Answer(
      yes: (yes - documents) | (other.yes & documents),
      maybe: (maybe - documents) | (other.maybe & documents))
  }
}
