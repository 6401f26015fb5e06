public import CairnCapture
import CairnNotebook
import CairnText

extension Workspace {
  /// Requires that a capture's file still has the given hash (`Capture.version`) when the capture is
  /// written.
  ///
  /// Throws a ``Refusal`` with the code `Notebook.staleCode` if the hash has already changed.
  public func require(_ hash: String, of capture: Capture) throws(Refusal) {
    notebook.requiredHashes[capture.path] = hash
    guard hash != capture.version else { return }
    throw Refusal(
      Notebook.staleCode,
      "`\(capture.path)` changed since it was read, so nothing was written; read it again", .failed)
  }
}
