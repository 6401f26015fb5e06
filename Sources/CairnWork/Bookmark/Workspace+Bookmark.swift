public import CairnCapture
import CairnDocument
import CairnImport
import CairnNotebook
import CairnProvider
import CairnQuery
import CairnText

extension Workspace {
  /// Returns the web address in the field `url` of a new capture; nil if there is none.
  public func address(of pending: PendingCapture) -> String? {
    pending.new.field("url").flatMap { WebAddress.isWeb($0) ? $0 : nil }
  }

  /// Returns the captures that have a web address in the field `url` or `canonical`. Addresses
  /// count as the same if they differ only in `http` or `https`, in `www.`, in slashes at the end,
  /// or in the part after `#`.
  ///
  /// Throws `IndexDamage` if the index is damaged.
  public func captures(at address: String) throws -> [Capture] {
    let wanted = Self.key(of: address)
    let catalog = catalog()
    var found: [Capture] = []
    for field in ["url", "canonical"] {
      let values = try catalog.usedValues(of: .field(field)).map(\.text)
      for value in values where Self.key(of: value) == wanted {
        let query = Query(.test(.field(field), .equals(value)))
        let entries = try catalog.select(query, in: catalog.context(clock)).entries
        found += catalog.captures(entries).filter { capture in
          !found.contains { $0.path == capture.path }
        }
      }
    }
    return found
  }

  /// Returns the part of an address that is compared with other addresses: everything except the
  /// scheme, `www.`, slashes at the end and the part after `#`.
  private static func key(of address: String) -> Substring {
    var key = address.prefix { $0 != "#" }
    if let separator = key.firstRange(of: "://")?.upperBound { key = key[separator...] }
    if key.lowercased().hasPrefix("www.") { key = key.dropFirst(4) }
    while key.last == "/" { key.removeLast() }
    return key
  }

  /// Fetches the page at the address of a new capture, and adds the page to the capture. Does
  /// nothing if this is a dry run, if the text will be split, or if the capture cannot be added.
  ///
  /// Throws `CancellationError` if the caller ended the wait.
  public func addPage(at address: String, to pending: inout PendingCapture) async throws {
    let request = pending.request
    guard pending.problem == nil, request.mode == .write, !request.isSplit,
      let page = try await page(at: address, for: &pending)
    else { return }
    take(page, into: &pending)
  }

  /// Fetches and reads the page at the address of a new capture, with the program in the setting
  /// `bookmark.fetch`. First saves the capture as a draft. If the page cannot be fetched, warns the
  /// caller. Does nothing if the capture already contains a page.
  ///
  /// - Returns: The page; nil if it could not be fetched or no program is set. Also nil if the
  ///   capture is private, because the server would learn the address.
  ///
  /// Throws `CancellationError` if the caller ended the wait.
  private func page(
    at address: String, for pending: inout PendingCapture
  ) async throws -> WebPage? {
    let settings = notebook.settings
    guard !pending.isFilled, let setting = settings["bookmark.fetch"]?.text, !setting.isBlank else {
      return nil
    }
    guard !pending.isPrivate(self) else {
      note("The page was not fetched, because the capture is private.")
      return nil
    }
    try keep(&pending)
    do {
      return try await page(at: address, setting)
    } catch let refusal as Refusal {
      tell(
        Diagnostic(
          .warning, refusal.code,
          "\(refusal.message); the address is saved without the page"
            + (refusal.hint.map { "; \($0)" } ?? "")))
      context.tell(.hint("run `cairn read CAPTURE` to fetch the page later"))
      return nil
    }
  }

  /// Fetches and reads a page.
  ///
  /// Throws a ``Refusal`` if the page cannot be fetched, and `CancellationError` if the caller
  /// ended the wait.
  ///
  /// - Parameter setting: The value of the setting `bookmark.fetch`.
  private func page(at address: String, _ setting: String) async throws -> WebPage {
    let fetcher = PageFetcher(
      setting, timeout: .seconds(notebook.settings.count("bookmark.timeout") ?? 20),
      secrets: context.secrets(), temporaryFolder: context.temporaryFolder,
      isStopped: context.cancellation.isRequested)
    context.cancellation.setsWaiting(true)
    defer { context.cancellation.setsWaiting(false) }
    do throws(ProviderFailure) {
      let page = try await fetcher.fetch(address)
      if page.isHTML { return WebPage(html: page.bytes, resolve: page.address.resolving) }
      return WebPage(plain: String(decoding: page.bytes, as: UTF8.self))
    } catch {
      if context.cancellation.isRequested() { throw CancellationError() }
      var refusal = Refusal(
        "page-\(error.kind.rawValue)",
        "the page could not be fetched (\(error.kind.rawValue)): \(error.reason)")
      if error.kind == .timeout {
        refusal.hint = "run `cairn config --user bookmark.timeout SECONDS` to wait longer"
      }
      throw refusal
    }
  }

  /// Fetches the page of a saved bookmark, and returns its text and fields. Returns nil in a dry
  /// run.
  ///
  /// Throws a ``Refusal`` if the capture is private or already contains the text of the page, if no
  /// program is set, or if the page cannot be fetched. Throws `CancellationError` if the caller
  /// ended the wait.
  func pageText(of capture: Capture, at address: String, _ mode: Mode) async throws -> FoundText? {
    guard let setting = notebook.settings["bookmark.fetch"]?.text, !setting.isBlank else {
      throw Refusal(
        "read-unset",
        "no program is set to fetch pages; run `cairn config --user bookmark.fetch curl`",
        .invalid)
    }
    guard !isPrivate(capture) else {
      throw Refusal(
        "read-private", "the capture is private, so its page is not fetched", .invalid)
    }
    guard mode == .write else { return nil }
    let page = try await page(at: address, setting)
    let body = String(decoding: capture.body, as: UTF8.self).replacing("\r\n", with: "\n")
    let inserted = BodyInsertion(page.text, .end).text
    guard inserted.isEmpty || !body.contains(inserted) else {
      throw Refusal(
        "read-already", "the capture already contains the text of the page", .invalid)
    }
    // Other people may read the capture, so only the name of the program is recorded, without its
    // folder and its environment variables.
    var text = FoundText(
      page.text, markdown: page.text, maker: Program.name(in: setting) ?? "page")
    text.title = page.title.map { ($0, address) }
    text.fields = fields(of: page, at: address).map { key, value in
      (key, key == "published" ? .literal(value) : .text(value))
    }
    return text
  }

  /// Returns the fields of a page that have a value.
  private func fields(of page: WebPage, at address: String?) -> [(key: String, value: String)] {
    let canonical = page.canonical.flatMap { $0 == address ? nil : (try? WebAddress($0))?.text }
    return [
      ("title", page.title), ("description", page.description), ("canonical", canonical),
      ("published", page.published),
    ].compactMap { key, value in value.map { (key, $0) } }
  }

  /// Adds a page to a new capture. Sets the title, the description, the canonical address and the
  /// day of publication if they have no value, and appends the page's text to the capture's text.
  private func take(_ page: WebPage, into pending: inout PendingCapture) {
    for (key, value) in fields(of: page, at: pending.new.field("url")) {
      guard pending.new.field(key) == nil else { continue }
      pending.new.fields.append((key, TypedValue(value, isText: key != "published")))
    }
    let texts = [pending.new.text, page.text].filter { !$0.isBlank }
    pending.new.text = texts.joined(separator: "\n\n")
    pending.new.mayBeLong = true
    pending.isFilled = true
  }
}
