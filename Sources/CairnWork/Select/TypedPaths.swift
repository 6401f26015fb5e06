import CairnFiles
import CairnNotebook
public import CairnText

/// What typed paths may mean in a notebook.
public struct TypedPaths {
  private let root: [ArraySlice<UInt8>]
  private let folder: [ArraySlice<UInt8>]

  /// Those of a workspace: paths start from its caller's folder, or from its root.
  public init(_ workspace: Workspace) {
    root = Self.parts(of: workspace.notebook.store.root.bytes, from: [])
    folder = Self.parts(of: workspace.context.caller.folder.bytes, from: [])
  }

  /// The paths within the notebook that typed bytes may mean: from the working folder, then from the
  /// root.
  public func candidates(_ bytes: [UInt8]) -> [NotePath] {
    let isAbsolute = bytes.first == UInt8(ascii: "/")
    let parts = Self.parts(of: bytes, from: isAbsolute ? [] : folder)
    let below =
      parts.starts(with: root)
      ? NotePath(bytes: Array(parts.dropFirst(root.count).joined(separator: "/".utf8))) : nil
    return [below, NotePath(bytes: bytes)].compactMap(\.self)
  }

  /// The folders and the file that a path leads through; by spelling alone, and in bytes, since
  /// `FilePath` takes a hundred times as long for that.
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
