import CairnCapture
import CairnDocument
public import CairnExport
import CairnFiles
import CairnIndex
import CairnMarkup
import CairnNotebook
public import CairnText
import Synchronization
public import SystemPackage

/// A request to write captures in the format of another tool.
public struct ExportRequest: Sendable {
  /// The captures to export.
  public var selection: SelectRequest
  /// The format; nil to derive it from the extension of the output.
  public var format: ExportFormat?
  /// The path of the file to write; nil to return the bytes to the caller.
  public var output: String?
  /// The title of the file; nil for the name of the notebook.
  public var title: String?
  /// Whether a calendar contains events instead of to-dos.
  public var makesEvents = false
  /// Whether to include captures that are private, unpublished or drafts.
  public var includesPrivate = false
  /// Whether to replace an existing file.
  public var isForced = false

  /// Creates a request to export the captures of `selection`.
  public init(_ selection: SelectRequest = SelectRequest()) { self.selection = selection }
}

/// An export that is ready to be written.
public struct ExportPlan: Sendable {
  /// The format.
  public let format: ExportFormat
  /// The absolute path of the file to write; nil to return the bytes to the caller.
  public var path: FilePath? { file?.path }
  /// The number of captures that were selected, which can be 0.
  public var count: Int { chosen.entries.count }
  /// The number of captures left out because they are private, unpublished or drafts.
  public let leftOut: Int
  /// The error if none of the captures fits the format.
  public var nothingFits: Refusal {
    let kind = format.restriction.map { ", which contains only \($0)" } ?? ""
    let none =
      count == 1
      ? "the selected capture does not fit" : "none of the \(count) selected captures fits"
    return Refusal(
      "export-empty", "\(none) the format \(format.rawValue)\(kind); nothing was written",
      .nothingFound)
  }
  let file: OutputFile?
  let chosen: CaptureSelection
  fileprivate(set) var context: ExportContext
}

/// The result of an export.
public struct ExportResult: Sendable {
  /// The number of captures in the file.
  public var written = 0
  /// The paths of the captures that the format cannot contain.
  public var unfit: [NotePath] = []
}

extension Workspace {
  /// Selects the captures of an export, and checks the request and the output file.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid, or if the file exists and
  /// must not be replaced.
  public func plan(_ request: ExportRequest) throws -> ExportPlan {
    let file = try request.output.map {
      try OutputFile($0, isForced: request.isForced, isDigest: false, self)
    }
    let format = try request.checkedFormat()
    try file?.check()
    var selection = request.selection
    selection.listsAttachments = true
    let (chosen, hidden) = try published(
      try select(selection), includingPrivate: request.includesPrivate)
    let ordered = format == .epub ? chosen.only(byCollection(chosen)) : chosen
    var context = try exportContext(ordered)
    let store = notebook.store
    context.page = { store.page(of: $0, includingPrivate: request.includesPrivate) }
    context.title = request.title ?? context.title
    context.makesEvents = request.makesEvents
    return ExportPlan(
      format: format, leftOut: hidden.leftOut, file: file, chosen: ordered, context: context)
  }

  /// Writes an export to its file, completely or not at all. Does nothing if ``ExportPlan/path`` is
  /// nil.
  ///
  /// Throws a ``Refusal`` if none of the captures fits the format, or if the file has been created
  /// in the meantime. Throws `FileError` if the file cannot be written.
  public func apply(_ plan: ExportPlan) throws -> ExportResult {
    var result = ExportResult()
    guard let file = plan.file else { return result }
    try withMakingProgress { progress in
      try file.write(nil) { sink in
        result = try plan.write(progress: progress, to: sink)
        if result.written == 0 { throw plan.nothingFits }
      }
    }
    return result
  }

  /// Writes an export by passing successive chunks of its bytes to `sink`.
  public func write(_ plan: ExportPlan, to sink: ([UInt8]) -> Void) -> ExportResult {
    plan.write(progress: nil, to: sink)
  }

  /// Returns the bytes of an export and its result; nil if the export is larger than `limit` bytes.
  /// Stops as soon as the limit is exceeded, and reads no file that would exceed it.
  public func bytes(
    of plan: ExportPlan, limit: Int
  ) -> (bytes: [UInt8], result: ExportResult)? {
    var bytes: [UInt8] = []
    /// The number of bytes that may still be read from files to make the next part of the export;
    /// negative if the limit is exceeded.
    let rest = Mutex(limit)
    var plan = plan
    let (read, store) = (plan.context.read, notebook.store)
    plan.context.read = { path in
      let size = (try? store.stamp(path))?.size ?? 0
      let fits = rest.withLock { rest in
        rest -= size
        return rest >= 0
      }
      return fits ? read(path) : nil
    }
    let result = try? plan.write(progress: nil) { part throws(LimitExceeded) in
      guard rest.withLock({ $0 }) >= 0, part.count <= limit - bytes.count else {
        throw LimitExceeded()
      }
      bytes += part
      rest.withLock { $0 = limit - bytes.count }
    }
    guard let result else { return nil }
    return (bytes, result)
  }

  /// Returns an iCalendar file with all actions that have a due date. Calendar programs can
  /// subscribe to this file. Leaves out actions that are private, unpublished or drafts.
  ///
  /// - Parameter makesEvents: Whether the calendar contains events instead of to-dos. Most
  ///   calendars on the web ignore to-dos.
  public func calendar(makesEvents: Bool) throws -> [UInt8] {
    var request = ExportRequest(SelectRequest(["has:due"]))
    (request.format, request.makesEvents) = (.ics, makesEvents)
    var bytes: [UInt8] = []
    _ = write(try plan(request)) { bytes += $0 }
    return bytes
  }

  /// Returns the captures of a selection, sorted by collection.
  private func byCollection(_ chosen: CaptureSelection) -> [Snapshot.Entry] {
    let snapshot = chosen.catalog.snapshot
    let places = chosen.entries.enumerated().map { ($1, snapshot.path($1).parent, $0) }
    return places.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
  }

  private func exportContext(_ chosen: CaptureSelection) throws -> ExportContext {
    let (catalog, store) = (chosen.catalog, notebook.store)
    let root = catalog.collections.first { $0.path.isRoot }
    var context = ExportContext(
      clock: clock,
      title: root?.page?.name ?? store.root.lastComponent?.string ?? "Cairn")
    context.count = chosen.entries.count
    let names = Dictionary(
      catalog.collections.map { ($0.path, $0.name) }, uniquingKeysWith: { first, _ in first })
    context.collection = { names[$0] ?? $0.name }
    let destinations = Lazy { catalog.destinations() }
    context.destination = { link, capture in
      destinations.value.destination(of: link, in: capture)
    }
    let attachments = Set(catalog.attachments)
    context.files = { capture, markup in
      let linked = markup.links.compactMap {
        destinations.value.destination(of: $0, in: capture)
      }
      let fields = (capture.images + capture.files).compactMap(\.path)
      return (fields + linked + capture.mentionedPaths.sorted()).filter(attachments.contains)
        .uniqued()
    }
    context.read = { path in
      attachments.contains(path) ? (try? store.read(path))?.bytes : nil
    }
    let exported = Lazy { Set(chosen.entries.map { chosen.catalog.snapshot.path($0) }) }
    context.isExported = { exported.value.contains($0) }
    return context
  }
}

/// The error that stops an export that is too large.
private struct LimitExceeded: Error {}

extension Store {
  /// Returns the bytes of a collection's page; nil if there is none. If `includingPrivate` is
  /// false, also returns nil if the collection, or a collection around it, must not be published.
  fileprivate func page(of folder: NotePath, includingPrivate: Bool) -> [UInt8]? {
    func bytes(_ folder: NotePath) -> [UInt8]? {
      (try? read(folder.appending(listed: CollectionPage.fileName.utf8)))?.bytes
    }
    guard let page = bytes(folder) else { return nil }
    var place = folder
    while !includingPrivate {
      if let outer = bytes(place), Privacy(of: Document(outer)).isUnpublished { return nil }
      if place.isRoot { break }
      place = place.parent
    }
    return page
  }
}

extension ExportRequest {
  /// Returns the format of the request. If the request names none, returns the format that the
  /// output's extension determines.
  ///
  /// Throws a ``Refusal`` if neither determines a format, or if the request is for events and the
  /// format is not iCalendar.
  fileprivate func checkedFormat() throws(Refusal) -> ExportFormat {
    let ending = output.flatMap { FilePath($0).extension }
    if let format = format ?? ending.flatMap(ExportFormat.init(fileEnding:)) {
      if makesEvents, format != .ics {
        throw Refusal("options-exclusive", "--events requires --format ics", .invalid)
      }
      return format
    }
    let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw Refusal(
      "format-unknown",
      (output.map { "the name `\($0)` does not determine a format; " }
        ?? "an export needs a format; ")
        + "pass --format with one of \(names)", .invalid)
  }
}

extension ExportPlan {
  fileprivate func write<Failure: Error>(
    progress: ((Int, Int) -> Void)?, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> ExportResult {
    var result = ExportResult()
    var writer = format.writer(context)
    try sink(writer.begin())
    for (index, capture) in chosen.streamed.enumerated() {
      if let bytes = writer.add(format.keepsComments ? capture : capture.published) {
        result.written += 1
        try sink(bytes)
      } else {
        result.unfit.append(capture.path)
      }
      progress?(index + 1, count)
    }
    try sink(writer.end())
    return result
  }
}
