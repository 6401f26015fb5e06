import CairnText
import Dispatch
import Synchronization

/// A folder that has been listed, as those in it know it.
final class ParentFolder: Sendable {
  let path: NotePath
  /// The rules of its ignore file and of those above it.
  let rules: IgnoreRules

  init(path: NotePath, rules: IgnoreRules) {
    self.path = path
    self.rules = rules
  }
}

/// A folder that is to be visited: the root, or one that was found in another.
struct PendingFolder: Sendable {
  let path: NotePath
  let parent: ParentFolder?

  static let root = PendingFolder(path: .root, parent: nil)
}

/// The folders that are still to be visited, shared by the threads of a walk.
///
/// The one that was found last comes first, so that there are never many.
final class FolderQueue: Sendable {
  private struct State {
    var folders: [PendingFolder]
    /// Threads that visit a folder, and may find more.
    var working = 0
    /// Threads that wait for a folder.
    var waiting = 0

    /// Takes a folder, or notes that the thread waits.
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

  /// What a thread got, and what it has to do first.
  private struct Turn {
    let folder: PendingFolder?
    /// Whether nothing is left and nobody can find more.
    let isLast: Bool
    /// How many threads are to be woken.
    let woken: Int
  }

  private let state: Mutex<State>
  /// Signalled once for each thread that is to wait no longer.
  private let wakeUp = DispatchSemaphore(value: 0)

  init(_ folder: PendingFolder) {
    state = Mutex(State(folders: [folder]))
  }

  /// The first folder of a thread; nil where there is nothing to do any more.
  func take() -> PendingFolder? {
    wait(for: state.withLock { $0.take() })
  }

  /// The next folder of a thread, which has visited one and found others in it.
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
