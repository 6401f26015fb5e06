import CairnCharts
public import CairnDigest
import SystemPackage

/// Which captures to make a digest of, and how it looks. Values that are texts are as a person typed
/// them; a value that is nil is taken from the template, then from the settings.
public struct DigestRequest: Sendable {
  /// The format of the file.
  public enum Format: String, CaseIterable, Sendable {
    /// GitHub Flavored Markdown, one HTML file, plain text, or a JSON document.
    case markdown, html, text, json

    /// The format that the ending of a file's name stands for; nil for another ending.
    init?(fileName: String) {
      switch FilePath(fileName).extension?.lowercased() {
      case "html", "htm": self = .html
      case "md", "markdown": self = .markdown
      case "txt", "text": self = .text
      case "json": self = .json
      default: return nil
      }
    }

    /// The format of its templates; nil for JSON, which has none.
    var templates: DigestFormat? { DigestFormat(rawValue: rawValue) }
  }

  /// The captures. The template's query narrows them.
  public var selection: SelectRequest
  /// The format; if nil, the one that the output's name ends with, else Markdown.
  public var format: Format?
  /// What to group by, separated by commas: `month,type`.
  public var grouping: String?
  /// The first day or period of the captures: `2026-11`, `this-week`.
  public var since: String?
  /// The last day or period of the captures.
  public var until: String?
  /// The fields that `since` and `until` apply to, separated by commas.
  public var dates: String?
  /// The day that counts as today: a date in UTC, or a time with its offset. If nil, today.
  public var day: String?
  /// The heading, which may be a template.
  public var title: String?
  /// The name of a template; or the path of a folder of parts, or of one part for each capture.
  public var template: String?
  /// The accent in HTML.
  public var theme: DigestOptions.Theme?
  /// Whether HTML is dark or light.
  public var scheme = DigestOptions.Scheme.auto
  /// Whether there is a table of contents.
  public var hasContents: Bool?
  /// Whether the bodies are included.
  public var hasBodies: Bool?
  /// The charts before the captures in HTML, separated by commas: one or more of ``chartNames``, or
  /// `none`.
  public var charts: String?
  /// How HTML shows pictures.
  public var pictures = PictureRequest()
  /// The path of the file to write; nil if the caller takes the bytes.
  public var output: String?
  /// Whether captures are included that are private, unpublished or a draft.
  public var includesPrivate = false
  /// Whether the file is replaced whatever it is; in a site, whether changed pages are.
  public var isForced = false

  /// A request for a digest of what `selection` chooses.
  public init(_ selection: SelectRequest = SelectRequest()) { self.selection = selection }

  /// The names of all charts, for people.
  public static let chartNames = Chart.allCases.map(\.rawValue).joined(separator: ", ")
}

/// How an HTML digest or a site shows pictures.
public struct PictureRequest: Sendable {
  /// The size in bytes up to which a picture is embedded; if nil, 1 MiB, or 0 with a folder.
  public var embedLimit: Int?
  /// The path of the folder that other pictures are copied to; if nil, they are links.
  public var folder: String?
  /// Whether pictures from other places are loaded when the digest is read.
  public var loadsRemote = false

  /// A request for the defaults.
  public init() {}
}

extension DigestRequest {
  /// The command-line name of the first option set here that only HTML has.
  var optionOfHTML: String? {
    let options = [
      ("--assets", pictures.folder != nil), ("--embed-limit", pictures.embedLimit != nil),
      ("--remote-images", pictures.loadsRemote), ("--charts", charts != nil),
      ("--theme", theme != nil), ("--\(scheme)", scheme != .auto),
    ]
    return options.first { $0.1 }?.0
  }

  /// The format of the digest.
  ///
  /// Throws a ``Refusal`` if the output's name has an unknown ending, or if an option is set that
  /// this format does not have.
  func checkedFormat() throws(Refusal) -> Format {
    let format: Format
    if let known = self.format ?? output.flatMap(Format.init(fileName:)) {
      format = known
    } else if let output, FilePath(output).extension != nil {
      throw Refusal(
        "format-unknown",
        "`\(output)` names no format of digests; call it .md, .html, .txt or .json, or say --format",
        .invalid)
    } else {
      format = .markdown
    }
    if format != .html, let option = optionOfHTML {
      throw Refusal(
        "options-exclusive",
        "\(option) is for digests in HTML; this one would be \(format.rawValue)", .invalid)
    }
    return format
  }
}

/// A number of bytes: `800`, `300k`, `2M`.
public struct ByteCount: Sendable {
  /// The number.
  public let bytes: Int

  /// Reads a number with or without a unit; nil if it is none, or 4 GiB and more.
  public init?(_ text: String) {
    let units = ["k": 10, "m": 20, "g": 30]
    let shift = text.last.flatMap { units[$0.lowercased()] }
    guard let number = Int(shift == nil ? text : String(text.dropLast())), number >= 0,
      number < 1 << 32
    else { return nil }
    bytes = number << (shift ?? 0)
  }
}
