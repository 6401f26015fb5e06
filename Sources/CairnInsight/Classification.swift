/// The result of running ``Classifier`` on the text of a capture.
public struct Classification: Hashable, Sendable {
  /// A possible type of the capture.
  public struct Candidate: Hashable, Sendable {
    /// The type.
    public let kind: CaptureKind
    /// The probability of the type, from 0 to 1, assuming that the text has a clear type. The
    /// shares of all candidates add up to 1.
    public let share: Double

    /// Creates a candidate from its type and its probability.
    public init(kind: CaptureKind, share: Double) {
      self.kind = kind
      self.share = share
    }
  }

  /// The possible types, the most likely first; equally likely types are in the order of
  /// ``CaptureKind``. Empty if the language of the text is not understood.
  public let candidates: [Candidate]
  /// The probability, from 0 to 1, that the text has the type of the first candidate. With a
  /// confidence of 0.8, the type is right about four times in five. The confidence is near 0 for
  /// text without a clear type, such as `Sarah`.
  public let confidence: Double
  /// The person that the text is about or that the action is for, as written; nil if none is found.
  public let person: String?
  /// The time at which an action is due, or a future day in a capture of another type, as written;
  /// nil if none is found. If the time of day is apart from the day, its words follow those of the
  /// day: `Tomorrow at 9` for `Tomorrow call Jo at 9`.
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

  /// Returns whether the user should confirm the type. Returns false if the language is not
  /// understood, because otherwise Cairn would ask about every capture in that language.
  ///
  /// - Parameter threshold: The lowest confidence, from 0 to 1, at which the type needs no
  ///   confirmation.
  public func needsClarification(below threshold: Double = Classifier.threshold) -> Bool {
    !candidates.isEmpty && confidence < threshold
  }

  /// Returns whether there is a type and its confidence is at least `threshold`.
  public func isSure(from threshold: Double) -> Bool {
    kind != nil && !needsClarification(below: threshold)
  }

  /// The confidence with two decimals, such as `0.97`, rounded down and never above `0.99`.
  public var shownConfidence: String {
    let hundredths = min(Int(confidence * 100), 99)
    return "0." + (hundredths < 10 ? "0" : "") + "\(hundredths)"
  }
}
