import CairnCapture
import CairnDocument
import CairnInsight
import CairnJSON
public import CairnNotebook
public import CairnProvider
import CairnText
public import CairnWork

// MARK: - Changes

extension JSONDocument {
  /// Returns a document that describes the changes that were made or, in a dry run, would be made.
  /// Errors and warnings are worded for `caller`; nil stands for a person at a shell.
  public static func changes(
    _ report: ChangeReport, for caller: RemoteCaller? = nil
  ) -> JSONDocument {
    changes(caller.map(report.worded) ?? report, [:])
  }

  static func changes(_ report: ChangeReport, _ others: JSONValue) -> JSONDocument {
    let reasons = { (diagnostics: [Diagnostic]) -> JSONValue in
      .list(diagnostics) {
        .place(of: $0).adding(["reason": .string($0.message)])
      }
    }
    let changed = JSONValue.list(report.changed) { change in
      let facts: JSONValue = ["id": JSONValue(change.id), "path": .path(change.path)]
      return change.from.map { facts.adding(["from": .path($0)]) } ?? facts
    }
    let document: JSONValue = [
      "operation": JSONValue(report.operation), "changed": changed,
      "refused": reasons(report.refused),
    ]
    let warnings: JSONValue =
      report.warnings.isEmpty ? [:] : ["warnings": reasons(report.warnings)]
    return JSONDocument(document.adding(warnings).adding(others))
  }

  /// Returns a document that describes the files and settings that were changed to set up git.
  public static func setup(_ setup: GitSetup) -> JSONDocument {
    changes(setup.report, ["settings": .texts(setup.settings)])
  }

  /// Returns a document that describes the files whose conflicts were resolved, including the files
  /// whose bytes did not have to change.
  public static func resolved(_ result: ResolveResult) -> JSONDocument {
    changes(result.report, ["kept": .list(result.kept) { .path($0) }])
  }
}

// MARK: - Adding

extension JSONDocument {
  /// Returns a document that describes added captures, with the types that were detected. Errors
  /// and warnings are worded for `caller`; nil stands for a person at a shell.
  public static func added(
    _ result: AddResult, for caller: RemoteCaller? = nil
  ) -> JSONDocument {
    let report = caller.map(result.report.worded) ?? result.report
    let filings = zip(result.captures, result.report.changed).map { capture, added in
      JSONValue.filing(of: capture, Document(added.after))
    }
    guard !result.isSplit else {
      return changes(
        report, (["pieces": .array(filings)] as JSONValue).adding(.provider(result.asked)))
    }
    guard let filing = filings.first, let capture = result.captures.first else {
      return changes(report, [:])
    }
    let meaning: JSONValue =
      result.asked?.isSent == true ? ["meaning": JSONValue(capture.new.meaning?.text)] : [:]
    return changes(report, filing.adding(meaning).adding(.provider(result.asked)))
  }
}

// MARK: - Works that were looked up

extension JSONDocument {
  /// Returns a document that describes the works that lookup services found.
  public static func lookup(_ options: [LookupOption]) -> JSONDocument {
    JSONDocument([
      "works": .list(options) { option in
        [
          "service": .string(option.service), "id": .string(option.id),
          "kind": .string(option.kind.rawValue), "title": .string(option.title),
          "year": JSONValue(option.year), "genre": JSONValue(option.genre),
          "author": JSONValue(option.author), "platform": JSONValue(option.platform),
          "description": .string(option.description), "pictures": .texts(option.pictures),
        ]
      }
    ])
  }
}

// MARK: - Text in pictures and recordings

extension JSONDocument {
  /// Returns a document with the text that was read from a capture's files or, in a dry run, with
  /// the files to read.
  public static func read(_ plan: ReadPlan, _ report: ChangeReport) -> JSONDocument {
    changes(report, .read(plan))
  }

  /// Returns a document with an added capture and the text that was read from its files.
  public static func added(
    _ result: AddResult, _ plan: ReadPlan, _ report: ChangeReport
  ) -> JSONDocument {
    changes(
      result.report, JSONValue.read(plan).adding(["read_operation": JSONValue(report.operation)]))
  }
}

extension JSONValue {
  fileprivate static func read(_ plan: ReadPlan) -> JSONValue {
    var type = plan.capture.type
    if case .found(let found, _, _)? = plan.text?.filing { type = found }
    let hundredths = plan.confidence.map { JSONValue.number(($0 * 100).rounded(.down) / 100) }
    return [
      "files": .list(plan.files) {
        [
          "name": .string($0.file.name), "path": .path($0.file.path),
          "reader": .string($0.reader.name),
        ]
      },
      "address": JSONValue(plan.address), "text": JSONValue(plan.text?.text),
      "text_confidence": hundredths ?? .null,
      "type": JSONValue(type), "needs_clarification": .boolean(plan.isUnclassified),
    ]
  }
}

extension JSONValue {
  /// Returns an object with the type of a new capture, and with everything that Cairn detected in
  /// its text.
  fileprivate static func filing(of capture: PendingCapture, _ added: Document) -> JSONValue {
    let found = capture.finding
    let object: JSONValue = [
      "type": JSONValue(added["type"]?.text),
      "confidence": found.map(confidence) ?? .null,
      "person": JSONValue(found?.person), "due": JSONValue(added["due"]?.text),
      "due_text": JSONValue(found?.due),
      "needs_clarification": .boolean(capture.isUnclassified),
      "candidates": found.map(candidates) ?? [],
    ]
    return object.adding(.embeddings(capture.opinionModel))
  }
}

// MARK: - Meanings

extension JSONDocument {
  /// Returns a document that describes captures with their meanings. If `provider` is not nil, the
  /// document also contains the number of failed requests, and the number of captures that were
  /// withheld from the provider.
  public static func meanings(_ result: MeaningResult, _ provider: Provider?) -> JSONDocument {
    var others: JSONValue = [
      "operations": .texts(result.operations),
      "meanings": .list(result.found) {
        [
          "id": JSONValue($0.capture.id), "path": .path($0.capture.path),
          "meaning": JSONValue($0.meaning), "maker": JSONValue($0.maker),
        ]
      },
    ]
    if let provider {
      let asked = JSONValue.provider(provider.name, result.failures.last)
      others = others.adding([
        "provider": asked.adding(["failed": .integer(result.failures.count)]),
        "withheld": .integer(result.withheld),
      ])
    }
    return changes(
      result.report, result.unsent.isEmpty ? others : others.adding(.sent(result.unsent)))
  }
}

// MARK: - Providers

extension JSONDocument {
  /// Returns a document that describes requests that would be sent to providers.
  public static func unsent(_ unsent: [AskedProvider]) -> JSONDocument {
    JSONDocument(.sent(unsent))
  }
}

extension JSONValue {
  /// Returns an object with one member that describes a request to a provider: `provider` if the
  /// request was sent, or `sent` in a dry run. The object is empty if `asked` is nil.
  static func provider(_ asked: AskedProvider?) -> JSONValue {
    guard let asked else { return [:] }
    return asked.isSent
      ? ["provider": provider(asked.provider.name, asked.failure)] : sent([asked])
  }

  /// Returns an object with a provider's name and its failure. The members `failure` and `reason`
  /// are null if the provider answered.
  fileprivate static func provider(_ name: String, _ failure: ProviderFailure?) -> JSONValue {
    [
      "name": .string(name), "failure": JSONValue(failure?.kind.rawValue),
      "reason": JSONValue(failure?.reason),
    ]
  }

  fileprivate static func sent(_ unsent: [AskedProvider]) -> JSONValue {
    [
      "sent": .list(unsent) {
        [
          "provider": .string($0.provider.name), "task": .string($0.request.task.rawValue),
          "text": .string($0.text),
        ]
      }
    ]
  }
}
