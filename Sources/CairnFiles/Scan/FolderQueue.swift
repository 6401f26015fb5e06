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

/// The folders still to be visited, shared by the threads of a walk.
///
/// The folder added last is visited first, which keeps the queue short.
final class FolderQueue: Sendable {
  private struct State {
    var folders: [PendingFolder]
    /// The number of threads that are visiting a folder and may find more folders.
    var working = 0
    /// The number of threads that are waiting for a folder.
    var waiting = 0

    /// Takes a folder from the queue for the calling thread. If the queue is empty but other
    /// threads may still find folders, counts the calling thread as waiting.
    mutating func take() -> Turn {
      let folder = folders.popLast()
      if folder != nil { working += 1 }
      let isLast = folder == nil && working == 0
      let woken = isLast ? waiting : min(waiting, folders.count)
      waiting -= woken
      if folder == nil && !isLast { waiting += 1 }
      return Turn(folder: folder, isLast: isLast, woken: woken)
    }
  }

  /// The folder for a thread to visit, if any, and the number of other threads to wake first.
  private struct Turn {
    let folder: PendingFolder?
    /// Whether the queue is empty and no thread can find more folders.
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

  /// Returns the first folder for a thread to visit. If no folder is left, but other threads may
  /// still find folders, waits. Returns nil if the walk is finished.
  func take() -> PendingFolder? {
    wait(for: state.withLock { $0.take() })
  }

  /// Adds the subfolders of the folder that the thread has just visited. Returns the next folder to
  /// visit, like ``take()``.
  func take(afterAdding found: [PendingFolder]) -> PendingFolder? {
    wait(
      for: state.withLock { state in
        state.working -= 1
        state.folders += found
        return state.take()
      })
  }

  private func wait(for turn: Turn) -> PendingFolder? {
    var turn = turn
    while true {
      for _ in 0..<turn.woken { wakeUp.signal() }
      if turn.folder != nil || turn.isLast { return turn.folder }
      wakeUp.wait()
      turn = state.withLock { $0.take() }
    }
  }
}
