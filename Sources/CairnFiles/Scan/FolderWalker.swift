import CairnText
import SystemPackage

/// One thread's part of a walk. The thread lists one folder after another.
struct FolderWalker: ~Copyable {
  /// Everything found except the files, which are passed to the visitor.
  private(set) var found = Walk()

  let store: Store
  private let known: KnownFolder.Lookup
  /// The maximum number of threads that look at the notes of a large folder; nil for the default.
  private let threads: Int?
  private let estimatesStamps: Bool
  /// The queue of the walk; nil if the walk has not started its threads yet.
  private var queue: FolderQueue?
  private var listing = FolderListing()
  /// Whether the rules of ignore files apply to the current folder.
  private var hasRules = false
  /// Whether the current folder may contain an ignore file.
  private var mayHaveRules = false
  /// Whether a ``KnownFolder`` can describe everything found in the current folder so far.
  private var isPlain = true
  /// The device of the last folder whose times were checked, and whether the times of folders on
  /// this device show every change.
  private var lastDevice: (number: UInt64, keepsFolderTimes: Bool)?
  /// The reason why ``FolderMemory`` cannot remember the current folder; nil if it can.
  private var doubt: FolderMemory.Doubt?
  /// The last listed folder that has subfolders; nil before the first. The next folder to visit is
  /// usually one of its subfolders, which can be opened with one system call at any depth.
  private var last: Descriptor?
  private var lastFolder: ParentFolder?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: SystemCalls.listingSize, alignment: 8)

  init(
    store: Store, known: @escaping KnownFolder.Lookup, estimatesStamps: Bool, threads: Int?
  ) {
    self.store = store
    self.known = known
    self.threads = threads
    // Folders are remembered only with exact stamps.
    self.estimatesStamps = estimatesStamps && store.memory == nil
  }

  deinit { buffer.deallocate() }

  /// Takes folders from the queue and passes their listings to `visit`, until the walk is finished.
  /// If no folder is left, helps other threads.
  mutating func run(
    _ queue: FolderQueue, _ visit: (borrowing FolderListing) -> Void
  ) {
    self.queue = queue
    var next = queue.take()
    while let work = next {
      switch work {
      case .folder(let folder): next = queue.take(afterAdding: self.visit(folder, visit))
      case .notes(let notes):
        Self.help(notes, store, estimatesStamps: estimatesStamps)
        next = queue.take(afterHelpingWith: notes)
      }
    }
  }

  /// Visits the folders that the store's memory remembers: those in `folders`, and those below
  /// them. If only one folder is left, visits it even if it is not remembered. Returns the folders
  /// that were not visited.
  mutating func visitRemembered(
    _ folders: [PendingFolder], _ visit: (borrowing FolderListing) -> Void
  ) -> [PendingFolder] {
    var (next, unknown) = (folders, [PendingFolder]())
    while let folder = next.popLast() ?? (unknown.count == 1 ? unknown.popLast() : nil) {
      if next.isEmpty && unknown.isEmpty || store.memory?.remembered(folder.path) != nil {
        next += self.visit(folder, visit)
      } else {
        unknown.append(folder)
      }
    }
    return unknown
  }

  /// Visits one folder: passes its listing to `visit`, and returns its subfolders. A folder that
  /// the store's memory remembers is not listed again, unless many of its files have changed.
  mutating func visit(
    _ folder: PendingFolder, _ visit: (borrowing FolderListing) -> Void
  ) -> [PendingFolder] {
    guard let memory = store.memory else { return list(folder, visit) }
    if let known = unchanged(folder.path, memory) {
      found.add(known.found)
      visit(known.listing)
      return known.subfolders
    }
    var others = Walk()
    swap(&others, &found)
    doubt = nil
    let subfolders = list(folder, visit)
    if !listing.isComplete { doubt = .unreadable }
    if let doubt {
      memory.doubt(doubt)
    } else {
      memory.remember(RememberedFolder(listing, found, subfolders, hasRules: hasRules))
    }
    others.add(found)
    found = others
    return subfolders
  }

  private mutating func list(
    _ folder: PendingFolder, _ visit: (borrowing FolderListing) -> Void
  ) -> [PendingFolder] {
    let path = folder.path
    listing.reset(path)
    (mayHaveRules, hasRules, isPlain) = (false, false, true)
    do throws(Errno) {
      let descriptor = try open(folder)
      if let memory = store.memory {
        doubt = memory.watch(path, descriptor.raw)
        listing.number = memory.nextNumber()
      }
      let stamp = stamp(of: descriptor.raw)
      let isKnown = use(stamp.flatMap { known(path, $0) })
      let specials = isKnown ? [] : try list(descriptor.raw)
      if !path.isRoot { found.folders.append(path) }
      let rules = (folder.parent?.rules ?? IgnoreRules()).adding(ignoreFile(descriptor.raw))
      hasRules = !rules.isEmpty
      leaveOut(rules, specials)
      stampFiles(descriptor.raw)
      found.hidden += listing.hiddenFolders.map { path.appending(listed: $0) }
      if isPlain, listing.isComplete, !hasRules, specials.isEmpty,
        isKnown || !FileSystem.isEncrypted(descriptor.raw)
      {
        listing.stamp = stamp
      }
      visit(listing)
      if listing.subfolders.isEmpty { return [] }
      let parent = ParentFolder(path: path, rules: rules)
      last = consume descriptor
      lastFolder = parent
      return listing.subfolders.map {
        PendingFolder(path: path.appending(listed: $0), parent: parent)
      }
    } catch  where !path.isRoot && Self.saysGone(error) {
      doubt = .unreadable
      return []
    } catch {
      if !path.isRoot { found.folders.append(path) }
      report(.list, path, error)
      return []
    }
  }

  /// Returns whether `error` means that a folder was removed or replaced after its parent was
  /// listed.
  private static func saysGone(_ error: Errno) -> Bool {
    [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(error)
  }

  private mutating func report(
    _ operation: FileError.Operation, _ path: NotePath, _ error: Errno
  ) {
    found.problems.append(store.failure(operation, path, .init(error)))
    listing.isComplete = false
  }
}

// MARK: - Listing

extension FolderWalker {
  private func open(_ folder: PendingFolder) throws(Errno) -> Descriptor {
    switch last {
    case .some(let parent) where folder.parent === lastFolder:
      let (system, raw) = (store.system, parent.raw)
      return try withCString(folder.path.nameBytes) { (name) throws(Errno) in
        try system.openat(raw, name, SystemCalls.folderFlags)
      }
    default:
      return try store.openPlain(folder.path, SystemCalls.folderFlags)
    }
  }

  /// Returns the stamp of an open folder; nil if the stamp cannot be read, or if the folder's times
  /// do not show every change.
  private mutating func stamp(of folder: Int32) -> Stamp? {
    let stamp: Stamp
    do throws(Errno) {
      stamp = try store.system.fstat(folder).stamp
    } catch {
      report(.list, listing.path, error)
      return nil
    }
    if lastDevice?.number != stamp.device {
      lastDevice = (stamp.device, FileSystem.keepsFolderTimes(folder))
    }
    return lastDevice?.keepsFolderTimes == true ? stamp : nil
  }

  /// Copies the names of a known folder into `listing`. Returns false if `folder` is nil.
  private mutating func use(_ folder: KnownFolder?) -> Bool {
    guard let folder else { return false }
    listing.names = folder.names
    listing.subfolders = folder.subfolders
    listing.hiddenFolders = folder.hiddenFolders
    return true
  }

  /// Fills `listing` from a folder, and returns the folder's items that are neither files nor
  /// folders. Throws `ENOENT` if the folder has been removed; reports all other errors instead of
  /// throwing them.
  private mutating func list(_ folder: Int32) throws(Errno) -> [Scan.Special] {
    var specials: [Scan.Special] = []
    let (system, buffer) = (store.system, buffer)
    do throws(Errno) {
      try system.list(folder, through: buffer) { name, kind in
        if let special = note(name, kind, in: folder) { specials.append(special) }
      }
    } catch .noSuchFileOrDirectory {
      throw .noSuchFileOrDirectory
    } catch {
      report(.list, listing.path, error)
      mayHaveRules = true
    }
    return specials
  }

  /// Adds a file or folder to the list for its kind, and returns nil. Returns any other item, such
  /// as a link, without adding it to a list.
  private mutating func note(
    _ name: UnsafeBufferPointer<UInt8>, _ listed: FileKind?, in folder: Int32
  ) -> Scan.Special? {
    if FileName.isHidden(name) {
      noteHidden(name, listed)
      return nil
    }
    switch listed ?? status(name, in: folder)?.kind {
    case .file where store.isNote(name): listing.names.append(name)
    case .file: listing.attachments.append(name)
    case .folder: listing.subfolders.append(name)
    case .none: isPlain = false
    case .some(let kind):
      return Scan.Special(path: listing.path.appending(listed: name), kind: kind)
    }
    return nil
  }

  private mutating func noteHidden(_ name: UnsafeBufferPointer<UInt8>, _ kind: FileKind?) {
    if kind == .folder { listing.hiddenFolders.append(name) }
    if name.elementsEqual(IgnoreFile.name.utf8) { (mayHaveRules, isPlain) = (true, false) }
    if TemporaryName.isOne(name) {
      found.leftovers.append(listing.path.appending(listed: name))
      isPlain = false
    }
  }

  /// Returns the status of a NUL-terminated name, or nil if the file is gone or cannot be examined.
  private mutating func status(
    _ name: UnsafeBufferPointer<UInt8>, in folder: Int32
  ) -> FileStatus? {
    guard let start = name.baseAddress else { return nil }
    do throws(Errno) {
      return try store.system.fstatat(
        folder, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      report(.read, listing.path.appending(listed: name), error)
      return nil
    }
  }
}

// MARK: - Rules

extension FolderWalker {
  /// Reads the ignore file of the folder itself. Returns nil if the folder has no ignore file, or
  /// if the ignore file cannot be read.
  private mutating func ignoreFile(_ folder: Int32) -> IgnoreFile? {
    guard mayHaveRules else { return nil }
    let path = listing.path.appending(listed: IgnoreFile.name.utf8)
    let file: Descriptor
    do throws(Errno) {
      file = try store.system.openat(folder, IgnoreFile.name, SystemCalls.readFlags)
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      report(.read, path, error)
      return nil
    }
    do throws(FileError) {
      return IgnoreFile(
        try store.readAll(file.raw, path, upTo: Store.largestText).0.bytes, in: listing.path)
    } catch {
      found.problems.append(error)
      listing.isComplete = false
      return nil
    }
  }

  /// Removes ignored names from `listing`. Adds to `found` every ignored item that has the name of
  /// a note, and every special file that is not ignored.
  private mutating func leaveOut(_ rules: IgnoreRules, _ specials: [Scan.Special]) {
    guard !rules.isEmpty else {
      found.specials += specials
      return
    }
    var path = listing.path.components + [[]]
    func isIgnored(_ name: ArraySlice<UInt8>, isFolder: Bool = false) -> Bool {
      path[path.count - 1] = name
      return rules.match(path[...], isFolder: isFolder) != nil
    }
    listing.names.removeAll { name in
      guard isIgnored(name) else { return false }
      found.ignored.append(listing.path.appending(listed: name))
      return true
    }
    listing.attachments.removeAll { isIgnored($0) }
    listing.subfolders.removeAll { name in
      guard isIgnored(name, isFolder: true) else { return false }
      if store.isNote(name) { found.ignoredOthers.append(listing.path.appending(listed: name)) }
      return true
    }
    for special in specials {
      if !isIgnored(special.path.nameBytes) {
        found.specials.append(special)
      } else if store.isNote(special.path.nameBytes) {
        found.ignoredOthers.append(special.path)
      }
    }
  }
}

// MARK: - Stamps

extension FolderWalker {
  /// If a folder contains at least this number of notes, threads of the walk that have nothing else
  /// to do help to look at them.
  private static let manyNotes = 512
  /// If a folder contains at least this number of notes, and the walk has not started its threads
  /// yet, several threads are started to look at them. With fewer notes, starting threads costs
  /// more time than it saves.
  private static let notesForThreads = 4096

  /// If stamps are estimated, one stamp is read for this number of files.
  private static let filesPerStamp = 16

  /// Reads the stamp of each note. Removes from `listing` the notes that are no longer regular
  /// files or cannot be examined. If stamps are estimated, reads only some stamps, and uses each of
  /// them for the next files too.
  private mutating func stampFiles(_ folder: Int32) {
    let names = listing.names
    var part = SharedNotes.Part()
    swap(&part.stamps, &listing.stamps)
    part.stamps.reserveCapacity(names.count)
    if names.count < (queue == nil ? Self.notesForThreads : Self.manyNotes) {
      stamp(names, names.indices, in: folder, &part)
    } else {
      stampTogether(names, in: folder, &part)
    }
    listing.stamps = part.stamps
    if !part.gone.isEmpty { listing.names.removeAll(at: part.gone) }
  }

  /// Adds the stamps of the notes with these indices to `part`.
  private mutating func stamp(
    _ names: NameList, _ indices: Range<Int>, in folder: Int32, _ part: inout SharedNotes.Part
  ) {
    names.bytes.withUnsafeBufferPointer { bytes in
      for index in indices {
        if estimatesStamps, index % Self.filesPerStamp != 0, let last = part.stamps.last {
          part.stamps.append(last)
          continue
        }
        let name = UnsafeBufferPointer(rebasing: bytes[names.range(at: index)])
        if let status = status(name, in: folder), status.kind == .file {
          part.stamps.append(status.stamp)
          if status.links > 1 { doubt = .hardLinks }
        } else {
          part.gone.insert(index)
        }
      }
    }
  }

  /// Adds the stamps of all notes to `part`, which is empty. Other threads help.
  private mutating func stampTogether(
    _ names: NameList, in folder: Int32, _ part: inout SharedNotes.Part
  ) {
    let notes = SharedNotes(names, in: folder, listing.path)
    if let queue {
      queue.share(notes)
      while let range = notes.takeFirst() { stamp(names, range, in: folder, &part) }
      queue.endSharing(notes)
    } else {
      let (store, estimatesStamps) = (store, estimatesStamps)
      store.inParallel(threads) { Self.help(notes, store, estimatesStamps: estimatesStamps) }
    }
    let others = notes.finish()
    for other in others.parts {
      part.stamps += other.stamps
      part.gone.formUnion(other.gone)
    }
    if !others.found.problems.isEmpty { listing.isComplete = false }
    found.add(others.found)
    doubt = others.doubt ?? doubt
  }

  /// Looks at shared notes until none are left.
  private static func help(_ notes: SharedNotes, _ store: Store, estimatesStamps: Bool) {
    guard notes.beginHelping() else { return }
    var walker = FolderWalker(
      store: store, known: { _, _ in nil }, estimatesStamps: estimatesStamps, threads: 1)
    walker.listing.reset(notes.path)
    var parts: [SharedNotes.Part] = []
    while let range = notes.takeLast() {
      var part = SharedNotes.Part(start: range.lowerBound)
      part.stamps.reserveCapacity(range.count)
      walker.stamp(notes.names, range, in: notes.folder, &part)
      parts.append(part)
    }
    notes.endHelping(parts, walker.found, walker.doubt)
  }
}
