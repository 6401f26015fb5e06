import Testing

@testable import CairnShell

/// What is expected at the end of command lines.
@Suite("Places in a command line") struct LinePlaceTests {
  private static let common = [
    CommandOutline.Argument(names: ["-N", "--notebook"], valueName: "folder", path: .folders),
    CommandOutline.Argument(names: ["-q", "--quiet"], takesValue: false),
  ]
  private static var program: CommandOutline {
    CommandOutline(
      names: ["cairn"],
      subcommands: [
        CommandOutline(names: ["list", "ls"]) {
          [
            .init(valueName: "query", isRepeating: true),
            .init(names: ["-n", "--limit"], valueName: "limit"),
            .init(names: ["--tag"], valueName: "tag", isRepeating: true),
          ] + common
        },
        CommandOutline(names: ["type"]) {
          [.init(valueName: "capture"), .init(valueName: "type")] + common
        },
        CommandOutline(
          names: ["view"],
          subcommands: [
            CommandOutline(names: ["show"]) {
              [.init(valueName: "name")] + common
            }
          ]
        ) { common },
      ]
    ) { common }
  }

  /// The words of a line, and what is expected at the end of the last one.
  static let rows: [(words: [String], expected: String)] = [
    ([""], "command list type view"),
    (["li"], "command list type view"),
    (["-"], "option --notebook --quiet"),
    (["-q", ""], "command list type view"),
    (["-N", "x"], "folder x"),
    (["-N", "x", ""], "command list type view"),
    (["--notebook=x"], "folder x after --notebook="),
    (["list", ""], "query "),
    (["ls", "a", "b"], "query b"),
    (["list", "--limit", ""], "limit "),
    (["list", "-n", "5", ""], "query "),
    (["list", "-n5", ""], "query "),
    (["list", "-qn", ""], "limit "),
    (["list", "-qn5", ""], "query "),
    (["list", "--limit=5", ""], "query "),
    (["list", "-q", "--l"], "option --limit --tag --notebook"),
    (["list", "--tag", "a", "--"], "option --limit --tag --notebook --quiet"),
    (["list", "--", "-x"], "query -x"),
    (["list", "--none", ""], "query "),
    (["list", "--quiet=x"], "nothing"),
    (["type", ""], "capture "),
    (["type", "x10e", "a"], "type a"),
    (["type", "x10e", "idea", ""], "nothing"),
    (["view", ""], "command show"),
    (["view", "show", ""], "name "),
    (["unknown", ""], "nothing"),
  ]

  @Test(arguments: rows)
  func place(_ words: [String], _ expected: String) {
    let place = LinePlace(after: words.dropLast(), at: words.last ?? "", in: Self.program)
    let found =
      switch place.expected {
      case .command(let commands): "command " + commands.map { $0.names[0] }.joined(separator: " ")
      case .option(let options):
        "option " + options.map { $0.names.last ?? "" }.joined(separator: " ")
      case .value(let argument):
        "\(argument.valueName) \(place.text)" + (place.head.isEmpty ? "" : " after \(place.head)")
      case .nothing: "nothing"
      }
    #expect(found == expected)
  }

  @Test("What is already on the line is known")
  func earlier() {
    let place = LinePlace(
      after: ["-N", "x", "list", "a", "-qn5", "b"], at: "", in: Self.program)
    #expect(place.commands == ["list"])
    #expect(place.positionals == ["a", "b"])
    #expect(place.value(of: "--notebook") == "x")
    #expect(place.value(of: "--limit") == "5")
    #expect(place.value(of: "--quiet") == "")
    #expect(place.value(of: "--tag") == nil)
  }

  @Test(
    "An option that the command does not have is found",
    arguments: [
      (["list", "--limit", "--lst", "a"], nil), (["list", "--limti=3", "-z"], "--limti --limit"),
      (["list", "-qz"], "-qz"), (["list", "--", "--none"], nil), (["-q", "list", "-n5"], nil),
      (["view", "show", "--limit"], "--limit"),
    ] as [([String], String?)])
  func unknown(_ words: [String], _ option: String?) {
    let unknown = LinePlace(after: words, at: "", in: Self.program).unknownOption
    let found = unknown.map { [$0.name, $0.nearest].compactMap(\.self).joined(separator: " ") }
    #expect(found == option)
  }
}
