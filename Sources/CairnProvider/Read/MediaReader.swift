public import SystemPackage

/// A program that extracts the text from pictures, or from the speech in recordings.
public struct MediaReader: Sendable {
  /// A kind of file that can be read.
  public enum Medium: String, CaseIterable, Sendable {
    case image, voice

    /// The word for a file of this kind.
    public var word: String { self == .image ? "picture" : "recording" }
  }

  /// The kind of files that the program reads.
  public let medium: Medium
  /// The name of the program; `command` if the command line does not begin with a plain name.
  public let name: String
  /// Whether the program is a ready-made reader. Ready-made readers process files on this machine,
  /// so they are also allowed to read the files of private captures.
  public let isReadyMade: Bool
  private let command: String
  private let variables: [String: String]
  private let timeout: Duration
  private let secrets: [String]
  private let temporaryFolder: FilePath
  private let isStopped: @Sendable () -> Bool

  /// Creates the reader that a setting describes.
  ///
  /// - Parameters:
  ///   - setting: The name of a ready-made reader, or a command line.
  ///   - languages: The languages of the text, spelled as the program expects; nil for the
  ///     program's default.
  ///   - model: The file or the name of the model; nil for the program's default.
  public init(
    _ setting: String, for medium: Medium, languages: String?, model: String?, timeout: Duration,
    secrets: [String], temporaryFolder: FilePath, isStopped: @escaping @Sendable () -> Bool
  ) {
    let readyMade = Self.readyMade(for: medium).first { $0.name == setting }
    self.medium = medium
    isReadyMade = readyMade != nil
    command = readyMade?.command ?? setting
    name = readyMade?.name ?? Program.name(in: setting) ?? "command"
    variables = [
      "CAIRN_LANGUAGES": languages ?? "", "CAIRN_MODEL": model ?? "",
      "CAIRN_MEDIUM": medium.rawValue,
    ]
    self.timeout = timeout
    self.secrets = secrets
    self.temporaryFolder = temporaryFolder
    self.isStopped = isStopped
  }

  /// Reads a file. Returns when the program has ended, at the latest after the time limit.
  ///
  /// Throws a ``ProviderFailure``. The kind of the failure is `output` if the program found no
  /// text.
  public func read(_ file: FilePath) async throws(ProviderFailure) -> ReadText {
    var program = Program(
      .shell(command), temporaryFolder: temporaryFolder, isStopped: isStopped)
    program.variables = variables
    program.variables["CAIRN_FILE"] = file.string
    let output = try await program.run(until: Deadline(in: timeout))
    if let failure = output.failure(hiding: secrets) { throw failure }
    let text: ReadText?
    do throws(WrongShape) {
      text =
        name == "tesseract" && isReadyMade
        ? ReadText.table(output.bytes) : try ReadText.plain(output.bytes)
    } catch {
      throw ProviderFailure(.output, error.reason.hiding(secrets))
    }
    guard let text else {
      throw ProviderFailure(.output, "the program found no text in the \(medium.word)")
    }
    return text
  }
}

// MARK: - Ready-made readers

extension MediaReader {
  /// Returns the names of the ready-made readers for pictures or for recordings.
  public static func readyMadeNames(for medium: Medium) -> [String] {
    readyMade(for: medium).map(\.name)
  }

  private static func readyMade(for medium: Medium) -> [(name: String, command: String)] {
    medium == .image ? images : voices
  }

  private static let images = [
    (
      "tesseract",
      #"exec tesseract "$CAIRN_FILE" - ${CAIRN_LANGUAGES:+-l "$CAIRN_LANGUAGES"} tsv"#
    ),
    (
      "ocrmypdf",
      #"""
      text=$(mktemp) && trap 'rm -f "$text"' EXIT &&
      ocrmypdf -q --image-dpi 300 ${CAIRN_LANGUAGES:+-l "$CAIRN_LANGUAGES"} --force-ocr \
        --sidecar "$text" "$CAIRN_FILE" - > /dev/null && cat "$text"
      """#
    ),
  ]

  /// The start of a command that converts a recording for programs that only read WAV files with
  /// 16,000 samples per second. If neither `ffmpeg` nor `sox` is installed, the recording must
  /// already be such a file. `sox` does not read the WebM files that browsers record.
  private static let converted = #"""
    wave=$(mktemp --suffix=.wav) && trap 'rm -f "$wave"' EXIT &&
    if command -v ffmpeg > /dev/null
    then ffmpeg -nostdin -loglevel error -y -i "$CAIRN_FILE" -ar 16000 -ac 1 "$wave"
    elif command -v sox > /dev/null
    then sox -V1 "$CAIRN_FILE" -r 16000 -c 1 -b 16 "$wave"
    else case $CAIRN_FILE in *.wav|*.WAV) cp "$CAIRN_FILE" "$wave";; *) false;; esac
    fi || {
      command -v ffmpeg > /dev/null ||
        echo "Error: the recording could not be converted to WAV; install ffmpeg" >&2
      exit 65
    } &&

    """#

  private static let voices = [
    (
      "whisper.cpp",
      converted
        + #"whisper-cli -m "${CAIRN_MODEL:?is not set; set read.model to a model file}" "#
        + #"-l "${CAIRN_LANGUAGES:-auto}" -nt -np -f "$wave""#
    ),
    (
      "faster-whisper",
      #"""
      exec python3 -c '
      import json, math, os
      from faster_whisper import WhisperModel
      model = WhisperModel(os.environ["CAIRN_MODEL"] or "small")
      parts, _ = model.transcribe(os.environ["CAIRN_FILE"],
          language=os.environ["CAIRN_LANGUAGES"] or None)
      parts = list(parts)
      logs = [part.avg_logprob for part in parts]
      print(json.dumps({"text": "".join(part.text for part in parts),
          "confidence": math.exp(sum(logs) / len(logs)) if logs else 0.0}))'
      """#
    ),
    (
      "vosk",
      converted
        + #"""
        python3 -c '
        import json, os, sys, wave
        import vosk
        vosk.SetLogLevel(-1)
        name, language = os.environ["CAIRN_MODEL"], os.environ["CAIRN_LANGUAGES"] or "en-us"
        try:
            if os.path.isdir(name): model = vosk.Model(name)
            elif name: model = vosk.Model(model_name=name)
            else: model = vosk.Model(lang=language)
        except SystemExit: sys.exit("Error: vosk has no model " + (name or "for " + language))
        sound, words, texts = wave.open(sys.argv[1]), [], []
        recognizer = vosk.KaldiRecognizer(model, sound.getframerate())
        recognizer.SetWords(True)
        def take(result):
            texts.append(result["text"])
            words.extend(word["conf"] for word in result.get("result", []))
        while data := sound.readframes(8000):
            if recognizer.AcceptWaveform(data): take(json.loads(recognizer.Result()))
        take(json.loads(recognizer.FinalResult()))
        print(json.dumps({"text": "\n".join(text for text in texts if text),
            "confidence": sum(words) / len(words) if words else 0.0}))' "$wave"
        """#
    ),
    (
      "pocketsphinx",
      converted
        + #"""
        if command -v pocketsphinx > /dev/null
        then pocketsphinx ${CAIRN_MODEL:+-jsgf "$CAIRN_MODEL"} single "$wave"
        else pocketsphinx_continuous ${CAIRN_MODEL:+-jsgf "$CAIRN_MODEL"} \
          -infile "$wave"
        fi
        """#
    ),
  ]
}
