public import EditServices
public import EditingModel
public import MediaTime
import ProjectFile
public import Rendering

extension ProjectRender {
  /// The project's film in the form for analyses, and `range` of it in seconds.
  ///
  /// - Throws: `ProjectError`, `RenderError`, or `ChoiceError` where the range is outside of the film.
  public func analysisSubject(
    _ range: ProjectTimeRange? = nil
  ) async throws -> (AnalysisSubject, timeRange: CMTimeRange?) {
    let timing = try await timing(for: Choices(timeRange: range))
    return (AnalysisSubject(timing.edit), timing.range)
  }
}

extension AnalysisSubject {
  /// Number `track` of the video or audio tracks of the file of `asset`, or if nil the first enabled one, and `range`
  /// of it in seconds. Frames are those of the first enabled video track.
  ///
  /// - Throws: `RenderError`, or `ProjectRender.ChoiceError` where the range is outside of the file, or a time counts
  ///   frames and the file has none to count.
  public static func file(
    _ asset: AssetReference, track: Int?, _ range: ProjectTimeRange?, renderer: any Renderer
  ) async throws -> (AnalysisSubject, timeRange: CMTimeRange?) {
    let subject = AnalysisSubject(asset, track: track)
    guard let range else { return (subject, nil) }
    let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
    do throws(ProjectTimeRangeError) {
      return (
        subject,
        try range.timeRange(
          frameDuration: facts.defaultVideo?.timing.nominalFrameDuration, duration: facts.duration)
      )
    } catch {
      throw ProjectRender.ChoiceError(error.description)
    }
  }
}
