import ArgumentParser

/// How an HTML digest shows pictures.
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

/// A number of bytes: `800`, `300k`, `2M`.
struct ByteCount: ExpressibleByArgument {
  let bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let units = ["k": 10, "m": 20, "g": 30]
    let shift = argument.last.flatMap { units[$0.lowercased()] }
    guard let number = Int(shift == nil ? argument : String(argument.dropLast())), number >= 0,
      number < 1 << 32
    else { return nil }
    bytes = number << (shift ?? 0)
  }
}
