import CairnCapture
import CairnJSON
import CairnNotebook
import CairnProvider
import CairnQuery
import CairnText
import CairnWire
import CairnWork

extension RouteTable {
  /// Answers a repeated request to add a gift idea from a file. If the file's text could not be
  /// read before, reads it now.
  private static let readGift = Repetition.capture { _, work, capture in
    let gift = capture.textReader == nil ? try await work.read(capture) : capture
    return .json(AppShapes(work).gift(gift), 201)
  }

  static let giftRoutes: [Route] = [
    Route(
      .post, "/capture/text", "Add a gift idea", .capture,
      body: .json(.object([.required("text_content", .text)])),
      [(201, .json(.named("GiftIdea")))], repetition: .shape { $0.gift($1) }
    ) { call in
      let text = try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try reader.text("text_content")
      }
      return try await call.work { work in
        try call.check(text, work)
        var request = AddRequest(.plain(text))
        (request.type, request.provider) = ("gift", .none)
        return .json(AppShapes(work).gift(try await call.add(request, work)), 201)
      }
    },
    Route(
      .get, "/gifts", "List gift ideas", .read,
      [.query("query", "A query (docs/query.md).")],
      [(200, .json(.array(.named("GiftIdea"))))]
    ) { call in
      try await call.work { work in
        var request = SelectRequest(call.queryWords)
        request.narrowing = try Query(arguments: ["type:gift"])
        request.limit = 500
        return .json(.array(try work.select(request).captures.map(AppShapes(work).gift)))
      }
    },
    Route(
      .post, "/capture/image", "Add a gift idea from a picture", .capture, body: .file,
      [(201, .json(.named("GiftIdea")))],
      errors: [501, 502, 504], repetition: readGift
    ) { call in try await call.giftRead(in: .image) },
    Route(
      .post, "/capture/voice", "Add a gift idea from a voice recording", .capture, body: .file,
      [(201, .json(.named("GiftIdea")))],
      errors: [501, 502, 504], repetition: readGift
    ) { call in try await call.giftRead(in: .voice) },
  ]
}

extension Call {
  /// Adds a gift idea from the picture or recording in the request. The file stays in the notebook
  /// even if its text cannot be read.
  fileprivate func giftRead(in medium: MediaReader.Medium) async throws -> Answer {
    try await work { work in
      guard work.reader(of: medium) != nil else { throw Workspace.unset(medium) }
      let file = try file()
      if medium == .voice, let type = MediaType(file.bytes), ![.audio, .video].contains(type.kind) {
        throw ErrorAnswer(422, "read-nothing", "the file is not a recording")
      }
      let gift = try await work.addAndRead(
        file.bytes, called: file.name, medium, type: "gift")
      var answer = Answer.json(AppShapes(work).gift(gift), 201)
      answer.operation = work.writtenOperations.last
      return answer
    }
  }
}
