public import ArgumentParser
public import CairnWork

/// The options for pictures in HTML.
struct PictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      HTML: embed pictures up to this size, and link to larger pictures (default: 1M, or 0 with \
      --assets).
      """, valueName: "size"))
  var embedLimit: ByteCount?

  @Option(
    help: .init(
      "HTML: the folder to which Cairn copies all pictures that are not embedded.",
      valueName: "folder"),
    completion: .directory)
  var assets: String?

  @Flag(help: "HTML: show pictures from other websites (default: link to them).")
  var remoteImages = false
}

extension ByteCount: ExpressibleByArgument {
  /// Creates a number of bytes from an argument; nil if the argument is invalid.
  public init?(argument: String) { self.init(argument) }
}
