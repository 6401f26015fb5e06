import CairnText

/// A reason why a name is not valid for a capture or collection.
public enum FileNameError: Error, Hashable, Sendable {
  /// The name is empty.
  case empty
  /// The name is `.` or `..`, which stand for the folder itself and its parent.
  case dots(String)
  /// The name begins with a dot, which hides a file from listings.
  case leadingDot(String)
  /// The name contains a slash, which separates names.
  case slash(String)
  /// The name contains a control character, such as NUL; the second value is the character's code.
  case controlCharacter(String, UInt8)
  /// The name is longer than 255 bytes of UTF-8.
  case tooLong(String, bytes: Int)
  /// The name is `.cairn`, or a folder name that every listing skips, such as `node_modules`.
  case reserved(String)
}

extension FileNameError: CustomStringConvertible {
  /// The problem and the rule, on one line.
  public var description: String {
    switch self {
    case .empty: "a name must not be empty"
    case .dots(let name): "`\(name)` is not a valid name, because it always means a folder"
    case .leadingDot(let name): "the name `\(name)` begins with a dot, which hides files"
    case .slash(let name): "the name `\(name)` contains a slash, which can only separate folders"
    case .controlCharacter(let name, let code):
      "the name `\(name)` contains a control character "
        + "(U+\(code.hexadecimal(width: 4, uppercase: true)))"
    case .tooLong(let name, let bytes):
      "the name `\(name.prefix(20))…` is \(bytes) bytes long; the limit is \(FileName.limit)"
    case .reserved(let name):
      "the name `\(name)` is reserved, because Cairn skips folders with this name"
    }
  }
}

/// A reason why a valid name is a problem on another system or misleads readers. Cairn never gives
/// a new file such a name, and `doctor` lists the existing files that have one.
public enum FileNameWarning: Hashable, Sendable {
  /// A trailing dot or space, which Windows drops.
  case trailingDotOrSpace
  /// A dot or a space just before the extension of a Markdown file. Readers easily overlook it.
  case dotOrSpaceBeforeEnding
  /// The name `~`, which shells replace with the home folder.
  case tilde
  /// A character that changes the direction of text (Bidi_Control in UAX #9), or a line separator.
  case invisible(Unicode.Scalar)
  /// One of `< > : " \ | ? *`, which Windows does not allow.
  case character(Character)
  /// A Windows device name, with or without an extension: CON, NUL, COM1 …
  case deviceName
  /// Bytes that are not valid UTF-8; macOS and Windows do not allow such names.
  case notUTF8
}

extension FileNameWarning: CustomStringConvertible {
  /// The problem, worded as the end of a sentence that begins with the name.
  public var description: String {
    switch self {
    case .trailingDotOrSpace: "ends with a dot or a space, which Windows removes"
    case .dotOrSpaceBeforeEnding:
      "has a dot or a space before its extension, which is easy to overlook"
    case .tilde: "means the home folder in shells"
    case .invisible(let scalar):
      "contains an invisible character that changes how text is shown "
        + "(U+\(String(scalar.value, radix: 16, uppercase: true)))"
    case .character(let character): "contains `\(character)`, which Windows does not allow"
    case .deviceName: "is a device name on Windows"
    case .notUTF8: "is not valid UTF-8, which macOS and Windows require"
    }
  }
}

/// The rules for names of captures and collections.
public enum FileName {
  /// The maximum length of a name in bytes (`NAME_MAX` of every common file system).
  public static let limit = 255

  /// Folder names that every scan skips, besides those with a leading dot.
  static let skippedFolders = ["node_modules"]

  /// Returns whether every scan skips files and folders of this name.
  public static func isHidden(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first else { return false }
    if first == UInt8(ascii: ".") { return true }
    return skippedFolders.contains { $0.utf8.first == first && name.elementsEqual($0.utf8) }
  }

  /// The file extensions of Markdown files, in lower case.
  public static let markdownEndings = [".md", ".markdown", ".mdx"]

  /// Returns whether a name consists of a nonempty stem and `.md`, `.markdown` or `.mdx`, in any
  /// case.
  static func isMarkdown(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    switch name.last {
    case UInt8(ascii: "d"), UInt8(ascii: "D"): hasEnding(name, ".md")
    case UInt8(ascii: "n"), UInt8(ascii: "N"): hasEnding(name, ".markdown")
    case UInt8(ascii: "x"), UInt8(ascii: "X"): hasEnding(name, ".mdx")
    default: false
    }
  }

  /// Returns whether a name consists of a nonempty stem and `ending`, ignoring case. Pass `ending`
  /// in lower case.
  private static func hasEnding(
    _ name: some BidirectionalCollection<UInt8>, _ ending: StaticString
  ) -> Bool {
    // Compares the bytes in place, because every name of a walk passes through here.
    let isEnding = name.withContiguousStorageIfAvailable { bytes in
      let stem = bytes.count - ending.utf8CodeUnitCount
      guard stem > 0 else { return false }
      for index in 0..<ending.utf8CodeUnitCount
      where !isSame(bytes[stem + index], ending.utf8Start[index]) { return false }
      return true
    }
    return isEnding ?? ending.withUTF8Buffer { hasEnding(name, $0) }
  }

  /// Returns whether `byte` equals `wanted`, a character of an extension, ignoring case.
  private static func isSame(_ byte: UInt8, _ wanted: UInt8) -> Bool {
    byte == wanted || byte | 0x20 == wanted && wanted != UInt8(ascii: ".")
  }

  /// Returns whether a name consists of a nonempty stem and `ending`, ignoring case. Pass `ending`
  /// in lower case.
  static func hasEnding(
    _ name: some BidirectionalCollection<UInt8>, _ ending: some Collection<UInt8>
  ) -> Bool {
    let tail = name.suffix(ending.count)
    return tail.startIndex > name.startIndex
      && tail.elementsEqual(ending, by: isSame)
  }

  /// Throws a ``FileNameError`` if `name` is not valid for a capture or collection.
  public static func validate(_ name: some Collection<UInt8>) throws(FileNameError) {
    let shown = String(decoding: name, as: UTF8.self)
    guard let first = name.first else { throw .empty }
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { throw .dots(shown) }
    if name.contains(UInt8(ascii: "/")) { throw .slash(shown) }
    if let control = controlCharacter(in: name) { throw .controlCharacter(shown, control) }
    if name.elementsEqual(".cairn".utf8) { throw .reserved(shown) }
    if first == UInt8(ascii: ".") { throw .leadingDot(shown) }
    if name.count > limit { throw .tooLong(shown, bytes: name.count) }
    if skippedFolders.contains(where: { name.elementsEqual($0.utf8) }) { throw .reserved(shown) }
  }

  /// Throws a ``FileNameError`` if `name` is not valid for a capture or collection.
  public static func validate(_ name: String) throws(FileNameError) {
    try validate(Array(name.utf8))
  }

  /// Returns the problems that a valid name causes on other systems or for readers.
  public static func warnings(_ name: some Collection<UInt8>) -> [FileNameWarning] {
    guard let text = String(validating: name, as: UTF8.self) else { return [.notUTF8] }
    var warnings: [FileNameWarning] = []
    if text.hasSuffix(".") || text.hasSuffix(" ") { warnings.append(.trailingDotOrSpace) }
    let bytes = Array(name)
    if isMarkdown(bytes), let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0,
      bytes[dot - 1] == UInt8(ascii: ".") || bytes[dot - 1] == UInt8(ascii: " ")
    {
      warnings.append(.dotOrSpaceBeforeEnding)
    }
    if text == "~" { warnings.append(.tilde) }
    let invisible = text.unicodeScalars.first {
      $0.properties.isBidiControl || $0 == "\u{2028}" || $0 == "\u{2029}"
    }
    if let invisible { warnings.append(.invisible(invisible)) }
    for character in "<>:\"\\|?*"
    where text.unicodeScalars.contains(character.unicodeScalars[...].first ?? " ") {
      warnings.append(.character(character))
    }
    let stem = text.prefix { $0 != "." }.uppercased()
    if devices.contains(stem) { warnings.append(.deviceName) }
    return warnings
  }

  /// Returns why a file or folder should not have this name: the name is invalid, misleading, or
  /// not allowed on another system. Returns nil if nothing is wrong.
  public static func complaint(about name: some Collection<UInt8>) -> String? {
    do throws(FileNameError) {
      try validate(name)
    } catch {
      return error.description
    }
    return warnings(name).first.map { "the name `\(String(decoding: name, as: UTF8.self))` \($0)" }
  }

  /// The device names that Windows reserves, from "Naming Files, Paths, and Namespaces" (Microsoft
  /// Learn).
  private static let devices: Set<String> = [
    "CON", "PRN", "AUX", "NUL", "COM0", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7",
    "COM8", "COM9", "LPT0", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
  ]

  /// Returns the code of the first control character (Unicode category Cc, so also U+0080–U+009F),
  /// or nil if there is none.
  private static func controlCharacter(in name: some Collection<UInt8>) -> UInt8? {
    var previous: UInt8 = 0
    for byte in name {
      if byte < 0x20 || byte == 0x7F { return byte }
      if previous == 0xC2, (0x80..<0xA0).contains(byte) { return byte }
      previous = byte
    }
    return nil
  }
}
