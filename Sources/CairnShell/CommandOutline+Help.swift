import CairnJSON

extension CommandOutline.Argument {
  /// Returns the visible arguments in the JSON text that swift-argument-parser dumps as a command's
  /// help.
  public static func list(inHelp text: String) -> [Self] {
    let help = JSONValue(reading: Array(text.utf8))
    let all = help?["command"]?["arguments"]?.elements ?? []
    return all.filter { $0["shouldDisplay"] != false }.map { Self($0) }
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
