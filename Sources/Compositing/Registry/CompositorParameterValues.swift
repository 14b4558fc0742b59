public import EditingModel

/// What a compositor is told: the values of its parameters.
///
/// ```swift
/// let gain = try request.parameters.number("gain")
/// ```
public struct CompositorParameterValues: Sendable {
  private let members: [String: JSONValue]

  /// The values in `parameters`, an object as it stands in a project; none where it is something else.
  public init(_ parameters: JSONValue?) {
    members = if case .object(let members)? = parameters { members } else { [:] }
  }

  /// The number that `name` is.
  ///
  /// - Throws: `invalidParameter` where there is none.
  public func number(_ name: String) throws(CompositingError) -> Double {
    guard case .number(let digits)? = members[name], let number = Double(digits) else {
      throw missing(name, "a number")
    }
    return number
  }

  /// The whole number that `name` is.
  ///
  /// - Throws: `invalidParameter` where there is none.
  public func integer(_ name: String) throws(CompositingError) -> Int {
    guard case .number(let digits)? = members[name], let integer = Int(digits) else {
      throw missing(name, "a whole number")
    }
    return integer
  }

  /// Whether `name` is true.
  ///
  /// - Throws: `invalidParameter` where it is neither true nor false.
  public func boolean(_ name: String) throws(CompositingError) -> Bool {
    guard case .bool(let truth)? = members[name] else { throw missing(name, "true or false") }
    return truth
  }

  /// The text that `name` is, or the word among several, the path of a file or the color.
  ///
  /// - Throws: `invalidParameter` where there is none.
  public func text(_ name: String) throws(CompositingError) -> String {
    guard case .string(let text)? = members[name] else { throw missing(name, "a text") }
    return text
  }

  private func missing(_ name: String, _ wanted: String) -> CompositingError {
    CompositingError(
      .invalidParameter, "The parameter “\(name)” is \(members[name].map { "\($0)" } ?? "not given").",
      remedy: "Give it \(wanted).")
  }
}

extension AsynchronousVideoCompositionRequest {
  /// What the instruction tells the compositor. In a plug-in these are the values in force, of every parameter that it
  /// declares: the instruction's own, else the film's, else the defaults.
  public var parameters: CompositorParameterValues {
    CompositorParameterValues(videoCompositionInstruction.parameters)
  }
}
