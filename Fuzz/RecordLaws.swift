import CairnText

@testable import CairnFiles

/// The laws of the small files in a state folder: the lock file and the records of trash entries.
struct RecordLaws {
  private let bytes: [UInt8]

  init(_ input: [UInt8]) { bytes = input }

  func check() {
    _ = LockHolder(bytes).description
    guard let record = Record(bytes) else { return }
    let again = Record(record.bytes)
    precondition(
      again?.fields.map(\.key) == record.fields.map(\.key)
        && again?.fields.map(\.value) == record.fields.map(\.value),
      "a record is not read as it was written")
    for field in record.fields { _ = record.time(field.key).map { DateTime($0, offset: 0) } }
  }
}
