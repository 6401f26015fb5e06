import CairnCapture
import CairnDocument
public import CairnInsight
import CairnNotebook
import CairnProvider
import CairnText

/// A classifier that detects the type of text with a provider, or with the built-in rules if no
/// provider is set or the provider fails.
///
/// A provider that keeps failing is no longer asked. The classifier stores nothing and needs no
/// notebook. If there is a notebook, the classifier learns from its captures.
public struct TextClassifier: Sendable {
  /// The lowest confidence at which a type counts as certain, from 0 to 1.
  public let threshold: Double
  /// The reader of times in text.
  public let timeReader: TimeReader
  private let classifier: Classifier
  private let providers: Providers
  private var provider: Provider?
  private var patience = ProviderPatience()
  /// The second opinion on types; nil if there is none, if its server failed, or if a provider was
  /// set to detect types.
  private var opinion: TypeOpinion?

  /// Creates a classifier that uses the settings of a notebook and has learned from its captures.
  /// Without a notebook, uses the user's settings. Reports problems in the settings to the caller.
  ///
  /// Throws `FileError` if the notebook is required and cannot be opened, and a ``Refusal`` if
  /// there is no provider with the requested name.
  ///
  /// - Parameter isRequired: If false, a notebook that cannot be opened is ignored.
  public init(
    in root: () throws -> NotebookRoot, isRequired: Bool, _ context: RequestContext,
    _ choice: ProviderChoice
  ) throws {
    let notebook = try Self.notebook(root, isRequired: isRequired, context)
    let settings = notebook?.settings ?? SettingsFiles(context).user
    for problem in settings.diagnostics { context.tell(.warning(problem)) }
    classifier = Classifier(notebook?.currentHabits.experience)
    threshold = settings.threshold
    timeReader = TimeReader(context.clock, settings)
    providers = Providers(settings, context, choice)
    provider = try providers.provider(for: .classify)
    opinion =
      choice == .none || provider != nil ? nil : notebook.flatMap { TypeOpinion($0, context) }
  }

  private static func notebook(
    _ root: () throws -> NotebookRoot, isRequired: Bool, _ context: RequestContext
  ) throws -> Notebook? {
    do {
      var notebook = try Notebook(
        root: root().path, stateBase: context.folders.state, cacheBase: context.folders.cache,
        settings: { SettingsFiles(context).settings(of: $0) }, clock: context.clock)
      notebook.resident = context.resident(notebook)
      return notebook
    } catch {
      if isRequired { throw error }
      return nil
    }
  }
}

/// The result of detecting the type of text.
public struct ClassifiedText: Sendable {
  /// The likely types, and the person and the time that the text names.
  public let found: Classification
  /// A sentence that summarizes the text; nil if the text is a single sentence.
  public let summary: String?
  /// The word that marks the text as an entry, such as `film` in `film: Solaris`, and the entry's
  /// details; nil if there is no such word.
  public var entry: (label: String, details: DetailExtraction)?
  /// The provider that was asked; nil if none was.
  public let asked: AskedProvider?
  /// The second opinion, which a model gave by comparing vectors of texts: a sentence about it, and
  /// the name of the model. Nil if there was no second opinion.
  public var opinion: (sentence: String, model: String)?
}

extension TextClassifier {
  /// Whether a provider will be asked about the next text.
  public var asksProvider: Bool { provider != nil }

  /// Detects the type of text. The caller is told if the provider fails.
  ///
  /// Throws `CancellationError` if the caller ended the wait for the provider.
  public mutating func classify(_ text: String) async throws -> ClassifiedText {
    var asked: AskedProvider?
    if let provider, mayBeSent(text) {
      let (outcome, answer) = try await providers.ask(provider, .classify(text))
      patience.note(outcome)
      if patience.isOver { self.provider = nil }
      if let answer {
        return ClassifiedText(
          found: answer.classification, summary: answer.meaning, asked: outcome)
      }
      asked = outcome
    }
    var likelihoods: [Double]?
    if asksServer(about: text) {
      likelihoods = try await opinion?.likelihoods(of: text)
      if likelihoods == nil { opinion = nil }
    }
    let found = classifier.classify(text, likelihoods)
    return ClassifiedText(
      found: found, summary: classifier.summary(of: text, found),
      entry: EntryDetails.label(of: text).map {
        ($0, DetailExtraction(text, as: .entry, timeReader))
      }, asked: asked,
      opinion: likelihoods == nil ? nil : opinion.map { ($0.sentence, $0.model) })
  }

  /// Returns whether the text is to be sent to the embedding server in order to classify it.
  public func asksServer(about text: String) -> Bool {
    opinion != nil && !Silence.isTooLong(text)
      && !Privacy(of: Document(Array(text.utf8))).isPrivate
  }

  /// Returns the requests to send to the provider in order to classify the text. Empty if no
  /// provider is set or the text is private.
  public func unsent(_ text: String) async -> [AskedProvider] {
    guard let provider, mayBeSent(text) else { return [] }
    return [await provider.ask(.classify(text), dryRun: true).asked]
  }

  /// Returns whether text is allowed to be sent to a provider. If the text has front matter in
  /// which `private` is true, returns false and tells the caller.
  private func mayBeSent(_ text: String) -> Bool {
    guard Privacy(of: Document(Array(text.utf8))).isPrivate else { return true }
    let warning = Diagnostic(
      .warning, "provider-withheld",
      "the text was not sent to the provider, because it contains `private: true`")
    providers.context.tell(.warning(warning))
    return false
  }
}

extension Settings {
  /// The lowest confidence at which a type counts as certain, from 0 to 1.
  var threshold: Double { share("classify.threshold") ?? Classifier.threshold }
}

extension TextClassifier {
  /// Returns the person, the due time and the summary of classified text in human-readable form,
  /// each with a name. Omits values that are nil, and a due time that is not understood or past.
  public func facts(of classified: ClassifiedText) -> [(name: String, value: String)] {
    let phrase = classified.found.due.flatMap(timeReader.due)
    let due = phrase.flatMap { FieldTime($0.due) }.map { time in
      "\(time.spelled(timeReader.clock))  (\(TerminalText.line(classified.found.due ?? "")))"
    }
    let rule = phrase?.rule.map(\.description)
    let facts = [
      ("person", classified.found.person), ("due", due), ("repeat", rule),
      ("summary", classified.summary),
    ]
    return facts.compactMap { name, value in value.map { (name, $0) } }
  }
}
