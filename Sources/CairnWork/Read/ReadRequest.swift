public import CairnCapture
public import CairnInsight
public import CairnNotebook
public import CairnProvider
public import CairnText

/// A request to read the text in the pictures and recordings of a capture. If the capture has none,
/// the page at the address in its field `url` is read instead.
public struct ReadRequest: Sendable {
  /// The capture: its id, the start of its id, its path or its title.
  public var capture: String
  /// The provider to ask for the type of the text.
  public var provider = ProviderChoice.ofSettings
  /// The mode. A dry run starts no program.
  public var mode = Mode.write
  /// Whether a page may be fetched.
  public var fetchesPage = true

  /// Creates a request for a capture.
  public init(_ capture: String) { self.capture = capture }
}

/// The text of a capture's pictures and recordings, before it is written.
public struct ReadPlan: Sendable {
  /// The request.
  public let request: ReadRequest
  /// The capture.
  public let capture: Capture
  /// The files that are read, each with the program that reads it.
  public let files: [(file: MediaReference, reader: MediaReader)]
  /// The address of the page that is fetched instead of files; nil if files are read.
  public internal(set) var address: String?
  /// The text that was read; nil in a dry run.
  public internal(set) var text: FoundText?
  /// The lowest confidence that a program stated, from 0 to 1; nil if no program stated one.
  public internal(set) var confidence: Double?
  /// The name of the program that stated ``confidence``; nil if no program stated one.
  var leastConfident: String?
  /// Whether the confidence is below the setting `read.confidence`, so that a person should check
  /// the text.
  var isDoubtful = false
  /// The default collection for the gift or the entry in the text. Nil if the collection's folder
  /// does not exist, or if its page requires a field that neither the capture nor the text has.
  var collection: NotePath?
  /// The likely types of the text; nil if the text was not classified.
  public internal(set) var finding: Classification?
  /// The reason why no likely types were found; nil if there is none.
  var silence: Silence?

  /// The names of the programs, without duplicates.
  public var readers: String {
    files.map(\.reader.name).uniqued().joined(separator: ", ")
  }
  /// A phrase that names the program that is least sure of its text; nil if all programs are sure.
  public var doubt: String? {
    guard isDoubtful, let confidence, let leastConfident else { return nil }
    return
      "\(leastConfident) is not sure of the text (confidence \(Workspace.hundredths(confidence)))"
  }
  /// The warning for a caller that saves the text without asking; nil if all programs are sure.
  public var warning: Diagnostic? {
    doubt.map { Diagnostic(.warning, "read-doubtful", "\($0); check it") }
  }
  /// Returns sentences that say why the text has no type, and how to set the type. Returns nil if
  /// the text has a type, or if the capture is not marked as unclassified.
  ///
  /// - Parameter handle: The word that names the capture in a command.
  public func missingType(_ handle: String) -> String? {
    switch text?.filing {
    case .unsure?, .undetected?: Silence.sentences(silence, finding, handle: handle)
    case .found?, nil: nil
    }
  }
  /// Whether the type of the text is uncertain, so that a person has to choose one.
  public var isUnclassified: Bool { if case .unsure = text?.filing { true } else { false } }
}

/// The program that read the text of a capture's pictures or recordings.
public struct TextReading: Sendable {
  /// The name of the program.
  public let name: String
  /// The confidence, from 0 to 1, with two decimals; nil if the program stated none.
  public let confidence: String?
  /// Whether the confidence is below the setting `read.confidence`, so that a person should check
  /// the text.
  public let isDoubtful: Bool
}

/// The reason why the text of a picture or a recording could not be read.
public struct ReadFailure: Error, Sendable {
  /// The name of the file.
  public let file: String
  /// The kind of the file.
  public let medium: MediaReader.Medium
  /// The name of the program.
  public let reader: String
  /// The failure of the program.
  public let failure: ProviderFailure
  /// The handle of the capture, if the request that failed also added it; nil otherwise.
  public var added: String?
}

extension Refusal {
  init(_ failure: ReadFailure) {
    self.init(
      "read-\(failure.failure.kind.rawValue)",
      "`\(failure.reader)` could not read `\(failure.file)` (\(failure.failure.kind.rawValue)): "
        + failure.failure.reason)
  }
}
