import CairnText
import SystemPackage

// MARK: - Opening without links

extension Store {
  /// The longest path that is handed to the kernel at once (`PATH_MAX` is 4096).
  private static let longestPath = 4000
  /// How many links one path may go through, as in the Linux kernel (path_resolution(7)).
  private static let mostLinks = 40

  /// Opens what `path` names without following any link in it: `ELOOP` or `ENOTDIR` where there
  /// is one.
  ///
  /// One system call, where the kernel can do that and the path is not absurdly long.
  func openPlain(_ path: NotePath, _ flags: Int32) throws(Errno) -> Descriptor {
    if path.isRoot { return try system.openat(folder.raw, ".", flags) }
    do throws(Errno) {
      return try openBeneath(path, flags)
    } catch .noFunction, .notPermitted {
      // A kernel before Linux 5.6, or a sandbox that does not know the call.
      return try openStepwise(path, flags)
    }
  }

  /// Opens as many names at once as the kernel takes.
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

  /// Opens name after name.
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
  /// Opens what `path` names, following links that stay within the root.
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

  /// The path without links of what `path` names.
  ///
  /// Throws ``FileError/Code/outsideRoot`` where a link leads out of the root,
  /// ``FileError/Code/loop`` where links lead in a circle. A name that is not there ends the
  /// search: what follows it is taken as it is. Costs two system calls for each name.
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

  /// Where the link at `path` leads, or nil where there is no link.
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

  /// The part of an absolute path that is below the root, or nil where it is elsewhere.
  private func belowRoot(_ target: [UInt8]) -> ArraySlice<UInt8>? {
    let root = root.bytes
    guard target.starts(with: root) else { return nil }
    let rest = target[root.count...]
    return rest.isEmpty || rest.first == UInt8(ascii: "/") || root.last == UInt8(ascii: "/")
      ? rest : nil
  }
}

// MARK: - Places

/// An open file or folder that several hold.
final class Handle: Sendable {
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  var raw: Int32 { descriptor.raw }
}

/// A name in an open folder: where something is, or is to be.
struct Place: ~Copyable {
  let folder: Handle
  let name: [CChar]
  /// The path as it was asked for, for errors.
  let path: NotePath

  init(_ path: NotePath, in folder: Handle) {
    self.folder = folder
    name = cString(path.nameBytes)
    self.path = path
  }
}

extension Store {
  /// The place that `path` names; links among its folders are followed, the last name is not.
  func place(
    _ path: NotePath, for operation: FileError.Operation
  ) throws(FileError) -> Place {
    // The root has no place in itself: nothing may move or remove it.
    if path.isRoot { throw failure(operation, path, .isFolder) }
    let parent = try open(path.parent, SystemCalls.folderFlags, for: operation)
    return Place(path, in: Handle(parent))
  }
}
