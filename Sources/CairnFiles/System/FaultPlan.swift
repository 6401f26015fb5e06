package import SystemPackage
import Synchronization

/// A system call that this module makes.
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

/// A plan for making system calls fail, which tests use to simulate a broken disk.
///
///     let plan = FaultPlan(.fail(.noSpace), at: 2, of: .write)
///     let store = try Store(root: folder, faults: plan)
package final class FaultPlan: Sendable {
  /// A fault to simulate at a system call.
  package enum Fault: Sendable {
    /// The call fails with this errno and does nothing.
    case fail(Errno)
    /// The call reads or writes at most this number of bytes.
    case short(Int)
    /// This call and all later ones fail and do nothing, as if the process had been killed. If this
    /// call is a write, the first half of its bytes is still written.
    case stop
    /// This closure runs just before the call, to simulate another program at the worst moment.
    case run(@Sendable () -> Void)
  }

  private let fault: Fault?
  private let number: Int
  private let call: SystemCall?
  private let lasts: Bool
  private let state = Mutex<[SystemCall]>([])
  /// The trace that records changes to the disk; nil if changes are not recorded.
  let trace: DiskTrace?

  /// Creates a plan that only records calls.
  package init(trace: DiskTrace? = nil) {
    self.trace = trace
    fault = nil
    number = 0
    call = nil
    lasts = false
  }

  /// Creates a plan that makes `fault` happen at the call with this number, counted from 1. If
  /// `call` is given, counts only calls of that kind. If `lasting` is set, the fault also happens
  /// at all later calls.
  package init(_ fault: Fault, at number: Int, of call: SystemCall? = nil, lasting: Bool = false) {
    self.fault = fault
    self.number = number
    self.call = call
    lasts = lasting
    trace = nil
  }

  /// The calls made so far.
  package var calls: [SystemCall] { state.withLock { $0 } }

  /// Records a call and makes the planned fault happen if it is due; throws if the call must fail.
  func meet(_ name: SystemCall) throws(Errno) {
    // Done under one lock, so that only one of several threads makes the call that is due.
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

  /// Returns the maximum number of bytes that the most recently recorded call is allowed to read or
  /// write. The result is at most `count`.
  func limit(of name: SystemCall, count: Int) -> Int {
    switch fault {
    case .short(let limit) where isDue(name, calls): return min(limit, count)
    case .stop where calls.count == number: return count / 2
    default: return count
    }
  }

  /// Returns whether the fault happens at the last of `calls`, which is a call of the kind `name`.
  private func isDue(_ name: SystemCall, _ calls: [SystemCall]) -> Bool {
    guard call == nil || call == name else { return false }
    let met = call == nil ? calls.count : calls.count { $0 == name }
    return lasts ? met >= number : met == number
  }
}
