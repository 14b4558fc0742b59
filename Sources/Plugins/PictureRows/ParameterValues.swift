package import Compositing
package import EditingModel

/// The values of a compositor's parameters that hold for one frame.
///
/// What is asked for is among the description's parameters and of its kind: projects are checked before they are rendered.
/// Where it is not, it is the kind's nothing.
package struct ParameterValues {
  private let values: [String: JSONValue]

  /// The values of `description`'s parameters for `request`, in a film whose compositor is told `film`.
  package init(
    _ description: CompositorDescription, film: JSONValue?, for request: AsynchronousVideoCompositionRequest
  ) {
    values = description.values(film: film, instruction: request.videoCompositionInstruction.parameters)
  }

  /// The values of `description`'s parameters that hold throughout a film whose compositor is told `film`, unless an
  /// instruction says otherwise.
  package init(_ description: CompositorDescription, film: JSONValue?) {
    values = description.values(film: film, instruction: nil)
  }

  /// The number `name`.
  package func number(_ name: String) -> Double {
    if case .number(let digits)? = values[name] { Double(digits) ?? 0 } else { 0 }
  }

  /// Whether `name` is true.
  package func isTrue(_ name: String) -> Bool { values[name] == .bool(true) }

  /// The color `name`.
  package func color(_ name: String) -> Color { Color(hexadecimal: text(name)) ?? .black }

  /// The text, the chosen word or the path `name`.
  package func text(_ name: String) -> String {
    if case .string(let text)? = values[name] { text } else { "" }
  }
}
