public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnGit
import CairnNotebook
import CairnText
import Glibc
import SystemPackage

/// A request for the commits that changed a capture.
public struct HistoryRequest: Sendable {
  /// The capture: its id, the start of its id, its path or its title.
  public var capture: String
  /// The maximum number of commits to return; nil for all.
  public var limit: Int?

  /// Creates a request for the commits that changed a capture.
  public init(_ capture: String, limit: Int? = nil) {
    self.capture = capture
    self.limit = limit
  }
}

/// The commits that changed a capture.
public struct CaptureHistory: Sendable {
  /// A commit, with its changes to the capture.
  public struct Entry: Sendable {
    /// The commit.
    public let revision: Repository.Revision
    /// The differences between the capture before and after the commit.
    public let difference: CaptureDifference
  }

  /// The capture.
  public let capture: Capture
  /// The commits, newest first; empty if the capture was never committed.
  public let entries: [Entry]
}

extension Workspace {
  /// Whether the notebook's folder or a folder above it is a git work tree, judging by the name
  /// `.git`. Does not run git.
  public var mayHaveHistory: Bool {
    var folder = notebook.store.root
    repeat {
      if access(folder.appending(".git").string, F_OK) == 0 { return true }
    } while folder.removeLastComponent()
    return false
  }

  /// Returns the commits, except merges, that changed a capture at its current or earlier paths.
  ///
  /// Throws `GitFailure` if git fails, or a ``Refusal`` if there is not exactly one capture with
  /// the name.
  public func history(_ request: HistoryRequest) async throws -> CaptureHistory {
    let capture = try capture(named: request.capture).capture
    let repository = try await repository()
    let revisions = try await repository.history(of: capture.path.bytes, limit: request.limit)
    let versions = try await repository.versions(of: revisions)
    let entries = zip(revisions, versions).map { revision, version in
      CaptureHistory.Entry(
        revision: revision,
        difference: CaptureDifference(from: version.before, to: version.after))
    }
    return CaptureHistory(capture: capture, entries: entries)
  }

  /// Returns a capture as it was in a commit, or at the end of a day such as `2026-11-21`.
  ///
  /// Throws `GitFailure` if git fails, or a ``Refusal`` if the capture did not exist at that time.
  public func capture(_ capture: Capture, at revision: String) async throws -> Capture {
    let repository = try await repository()
    let commit = try await repository.commit(
      named: revision, day: CalendarDate(written: revision) != nil)
    let then = { (path: [UInt8]) -> Capture? in
      guard let bytes = try await repository.file(path, at: commit),
        let notePath = NotePath(bytes: path)
      else { return nil }
      return Capture(path: notePath, document: Document(bytes), modified: capture.modified)
    }
    if let found = try await then(capture.path.bytes) { return found }
    let paths = try await repository.history(of: capture.path.bytes, limit: nil).flatMap {
      [$0.path] + ($0.oldPath.map { [$0] } ?? [])
    }
    for path in paths.uniqued() {
      if let found = try await then(path) { return found }
    }
    throw Refusal(
      "nothing-found", "`\(capture.path)` does not exist in revision `\(revision)`", .nothingFound)
  }
}

extension CalendarDate {
  /// Parses a day such as `2026-11-21`; nil for any other text.
  fileprivate init?(written text: String) {
    guard case .date(let day)? = FieldTime(text), text.count == 10 else { return nil }
    self = day
  }
}

// MARK: - Words

extension CaptureDifference.Part {
  /// The difference on one line, not escaped for a terminal.
  public var words: String {
    switch self {
    case .added(let key, let value): "\(key): \(value.brief) (new)"
    case .removed(let key, let value): "\(key): \(value.brief) (removed)"
    case .changed(let key, let old, let new): "\(key): \(old.brief) → \(new.brief)"
    case .elements(let key, let added, let removed):
      "\(key): "
        + (added.map { "+\($0.brief)" } + removed.map { "−\($0.brief)" }).joined(separator: " ")
    case .body(let added, let removed): "text: +\(added) −\(removed) lines"
    case .spelling: "same values, written differently"
    }
  }
}

extension FieldValue {
  /// The value on one line, truncated to 60 characters.
  fileprivate var brief: String {
    let text = shown
    return text.isEmpty ? "(empty)" : text.count > 60 ? text.prefix(59) + "…" : text
  }
}
