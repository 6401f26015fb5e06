import CairnFiles
public import CairnIndex
import CairnText

extension Notebook {
  /// Returns a catalog of the index as it was last saved, together with the unsaved texts. Returns
  /// nil if there is no resident index, if the resident index has already looked at the files, or
  /// if the notebook has an audience.
  ///
  /// The files may have changed since. Show a capture of this catalog only if
  /// ``Catalog/isUnchanged(_:)`` returns true, and do not conclude from this catalog that something
  /// does not exist.
  ///
  /// - Parameter count: The minimum number of files in the index. With fewer files, the result is
  ///   nil: checking them all takes so little time that a user does not notice it.
  public func savedCatalog(ofAtLeast count: Int) -> Catalog? {
    guard audience == nil, let resident, resident.belongs(to: self) else { return nil }
    return resident.savedResult(of: self, ofAtLeast: count).map { Catalog(self, $0) }
  }
}

extension Catalog {
  /// Returns whether a capture of the notebook's saved catalog still exists with the content that
  /// the index describes. Costs a few system calls.
  public func isUnchanged(_ entry: Snapshot.Entry) -> Bool {
    guard case .document(let layer, let document) = entry else { return true }
    let segment = snapshot.layers[layer].segment
    let path = segment.path(document)
    guard let stamp = notebook.store.ownStamp(path),
      FileIdentity(stamp) == segment.identity(document)
    else { return false }
    return notebook.store.includes(path)
  }
}
