package import CairnText
import Synchronization
package import SystemPackage

/// The remembered listings of watched folders. With such a memory, ``Store/walk(threads:_:)`` lists
/// only folders that are not remembered. In a remembered folder, it looks only at the files that
/// have changed.
///
/// A folder is watched before it is listed, so that no change in between is missed. A folder is not
/// remembered if changes in it can go unnoticed: its file system may not report changes, the user
/// may have no free watch, the folder could not be listed completely, or one of its files has
/// several hard links.
///
/// Thread-safe, but ``update()`` must not run during a walk.
package final class FolderMemory: Sendable {
  private let events: FolderEvents
  private let state = Mutex(State())
  private let listings = Atomic(0)

  /// Opens the kernel's queue of changes for the folders below `root`.
  ///
  /// Throws ``FileError`` if the user has too many queues.
  package init(root: FilePath, _ limits: WatchLimits = WatchLimits()) throws(FileError) {
    do throws(Errno) {
      events = try FolderEvents(limits)
    } catch {
      throw FileError(.open, root, error)
    }
  }

  fileprivate struct State {
    var folders: [NotePath: Known] = [:]
    /// The paths of each watched folder. A folder that is mounted at several places has several
    /// paths.
    var paths: [FolderEvents.Watch: [NotePath]] = [:]
    var watches: [NotePath: FolderEvents.Watch] = [:]
    /// The reasons why some folders of the last walk are not remembered; empty if all are.
    var doubts: Set<Doubt> = []
    /// The number of calls that are adding a watch.
    var starting = 0
    /// The watches that are no longer needed and are to be ended.
    var ended: [FolderEvents.Watch] = []
  }

  /// A listed folder, and the names of the files in it that may have changed since it was listed.
  struct Known {
    let folder: RememberedFolder
    var changed: Set<[UInt8]> = []
  }

  /// If more than this number of files in a folder have changed, the folder is listed again.
  private static let mostChanged = 64

  /// A reason not to remember a folder.
  package enum Doubt: String, Hashable, Sendable, CaseIterable {
    /// The kernel has no watch left for the user.
    case noWatches
    /// The file system, for example a network share, can change without a report from the kernel.
    case fileSystem
    /// The folder could not be listed completely.
    case unreadable
    /// A file has several hard links, and may change through a link in another folder.
    case hardLinks
  }
}

/// The contents of a folder at the time when a walk last listed the folder.
final class RememberedFolder: Sendable {
  let listing: FolderListing
  /// Everything that the walk found in the folder and that is not in the listing, such as special
  /// files and problems.
  let found: Walk
  let subfolders: [PendingFolder]
  /// Whether the rules of ignore files apply to the folder.
  let hasRules: Bool

  init(
    _ listing: FolderListing, _ found: Walk, _ subfolders: [PendingFolder], hasRules: Bool
  ) {
    self.listing = listing
    self.found = found
    self.subfolders = subfolders
    self.hasRules = hasRules
  }
}

// MARK: - Updating

extension FolderMemory {
  /// The changes since the last update.
  package enum Changes: Equatable, Sendable {
    /// No watched folder has changed.
    case none
    /// The folders that have changed.
    case folders(Set<NotePath>)
    /// The kernel's queue was full, so that any folder may have changed.
    case any
  }

  /// Returns the folders that have changed since the last update, and records which files and
  /// folders the next walk must examine again. Includes every change that was complete when the
  /// method was called.
  package func update() -> Changes {
    state.withLock { state in
      var changed: Set<NotePath> = []
      var isLost = false
      var queue: [FolderEvents.Event] = []
      events.take { if queue.last != $0 { queue.append($0) } }
      for event in queue {
        if event.isOverflow {
          isLost = true
        } else {
          state.apply(event, &changed)
        }
      }
      if isLost { state.folders = [:] }
      for watch in state.ended { events.end(watch) }
      state.ended = []
      return isLost ? .any : changed.isEmpty ? .none : .folders(changed)
    }
  }

  /// Calls `body` shortly after each change of a watched folder, until the returned subscription is
  /// cancelled. `body` must call ``update()``. No thread is blocked while waiting.
  package func onChange(_ body: @escaping @Sendable () -> Void) -> ChangeSubscription {
    ChangeSubscription(events.descriptor, of: self, body)
  }

  /// Whether all folders of the last walk are remembered.
  package var isWhole: Bool { state.withLock { $0.doubts.isEmpty } }

  /// The reasons why some folders of the last walk are not remembered; empty if all are.
  package var doubts: Set<Doubt> { state.withLock { $0.doubts } }

  /// The number of watched folders.
  package var watched: Int { state.withLock { $0.watches.count } }
}

extension FolderMemory.State {
  fileprivate mutating func apply(_ event: FolderEvents.Event, _ changed: inout Set<NotePath>) {
    guard let folders = paths[event.watch] else { return }
    for folder in folders {
      changed.insert(folder)
      if event.endsWatch {
        forget(below: folder)
      } else if event.name.elementsEqual(IgnoreFile.name.utf8) {
        // The rules of an ignore file apply to all folders below it.
        forget(below: folder)
      } else if event.changesEntry, event.isFolder || event.name.isEmpty {
        // A folder's permissions and place matter to everything below it.
        forget(below: event.name.isEmpty ? folder : folder.appending(listed: event.name))
      }
      note(event, in: folder)
    }
    if event.endsWatch { endWatch(event.watch) }
  }

  /// Marks the file that an event names as changed. Forgets the folder if the event is not about
  /// one file, or if many files have changed.
  private mutating func note(_ event: FolderEvents.Event, in folder: NotePath) {
    let isFile =
      !event.endsWatch && !event.isFolder && !event.name.isEmpty
      && !event.name.elementsEqual(IgnoreFile.name.utf8)
    if isFile { folders[folder]?.changed.insert(event.name) }
    if !isFile || folders[folder]?.changed.count ?? 0 > FolderMemory.mostChanged {
      folders[folder] = nil
    }
  }

  /// Forgets a folder and all folders below it, and ends their watches.
  private mutating func forget(below folder: NotePath) {
    // This is rarely needed, and takes no longer than listing a single folder.
    for path in watches.keys where path.isInside(folder) {
      folders[path] = nil
      guard let watch = watches.removeValue(forKey: path) else { continue }
      paths[watch]?.removeAll { $0 == path }
      if paths[watch]?.isEmpty == true {
        paths[watch] = nil
        ended.append(watch)
      }
    }
  }

  fileprivate mutating func add(_ watch: FolderEvents.Watch, of path: NotePath) {
    if let known = watches[path], known != watch { paths[known]?.removeAll { $0 == path } }
    watches[path] = watch
    if paths[watch]?.contains(path) != true { paths[watch, default: []].append(path) }
  }

  private mutating func endWatch(_ watch: FolderEvents.Watch) {
    for path in paths.removeValue(forKey: watch) ?? [] {
      folders[path] = nil
      watches[path] = nil
    }
  }
}

// MARK: - Walking

extension FolderMemory {
  /// Begins a walk: forgets the reasons why folders were not remembered in the last walk.
  func beginWalk() { state.withLock { $0.doubts = [] } }

  /// Returns a folder as last listed, with the names of the files in it that may have changed
  /// since; nil if the folder must be listed.
  func remembered(_ path: NotePath) -> Known? { state.withLock { $0.folders[path] } }

  /// Watches an open folder. If the folder's listing cannot be remembered, returns the reason;
  /// otherwise returns nil.
  func watch(_ path: NotePath, _ folder: Int32) -> Doubt? {
    guard FileSystem.reportsChanges(folder) else { return .fileSystem }
    let count = state.withLock { state in
      state.starting += 1
      return state.watches[path] == nil ? state.watches.count + state.starting - 1 : 0
    }
    // The kernel marks every file of the folder, so other threads must not wait for this call.
    let watch = try? events.watch(folder, alreadyWatching: count)
    return state.withLock { state in
      state.starting -= 1
      guard let watch else { return .noWatches }
      state.add(watch, of: path)
      return nil
    }
  }

  /// Remembers a folder. The folder must have been watched before it was listed.
  func remember(_ folder: RememberedFolder) {
    state.withLock { $0.folders[folder.listing.path] = Known(folder: folder) }
  }

  /// Returns a number for a new listing, unique within this memory.
  func nextNumber() -> Int { listings.add(1, ordering: .relaxed).newValue }

  /// Records a reason why a folder of this walk is not remembered.
  func doubt(_ doubt: Doubt) { _ = state.withLock { $0.doubts.insert(doubt) } }
}
