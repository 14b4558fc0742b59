public import EditingModel

/// A compositor's description of itself: its name, what it does, and its parameters.
public struct CompositorDescription: Hashable, Sendable {
  /// The name that `VideoComposition.customCompositor` uses.
  public var name: String
  /// The compositor's purpose, as a sentence.
  public var summary: String
  /// Its parameters. Each applies to the whole film if it is in `customCompositor.parameters`, and to an instruction if
  /// it is in the instruction's `parameters`.
  public var parameters: [CompositorParameter]

  /// The compositor `name`, which has `parameters`.
  public init(name: String, summary: String, parameters: [CompositorParameter] = []) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
  }

  /// The values that hold while an instruction with `instruction`'s parameters applies: its own, else the film's, else the
  /// defaults. What is not a parameter is left out.
  public func values(film: JSONValue?, instruction: JSONValue?) -> [String: JSONValue] {
    var values = Dictionary(parameters.map { ($0.name, $0.defaultValue) }) { first, _ in first }
    for case .object(let members)? in [film, instruction] {
      for (name, value) in members where values[name] != nil { values[name] = value }
    }
    return values
  }

  /// `given` with the paths of files in place of their names, which are counted from `reference`'s folder.
  func resolvingFiles(in given: JSONValue?, for reference: CompositorReference) -> JSONValue? {
    guard case .object(var members)? = given else { return given }
    for parameter in parameters where parameter.kind == .file {
      guard case .string(let name)? = members[parameter.name] else { continue }
      members[parameter.name] = .string(reference.path(ofFile: name))
    }
    return .object(members)
  }

  /// Checks that `given` is an object of parameters that there are, each with a value it can have.
  ///
  /// - Throws: `invalidParameter`, which says that it was found in `place`.
  func check(_ given: JSONValue?, of place: String) throws(CompositingError) {
    guard let given, given != .null else { return }
    guard case .object(let members) = given else {
      throw refusal("The parameters of \(place) are not an object.", expected: "an object")
    }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        let known = parameters.map { "“\($0.name)”" }.joined(separator: ", ")
        throw refusal(
          "The parameters of \(place) have “\(name)”, which there is not.",
          expected: known.isEmpty ? "none" : "some of \(known)")
      }
      guard parameter.kind.accepts(value) else {
        throw refusal(
          "The parameter “\(name)” of \(place) is \(value).", expected: parameter.kind.expectation)
      }
    }
  }

  private func refusal(_ message: String, expected: String) -> CompositingError {
    CompositingError(
      .invalidParameter, "The custom compositor “\(name)” cannot use this: \(message)", remedy: "Give it \(expected).")
  }
}

/// The values of a compositor's parameters.
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

  /// The values of `description`'s parameters that hold while an instruction with `instruction`'s parameters applies: its
  /// own, else the film's, else the defaults.
  public init(_ description: CompositorDescription, film: JSONValue?, instruction: JSONValue? = nil) {
    members = description.values(film: film, instruction: instruction)
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

  /// The color that `name` is.
  ///
  /// - Throws: `invalidParameter` where there is none.
  public func color(_ name: String) throws(CompositingError) -> Color {
    guard case .string(let text)? = members[name], let color = Color(hexadecimal: text) else {
      throw missing(name, "a color as “#rrggbb”")
    }
    return color
  }

  private func missing(_ name: String, _ wanted: String) -> CompositingError {
    CompositingError(
      .invalidParameter, "The parameter “\(name)” is \(members[name].map { "\($0)" } ?? "not given").",
      remedy: "Give it \(wanted).")
  }
}

extension AsynchronousVideoCompositionRequest {
  /// The instruction's parameters. In a plug-in these are the values in force, of every parameter that it
  /// declares: the instruction's own, else the film's, else the defaults.
  public var parameters: CompositorParameterValues {
    CompositorParameterValues(videoCompositionInstruction.parameters)
  }
}
