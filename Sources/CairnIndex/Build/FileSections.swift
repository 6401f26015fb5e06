import CairnText

/// The sections that list the folders, and the files in each folder.
enum FileSections {
  /// Returns the sections that list the folders and their files, in the order in which the disk
  /// lists them. A single comparison with a new listing therefore shows whether any file was added,
  /// removed or renamed.
  static func entries(
    of folders: [IndexedFolder], _ parts: [FinishedPart]
  ) -> [SegmentWriter.Entry] {
    let documents = DocumentNumbers(parts)
    var places = [(folder: UInt32, name: UInt32)](repeating: (0, 0), count: documents.count)
    var records = ByteWriter()
    var paths = ByteWriter()
    var listing = ByteWriter()
    var names = ByteWriter()
    var hidden = ByteWriter()
    func mark(_ state: FolderState?) {
      FolderRecord(
        pathOffset: paths.count, listingOffset: listing.count / 4, hiddenOffset: hidden.count,
        state: state
      ).write(to: &records)
    }
    for (number, folder) in folders.enumerated() {
      let numbers = documents.numbers(of: folder)
      // A file that is not a document is missing from the names below.
      mark(numbers.contains(nil) ? nil : folder.state)
      paths.append(contentsOf: folder.path.bytes)
      hidden.append(contentsOf: folder.state?.hiddenFolders.bytes ?? [])
      for (name, document) in zip(folder.files, numbers) {
        guard let document else { continue }
        places[document] = (UInt32(number), UInt32(names.count))
        listing.fixed(UInt32(document))
        names.append(contentsOf: name)
        names.append(0)
      }
    }
    mark(nil)
    var files = ByteWriter()
    for (file, place) in zip(parts.lazy.flatMap({ $0.part.files }), places) {
      FileRecord(
        identity: file.identity, folder: place.folder, nameOffset: place.name,
        nameCount: UInt16(clamping: file.path.nameBytes.count)
      ).write(to: &files)
    }
    return [
      (.folders, [records.bytes]), (.folderPaths, [paths.bytes]),
      (.hiddenFolders, [hidden.bytes]), (.listing, [listing.bytes]), (.files, [files.bytes]),
      (.fileNames, [names.bytes]),
    ]
  }
}

/// A table for looking up document numbers by folder and file name.
private struct DocumentNumbers {
  /// The file names of all documents, indexed by document number.
  private var names: [ArraySlice<UInt8>] = []
  /// The document numbers of each folder's files, ordered by file name.
  private var folders: [NotePath: [Int]] = [:]

  var count: Int { names.count }

  init(_ parts: [FinishedPart]) {
    var folder = NotePath.root
    var documents: [Int] = []
    for finished in parts {
      for file in finished.part.files {
        let name = file.path.nameBytes
        if !folder.holds(file.path, named: name) {
          folders[folder, default: []] += documents
          documents.removeAll(keepingCapacity: true)
          folder = file.path.parent
        }
        documents.append(names.count)
        names.append(name)
      }
    }
    folders[folder, default: []] += documents
  }

  /// Returns the document number of each of the folder's files, in the order of `folder.files`, or
  /// nil for a file that is not a document.
  func numbers(of folder: IndexedFolder) -> [Int?] {
    var numbers = [Int?](repeating: nil, count: folder.files.count)
    var rest = (folders[folder.path] ?? [])[...]
    for place in folder.order.lazy.map(Int.init) {
      let name = folder.files[place]
      while let document = rest.first, names[document].lexicographicallyPrecedes(name) {
        rest.removeFirst()
      }
      if let document = rest.first, names[document].elementsEqual(name) {
        numbers[place] = document
      }
    }
    return numbers
  }
}

extension NotePath {
  /// Returns whether this path is the folder that contains the file at `path`. `name` is the name
  /// of that file.
  fileprivate func holds(_ path: NotePath, named name: ArraySlice<UInt8>) -> Bool {
    let length = max(path.bytes.count - name.count - 1, 0)
    return bytes.count == length && path.bytes.prefix(length).elementsEqual(bytes)
  }
}
