public import EditingModel

/// The custom compositors that there are, by the names that `VideoComposition.customCompositor` uses.
///
/// ```swift
/// var compositors = CompositorRegistry()
/// compositors.register("darker") { parameters in Darker() }
/// ```
public struct CompositorRegistry: Sendable {
  /// Makes a compositor with `parameters`, as they stand in the project.
  public typealias Maker = @Sendable (_ parameters: JSONValue?) throws -> any VideoCompositing

  private var makers: [String: Maker] = [:]
  private var descriptions: [String: CompositorDescription] = [:]
  /// Compositors that are loaded when they are first asked for.
  private var deferred: [String: DeferredCompositors] = [:]
  /// Remedies for missing compositors, by name.
  private var remedies: [String: String] = [:]

  /// No compositors.
  public init() {}

  /// Registers the compositor `name`; one that had the name before gives way. Its parameters are not checked here:
  /// `make` throws what is wrong with it.
  public mutating func register(_ name: String, make: @escaping Maker) {
    makers[name] = make
    descriptions[name] = nil
    deferred[name] = nil
  }

  /// Registers the compositor that `description` describes. Its parameters are checked against that before `make` is
  /// called, and before anything is rendered.
  public mutating func register(_ description: CompositorDescription, make: @escaping Maker) {
    makers[description.name] = make
    descriptions[description.name] = description
    deferred[description.name] = nil
  }

  /// Registers the compositors `names`, which `load` brings when the first of them is asked for, once: those of a plug-in that
  /// most films do not use. A name that is registered already stays as it is.
  ///
  /// - Parameter load: Called on any thread, at most once.
  public mutating func register(
    _ names: [String], loading load: @escaping @Sendable () throws(CompositingError) -> CompositorRegistry
  ) {
    let source = DeferredCompositors(load)
    for name in names where makers[name] == nil && deferred[name] == nil { deferred[name] = source }
  }

  /// Has the error of a film that asks for the compositor `name`, which is not there, say what to do: `remedy`, a sentence.
  public mutating func setRemedy(_ remedy: String, forMissing name: String) {
    remedies[name] = remedy
  }

  /// The names, sorted.
  public var names: [String] { (Array(makers.keys) + deferred.keys).sorted() }

  /// The description of the compositor `name`; nil where it has none, or cannot be loaded.
  public func description(of name: String) -> CompositorDescription? {
    descriptions[name] ?? (try? deferred[name]?.get())?.descriptions[name]
  }

  /// Checks that the compositor of `videoComposition` is there, and that it can use its parameters; makes nothing.
  ///
  /// - Throws: `unknownCompositor` with the names that there are, or `invalidParameter`.
  public func check(_ videoComposition: VideoComposition) throws(CompositingError) {
    guard let reference = videoComposition.customCompositor else { return }
    _ = try maker(of: reference)
    guard let description = description(of: reference.name) else { return }
    try description.check(reference.parameters, of: "customCompositor")
    for (index, instruction) in videoComposition.instructions.enumerated() {
      try description.check(instruction.parameters, of: "instruction \(index)")
    }
  }

  /// The compositor that `reference` names, with its parameters, with the paths of files in place of their names.
  ///
  /// - Throws: `unknownCompositor`, and what its maker throws.
  public func makeCompositor(_ reference: CompositorReference) throws -> any VideoCompositing {
    try maker(of: reference)(resolvingFiles(in: reference.parameters, for: reference))
  }

  /// `parameters`, of the film or of an instruction, with the paths of files in place of their names, as far as the
  /// description of `reference`'s compositor tells which are files.
  public func resolvingFiles(in parameters: JSONValue?, for reference: CompositorReference) -> JSONValue? {
    description(of: reference.name)?.resolvingFiles(in: parameters, for: reference) ?? parameters
  }

  private func maker(of reference: CompositorReference) throws(CompositingError) -> Maker {
    if let maker = makers[reference.name] { return maker }
    if let maker = try deferred[reference.name]?.get().makers[reference.name] { return maker }
    if let remedy = remedies[reference.name] {
      throw CompositingError(
        .unknownCompositor, "There is no custom compositor “\(reference.name)”.", remedy: remedy)
    }
    let known = names.map { "“\($0)”" }.joined(separator: ", ")
    throw CompositingError(
      .unknownCompositor, "There is no custom compositor “\(reference.name)”.",
      remedy: known.isEmpty
        ? "Register it or load its plug-in, or remove customCompositor." : "Use one of those that there are: \(known).")
  }
}

/// A renderer's settings for custom compositors.
public struct VideoCompositingSettings: Sendable {
  /// The compositors that there are.
  public var compositors: CompositorRegistry
  /// The policy for frames that a compositor does not make.
  public var failurePolicy: VideoCompositorFailurePolicy
  /// The longest time for a frame; after that the compositor counts as stuck.
  public var requestTimeLimit: Duration
  /// Limit of the frames that are under way at once; as many as the machine has cores if nil. At least 1.
  public var requestsInFlight: Int?

  /// No compositors, unless some are given; a frame may take half a minute.
  public init(
    compositors: CompositorRegistry = CompositorRegistry(), failurePolicy: VideoCompositorFailurePolicy = .fail,
    requestTimeLimit: Duration = .seconds(30), requestsInFlight: Int? = nil
  ) {
    self.compositors = compositors
    self.failurePolicy = failurePolicy
    self.requestTimeLimit = requestTimeLimit
    self.requestsInFlight = requestsInFlight
  }
}

/// The treatment of a film whose custom compositor does not make a frame.
public enum VideoCompositorFailurePolicy: String, Hashable, Sendable, CaseIterable {
  /// The render fails, and nothing is left behind.
  case fail
  /// The last frame that came is shown again, and the failure is reported when the film is done; before the first frame,
  /// the instruction's background is shown.
  case showLastFrame
}
