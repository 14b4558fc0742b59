public import Rendering

/// The plan of an ``ExportSession``, as it stands before anything is written: frames and samples to be made, or packets to be
/// copied.
public enum ExportPlan: Hashable, Sendable {
  /// Frames and samples.
  case render(FilmPlan)
  /// Packets (`AVAssetExportPresetPassthrough`).
  case copy(CopyPlan)

  /// The plan as canonical text.
  public var text: String {
    switch self {
    case .render(let film): film.text
    case .copy(let plan): plan.text
    }
  }
}

extension PassthroughExport {
  /// The plan of the file, by the same steps as the file: the files' packets are read up to the parts' ends, and nothing is
  /// written.
  ///
  /// - Throws: `RenderError`, as ``export(progress:)`` does, but for what is wrong with the output.
  public func plan() async throws(RenderError) -> CopyPlan {
    do {
      return try await renderer.plan(copy)
    } catch {
      throw RenderError(describing: error)
    }
  }
}
