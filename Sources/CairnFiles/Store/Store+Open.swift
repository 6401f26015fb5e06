import CairnText
import SystemPackage

// MARK: - Opening without links

extension Store {
  /// The longest path passed to the kernel in one call (`PATH_MAX` is 4096).
  private static let longestPath = 4000
  /// The maximum number of symbolic links in one path, as in the Linux kernel (path_resolution(7)).
  private static let mostLinks = 40

  /// Opens `path` without following any symbolic link in it; throws `ELOOP` or `ENOTDIR` if the
  /// path contains a link.
  ///
  /// Costs one system call if the kernel supports openat2(2) and the path is not too long. `flags`
  /// are those of open(2).
  func openPlain(_ path: NotePath, _ flags: Int32) throws(Errno) -> Descriptor {
    if path.isRoot { return try system.openat(folder.raw, ".", flags) }
    do throws(Errno) {
      return try openBeneath(path, flags)
    } catch .noFunction, .notPermitted {
      // The kernel is older than Linux 5.6, or a sandbox blocks the call.
      return try openStepwise(path, flags)
    }
  }

  /// Opens `path` with as many components in each system call as the kernel accepts.
  private func openBeneath(_ path: NotePath, _ flags: Int32) throws(Errno) -> Descriptor {
    var rest = path.bytes[...]
    var current: Descriptor?
    while rest.count > Self.longestPath,
      let slash = rest.prefix(Self.longestPath).lastIndex(of: UInt8(ascii: "/"))
    {
      current = try openBeneath(current, rest[..<slash], SystemCalls.walkFlags)
      rest = rest[(slash + 1)...]
    }
    return try openBeneath(current, rest, flags)
  }

  private func openBeneath(
    _ parent: borrowing Descriptor?, _ path: ArraySlice<UInt8>, _ flags: Int32
  ) throws(Errno) -> Descriptor {
    let raw =
      switch parent {
      case .some(let parent): parent.raw
      case nil: folder.raw
      }
    return try withCString(path) { (path) throws(Errno) in
      try system.openBeneath(raw, path, flags)
    }
  }

  /// Opens `path` one component after another.
  private func openStepwise(_ path: NotePath, _ flags: Int32) throws(Errno) -> Descriptor {
    var current = try system.openat(folder.raw, ".", SystemCalls.walkFlags)
    let names = path.components
    for name in names.dropLast() {
      current = try system.openat(current.raw, cString(name), SystemCalls.walkFlags)
    }
    return try system.openat(current.raw, cString(names.last ?? []), flags)
  }
}

// MARK: - Links

extension Store {
  /// Opens `path`, following symbolic links that stay within the root.
  func open(
    _ path: NotePath, _ flags: Int32, for operation: FileError.Operation
  ) throws(FileError) -> Descriptor {
    let failure: Errno
    do throws(Errno) {
      return try openPlain(path, flags)
    } catch {
      failure = error
    }
    if failure == .tooManySymbolicLinkLevels || failure == .notDirectory {
      let real = try followingLinks(path, for: operation)
      if real != path {
        return try attempt(operation, path) { () throws(Errno) in try openPlain(real, flags) }
      }
    }
    throw self.failure(operation, path, .init(failure))
  }

  /// Returns `path` with all symbolic links resolved. After a name that does not exist, the rest of
  /// the path is used unchanged. Costs two system calls for each name.
  ///
  /// Throws ``FileError/Code/outsideRoot`` if a link leaves the root and ``FileError/Code/loop`` if
  /// links form a cycle.
  func followingLinks(
    _ path: NotePath, for operation: FileError.Operation
  ) throws(FileError) -> NotePath {
    var real = NotePath.root
    var rest = Array(path.components.reversed())
    var links = 0
    while let name = rest.popLast() {
      if name.elementsEqual("..".utf8) {
        if real.isRoot { throw failure(operation, path, .outsideRoot) }
        real = real.parent
        continue
      }
      let step = real.appending(listed: name)
      guard let target = try linkTarget(step, for: operation) else {
        real = step
        continue
      }
      links += 1
      if links > Self.mostLinks { throw failure(operation, path, .loop) }
      var names = target[...]
      if target.first == UInt8(ascii: "/") {
        guard let below = belowRoot(target) else { throw failure(operation, path, .outsideRoot) }
        real = .root
        names = below
      }
      rest += names.split(separator: UInt8(ascii: "/")).reversed()
        .filter { !$0.elementsEqual(".".utf8) }
    }
    return real
  }

  /// Returns the target of the symbolic link at `path`, or nil if no link is there.
  private func linkTarget(
    _ path: NotePath, for operation: FileError.Operation
  ) throws(FileError) -> [UInt8]? {
    do throws(Errno) {
      let parent = try openPlain(path.parent, SystemCalls.walkFlags)
      return try system.readlinkat(parent.raw, cString(path.nameBytes))
    } catch {
      switch error {
      case .invalidArgument, .noSuchFileOrDirectory, .notDirectory: return nil
      default: throw failure(operation, path, .init(error))
      }
    }
  }

  /// Returns what follows the root's path in an absolute path, or nil if that path is outside the
  /// root.
  private func belowRoot(_ target: [UInt8]) -> ArraySlice<UInt8>? {
    let root = root.bytes
    guard target.starts(with: root) else { return nil }
    let rest = target[root.count...]
    return rest.isEmpty || rest.first == UInt8(ascii: "/") || root.last == UInt8(ascii: "/")
      ? rest : nil
  }
}

// MARK: - Places

/// An open file or folder that several values can share; closed when the last reference to it is
/// released.
final class Handle: Sendable {
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  var raw: Int32 { descriptor.raw }
}

/// A name in an open folder; a file of that name need not exist.
struct Place: ~Copyable {
  let folder: Handle
  let name: [CChar]
  /// The path as requested, for error messages.
  let path: NotePath

  init(_ path: NotePath, in folder: Handle) {
    self.folder = folder
    name = cString(path.nameBytes)
    self.path = path
  }
}

extension Store {
  /// Opens the parent folder of `path`, following links, and returns the place of the last name.
  func place(
    _ path: NotePath, for operation: FileError.Operation
  ) throws(FileError) -> Place {
    // The root has no parent here: it can be neither moved nor removed.
    if path.isRoot { throw failure(operation, path, .isFolder) }
    let parent = try open(path.parent, SystemCalls.folderFlags, for: operation)
    return Place(path, in: Handle(parent))
  }
}
