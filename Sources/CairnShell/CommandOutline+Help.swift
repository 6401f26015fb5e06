import CairnJSON

extension CommandOutline.Argument {
  /// Returns the visible arguments in the JSON text that swift-argument-parser dumps as a command's
  /// help.
  public static func list(inHelp text: String) -> [Self] {
    let help = JSONValue(reading: Array(text.utf8))
    let all = help?["command"]?["arguments"]?.elements ?? []
    let found = all.filter { $0["shouldDisplay"] != false }.map { Self($0) }
    // The parser describes the flag `--no-toc` in the words of `--toc`.
    let names = Set(found.flatMap(\.names))
    return found.map { argument in
      guard let name = argument.names.first, name.hasPrefix("--no-"),
        case let positive = "--" + name.dropFirst(5), names.contains(positive)
      else { return argument }
      return Self(names: argument.names, takesValue: false, summary: "Turn off \(positive).")
    }
  }

  private init(_ json: JSONValue) {
    let names = (json["names"]?.elements ?? []).map { name in
      (name["kind"]?.text == "long" ? "--" : "-") + (name["name"]?.text ?? "")
    }
    let kind = json["completionKind"]
    let list = json["allValues"]?.elements ?? kind?["list"]?["values"]?.elements ?? []
    self.init(
      names: names, valueName: json["valueName"]?.text ?? "",
      takesValue: json["kind"]?.text != "flag", isRepeating: json["isRepeating"] == true,
      summary: json["abstract"]?.text ?? "", values: list.compactMap(\.text),
      path: kind?["file"] != nil ? .files : kind?["directory"] != nil ? .folders : nil)
  }
}
