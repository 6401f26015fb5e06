public import CairnCapture
import CairnDocument
import CairnNotebook
import CairnText

extension Workspace {
  /// Returns the hash of a capture's file. A later write can require that the file still has this
  /// hash.
  public func hash(of capture: Capture) -> String { Checksum.digits(of: capture.document.bytes) }

  /// Requires that a capture's file still has the given hash when the capture is written.
  ///
  /// Throws a ``Refusal`` with the code `stale_precondition` if the hash has already changed.
  public func require(_ hash: String, of capture: Capture) throws(Refusal) {
    notebook.requiredHashes[capture.path] = hash
    guard hash != self.hash(of: capture) else { return }
    throw Refusal(
      "stale_precondition",
      "`\(capture.path)` changed since it was read, so nothing was written; read it again", .failed)
  }
}
