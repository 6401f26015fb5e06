/// A section of a segment's file. The sections are followed by a checksum for each 4 KB block and
/// by a trailer with the table of sections.
///
/// The file is written from start to end while sections are still being made. All integers are
/// little-endian. Files are referred to by number, in the order of their paths.
enum Section: UInt32, CaseIterable {
  /// The ``SegmentSummary``, which starts with the root's path.
  case summary = 1
  /// The ``FolderRecord`` of each folder, in path order, with one extra record at the end.
  case folders
  /// The paths of the folders, concatenated.
  case folderPaths
  /// For each folder, the names of its subfolders that are never entered, each followed by a NUL.
  case hiddenFolders
  /// The documents of each folder, in the order in which the disk lists them. 4 bytes each.
  case listing
  /// The ``FileRecord`` of each document.
  case files
  /// The names of the files in the order of `listing`, each followed by a NUL.
  case fileNames
  /// For each document: the end of each of its five zones (title, meaning, names, fields, body),
  /// and its number of words. These 6 numbers take 2 bytes each, or 4 bytes each if any number in
  /// the section does not fit in 2 bytes.
  case extents
  /// The ``DocumentFlags`` of each document.
  case flags
  /// The creation time of each document: a ``StoredTime``. If the nanoseconds of all times are 0,
  /// they are left out.
  case created
  /// For each document whose update time is stated in a field or cannot be derived from the file's
  /// identity: the document's number and the ``StoredTime``.
  case updated
  /// For each block of 16 terms: the offset of its first term in `terms` (4 bytes) and the offset
  /// of that term's postings in `postings` (8 bytes).
  case termBlocks
  /// The terms in byte order, front-coded, each with the size of its postings in bytes.
  case terms
  /// The occurrences of the terms; see ``PostingTable``.
  case postings
  /// The names of the columns, each with its offset and size in `columns`.
  case columnNames
  /// The columns, as written by ``ColumnWriter``.
  case columns
  /// The hashes of names (``LinkKey/brief``) and the documents that have them.
  case names
  /// The ``LinkKey``s of links and the documents that have them.
  case links
  /// The hashes of the targets of links other than wikilinks, and the documents with these links.
  case targets
  /// For each collection's page: its document number and bytes.
  case pages
  /// The documents whose files can change without getting another ``FileIdentity``, each with a
  /// hash of its bytes. 12 bytes each.
  case racy
  /// The ``Lessons`` of the captures, as written by ``LessonWriter``.
  case lessons
}

/// The layout of the end of a segment's file.
enum Trailer {
  static let magic = Array("cairnidx".utf8)
  /// The format version. Increase the version whenever the format of the file changes, or whenever
  /// documents are read in another way.
  static let version: UInt32 = 18
  static let size = 1024
  /// The number of bytes covered by each checksum.
  static let blockSize = 4096
  /// The offset of the table of sections within the trailer.
  static let tableOffset = 48
}
