import CairnText
import SystemPackage

extension FolderWalker {
  /// Returns a remembered folder as it is now, after looking only at the files that may have
  /// changed; nil if the folder must be listed.
  func unchanged(_ path: NotePath, _ memory: FolderMemory) -> RememberedFolder? {
    guard let known = memory.remembered(path) else { return nil }
    if known.changed.isEmpty { return known.folder }
    guard let folder = updated(known, memory) else { return nil }
    memory.remember(folder)
    return folder
  }

  private func updated(_ known: FolderMemory.Known, _ memory: FolderMemory) -> RememberedFolder? {
    let old = known.folder
    var listing = old.listing
    guard let folder = try? store.openPlain(listing.path, SystemCalls.folderFlags) else {
      return nil
    }
    var gone: Set<Int> = []
    for name in known.changed {
      let status: FileStatus?
      do throws(Errno) {
        status = try self.status(name, folder.raw)
      } catch {
        return nil
      }
      let place = listing.names.firstIndex { $0.elementsEqual(name) }
      switch (status, place) {
      case (.some(let file), let place?) where file.kind == .file && file.links == 1:
        listing.stamps[place] = file.stamp
      case (nil, let place?): gone.insert(place)
      // A file that an editor has created and removed again.
      case (nil, nil) where !old.mentions(name): break
      case (.some(let file), nil)
      where file.kind == .file && file.links == 1 && !old.hasRules && !old.mentions(name):
        guard name.withUnsafeBufferPointer({ add($0, file.stamp, to: &listing) }) else {
          return nil
        }
      default: return nil
      }
    }
    if !gone.isEmpty {
      listing.names.removeAll(at: gone)
      listing.stamps = listing.stamps.indices.filter { !gone.contains($0) }
        .map { listing.stamps[$0] }
    }
    listing.number = memory.nextNumber()
    return RememberedFolder(listing, old.found, old.subfolders, hasRules: old.hasRules)
  }

  /// Returns the status of a file; nil if there is none. Throws an errno if the file cannot be
  /// examined.
  private func status(_ name: [UInt8], _ folder: Int32) throws(Errno) -> FileStatus? {
    let system = store.system
    do throws(Errno) {
      return try withCString(name[...]) { (name) throws(Errno) in try system.fstatat(folder, name) }
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }

  /// Adds a new file to a listing. Returns false if the file is a leftover of an interrupted
  /// operation, so that the folder must be listed.
  private func add(
    _ name: UnsafeBufferPointer<UInt8>, _ stamp: Stamp, to listing: inout FolderListing
  ) -> Bool {
    if FileName.isHidden(name) { return !TemporaryName.isOne(name) }
    if store.isNote(name) {
      listing.names.append(name)
      listing.stamps.append(stamp)
    } else {
      listing.attachments.append(name)
    }
    return true
  }
}

extension RememberedFolder {
  /// Returns whether the walk found an item with this name that is not a note.
  fileprivate func mentions(_ name: [UInt8]) -> Bool {
    if listing.attachments.contains(where: { $0.elementsEqual(name) }) { return true }
    let path = listing.path.appending(listed: name)
    return [found.leftovers, found.ignored, found.ignoredOthers, found.specials.map(\.path)]
      .contains { $0.contains(path) }
  }
}
