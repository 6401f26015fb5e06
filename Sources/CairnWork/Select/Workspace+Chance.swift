public import CairnCapture
public import CairnNotebook

extension Workspace {
  /// Returns a random capture among those that a request selects; nil if there are none. Each of
  /// them is equally likely.
  ///
  /// Throws a `Diagnostic` or a ``Refusal`` if a word is not understood.
  public func randomCapture(
    among request: SelectRequest
  ) throws -> (capture: Capture, catalog: Catalog)? {
    let selection = try select(request)
    guard let entry = selection.entries.randomElement(using: &ids),
      let capture = selection.catalog.capture(entry)
    else { return nil }
    return (capture, selection.catalog)
  }
}
