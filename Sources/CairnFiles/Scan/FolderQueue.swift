import CairnText
import Dispatch
import Synchronization

/// A folder that has been listed. Its subfolders share this instance.
final class ParentFolder: Sendable {
  let path: NotePath
  /// The rules of the folder's ignore file and of the ignore files in the folders above.
  let rules: IgnoreRules

  init(path: NotePath, rules: IgnoreRules) {
    self.path = path
    self.rules = rules
  }
}

/// A folder to visit: the root, or a subfolder of a folder that has been listed.
struct PendingFolder: Sendable {
  let path: NotePath
  let parent: ParentFolder?

  static let root = PendingFolder(path: .root, parent: nil)
}

/// The folders still to be visited, and the folders in which a thread is looking at many notes,
/// shared by the threads of a walk.
///
/// The folder added last is visited first, which keeps the queue short. A thread that finds no
/// folder to visit helps another thread.
final class FolderQueue: Sendable {
  /// Something for a thread to do.
  enum Work: Sendable {
    /// Visit a folder.
    case folder(PendingFolder)
    /// Help another thread to look at the notes of its folder.
    case notes(SharedNotes)
  }

  private struct State {
    var folders: [PendingFolder]
    var shared: [SharedNotes] = []
    /// The number of threads that are visiting a folder and may find more folders.
    var working = 0
    /// The number of threads that are waiting for work.
    var waiting = 0

    /// Takes work for the calling thread. If there is none, but other threads may still find
    /// folders, counts the calling thread as waiting.
    mutating func take() -> Turn {
      let folder = folders.popLast()
      if folder != nil { working += 1 }
      let work = folder.map(Work.folder) ?? shared.last.map(Work.notes)
      let isLast = work == nil && working == 0
      let woken = isLast ? waiting : min(waiting, folders.count)
      waiting -= woken
      if work == nil && !isLast { waiting += 1 }
      return Turn(work: work, isLast: isLast, woken: woken)
    }
  }

  /// The work for a thread, if any, and the number of other threads to wake first.
  private struct Turn {
    let work: Work?
    /// Whether there is no work and no thread can find more folders.
    let isLast: Bool
    /// The number of threads to wake.
    let woken: Int
  }

  private let state: Mutex<State>
  /// A semaphore that is signaled once for each thread to wake.
  private let wakeUp = DispatchSemaphore(value: 0)

  init(_ folders: [PendingFolder]) {
    state = Mutex(State(folders: folders))
  }

  /// Returns the first work for a thread. If there is none, but other threads may still find
  /// folders, waits. Returns nil if the walk is finished.
  func take() -> Work? {
    wait(for: state.withLock { $0.take() })
  }

  /// Adds the subfolders of the folder that the thread has just visited. Returns the next work,
  /// like ``take()``.
  func take(afterAdding found: [PendingFolder]) -> Work? {
    wait(
      for: state.withLock { state in
        state.working -= 1
        state.folders += found
        return state.take()
      })
  }

  /// Returns the next work after the thread has helped with `notes`, like ``take()``.
  func take(afterHelpingWith notes: SharedNotes) -> Work? {
    endSharing(notes)
    return take()
  }

  /// Lets other threads help with `notes`.
  func share(_ notes: SharedNotes) {
    let woken = state.withLock { state in
      state.shared.append(notes)
      defer { state.waiting = 0 }
      return state.waiting
    }
    for _ in 0..<woken { wakeUp.signal() }
  }

  /// Ends the sharing of `notes`, because none are left.
  func endSharing(_ notes: SharedNotes) {
    state.withLock { $0.shared.removeAll { $0 === notes } }
  }

  private func wait(for turn: Turn) -> Work? {
    var turn = turn
    while true {
      for _ in 0..<turn.woken { wakeUp.signal() }
      if turn.work != nil || turn.isLast { return turn.work }
      wakeUp.wait()
      turn = state.withLock { $0.take() }
    }
  }
}
