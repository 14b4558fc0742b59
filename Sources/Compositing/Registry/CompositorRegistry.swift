public import EditingModel

/// The custom compositors that there are, by the names that `VideoComposition.customCompositor` uses.
///
/// ```swift
/// var compositors = CompositorRegistry()
/// compositors.register("darker") { parameters in Darker() }
/// ```
public struct CompositorRegistry: Sendable {
  /// Makes a compositor that is told `parameters`, as they stand in the project.
  public typealias Maker = @Sendable (_ parameters: JSONValue?) throws -> any VideoCompositing

  private var makers: [String: Maker] = [:]
  private var descriptions: [String: CompositorDescription] = [:]

  /// No compositors.
  public init() {}

  /// Registers the compositor `name`; one that had the name before gives way. What it is told is not looked at here:
  /// `make` throws what is wrong with it.
  public mutating func register(_ name: String, make: @escaping Maker) {
    makers[name] = make
    descriptions[name] = nil
  }

  /// Registers the compositor that `description` tells of. What it is told is checked against that before `make` is
  /// called, and before anything is rendered.
  public mutating func register(_ description: CompositorDescription, make: @escaping Maker) {
    makers[description.name] = make
    descriptions[description.name] = description
  }

  /// The names, sorted.
  public var names: [String] { makers.keys.sorted() }

  /// What the compositor `name` says about itself; nil where it says nothing.
  public func description(of name: String) -> CompositorDescription? { descriptions[name] }

  /// Checks that the compositor of `videoComposition` is there, and that it can use all that it is told; makes nothing.
  ///
  /// - Throws: `unknownCompositor` with the names that there are, or `invalidParameter`.
  public func check(_ videoComposition: VideoComposition) throws(CompositingError) {
    guard let reference = videoComposition.customCompositor else { return }
    _ = try maker(of: reference)
    guard let description = descriptions[reference.name] else { return }
    try description.check(reference.parameters, of: "customCompositor")
    for (index, instruction) in videoComposition.instructions.enumerated() {
      try description.check(instruction.parameters, of: "instruction \(index)")
    }
  }

  /// The compositor that `reference` names, told its parameters, with the paths of files in place of their names.
  ///
  /// - Throws: `unknownCompositor`, and what its maker throws.
  public func makeCompositor(_ reference: CompositorReference) throws -> any VideoCompositing {
    try maker(of: reference)(resolvingFiles(in: reference.parameters, for: reference))
  }

  /// `parameters`, of the film or of an instruction, with the paths of files in place of their names, as far as the
  /// description of `reference`'s compositor tells which are files.
  public func resolvingFiles(in parameters: JSONValue?, for reference: CompositorReference) -> JSONValue? {
    descriptions[reference.name]?.resolvingFiles(in: parameters, for: reference) ?? parameters
  }

  private func maker(of reference: CompositorReference) throws(CompositingError) -> Maker {
    if let maker = makers[reference.name] { return maker }
    let known = names.map { "“\($0)”" }.joined(separator: ", ")
    throw CompositingError(
      .unknownCompositor, "There is no custom compositor “\(reference.name)”.",
      remedy: known.isEmpty
        ? "Register it or load its plug-in, or remove customCompositor." : "Use one of those that there are: \(known).")
  }
}
