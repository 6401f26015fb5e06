import CairnCapture

extension Workspace {
  /// The query for captures that were saved without a type because it was not certain. One that got a
  /// type in an editor is not among them.
  public static let unclassifiedQuery =
    "\(MachineMark.key(for: "type")):=\(MachineMark.unsure) is:untyped"
}
