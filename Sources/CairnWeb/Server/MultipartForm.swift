/// The parts of a form in the format `multipart/form-data` (RFC 7578).
struct MultipartForm: Sendable {
  /// A field or a file of a form.
  struct Part: Sendable {
    let name: String
    /// The name of the file, without its folders; nil for a field that is not a file.
    let fileName: String?
    let bytes: [UInt8]
  }

  let parts: [Part]
  private static let mostParts = 32
  /// The name for a file that is sent without a name.
  static let noName = "upload"

  /// Reads a form; nil if it is invalid.
  ///
  /// - Parameter type: The header `Content-Type`, which contains the boundary.
  init?(_ body: [UInt8], type: String) {
    guard let boundary = Self.parameter("boundary", in: type), (1...70).contains(boundary.count)
    else { return nil }
    let mark = Array("--\(boundary)".utf8)
    guard body.starts(with: mark) else { return nil }
    var parts: [Part] = []
    var rest = body[mark.count...]
    let delimiter = Array("\r\n".utf8) + mark
    while !rest.starts(with: Array("--".utf8)) {
      guard rest.starts(with: Array("\r\n".utf8)), parts.count < Self.mostParts,
        let head = rest.firstRange(of: Array("\r\n\r\n".utf8)),
        let end = rest[head.upperBound...].firstRange(of: delimiter),
        let part = Self.part(rest[..<head.lowerBound], rest[head.upperBound..<end.lowerBound])
      else { return nil }
      parts.append(part)
      rest = rest[end.upperBound...]
    }
    self.parts = parts
  }

  private static func part(_ head: ArraySlice<UInt8>, _ bytes: ArraySlice<UInt8>) -> Part? {
    guard
      let lines = String(validating: head, as: UTF8.self)?.split(separator: "\r\n"),
      let disposition = lines.first(where: {
        $0.lowercased().hasPrefix("content-disposition:")
      }).map(String.init), let name = parameter("name", in: disposition)
    else { return nil }
    let fileName = parameter("filename", in: disposition).map { name in
      name.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init) ?? noName
    }
    return Part(name: name, fileName: fileName, bytes: Array(bytes))
  }

  /// Returns the value of a header's parameter, such as `file` for `name="file"`; nil if the
  /// parameter is missing. A value in quotation marks can contain semicolons; browsers write a
  /// quotation mark in the value as `%22` (RFC 7578 §4.2, WHATWG HTML §4.10.21.8).
  private static func parameter(_ name: String, in header: String) -> String? {
    var isQuoted = false
    let pieces = header.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ";" && !isQuoted
    }
    for piece in pieces.dropFirst() {
      let piece = piece.drop { $0 == " " }
      guard piece.lowercased().hasPrefix("\(name)=") else { continue }
      let value = piece.dropFirst(name.count + 1)
      return String(value.hasPrefix("\"") ? value.dropFirst().prefix { $0 != "\"" } : value)
    }
    return nil
  }
}
