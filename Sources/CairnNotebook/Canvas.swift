import CairnDocument
import CairnText

/// A canvas of Obsidian (JSON Canvas 1.0), whose nodes show captures and other files.
enum Canvas {
  /// Returns whether the file at a path is a canvas, judging by its extension.
  static func isCanvas(_ path: NotePath) -> Bool { path.name.lowercased().hasSuffix(".canvas") }

  /// Returns the bytes of a canvas with the new paths of moved files. In a canvas, the paths begin
  /// at the root of the vault, which must be the notebook's root.
  static func repaired(_ bytes: [UInt8], _ relocation: Relocation) -> [UInt8] {
    JSONText.replacingValues(of: "file", in: bytes) { text in
      NotePath(text).flatMap { relocation.moves($0) ? relocation($0).description : nil }
    }
  }
}
