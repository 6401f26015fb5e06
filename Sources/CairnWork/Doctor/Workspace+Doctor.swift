import CairnFiles
public import CairnNotebook
public import CairnText
public import SystemPackage

/// A request to check a notebook and optionally repair it.
public struct DoctorRequest: Sendable {
  /// The kinds of findings to look for, from `Finding.codes`; empty for all.
  public var kinds: [String]
  /// The mode of repairs: whether to make them or only to list them. Nil to do neither.
  public var repairs: Mode?

  /// Creates a request to check a notebook.
  public init(kinds: [String] = [], repairs: Mode? = nil) {
    self.kinds = kinds
    self.repairs = repairs
  }

  /// Checks that all kinds are known, without opening a notebook.
  ///
  /// Throws a ``Refusal`` if a kind is unknown; it suggests the nearest known kind.
  public func check() throws(Refusal) {
    guard let unknown = kinds.first(where: { !Finding.codes.contains($0) }) else { return }
    throw Refusal(
      "kind-unknown",
      "`\(unknown)` is not a kind of problem"
        + Nearest.advice(
          to: unknown, among: Finding.codes, otherwise: "see docs/json.md for all kinds"),
      .invalid)
  }
}

/// The findings of a check, and the repairs.
public struct DoctorResult: Sendable {
  /// The findings that remain after repairs; all findings if nothing was repaired.
  public let findings: [Finding]
  /// The changes that repairs made or, in a dry run, would make in the notebook.
  public let report: ChangeReport
  /// The repaired findings about the notebook's state folder; in a dry run, the findings to repair.
  public let repaired: [Finding]
  /// The number of captures.
  public let captures: Int
  /// The folders that are never read, because their names begin with a dot or are `node_modules`.
  public let hidden: [NotePath]
}

extension DoctorResult {
  /// The findings except those about the state of other notebooks.
  public var problems: [Finding] { findings.filter { !$0.isElsewhere } }

  /// A sentence with the number of problems of each kind.
  public var summary: String {
    let findings = problems
    if findings.isEmpty { return "No problems found in \(captures.of("capture"))." }
    let kinds = findings.byKind.map { "\($0.findings.count) \($0.kind)" }
    return "\(findings.count.of("finding")): \(kinds.joined(separator: ", "))."
  }
}

extension Workspace {
  /// Returns a sentence for each hidden folder that contains notes. Notes in hidden folders are
  /// never read. The sentences are not escaped for a terminal.
  public func skippedNotes(_ result: DoctorResult) -> [String] {
    notebook.countNotes(inHidden: result.hidden).map { folder, count in
      "Skipped \(count.of("note")) in `\(folder)/`, because Cairn never reads this folder."
    }
  }

  /// Checks a notebook and, if requested, repairs it.
  public func diagnose(_ request: DoctorRequest) throws -> DoctorResult {
    var found = notebook.diagnose(views: readViews())
    let isWanted = { (finding: Finding) in
      request.kinds.isEmpty || request.kinds.contains(finding.diagnostic.code)
    }
    found.findings.removeAll { !isWanted($0) }
    var (report, repaired) = (ChangeReport(), [Finding]())
    if let mode = request.repairs {
      report = try notebook.repair(found.findings, mode)
      repaired = try notebook.repairState(found.findings, mode)
      if mode == .write {
        found.findings = notebook.diagnose(views: readViews()).findings.filter(isWanted)
      }
    }
    return DoctorResult(
      findings: found.findings, report: report, repaired: repaired, captures: found.captures,
      hidden: found.hidden)
  }

  /// Takes over the journal, trash and drafts that were saved for this notebook when it was still
  /// at `folder`, before it was moved here. A relative path starts at the caller's folder. Returns
  /// the absolute path of `folder`.
  ///
  /// Throws a ``Refusal`` if nothing was saved for a notebook in `folder`, or if `folder` still
  /// exists.
  public func takeOverState(of folder: String) throws -> FilePath {
    let old = context.caller.folder.pushing(FilePath(folder)).lexicallyNormalized()
    do throws(FileError) {
      try notebook.state.takeOver(old)
    } catch {
      let name = TerminalText.escaped(old.description)
      switch error.code {
      case .notFound:
        throw Refusal(
          "state-unknown",
          "no journal, trash or drafts of \(name) exist; run `cairn doctor` to list notebooks that "
            + "were moved or deleted")
      case .exists where error.path == old:
        throw Refusal(
          "state-in-use",
          "\(name) still exists, so its journal, trash and drafts were not taken over")
      default: throw error
      }
    }
    return old
  }
}
