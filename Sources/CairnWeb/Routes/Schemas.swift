/// The schemas that have names. docs/json.md describes their members.
enum Schemas {
  static let all: [(name: String, schema: Schema)] =
    [
      ("Error", error), ("Text", text), ("Change", change), ("Capture", capture),
      ("WholeCapture", wholeCapture), ("CapturePage", page), ("Saved", saved),
      ("NewCapture", newCapture), ("Split", split), ("Edit", edit), ("Conflict", conflict),
      ("Added", added),
      ("Collection", collection), ("Actions", actions), ("Classification", classification),
    ] + apps

  /// Text from a file: a string or, if the text is not valid UTF-8, an object with its bytes.
  static let text = Schema.either([.text, .object([.required("bytes", .string(format: "byte"))])])

  private static let error = Schema.document(
    .required(
      "error",
      .object(
        [
          .required("code", .text), .required("message", .text), .optional("hint", .text),
          .optional("path", .nullable(.named("Text"))),
          .optional("line", .nullable(.integer())), .optional("column", .nullable(.integer())),
          .optional("draft", .text),
        ])), isOpen: true)

  private static let problem = Schema.object([
    .required("path", .nullable(.named("Text"))), .required("line", .nullable(.integer())),
    .required("column", .nullable(.integer())), .required("reason", .text),
  ])

  static let changeMembers: [Schema.Member] = [
    .required("operation", .nullable(.text)),
    .required(
      "changed",
      .array(
        .object([
          .required("id", .nullable(.text)), .required("path", .named("Text")),
          .optional("from", .named("Text")),
        ]))),
    .required("refused", .array(problem)), .optional("warnings", .array(problem)),
  ]

  /// Returns the schema of a document that reports changes and has these additional members.
  static func change(_ members: Schema.Member...) -> Schema {
    .object([.required("schema", .integer(1...1))] + changeMembers + members)
  }

  private static let change = change()

  private static let captureMembers: [Schema.Member] = [
    .required("id", .nullable(.named("Text"))), .required("path", .named("Text")),
    .required("collection", .named("Text")), .required("type", .nullable(.named("Text"))),
    .required("title", .named("Text")), .required("score", .nullable(.integer(0...3))),
    .required("meaning", .nullable(.named("Text"))), .required("tags", .array(.text)),
    .required("created", .text), .required("updated", .text),
    .optional("content", .choice(["image", "video", "url", "text"])),
    .optional("images", .array(media)), .optional("files", .array(media)),
    .required("fields", .object([], isOpen: true)), .optional("snippet", .text),
    .optional("matches", .array(.array(.integer()))), .optional("novelty", .nullable(.number)),
  ]

  private static let media = Schema.object([
    .required("path", .nullable(.named("Text"))), .required("written", .text),
    .required("name", .text),
  ])

  private static let capture = Schema.object(captureMembers)
  private static let wholeCapture = Schema.object(
    captureMembers + [.required("body", .named("Text")), .required("etag", .text)])

  private static let page = Schema.document(
    .required("total", .integer()), .optional("widened", .boolean),
    .required("captures", .array(.named("Capture"))), .required("next", .nullable(.text)))

  private static let saved = change(
    .required("merged", .boolean), .required("capture", .named("WholeCapture")))

  private static let typed = Schema.either([
    .text, .number, .boolean, .array(.either([.text, .number, .boolean])),
  ])
  private static let texts = Schema.either([.text, .array(.text)])

  private static let newCapture = Schema.object(newCaptureMembers)

  /// The members of a request to add a capture. The text is optional if there is a file or a `url`.
  static var newCaptureMembers: [Schema.Member] {
    [
      .optional("text", .text), .optional("type", .text), .optional("collection", .text),
      .optional("create", .boolean),
      .optional("title", .text), .optional("score", .either([.text, .number])),
      .optional("meaning", .text),
      .optional("tags", texts), .optional("url", .text), .optional("fetch", .boolean),
      .optional("new_url", .boolean), .optional("due", .text), .optional("date", .text),
      .optional("template", .text), .optional("split", .boolean),
      .optional("fields", .map(typed)), .optional("provider", .text),
      .optional("dry_run", .boolean),
    ]
  }

  private static let split = Schema.object([
    .optional("remove", .boolean),
    .optional(
      "pieces",
      .array(
        .object([
          .required("text", .text), .optional("type", .nullable(.text)),
          .optional("heading", .nullable(.text)), .optional("ticked", .nullable(.boolean)),
          .optional("keep", .boolean), .optional("merge", .boolean),
        ]))),
  ])

  private static let edit = Schema.object([
    .optional("body", .text), .optional("fields", .map(typed)), .optional("add", .map(typed)),
    .optional("remove", .map(typed)), .optional("texts", .boolean), .optional("unset", texts),
    .optional("tags", .object([.optional("add", texts), .optional("remove", texts)])),
    .optional("create", .boolean),
  ])

  private static let conflict = Schema.document(
    .required(
      "error",
      .object([.required("code", .text), .required("message", .text)], isOpen: true)),
    .required("fields", .array(.text)), .required("places", .integer()),
    .required("current", .named("WholeCapture")),
    .required("yours", .object([.required("body", .nullable(.text))])))

  private static let added = Schema.object(
    [.required("schema", .integer(1...1))] + changeMembers, isOpen: true)

  private static let collection = Schema.object([
    .required("path", .named("Text")), .required("name", .text),
    .required("icon", .nullable(.text)), .required("description", .nullable(.text)),
    .required("type", .nullable(.text)), .required("template", .nullable(.text)),
    .required("count", .integer()), .required("total", .integer()),
    .required(
      "fields",
      .array(
        .object([
          .required("name", .text), .required("kind", .text), .required("required", .boolean),
          .required("choices", .array(.text)),
        ]))),
  ])

  private static let counts = Schema.object([
    .required("open", .integer()), .required("done", .integer()),
    .required("cancelled", .integer()), .required("total", .integer()),
  ])

  private static let actions = Schema.object(
    [.required("schema", .integer(1...1)), .required("counts", counts)]
      + ["overdue", "today", "upcoming", "someday", "done", "cancelled"].map {
        .required($0, .array(.named("Capture")))
      }
      + [
        .required(
          "tasks",
          .array(
            .object([
              .required("path", .named("Text")), .required("line", .integer()),
              .required("number", .integer()), .required("text", .text),
              .required("due", .nullable(.text)),
            ])))
      ])

  private static let classification = Schema.document(
    .required("type", .nullable(.text)), .required("confidence", .nullable(.number)),
    .required("needs_clarification", .boolean), isOpen: true)
}
