import Glibc
import SystemPackage

/// The kernel's queue of changes in watched folders (inotify(7)).
///
/// The queue contains an event for every complete change by any process on this machine, because
/// the kernel adds the event before the call returns. Three kinds of change cause no event: writing
/// through a memory map, writing through a hard link in a folder that is not watched, and mounting
/// over a folder.
struct FolderEvents: ~Copyable, Sendable {
  /// The number of a watch; unique until the queue is closed.
  typealias Watch = Int32

  /// A change in a watched folder.
  struct Event: Hashable, Sendable {
    /// The watch of the folder; -1 if events were lost because the queue was full.
    let watch: Watch
    let mask: UInt32
    /// The name of the changed entry; empty if the folder itself changed.
    let name: [UInt8]

    /// Whether the queue was full and events were lost.
    var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
    /// Whether the watch has ended because the folder or the watch was removed, or the file system
    /// was unmounted.
    var endsWatch: Bool { mask & UInt32(IN_IGNORED | IN_UNMOUNT) != 0 }
    /// Whether the entry is a folder.
    var isFolder: Bool { mask & UInt32(IN_ISDIR) != 0 }
    /// Whether an entry appeared, disappeared or got another name or other permissions; otherwise
    /// only the contents of a file changed.
    var changesEntry: Bool { mask & ~UInt32(IN_MODIFY | IN_CLOSE_WRITE) != 0 }
  }

  private let queue: Descriptor
  private let limits: WatchLimits

  /// Opens an empty queue; throws an errno if the user has too many queues.
  init(_ limits: WatchLimits = WatchLimits()) throws(Errno) {
    let raw = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if raw < 0 { throw Errno(rawValue: errno) }
    queue = Descriptor(raw: raw)
    self.limits = limits
  }

  /// Watches an open folder, whatever its name. Returns the existing watch if the folder is already
  /// watched. Throws `ENOSPC` if `count`, the number of watched folders, has reached the limit.
  func watch(_ folder: Int32, alreadyWatching count: Int) throws(Errno) -> Watch {
    if count >= limits.watches { throw .noSpace }
    let watch = inotify_add_watch(queue.raw, "/proc/self/fd/\(folder)", Self.mask)
    if watch < 0 { throw Errno(rawValue: errno) }
    return watch
  }

  /// Ends a watch. Events that are already in the queue stay there.
  func end(_ watch: Watch) { _ = inotify_rm_watch(queue.raw, watch) }

  /// Removes all events from the queue and passes them to `body`, without waiting for more.
  func take(_ body: (Event) -> Void) {
    var count = 0
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      while true {
        let size = read(queue.raw, buffer.baseAddress, buffer.count)
        if size < 0, errno == EINTR { continue }
        if size <= 0 { return }
        var place = 0
        let head = MemoryLayout<inotify_event>.size
        while place + head <= size {
          let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let name = buffer[(place + head)..<(place + head + Int(event.len))].prefix { $0 != 0 }
          count += 1
          let isLost = count > limits.events
          body(
            Event(
              watch: isLost ? -1 : event.wd, mask: isLost ? UInt32(IN_Q_OVERFLOW) : event.mask,
              name: Array(name)))
          place += head + Int(event.len)
        }
      }
    }
  }

  /// The file descriptor of the queue; it can be read when there are events.
  var descriptor: Int32 { queue.raw }

  private static let mask =
    UInt32(IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM)
    | UInt32(IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK)
}

/// Limits below those of the kernel (inotify(7), `/proc/sys/fs/inotify`), for tests.
package struct WatchLimits: Sendable {
  /// The maximum number of folders to watch.
  package var watches = Int.max
  /// The maximum number of events in the queue; further events are lost.
  package var events = Int.max

  package init(watches: Int = .max, events: Int = .max) {
    self.watches = watches
    self.events = events
  }
}
