import Testing

@Suite("The transcript format")
struct TranscriptFormatTests {
  private let sample = """
    # What it shows.
    @ notebook
    @ file notes/a.md <<END
    # A heading, which is no comment here.
    END
    $ cat <<X
    > one
    > X
    one

    \\# not a comment
    ! to standard error
    ? 2

    $ true
    # The end.

    """

  @Test("Reading and writing a transcript changes nothing")
  func roundTrip() throws {
    #expect(try Transcript(sample).description == sample)
    #expect(try Transcript("").description.isEmpty)
  }

  @Test("A step has its command, its expectation and its place")
  func steps() throws {
    let steps = try Transcript(sample).parts.compactMap { part in
      if case .step(let step) = part { step } else { nil }
    }
    #expect(steps.map(\.command) == ["cat <<X\none\nX", "true"])
    #expect(steps.map(\.line) == [6, 15])
    #expect(
      steps.map(\.expected) == [
        ["one", "", "\\# not a comment", "! to standard error", "? 2"], [],
      ])
  }

  @Test(
    "What cannot be read is refused with its line",
    arguments: [
      ("# a\noutput of nothing\n", 2), ("@ elsewhere\n", 1), ("\n@ file a <<END\nx\n", 2),
    ])
  func malformed(text: String, line: Int) throws {
    let error = #expect(throws: Transcript.Malformed.self) { try Transcript(text) }
    #expect(error?.line == line)
  }

  @Test("Only console blocks of a Markdown file are run")
  func console() throws {
    let text = """
      Prose.
      ```sh
      $ not run
      ```
      ```console
      $ cairn list
      # A heading
      ! as printed
      ```
      $ not run
      """
    let transcript = try Transcript(text, dialect: .console)
    let steps = transcript.parts.compactMap { if case .step(let step) = $0 { step } else { nil } }
    #expect(steps.map(\.command) == ["cairn list"])
    #expect(steps.map(\.expected) == [["# A heading", "! as printed"]])
    #expect(transcript.description == text + "\n")
  }

  @Test("Comments in a Markdown file choose the folder")
  func consoleFolders() throws {
    let text = """
      <!-- in an empty folder -->
      ```console
      $ pwd
      <!-- in the example notebook -->
      ```
      <!-- in the example notebook -->

      """
    let transcript = try Transcript(text, dialect: .console)
    let setups = transcript.parts.compactMap { if case .setup(let it, _) = $0 { it } else { nil } }
    #expect(setups == [.empty, .notebook])
    #expect(transcript.description == text)
  }

  @Test(
    "Output shows as lines that read back as output",
    arguments: [
      ("a\nb\n", ["a", "b"]), ("a", ["a", "\\ no newline at end"]), ("a\n\n", ["a"]), ("", []),
      ("$ x\n", ["\\$ x"]), ("# x\n#\n#x\n", ["\\# x", "\\#", "#x"]), ("\\ x\n", ["\\\\ x"]),
      ("\u{1B}[1m\tx\r\n", ["␛[1m\tx␍"]),
    ])
  func shown(output: String, lines: [String]) {
    #expect(Outcome(standardOutput: Array(output.utf8)).lines(.transcript) == lines)
  }

  @Test("Standard error and the exit code follow standard output")
  func streams() {
    let outcome = Outcome(
      standardOutput: Array("out\n".utf8), standardError: Array("err\n".utf8), code: 3)
    #expect(outcome.lines(.transcript) == ["out", "! err", "? 3"])
    #expect(outcome.lines(.console) == ["out", "err"])
  }
}

@Suite("Comparing output with what was expected")
struct LineDifferenceTests {
  @Test(
    "A line matches a pattern",
    arguments: [
      ("plain", "plain", true), ("plain", "plain ", false), ("", "", true),
      ("a{{…}}c", "abbbc", true), ("a{{…}}c", "ac", true), ("a{{…}}c", "abd", false),
      ("{{…}}b{{…}}", "aba", true), ("{{id}} x", "k7x2m9q4ab x", true),
      ("{{id}}", "k7x2m9q4a", false), ("{{id}}", "k7x2m9q4al", false), ("{{n}} s", "12 s", true),
      ("{{n}}", "x", false), ("{{title}}", "{{title}}", true), ("{{title}}", "x", false),
    ])
  func pattern(pattern: String, line: String, matches: Bool) {
    #expect(LinePattern(pattern).matches(line) == matches)
  }

  @Test("Equal lines have no difference")
  func equal() {
    #expect(LineDifference(expected: [], actual: []).isEmpty)
    #expect(LineDifference(expected: ["a", "{{…}}"], actual: ["a", "b"]).isEmpty)
    #expect(!LineDifference(expected: ["a"], actual: ["a", "b"]).isEmpty)
    #expect(!LineDifference(expected: ["a", "b"], actual: ["b"]).isEmpty)
  }

  @Test("A difference shows as a unified diff with the lines of the file")
  func unified() {
    let difference = LineDifference(
      expected: ["1", "2", "3", "4", "5", "la{{…}}"], actual: ["1", "2", "3", "4", "x", "last"])
    #expect(
      difference.unified(place: "a.transcript", firstLine: 10, context: 1) == """
        @@ a.transcript:13 @@
         4
        -5
        +x
         la{{…}}
        """)
  }

  @Test("Recording keeps the wildcards of lines that still match")
  func recorded() {
    let difference = LineDifference(
      expected: ["id {{…}}", "gone"], actual: ["new", "id 1", "more"])
    #expect(difference.recorded == ["new", "id {{…}}", "more"])
  }
}
