import ArgumentParser
import CairnCapture
import CairnDigest
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import SystemPackage

struct ImageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "image",
    abstract: "Add, order and remove the pictures of a capture.",
    discussion: """
      Pictures are copied into the folder `media` beside the capture, and named in its field \
      `images`; the first is its cover. A picture is named by its number, by the name it had, or \
      by its file's name or how that begins.

      EXAMPLES
        cairn image list k7x2
        cairn image add k7x2 ~/Pictures/garden.jpg
        cairn image cover k7x2 garden.jpg
      """,
    subcommands: [List.self, Add.self, Remove.self, Order.self, Cover.self], aliases: ["images"])
}

// MARK: - List

extension ImageCommand {
  struct List: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the pictures of a capture, the cover first.",
      discussion: """
        EXAMPLES
          cairn image list k7x2
          cairn image list k7x2 --json
        """,
      aliases: ["ls"])

    @Argument(help: ArgumentHelp("The capture: id, path or title.", valueName: "capture"))
    var capture: String

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let (capture, _) = try session.work.capture(named: capture)
      let rows = capture.images.map { image in
        (image, image.path.flatMap { try? session.notebook.imageFacts(at: $0) })
      }
      if common.json {
        let records = rows.map { JSONDocument.image($0, $1) }
        session.console.line(
          JSONDocument.document([.init("images", .array(records))]).description)
      }
      guard !rows.isEmpty else {
        if !common.json {
          session.say("\(TerminalText.escaped(capture.path.description)) has no picture.")
        }
        throw ExitStatus.nothingFound.code
      }
      if common.json { return }
      let table = Table(columns: [
        .init("no", alignment: .right), .init("name", shrinksTo: 12), .init("type"),
        .init("pixels", alignment: .right), .init("file", shrinksTo: 20),
      ])
      let cells = rows.enumerated().map { index, row in
        [
          String(index + 1), row.0.name, row.1.map { $0.type?.rawValue ?? "?" } ?? "missing",
          row.1?.size.map { "\($0.width)×\($0.height)" } ?? "", row.0.path?.description ?? "",
        ]
      }
      let width = session.surroundings.outputIsTerminal ? session.surroundings.columns : nil
      for line in table.lines(cells, width: width) { session.console.line(line) }
    }
  }
}

extension JSONDocument {
  /// A picture as docs/json.md describes it.
  fileprivate static func image(_ reference: MediaReference, _ facts: ImageFacts?) -> JSONValue {
    [
      "path": reference.path.map { JSONValue(bytes: $0.bytes) } ?? .null,
      "written": .string(reference.written), "name": .string(reference.name),
      "type": JSONValue(facts?.type?.mimeType), "width": JSONValue(facts?.size?.width),
      "height": JSONValue(facts?.size?.height), "bytes": JSONValue(facts?.byteCount),
    ]
  }
}

// MARK: - Add and remove

extension ImageCommand {
  struct Add: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Copy pictures into the notebook, for a capture.",
      discussion: """
        What a file is, its content says. A picture that lies in the notebook already is named \
        where it is, and not copied.

        EXAMPLES
          cairn image add k7x2 garden.jpg gate.png
          cairn image add k7x2 portrait.webp --cover
        """)

    @Argument(help: ArgumentHelp("The capture: id, path or title.", valueName: "capture"))
    var capture: String

    @Argument(
      help: ArgumentHelp("The pictures, in order.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(help: "Make the first of them the cover.")
    var cover = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let (capture, _) = try session.work.capture(named: capture)
      let media = try files.map { try session.newMedia($0, as: .image) }
      let mode: Mode = write.dryRun ? .dryRun : .write
      try session.finish(
        try session.notebook.addMedia(media, to: capture, asCover: cover, mode), mode)
    }
  }

  struct Remove: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "rm",
      abstract: "Take pictures away from a capture.",
      discussion: """
        A file in the folder `media` that nothing else in the notebook mentions goes into the \
        trash.

        EXAMPLES
          cairn image rm k7x2 2
          cairn image rm k7x2 garden.jpg --dry-run
        """,
      aliases: ["remove"])

    @Argument(help: ArgumentHelp("The capture: id, path or title.", valueName: "capture"))
    var capture: String

    @Argument(help: ArgumentHelp("The pictures: number or name.", valueName: "image"))
    var images: [String]

    @OptionGroup var write: WriteOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let (capture, catalog) = try session.work.capture(named: capture, attachments: true)
      let doomed = try session.images(images, of: capture)
      let mode: Mode = write.dryRun ? .dryRun : .write
      let report = try session.notebook.removeImages(
        doomed, of: capture, mode, in: catalog.library)
      try session.finish(report, mode)
    }
  }
}

// MARK: - Order

extension ImageCommand {
  struct Order: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "order",
      abstract: "Put the pictures of a capture in order.",
      discussion: """
        Those that are not named come behind, in the order they have.

        EXAMPLES
          cairn image order k7x2 3 1 2
          cairn image order k7x2 gate.png
        """)

    @Argument(help: ArgumentHelp("The capture: id, path or title.", valueName: "capture"))
    var capture: String

    @Argument(help: ArgumentHelp("The pictures: number or name.", valueName: "image"))
    var images: [String]

    @OptionGroup var write: WriteOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      try session.bringToFront(images, of: capture, write)
    }
  }

  struct Cover: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "cover",
      abstract: "Make one of its pictures the cover of a capture.",
      discussion: """
        EXAMPLES
          cairn image cover k7x2 2
        """)

    @Argument(help: ArgumentHelp("The capture: id, path or title.", valueName: "capture"))
    var capture: String

    @Argument(help: ArgumentHelp("The picture: number or name.", valueName: "image"))
    var image: String

    @OptionGroup var write: WriteOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      try session.bringToFront([image], of: capture, write)
    }
  }
}

// MARK: - Naming

extension Session {
  /// Reads a file that is to belong to a capture: from the folder that the command was typed in.
  func newMedia(_ file: String, as role: NewMedia.Role) throws -> NewMedia {
    guard !file.isEmpty else {
      throw Failure("file-missing", "a file has the empty name", status: .usage)
    }
    do {
      return try notebook.newMedia(
        surroundings.workingFolder.pushing(FilePath(file)), as: role, called: file)
    } catch let error as FileError where error.code == .notFound && WebAddress.isWeb(file) {
      throw Failure(
        "file-address",
        "`\(file)` is an address, and nothing is fetched; --url takes addresses, "
          + "--\(role == .image ? "image" : "file") takes files", status: .usage)
    }
  }

  /// Puts pictures before all others.
  fileprivate func bringToFront(
    _ names: [String], of word: String, _ write: WriteOptions
  ) throws {
    let (capture, _) = try work.capture(named: word)
    let first = try images(names, of: capture).map(\.written)
    let mode: Mode = write.dryRun ? .dryRun : .write
    let report = try notebook.arrangeImages(of: capture, mode) { images in
      // What an editor took out meanwhile stays out.
      let front = first.filter(images.contains)
      return front + images.filter { !front.contains($0) }
    }
    try finish(report, mode)
  }

  /// The pictures that words name: by number from 1, by the name they had, by what the field says,
  /// or by how the file's name begins.
  ///
  /// Throws a ``Failure`` where one names none, or several, or one that was named already.
  fileprivate func images(_ words: [String], of capture: Capture) throws -> [MediaReference] {
    let images = capture.images
    var found: [MediaReference] = []
    for word in words {
      let named = images.named(word)
      guard named.count == 1, let image = named.first else {
        let list = images.enumerated().map { "\n  \($0 + 1)  \($1.name)" }.joined()
        throw Failure(
          named.isEmpty ? "image-unknown" : "image-ambiguous",
          (named.isEmpty
            ? "the capture has no picture `\(word)`"
            : "`\(word)` names \(named.count) pictures; say which by number")
            + (images.isEmpty
              ? "; it has none" : ":" + TerminalText.escaped(list, keepingLines: true)),
          status: named.isEmpty ? .nothingFound : .usage)
      }
      guard !found.contains(image) else {
        throw Failure(
          "image-twice", "`\(word)` names a picture that was named already: \(image.name)",
          status: .usage)
      }
      found.append(image)
    }
    return found
  }
}

extension [MediaReference] {
  /// Those that a word names, by the first of these that fits any: number, original name, what is
  /// written, file name, beginning of the file's name.
  fileprivate func named(_ word: String) -> [MediaReference] {
    if let number = Int(word), indices.contains(number - 1) { return [self[number - 1]] }
    let ways: [(MediaReference) -> Bool] = [
      { $0.originalName == word }, { $0.written == word }, { $0.path?.name == word },
      { word.count >= 4 && $0.path?.name.hasPrefix(word) ?? false },
    ]
    return ways.lazy.map { filter($0) }.first { !$0.isEmpty } ?? []
  }
}
