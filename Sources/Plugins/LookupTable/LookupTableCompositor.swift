public import Compositing
public import EditingModel
public import MediaFormats
import PictureRows
import Synchronization

/// Lays the layers over one another and gives the frame the colors of a .cube file's lookup table.
///
/// The table is asked for full-range R′G′B′ of eight bits, as grading programs make such tables for: the engine converts
/// sources once before and the frame once after.
public final class LookupTableCompositor: SynchronousVideoCompositing {
  /// Its name and parameters.
  public static let description = CompositorDescription(
    name: "lookup-table", summary: "Gives the picture the colors of a lookup table.",
    parameters: [
      CompositorParameter("file", .file, default: .string(""), summary: "The table, a .cube file."),
      CompositorParameter(
        "strength", .number(0...1), default: .number("1"),
        summary: "How much of it counts; 0 leaves the picture as it is."),
      CompositorParameter(
        "interpolation", .choice(Interpolation.allCases.map(\.rawValue)),
        default: .string(Interpolation.tetrahedral.rawValue), summary: "How colors between the table's are made."),
    ])

  /// RGB with alpha.
  public let sourcePixelFormats: [PixelBuffer.Format]? = [.rgba]
  /// The same.
  public let requiredPixelFormatsForRenderContext: [PixelBuffer.Format] = [.rgba]

  private let film: JSONValue?
  /// The grades that have been used: a file is read once.
  private let grades = Mutex<[Grade.Recipe: Grade]>([:])

  /// A compositor with `parameters` for the whole film.
  ///
  /// - Throws: `CompositingError` where they name a file that cannot be used; they may leave that to instructions.
  public init(parameters: JSONValue?) throws {
    film = parameters
    let values = CompositorParameterValues(Self.description, film: film)
    if try !values.text("file").isEmpty { _ = try grade(values) }
  }

  /// The frame that `request` asks for.
  ///
  /// - Throws: `CompositingError` or `CompositorFailure`.
  public func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let values = CompositorParameterValues(
      Self.description, film: film, instruction: request.videoCompositionInstruction.parameters)
    let grade = try grade(values)
    var canvas = try LayerCanvas(for: request)
    for picture in try request.layerStack().all { try canvas.composite(picture) }
    let frame = try canvas.finish()
    try frame.changeRows { grade.apply(to: &$0) }
    return frame
  }

  private func grade(_ values: CompositorParameterValues) throws(CompositingError) -> Grade {
    let recipe = Grade.Recipe(
      path: try values.text("file"),
      interpolation: Interpolation(rawValue: try values.text("interpolation")) ?? .tetrahedral,
      strength: try values.number("strength"))
    return try grades.withLock { grades throws(CompositingError) in
      if let known = grades[recipe] { return known }
      let made = try Grade(recipe)
      grades[recipe] = made
      return made
    }
  }
}
