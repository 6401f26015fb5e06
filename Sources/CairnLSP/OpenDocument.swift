import CairnJSON
import CairnText
import CairnWork
import SystemPackage

/// A text that is open in the editor.
struct OpenDocument: Sendable {
  /// The address, as the editor spells it.
  let uri: String
  /// The notebook and the path in it.
  let place: FilePlace
  /// The version that the editor counts.
  var version: Int?
  /// The text.
  var bytes: [UInt8]

  /// Applies the changes of `textDocument/didChange` in order. A change without a range replaces
  /// the whole text. Returns false if a change is not understood; the text is then unknown.
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
  /// The path in the notebook.
  let path: NotePath

  /// The address of the file.
  var uri: String { FileAddress.uri(of: root.path, path) }
}

/// Addresses of files (RFC 8089).
enum FileAddress {
  /// Returns the absolute path in a `file:` address; nil for any other address.
  static func path(of uri: String) -> FilePath? {
    let scheme = "file://"
    guard uri.lowercased().hasPrefix(scheme) else { return nil }
    let rest = uri.utf8.dropFirst(scheme.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(rest[..<slash]) ?? ""
    guard host.isEmpty || host == "localhost" else { return nil }
    var bytes: [UInt8] = []
    var escaped = rest[slash...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    while let byte = escaped.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(escaped.prefix(2)) ?? "", radix: 16) {
        bytes.append(value)
        escaped = escaped.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return (bytes + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        chars.baseAddress.map { FilePath(platformString: $0) }
      }
    }
  }

  /// Returns the address of a file below a folder.
  static func uri(of root: FilePath, _ path: NotePath) -> String {
    let folder = root.withPlatformString { Array(String(cString: $0).utf8) }
    let bytes = folder + (path.isRoot || folder.last == 0x2F ? [] : [0x2F]) + path.bytes
    let plain = Set("/-._~!$&'()*+,;=:@".utf8)
    let escaped = bytes.map { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || plain.contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "file://" + escaped.joined()
  }
}
