import ArgumentParser
import CairnCapture
import CairnFiles
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct ImageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "image",
    abstract: "Add, order and remove the pictures of a capture.",
    discussion: """
      Pictures are copied to the folder `media` next to the capture, and listed in its field \
      `images`. The first picture is the cover. To name a picture, use its number, its original \
      name, its file name, or the start of its file name.

      EXAMPLES
        cairn image list k7x2
        cairn image add k7x2 ~/Pictures/garden.jpg
        cairn image cover k7x2 garden.jpg
      """,
    subcommands: [List.self, Add.self, Remove.self, Order.self, Cover.self], aliases: ["images"])
}

extension ImageCommand {
  struct List: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "list",
      abstract: "List the pictures of a capture, cover first.",
      discussion: """
        EXAMPLES
          cairn image list k7x2
          cairn image list k7x2 --json
        """,
      aliases: ["ls"])

    @OptionGroup var named: CaptureArgument
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let (capture, images) = try session.work.images(of: named.capture)
      let none = "\(TerminalText.escaped(capture.path.description)) has no pictures."
      try session.show(.images(images), none: images.isEmpty ? none : nil) { session.show(images) }
    }
  }

  struct Add: WritingCommand {
    static let configuration = CommandConfiguration(
      name: "add",
      abstract: "Add pictures to a capture.",
      discussion: """
        The type of a picture is detected from its content. A picture that is already in the \
        notebook is not copied.

        EXAMPLES
          cairn image add k7x2 garden.jpg gate.png
          cairn image add k7x2 portrait.webp --cover
        """)

    @OptionGroup var named: CaptureArgument

    @Argument(help: .init("The pictures to add, in order.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(help: "Make the first of these pictures the cover.")
    var cover = false

    @Flag(help: "Embed the pictures at the end of the text, so that every editor shows them.")
    var embed = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      try session.change(named.capture, .add(files, asCover: cover, isEmbedded: embed), write)
    }
  }

  struct Remove: WritingCommand {
    static let configuration = CommandConfiguration(
      name: "rm",
      abstract: "Remove pictures from a capture.",
      discussion: """
        If the file of a picture is in the folder `media`, and nothing else in the notebook refers \
        to it, Cairn moves the file to the trash.

        EXAMPLES
          cairn image rm k7x2 2
          cairn image rm k7x2 garden.jpg --dry-run
        """,
      aliases: ["remove"])

    @OptionGroup var named: CaptureArgument

    @Argument(help: .init("The pictures: numbers or names.", valueName: "image"))
    var images: [String]

    @Flag(
      help: "Also remove the lines of the text that show one of these pictures and nothing else.")
    var embed = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      try session.change(named.capture, .remove(images, isEmbedded: embed), write)
    }
  }

  struct Order: WritingCommand {
    static let configuration = CommandConfiguration(
      name: "order",
      abstract: "Change the order of the pictures of a capture.",
      discussion: """
        Name the pictures in the new order. Pictures that you do not name follow in their present \
        order.

        EXAMPLES
          cairn image order k7x2 3 1 2
          cairn image order k7x2 gate.png
        """)

    @OptionGroup var named: CaptureArgument

    @Argument(help: .init("The pictures: numbers or names.", valueName: "image"))
    var images: [String]

    @OptionGroup var write: WriteOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      try session.change(named.capture, .bringToFront(images), write)
    }
  }

  struct Cover: WritingCommand {
    static let configuration = CommandConfiguration(
      name: "cover",
      abstract: "Choose the cover of a capture.",
      discussion: """
        EXAMPLES
          cairn image cover k7x2 2
        """)

    @OptionGroup var named: CaptureArgument

    @Argument(help: .init("The picture: a number or a name.", valueName: "image"))
    var image: String

    @OptionGroup var write: WriteOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      try session.change(named.capture, .bringToFront([image]), write)
    }
  }
}

extension Session {
  fileprivate func change(
    _ capture: String, _ edit: ImagesRequest.Edit, _ write: WriteOptions
  ) throws {
    let report = try work.changeImages(ImagesRequest(capture, edit), write.mode)
    try finish(report, write.mode)
  }
}
