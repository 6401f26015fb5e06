import ArgumentParser
import CairnCapture
import CairnDigest
import CairnFiles
import CairnJSON
import CairnNotebook
import CairnTerminal
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
      try session.change(capture, .add(files, asCover: cover), write)
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
      try session.change(capture, .remove(images), write)
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
      try session.change(capture, .bringToFront(images), write)
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
      try session.change(capture, .bringToFront([image]), write)
    }
  }
}

extension Session {
  /// Changes the pictures of a capture, and says what was done.
  fileprivate func change(
    _ capture: String, _ edit: ImagesRequest.Edit, _ write: WriteOptions
  ) throws {
    let report = try work.changeImages(ImagesRequest(capture, edit), write.mode)
    try finish(report, write.mode)
  }
}
