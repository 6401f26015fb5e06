/// The result of running ``Classifier`` on the text of a capture.
public struct Classification: Hashable, Sendable {
  /// A possible type of the capture.
  public struct Candidate: Hashable, Sendable {
    /// The type.
    public let kind: CaptureKind
    /// The probability of the type, given that the text has a clear type. All shares add up to 1.
    public let share: Double

    /// Creates a candidate.
    public init(kind: CaptureKind, share: Double) {
      self.kind = kind
      self.share = share
    }
  }

  /// The possible types, most likely first. Ties are in the order of ``CaptureKind``. Empty if the
  /// language is not understood.
  public let candidates: [Candidate]
  /// The probability of the first candidate, from 0 to 1: a confidence of 0.8 is right about four
  /// times in five. Near 0 for a text without a clear type, such as `Sarah`.
  public let confidence: Double
  /// The person that the text is about or that the action is for, as written. Nil if none is found.
  public let person: String?
  /// The due time of an action, or a future day in another capture, as written; nil if none.
  public let due: String?

  /// Creates a classification from its parts.
  public init(
    candidates: [Candidate], confidence: Double, person: String?, due: String?
  ) {
    self.candidates = candidates
    self.confidence = confidence
    self.person = person
    self.due = due
  }

  /// The most likely type, or nil if the language is not understood.
  public var kind: CaptureKind? { candidates.first?.kind }

  /// Returns whether a person should confirm the type. False if the language is not understood,
  /// because the question would come up for every capture.
  ///
  /// - Parameter threshold: The confidence from which the type is accepted, from 0 to 1.
  public func needsClarification(below threshold: Double = Classifier.threshold) -> Bool {
    !candidates.isEmpty && confidence < threshold
  }

  /// Returns whether there is a type and its confidence is at least `threshold`.
  public func isSure(from threshold: Double) -> Bool {
    kind != nil && !needsClarification(below: threshold)
  }

  /// The confidence with two decimals, rounded down and below 1, as nothing is certain: `0.97`.
  public var shownConfidence: String {
    let hundredths = min(Int(confidence * 100), 99)
    return "0." + (hundredths < 10 ? "0" : "") + "\(hundredths)"
  }
}
