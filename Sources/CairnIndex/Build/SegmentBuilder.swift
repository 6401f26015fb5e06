public import CairnInsight
public import CairnText

/// A builder of segments.
public enum SegmentBuilder {
  /// A file and the bytes that were read from it.
  public struct Contents: Sendable {
    /// The file, with its identity when it was read.
    public let file: IndexedFile
    /// All bytes of the file.
    public let bytes: [UInt8]

    /// Creates the contents of a file from the bytes that were read.
    public init(_ file: IndexedFile, _ bytes: [UInt8]) {
      self.file = file
      self.bytes = bytes
    }
  }

  /// A file to be read.
  public struct Source: Sendable {
    /// The path of the file.
    public let path: NotePath
    /// The approximate size in bytes.
    public let size: Int

    /// Creates a source for the file at `path`.
    public init(path: NotePath, size: Int) {
      self.path = path
      self.size = size
    }
  }

  /// The approximate limit on the total size of the files in one part, in bytes. While a part is
  /// built, its postings take about twice as much memory as afterwards.
  private static let largestPart = 48 << 20

  /// Writes a segment.
  ///
  /// Costs about as much as reading the files. Needs memory for all postings.
  ///
  /// - Parameters:
  ///   - sources: the files, ordered by path.
  ///   - folders: the folders, ordered by path, each with its files. A file that is not in its
  ///     folder's list cannot be found later.
  ///   - taught: for captures that are indexed again, the types chosen by a person, as recorded
  ///     in the base segment (``Segment/chosenKinds(of:)``).
  ///   - base: the segment that the new segment builds on. The id width is large enough to tell
  ///     apart the ids in both segments.
  ///   - threads: the number of threads.
  ///   - read: reads a run of files. Calls its last parameter for each file in order, with the
  ///     contents of the file, or with nil if it cannot be read. Called on several threads.
  ///   - sink: receives the bytes of the segment's file in order, a piece at a time. Called on one
  ///     thread at a time.
  public static func segment(
    of sources: [Source], folders: [IndexedFolder], summary: SegmentSummary,
    taught: [NotePath: CaptureKind] = [:], beside base: Segment? = nil, threads: Int,
    read: @Sendable (ArraySlice<Source>, (Contents?) -> Void) -> Void,
    to sink: @escaping ([UInt8]) -> Void
  ) {
    let ranges = ranges(of: sources, threads: threads)
    var finished = Parallel.map(ranges) { range in
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
      return FinishedPart.finish(part)
    }
    let stream = SegmentStream(to: sink)
    TermSections.write(finished.map(\.run), to: stream)
    let parts = finished.map(\.part)
    // Postings take the most memory, and are no longer needed.
    finished = []
    var summary = summary
    summary.idWidth = IDWidth.width(of: parts, beside: base)
    SegmentWriter.write(parts, folders: folders, summary: summary, to: stream)
  }

  /// The relative sizes of the parts. Large parts, of size `weight`, come first: usually one for
  /// each thread. Small parts, of size `lastWeight`, follow; any free thread takes the next one.
  private static let (weight, lastWeight) = (16, 1)

  /// Divides the files into one part per thread, or more if parts would exceed ``largestPart``.
  /// Most parts have about the same size in bytes. Some smaller parts follow, so that all threads
  /// finish at about the same time.
  private static func ranges(of sources: [Source], threads: Int) -> [Range<Int>] {
    let total = sources.reduce(0) { $0 + $1.size }
    let count = max(1, min(threads, sources.count), total / largestPart + 1)
    let weights =
      Array(repeating: weight, count: count) + Array(repeating: lastWeight, count: count / 2)
    let whole = weights.reduce(0, +)
    var ranges: [Range<Int>] = []
    var start = 0
    var size = 0
    var share = weights[0]
    for (index, source) in sources.enumerated() {
      size += source.size
      if ranges.count + 1 < weights.count, size * whole >= total * share {
        ranges.append(start..<index + 1)
        start = index + 1
        share += weights[ranges.count]
      }
    }
    ranges.append(start..<sources.count)
    return ranges
  }
}
