/// The path of a file or folder below a notebook's root: names joined by slashes. The empty path is
/// the root.
///
///     let path = NotePath("work/acme/invoice.md")!
///     path.parent       // work/acme
///     path.name         // "invoice.md"
///     path.stem         // "invoice"
///
/// A file name may contain any bytes except `/` and NUL (POSIX.1-2017 §3.170), so a path is stored
/// as bytes and converted to text only for display. A `NotePath` does not begin or end with a
/// slash, and has no empty, `.` or `..` component. So it cannot lead out of the root, except
/// through symbolic links, which this type does not examine.
public struct NotePath: Hashable, Sendable {
  /// The components joined by `/`; empty for the root.
  public let bytes: [UInt8]

  /// The path of the root, which is empty.
  public static let root = NotePath(unchecked: [])

  /// Reads `bytes` as a path below the root, removing `./` and repeated slashes.
  ///
  /// Returns nil if `bytes` is an absolute path or contains a `..` component or a NUL.
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

  /// Reads text as a path below the root; nil in the same cases as ``init(bytes:)``.
  public init?(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// Creates a path from bytes known to be valid, such as another path's ``bytes``.
  package init(listed bytes: some Sequence<UInt8>) {
    self.init(unchecked: Array(bytes))
  }

  /// Returns whether `bytes` is a valid path that needs no normalization: it has components, and no
  /// component is empty, begins with a dot or contains a NUL.
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
  /// Whether this path is the root.
  public var isRoot: Bool { bytes.isEmpty }

  /// The components from the root down; empty for the root.
  public var components: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "/"))
  }

  /// The bytes after the last slash: the file's or folder's own name.
  public var nameBytes: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// ``nameBytes`` as text; invalid UTF-8 becomes U+FFFD.
  public var name: String { String(decoding: nameBytes, as: UTF8.self) }

  /// The name's bytes up to its last dot; the whole name if its only dot is at the start, or if it
  /// has no dot.
  public var stemBytes: ArraySlice<UInt8> {
    let name = nameBytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name
    }
    return name[..<dot]
  }

  /// ``stemBytes`` as text; invalid UTF-8 becomes U+FFFD.
  public var stem: String { String(decoding: stemBytes, as: UTF8.self) }

  /// The text after the last dot of the name, in lower case; empty if there is no dot, or only one
  /// at the start of the name.
  public var fileExtension: String {
    let name = nameBytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The folder that contains this path; the root's parent is the root.
  public var parent: NotePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return .root }
    return NotePath(unchecked: Array(bytes[..<slash]))
  }

  /// Returns this path with `name` appended. Slashes in `name` separate components.
  ///
  /// Returns nil if the result would not be a path below the root.
  public func appending(_ name: some Collection<UInt8>) -> NotePath? {
    guard name.first != UInt8(ascii: "/") else { return nil }
    return NotePath(bytes: isRoot ? Array(name) : bytes + [UInt8(ascii: "/")] + Array(name))
  }

  /// Returns this path with the text `name` appended, or nil if the result would not be valid.
  public func appending(_ name: String) -> NotePath? { appending(Array(name.utf8)) }

  /// Returns this path with `name` appended. `name` must be valid, like any name in a folder's
  /// listing.
  package func appending(listed name: some Collection<UInt8>) -> NotePath {
    assert(!name.isEmpty && !name.contains { $0 == 0 || $0 == UInt8(ascii: "/") })
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + name.count)
    if !isRoot {
      joined.append(contentsOf: bytes)
      joined.append(UInt8(ascii: "/"))
    }
    // Contiguous bytes are appended in a single operation; other collections are read byte by byte.
    if name.withContiguousStorageIfAvailable({ joined.append(contentsOf: $0) }) == nil {
      joined.append(contentsOf: name)
    }
    return NotePath(unchecked: joined)
  }

  /// Returns whether this path is `folder` or is inside it at any depth.
  public func isInside(_ folder: NotePath) -> Bool {
    if folder.isRoot { return true }
    guard bytes.starts(with: folder.bytes) else { return false }
    return bytes.count == folder.bytes.count || bytes[folder.bytes.count] == UInt8(ascii: "/")
  }
}

// MARK: - Order and text

extension NotePath: Comparable {
  /// Returns whether both paths have the same bytes.
  public static func == (left: NotePath, right: NotePath) -> Bool {
    left.bytes.count == right.bytes.count && left.sharedLength(right) == left.bytes.count
  }

  /// Hashes all bytes in a single call, which is faster than hashing the array byte by byte.
  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// Returns whether `left` is before `right` in byte order, so that the same files have the same
  /// order everywhere.
  public static func < (left: NotePath, right: NotePath) -> Bool {
    let same = left.sharedLength(right)
    if same == left.bytes.count || same == right.bytes.count {
      return left.bytes.count < right.bytes.count
    }
    return left.bytes[same] < right.bytes[same]
  }

  /// Returns the number of bytes in the common prefix of both paths.
  private func sharedLength(_ other: NotePath) -> Int {
    bytes.withUnsafeBytes { left in
      other.bytes.withUnsafeBytes { right in
        let length = min(left.count, right.count)
        var same = 0
        // Compares eight bytes at a time, because compared paths usually begin with the same
        // folders.
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
  /// The path as text; invalid UTF-8 becomes U+FFFD. Not escaped for a terminal.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as text, or nil if it is not valid UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }
}
