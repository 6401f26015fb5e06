import CairnFiles
import CairnNotebook
public import CairnText

/// Resolves typed paths to paths in a notebook.
public struct TypedPaths: Sendable {
  private let root: [ArraySlice<UInt8>]
  private let folder: [ArraySlice<UInt8>]

  /// Creates a resolver for paths relative to the caller's folder or to the root of a workspace.
  public init(_ workspace: Workspace) {
    root = Self.parts(of: workspace.notebook.store.root.bytes, from: [])
    folder = Self.parts(of: workspace.context.caller.folder.bytes, from: [])
  }

  /// Returns the paths in the notebook that a typed path can mean: first the one relative to the
  /// working folder, then the one relative to the root. Omits a path that is not valid in the
  /// notebook.
  public func candidates(_ bytes: [UInt8]) -> [NotePath] {
    let isAbsolute = bytes.first == UInt8(ascii: "/")
    let parts = Self.parts(of: bytes, from: isAbsolute ? [] : folder)
    let below =
      parts.starts(with: root)
      ? NotePath(bytes: Array(parts.dropFirst(root.count).joined(separator: "/".utf8))) : nil
    return [below, NotePath(bytes: bytes)].compactMap(\.self)
  }

  /// Returns the components of a path, resolving `.` and `..` without reading the disk. Works on
  /// bytes, because `FilePath` takes a hundred times as long.
  private static func parts(
    of path: [UInt8], from folder: [ArraySlice<UInt8>]
  ) -> [ArraySlice<UInt8>] {
    var parts = folder
    for part in path.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
