import CairnText
import Dispatch
import Synchronization

/// The notes of a folder, if several threads look at them. The thread that visits the folder takes
/// notes from the start, and its helpers take notes from the end.
final class SharedNotes: Sendable {
  /// The result of looking at some notes of a folder.
  struct Part: Sendable {
    /// The index of the first note.
    var start = 0
    /// The stamps of the notes that stay in the listing.
    var stamps: [Stamp] = []
    /// The indices of the names to remove.
    var gone: Set<Int> = []
  }

  /// The results of the helpers.
  struct Results: Sendable {
    /// The parts, ordered by their start.
    var parts: [Part] = []
    var found = Walk()
    var doubt: FolderMemory.Doubt?
  }

  private struct State {
    /// The indices of the notes that no thread has taken.
    var rest: Range<Int>
    var helpers = 0
    var isAwaited = false
    var results = Results()
  }

  /// The number of notes that a thread looks at before it takes the next ones.
  private static let partSize = 256

  let path: NotePath
  let names: NameList
  /// The open folder; stays open until ``finish()`` returns.
  let folder: Int32
  private let state: Mutex<State>
  /// A semaphore that is signaled when the last helper has ended, if it is awaited.
  private let ended = DispatchSemaphore(value: 0)

  init(_ names: NameList, in folder: Int32, _ path: NotePath) {
    (self.names, self.folder, self.path) = (names, folder, path)
    state = Mutex(State(rest: names.indices))
  }

  /// Returns the next notes for the thread that visits the folder; nil if none are left.
  func takeFirst() -> Range<Int>? {
    state.withLock { state in
      let start = state.rest.lowerBound
      state.rest = min(start + Self.partSize, state.rest.upperBound)..<state.rest.upperBound
      return start < state.rest.lowerBound ? start..<state.rest.lowerBound : nil
    }
  }

  /// Returns the next notes for a helper; nil if none are left.
  func takeLast() -> Range<Int>? {
    state.withLock { state in
      let end = state.rest.upperBound
      state.rest = state.rest.lowerBound..<max(end - Self.partSize, state.rest.lowerBound)
      return state.rest.upperBound < end ? state.rest.upperBound..<end : nil
    }
  }

  /// Adds the calling thread to the helpers, unless no notes are left. A helper must call
  /// ``endHelping(_:_:_:)``.
  func beginHelping() -> Bool {
    state.withLock { state in
      if !state.rest.isEmpty { state.helpers += 1 }
      return !state.rest.isEmpty
    }
  }

  /// Adds the results of a helper.
  func endHelping(_ parts: [Part], _ found: Walk, _ doubt: FolderMemory.Doubt?) {
    let isLast = state.withLock { state in
      state.results.parts += parts
      state.results.found.add(found)
      state.results.doubt = doubt ?? state.results.doubt
      state.helpers -= 1
      return state.isAwaited && state.helpers == 0
    }
    if isLast { ended.signal() }
  }

  /// Waits for the helpers, and returns their results. Call this method once, when no notes are
  /// left.
  func finish() -> Results {
    let isAwaited = state.withLock { state in
      state.isAwaited = state.helpers > 0
      return state.isAwaited
    }
    if isAwaited { ended.wait() }
    var results = state.withLock { $0.results }
    results.parts.sort { $0.start < $1.start }
    return results
  }
}
