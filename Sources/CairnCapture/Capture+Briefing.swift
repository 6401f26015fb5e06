import CairnText

extension Capture {
  /// The type of the captures that `cairn brief` writes.
  public static let briefingType = "briefing"

  /// Whether the capture is a briefing, that is, text generated from the captures that it mentions.
  public var isBriefing: Bool { hasType(Self.briefingType) }
}
