import CairnCapture
import CairnNotebook
import CairnText

extension PendingCapture {
  /// Reads the fields of a gift or an entry from the text. Fields that are already known keep their
  /// values.
  ///
  /// Does nothing if ``NewDetails/canRead(_:)`` rejects the text, if the capture is neither a gift
  /// nor an entry, if a service or a web page filled in the capture, or if the setting
  /// `classify.add` is `off`.
  ///
  /// - Returns: The details to ask a person about; nil if there are none, or if they were applied
  ///   without asking.
  mutating func findDetails(_ work: Workspace) throws -> (NewDetails, Schema?)? {
    guard !isFilled, work.notebook.settings["classify.add"]?.text != "off",
      let typed = try work.notebook.typedText(new), NewDetails.canRead(typed.text),
      var details = NewDetails(typed.text, typed.type, timeReader(work))
    else { return nil }
    let known = Set(new.fields.map(\.key))
    let folder = collection(of: details, work)
    var schema =
      try folder.map { try work.notebook.nearestPage(of: $0)?.schema } ?? typed.schema
    var adapted = details
    adapted.adapt(to: schema, known: known)
    // Only a person can add a required field, so a capture from a script is not put into a
    // collection whose required fields it lacks.
    let missing = adapted.missing(in: schema, known: known)
    if let folder, !missing.isEmpty, !work.context.canAsk {
      details.collection = nil
      setback = "Not saved in \(folder), which requires \(missing.joined(separator: " and "))."
      schema = typed.schema
      details.adapt(to: schema, known: known)
    } else {
      details = adapted
    }
    if work.context.canAsk, !isDryRun, !details.fields.isEmpty || details.asksRecipient(schema) {
      try saveBeforeAsking(work)
      return (details, schema)
    }
    take(details, work)
    return nil
  }

  /// Adds the fields that were read from the text. Also sets the default collection for these
  /// details, if the collection's folder exists and the capture has no collection yet.
  mutating func take(_ details: NewDetails, _ work: Workspace) {
    if let folder = collection(of: details, work) {
      new.collection = folder
      understood.append("in \(folder)")
    }
    for field in details.fields {
      new.fields.append((field.key, TypedValue(field.value, isText: field.key == "title")))
      understood.append("\(field.key) \(field.shown)")
    }
  }

  /// Returns the default collection for these details. Returns nil if there is none or its folder
  /// does not exist, or if the capture already has a collection.
  private func collection(of details: NewDetails, _ work: Workspace) -> NotePath? {
    guard new.collection == nil, let folder = details.collection.flatMap({ NotePath($0) }),
      (try? work.notebook.hasCollection(folder)) == true
    else { return nil }
    return folder
  }
}
