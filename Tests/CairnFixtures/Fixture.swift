package import CairnCapture
import CairnDocument
package import CairnText

/// A clock that stands at 2026-11-21T10:04:05, one hour east of UTC.
package let clock = LocalClock(now: Instant(seconds: 1_795_251_845)) { _ in 3600 }

/// A capture from a text; a path that is none is the root.
package func capture(
  _ text: String, at path: String = "work/acme/2026-11-21-pay.md", modified: Int = 1_795_251_845
) -> Capture {
  capture(bytes: Array(text.utf8), at: path, modified: modified)
}

/// A capture from bytes.
package func capture(
  bytes: [UInt8], at path: String = "work/acme/2026-11-21-pay.md", modified: Int = 1_795_251_845
) -> Capture {
  Capture(
    path: NotePath(path) ?? .root, document: Document(bytes), modified: Instant(seconds: modified))
}

/// A capture with all that a capture may have.
package let invoice = capture(
  """
  ---
  id: k7x2m9q4ab
  type: action
  collection: work/acme
  score: 3
  meaning: Acme must be paid before the month ends.
  status: open
  due: 2026-11-30
  tags: [finance, acme]
  created: 2026-11-21 10:04:05 +01:00
  Invoice no: KN-2026-0417
  Größe: [1, 2.50, ~]
  author: {name: Ann, born: 1970-01-02}
  ---
  # Pay the Acme invoice

  They called twice. [[Sarah]] has the number. #q4

  """)
