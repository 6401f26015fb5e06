import CairnCapture
import CairnDocument
import CairnQuery
import CairnText

/// A group of captures in a digest.
struct DigestGroup {
  /// The label that the captures of the group share.
  let label: GroupLabel
  /// The number of groups that contain this group.
  let depth: Int
  /// The number of captures in this group and in the groups nested in it.
  let count: Int
  /// The captures directly in this group, as indices in the selection.
  let captures: [Int]
  /// The nested groups; if there are any, `captures` is empty.
  let groups: [DigestGroup]

  /// Returns the outermost groups of a selection, sorted by label. No group is empty.
  ///
  /// - Parameters:
  ///   - labels: For each capture, the labels of its groups, in one list per level; nil if the
  ///     capture no longer exists.
  ///   - levels: The number of levels of grouping.
  static func groups(_ labels: [[[GroupLabel]]?], levels: Int) -> [DigestGroup] {
    groups(of: labels.indices.filter { labels[$0] != nil }, labels, level: 0, levels)
  }

  private static func groups(
    of places: [Int], _ labels: [[[GroupLabel]]?], level: Int, _ levels: Int
  ) -> [DigestGroup] {
    var known: [String: (label: GroupLabel, places: [Int])] = [:]
    for place in places {
      for label in labels[place]?[level] ?? [] {
        // A list may contain the same value twice.
        if known[label.identity]?.places.last == place { continue }
        known[label.identity, default: (label, [])].places.append(place)
      }
    }
    return known.values.sorted { $0.label.precedes($1.label) }.map { label, places in
      let isLast = level + 1 == levels
      return DigestGroup(
        label: label, depth: level, count: places.count, captures: isLast ? places : [],
        groups: isLast ? [] : groups(of: places, labels, level: level + 1, levels))
    }
  }

  /// This group and all groups nested in it, in the order of the digest.
  var flattened: [DigestGroup] { [self] + groups.flatMap(\.flattened) }
}

/// The label of a group: its name, its icon and its sort position.
struct GroupLabel {
  /// A key that is equal for all captures of a group.
  let identity: String
  /// The name shown in the group's heading.
  let name: String
  var icon: String?
  private let order: Order

  fileprivate enum Order {
    case number(Quantity)
    case text(String)
    /// A position after all other groups.
    case last
  }

  fileprivate init(_ name: String, _ order: Order, identity: String? = nil, icon: String? = nil) {
    self.name = name
    self.order = order
    self.identity = identity ?? name
    self.icon = icon
  }

  func precedes(_ other: GroupLabel) -> Bool {
    switch (order, other.order) {
    case (.number(let one), .number(let two)): one < two
    case (.text(let one), .text(let two)): NaturalOrder.precedes(one, two)
    case (.number, _), (.text, .last): true
    default: false
    }
  }

  /// Returns the label for a name. Names that differ only in case or accents share one group.
  fileprivate static func named(_ name: String) -> GroupLabel {
    let folded = FoldedText(name).text
    return GroupLabel(name, .text(folded), identity: folded)
  }

  fileprivate static func without(_ name: String) -> GroupLabel {
    GroupLabel(name, .last, identity: "\u{0}")
  }
}

// MARK: - Labels

/// A labeler that determines the groups to which captures belong.
struct GroupLabeler {
  let options: DigestOptions
  let surroundings: DigestSurroundings

  /// Returns, for each capture, the labels of the groups that contain the capture, in one list per
  /// level of grouping.
  func labels(of captures: [Capture]) -> [[[GroupLabel]]] {
    var target: DigestSurroundings.Target = { _, _ in nil }
    if options.grouping.contains(.person) { target = surroundings.targets(captures) }
    return captures.map { capture in
      options.grouping.map { grouping in labels(of: capture, by: grouping, target) }
    }
  }

  private func labels(
    of capture: Capture, by grouping: DigestGrouping, _ target: DigestSurroundings.Target
  ) -> [GroupLabel] {
    switch grouping {
    case .collection:
      let (name, icon) = surroundings.collection(capture.collection)
      let path = capture.collection.description
      return [GroupLabel(name, .text(path.folded), identity: path, icon: icon)]
    case .type: return [capture.type.map(GroupLabel.named) ?? .without("No type")]
    case .tag:
      let tags = capture.tags
      return tags.isEmpty ? [.without("No tags")] : tags.map { .named("#\($0)") }
    case .person:
      let people = people(of: capture, target)
      return people.isEmpty ? [.without("No person")] : people
    case .status: return [status(of: capture)]
    case .score:
      guard let score = capture.score else { return [.without("No score")] }
      return [GroupLabel(score.name.capitalizedFirst, .number(Quantity(-score.rawValue)))]
    case .day, .week, .month, .year:
      return [.span(grouping, capture.created.localDay(options.clock))]
    case .event: return events(of: capture)
    case .field(let name): return values(of: capture, name)
    }
  }

  private func people(
    of capture: Capture, _ target: DigestSurroundings.Target
  ) -> [GroupLabel] {
    var seen: Set<NotePath> = []
    return capture.links(in: capture.bodyText).compactMap { link in
      guard let path = target(capture, link), path != capture.path, seen.insert(path).inserted,
        let name = surroundings.person(path)
      else { return nil }
      return .named(name)
    }
  }

  private func status(of capture: Capture) -> GroupLabel {
    // As in queries, an action without a status counts as open.
    let isOpen = capture.status == nil && capture.type?.folded == "action"
    guard let status = isOpen ? ActionOutcome.open.rawValue : capture.status else {
      return .without("No status")
    }
    // Open statuses come before done and cancelled ones.
    let place =
      switch capture.outcome {
      case .open: 0
      case .done: 1
      case .cancelled: 2
      }
    let folded = FoldedText(status).text
    return GroupLabel(status.capitalizedFirst, .text("\(place) \(folded)"), identity: folded)
  }

  private func events(of capture: Capture) -> [GroupLabel] {
    let events = [
      ("Captured", capture.created), ("Completed", capture.time("completed")),
      ("Changed", capture.writtenUpdate),
    ]
    let happened = events.enumerated().filter { _, event in
      event.1.map { options.period.contains($0.localDay(options.clock)) } ?? false
    }
    return happened.map { GroupLabel($1.0, .number(Quantity($0))) }
  }

  private func values(of capture: Capture, _ name: String) -> [GroupLabel] {
    let key = name.folded
    let field = capture.document.fieldsThatCount.first { $0.key.folded == key }
    let labels = (field?.value.scalars ?? []).compactMap { value -> GroupLabel? in
      if let number = value.number {
        return GroupLabel(value.text ?? "", .number(number))
      }
      if let day = FieldTime(value)?.localDay(options.clock) {
        return .span(.day, day, isLastFirst: false)
      }
      return value.text.flatMap { $0.isEmpty ? nil : .named($0) }
    }
    return labels.isEmpty ? [.without(name.folded == "due" ? "No due date" : "No \(name)")] : labels
  }
}

extension GroupLabel {
  /// Returns the label of the day, week, month or year that contains a day. Groups are sorted from
  /// latest to earliest if `isLastFirst` is true.
  fileprivate static func span(
    _ grouping: DigestGrouping, _ day: CalendarDate, isLastFirst: Bool = true
  ) -> GroupLabel {
    let month = day.year * 100 + day.month
    let direction = isLastFirst ? -1 : 1
    return switch grouping {
    case .week:
      GroupLabel(
        "Week \(day.week.number), \(day.week.year.padded(4))",
        .number(Quantity(direction * (day.week.year * 100 + day.week.number))))
    case .month:
      GroupLabel("\(day.monthName) \(day.year.padded(4))", .number(Quantity(direction * month)))
    case .year: GroupLabel(day.year.padded(4), .number(Quantity(direction * day.year)))
    default:
      GroupLabel(
        "\(day.weekdayName), \(day.long)",
        .number(Quantity(direction * (month * 100 + day.day))))
    }
  }
}
