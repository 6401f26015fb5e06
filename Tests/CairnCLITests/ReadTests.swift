import Glibc
import Testing

/// Text in pictures and recordings, read by real programs and by stand-ins.
@Suite struct ReadTests {
  /// The start of a command that renders a line of text as a picture.
  private static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  /// A command that makes a picture whose chunks are complete, but whose pixels are not compressed.
  private static let broken = #"""
    python3 -c '
    import struct, zlib
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    open("p.png", "wb").write(b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 90, 90, 8, 0, 0, 0, 0))
        + chunk(b"IDAT", b"no pixels" * 9) + chunk(b"IEND", b""))'
    """#

  /// A command that makes a picture of one pixel.
  private static let picture =
    "printf 'GIF89a\\1\\0\\1\\0\\0\\0\\0,\\0\\0\\0\\0\\1\\0\\1\\0\\0\\2\\2D\\1\\0;' > p.gif"

  private static var canRead: Bool {
    ModelServerTests.has("tesseract", "convert", "python3")
      && ["eng", "deu", "fra"].allSatisfy { language in
        exists("/usr/share/tesseract-ocr/5/tessdata/\(language).traineddata")
      } && exists(font)
  }

  private static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// A sandbox with these settings of the user.
  private func sandbox(_ settings: String) async throws -> Sandbox {
    var sandbox = try await Sandbox()
    try await sandbox.write([settings], to: "settings.yml")
    let outcome = try await sandbox.run(
      "mkdir -p $XDG_CONFIG_HOME/cairn; mv settings.yml $XDG_CONFIG_HOME/cairn/config.yml")
    #expect(outcome.code == 0)
    return sandbox
  }

  /// Pictures with a text, the options of `convert`, and the type that the text gets.
  @Test(
    .enabled(if: canRead, "tesseract, its languages, ImageMagick or DejaVu is not installed"),
    .timeLimit(.minutes(15)),
    arguments: [
      ("Call the plumber by Friday", "eng", "", "type: action"),
      ("Größe prüfen: süße Äpfel", "deu", "", "read_by: tesseract 0."),
      ("Où est la clé du garage", "fra", "", "read_by: tesseract 0."),
      (
        "Call the plumber by Friday", "eng",
        "-rotate 2 -attenuate 0.3 +noise Gaussian -blur 0x0.8 -quality 70", "due: 2026-11-27"
      ),
    ])
  func pictures(_ words: String, _ languages: String, _ effects: String, _ field: String)
    async throws
  {
    var sandbox = try await sandbox("read: {image: tesseract, languages: \(languages)}")
    let outcome = try await sandbox.run(
      "convert -size 1000x200 xc:'#f4f0e6' -font \(Self.font) -pointsize 44 -fill '#222' "
        + "-annotate +40+110 '\(words)' \(effects) photo.jpg && "
        + "cairn add --image photo.jpg --read && cat *.md")
    let printed = Self.text(outcome.standardOutput)
    #expect(outcome.code == 0, "\(Self.text(outcome.standardError))")
    #expect(printed.contains("\n\(words)\n"), "\(printed)")
    #expect(printed.contains(field), "\(printed)")
    try await sandbox.remove()
  }

  /// Text that Markdown would read as markup, and whose first line becomes the title.
  @Test func plainText() async throws {
    var sandbox = try await sandbox("read.image: sh reader.sh")
    try await sandbox.write(["echo '# Menu *'; echo '- [ ] [[soup]] #1st'"], to: "reader.sh")
    let outcome = try await sandbox.run(
      "\(Self.picture); cairn add --image p.gif --type note --read -q; cat *.md; "
        + "cairn list --print '{{title}}' -q; cairn tags")
    let printed = Self.text(outcome.standardOutput)
    #expect(
      printed.hasSuffix(
        "\n---\n\\# Menu \\*\n\\- \\[ \\] \\[\\[soup\\]\\] \\#1st\n# Menu *\n"),
      "\(printed)")
    try await sandbox.remove()
  }

  /// A picture without text and a broken one: the capture and the picture stay.
  @Test(
    .enabled(if: canRead, "tesseract, its languages, ImageMagick or DejaVu is not installed"),
    arguments: [
      (
        "convert -size 300x100 xc:white p.png", "(output): the program found no text in the picture"
      ),
      (broken, "(processing): "),
    ])
  func unreadable(_ make: String, _ reason: String) async throws {
    var sandbox = try await sandbox("read.image: tesseract")
    let outcome = try await sandbox.run("\(make); cairn add --image p.png --read; ls p.png")
    let said = Self.text(outcome.standardError)
    #expect(said.contains(reason) && said.contains("run `cairn read "), "\(said)")
    #expect(Self.text(outcome.standardOutput).hasSuffix("\np.png\n"))
    let count = try await sandbox.run("ls *.md | wc -l")
    #expect(Self.text(count.standardOutput) == "1\n")
    try await sandbox.remove()
  }

  /// Sentences that espeak-ng speaks, and that pocketsphinx recognizes with a small grammar.
  @Test(
    .enabled(
      if: ModelServerTests.has("espeak-ng", "pocketsphinx_continuous", "sox"),
      "espeak-ng, pocketsphinx or sox is not installed"), .timeLimit(.minutes(15)))
  func voices() async throws {
    var sandbox = try await sandbox("read: {voice: pocketsphinx, model: ~/commands.jsgf}")
    let grammar = """
      #JSGF V1.0;
      grammar commands;
      public <s> = ( buy | call | read ) ( milk | sarah | books );
      """
    try await sandbox.write([grammar], to: "commands.jsgf")
    _ = try await sandbox.run("mv commands.jsgf $HOME")
    for words in ["call sarah", "buy milk", "read books"] {
      let outcome = try await sandbox.run(
        "espeak-ng -s 130 -w memo.wav '\(words)' && cairn add --voice memo.wav --read")
      let printed = Self.text(outcome.standardOutput)
      #expect(printed.contains("\n\(words)\n"), "\(printed) \(Self.text(outcome.standardError))")
    }
    // What is recorded until Enter is read in the same way, and stays only in the notebook.
    let recorder =
      "trap 'espeak-ng -s 130 -w \"$CAIRN_FILE\" \"buy books\"; exit' INT; "
      + "while :; do sleep 0.1; done"
    try await sandbox.write([recorder], to: "recorder.sh")
    let outcome = try await sandbox.run(
      "cairn config --user read.recorder \"sh $PWD/recorder.sh\" && "
        + "(sleep 1; echo) | cairn add --record --read; ls $XDG_STATE_HOME/cairn/recordings | wc -l"
    )
    let printed = Self.text(outcome.standardOutput)
    #expect(printed.hasSuffix("\nbuy books\n0\n"), "\(printed) \(Self.text(outcome.standardError))")
    try await sandbox.remove()
  }

  /// Each way in which a program fails; the capture and the recording stay, and a retry finishes.
  @Test func failures() async throws {
    var sandbox = try await sandbox(
      "read: {voice: 'if [ -e fail ]; then . ./fail; fi; cat \"$CAIRN_FILE\"', timeout: 60}")
    try await sandbox.write(["Buy milk today"], to: "memo.mp3")
    for (fail, kind) in [
      ("exit 68", "network"), ("echo HTTP 503 >&2; exit 1", "server"),
      ("exit 77", "authorization"), ("echo no model >&2; exit 3", "processing"),
      ("sleep 60", "timeout"), ("exit 0", "output"),
    ] {
      let limit = kind == "timeout" ? 1 : 60
      let outcome = try await sandbox.run(
        """
        echo '\(fail)' > fail; cairn config --user read.timeout \(limit) -q
        cairn add --voice memo.mp3 --read --json
        """)
      let said = Self.text(outcome.standardError)
      #expect(outcome.code == 2 && said.contains("(\(kind)): "), "\(said)")
      #expect(said.contains("the capture is saved; run `cairn read "), "\(said)")
      let id = try #require(said.split(separator: "`cairn read ").last?.prefix(10))
      let retried = try await sandbox.run(
        "rm fail; cairn config --user read.timeout 60 -q; cairn read \(id) --json")
      let printed = Self.text(retried.standardOutput)
      #expect(
        printed.contains(#""text":"Buy milk today","text_confidence":null,"type":"action""#),
        "\(printed) \(Self.text(retried.standardError))")
      let again = try await sandbox.run("cairn read \(id)")
      #expect(Self.text(again.standardError).contains("the text was already read"))
    }
    // Killed while the program runs: the recording is there, and a retry finishes.
    let killed = try await sandbox.run(
      """
      echo 'touch running; sleep 9' > fail
      cairn add --voice memo.mp3 --read & until [ -e running ]; do sleep 0.1; done
      kill -KILL $!; wait; rm fail; cairn read $(ls -t *.md | head -1)
      """)
    #expect(Self.text(killed.standardOutput).contains("Buy milk today"), "\(killed)")
    let undone = try await sandbox.run("cairn undo --yes && cairn undo --yes; cairn list | wc -l")
    #expect(Self.text(undone.standardOutput).hasSuffix("6\n"), "\(undone)")
    try await sandbox.remove()
  }

  /// A recorder ends with a command that is killed, and completes its file.
  @Test func killedRecorder() async throws {
    var sandbox = try await sandbox("read.recorder: sh recorder.sh")
    try await sandbox.write(
      [
        #"trap 'echo end >> "$CAIRN_FILE"; exit' INT; echo begin > "$CAIRN_FILE""#,
        "touch recording; while :; do sleep 0.1; done",
      ], to: "recorder.sh")
    let outcome = try await sandbox.run(
      """
      await() { for n in $(seq 300); do "$@" && return; sleep 0.1; done; }
      mkfifo in; cairn add --record A thought < in & cairn=$!; exec 3> in
      await test -e recording; kill -KILL $cairn
      await grep -qs end $XDG_STATE_HOME/cairn/recordings/*
      cat $XDG_STATE_HOME/cairn/recordings/*; cairn add --retry; cat *.md
      """)
    let printed = Self.text(outcome.standardOutput)
    #expect(printed.hasPrefix("begin\nend\n"), "\(outcome)")
    #expect(printed.hasSuffix("\nA thought\n"), "\(outcome)")
    try await sandbox.remove()
  }

  /// Words in a recording that mean a day, and the day in the fields of the capture with the
  /// recording. It counts from when the capture was created, in the language of the settings.
  @Test(
    arguments: [
      ("action", "Call the plumber tomorrow", "2026-11-03"),
      ("action", "Call the plumber morgen", "2026-11-03"),
      ("gift", "Nils is four on Sunday, wants anything with wheels", "2026-11-08"),
    ])
  func days(_ type: String, _ words: String, _ day: String) async throws {
    var sandbox = try await sandbox("dates.language: de\nread.voice: cat \"$CAIRN_FILE\"")
    try await sandbox.write([words], to: "memo.ogg")
    try await sandbox.write(
      [
        "---", "type: \(type)", "created: 2026-11-02T10:00:00+01:00", "files: [memo.ogg]", "---",
        "A memo",
      ], to: "a.md")
    let outcome = try await sandbox.run("cairn read a.md; cat a.md")
    let printed = Self.text(outcome.standardOutput)
    #expect(printed.contains(day), "\(printed) \(Self.text(outcome.standardError))")
    try await sandbox.remove()
  }

  /// What Cairn does without a program, with settings of a notebook, with private captures, and
  /// with text that is not sure.
  @Test func limits() async throws {
    var sandbox = try await sandbox("read.voice: sh reader.sh")
    try await sandbox.write(
      [#"echo "{\"text\": \"Buy milk today\", \"confidence\": 0.31}""#], to: "reader.sh")
    try await sandbox.write(["read.image: touch ran"], to: ".cairn/config.yml")
    try await sandbox.write(["A"], to: "memo.ogg")
    let unset = try await sandbox.run("\(Self.picture); cairn add --image p.gif --read; ls")
    let said = Self.text(unset.standardError)
    #expect(
      said.contains("no program is set to read the text in pictures; run `cairn config --user"),
      "\(said)")
    #expect(said.contains("only your own settings can set it"), "\(said)")
    #expect(!Self.text(unset.standardOutput).contains("ran"))
    // The capture is saved, so the error names it, and the command line is not to blame.
    let json = try await sandbox.run("cairn add --image p.gif --read --json")
    let error = Self.text(json.standardOutput)
    #expect(error.contains(#""code":"read-unset""#), "\(error)")
    #expect(error.contains(#""added":{"id":""#), "\(error)")
    #expect(json.code == 2)
    let doubtful = try await sandbox.run("cairn add --voice memo.ogg --read")
    #expect(
      Self.text(doubtful.standardError).contains(
        "sh is not sure of the text (confidence 0.31); check it"), "\(doubtful)")
    let secret = try await sandbox.run("cairn add --voice memo.ogg --read --set private=true")
    #expect(Self.text(secret.standardError).contains("the capture is private; only"), "\(secret)")
    let nothing = try await sandbox.run("cairn add 'No file' && cairn read 'No file'")
    #expect(Self.text(nothing.standardError).contains("has no picture and no recording"))
    try await sandbox.remove()
  }
}
