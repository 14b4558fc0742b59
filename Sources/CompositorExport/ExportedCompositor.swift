public import Compositing
public import EditingModel

/// A compositor that a plug-in holds: what it says about itself before any film, and what makes it for one.
public struct ExportedCompositor: Sendable {
  /// Its name, what it does, and its parameters.
  let description: CompositorDescription
  /// The formats of sources; nil for any.
  let sourceFormats: [PixelBuffer.Format]?
  /// The formats of finished frames.
  let outputFormats: [PixelBuffer.Format]
  /// The colors of sources.
  let colorSupport: CompositorColorSupport
  /// Whether a frame is made in one call.
  let isSynchronous: Bool

  private let make: @Sendable (JSONValue?) throws -> any VideoCompositing

  /// The compositor that `description` describes.
  ///
  /// - Parameters:
  ///   - description: Its name, which a project's `customCompositor` gives, what it does, and its parameters:
  ///     `gstedit plugins` shows them, and projects are checked against them before anything is rendered.
  ///   - sourceFormats: The compositor's `sourcePixelFormats`.
  ///   - outputFormats: The compositor's `requiredPixelFormatsForRenderContext`.
  ///   - supportsWideColorSourceFrames: The compositor's own.
  ///   - supportsHDRSourceFrames: The compositor's own.
  ///   - make: Makes the compositor for a film, as a `CompositorRegistry.Maker` does, but is given a value for each
  ///     parameter. What it throws is shown to a person, and nothing is rendered.
  public init<Compositor: VideoCompositing>(
    _ description: CompositorDescription, sourceFormats: [PixelBuffer.Format]? = nil,
    outputFormats: [PixelBuffer.Format], supportsWideColorSourceFrames: Bool = false,
    supportsHDRSourceFrames: Bool = false, make: @escaping @Sendable (_ parameters: JSONValue?) throws -> Compositor
  ) {
    self.description = description
    self.sourceFormats = sourceFormats
    self.outputFormats = outputFormats
    colorSupport = CompositorColorSupport(
      wideColor: supportsWideColorSourceFrames, highDynamicRange: supportsHDRSourceFrames)
    isSynchronous = Compositor.self is any SynchronousVideoCompositing.Type
    self.make = make
  }

  /// The compositor for the film that `handle` stands for.
  ///
  /// - Throws: The error of its maker, and `ExportFailure` where it draws in other formats than it said.
  func compositor(for handle: HostHandle) throws -> any VideoCompositing {
    let made = try make(parameters(of: handle))
    guard made.sourcePixelFormats == sourceFormats, made.requiredPixelFormatsForRenderContext == outputFormats else {
      throw ExportFailure("the compositor has other pixel formats than its plug-in declares")
    }
    guard made.colorSupport == colorSupport else {
      throw ExportFailure("the compositor supports other colors than its plug-in declares")
    }
    return made
  }

  /// The values that `handle`'s parameters have, as they would stand in a project.
  func parameters(of handle: HostHandle) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for parameter in description.parameters {
      let name = parameter.name
      members[name] =
        switch parameter.kind {
        case .boolean: handle.number(name).map { .bool($0 != 0) }
        case .integer: handle.number(name).flatMap(Int64.init(exactly:)).map { .number(String($0)) }
        case .number: handle.number(name).map { .number(String($0)) }
        case .text, .choice, .file, .color: handle.text(name).map { .string($0) }
        }
    }
    return .object(members)
  }
}
