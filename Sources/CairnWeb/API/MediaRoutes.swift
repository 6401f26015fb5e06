import CairnCapture
import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork
import HTTPTypes

extension RouteTable {
  private static let read = Schemas.change(
    .required(
      "files",
      .array(
        .object([
          .required("name", .text), .required("path", .nullable(.named("Text"))),
          .required("reader", .text),
        ]))),
    .required("text", .nullable(.text)), .required("text_confidence", .nullable(.number)),
    .required("type", .nullable(.named("Text"))), .required("needs_clarification", .boolean))

  static let mediaRoutes: [Route] = [
    Route(
      .get, "/api/v1/media/{path}", "Download a picture or another file", .read,
      [(200, .bytes("*/*"))]
    ) { call in
      guard let path = NotePath(call.name("path")) else { throw Call.noFile }
      return try await call.work { Answer.file(try $0.attachment(at: path)) }
    },
    Route(
      .get, "/api/v1/thumbnails/{path}", "Download a small version of a picture", .read,
      [(200, .bytes("*/*"))]
    ) { call in
      guard let path = NotePath(call.name("path")) else { throw Call.noFile }
      return try await call.work { work in
        .file(try await work.thumbnail(of: path, call.app.thumbnails))
      }
    },
    Route(
      .get, "/api/v1/captures/{id}/images", "List the pictures of a capture", .read,
      [(200, .json(.document(.required("images", .array(.object([], isOpen: true))))))]
    ) { call in
      try await call.work { .json(.images(try $0.images(of: call.name("id")).images)) }
    },
    Route(
      .post, "/api/v1/captures/{id}/images", "Add a picture to a capture", .write,
      [.query("cover", .boolean, "Whether the picture becomes the cover.")], body: .file,
      [(201, .json(.named("Change")))]
    ) { call in
      let isCover = try call.flag("cover")
      let file = try call.file()
      return try await call.work { work in
        .json(
          .changes(
            try work.addPicture(
              file.bytes, called: file.name, to: call.name("id"), asCover: isCover), for: .program),
          201)
      }
    },
    Route(
      .post, "/api/v1/captures/{id}/embeds", "Store a picture for the text of a capture", .write,
      body: .file, [(201, .json(Schemas.change(.required("embed", .text))))]
    ) { call in
      let file = try call.file()
      return try await call.work { work in
        let (report, embed) = try work.addEmbed(file, forTextOf: call.name("id"))
        return .json(
          JSONDocument.changes(report, for: .program).value.with(["embed": .string(embed)]), 201)
      }
    },
    Route(
      .post, "/api/v1/captures/{id}/read",
      "Read the text in the pictures and recordings of a capture", .write,
      body: .json(.object([.optional("dry_run", .boolean)]), isOptional: true),
      [(200, .json(read))], errors: [501, 502, 504]
    ) { call in
      var isDryRun = false
      try RequestReader.read(call.json) { reader throws(Diagnostic) in
        try reader.read("dry_run", into: &isDryRun)
      }
      var request = ReadRequest(call.name("id"))
      request.mode = isDryRun ? .dryRun : .write
      return try await call.work { [request] work in
        let plan = try await work.plan(request)
        if let warning = plan.warning { work.tell(warning) }
        return .json(.read(plan, try work.apply(plan).worded(for: .program)))
      }
    },
    Route(
      .delete, "/api/v1/captures/{id}/images/{name}", "Remove a picture from a capture", .write,
      [(200, .json(.named("Change")))]
    ) { call in
      try await call.work { work in
        let request = ImagesRequest(call.name("id"), .remove([call.name("name")]))
        let report = try work.changeImages(request, .write)
        call.remarks.sentence = "Removed “\(call.name("name"))”."
        return .json(.changes(report, for: .program))
      }
    },
  ]
}

extension Call {
  static let noFile = ErrorAnswer(404, "file-unknown", "there is no such file in the notebook")

  /// Returns whether the headers say that the body is a form in the format `multipart/form-data`.
  static func isForm(_ headers: HTTPFields) -> Bool {
    headers[.contentType]?.lowercased().hasPrefix("multipart/form-data") == true
  }

  /// Returns the parts of the form in the body; nil if the body is not a form.
  ///
  /// Throws an ``ErrorAnswer`` if the form is invalid.
  private func formParts() throws(ErrorAnswer) -> [MultipartForm.Part]? {
    guard Self.isForm(headers), let type = headers[.contentType] else { return nil }
    if let form = MultipartForm(bytes, type: type) { return form.parts }
    throw ErrorAnswer(400, "form-invalid", "the form is not valid")
  }

  /// Returns the files of a form; empty if the body is not a form.
  ///
  /// Throws an ``ErrorAnswer`` if the form is invalid.
  func files() throws(ErrorAnswer) -> [UploadedFile] {
    // If the person chose no file, the browser sends an empty part.
    try formParts()?.filter { part in
      part.fileName.map { !part.bytes.isEmpty || $0 != MultipartForm.noName } ?? false
    }.map(UploadedFile.init) ?? []
  }

  /// Returns the file in the body: the body itself, or the only file of a form.
  ///
  /// Throws an ``ErrorAnswer`` if the form is invalid, or has no file or several files.
  func file() throws(ErrorAnswer) -> UploadedFile {
    // The body of such a form is not a file, and contains the secret of the page.
    let isFormOfTexts =
      headers[.contentType]?.lowercased()
      .hasPrefix("application/x-www-form-urlencoded") == true
    if !isFormOfTexts, !Self.isForm(headers) {
      return UploadedFile(name: MultipartForm.noName, bytes: bytes)
    }
    let files = try files()
    guard let file = files.first else {
      throw ErrorAnswer(400, "form-invalid", "the form has no file; choose a file")
    }
    guard files.count == 1 else {
      throw ErrorAnswer(400, "form-invalid", "the form has several files; send one at a time")
    }
    return file
  }
}

extension UploadedFile {
  /// Creates the file that a part of a form contains.
  fileprivate init(_ part: MultipartForm.Part) {
    self.init(name: part.fileName ?? MultipartForm.noName, bytes: part.bytes)
  }
}

extension Answer {
  /// The types of files that browsers are allowed to show. Browsers save all other files instead of
  /// showing them, because the files might contain scripts.
  private static let shownTypes: Set<MediaType> = [
    .png, .jpeg, .gif, .webp, .avif, .bmp, .tiff, .heic, .mp4, .mov, .webm, .ogv, .mp3, .m4a, .ogg,
    .flac, .wav,
  ]

  /// Returns the answer that contains a file. The type is determined from the bytes of the file,
  /// not from its name.
  static func file(_ bytes: [UInt8]) -> Answer {
    let type = MediaType(bytes).flatMap { shownTypes.contains($0) ? $0 : nil }
    var headers = [
      (name: "content-type", value: type?.mimeType ?? "application/octet-stream"),
      (name: "content-security-policy", value: "default-src 'none'; sandbox"),
      (name: "cache-control", value: "private, max-age=3600"),
    ]
    if type == nil { headers.append(("content-disposition", "attachment")) }
    return Answer(200, headers, .bytes(bytes))
  }
}
