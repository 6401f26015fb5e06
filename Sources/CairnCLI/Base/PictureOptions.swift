public import ArgumentParser
public import CairnWork

/// The options for pictures in HTML.
struct PictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      HTML: put pictures of so many bytes at most into the file, larger ones as links; 1M by \
      default, 0 with --assets.
      """, valueName: "size"))
  var embedLimit: ByteCount?

  @Option(
    help: ArgumentHelp(
      "HTML: copy pictures that are not put into the file to this folder.", valueName: "folder"),
    completion: .directory)
  var assets: String?

  @Flag(help: "HTML: load pictures from elsewhere when it is read; else they are links.")
  var remoteImages = false
}

extension ByteCount: ExpressibleByArgument {
  /// Parses a number of bytes.
  public init?(argument: String) { self.init(argument) }
}
