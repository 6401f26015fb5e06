extension BuiltInTemplates {
  /// The types for which there is a template to begin a capture with, by name.
  package static var captureTypes: [String] {
    files.keys.filter { $0.hasPrefix("capture/") }.map {
      String($0.dropFirst("capture/".count).dropLast(".md".count))
    }.sorted()
  }
}
