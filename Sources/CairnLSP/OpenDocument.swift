import CairnJSON
import CairnMarkup
import CairnText
import CairnWork
import SystemPackage

/// A text that is open in the editor.
struct OpenDocument: Sendable {
  /// The address, as the editor spells it.
  let uri: String
  /// The notebook that contains the file, and the file's path in it.
  let place: FilePlace
  /// The editor's version number of the text; nil if the editor sent no version.
  var version: Int?
  /// The text in the editor, in UTF-8.
  var bytes: [UInt8]

  /// Applies the changes of `textDocument/didChange` in order. A change without a range replaces
  /// the whole text. Returns false if a change is not valid; the text is then unknown.
  mutating func apply(_ changes: [JSONValue], _ encoding: PositionEncoding) -> Bool {
    for change in changes {
      guard let text = change["text"]?.text else { return false }
      guard let written = change["range"], written != .null else {
        bytes = Array(text.utf8)
        continue
      }
      guard let range = TextPositions(bytes, encoding).range(written) else { return false }
      bytes.replaceSubrange(range, with: text.utf8)
    }
    return true
  }
}

/// A file of a notebook.
struct FilePlace: Hashable, Sendable {
  /// The folder of the notebook.
  let root: NotebookRoot
  /// The path of the file in that folder.
  let path: NotePath

  /// The address of the file.
  var uri: String { FileAddress.uri(of: root.path, path) }
}

/// A move of a file or folder from one path to another.
struct FileMove: Hashable, Sendable {
  let from: FilePlace
  let to: FilePlace
}

/// Addresses of files (RFC 8089).
enum FileAddress {
  /// Returns the absolute path in a `file:` address; nil for any other address.
  static func path(of uri: String) -> FilePath? {
    let scheme = "file://"
    guard uri.prefix(scheme.count).lowercased() == scheme else { return nil }
    let rest = uri.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash]) else {
      return nil
    }
    let path = String(rest[slash...].prefix { $0 != "?" && $0 != "#" }).percentDecoded
    return path.utf8.contains(0) ? nil : FilePath(path)
  }

  /// Returns the address of a file below a folder.
  static func uri(of root: FilePath, _ path: NotePath) -> String {
    let folder = root.withPlatformString { Array(String(cString: $0).utf8) }
    let slash: [UInt8] = path.isRoot || folder.last == 0x2F ? [] : [0x2F]
    return "file://" + Address.encoded(folder + slash + path.bytes)
  }
}
