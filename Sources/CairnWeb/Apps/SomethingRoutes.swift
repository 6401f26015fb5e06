import CairnCapture
import CairnDocument
import CairnJSON
import CairnNotebook
import CairnQuery
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  static let somethingRoutes: [Route] = [
    Route(
      .post, "/api/somethings", "Add a capture (a `something`)", .capture,
      body: .json(
        .object([
          .optional("content", .nullable(.text)),
          .optional("contentType", .nullable(.choice(["text", "image", "video", "url"]))),
          .optional("mediaUrl", .nullable(.text)),
        ])), [(201, .json(.named("Something")))],
      repetition: .capture { _, work, capture in
        .json(AppShapes(work).something(capture, novelty: work.novelty(of: capture)), 201)
      }
    ) { call in
      var (content, kind, media): (String?, SomethingKind?, String?)
      try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try reader.read("content", into: &content)
        try reader.read("contentType", into: &kind)
        try reader.read("mediaUrl", into: &media)
      }
      var request = AddRequest(.plain(content ?? ""))
      if let media, let field = kind?.field(for: media) {
        request.values = [(field, TypedValue(media, isText: true))]
      } else {
        request.url = media ?? (kind == .url ? content : nil)
      }
      request.provider = .none
      let path = try await call.work { [request, content, media] work in
        if media == nil { try call.check(content ?? "", work) }
        return try await call.add(request, work).path
      }
      let meant = try await call.work(within: .seconds(15)) { work in
        await work.addMeaning(to: path)
        let capture = try work.notebook.capture(at: path)
        return AppShapes(work).something(capture, novelty: work.novelty(of: capture))
      }
      return .json(meant, 201)
    },
    Route(
      .get, "/api/somethings", "List captures (called somethings), the latest first", .read,
      [
        .query("limit", .integer(1...500), "The maximum number of somethings (default: 50)."),
        .query("cursor", "The value of the header X-Next-Cursor in the previous answer."),
      ], [(200, .json(.array(.named("Something"))))]
    ) { call in
      let page = try Page(call)
      return try await call.work { work in
        var request = SelectRequest()
        request.limit = page.needed
        let chosen = try work.select(request)
        let shapes = AppShapes(work)
        let (captures, next) = page.captures(of: chosen)
        let list = captures.map { shapes.something($0, novelty: chosen.novelty.novelty(of: $0)) }
        return .json(.array(list), 200, next.map { [("x-next-cursor", $0.percentEncoded)] } ?? [])
      }
    },
    Route(
      .get, "/api/somethings/{id}", "Read a capture (a `something`)", .read,
      [(200, .json(.named("Something")))]
    ) { call in
      try await call.work { work in
        let capture = try call.capture(call.number(in: "id"), work)
        return .json(AppShapes(work).something(capture, novelty: work.novelty(of: capture)))
      }
    },
    Route(
      .patch, "/api/somethings/{id}", "Change a capture (a `something`)", .write,
      body: .json(
        .object([
          .optional("content", .nullable(.text)), .optional("meaning", .nullable(.text)),
        ])), [(200, .json(.named("Something")))], errors: [409]
    ) { call in
      var (content, meaning): (String?, String?)
      try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try reader.read("content", into: &content)
        try reader.read("meaning", into: &meaning)
      }
      return try await call.work { [content, meaning] work in
        let old = try call.capture(call.number(in: "id"), work)
        var request = SaveRequest(old.path.description)
        if let content {
          try call.check(content, work)
          (request.body, request.version, request.base) =
            (content + "\n", old.version, old.document.bytes)
        }
        if let meaning {
          request.edits = [
            .fields([Change(field: "meaning", .set, value: meaning)], areTexts: true)
          ]
        } else if call.json["meaning"] == .null {
          request.edits = [.unset(["meaning"])]
        }
        let capture = try call.change(request, work)
        return .json(AppShapes(work).something(capture, novelty: work.novelty(of: capture)))
      }
    },
    Route(
      .delete, "/api/somethings/{id}", "Move a capture (a `something`) to the trash", .write,
      [(204, .empty)]
    ) { call in
      try await call.work { work in
        _ = try work.remove(try call.capture(call.number(in: "id"), work))
        return Answer(204)
      }
    },
  ]
}

/// The content types of a *something*, which is the app's word for a capture.
private enum SomethingKind: String, CaseIterable {
  case text, image, video, url

  /// Returns the field for the address of a picture or video; nil if the address belongs in the
  /// field `url`. Also returns nil for an invalid address, which is reported when `url` is saved.
  func field(for address: String) -> String? {
    guard (try? WebAddress(address)) != nil else { return nil }
    return switch self {
    case .image: "images"
    case .video: MediaReference(address, in: .root).isVideo ? "files" : nil
    case .text, .url: nil
    }
  }
}
