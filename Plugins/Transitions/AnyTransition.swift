import Compositing
import Composition
import PictureRows

/// Any of the transitions, chosen instruction by instruction: a film has one custom compositor, and may want several.
struct AnyTransition: Transition {
  static let description = CompositorDescription(
    name: "transition", summary: "Any of the other transitions, for films that want more than one.",
    parameters: [
      CompositorParameter(
        "kind", .choice(kinds.map { $0.description.name }), default: .string(Dissolve.description.name),
        summary: "Which of them.")
    ] + parameters)

  /// The transitions that there are.
  static let kinds: [any Transition.Type] = [Dissolve.self, Wipe.self, Iris.self, Clock.self, LumaMatte.self]

  /// What some of them can be told, each once.
  private static var parameters: [CompositorParameter] {
    kinds.flatMap { $0.description.parameters }.reduce(into: []) { known, parameter in
      if !known.contains(where: { $0.name == parameter.name }) { known.append(parameter) }
    }
  }

  let film: JSONValue?
  private let transitions: [String: any Transition]

  init(film: JSONValue?) {
    self.film = film
    transitions = Dictionary(
      uniqueKeysWithValues: Self.kinds.map { ($0.description.name, $0.init(film: film) as any Transition) })
  }

  func draw(
    _ pictures: TransitionPictures, told values: ParameterValues, for request: AsynchronousVideoCompositionRequest
  ) throws -> PixelBuffer {
    let kind = values.text("kind")
    guard let transition = transitions[kind] else { throw CompositorFailure("There is no transition “\(kind)”.") }
    let own = ParameterValues(type(of: transition).description, film: film, for: request)
    return try transition.draw(pictures, told: own, for: request)
  }
}
