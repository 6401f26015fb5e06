public import CairnCapture
public import CairnIndex
import Synchronization

/// The novelty of a snapshot's captures, prepared on first use. Thread-safe; computes the novelty
/// of one capture at a time.
public final class SnapshotNovelty: NoveltyFacts {
  private struct State {
    var likenesses: Likenesses?
    var damage: IndexDamage?
  }

  private let snapshot: Snapshot
  private let state = Mutex(State())

  /// Creates a value that computes the novelty of a snapshot's captures. Costs nothing until the
  /// first use.
  public init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// The damage that prevented an answer, or nil if all answers so far were complete.
  var damage: IndexDamage? { state.withLock { $0.damage } }

  /// Returns the novelty of a capture. Returns nil if the capture is not in the snapshot, is a
  /// briefing or has no telling word (``TellingWords``), or if the index is damaged.
  public func novelty(of capture: Capture) -> Double? {
    guard let entry = snapshot.entry(at: capture.path) else { return nil }
    return state.withLock { state in
      do throws(IndexDamage) {
        if state.likenesses == nil { state.likenesses = try Likenesses(snapshot) }
        return try state.likenesses?.novelty(of: capture, at: entry)
      } catch {
        state.damage = error
        return nil
      }
    }
  }
}
