import CTemplates

/// The templates that come with Cairn: the files below `templates/`.
package enum BuiltInTemplates {
  /// The file texts, keyed by path below `templates/`: `digests/default/html/head.mustache`.
  package static let files: [String: String] = {
    let files = UnsafeBufferPointer(start: cairn_templates(), count: cairn_template_count())
    return Dictionary(files.map { (String(cString: $0.path), String(cString: $0.text)) }) { $1 }
  }()
}
