public import EditingModel

/// A locator of an edit's parts in the document that describes it.
///
/// A place is a path of keys and numbers. For formats in JSON it is what RFC 6901 calls a pointer; others name the way through their
/// own structure alike, such as `/events/3/in`.
public protocol DocumentLocator: Sendable {
  /// The position of `location` in the document: its value, or the nearest value around it.
  func pointer(to location: ModelLocation) -> JSONPointer

  /// A diagnostic about the value at `pointer`, with its line and column, or about the nearest value around it: for what only the
  /// media or the machine show.
  func diagnostic(at pointer: JSONPointer, _ message: String, expected: String) -> ProjectDiagnostic
}
