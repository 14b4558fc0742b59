/// Why something could not cross the border, in words that a person is told.
struct ExportFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
