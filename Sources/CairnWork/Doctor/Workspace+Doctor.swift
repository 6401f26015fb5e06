import CairnFiles
public import CairnNotebook
public import CairnText
public import SystemPackage

/// What to look for in a notebook, and whether to mend it.
public struct DoctorRequest: Sendable {
  /// The kinds of findings wanted, of `Finding.codes`; all if there are none.
  public var kinds: [String]
  /// How findings that can be mended are: not at all if nil.
  public var repairs: Mode?

  /// A request to look for findings.
  public init(kinds: [String] = [], repairs: Mode? = nil) {
    self.kinds = kinds
    self.repairs = repairs
  }

  /// Makes sure that all kinds are known, before a notebook is opened.
  ///
  /// Throws a ``Refusal`` with the nearest kind.
  public func check() throws(Refusal) {
    guard let unknown = kinds.first(where: { !Finding.codes.contains($0) }) else { return }
    let near = Nearest.name(to: unknown, among: Finding.codes)
    throw Refusal(
      "kind-unknown",
      "there is no kind of finding `\(unknown)`; "
        + (near.map { "did you mean `\($0)`?" } ?? "docs/json.md lists them"), .invalid)
  }
}

/// What was found to be wrong, and what was mended.
public struct DoctorResult: Sendable {
  /// What is wrong, after repairs that were written.
  public let findings: [Finding]
  /// What repairs changed in the notebook, or would change.
  public let report: ChangeReport
  /// What was mended, or would be, in what is kept about the notebook.
  public let repaired: [Finding]
  /// How many captures there are.
  public let captures: Int
  /// The folders that are never entered, as their names begin with a dot or are `node_modules`.
  public let hidden: [NotePath]
}

extension DoctorResult {
  /// How much was found, of which kinds, in a sentence.
  public var summary: String {
    if findings.isEmpty { return "Nothing wrong was found in \(captures.of("capture"))." }
    let kinds = findings.byKind.map { "\($0.findings.count) \($0.kind)" }
    return "\(findings.count.of("finding")): \(kinds.joined(separator: ", "))."
  }
}

extension Workspace {
  /// The hidden folders that hold notes, which are skipped, a sentence each, not escaped.
  public func skippedNotes(_ result: DoctorResult) -> [String] {
    notebook.countNotes(inHidden: result.hidden).map { folder, count in
      "\(count.of("note")) in `\(folder)/` \(count == 1 ? "is" : "are") skipped: "
        + "Cairn never enters this folder."
    }
  }

  /// Looks for what is wrong, and mends what can be mended if that is asked for.
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

  /// Takes over what is kept of a notebook that was moved here from `folder`, a path from the working
  /// folder; returns the old root.
  ///
  /// Throws a ``Refusal`` if nothing is kept of it, or if it is still there.
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
          "nothing is kept of a notebook \(name); `cairn doctor` names those that are gone")
      case .exists where error.path == old:
        throw Refusal("state-in-use", "\(name) is still there; what is kept of it stays its own")
      default: throw error
      }
    }
    return old
  }
}
