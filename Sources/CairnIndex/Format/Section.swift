/// The parts of a segment's file.
///
/// A file is the sections, a checksum for each block of them, and a trailer with the table of sections:
/// it is written from its start to its end, while sections are still being made. All integers are little-endian. Docs and code call the files by number, in the order of
/// their paths.
enum Section: UInt32, CaseIterable {
  /// The root's path, then what ``SegmentSummary`` holds.
  case summary = 1
  /// For each folder, by path: where its path begins in `folderPaths`, and where its documents begin in
  /// `listing`; 8 bytes each, and one more.
  case folders
  /// The paths of the folders, one behind the other.
  case folderPaths
  /// The documents of each folder in the order in which the disk lists them; 4 bytes each.
  case listing
  /// For each document, its ``FileRecord``.
  case files
  /// The names of the files, each with a NUL behind it, in the order of `listing`.
  case fileNames
  /// For each document, where its zones end and how many words it has; 6 numbers of 2 bytes, or of 4
  /// where one is too large for that.
  case extents
  /// For each document, its ``DocumentFlags``.
  case flags
  /// For each document, when it was made; a ``StoredTime``, without nanoseconds where none has any.
  case created
  /// When documents were changed, as far as a field says so: number, ``StoredTime``.
  case updated
  /// For each 16 terms, where they are in `terms` and their postings in `postings`; 12 bytes.
  case termBlocks
  /// The terms in byte order, front-coded, with the sizes of their postings.
  case terms
  /// Where the terms occur; see ``PostingTable``.
  case postings
  /// The names of the columns, with where each lies in `columns`.
  case columnNames
  /// The columns.
  case columns
  /// The hashes of names (``LinkKey/brief``), with the documents that have them.
  case names
  /// The ``LinkKey``s of links, with the documents that have them.
  case links
  /// The hashes of what stands in links that are no wikilinks, with the documents that have them.
  case targets
  /// The collections' own pages: number and bytes.
  case pages
  /// The documents that may have changed unseen, with the hash of their bytes; 12 bytes each.
  case racy
  /// What the captures teach the classifier; see ``LessonWriter``.
  case lessons
}

/// What stands at the end of a segment's file.
enum Trailer {
  static let magic = Array("cairnidx".utf8)
  /// Counts up whenever files are written or documents read in another way than before.
  static let version: UInt32 = 12
  static let size = 1024
  /// How many bytes have a checksum of their own.
  static let blockSize = 4096
  /// Where the table of sections begins in it.
  static let tableOffset = 48
}
