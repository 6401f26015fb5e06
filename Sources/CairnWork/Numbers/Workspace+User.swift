public import CairnNotebook

extension Workspace {
  /// The name of the setting with the user's UUID.
  public static let userSetting = "web.user"

  /// The UUID of the notebook's user; nil if no client has sent one yet.
  public var userID: String? { notebook.settings[Self.userSetting]?.text.lowercased() }

  /// Checks that a client's UUID belongs to the notebook's only user. If the user has no UUID yet,
  /// saves this one. In a dry run, saves nothing.
  ///
  /// Throws a ``Refusal`` if the UUID is invalid or belongs to another user.
  public func checkUser(_ uuid: String, _ mode: Mode) throws {
    let uuid = uuid.lowercased()
    guard uuid.isUUID else {
      throw Refusal("user-invalid", "`user_id` is not a UUID", .invalid)
    }
    if let userID {
      guard userID == uuid else {
        throw Refusal(
          "user-unknown",
          "`\(uuid)` is not the user of this notebook; `GET /api/v1/me` returns the user's UUID",
          .nothingFound)
      }
    } else if mode == .write {
      _ = try set(try Settings.key(Self.userSetting), to: uuid, isUser: false, .write)
    }
  }
}

extension String {
  /// Whether the text has the form of a UUID (RFC 9562 §4).
  fileprivate var isUUID: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit } }
  }
}
