import CairnText

extension Capture {
  /// The type of what `cairn brief` writes.
  public static let briefingType = "briefing"

  /// Whether a machine wrote it of other captures, so that it is like all that it names.
  public var isBriefing: Bool { type?.folded == Self.briefingType }
}
