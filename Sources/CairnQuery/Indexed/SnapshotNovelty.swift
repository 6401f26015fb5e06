public import CairnCapture
public import CairnIndex
import Synchronization

/// A callback that compares a capture's vector with the vectors of all captures outside a set.
/// Returns the greatest similarity, from 0 to 1; nil if the capture has no vector.
public typealias NearestMeaning =
  @Sendable (Snapshot.Entry, _ leavingOut: Set<Snapshot.Entry>) -> Double?

/// The novelty of a snapshot's captures, prepared on first use. Thread-safe; computes the novelty
/// of one capture at a time.
public final class SnapshotNovelty: NoveltyFacts {
  private struct State {
    var likenesses: Likenesses?
    var damage: IndexDamage?
  }

  private let snapshot: Snapshot
  private let nearestMeaning: NearestMeaning?
  private let state = Mutex(State())

  /// Creates a value that computes the novelty of a snapshot's captures, by their words and, if
  /// `nearestMeaning` is not nil, by their vectors. Costs nothing until the first use.
  public init(_ snapshot: Snapshot, _ nearestMeaning: NearestMeaning? = nil) {
    self.snapshot = snapshot
    self.nearestMeaning = nearestMeaning
  }

  /// The damage that prevented an answer, or nil if all answers so far were complete.
  var damage: IndexDamage? { state.withLock { $0.damage } }

  /// Returns the novelty of a capture. Nil if the index is damaged, or if the capture is not in the
  /// snapshot, is a briefing, or has neither a telling word (``TellingWords``) nor a vector.
  public func novelty(of capture: Capture) -> Double? {
    guard let entry = snapshot.entry(at: capture.path) else { return nil }
    return state.withLock { state in
      do throws(IndexDamage) {
        if state.likenesses == nil { state.likenesses = try Likenesses(snapshot) }
        return try state.likenesses?.novelty(of: capture, at: entry, nearestMeaning)
      } catch {
        state.damage = error
        return nil
      }
    }
  }
}
