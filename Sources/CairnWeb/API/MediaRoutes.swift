import CairnCapture
import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork
import HTTPTypes

extension RouteTable {
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
              file.bytes, called: file.name, to: call.name("id"), asCover: isCover)), 201)
      }
    },
    Route(
      .delete, "/api/v1/captures/{id}/images/{name}", "Remove a picture from a capture", .write,
      [(200, .json(.named("Change")))]
    ) { call in
      try await call.work { work in
        let request = ImagesRequest(call.name("id"), .remove([call.name("name")]))
        return .json(.changes(try work.changeImages(request, .write)))
      }
    },
  ]
}

extension Call {
  static let noFile = ErrorAnswer(404, "file-unknown", "there is no such file in the notebook")

  /// Returns the file in the body: the body itself, or the first file of a form.
  ///
  /// Throws an ``ErrorAnswer`` if the form is invalid or has no file.
  func file() throws -> (name: String, bytes: [UInt8]) {
    let type = headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("multipart/form-data") else { return ("upload", bytes) }
    guard let form = MultipartForm(bytes, type: type),
      let part = form.parts.first(where: { $0.fileName != nil }) ?? form.parts.first
    else {
      throw ErrorAnswer(400, "form-invalid", "the form is not valid, or has no file")
    }
    return (part.fileName ?? "upload", part.bytes)
  }
}

extension Answer {
  /// The types of files that a browser may show. It may only save other files, because they might
  /// contain scripts.
  private static let shownTypes: Set<MediaType> = [
    .png, .jpeg, .gif, .webp, .avif, .bmp, .tiff, .heic, .mp4, .mov, .webm, .ogv, .mp3, .m4a, .ogg,
    .flac, .wav,
  ]

  /// Returns the answer with a file. The bytes of the file determine its type, whatever its name.
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
