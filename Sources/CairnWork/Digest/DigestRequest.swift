import CairnCharts
public import CairnDigest
import SystemPackage

/// A request for a digest: the captures to include and the look of the digest. Text values are as
/// typed. A value that is nil comes from the template or, if the template does not set it, from the
/// settings.
public struct DigestRequest: Sendable {
  /// A file format.
  public enum Format: String, CaseIterable, Sendable {
    /// GitHub Flavored Markdown, one HTML file, plain text, or a JSON document.
    case markdown, html, text, json

    /// Creates the format for the extension of a file name; nil if the extension is unknown.
    init?(fileName: String) {
      switch FilePath(fileName).extension?.lowercased() {
      case "html", "htm": self = .html
      case "md", "markdown": self = .markdown
      case "txt", "text": self = .text
      case "json": self = .json
      default: return nil
      }
    }

    /// The corresponding format of templates; nil for JSON, which has no templates.
    var templates: DigestFormat? { DigestFormat(rawValue: rawValue) }
  }

  /// The captures to include. The template's query can narrow the selection.
  public var selection: SelectRequest
  /// The format. If nil, the extension of the output determines the format; without an extension,
  /// the format is Markdown.
  public var format: Format?
  /// The names of the groupings, outermost first, separated by commas: `month,type`. Nil for the
  /// default.
  public var grouping: String?
  /// The start of the period, as typed: a day, or a span such as `2026-11` or `this-week`. Nil for
  /// the start that the template sets, if any.
  public var since: String?
  /// The end of the period, as typed: a day or a span. The period includes this day or span. Nil
  /// for the end that the template sets, if any.
  public var until: String?
  /// The fields that `since` and `until` apply to, separated by commas; nil for the default.
  public var dates: String?
  /// The day to use as today: a date in UTC, or a time with its offset; nil for the current day.
  public var day: String?
  /// The heading, which can be a template; nil for the default.
  public var title: String?
  /// The template: a name, the path of a folder of template parts, or the path of a file. A file
  /// replaces only the part that shows one capture. Nil for the default template.
  public var template: String?
  /// The accent color in HTML; nil for the default.
  public var theme: DigestOptions.Theme?
  /// The color scheme in HTML: dark, light or automatic; nil to use the setting `digest.scheme`.
  public var scheme: DigestOptions.Scheme?
  /// Whether to include a table of contents; nil for the default.
  public var hasContents: Bool?
  /// Whether to include the bodies of captures; nil for the default.
  public var hasBodies: Bool?
  /// Whether the digest shows its query and the file name of each capture; nil for the default.
  public var namesSources: Bool?
  /// The charts above the captures in HTML, separated by commas: any of ``chartNames``, or `none`.
  /// Nil for the default.
  public var charts: String?
  /// The options for pictures in HTML.
  public var pictures = PictureRequest()
  /// The path of the file to write; nil to return the bytes to the caller.
  public var output: String?
  /// Whether to include captures that are private, unpublished or drafts.
  public var includesPrivate = false
  /// Whether to replace the output file even if it is not a digest, or is a digest that was edited
  /// since Cairn wrote it. In a site, whether to replace edited pages.
  public var isForced = false

  /// Creates a request for a digest of the captures of `selection`.
  public init(_ selection: SelectRequest = SelectRequest()) { self.selection = selection }

  /// The names of all charts, separated by commas.
  public static let chartNames = Chart.allCases.map(\.rawValue).joined(separator: ", ")
}

/// The options for pictures in an HTML digest or a site.
public struct PictureRequest: Sendable {
  /// The maximum size of a picture to embed, in bytes; nil means 1 MiB, or 0 if ``folder`` is set.
  public var embedLimit: Int?
  /// The path of the folder for copies of pictures that are not embedded; nil to link to the
  /// original files.
  public var folder: String?
  /// Whether a reader's browser is allowed to load pictures from other servers.
  public var loadsRemote = false

  /// Creates a request with the default values.
  public init() {}
}

extension DigestRequest {
  /// The first option in the request that only HTML supports, such as `--theme`; nil if there is
  /// none.
  var optionOfHTML: String? {
    let options = [
      ("--assets", pictures.folder != nil), ("--embed-limit", pictures.embedLimit != nil),
      ("--remote-images", pictures.loadsRemote), ("--charts", charts != nil),
      ("--theme", theme != nil), ("--\(scheme ?? .auto)", scheme ?? .auto != .auto),
    ]
    return options.first { $0.1 }?.0
  }

  /// Returns the format of the request. If the request has none, the extension of the output
  /// determines the format; without an extension, the format is Markdown.
  ///
  /// Throws a ``Refusal`` if the output has an unknown extension, or if the format does not support
  /// an option of the request.
  func checkedFormat() throws(Refusal) -> Format {
    let format: Format
    if let known = self.format ?? output.flatMap(Format.init(fileName:)) {
      format = known
    } else if let output, FilePath(output).extension != nil {
      throw Refusal(
        "format-unknown",
        "`\(output)` has no known digest format; use .md, .html, .txt or .json, or pass --format",
        .invalid)
    } else {
      format = .markdown
    }
    if format != .html, let option = optionOfHTML {
      throw Refusal(
        "options-exclusive",
        "\(option) requires an HTML digest, but the format is \(format.rawValue); pass "
          + "--format html", .invalid)
    }
    return format
  }
}

/// A number of bytes, such as `800`, `300k` or `2M`.
public struct ByteCount: Sendable {
  /// The number of bytes.
  public let bytes: Int

  /// Reads a whole number below 2^32 with an optional unit `k`, `m` or `g`, in steps of 1024; nil
  /// for any other text.
  public init?(_ text: String) {
    let units = ["k": 10, "m": 20, "g": 30]
    let shift = text.last.flatMap { units[$0.lowercased()] }
    guard let number = Int(shift == nil ? text : String(text.dropLast())), number >= 0,
      number < 1 << 32
    else { return nil }
    bytes = number << (shift ?? 0)
  }
}
