import CairnCapture
import CairnNotebook
import CairnText
import SystemPackage

/// A value that a draft of a capture stores besides the text.
struct DraftNote: Hashable {
  /// A kind of value that can occur several times in a draft. The key of such a value consists of
  /// its kind, its position and its name, as in `field.000.title`.
  enum Kind: String { case field, media, option }

  /// The kind; nil for a value that is stored under its name alone, such as `tags`.
  let kind: Kind?
  /// The name of the field or the option, the role of the file, or the whole key.
  let name: String
  let value: String

  init(_ key: String, _ value: String) {
    let parts = key.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    kind = parts.count == 3 ? Kind(rawValue: String(parts[0])) : nil
    name = kind == nil ? key : String(parts[2])
    self.value = value
  }

  /// Returns the values in `notes` that have this kind, sorted by position.
  static func all(_ kind: Kind, in notes: [String: String]) -> [DraftNote] {
    notes.sorted { $0.key < $1.key }.map(DraftNote.init).filter { $0.kind == kind }
  }

  /// Returns the key under which a draft stores a value.
  static func key(_ kind: Kind, _ index: Int, _ name: String) -> String {
    "\(kind.rawValue).\(index.padded(3)).\(name)"
  }
}

extension NewCapture {
  /// The capture's values besides its text, in the form in which a draft stores them: a dictionary
  /// with keys such as `collection` and `field.000.title`. Files are stored as paths. Files that a
  /// client sent have no path and are left out.
  var notes: [String: String] {
    var notes: [String: String] = [:]
    for (index, field) in fields.enumerated() {
      notes[DraftNote.key(.field, index, field.key)] = field.value.note
    }
    if let collection { notes["collection"] = collection.description }
    if createsCollection { notes["create"] = "true" }
    if !tags.isEmpty { notes["tags"] = tags.joined(separator: ",") }
    if let template { notes["template"] = template }
    if wasOffered { notes["offered"] = "true" }
    for (index, media) in media.enumerated() {
      // A name that a client chose is not a path on this machine.
      notes[DraftNote.key(.media, index, media.role.rawValue)] = media.source?.string
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
    let invalid = Set(DraftNote.all(.option, in: notes).map(\.name))
    collection = collection ?? notes["collection"].flatMap { NotePath($0) }
    createsCollection = createsCollection || notes["create"] != nil
    if tags.isEmpty || invalid.contains("tag") {
      tags = (notes["tags"]?.split(separator: ",").map(String.init) ?? []) + tags
    }
    template = template ?? notes["template"]
    wasOffered = notes["offered"] != nil
    let given = Set(fields.map(\.key))
    let stored = DraftNote.all(.field, in: notes).filter { !given.contains($0.name) }
    fields.insert(contentsOf: stored.map { ($0.name, TypedValue(note: $0.value)) }, at: 0)
    // If a file name in the draft was invalid, the files of this request replace only that file,
    // and the draft's valid files are kept.
    let roles = roles.filter { !invalid.contains($0.option) }
    let kept = DraftNote.all(.media, in: notes).compactMap { note in
      let role = NewMedia.Role(rawValue: note.name) ?? .file
      return roles.contains(role) ? nil : file(note.value, role)
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
    for note in DraftNote.all(.option, in: notes) {
      let value = note.value
      switch note.name {
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
