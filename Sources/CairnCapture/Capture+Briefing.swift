import CairnText

extension Capture {
  /// The type of the captures that `cairn brief` writes.
  public static let briefingType = "briefing"

  /// Whether the capture was generated from others, so that it resembles everything it mentions.
  public var isBriefing: Bool { type?.folded == Self.briefingType }
}
