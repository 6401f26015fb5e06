import CairnText

extension Store {
  /// Removes the journals that are older than `retention.days` and, if all journals together exceed
  /// `retention.bytes`, the oldest ones. The latest journal always stays.
  ///
  /// Costs a listing of the folder and one stat call for each journal.
  func pruneJournals(keeping retention: Retention, at time: Instant) {
    guard let names = try? names(in: JournalFolder.path, for: .list),
      let folder = try? open(JournalFolder.path, SystemCalls.walkFlags, for: .list)
    else { return }
    let oldest = UniqueName.stamp(time.minus(days: retention.days))
    let journals = names.reversed().compactMap { name in
      JournalFolder.parse(name).map { (cString(name), $0.operation) }
    }
    var bytes = 0
    for (index, (name, operation)) in journals.enumerated() {
      bytes += (try? system.fstatat(folder.raw, name).stamp.size) ?? 0
      guard index > 0, bytes > retention.bytes || operation < oldest else { continue }
      try? system.unlinkat(folder.raw, name)
    }
  }
}
