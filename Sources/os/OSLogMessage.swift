/// The privacy of a value in a line of a log (`OSLogPrivacy`).
public struct OSLogPrivacy: Hashable, Sendable {
  /// Whether the value is left out.
  let isHidden: Bool

  /// Readable: values without a privacy are written.
  public static let auto = OSLogPrivacy(isHidden: false)
  /// Readable.
  public static let `public` = OSLogPrivacy(isHidden: false)
  /// Hidden from all readers: `<private>` is written in its place.
  public static let `private` = OSLogPrivacy(isHidden: true)
  /// Hidden from all readers: `<private>` is written in its place.
  public static let sensitive = OSLogPrivacy(isHidden: true)
}

/// A line of a log (`OSLogMessage`): a string whose values have a privacy each.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  /// The line, as it is written.
  let text: String

  /// The line `value`.
  public init(stringLiteral value: String) { text = value }
  /// The line that `stringInterpolation` has gathered.
  public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// Gathers a line (`OSLogInterpolation`).
  public struct Interpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// An empty line.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
    /// Adds `literal` as it is.
    public mutating func appendLiteral(_ literal: String) { text += literal }
    /// Adds the description of `value`.
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.isHidden ? "<private>" : String(describing: value())
    }
    /// Adds the description of `value`; `nil` where there is none.
    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value?, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.isHidden ? "<private>" : value().map { String(describing: $0) } ?? "nil"
    }
  }
}
