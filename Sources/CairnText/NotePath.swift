/// A path of a file or folder below a notebook's root: bytes between slashes.
///
///     let path = NotePath("work/acme/invoice.md")
///     path.parent       // work/acme
///     path.name         // "invoice.md"
///     path.stem         // "invoice"
///
/// A file name is any bytes but `/` and NUL (POSIX.1-2017 §3.170), so a path is kept as bytes and
/// only becomes text when it is shown. The empty path is the root. A `NotePath` never begins or
/// ends with a slash, never holds an empty, `.` or `..` component or a NUL, and so cannot leave
/// the root by its spelling; symbolic links are the disk's business.
public struct NotePath: Hashable, Sendable {
  /// The components joined by `/`; empty for the root.
  public let bytes: [UInt8]

  /// The root itself.
  public static let root = NotePath(unchecked: [])

  /// Reads `bytes` as a path below the root, folding `./` and repeated slashes away.
  ///
  /// Returns nil where they name something that no path below a root can be: an absolute path, a
  /// `..` component, or a NUL.
  public init?(bytes: some Collection<UInt8>) {
    let plain = bytes.withContiguousStorageIfAvailable { Self.isPlain($0) ? Array($0) : nil }
    if let plain = plain ?? nil {
      self.init(unchecked: plain)
      return
    }
    guard bytes.first != UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
    let parts = bytes.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    guard !parts.contains(where: { $0.elementsEqual("..".utf8) }) else { return nil }
    self.init(unchecked: Array(parts.joined(separator: [UInt8(ascii: "/")])))
  }

  /// Reads text as a path below the root; nil as for ``init(bytes:)``.
  public init?(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// The path that another one's ``bytes`` are.
  package init(listed bytes: some Sequence<UInt8>) {
    self.init(unchecked: Array(bytes))
  }

  /// Whether no step of a path is empty or begins with a dot, so that it is as short as it can be,
  /// and none has a NUL.
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isStart = true
    for byte in bytes {
      if isStart, byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { return false }
      if byte == 0 { return false }
      isStart = byte == UInt8(ascii: "/")
    }
    return !isStart
  }

  private init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }
}

// MARK: - Parts

extension NotePath {
  /// Whether this is the root itself.
  public var isRoot: Bool { bytes.isEmpty }

  /// The components from the root down; none for the root.
  public var components: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "/"))
  }

  /// The bytes behind the last slash: a file's or folder's own name.
  public var nameBytes: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// ``nameBytes`` as text; bytes that are not UTF-8 show as U+FFFD.
  public var name: String { String(decoding: nameBytes, as: UTF8.self) }

  /// The name's bytes up to its last dot, or all of it where there is none or it comes first.
  public var stemBytes: ArraySlice<UInt8> {
    let name = nameBytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name
    }
    return name[..<dot]
  }

  /// ``stemBytes`` as text; bytes that are not UTF-8 show as U+FFFD.
  public var stem: String { String(decoding: stemBytes, as: UTF8.self) }

  /// The text behind the name's last dot in lower case, or "" where there is none.
  public var fileExtension: String {
    let name = nameBytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The folder that holds this; the root's parent is the root.
  public var parent: NotePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return .root }
    return NotePath(unchecked: Array(bytes[..<slash]))
  }

  /// This path with one more component, or with several where `name` has slashes.
  ///
  /// Returns nil where the result would not be a path below the root.
  public func appending(_ name: some Collection<UInt8>) -> NotePath? {
    guard name.first != UInt8(ascii: "/") else { return nil }
    return NotePath(bytes: isRoot ? Array(name) : bytes + [UInt8(ascii: "/")] + Array(name))
  }

  /// This path with one more component, or with several where `name` has slashes.
  public func appending(_ name: String) -> NotePath? { appending(Array(name.utf8)) }

  /// This path with one name that a folder's listing gave, which is known to be one.
  package func appending(listed name: some Collection<UInt8>) -> NotePath {
    assert(!name.isEmpty && !name.contains { $0 == 0 || $0 == UInt8(ascii: "/") })
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + name.count)
    if !isRoot {
      joined.append(contentsOf: bytes)
      joined.append(UInt8(ascii: "/"))
    }
    // Of bytes in a row at once: a collection of any kind is asked for each.
    if name.withContiguousStorageIfAvailable({ joined.append(contentsOf: $0) }) == nil {
      joined.append(contentsOf: name)
    }
    return NotePath(unchecked: joined)
  }

  /// Whether this lies in `folder`, at any depth, or is it.
  public func isInside(_ folder: NotePath) -> Bool {
    if folder.isRoot { return true }
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == UInt8(ascii: "/")
  }
}

// MARK: - Order and text

extension NotePath: Comparable {
  /// Whether both are the same bytes.
  public static func == (left: NotePath, right: NotePath) -> Bool {
    left.bytes.count == right.bytes.count && left.sharedLength(right) == left.bytes.count
  }

  /// All bytes at once: an array would hash one after another.
  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// Orders by bytes, so that the same files come in the same order everywhere.
  public static func < (left: NotePath, right: NotePath) -> Bool {
    let same = left.sharedLength(right)
    if same == left.bytes.count || same == right.bytes.count {
      return left.bytes.count < right.bytes.count
    }
    return left.bytes[same] < right.bytes[same]
  }

  /// How many bytes both begin with.
  private func sharedLength(_ other: NotePath) -> Int {
    bytes.withUnsafeBytes { left in
      other.bytes.withUnsafeBytes { right in
        let length = min(left.count, right.count)
        var same = 0
        // Eight at a time: paths that are compared most often begin with the same folders.
        while same + 8 <= length,
          left.loadUnaligned(fromByteOffset: same, as: UInt64.self)
            == right.loadUnaligned(fromByteOffset: same, as: UInt64.self)
        { same += 8 }
        while same < length, left[same] == right[same] { same += 1 }
        return same
      }
    }
  }
}

extension NotePath: CustomStringConvertible {
  /// The path as text; bytes that are not UTF-8 show as U+FFFD. Not escaped for a terminal.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as text where it is UTF-8, else nil.
  public var text: String? { String(validating: bytes, as: UTF8.self) }
}
