public import CairnText

/// A zip archive, or a tar archive that can be compressed with gzip. The archive can come from any
/// source, and may be malicious.
///
/// Nothing is unpacked to the disk. A file is read only if its path stays inside the archive, if it
/// is not a link, and if the archive is within ``Limits``.
public struct Archive: Sendable {
  /// The limits of an archive. An archive that exceeds any of them is not read.
  public struct Limits: Sendable {
    /// The maximum number of files.
    public var files = 10_000
    /// The maximum size of all files together, in bytes.
    public var bytes = 4 << 30
    /// The maximum size of all files together, as a multiple of the archive's size. Applies only if
    /// all files together are larger than ``smallBytes``.
    public var ratio = 100
    /// If all files together have at most this size in bytes, ``ratio`` does not apply.
    public var smallBytes = 1 << 20

    /// Creates the default limits.
    public init() {}

    /// Throws ``ArchiveFailure`` if files of `size` bytes in total exceed the limits for an archive
    /// of `packed` bytes.
    func check(_ size: Int, of packed: Int) throws(ArchiveFailure) {
      if size > bytes {
        throw ArchiveFailure("its files are larger than \(bytes >> 30) GiB in total")
      }
      if size > smallBytes, size / ratio > packed {
        throw ArchiveFailure("its files are more than \(ratio) times as large as the archive")
      }
    }
  }

  /// A file in an archive.
  struct Entry: Sendable {
    /// The offset of the file's bytes in the archive; for zip, the offset of the local header
    /// before them.
    let offset: Int
    /// The number of bytes that the file, compressed or not, occupies in the archive.
    let packedSize: Int
    /// The number of bytes of the decompressed file.
    let size: Int
    let isCompressed: Bool
    /// The CRC-32 checksum of the file; nil in tar archives.
    let checksum: UInt32?
    /// The time when the file was last changed; nil if the archive contains no valid time. A time
    /// without an offset is the local time of the computer that made the archive.
    let modified: DateTime?
  }

  /// The files, keyed by path.
  var entries: [String: Entry] = [:]
  /// The items in the archive that cannot be read, such as links, each with its path and the
  /// reason.
  public internal(set) var skipped: [(item: String, reason: String)] = []
  /// The size of all files together, in bytes.
  public internal(set) var size = 0
  /// Whether the end of the archive was found. If not, the archive was cut off, and files may be
  /// missing.
  public internal(set) var isComplete = true
  let input: ArchiveInput

  /// Opens an archive.
  ///
  /// Throws ``ArchiveFailure`` if the input is a damaged archive or exceeds the limits.
  ///
  /// - Returns: Nil if the input is neither zip nor tar nor a compressed tar archive.
  public static func open(
    _ input: ArchiveInput, _ limits: Limits = Limits()
  ) throws(ArchiveFailure) -> Archive? {
    let start = input.read(0..<min(input.size, 512)) ?? []
    if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) || start.starts(with: [0x50, 0x4B, 0x05, 0x06])
    {
      return try zip(input, limits)
    }
    if start.starts(with: [0x1F, 0x8B]) { return try gzip(input, limits) }
    return TarHeader.begins(start) ? try tar(input, limits) : nil
  }

  /// The paths of the files, sorted.
  public var paths: [String] { entries.keys.sorted() }

  /// Returns the bytes of a file; nil if there is no such file, or if it is damaged.
  public func bytes(_ path: String) -> [UInt8]? {
    guard let entry = entries[path] else { return nil }
    guard let checksum = entry.checksum else {
      return input.read(entry.offset..<entry.offset + entry.size)
    }
    return zipBytes(entry, checksum)
  }

  /// Returns the time when a file was last changed; nil if the file or the time is missing. A time
  /// without an offset is the local time of the computer that made the archive.
  public func modified(_ path: String) -> DateTime? { entries[path]?.modified }

  /// Returns the size of a file in bytes, without reading the file; nil if there is no such file.
  public func size(of path: String) -> Int? { entries[path]?.size }

  /// Adds a file, or skips it if its path is not safe.
  ///
  /// Throws ``ArchiveFailure`` if there are too many files, or if they are too large.
  mutating func add(
    _ name: [UInt8], _ entry: Entry, _ limits: Limits
  ) throws(ArchiveFailure) {
    guard let path = String(validating: name, as: UTF8.self) else {
      skipped.append((String(decoding: name, as: UTF8.self), "the name is not UTF-8"))
      return
    }
    // macOS adds these files, which contain nothing to import.
    if path.hasPrefix("__MACOSX/") || path.hasSuffix("/.DS_Store") { return }
    guard Self.isSafe(path) else {
      skipped.append((path, "the path leads out of the archive"))
      return
    }
    let (sum, isTooLarge) = size.addingReportingOverflow(entry.size)
    size = isTooLarge ? Int.max : sum
    try limits.check(size, of: input.size)
    if entries.updateValue(entry, forKey: path) != nil {
      skipped.append((path, "a later file in the archive has the same name"))
    }
    if entries.count > limits.files {
      throw ArchiveFailure("it has more than \(limits.files) files")
    }
  }

  /// Returns whether a path is safe. A safe path is relative. It contains no drive letter such as
  /// `C:`, no NUL, no backslash, and no part that is empty, `.` or `..`.
  private static func isSafe(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return !path.utf8.contains(0) && !path.contains("\\")
      && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
      && !(parts.first?.hasSuffix(":") ?? true)
  }
}

/// Access to the bytes of an archive, which are read only when they are needed.
public struct ArchiveInput: Sendable {
  /// The number of bytes.
  public let size: Int
  private let reader: @Sendable (Range<Int>) -> [UInt8]?

  /// Creates the input from its size in bytes and a function that returns the bytes in a range, or
  /// nil if the bytes cannot be read.
  public init(size: Int, reader: @escaping @Sendable (Range<Int>) -> [UInt8]?) {
    (self.size, self.reader) = (size, reader)
  }

  /// Creates the input from bytes in memory.
  public init(_ bytes: [UInt8]) {
    self.init(size: bytes.count) { Array(bytes[$0]) }
  }

  /// Returns the bytes in a range; nil if the range is not in the input, or if they cannot be read.
  func read(_ range: Range<Int>) -> [UInt8]? {
    guard range.lowerBound >= 0, range.upperBound <= size, let bytes = reader(range),
      bytes.count == range.count
    else { return nil }
    return bytes
  }
}

/// The reason why an archive cannot be read.
public struct ArchiveFailure: Error, Hashable, Sendable {
  /// The reason, as a clause about the archive: `it is damaged`.
  public let reason: String

  init(_ reason: String) { self.reason = reason }

  /// The failure for an archive that does not follow its format.
  public static let damaged = ArchiveFailure("it is damaged")
}
