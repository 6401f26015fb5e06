public import CairnNotebook
import CairnText

extension Audience {
  /// Creates the audience of an assistant that sees only the collections with these names and the
  /// collections nested in them. If `names` is empty, the assistant sees all collections.
  ///
  /// Throws a ``Refusal`` if a name is not a path of a collection.
  public init(namedScopes names: [String]) throws(Refusal) {
    var scopes: [NotePath] = []
    for name in names {
      guard let path = NotePath(name), !path.isRoot else {
        throw Refusal("scope-invalid", "--scope: `\(name)` is not a path of a collection", .invalid)
      }
      scopes.append(path)
    }
    self.init(scopes: scopes)
  }
}

extension Workspace {
  /// Throws a ``Refusal`` if a collection that an audience may see does not exist.
  public func check(_ audience: Audience) throws {
    for scope in audience.scopes where try !notebook.hasCollection(scope) {
      throw Refusal(
        "collection-unknown", "--scope: there is no collection `\(scope)`", .nothingFound)
    }
  }
}
