import ArgumentParser
import CairnArguments
import CairnCapture
import CairnConsole
import CairnFiles
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWork

struct AddCommand: WritingCommand, ManyWordsCommand {
  static let configuration = CommandConfiguration(
    name: "add",
    abstract: "Add a capture.",
    discussion: """
      Type the text of the capture as arguments, without quotes. Without arguments, Cairn opens \
      your editor if you are on a terminal, and otherwise reads standard input, even if you type \
      marks such as +house. With `-`, Cairn always reads standard input. If you add a picture, a \
      file or an address, you can leave out the text. If the text cannot be saved as you asked, or \
      you press Ctrl-C at a question, Cairn keeps the text as a draft.

      Without --type, Cairn detects the type from the text, as `cairn classify` shows. If Cairn is \
      not sure, it asks you on a terminal; in scripts, it saves the capture without a type. You \
      can set the type later with `cairn clarify`. To turn off the question, set `classify.add` to \
      `quiet`; to turn off detection, set `classify.add` to `off`.

      You can set fields with marks at the end of the text: due:fri, +tag, @person, \
      in:COLLECTION, score:great, ! and others (docs/shorthand.md). Cairn removes the marks from \
      the text and shows what it understood. To turn off marks, set `capture.shorthand` to `false`.

      A new capture starts from the template of its collection or its type (docs/templates.md). If \
      the collection or the type requires more fields, Cairn asks for these fields on a terminal; \
      in scripts, pass them with --set. Cairn reads the fields of gifts and entries from the text \
      (docs/insight.md).

      With --read, Cairn runs a program of your choice to read the text in a picture or a \
      recording (docs/read.md). The file is saved before the program reads it. If reading fails, \
      run `cairn read` to try again.

      To add a bookmark, type a line that begins or ends with its only web address, or pass \
      --url. If you allow it in your settings, Cairn fetches the page and saves its title and \
      text (docs/bookmarks.md).

      With --lookup, Cairn looks up the title in the services that you choose (docs/lookup.md). \
      Cairn fills the empty fields from the result that you pick, and adds pictures.

      If you use a provider (docs/providers.md), the provider determines the type and the meaning. \
      If the provider fails, Cairn detects the type itself, and the capture gets no meaning.

      EXAMPLES
        cairn add Ring the chimney sweep by Friday +house
        cairn add Ring the chimney sweep --type action --due 'next tue 5pm'
        cairn add 'A [[Sarah]] idea #garden' -c garden
        pbpaste | cairn add --title 'From the clipboard' +house
        cairn add 'The new gate' --image gate.jpg --image 'from the road.png'
        cairn add --image receipt.jpg --read
        cairn add --record --read           speak, and press Enter to stop
        cairn add Solaris -c books --lookup
        cairn add https://example.org/lamps +read
        cairn add A jar of honey -c gifts --set recipient=Priya
        cairn add --type person             write it in the editor, from a template
        cairn add --split < dump.txt        add a capture for each part of the text
        cairn add --retry                   add all drafts (see `cairn drafts`)
      """,
    aliases: ["a", "capture"])

  var addsCaptures: Bool { true }

  var takesFreeText: Bool { !retry }

  @Argument(help: .init("The text of the capture; `-` reads standard input.", valueName: "text"))
  var words: [String] = []

  @Option(name: .shortAndLong, help: "The type: action, idea, fact, person, entry, gift, note, …")
  var type: String?

  @Option(name: .shortAndLong, help: "The collection (default: the inbox).")
  var collection: String?

  @Flag(help: "Accept a new type, and create the collection if it does not exist.")
  var create = false

  @Option(help: "The title of the capture.")
  var title: String?

  @Option(help: "The score: 0 to 3, or undecided, bad, okay, great.")
  var score: String?

  @Option(help: "The meaning of the capture, in one sentence.")
  var meaning: String?

  @Option(name: .customLong("tag"), help: "A tag; repeatable.")
  var tags: [String] = []

  @Option(
    name: [.customLong("field"), .customLong("set")],
    help: .init("Any other field; repeatable.", valueName: "key=value"))
  var fields: [String] = []

  @Option(
    name: .customLong("image"),
    help: .init(
      "A picture to copy into the notebook; repeatable. The first is the cover.",
      valueName: "file"),
    completion: .file())
  var images: [String] = []

  @Option(
    name: .customLong("file"),
    help: .init("Another file to copy into the notebook; repeatable.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("voice"),
    help: .init("A recording to copy into the notebook; repeatable.", valueName: "file"),
    completion: .file())
  var voices: [String] = []

  @Flag(help: "Record sound until you press Enter, and copy the recording into the notebook.")
  var record = false

  @Flag(help: "Read the text in the pictures and recordings (docs/read.md).")
  var read = false

  @Flag(help: "Look up the title and fill the fields of an entry (docs/lookup.md).")
  var lookup = false

  @Option(
    help: .init(
      "With --lookup, use the result with this number, without asking.", valueName: "number"))
  var pick: Int?

  @Option(
    help: .init("A web address to save in the capture (docs/bookmarks.md).", valueName: "address"))
  var url: String?

  @Flag(help: "Do not fetch the page at the address.")
  var noFetch = false

  @Option(
    help: .init(
      "The due date, such as friday or 'next tue 5pm' (docs/dates.md).", valueName: "when"))
  var due: String?

  @Option(help: "The date of creation, such as 2026-11-20, yesterday or '2026-11-20 15:00'.")
  var date: String?

  @Option(
    help: "The template, by name or file (default: the template of the collection or the type).")
  var template: String?

  @Flag(name: .shortAndLong, help: "Edit the text before it is saved.")
  var edit = false

  @Flag(help: "Split the text, and add a capture for each part (docs/split.md).")
  var split = false

  @Flag(name: .shortAndLong, help: "Answer yes to all questions.")
  var yes = false

  @Flag(
    help: """
      Add all drafts, or the drafts that you name. With other options, such as --type, add only \
      the newest draft.
      """)
  var retry = false

  @Flag(help: "Show what would change, without changing anything.")
  var dryRun = false

  @OptionGroup var strictness: StrictOption
  @OptionGroup var providers: ProviderOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if read, images.isEmpty, voices.isEmpty, !record {
      throw ValidationError("--read needs --image, --voice or --record")
    }
    if pick != nil, !lookup { throw ValidationError("--pick needs --lookup") }
    if lookup, split { throw ValidationError("--lookup cannot be used with --split") }
    if read || record, split || retry {
      throw ValidationError("--read and --record cannot be used with --split or --retry")
    }
  }

  func run(_ session: Session) async throws {
    if retry { return try await retryDrafts(session) }
    if record, !dryRun {
      return try await session.addRecording(to: try session.work.read(request)) {
        try await add($0, session)
      }
    }
    try await addInput(session)
    if !common.quiet { hintAtMisspelledOptions(session) }
  }

  /// Tells the user which words of the text look like misspelled options. Words after `--` are not
  /// checked, because they are certainly text.
  private func hintAtMisspelledOptions(_ session: Session) {
    for word in session.surroundings.arguments.prefix(while: { $0 != "--" })
    where word.hasPrefix("--") && words.contains(word) {
      let name = String(word.prefix { $0 != "=" })
      do {
        _ = try Self.parse([name])
      } catch {
        let page = Self.fullMessage(for: error, columns: 80)
        let hints = UsageError(Self.message(for: error), page: page).hints
        guard let near = hints.first(where: { $0.hasPrefix("did you mean") }) else { continue }
        session.console.say(
          .hint, "`\(name)` is not an option, so it is part of the text; \(near)")
      }
    }
  }

  private func addInput(_ session: Session) async throws {
    var request = request
    let mayHaveMarks = session.notebook.settings.isOn("capture.shorthand")
    if readsInput || mayReadInput(session.surroundings) && (words.isEmpty || mayHaveMarks) {
      let input = session.readText()
      // If nothing is piped, the marks are the text.
      if readsInput || words.isEmpty || !input.bytes.isEmpty {
        (request.text, request.shortfall) = (.bytes(input.bytes), input.shortfall)
        request.marks = readsInput ? Array(words.dropFirst()) : words
      }
    }
    try await add(request, session)
  }

  func textToRescue(_ surroundings: Surroundings) -> [UInt8]? {
    if dryRun { return nil }
    if retry { return TextToRescue.typed(surroundings.arguments).map { Array($0.text.utf8) } }
    guard readsInput || mayReadInput(surroundings) && !record else {
      return Array(words.joined(separator: " ").utf8)
    }
    // On a terminal, the user cannot have typed the text yet.
    return surroundings.inputIsTerminal ? nil : TextToRescue.fromInput()
  }
}

extension AddCommand {
  private var request: AddRequest {
    var request = AddRequest(.typed(words))
    (request.type, request.title, request.score) = (type, title, score)
    (request.collection, request.creates) = (collection, create)
    (request.meaning, request.tags, request.fields) = (meaning, tags, fields)
    (request.images, request.files, request.url) = (images, files + voices, url)
    (request.due, request.date, request.template) = (due, date, template)
    (request.isSplit, request.provider) = (split, providers.choice)
    request.mode = answers.mode
    return request
  }

  private var answers: GivenAnswers { GivenAnswers(yes: yes, dryRun: dryRun) }

  private func add(_ request: AddRequest, _ session: Session) async throws {
    try await add(try session.work.read(request), session)
  }

  private func add(_ pending: PendingCapture, _ session: Session) async throws {
    var pending = pending
    let request = pending.request
    let address = session.work.address(of: pending)
    let hasMedia =
      [request.images, request.files].contains { !$0.isEmpty } || url != nil || record
    if !retry, edit || request.isEmpty && !hasMedia {
      if request.isEmpty, let problem = pending.problem { throw problem }
      try await openEditor(&pending, session)
    }
    var lookupFailed = false
    do {
      if lookup, pending.problem == nil {
        try session.work.prepareToLookUp(&pending)
        if !dryRun { lookupFailed = try await !session.lookUp(&pending, pick) }
      }
      if let address {
        if !retry, pending.problem == nil, !dryRun, !split {
          try session.confirm(bookmark: address, of: &pending, answers)
        }
        if !noFetch { try await session.work.addPage(at: address, to: &pending) }
      }
    } catch {
      throw session.ended(by: session.work.failure(error, pending))
    }
    let plan = { [pending] in try await session.work.plan(pending) }
    if read {
      try await session.addAndRead(
        providers.choice, answers, isStrict: strictness.strict, lookupFailed, plan)
    } else {
      try await session.add(answers, isStrict: strictness.strict, lookupFailed, plan)
    }
  }

  private func openEditor(_ pending: inout PendingCapture, _ session: Session) async throws {
    do { try session.expectEditor() } catch {
      throw session.ended(by: session.work.failure(error, pending))
    }
    let start = session.work.textToEdit(pending)
    let (text, draft) = try await session.edit(start, notes: pending.notes)
    try session.work.removeDraft(draft)
    try session.work.take(edited: text, from: start, into: &pending)
  }

  /// Whether the words are `-`, or `-` and marks that set fields, as in `- +house due:fri`.
  private var readsInput: Bool {
    words.first == "-" && words.dropFirst().first.map(Shorthand.isMark) != false
  }

  /// Whether to look for the text on standard input. True if there are no words, or only marks.
  private func mayReadInput(_ surroundings: Surroundings) -> Bool {
    Shorthand.areMarks(words) && !edit && !surroundings.inputIsTerminal
  }

  private func retryDrafts(_ session: Session) async throws {
    let drafts: [Draft]
    do {
      drafts = try session.work.captureDrafts(named: words, onlyLast: request.hasDetails || edit)
    } catch {
      var failure = Failure(error)
      let text = textToRescue(session.surroundings)
      failure.addHint(text.flatMap { TextToRescue.save($0, session.surroundings) })
      throw failure
    }
    try await session.retry(drafts) { draft in
      var request = request
      request.text = .draft(draft)
      try await add(request, session)
    }
  }
}
