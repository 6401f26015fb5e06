public import CairnCapture
import CairnDocument
import CairnNotebook
import CairnText

extension Workspace {
  /// Returns the hash of a capture's file, with which a later write can require that the file has
  /// not changed.
  public func hash(of capture: Capture) -> String { Checksum.digits(of: capture.document.bytes) }

  /// Requires that the file of a capture has a hash when it is written.
  ///
  /// Throws a ``Refusal`` `stale_precondition` if it has another one now.
  public func require(_ hash: String, of capture: Capture) throws(Refusal) {
    notebook.requiredHashes[capture.path] = hash
    guard hash != self.hash(of: capture) else { return }
    throw Refusal(
      "stale_precondition",
      "`\(capture.path)` changed since it was read, so nothing was written; read it again", .failed)
  }
}
