/// The refusal of a conversion of pictures.
public struct ColorConversionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, as a whole sentence.
  public let message: String

  init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }
}
