public import CairnCapture
import CairnDocument
import CairnFiles
import CairnImport
import CairnInsight
public import CairnNotebook
public import CairnProvider
import CairnText
import SystemPackage

extension Workspace {
  /// Returns the program in the user's settings that reads files of this kind; nil if none is set.
  public func reader(of medium: MediaReader.Medium) -> MediaReader? {
    let settings = notebook.settings
    guard let setting = settings["read.\(medium.rawValue)"]?.text, !setting.isBlank else {
      return nil
    }
    var model = settings["read.model"]?.text
    if let path = model, path.hasPrefix("~/") {
      model = context.folders.home.appending(String(path.dropFirst(2))).string
    }
    let language = medium == .voice ? settings["read.voice_language"]?.text : nil
    return MediaReader(
      setting, for: medium, languages: language ?? settings["read.languages"]?.text, model: model,
      timeout: .seconds(settings.count("read.timeout") ?? 300), secrets: context.secrets(),
      temporaryFolder: context.temporaryFolder, isStopped: context.cancellation.isRequested)
  }

  /// Reads the text in the pictures and recordings of a capture. Determines the type of the text if
  /// the capture has no type. For a bookmark without such files, fetches the page instead. Takes as
  /// long as the programs do.
  ///
  /// Throws a ``Refusal`` if the capture has nothing to read, if its text was read before, or if no
  /// program is set. Also throws a ``Refusal`` if the capture is private and the program is not one
  /// of Cairn's ready-made readers, which process files on this machine. Throws a ``ReadFailure``
  /// if a program fails, and `CancellationError` if the caller ended the wait.
  public func plan(_ request: ReadRequest) async throws -> ReadPlan {
    let capture = try captureToWrite(named: request.capture).capture
    if let maker = capture.textReader {
      let word = self.word(for: capture.path)
      throw Refusal(
        "read-already",
        "the text was already read (`\(maker)`); to read it again, run `cairn unset read_by \(word)` "
          + "first", .invalid)
    }
    let media = capture.images + capture.files.filter(\.isRecording)
    if request.fetchesPage, media.allSatisfy({ $0.path == nil }),
      let address = capture.text("url"), WebAddress.isWeb(address)
    {
      var plan = ReadPlan(request: request, capture: capture, files: [])
      plan.address = address
      plan.text = try await pageText(of: capture, at: address, request.mode)
      return plan
    }
    var plan = ReadPlan(
      request: request, capture: capture, files: try filesToRead(of: capture))
    guard request.mode == .write else { return plan }
    var texts: [String] = []
    for (file, reader) in plan.files {
      guard let path = file.path else { continue }
      note("Reading \(file.name) with \(reader.name) …")
      let read = try await context.waiting {
        do throws(ProviderFailure) {
          return try await self.read(path, called: file.name, with: reader)
        } catch {
          throw ReadFailure(
            file: file.name, medium: reader.medium, reader: reader.name, failure: error)
        }
      }
      texts.append(read.text)
      if let confidence = read.confidence.map({ min($0, 1) }),
        confidence < plan.confidence ?? .infinity
      {
        (plan.confidence, plan.leastConfident) = (confidence, reader.name)
      }
    }
    plan.isDoubtful = isDoubtful(plan.confidence)
    let shown = plan.confidence.map { " \(Self.hundredths($0))" } ?? ""
    let text = texts.joined(separator: "\n\n")
    plan.text = FoundText(
      text, markdown: PlainMarkdown.escaped(text),
      maker: plan.readers.replacing(", ", with: "+") + shown)
    try await classify(&plan)
    return plan
  }

  /// Reads the text in a file. Meanwhile, reports every second how long the program has been
  /// reading.
  private func read(
    _ path: NotePath, called name: String, with reader: MediaReader
  ) async throws(ProviderFailure) -> ReadText {
    let file = notebook.store.absolute(path)
    guard let progress = context.progress else { return try await reader.read(file) }
    let start = try? notebook.store.read(path, upTo: Self.mostHeader)
    let length = start.flatMap(RecordingLength.seconds(ofWave:))
    let clock = Task {
      var seconds = 0
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        seconds += 1
        progress(.media(name: name, seconds: seconds, length: length))
      }
    }
    let read: Result<ReadText, ProviderFailure>
    do throws(ProviderFailure) { read = .success(try await reader.read(file)) } catch {
      read = .failure(error)
    }
    clock.cancel()
    await clock.value
    progress(.ended)
    return try read.get()
  }

  /// The maximum number of bytes to read from the start of a recording to determine its length.
  private static let mostHeader = 1 << 16

  /// Returns whether a confidence is below the setting `read.confidence`; false if it is nil.
  private func isDoubtful(_ confidence: Double?) -> Bool {
    confidence.map { $0 < notebook.settings.share("read.confidence") ?? 0 } ?? false
  }

  /// Returns the program that read the text of a capture; nil if none did.
  public func textReading(of capture: Capture) -> TextReading? {
    guard let maker = capture.textReader else { return nil }
    let words = maker.split(separator: " ")
    guard words.count > 1, let last = words.last, let confidence = Double(last) else {
      return TextReading(name: maker, confidence: nil, isDoubtful: false)
    }
    return TextReading(
      name: words.dropLast().joined(separator: " "), confidence: String(last),
      isDoubtful: isDoubtful(confidence))
  }

  /// Writes the text of a plan to its capture.
  ///
  /// Throws a `Diagnostic` or `FileError` if the capture cannot be changed.
  public func apply(_ plan: ReadPlan) throws -> ChangeReport {
    guard let text = plan.text else { return ChangeReport() }
    let report = try notebook.keep(text, in: plan.capture, plan.request.mode)
    try report.checkSuccess()
    return report
  }

  /// Returns a confidence with two decimals, rounded down.
  public static func hundredths(_ confidence: Double) -> String {
    let number = min(max(Int(confidence * 100), 0), 100)
    return number == 100 ? "1.00" : "0.\(number.padded(2))"
  }
}

// MARK: - Files that a program sent

extension Workspace {
  /// Adds a capture of the type `type` with a picture or a recording that a client sent, and reads
  /// its text. If reading fails, the capture stays.
  ///
  /// Throws a ``Refusal`` if no program is set, `MediaRefusal` if the file is not accepted, or a
  /// ``ReadFailure``.
  public func addAndRead(
    _ bytes: [UInt8], called name: String, _ medium: MediaReader.Medium, type: String
  ) async throws -> Capture {
    guard reader(of: medium) != nil else { throw Self.unset(medium) }
    var new = NewCapture(text: "")
    new.fields = [("type", TypedValue(type, isText: true))]
    new.media = [
      medium == .image
        ? try newPicture(bytes, called: name)
        : try notebook.newMedia(bytes, as: .file, called: name)
    ]
    let report = try notebook.add(new, using: &ids)
    guard let path = report.changed.first?.path else {
      throw Refusal("add-failed", "the file was not saved")
    }
    do { return try await read(try notebook.capture(at: path)) } catch var error as ReadFailure {
      error.added = report.changed.first?.id ?? handle(at: path)
      throw error
    }
  }

  /// Reads the text in the pictures and recordings of a capture, writes the text to the capture,
  /// and moves the capture to the default collection of its type. Asks no provider for the type.
  ///
  /// Throws the same errors as ``addAndRead(_:called:_:type:)``.
  public func read(_ capture: Capture) async throws -> Capture {
    var request = ReadRequest("\(capture.path)")
    request.provider = .none
    let plan = try await plan(request)
    if let warning = plan.warning { tell(warning) }
    _ = try apply(plan)
    let capture = try notebook.capture(at: capture.path)
    return try plan.collection.map { try move(capture, to: "\($0)") } ?? capture
  }
}

// MARK: - Files

extension Workspace {
  /// Returns those pictures and recordings of a capture that are in the notebook, each with the
  /// program that reads it.
  private func filesToRead(
    of capture: Capture
  ) throws(Refusal) -> [(file: MediaReference, reader: MediaReader)] {
    var found: [(MediaReference, MediaReader)] = []
    let files =
      capture.images.map { ($0, MediaReader.Medium.image) }
      + capture.files.filter(\.isRecording).map { ($0, .voice) }
    for (file, medium) in files where file.path != nil {
      guard let reader = reader(of: medium) else { throw Self.unset(medium) }
      if !reader.isReadyMade, isPrivate(capture) {
        throw Refusal(
          "read-private",
          "the capture is private; only \(MediaReader.readyMadeNames(for: medium).alternatives) "
            + "may read it, not `\(reader.name)`", .invalid)
      }
      found.append((file, reader))
    }
    if found.isEmpty {
      for file in capture.files {
        guard let path = file.path, MediaType(fileEnding: path.fileExtension)?.kind == .image else {
          continue
        }
        let (word, place) = (word(for: capture.path), path.description.quotedForShell)
        throw Refusal(
          "read-nothing",
          "`\(file.name)` is a picture, not a recording; run `cairn image add \(word) \(place)`, "
            + "then `cairn read \(word)`", .nothingFound)
      }
      throw Refusal(
        "read-nothing", "the capture has no picture and no recording in the notebook",
        .nothingFound)
    }
    return found
  }

  /// Returns the refusal to throw if no program is set that reads files of this kind.
  public static func unset(_ medium: MediaReader.Medium) -> Refusal {
    let names = MediaReader.readyMadeNames(for: medium)
    return Refusal(
      "read-unset",
      "no program is set to read the text in \(medium.word)s; run `cairn config --user "
        + "read.\(medium.rawValue) PROGRAM`, where PROGRAM is \(names.alternatives), or your own "
        + "command",
      .invalid)
  }
}

extension MediaReference {
  /// Whether the file may be a recording, judging by its extension. Extensions of videos count,
  /// because browsers record sound in WebM and MP4 files. Files without an extension count too.
  public var isRecording: Bool {
    let ending = path?.fileExtension ?? ""
    if ending.isEmpty { return true }
    if ["amr", "aac", "3gp", "wma", "caf"].contains(ending) { return true }
    guard let kind = MediaType(fileEnding: ending)?.kind else { return false }
    return kind == .audio || kind == .video
  }
}

extension [String] {
  /// The elements as alternatives: `a, b or c`.
  fileprivate var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or \(last)"
  }
}

// MARK: - Types

extension Workspace {
  /// Determines the type of the text, and the person and the time in it. Asks the provider if the
  /// request and the settings allow that. If the capture already has a type, determines only the
  /// fields of that type.
  private func classify(_ plan: inout ReadPlan) async throws {
    guard let text = plan.text?.text else { return }
    let capture = plan.capture
    let stem = plan.files.first.flatMap { NotePath($0.file.name)?.stem }
    // A file name is not a useful title, so the first line of a picture becomes the title. If
    // there is only one line, or if it is a recording, the text itself becomes the title.
    let hasText = !capture.document.bytes[capture.document.body].allSatisfy { $0 <= 0x20 }
    let isEntry = capture.type?.lowercased() == "entry"
    if let stem, !hasText, !isEntry {
      let lines = text.split(whereSeparator: \.isNewline)
      let isLong = lines.count > 1 && plan.files.first?.reader.medium == .image
      plan.text?.title = (isLong ? String(lines[0].trimmingBlanks) : nil, stem)
    }
    if let type = capture.type {
      let isOne = type.lowercased() == CaptureKind.action.rawValue
      let due = isOne ? Classifier().due(in: text, timeReader.language) : nil
      plan.text?.time = time(due, of: capture)
      let line = text.replacing("\n", with: " ")
      let details = self.details(in: line, type, &plan)
      if let stem,
        let title = details.first(where: { $0.key == "title" })?.value
          ?? (type.lowercased() == "gift" ? line : nil), title.count <= 200
      {
        plan.text?.title = (title, stem)
      }
      return
    }
    guard notebook.settings["classify.add"]?.text != "off" else { return }
    let choice: ProviderChoice = isPrivate(capture) ? .none : plan.request.provider
    var classifier = try classifier(choice)
    let isMarked = notebook.settings.isOn("classify.unclassified")
    guard classifier.asksProvider || !Silence.isTooLong(text) else {
      plan.silence = .length
      plan.text?.filing = isMarked ? .undetected : nil
      return
    }
    let classified = try await classifier.classify(text)
    let found = classified.found
    plan.finding = found
    plan.silence = found.kind == nil ? .language : nil
    guard let kind = found.kind, !found.needsClarification(below: notebook.settings.threshold)
    else {
      plan.text?.filing = isMarked ? (found.kind == nil ? .undetected : .unsure) : nil
      return
    }
    let answered = classified.asked.flatMap { $0.failure == nil ? $0.provider.name : nil }
    plan.text?.filing = .found(
      type: kind.rawValue, maker: "\(answered ?? "cairn") \(found.shownConfidence)",
      fields: aboutPerson(found.person, in: text, of: kind))
    if kind == .action { plan.text?.time = time(found.due, of: capture) }
  }

  /// Reads the fields of a gift or an entry from a line, and returns all of them. Adds to the plan
  /// only those that the collection's page allows.
  private func details(
    in line: String, _ type: String, _ plan: inout ReadPlan
  ) -> [NewDetails.Field] {
    let capture = plan.capture
    guard var details = NewDetails(line, type, reader(asOf: capture.created)) else { return [] }
    let schema = notebook.schema(in: capture.collection, ofType: type)
    let known = Set(details.fields.map(\.key).filter { capture.document[$0] != nil })
    plan.collection = collection(of: details, capture)
    details.adapt(to: schema, known: known.subtracting(["title"]))
    plan.text?.fields = details.fields.filter { $0.key != "title" }.compactMap { field in
      let value = try? TypedValue(field.value).value(
        for: field.key, existing: nil, schema: schema)
      return value.map { (field.key, $0) }
    }
    return details.fields
  }

  /// Returns the default collection for details in a capture's text; nil if it does not exist, or
  /// if its page requires a field that is missing.
  private func collection(of details: NewDetails, _ capture: Capture) -> NotePath? {
    guard let folder = details.collection.flatMap({ NotePath($0) }),
      (try? notebook.store.kind(folder)) == .folder
    else { return nil }
    let schema = (try? notebook.nearestPage(of: folder))?.schema
    let own = Set((schema?.fields ?? []).map(\.name).filter { capture.document[$0] != nil })
    var adapted = details
    adapted.adapt(to: schema, known: own)
    return adapted.missing(in: schema, known: own).isEmpty ? folder : nil
  }
}
