import Compositing
package import CompositorExport
import EditingModel
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

  /// The parameters of all of them, each once.
  private static var parameters: [CompositorParameter] {
    kinds.flatMap { $0.description.parameters }.reduce(into: []) { known, parameter in
      if !known.contains(where: { $0.name == parameter.name }) { known.append(parameter) }
    }
  }

  private let transitions = Dictionary(
    uniqueKeysWithValues: kinds.map { ($0.description.name, $0.init() as any Transition) })

  func draw(_ pictures: TransitionPictures, for request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let kind = try request.parameters.text("kind")
    guard let transition = transitions[kind] else { throw CompositorFailure("there is no transition “\(kind)”") }
    return try transition.draw(pictures, for: request)
  }
}

/// All transitions, as a plug-in shows them.
package let transitions = CompositorPluginExport(
  "transitions", version: "1.0", AnyTransition.exported, Dissolve.exported, Wipe.exported, Iris.exported,
  Clock.exported,
  LumaMatte.exported)

extension Transition {
  /// The transition in the form of a plug-in's compositor.
  fileprivate static var exported: ExportedCompositor {
    ExportedCompositor(
      description, sourceFormats: PixelBuffer.Format.plainYCbCr, outputFormats: PixelBuffer.Format.plainYCbCr,
      supportsWideColorSourceFrames: true, supportsHDRSourceFrames: true
    ) { _ in Self() }
  }
}
