import CairnArguments
import Testing

@Suite("Help and manual pages") struct HelpPageTests {
  /// What the argument parser prints for a program, and for one of its commands.
  static let program = """
    OVERVIEW: Keep notes.

    USAGE: cairn [<options>] [<command>]

    OPTIONS:
      -N, --notebook <folder> Use this notebook.
      --color <color>         When to use
                              color.
      -h, --help              Show help information.

    FIND SUBCOMMANDS:
      list, ls                List captures.

      See 'cairn help <subcommand>' for detailed help.
    """
  static let command = """
    OVERVIEW: List captures, newest first.

    A `title` with a - and a \\ in it.
    .A line that looks like a request.

    EXAMPLES
      cairn list 'a b'          what it's for

    USAGE: cairn list [--limit <limit>] [--to <x>] <query> ... [--color <color>]

    ARGUMENTS:
      <query>                 Captures to select.

    OPTIONS:
      -n, --limit <limit>     Show at most this
                              many.
      -N, --notebook <folder> Use this notebook.
      --color <color>         When to use
                              color.
      -h, --help              Show help information.
    """

  @Test func commandPage() {
    #expect(
      HelpPage(Self.command, program: Self.program).text() == """
        List captures, newest first.

        A `title` with a - and a \\ in it.
        .A line that looks like a request.

        USAGE
          cairn list [<options>] <query> ...

        EXAMPLES
          cairn list 'a b'          what it's for

        ARGUMENTS
          <query>                 Captures to select.

        OPTIONS
          -n, --limit <limit>     Show at most this
                                  many.

        GLOBAL OPTIONS
          -N, --notebook <folder> Use this notebook.
          --color <color>         When to use
                                  color.
          -h, --help              Show help information.

        """)
  }

  @Test func programPage() {
    #expect(
      HelpPage(Self.program, program: Self.program).text { "*\($0)*" } == """
        Keep notes.

        *USAGE*
          cairn [<options>] [<command>]

        *FIND*
          list, ls                List captures.

        *GLOBAL OPTIONS*
          -N, --notebook <folder> Use this notebook.
          --color <color>         When to use
                                  color.
          -h, --help              Show help information.

        Run `cairn help <command>` for more about a command.
        Topics: query, handles, dates, format. Run `cairn help query` to read one.

        """)
  }

  @Test func entries() {
    let page = HelpPage(Self.command, program: Self.program)
    #expect(page.entries(below: "OPTIONS").map(\.label) == ["-n, --limit <limit>"])
    #expect(page.entries(below: "OPTIONS").map(\.text) == ["Show at most this many."])
    #expect(page.entries(below: "COMMANDS").isEmpty)
    let wide =
      "X\n\nOPTIONS:\n  -m, --message <message> The message.\n  -l, --long-name <of-option>\n"
    #expect(
      HelpPage(wide, program: "").entries(below: "OPTIONS").map(\.label)
        == ["-m, --message <message>", "-l, --long-name <of-option>"])
  }

  static let synopses = [
    ("cairn show <capture> [--raw] [--at <rev>]", "cairn show [<options>] <capture>"),
    ("cairn mv [<options>] [<query> ...] --to <c>", "cairn mv [<options>] [<query> ...] --to <c>"),
    ("cairn undo [<id> ...] [--partial] [--yes]", "cairn undo [<options>] [<id> ...]"),
    ("cairn image add <capture> <file> ...", "cairn image add <capture> <file> ..."),
    ("cairn git <subcommand>", "cairn git <command>"), ("cairn", "cairn"), ("", ""),
  ]

  @Test(arguments: synopses) func synopsis(_ usage: String, _ shortened: String) {
    #expect(HelpPage.shortened(usage: usage) == shortened)
  }

  @Test func manualPage() {
    let program = ManualPage.Program(
      HelpPage(Self.program, program: Self.program), version: "1.0",
      exitCodes: [("0", "success")], variables: [("TZ", "Your time zone.")])
    let help = HelpPage(Self.command, program: Self.program)
    let page = ManualPage([("cairn list", help)], of: program, related: ["cairn-show"]).text
    #expect(
      page == #"""
        .\" Made by `cairn completions man`.
        .TH CAIRN-LIST 1 "" "cairn 1.0" "Cairn Manual"
        .SH NAME
        cairn\-list \- list captures, newest first
        .SH SYNOPSIS
        \fBcairn list\fR [\fIoptions\fR] \fIquery\fR ...
        .SH DESCRIPTION
        List captures, newest first.
        .PP
        A \fBtitle\fR with a \- and a \e in it.
        \&.A line that looks like a request.
        .SH ARGUMENTS
        .TP
        \fB\fIquery\fB\fR
        Captures to select.
        .SH OPTIONS
        .TP
        \fB\-n\fR,\fB \-\-limit \fIlimit\fB\fR
        Show at most this many.
        .PP
        See \fBcairn\fR(1) for the options that all commands have.
        .SH EXAMPLES
        .EX
          cairn list \(aqa b\(aq          what it\(aqs for
        .EE
        .SH EXIT STATUS
        .TP
        \fB0\fR
        success
        .SH SEE ALSO
        .BR cairn (1),
        .BR cairn\-show (1)

        """#)
    let root = ManualPage(of: program, pages: ["cairn-list"]).text
    #expect(root.contains(".SH COMMANDS\n"))
    #expect(root.contains(".SS Find\n.TP\n\\fBlist\\fR,\\fB ls\\fR\nList captures.\n"))
    #expect(root.contains(".SH ENVIRONMENT\n.TP\n\\fBTZ\\fR\nYour time zone.\n"))
  }
}

/// What the argument parser says, and what is shown.
@Suite("Errors in a command line") struct UsageErrorTests {
  static let rows: [(String, String, [String])] = [
    (
      "Unknown option '--limt'. Did you mean '--limit'?", "unknown option `--limt`",
      ["did you mean `--limit`?"]
    ),
    ("Unknown option '--frob'. Did you mean '--json'?", "unknown option `--frob`", []),
    ("Unknown option '-Z'", "unknown option `-Z`", []),
    ("Missing value for '--limit <limit>'", "missing value for `--limit <limit>`", []),
    (
      "Missing expected argument '<capture>'", "missing argument `<capture>`",
      ["usage: cairn show [<options>] <capture>"]
    ),
    (
      "Unexpected argument 'b'", "unexpected argument `b`",
      ["usage: cairn show [<options>] <capture>"]
    ),
    (
      "2 unexpected arguments: 'b', 'c'", "unexpected arguments `b`, `c`",
      ["usage: cairn show [<options>] <capture>"]
    ),
    (
      "The option '--json' does not take any value, but '3' was specified.",
      "option `--json` takes no value", []
    ),
    (
      "The value 'it's' is invalid for '-n <limit>'",
      "`it's` is not a valid value for `-n <limit>`", []
    ),
    (
      "The value 'x' is invalid for '<kind>'. Please provide one of 'bash', 'zsh' or 'man'.",
      "`x` is not a valid value for `<kind>`", ["use one of bash, zsh, man"]
    ),
    (
      "The value 'x' is invalid for '--theme <theme>'. Please provide one of the following:\n"
        + "  - gray\n  - blue", "`x` is not a valid value for `--theme <theme>`",
      ["use one of gray, blue"]
    ),
    (
      "The value 'x' is invalid for '--chart <chart>': charts are a, b",
      "`x` is not a valid value for `--chart <chart>`: charts are a, b", []
    ),
    (
      "Value to be set with flag '--light' had already been set with flag '--dark'",
      "pass only one of `--dark` and `--light`", []
    ),
    (
      "--unset takes only the name of a setting, without a value",
      "--unset takes only the name of a setting, without a value", []
    ),
    ("Missing required subcommand.", "missing required subcommand", []),
  ]

  @Test(arguments: rows) func reworded(_ original: String, _ message: String, _ hints: [String]) {
    let page = """
      Error: \(original)
      Usage: cairn show <capture> [--raw]
        See 'cairn show --help' for more information.
      """
    let error = UsageError(original, page: page)
    #expect(error.message == message)
    #expect(error.hints == hints + ["run `cairn help show` to see all options"])
    #expect(error.path == ["show"])
  }

  @Test func unexpectedArgument() {
    #expect(UsageError("2 unexpected arguments: 'b', 'c'", page: "").unexpected == "b")
    #expect(UsageError("Unknown option '--b'", page: "").unexpected == nil)
  }
}
