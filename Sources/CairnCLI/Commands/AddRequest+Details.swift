import CairnCapture
import CairnDocument
import CairnFiles
import CairnInsight
import CairnNotebook
import CairnText

extension AddRequest {
  /// Reads the fields of a gift or an entry from its one line, where something says that it is one. What is
  /// said already stays; whoever can be asked sees what was read, and may change it.
  mutating func findDetails(_ session: Session) throws {
    guard session.notebook.settings["classify.add"]?.text != "off",
      let typed = try session.notebook.typedText(new), Self.isLine(typed.text),
      var details = NewDetails(typed.text, typed.type, timeReader(session))
    else { return }
    let folder = collection(of: details, session)
    let schema =
      try folder.map { try session.notebook.nearestPage(of: $0)?.schema } ?? typed.schema
    details.adapt(to: schema, known: Set(new.fields.map(\.key)))
    if session.canAsk, !command.dryRun {
      try saveBeforeAsking(session)
      hasAnswers = true
      let isApproved = session.approve(&details, schema)
      if isApproved == false { return }
      if isApproved == true { session.askRecipient(&details, schema) }
    }
    guard !details.fields.isEmpty else { return }
    if let folder {
      new.collection = folder
      understood.append("in \(folder)")
    }
    for field in details.fields {
      new.fields.append((field.key, TypedValue(field.value, isText: field.key == "title")))
      understood.append("\(field.key) \(field.shown)")
    }
  }

  /// Whether a text is short enough to be about one thing, on one line.
  private static func isLine(_ text: String) -> Bool {
    text.count <= 400 && !text.contains(where: \.isNewline)
  }

  /// The folder for entries of the kind, where none was named and it is there.
  private func collection(of details: NewDetails, _ session: Session) -> NotePath? {
    guard new.collection == nil, let folder = details.collection.flatMap({ NotePath($0) }),
      (try? session.notebook.store.kind(folder)) == .folder
    else { return nil }
    return folder
  }
}
