public import CairnCapture
public import CairnDocument
public import CairnText

/// The fields that name a capture in links.
public enum LinkField {
  private static let names: Set = ["id", "title", "alias", "aliases"]

  /// Returns whether the values of this field are names for links: true for `id`, `title`, `alias`
  /// and `aliases`, in upper or lower case.
  public static func isName(_ field: String) -> Bool { names.contains(field.folded) }
}

/// Methods that change fields or texts, and update the links that use a changed name. The files
/// keep their names; ``Notebook/rename(_:title:fileName:_:in:)`` also renames the file.
extension Notebook {
  /// Changes fields of captures, and updates every link that uses a changed name.
  ///
  /// A capture whose fields cannot be changed is reported, and the others are changed. If a file
  /// cannot be written, nothing is changed. Costs the same as ``move(_:to:creating:_:in:)``.
  ///
  /// - Parameters:
  ///   - changes: The changes of each capture, keyed by path.
  ///   - catalog: The current catalog, with attachments.
  /// - Throws: `FileError` if the notebook cannot be locked or a file cannot be written.
  public func change(
    _ captures: [Capture], by changes: [NotePath: [FieldChange]], _ mode: Mode = .write,
    in catalog: Catalog
  ) throws -> ChangeReport {
    var plan = Rearrangement { capture throws(Diagnostic) in
      try applying(changes[capture.path] ?? [], to: capture)
    }
    var schemas = SchemaReader(notebook: self)
    for capture in captures {
      do throws(Diagnostic) {
        try schemas.check(capture.with(try plan.edit(capture)), changedFrom: capture)
        plan.edited.append(capture.path)
      } catch {
        plan.refused.append(error.at(capture.path))
      }
    }
    return try carryOut(plan, mode, in: catalog)
  }

  /// Returns whether replacing a capture's document with `document` would change a name by which
  /// links find the capture.
  public func renames(_ capture: Capture, by document: Document) -> Bool {
    LinkNames(capture).inOrder != LinkNames(capture.with(document)).inOrder
  }

  /// Replaces the document of a capture, and updates every link that uses a changed name.
  ///
  /// - Parameter catalog: The current catalog, with attachments.
  /// - Throws: A `Diagnostic` with the code ``staleCode`` if the file has changed since the
  ///   capture was read, or with another code if the new document breaks a rule of its collection
  ///   or type; `FileError` if the notebook cannot be locked or a file cannot be written. In each
  ///   case nothing is changed.
  public func replace(
    _ capture: Capture, by document: Document, in catalog: Catalog
  ) throws -> ChangeReport {
    var schemas = SchemaReader(notebook: self)
    try schemas.check(capture.with(document), changedFrom: capture)
    var plan = Rearrangement { _ in document }
    plan.edited = [capture.path]
    plan.heading = HeadingChange(of: capture, in: capture.with(document))
    var notebook = self
    notebook.requiredHashes[capture.path] = Checksum.digits(of: capture.document.bytes)
    return try notebook.carryOut(plan, .write, in: catalog)
  }
}
