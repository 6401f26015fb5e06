package import CairnConsole
import CairnNotebook
import CairnScreens
import CairnText
package import CairnWire
package import CairnWork
import Glibc
import SystemPackage

extension Session {
  /// Returns the bytes on standard input, up to the maximum size of a capture's text. `shortfall`
  /// is the reason why the text is incomplete; nil if it is complete.
  package func readText() -> (bytes: [UInt8], shortfall: (any Error)?) {
    let limit = work.longestText
    var bytes: [UInt8] = []
    var shortfall: (any Error)?
    // Ctrl-C must not lose text that is already typed.
    Interruption.watch()
    do {
      bytes = try Console.readAll(limit: limit + 1) { _ in Interruption.code == nil }
    } catch {
      bytes = error.bytes
      shortfall = error
    }
    Interruption.unwatch()
    if bytes.count > limit {
      // The limit may have split a character.
      bytes = Array(String(decoding: bytes.prefix(limit), as: UTF8.self).utf8)
      shortfall = Failure(
        "text-too-long",
        "standard input is longer than \(limit) bytes, the maximum size of a capture, so Cairn "
          + "read only the beginning")
    }
    if let signal = Interruption.code { shortfall = CommandEnd(signal) }
    return (bytes, shortfall)
  }
}

extension Session {
  /// The command that records if the setting `read.recorder` is not set.
  private static let recorder = #"""
    if command -v arecord > /dev/null
    then exec arecord -q -f S16_LE -r 16000 -c 1 "$CAIRN_FILE"
    else exec pw-record --rate 16000 --channels 1 "$CAIRN_FILE"
    fi
    """#

  /// Saves the text of a capture as a draft, records sound until the user presses Enter, and calls
  /// `add` with the capture, to which the recording then belongs. If the capture has an invalid
  /// option, only calls `add`, which reports it. A recording that cannot be added to the notebook
  /// stays in the state folder.
  ///
  /// Throws a ``Failure`` if the program recorded nothing, and the errors of `add`.
  package func addRecording(
    to pending: PendingCapture, _ add: (PendingCapture) async throws -> Void
  ) async throws {
    var pending = pending
    if pending.problem != nil { return try await add(pending) }
    try work.keep(&pending)
    let recording: FilePath
    do { recording = try record() } catch { throw ended(by: work.failure(error, pending)) }
    var isInDraft = false
    do {
      do { isInDraft = try work.attach(recording.string, to: &pending) } catch {
        throw ended(by: work.failure(error, pending))
      }
      try await add(pending)
    } catch {
      guard work.hasWritten else {
        console.say(TerminalText.line(Self.kept(recording, isInDraft: isInDraft)))
        throw error
      }
      unlink(recording.string)
      throw error
    }
    unlink(recording.string)
  }

  /// Records sound until the user presses Enter. Returns the path of the recording in the state
  /// folder.
  ///
  /// Throws a ``Failure`` if the program recorded nothing.
  private func record() throws -> FilePath {
    let folder = work.context.folders.state.appending("recordings")
    let time = clock.shown(clock.now).filter(\.isNumber)
    let file = folder.appending("recording-\(time)-\(getpid()).wav")
    mkdir(work.context.folders.state.string, 0o700)
    mkdir(folder.string, 0o700)
    let setting = notebook.settings["read.recorder"]?.text
    let programs = ["arecord", "pw-record"]
    guard setting != nil || programs.contains(where: { surroundings.program($0) != nil }) else {
      throw Failure("record-failed", Self.noRecorder)
    }
    let command = setting ?? Self.recorder
    Interruption.watch()
    defer { Interruption.unwatch() }
    guard let recorder = Recorder(command, into: file.string) else {
      throw Failure("record-failed", "the recorder could not be started")
    }
    console.say("Recording. Press Enter to stop.")
    let ending = recorder.record()
    var status = stat()
    let exists = stat(file.string, &status) == 0 && status.st_size > 0
    guard exists else {
      if case .interrupted = ending { throw Interruption.exitCode }
      throw Failure("record-failed", Self.noRecorder)
    }
    if case .interrupted = ending {
      console.say(TerminalText.line(Self.kept(file)))
      throw Interruption.exitCode
    }
    return file
  }

  private static let noRecorder =
    "nothing was recorded; install arecord or pw-record, or run "
    + "`cairn config --user read.recorder COMMAND`"

  /// A sentence that tells the user where to find a recording that was not added. `isInDraft` states
  /// whether a draft refers to the recording.
  private static func kept(_ file: FilePath, isInDraft: Bool = false) -> String {
    "Your recording is in \(file.string). "
      + (isInDraft
        ? "If you add the draft, Cairn adds the recording, too."
        : "Run `cairn add --voice FILE` to add the recording.")
  }
}

/// Functions that read JSON Lines from standard input. Each line is a JSON object with the member
/// `text`.
package enum JSONLines {
  /// Calls `document` with the `text` of each line of input, and prints the result. Prints an error
  /// for each invalid line; the code of the error begins with `command`. Skips blank lines. After
  /// the last line, throws the exit code for failures if any line was invalid.
  package static func answer(
    _ console: Console, to command: String, _ document: (String) async throws -> JSONDocument
  ) async throws {
    var number = 0
    var hasFailed = false
    while let line = readLine() {
      number += 1
      let text: String?
      do throws(Diagnostic) {
        text = try TextLine.text(of: line, number: number, for: command)
      } catch {
        console.line(.error(error))
        console.say(.error, error.message)
        console.flush()
        hasFailed = true
        continue
      }
      guard let text else { continue }
      console.line(try await document(text))
      console.flush()
    }
    if hasFailed { throw ExitStatus.failure.end }
  }
}
