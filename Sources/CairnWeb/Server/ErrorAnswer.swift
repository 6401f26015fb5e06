import CairnCapture
import CairnFiles
import CairnJSON
import CairnNotebook
import CairnProvider
import CairnText
import CairnWire
import CairnWork
import SystemPackage

/// An error with an HTTP status. Its message is safe to send to the client unchanged.
struct ErrorAnswer: Error, Sendable {
  let status: Int
  private(set) var diagnostic: Diagnostic
  /// Advice for a program; nil if there is none.
  private var hint: String?
  var headers: [(name: String, value: String)] = []
  /// The id of the draft that holds the text of the request; nil if there is none.
  var draft: String?
  /// The handle of the capture that the request added although reading its files failed; nil if
  /// there is none.
  private(set) var added: String?

  init(
    _ status: Int, _ code: String, _ message: String,
    _ headers: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.headers = headers
    diagnostic = Diagnostic(.error, code, message)
  }

  /// Creates the answer for an error that a use case reported. The message is worded for programs.
  /// `refusalCode` determines the hint; if it is nil, the code of `diagnostic` determines the hint.
  init(_ status: Int, _ diagnostic: Diagnostic, refusalCode: String? = nil) {
    let words = RemoteWords(
      diagnostic.message, code: refusalCode ?? diagnostic.code, for: .program)
    self.status = status
    self.diagnostic = diagnostic.saying(words.message)
    hint = words.hint
  }

  /// Returns this error without hints that name the fields of other requests. If the client's token
  /// only permits adding captures, also leaves out the path of another capture.
  func shown(to call: Call) -> ErrorAnswer {
    var error = self
    if !call.route.pattern.text.hasPrefix("/api/v1/") { error.hint = nil }
    if call.right?.scope == .capture, diagnostic.code == "id-taken" {
      error.diagnostic = diagnostic.saying(
        "the id is already used; leave out the id, or use a different one")
    }
    return error
  }

  /// The answer that reports this error to the client.
  var answer: Answer { .json(.error(diagnostic, hint: hint, draft: draft), status, headers) }

  /// Returns the description of a status for the OpenAPI document.
  static func reason(_ status: Int) -> String {
    switch status {
    case 400: "The request is not valid JSON, or has an unknown field or parameter"
    case 401: "The token is missing or invalid"
    case 403: "The request is not permitted"
    case 404: "Not found"
    case 409: "The capture has changed since the client read it"
    case 413: "The request or the export is too large"
    case 415: "The media type is not supported"
    case 422: "A value is not valid"
    case 423: "Another program is writing to the notebook"
    case 428: "The header If-Match is missing"
    case 429: "Too many requests"
    case 501: "A required program or service is not set up"
    case 502: "Another server or program failed"
    case 503: "The server is shutting down"
    case 504: "Another server or program took too long"
    default: "The server failed"
    }
  }
}

extension ErrorAnswer {
  /// Creates the answer to a request that failed with `error`. The message for a disk error or an
  /// unexpected error contains no paths and no text of captures.
  init(_ error: any Error) {
    switch error {
    case let answer as ErrorAnswer: self = answer
    case is CancellationError:
      self.init(503, "cancelled", "the request was cancelled")
    case let failure as AddFailure:
      self.init(failure.reason)
      if case .draft(let draft)? = failure.rescued { self.draft = draft.id }
    case let diagnostic as Diagnostic:
      let isRequest = ["request-", "query-", "sort-"].contains { diagnostic.code.hasPrefix($0) }
      let isTaken =
        diagnostic.code.hasSuffix("-exists") || diagnostic.code == Notebook.staleCode
      if diagnostic.code == "file-unknown" {
        self = .unknownFile
      } else if diagnostic.code == "view-unknown" {
        self.init(404, diagnostic)
      } else if diagnostic.code == "file-error" {
        self.init(500, diagnostic.code, diagnostic.message)
      } else {
        self.init(isRequest ? 400 : isTaken ? 409 : 422, diagnostic)
      }
    case let refusal as MediaRefusal:
      if case .tooLarge = refusal {
        self.init(413, Diagnostic(.error, refusal.code, refusal.description))
      } else {
        self.init(422, Diagnostic(.error, refusal.code, refusal.description))
      }
    case let refusal as CaptureRefusal:
      self.init(422, Diagnostic(.error, refusal.code, refusal.description))
    case let failure as ReadFailure:
      // The messages of a program can contain paths.
      let kind = failure.failure.kind
      // Browsers record in formats that only ffmpeg converts.
      let advice =
        kind == .processing && failure.medium == .voice
        ? "; to read what a browser records, install ffmpeg on the computer that runs Cairn" : ""
      self.init(
        Self.status(of: kind), "read-\(kind.rawValue)",
        "the \(failure.medium.word) is saved, but its text could not be read (\(kind.rawValue))"
          + advice + (failure.added.map { "; to try again, run `cairn read \($0)`" } ?? ""))
      added = failure.added
    case let refusal as Refusal: self.init(refusal)
    case let error as FileError: self.init(error)
    default:
      // The messages of git can contain paths.
      let refusal = Refusal(error)
      self =
        refusal.code == "internal"
        ? .internalError
        : ErrorAnswer(
          422, refusal.code,
          "git could not carry out the request; make sure that the notebook is in a git repository")
    }
  }

  private init(_ refusal: Refusal) {
    let details = refusal.candidates.map { "\n" + $0.joined(separator: "  ") }.joined()
    let status =
      switch refusal.kind {
      case .invalid: refusal.code.hasPrefix("query-") || refusal.code == "sort-invalid" ? 400 : 422
      case .nothingFound: refusal.code == "read-nothing" ? 422 : 404
      case .locked: 423
      case .failed:
        refusal.code == "git-missing" ? 501 : refusal.code.hasSuffix("-exists") ? 409 : 422
      }
    if ["read-unset", "lookup-unset"].contains(refusal.code) {
      self.init(
        501, Diagnostic(.error, "not-set-up", refusal.message), refusalCode: refusal.code)
    } else if refusal.code == "lookup-incomplete" {
      self.init(501, Diagnostic(.error, refusal.code, refusal.message))
    } else if ["lookup-network", "lookup-server", "lookup-timeout", "lookup-authorization"]
      .contains(refusal.code)
    {
      self.init(502, Diagnostic(.error, refusal.code, refusal.message))
    } else if let (kind, message) = Self.pageFailure(refusal.code) {
      self.init(Self.status(of: kind), refusal.code, message)
    } else if ["file-error", "internal"].contains(refusal.code) {
      self = .internalError
    } else {
      self.init(status, Diagnostic(.error, refusal.code, refusal.message + details))
    }
  }

  /// Returns the kind of failure and the message for the code of a page that could not be fetched;
  /// nil for other codes. The message leaves out what the program printed, because that can contain
  /// paths.
  static func pageFailure(_ code: String) -> (kind: ProviderFailure.Kind, message: String)? {
    ProviderFailure.Kind.allCases.first { code == "page-\($0.rawValue)" }.map {
      ($0, "the page could not be fetched (\($0.rawValue))")
    }
  }

  /// Returns the status for a program that failed.
  private static func status(of kind: ProviderFailure.Kind) -> Int {
    switch kind {
    case .network, .server, .authorization: 502
    case .timeout: 504
    case .processing, .output: 422
    }
  }

  private init(_ error: FileError) {
    switch error.code {
    case .locked:
      self.init(423, "locked", "another program is writing to the notebook; try again")
    case .notFound, .outsideRoot, .hidden, .notRegular, .isFolder, .notFolder, .loop,
      .nameTooLong:
      // An absolute path is not in the notebook: the notebook or one of Cairn's own files is
      // broken.
      self = error.path.isAbsolute ? .internalError : .unknownFile
    case .changedSince, .contended:
      self.init(409, "changed-meanwhile", "the file keeps changing; nothing was saved")
    case .exists: self.init(409, "file-exists", "another file has this name")
    case .noSpace, .readOnly, .notAllowed, .denied, .writeProtected:
      self.init(500, "file-error", error.message)
    default: self = .internalError
    }
  }

  private static let unknownFile = ErrorAnswer(
    404, "file-unknown", "there is no such file in the notebook")

  static let internalError = ErrorAnswer(
    500, "internal", "the server could not carry out the request")
}
