import ArgumentParser
import CairnDigest
import CairnFiles
import CairnNotebook
import CairnText
import CairnWire
import CairnWork
import SystemPackage

struct IndexCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: "Bring the index up to date, and say what it holds.",
    discussion: """
      The index is what makes queries fast. It lies in your cache folder, never in a notebook, is \
      kept up to date by every command, and can be removed at any time: nothing is in it that is \
      not in the files.

      EXAMPLES
        cairn index
        cairn index --verify                is it whole, and does it say what the files say?
        cairn index --rebuild               read everything anew
      """)

  @Flag(help: "Read everything anew.")
  var rebuild = false

  @Flag(help: "Check the index, and compare it with all files; change nothing.")
  var verify = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if rebuild, verify { throw ValidationError("--rebuild and --verify are two commands") }
  }

  func run(_ session: Session) async throws {
    if verify { return try check(session) }
    let catalog = session.work.catalog(isFresh: rebuild, keepsAll: true)
    let status = try catalog.status()
    session.show(.index(status)) {
      for line in status.lines { session.console.line(TerminalText.escaped(line)) }
    }
    guard status.folder == nil else { return }
    if !common.verbose {
      for note in catalog.notes { session.say("cairn: \(TerminalText.escaped(note))") }
    }
    session.say("The index is not kept: every command reads all files.")
    if rebuild { throw ExitStatus.failure.code }
  }
}

// MARK: - What it holds

extension IndexStatus {
  fileprivate var lines: [String] {
    var lines = ["\(captures.of("capture")), \(words.of("word"))."]
    let share = noteBytes == 0 ? 0 : (byteCount * 100 + noteBytes / 2) / noteBytes
    let size = "\(byteCount.asSize), \(share) % of the \(noteBytes.asSize) of the notes"
    lines.append(folder.map { "\(size), in \($0)" } ?? "\(size).")
    lines.append("\(changed.of("capture")) changed since all of it was written.")
    return lines
  }
}

extension Int {
  /// So many bytes, for people: in thousands or millions to a tenth.
  fileprivate var asSize: String {
    if self < 1000 { return of("byte") }
    let (unit, name) = self < 1_000_000 ? (1000, "kB") : (1_000_000, "MB")
    let tenths = (self * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }
}

// MARK: - Whether it is right

extension IndexCommand {
  private func check(_ session: Session) throws {
    let check = session.work.withReadingProgress { session.notebook.checkIndex(progress: $0) }
    session.show(.check(check)) {
      for damage in check.damage { session.console.line(TerminalText.escaped(damage)) }
      for difference in check.differences {
        session.console.line(
          TerminalText.escaped("\(difference.path): \(difference.kind.description)"))
      }
    }
    guard !check.isRight else {
      return session.say("The index says what the files say of \(check.captures.of("capture")).")
    }
    session.say(
      check.exists
        ? "The index is wrong; `cairn index --rebuild` makes it anew."
        : "There is no index; `cairn index` makes one.")
    throw ExitStatus.failure.code
  }
}

extension IndexCheck.Difference.Kind {
  fileprivate var description: String {
    switch self {
    case .missing: "is not in the index"
    case .surplus: "is in the index, and is no capture"
    case .words: "has other words"
    case .fields: "has other fields, another title or other tags"
    case .facts: "has other times, or another body"
    }
  }
}
