/// What ``Classifier`` found in the text of a capture.
public struct Classification: Hashable, Sendable {
  /// A type that the capture may have.
  public struct Candidate: Hashable, Sendable {
    /// The type.
    public let kind: CaptureKind
    /// How likely it is, if the text says what it is: from 0 to 1, for all types together 1.
    public let share: Double

    /// A type with how likely it is.
    public init(kind: CaptureKind, share: Double) {
      self.kind = kind
      self.share = share
    }
  }

  /// The types, the likeliest first; those equally likely in the order of ``CaptureKind``. Empty where
  /// the text is not in a language that is understood.
  public let candidates: [Candidate]
  /// How likely the first of them is, from 0 to 1: of the captures that this is 0.8 for, about four in
  /// five are of it. Near 0 for a text that does not say what it is, as `Sarah` does not.
  public let confidence: Double
  /// The person that it is about or that the action is for, as written; nil where there is none.
  public let person: String?
  /// When it is due, or the day to come that it speaks of, as written; nil where there is none.
  public let due: String?

  /// What somebody found in a text.
  public init(
    candidates: [Candidate], confidence: Double, person: String?, due: String?
  ) {
    self.candidates = candidates
    self.confidence = confidence
    self.person = person
    self.due = due
  }

  /// The likeliest type; nil where the language is not understood.
  public var kind: CaptureKind? { candidates.first?.kind }

  /// Whether a person should be asked before the type is believed. Not where the language is not
  /// understood, since the question would come for every capture.
  ///
  /// - Parameter threshold: The confidence from which the type is believed, from 0 to 1.
  public func needsClarification(below threshold: Double = Classifier.threshold) -> Bool {
    !candidates.isEmpty && confidence < threshold
  }

  /// Whether the type is believed: there is one, and nobody needs to be asked.
  public func isSure(from threshold: Double) -> Bool {
    kind != nil && !needsClarification(below: threshold)
  }

  /// The confidence with two digits, rounded down, since nothing is certain: `0.97`.
  public var shownConfidence: String {
    let hundredths = min(Int(confidence * 100), 99)
    return "0." + (hundredths < 10 ? "0" : "") + "\(hundredths)"
  }
}
