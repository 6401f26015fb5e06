import CairnCapture
import CairnNotebook
import CairnText
import SystemPackage

extension NewCapture {
  /// The capture's values besides its text, in the form in which a draft stores them: a dictionary
  /// with keys such as `collection` and `field.000.title`.
  var notes: [String: String] {
    var notes: [String: String] = [:]
    for (index, field) in fields.enumerated() {
      notes["field.\(index.padded(3)).\(field.key)"] =
        (field.value.isText ? "s" : "t") + field.value.text
    }
    if let collection { notes["collection"] = collection.description }
    if !tags.isEmpty { notes["tags"] = tags.joined(separator: ",") }
    if let template { notes["template"] = template }
    if wasOffered { notes["offered"] = "true" }
    for (index, media) in media.enumerated() {
      notes["media.\(index.padded(3)).\(media.role.rawValue)"] = media.source.string
    }
    return notes
  }

  /// Sets the values that a draft's notes contain, except those that this capture already has.
  ///
  /// - Parameter file: A callback that reads the picture or other file with this name and role.
  mutating func take(
    _ notes: [String: String], file: (String, NewMedia.Role) throws -> NewMedia
  ) throws {
    collection = collection ?? notes["collection"].flatMap { NotePath($0) }
    if tags.isEmpty { tags = notes["tags"]?.split(separator: ",").map(String.init) ?? [] }
    template = template ?? notes["template"]
    wasOffered = notes["offered"] != nil
    let sorted = notes.sorted { $0.key < $1.key }
    let given = Set(fields.map(\.key))
    fields.insert(
      contentsOf: sorted.filter { $0.key.hasPrefix("field.") }.compactMap { key, value in
        let name = String(key.dropFirst("field.000.".count))
        guard !given.contains(name) else { return nil }
        return (name, TypedValue(String(value.dropFirst()), isText: value.first == "s"))
      }, at: 0)
    let roles = Set(media.map(\.role))
    let kept = try sorted.filter { $0.key.hasPrefix("media.") }.compactMap { key, name in
      let role = NewMedia.Role(rawValue: String(key.dropFirst("media.000.".count))) ?? .file
      return roles.contains(role) ? nil : try file(name, role)
    }
    media = kept + media
  }
}
