import CairnConsole
import CairnNotebook
import CairnScreens
import CairnText
import CairnWork
import Glibc
package import SystemPackage

extension Session {
  /// The command that records if the setting `read.recorder` is not set.
  private static let recorder = #"""
    if command -v arecord > /dev/null
    then exec arecord -q -f S16_LE -r 16000 -c 1 "$CAIRN_FILE"
    else exec pw-record --rate 16000 --channels 1 "$CAIRN_FILE"
    fi
    """#

  /// Records sound until the user presses Enter. Returns the path of the recording in the state
  /// folder. A recording that cannot be added to the notebook stays in the state folder.
  ///
  /// Throws a ``Failure`` if the program recorded nothing.
  package func record() throws -> FilePath {
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

  /// Removes a recording that was copied into the notebook.
  package func discard(_ recording: FilePath) { unlink(recording.string) }

  /// Tells the user where to find a recording that could not be added. `isInDraft` states whether a
  /// draft refers to the recording. Returns `error`, so that the caller can throw it.
  package func failure(_ error: any Error, keeping recording: FilePath, isInDraft: Bool)
    -> any Error
  {
    console.say(TerminalText.line(Self.kept(recording, isInDraft: isInDraft)))
    return error
  }

  private static func kept(_ file: FilePath, isInDraft: Bool = false) -> String {
    "Your recording is in \(file.string). "
      + (isInDraft
        ? "If you add the draft, Cairn adds the recording, too."
        : "Run `cairn add --voice FILE` to add the recording.")
  }
}
