import CairnCapture
import CairnNotebook
import CairnText
import SystemPackage

extension NewCapture {
  /// The capture's values besides its text, in the form in which a draft stores them: a dictionary
  /// with keys such as `collection` and `field.000.title`. Files are stored as paths. Files that a
  /// client sent have no path and are left out.
  var notes: [String: String] {
    var notes: [String: String] = [:]
    for (index, field) in fields.enumerated() {
      notes["field.\(index.padded(3)).\(field.key)"] = field.value.note
    }
    if let collection { notes["collection"] = collection.description }
    if createsCollection { notes["create"] = "true" }
    if !tags.isEmpty { notes["tags"] = tags.joined(separator: ",") }
    if let template { notes["template"] = template }
    if wasOffered { notes["offered"] = "true" }
    for (index, media) in media.enumerated() {
      // A name that a client chose is not a path on this machine.
      notes["media.\(index.padded(3)).\(media.role.rawValue)"] = media.source?.string
    }
    return notes
  }

  /// Copies the values that are stored with a draft (`notes`) into this capture. Does not replace
  /// values that the capture already has.
  ///
  /// - Parameters:
  ///   - roles: The roles of the files that the request replaces or removes.
  ///   - file: A callback that reads an attached file of the draft, given the file's name and role;
  ///     it returns nil if the file cannot be read.
  mutating func take(
    _ notes: [String: String], replacing roles: Set<NewMedia.Role>,
    file: (String, NewMedia.Role) -> NewMedia?
  ) {
    let invalid = Set(notes.keys.compactMap(InvalidOption.name(ofNote:)))
    collection = collection ?? notes["collection"].flatMap { NotePath($0) }
    createsCollection = createsCollection || notes["create"] != nil
    if tags.isEmpty || invalid.contains("tag") {
      tags = (notes["tags"]?.split(separator: ",").map(String.init) ?? []) + tags
    }
    template = template ?? notes["template"]
    wasOffered = notes["offered"] != nil
    let sorted = notes.sorted { $0.key < $1.key }
    let given = Set(fields.map(\.key))
    fields.insert(
      contentsOf: sorted.filter { $0.key.hasPrefix("field.") }.compactMap { key, value in
        let name = String(key.dropFirst("field.000.".count))
        guard !given.contains(name) else { return nil }
        return (name, TypedValue(note: value))
      }, at: 0)
    // If a file name in the draft was invalid, the files of this request replace only that file,
    // and the draft's valid files are kept.
    let roles = roles.filter { !invalid.contains($0.option) }
    let kept = sorted.filter { $0.key.hasPrefix("media.") }.compactMap { key, name in
      let role = NewMedia.Role(rawValue: String(key.dropFirst("media.000.".count))) ?? .file
      return roles.contains(role) ? nil : file(name, role)
    }
    media = kept + media
  }
}

extension TypedValue {
  /// The value as a draft stores it: a letter for the kind, then the value. In `sred`, the text
  /// `red` stays text; in `t5`, the typed text `5` can become a number. In a list, which begins
  /// with `l`, the control character U+001F precedes each element.
  fileprivate var note: String {
    if let list { return "l" + list.map { "\u{1F}" + $0 }.joined() }
    return (isText ? "s" : "t") + text
  }

  /// Creates a value from the form in which a draft stores it.
  fileprivate init(note: String) {
    let text = String(note.dropFirst())
    if note.first == "l" {
      let pieces = text.split(omittingEmptySubsequences: false) { $0 == "\u{1F}" }
      let list = pieces.dropFirst().map { String($0) }
      self.init(list.joined(separator: ", "), list: list)
    } else {
      self.init(text, isText: note.first == "s")
    }
  }
}

// MARK: - Invalid options

/// An option of `add` whose value is not valid.
struct InvalidOption: Hashable, Sendable {
  private static let prefix = "option."

  /// The long name of the option.
  let name: String
  /// The value as typed; for a file, its absolute path.
  let value: String

  /// The placeholder for a valid value, as in `--due WHEN`.
  var placeholder: String {
    switch name {
    case "due": "WHEN"
    case "url": "ADDRESS"
    case "image": "FILE"
    default: name.uppercased()
    }
  }

  /// Returns the key under which a draft stores this option. `index` is the option's position among
  /// the invalid options.
  func note(_ index: Int) -> String { "\(Self.prefix)\(index.padded(3)).\(name)" }

  /// Returns the long name of the invalid option that a draft stores under `key`; nil if the draft
  /// stores something else under it.
  static func name(ofNote key: String) -> String? {
    key.hasPrefix(prefix) ? String(key.dropFirst("\(prefix)000.".count)) : nil
  }
}

extension NewCapture {
  /// Returns whether the capture has a value for an option that was invalid in an earlier attempt.
  func replaces(_ option: InvalidOption) -> Bool {
    switch option.name {
    case "collection": collection != nil
    case "template": template != nil
    case "tag": !tags.isEmpty
    case "image", "file": media.contains { $0.role.option == option.name }
    case "date": field("created") != nil
    case "set": field(String(option.value.prefix { $0 != "=" })) != nil
    default: field(option.name) != nil
    }
  }
}

extension AddRequest {
  /// The roles of the files for which the request has values, including empty ones.
  var mediaRoles: Set<NewMedia.Role> {
    Set((images.isEmpty ? [] : [.image]) + (files.isEmpty ? [] : [.file]))
  }

  /// Copies the invalid options that are stored with a draft (`notes`) into this request, so that
  /// they are checked again. Does not copy an option for which this request has a new value.
  mutating func takeInvalidOptions(of notes: [String: String]) {
    let given = self
    for (key, value) in notes.sorted(by: { $0.key < $1.key }) {
      switch InvalidOption.name(ofNote: key) {
      case "collection": collection = collection ?? value
      case "date": date = date ?? value
      case "due": due = due ?? value
      case "url": url = url ?? value
      case "template": template = template ?? value
      case "tag": if given.tags.isEmpty { tags.append(value) }
      case "image": if given.images.isEmpty { images.append(value) }
      case "file": if given.files.isEmpty { files.append(value) }
      case "set":
        let isCorrected = value.hasPrefix("due=") && given.due != nil
        if given.fields.isEmpty, !isCorrected { fields.append(value) }
      default: break
      }
    }
    leaveOutEmptyOptions()
  }

  /// Removes options with empty values. A user passes an empty value to drop the corresponding
  /// value of a draft. An empty collection becomes the inbox.
  private mutating func leaveOutEmptyOptions() {
    if url?.isEmpty == true { url = nil }
    if date?.isEmpty == true { date = nil }
    if template?.isEmpty == true { template = nil }
    if collection?.isEmpty == true { collection = "/" }
    images.removeAll(where: \.isEmpty)
    files.removeAll(where: \.isEmpty)
    fields.removeAll(where: \.isEmpty)
  }
}

extension NewMedia.Role {
  /// The long name of the option that attaches files in this role.
  var option: String { self == .image ? "image" : "file" }
}

extension PendingCapture {
  /// Returns the options that correct an error, as words of a command line: `--due` and `WHEN`.
  /// Empty if no option can. If the draft lacks the details of a looked-up entry, the options
  /// include `--lookup`.
  func remedy(for error: any Error) -> [String] {
    if let option = invalid.first {
      guard option.name == "set" else { return ["--\(option.name)", option.placeholder] }
      return ["--set", "\(option.value.prefix { $0 != "=" })=…"]
    }
    let options = correction(of: error)
    return options + (isLookedUp && !hasAnswers && !options.isEmpty ? ["--lookup"] : [])
  }

  private func correction(of error: any Error) -> [String] {
    switch error {
    case CaptureRefusal.unknownCollection where new.collection != nil: return ["--create"]
    case CaptureRefusal.unknownCollection: return ["--collection", "COLLECTION"]
    case CaptureRefusal.untitledEntry: return ["--title", "TITLE"]
    case CaptureRefusal.fieldsMissing(let fields, _):
      return fields.flatMap { ["--set", "\($0.name)=…"] }
    case MediaRefusal.tooManyImages: return ["--image", "FILE"]
    case let refusal as Refusal where refusal.code == "split-option":
      return optionOfSingleCapture.map { [$0, "''"] } ?? []
    case let refusal as Refusal where refusal.code == "type-unknown": return ["--type", "TYPE"]
    case let problem as Diagnostic where problem.code == "score-unknown":
      return ["--score", "SCORE"]
    case let problem as Diagnostic where problem.code == "schema-breach":
      let field = new.fields.first { problem.message.hasPrefix($0.key) }
      return field.map { ["--set", "\($0.key)=…"] } ?? []
    default: return []
    }
  }
}
