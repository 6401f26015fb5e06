package import SystemPackage
import Synchronization

/// The system calls of this module, by the names tests and traces use.
package enum SystemCall: String, CaseIterable, Sendable {
  case open, openat, openat2, realpath, fstat, fstatat, readlinkat, getdents
  case read, write, ftruncate, fsync, syncfs
  case fchmod, fchown, futimens, flistxattr, fgetxattr, fsetxattr
  /// `renameat2` with `RENAME_NOREPLACE`.
  case renameNew
  /// `renameat2` with `RENAME_EXCHANGE`.
  case exchange
  case renameat, linkat, symlinkat, unlinkat, mkdirat
  /// `unlinkat` with `AT_REMOVEDIR`.
  case rmdirat
  case flock
}

/// What goes wrong with which system call: how a test breaks the disk on purpose.
///
///     let plan = FaultPlan(.fail(.noSpace), at: 2, of: .write)
///     let store = try Store(root: folder, faults: plan)
package final class FaultPlan: Sendable {
  /// What happens instead of, or before, a call.
  package enum Fault: Sendable {
    /// The call fails with this errno and does nothing.
    case fail(Errno)
    /// The call reads or writes at most so many bytes.
    case short(Int)
    /// Nothing happens any more from this call on: every call fails and does nothing, as if the
    /// process had been killed. Of a write, the first half of the bytes arrives before that.
    case stop
    /// This runs just before the call: somebody else does something at the worst moment.
    case run(@Sendable () -> Void)
  }

  private let fault: Fault?
  private let number: Int
  private let call: SystemCall?
  private let lasts: Bool
  private let state = Mutex<[SystemCall]>([])
  /// Where changes of the disk are noted.
  let trace: DiskTrace?

  /// A plan that only records.
  package init(trace: DiskTrace? = nil) {
    self.trace = trace
    fault = nil
    number = 0
    call = nil
    lasts = false
  }

  /// A plan by which the `number`th call (from 1) goes wrong, of all calls or of one kind; with
  /// `lasting` every one after it too.
  package init(_ fault: Fault, at number: Int, of call: SystemCall? = nil, lasting: Bool = false) {
    self.fault = fault
    self.number = number
    self.call = call
    lasts = lasting
    trace = nil
  }

  /// The calls that were made until now.
  package var calls: [SystemCall] { state.withLock { $0 } }

  /// Notes a call, and throws where it is to fail.
  func meet(_ name: SystemCall) throws(Errno) {
    // In one step, so that of several threads just one makes the call that is due.
    let (met, isDue) = state.withLock { calls -> (Int, Bool) in
      calls.append(name)
      return (calls.count, self.isDue(name, calls))
    }
    if case .stop = fault {
      if met > number || met == number && name != .write { throw .ioError }
      return
    }
    guard isDue else { return }
    switch fault {
    case .fail(let error): throw error
    case .run(let action): action()
    case .short, .stop, nil: return
    }
  }

  /// How many bytes the call that was just noted may move.
  func limit(of name: SystemCall, count: Int) -> Int {
    switch fault {
    case .short(let limit) where isDue(name, calls): return min(limit, count)
    case .stop where calls.count == number: return count / 2
    default: return count
    }
  }

  /// Whether the last of these calls is to go wrong.
  private func isDue(_ name: SystemCall, _ calls: [SystemCall]) -> Bool {
    guard call == nil || call == name else { return false }
    let met = call == nil ? calls.count : calls.count { $0 == name }
    return lasts ? met >= number : met == number
  }
}
