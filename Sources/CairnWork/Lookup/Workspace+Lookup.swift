public import CairnCapture
import CairnDocument
import CairnFiles
import CairnImport
public import CairnNotebook
public import CairnProvider
import CairnText

/// A work, such as a book or a movie, that was looked up, with all its details and pictures.
public struct LookedUpWork: Sendable {
  /// The facts about the work.
  public let option: LookupOption
  /// The downloaded pictures; the first is the cover.
  let pictures: [NewMedia]

  /// The change that sets the field `looked_up` to the service, the id of the work and a hash of
  /// the description.
  fileprivate var mark: FieldChange {
    .set("looked_up", .text(MachineMark(maker: maker, value: option.description).text))
  }

  /// The service and the id of the work, as in the field `looked_up`.
  fileprivate var maker: String { "\(option.service):\(option.id)".replacing(" ", with: "_") }
}

extension Workspace {
  /// Returns a lookup that uses the program and the services in the user's settings. If `kind` is
  /// not nil, leaves out services that do not know works of this kind.
  ///
  /// Throws a ``Refusal`` if there is neither a program nor such a service, or if a service needs a
  /// setting that is missing.
  func lookup(_ kind: LookupOption.Kind? = nil) throws(Refusal) -> Lookup {
    let settings = notebook.settings
    var lookup = Lookup(
      timesFolder: context.folders.cache, temporaryFolder: context.temporaryFolder,
      isStopped: context.cancellation.isRequested)
    let names = (settings["lookup.use"]?.text ?? "").split { $0 == "," || $0 == " " }
    lookup.services = names.compactMap { LookupService(rawValue: String($0)) }.map {
      ($0, settings["lookup.\($0.rawValue)_url"]?.text)
    }
    lookup.command = settings["lookup.command"].flatMap { $0.text.isBlank ? nil : $0.text }
    guard !lookup.services.isEmpty || lookup.command != nil else {
      throw Refusal(
        "lookup-unset",
        "no lookup service is set; run `cairn config --user lookup.use openlibrary,musicbrainz` "
          + "to use Open Library and MusicBrainz, or read docs/lookup.md", .invalid)
    }
    lookup.services.removeAll { kind.map($0.service.kinds.contains) == false }
    guard !lookup.services.isEmpty || lookup.command != nil else {
      throw Refusal(
        "lookup-unset",
        "no lookup service in your settings knows the kind `\(kind?.rawValue ?? "")`; "
          + "docs/lookup.md lists the services", .invalid)
    }
    lookup.contact = settings["lookup.contact"]?.text ?? ""
    if lookup.contact.isBlank, let service = lookup.services.first(where: \.service.needsContact) {
      throw Refusal(
        "lookup-incomplete",
        "`\(service.service.rawValue)` requires your e-mail address; run `cairn config --user "
          + "lookup.contact ADDRESS` to set it", .invalid)
    }
    if let (service, _) = lookup.services.first(where: \.service.needsKey) {
      lookup.key = try context.keySource("lookup", settings)
      if case .none = lookup.key {
        throw Refusal(
          "lookup-incomplete",
          "`\(service.rawValue)` requires a key; run `cairn config --user lookup.key_command "
            + "COMMAND`, where COMMAND prints the key", .invalid)
      }
    }
    lookup.timeout = .seconds(settings.count("lookup.timeout") ?? 15)
    lookup.mostPictureBytes = min(
      settings.count("capture.max_file_bytes") ?? .max, lookup.mostPictureBytes)
    lookup.secrets = context.secrets()
    return lookup
  }

  /// Throws a ``Refusal`` if works cannot be looked up with the present settings. The error says
  /// how to set up a service.
  public func checkLookup() throws(Refusal) { _ = try lookup() }

  /// Searches the services in the user's settings for works of a kind. If `kind` is nil, searches
  /// for works of any kind. Warns the caller about each service that failed.
  ///
  /// Throws a ``Refusal`` if the query is empty or too long, if no service is set, or if nothing
  /// was found because a service failed. Throws `CancellationError` if the caller ended the wait.
  public func lookUp(
    _ query: String, _ kind: LookupOption.Kind? = nil
  ) async throws -> [LookupOption] {
    let lookup = try lookup(kind)
    let words = query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty, words.count <= 200 else {
      throw Refusal(
        "lookup-query",
        words.isEmpty
          ? "there is nothing to look up"
          : "the title is too long to look up (the limit is 200 characters)", .invalid)
    }
    let found = try await context.waiting { await lookup.search(words, kind) }
    if found.options.isEmpty, let (service, failure) = found.failures.first {
      let others = found.failures.dropFirst().map {
        "; \(Refusal($0.failure, of: $0.service).message)"
      }
      let refusal = Refusal(failure, of: service)
      throw Refusal(refusal.code, refusal.message + others.joined())
    }
    for (service, failure) in found.failures {
      let refusal = Refusal(failure, of: service)
      tell(Diagnostic(.warning, refusal.code, refusal.message))
    }
    return found.options
  }

  /// Completes a work that a search found: returns the work with all its details and up to `count`
  /// pictures. Warns the caller about everything that could not be downloaded.
  ///
  /// Throws a ``Refusal`` if no service is set, and `CancellationError` if the caller ended the
  /// wait.
  public func complete(_ option: LookupOption, pictures count: Int) async throws -> LookedUpWork {
    let lookup = try lookup(option.kind)
    return try await context.waiting {
      var option = option
      do throws(ProviderFailure) { option = try await lookup.details(of: option) } catch {
        tellPart("its details", error, option)
      }
      option.description = PlainMarkdown.escaped(option.description)
      var pictures: [NewMedia] = []
      for (index, address) in option.pictures.prefix(max(0, count)).enumerated() {
        do {
          let bytes = try await lookup.picture(address, of: option)
          let picture = try newPicture(bytes, called: Self.picture(index, of: option.title))
          if !pictures.contains(where: picture.isCopy) { pictures.append(picture) }
        } catch {
          tellPart("a picture", error, option)
        }
      }
      return LookedUpWork(option: option, pictures: pictures)
    }
  }

  /// Downloads the cover of a work that a search found.
  ///
  /// Throws a ``Refusal`` if the work has no cover or the service fails. Throws a `MediaRefusal` if
  /// the service sends something other than a picture, and `CancellationError` if the caller ended
  /// the wait.
  public func cover(of option: LookupOption) async throws -> [UInt8] {
    let lookup = try lookup(option.kind)
    guard let address = option.pictures.first else {
      throw Refusal("lookup-no-cover", "the service has no cover for this work", .nothingFound)
    }
    let bytes = try await context.waiting {
      do throws(ProviderFailure) {
        return try await lookup.picture(address, of: option)
      } catch {
        throw Refusal(error, of: option.service)
      }
    }
    _ = try newPicture(bytes, called: option.title)
    return bytes
  }

  /// Returns the name of a picture of a looked-up work.
  private static func picture(_ index: Int, of title: String) -> String {
    "\(title) \(index + 1)"
  }

  private func tellPart(_ part: String, _ error: any Error, _ option: LookupOption) {
    let reason = (error as? ProviderFailure).map { "(\($0.kind.rawValue)): \($0.reason)" }
    tell(
      Diagnostic(
        .warning, "lookup-part",
        "`\(option.service)` did not return \(part) "
          + (reason ?? "that can be used: \(Refusal(error).message)")))
  }
}

extension Refusal {
  fileprivate init(_ failure: ProviderFailure, of service: String) {
    let advice =
      switch failure.kind {
      case .timeout: "; to wait longer, run `cairn config --user lookup.timeout SECONDS`"
      case .authorization where LookupService(rawValue: service)?.needsKey == true:
        "; check `lookup.key_file` or `lookup.key_command` in your settings"
      default: ""
      }
    self.init(
      "lookup-\(failure.kind.rawValue)",
      "`\(service)` failed (\(failure.kind.rawValue)): \(failure.reason)\(advice)")
  }
}

// MARK: - New entries

extension Workspace {
  /// The maximum number of pictures that an entry gets from a lookup.
  static let mostLookedUpPictures = 3

  /// Returns the kind of works in the collection of a new capture; nil if the collection is not one
  /// of the default collections.
  public func kindToLookUp(_ pending: PendingCapture) -> LookupOption.Kind? {
    let name = pending.new.collection?.name
    return LookupOption.Kind.allCases.first { $0.collection == name }
  }

  /// Saves the text of a new capture as a draft, because `error` prevents adding the capture.
  /// Returns the error to throw.
  public func failure(_ error: any Error, _ pending: PendingCapture) -> AddFailure {
    AddFailure(error, pending.rescue(self), remedy: pending.remedy(for: error))
  }

  /// Returns whether a new capture is private. If so, its title and its address must not be sent.
  public func isPrivate(_ pending: PendingCapture) -> Bool { pending.isPrivate(self) }

  /// Returns the words to look up for a new entry: its title or, without a title, its text.
  public func queryToLookUp(_ pending: PendingCapture) -> String {
    pending.new.field("title") ?? pending.new.text
  }

  /// Returns the number of pictures that a new capture can still get from a lookup; 0 or less if it
  /// already has enough.
  public func picturesToLookUp(_ pending: PendingCapture) -> Int {
    let limit = notebook.settings.count("capture.max_images") ?? Self.mostLookedUpPictures
    let own = pending.new.media.count { $0.role == .image }
    return min(Self.mostLookedUpPictures, limit - own)
  }

  /// Prepares a new capture for a lookup: makes it an entry, unless it has a type.
  ///
  /// Throws a `CaptureRefusal` or a `Diagnostic` if its collection does not exist.
  public func prepareToLookUp(_ pending: inout PendingCapture) throws {
    let new = pending.new
    try notebook.check(collection: new.collection ?? .root, mayBeNew: new.createsCollection)
    setEntry(&pending)
  }

  private func setEntry(_ pending: inout PendingCapture) {
    guard pending.new.field("type") == nil else { return }
    pending.new.fields.append(("type", TypedValue("entry", isText: true)))
  }

  /// Fills a new entry with a work. Sets the fields that have no value, and adds the pictures. If
  /// no collection was chosen, chooses the default collection, provided that its folder exists. The
  /// description replaces the text, unless the entry has both a title and a text.
  public func take(_ work: LookedUpWork, into pending: inout PendingCapture) {
    let option = work.option
    func add(_ key: String, _ value: String) {
      guard pending.new.field(key) == nil else { return }
      pending.new.fields.append((key, TypedValue(value, isText: key != "year")))
      let mark = MachineMark(maker: option.service, value: value)
      pending.new.fields.append((MachineMark.key(for: key), TypedValue(mark.text, isText: true)))
    }
    setEntry(&pending)
    // Without a title, the text contained the words to look up, so the description replaces it.
    if pending.new.field("title") == nil { pending.new.text = option.description }
    if pending.new.text.isBlank { pending.new.text = option.description }
    add("title", option.title)
    if case .set(let key, .text(let mark)) = work.mark {
      pending.new.fields.append((key, TypedValue(mark, isText: true)))
    }
    if pending.new.collection == nil, let folder = NotePath(option.kind.collection),
      (try? notebook.store.kind(folder)) == .folder
    {
      pending.new.collection = folder
    }
    for (key, value) in fields(of: option, in: pending.new.collection ?? .root) { add(key, value) }
    pending.new.media += work.pictures
    pending.isFilled = true
    pending.isLookedUp = true
  }
}

// MARK: - Existing entries

extension Workspace {
  /// Returns a capture to fill, its title as the words to look up, and the number of pictures that
  /// it can still get. This number is 0 or less if the capture has enough pictures of its own.
  ///
  /// Throws a ``Refusal`` if there is no such capture, or if it is private, because its title would
  /// be sent to a server.
  public func captureToFill(
    _ name: String
  ) throws -> (capture: Capture, query: String, pictures: Int) {
    let capture = try captureToWrite(named: name).capture
    if isPrivate(capture) {
      throw Refusal(
        "lookup-private", "the capture is private; its title is not sent to a service", .invalid)
    }
    let limit = notebook.settings.count("capture.max_images") ?? Self.mostLookedUpPictures
    let own = capture.images.count - Self.lookedUpPictures(of: capture).count
    return (capture, capture.title, min(Self.mostLookedUpPictures, limit) - own)
  }

  /// Returns the facts about a work, as fields for an entry in a collection.
  private func fields(
    of option: LookupOption, in collection: NotePath
  ) -> [(key: String, value: String)] {
    let schema = (try? notebook.nearestPage(of: collection))?.schema
    return option.fields(listed: schema?.fields.map(\.name) ?? [])
  }

  /// Returns the pictures of a capture that come from the last lookup.
  private static func lookedUpPictures(of capture: Capture) -> [MediaReference] {
    guard MachineMark(capture.document["looked_up"]) != nil, let title = capture.text("title")
    else { return [] }
    let names = (0..<mostLookedUpPictures).map { picture($0, of: title) }
    return capture.images.filter { $0.originalName.map(names.contains) ?? false }
  }

  /// Fills an existing entry with the details of a work, in one operation. Sets fields that have no
  /// value, and fields whose value was looked up. Sets the text if the text is blank or is a
  /// looked-up description. Adds the pictures, which replace those of an earlier lookup. If another
  /// work was looked up before, removes the values and the pictures of that work.
  ///
  /// Throws `FileError` or a `Diagnostic` if the capture cannot be changed.
  public func fill(
    _ capture: Capture, with work: LookedUpWork, _ mode: Mode
  ) throws -> ChangeReport {
    let option = work.option
    let facts = fields(of: option, in: capture.collection)
    let report = try notebook.addMedia(
      work.pictures, to: capture, asCover: false, isEmbedded: false, mode
    ) { capture throws(Diagnostic) in
      var document = capture.document
      let services = LookupService.allCases.map(\.rawValue) + ["command"]
      let isOurs = { (key: String) in capture.maker(of: key).map(services.contains) ?? false }
      let values = [("title", option.title)] + facts.map { ($0.key, $0.value) }
      let old = MachineMark(document["looked_up"])
      if let old, old.maker != work.maker {
        let keys = document.fields.map(\.key).filter { key in
          isOurs(key) && !values.contains { $0.0 == key }
        }
        document = try document.applying(
          keys.flatMap { key -> [FieldChange] in
            [.unset(key), .unset(MachineMark.key(for: key))]
          })
      }
      let pictures = Self.lookedUpPictures(of: capture)
      if !pictures.isEmpty, !work.pictures.isEmpty || old?.maker != work.maker {
        document = try document.applying(capture.removingImages(pictures))
      }
      for (key, value) in values {
        guard document[key] == nil || isOurs(key) else { continue }
        let written: NewValue = key == "year" ? .literal(value) : .text(value)
        let mark = MachineMark(maker: option.service, value: value)
        document = try document.applying([
          .set(key, written), .set(MachineMark.key(for: key), .text(mark.text)),
        ])
      }
      document = try document.applying([work.mark])
      let body = String(decoding: document.bytes[document.body], as: UTF8.self)
      if let old, old.matches(body.trimmedAsCapture) {
        let head = document.bytes[..<document.body.lowerBound]
        document = Document(Array(head))
      } else if !body.isBlank {
        return document
      }
      guard !option.description.isEmpty else { return document }
      return try BodyInsertion(option.description, .end).applied(
        to: Capture(path: capture.path, document: document, modified: capture.modified))
    }
    try report.checkSuccess()
    return report
  }
}
