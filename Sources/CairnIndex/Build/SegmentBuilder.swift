public import CairnInsight
public import CairnText

/// Makes segments.
public enum SegmentBuilder {
  /// A file with its bytes, as it was read.
  public struct Contents: Sendable {
    /// The file, with its identity at the time of reading.
    public let file: IndexedFile
    /// All of it.
    public let bytes: [UInt8]

    /// A file with these bytes.
    public init(_ file: IndexedFile, _ bytes: [UInt8]) {
      self.file = file
      self.bytes = bytes
    }
  }

  /// A file that is to be read.
  public struct Source: Sendable {
    /// Where it is.
    public let path: NotePath
    /// About how many bytes it has.
    public let size: Int

    /// The file at `path`.
    public init(path: NotePath, size: Int) {
      self.path = path
      self.size = size
    }
  }

  /// No part has postings for more bytes of notes, so that addresses within it fit.
  private static let largestPart = 1 << 30

  /// The bytes of a segment of some files.
  ///
  /// Costs about as much as reading the files, and memory for the postings twice.
  ///
  /// - Parameters:
  ///   - sources: the files, ordered by path.
  ///   - folders: what lies in each folder, ordered by path; a file whose folder does not list it is
  ///     not found again.
  ///   - taught: the types that a person had chosen for captures of the segment that this one goes on
  ///     top of, of those that are taken up anew here (``Segment/chosenKinds(of:)``).
  ///   - base: that segment: short ids tell captures here from those in it, too.
  ///   - threads: how many threads there are.
  ///   - read: reads some of the files one after the other: it calls its last parameter for each, in
  ///     order, with what was read, or nil where it cannot be. Called from several threads.
  public static func segment(
    of sources: [Source], folders: [IndexedFolder], summary: SegmentSummary,
    taught: [NotePath: CaptureKind] = [:], beside base: Segment? = nil, threads: Int,
    read: @Sendable (ArraySlice<Source>, (Contents?) -> Void) -> Void
  ) -> [UInt8] {
    let ranges = ranges(of: sources, threads: threads)
    let parts = Parallel.map(ranges) { range in
      var part = SegmentPart(firstDocument: range.lowerBound, taught: taught)
      var next = range.lowerBound
      read(sources[range]) { contents in
        if let contents {
          part.add(contents.file, contents.bytes)
        } else {
          part.addUnread(sources[next].path)
        }
        next += 1
      }
      return FinishedPart(part)
    }
    var summary = summary
    summary.idWidth = IDWidth.width(of: parts, beside: base)
    return SegmentWriter.bytes(of: parts, folders: folders, summary: summary)
  }

  /// The files in parts of about the same number of bytes.
  private static func ranges(of sources: [Source], threads: Int) -> [Range<Int>] {
    let total = sources.reduce(0) { $0 + $1.size }
    let count = max(1, min(threads, sources.count), total / largestPart)
    var ranges: [Range<Int>] = []
    var start = 0
    var size = 0
    for (index, source) in sources.enumerated() {
      size += source.size
      if ranges.count + 1 < count, size * count >= total * (ranges.count + 1) {
        ranges.append(start..<index + 1)
        start = index + 1
      }
    }
    ranges.append(start..<sources.count)
    return ranges
  }
}
