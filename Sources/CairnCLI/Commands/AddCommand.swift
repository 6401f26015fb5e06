import ArgumentParser
import CairnFiles
import CairnWork

struct AddCommand: WritingCommand, ManyWordsCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Put a thought in.",
    discussion: """
      The text is taken from the arguments, which need no quotes; from standard input, where it \
      is `-` or no terminal; else from your editor. With pictures, files or an address it needs \
      none. Text that cannot be kept as asked becomes a draft, and so does one whose questions you \
      leave with Ctrl-C.

      Where nothing says its type, the text does: `cairn classify` shows how. Where that is not \
      sure, you are asked on a terminal; elsewhere the capture is saved without a type, and \
      `cairn clarify` settles it; with --strict the exit code is then 3. The setting `classify.add` \
      says `quiet` (never ask) or `off`.

      Marks at the end of what is typed say more of it: due:fri, +tag, @person, in:COLLECTION, \
      score:great, ! and others (docs/shorthand.md). They are taken out of the text where they are \
      understood, and that is shown; the setting `capture.shorthand` switches it off.

      A capture begins with the template of its collection (`template:` in its page), else of its \
      type (the setting `template.TYPE`). Fields that the collection's page (or the setting \
      `fields.TYPE`) requires are asked for on a terminal; elsewhere --set says them. Of a gift and \
      an entry the fields are read from the line, and a terminal shows them first (docs/insight.md).

      With a provider (docs/providers.md) it says what the text is and means; where it fails, the \
      capture is kept without.

      EXAMPLES
        cairn add Ring the chimney sweep by Friday +house
        cairn add Ring the chimney sweep --type action --due 'next tue 5pm'
        cairn add 'A [[Sarah]] idea #garden' -c garden
        pbpaste | cairn add --title 'From the clipboard'
        cairn add 'The new gate' --image gate.jpg --image 'from the road.png'
        cairn add --url https://example.org --tag read
        cairn add A jar of honey -c gifts --set recipient=Priya
        cairn add --type person             write it in the editor, from a template
        cairn add --split < dump.txt        a capture for each thought in it
        cairn add --retry                   try all drafts again (`cairn drafts` lists them)
      """,
    aliases: ["a", "capture"])

  static let takesFreeText = true

  @Argument(help: ArgumentHelp("The text; `-` reads standard input.", valueName: "text"))
  var words: [String] = []

  var manyWords: [String] {
    get { words }
    set { words = newValue }
  }

  @Option(name: .shortAndLong, help: "What it is: action, idea, fact, person, entry, gift, note, …")
  var type: String?

  @Option(name: .shortAndLong, help: "The collection it goes to (else the inbox).")
  var collection: String?

  @Flag(help: "Make the collection if it is not there.")
  var create = false

  @Option(help: "A title.")
  var title: String?

  @Option(help: "A score: 0 to 3, or undecided, bad, okay, great.")
  var score: String?

  @Option(help: "One sentence: what it means.")
  var meaning: String?

  @Option(name: .customLong("tag"), help: "A tag; may be said several times.")
  var tags: [String] = []

  @Option(
    name: [.customLong("field"), .customLong("set")],
    help: ArgumentHelp("Any other field; may be said several times.", valueName: "key=value"))
  var fields: [String] = []

  @Option(
    name: .customLong("image"),
    help: ArgumentHelp(
      "A picture to copy in; may be said several times, the first is the cover.", valueName: "file"),
    completion: .file())
  var images: [String] = []

  @Option(
    name: .customLong("file"),
    help: ArgumentHelp("Another file to copy in; may be said several times.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "What it is about, elsewhere: https://…; it is written down, and nothing fetched.",
      valueName: "address"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "When it is due, in plain words: friday, 'next tue 5pm' (docs/dates.md).", valueName: "when"))
  var due: String?

  @Option(help: "When it was: 2026-11-20, yesterday, '2026-11-20 15:00'.")
  var date: String?

  @Option(help: "Begin with a template: its name, or a file (else the collection's or the type's).")
  var template: String?

  @Flag(name: .shortAndLong, help: "Go over it in the editor before it is kept.")
  var edit = false

  @Flag(help: "Keep each thought in it as a capture of its own (docs/split.md).")
  var split = false

  @Flag(name: .shortAndLong, help: "Answer yes to every question.")
  var yes = false

  @Flag(help: "Try drafts again: all, or those named; with other options, the last.")
  var retry = false

  @Flag(help: "Change nothing, show what would be written.")
  var dryRun = false

  @OptionGroup var strictness: StrictOption
  @OptionGroup var providers: ProviderOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    if retry { return try await retryDrafts(session) }
    var request = request
    if words == ["-"] || isPiped(session) {
      (request.text, request.shortfall) = readInput(session)
    } else if edit, !words.isEmpty {
      request.text = .plain(words.joined(separator: " "))
    }
    try await add(request, session)
  }

  func textToRescue(_ surroundings: Surroundings) -> [UInt8]? {
    if retry || dryRun { return nil }
    guard words == ["-"] || words.isEmpty && !edit else {
      return Array(words.joined(separator: " ").utf8)
    }
    // Nobody has started to type.
    return surroundings.inputIsTerminal ? nil : TextToRescue.fromInput()
  }
}

extension AddCommand {
  private var request: AddRequest {
    var request = AddRequest(.typed(words))
    (request.type, request.title, request.score) = (type, title, score)
    (request.collection, request.createsCollection) = (collection, create)
    (request.meaning, request.tags, request.fields) = (meaning, tags, fields)
    (request.images, request.files, request.url) = (images, files, url)
    (request.due, request.date, request.template) = (due, date, template)
    (request.isSplit, request.provider) = (split, providers.choice)
    request.mode = answers.mode
    return request
  }

  private var answers: WriteOptions {
    var answers = WriteOptions()
    (answers.dryRun, answers.yes) = (dryRun, yes)
    return answers
  }

  private func add(_ request: AddRequest, _ session: Session) async throws {
    var pending = try session.work.read(request)
    let hasMedia = !images.isEmpty || !files.isEmpty || url != nil
    if !retry, edit || request.isEmpty && !hasMedia {
      if request.isEmpty, let problem = pending.problem { throw problem }
      try await openEditor(&pending, session)
    }
    try await session.add(answers, strictness) { try await session.work.plan(pending) }
  }

  private func openEditor(_ pending: inout PendingCapture, _ session: Session) async throws {
    let start = session.work.textToEdit(pending)
    let (text, draft) = try await session.edit(start, notes: pending.notes)
    try session.work.removeDraft(draft)
    try session.work.take(edited: text, from: start, into: &pending)
  }

  private func isPiped(_ session: Session) -> Bool {
    words.isEmpty && !edit && !session.surroundings.inputIsTerminal
  }

  /// Reads standard input, at most as many bytes as a capture can have.
  private func readInput(_ session: Session) -> (AddRequest.Text, shortfall: (any Error)?) {
    let limit = session.work.longestText
    var bytes: [UInt8] = []
    var shortfall: (any Error)?
    // Ctrl-C must not lose what is already typed.
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
        "standard input goes on after \(limit) bytes, which is more than a capture holds; "
          + "it was read no further")
    }
    if let signal = Interruption.code { shortfall = ExitCode(signal) }
    return (.bytes(bytes), shortfall)
  }
}

extension AddCommand {
  /// Adds drafts, oldest first; a failed draft does not stop the others.
  private func retryDrafts(_ session: Session) async throws {
    let drafts = try session.work.captureDrafts(named: words, onlyLast: request.hasDetails || edit)
    var status: ExitCode?
    for draft in drafts {
      do {
        var request = request
        request.text = .draft(draft)
        try await add(request, session)
      } catch let code as ExitCode {
        if drafts.count == 1 || Interruption.code != nil { throw code }
        status = code
      } catch {
        var failure = Failure(error)
        failure.hint =
          failure.hint ?? "\(draft.place); `cairn add --retry \(draft.id)` tries again."
        if drafts.count == 1 { throw failure }
        status = failure.report(session.console, json: common.json)
      }
    }
    if let status { throw status }
  }
}
