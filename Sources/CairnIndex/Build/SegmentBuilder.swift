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

  /// Writes a segment of some files.
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
  ///   - sink: takes the bytes of the segment's file, a piece at a time, from its start to its end. Called
  ///     by one thread at a time.
  public static func segment(
    of sources: [Source], folders: [IndexedFolder], summary: SegmentSummary,
    taught: [NotePath: CaptureKind] = [:], beside base: Segment? = nil, threads: Int,
    read: @Sendable (ArraySlice<Source>, (Contents?) -> Void) -> Void,
    to sink: @escaping ([UInt8]) -> Void
  ) {
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
    SegmentWriter.write(parts, folders: folders, summary: summary, to: SegmentStream(to: sink))
  }

  /// The weight of a part for a thread, and of one for whoever is done first.
  private static let (weight, lastWeight) = (16, 1)

  /// The files in a part for each thread, of about the same number of bytes, and behind them some small
  /// ones, so that threads end at about the same time.
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
