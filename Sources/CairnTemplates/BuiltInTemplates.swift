import CTemplates

/// The templates that are compiled into Cairn: the files below `templates/` in the source code.
package enum BuiltInTemplates {
  /// The contents of the files, keyed by path below `templates/`, such as
  /// `digests/default/html/head.mustache`.
  package static let files: [String: String] = {
    let files = UnsafeBufferPointer(start: cairn_templates(), count: cairn_template_count())
    return Dictionary(files.map { (String(cString: $0.path), String(cString: $0.text)) }) { $1 }
  }()
}
