import EditingModel
package import MediaFormats
package import Rendering

extension RenderPlan {
  /// The segments in which the pictures are encoded as `settings`, complete; nil where there are none. The media's key frames, which
  /// borders depend on, are read where there will be any.
  ///
  /// - Throws: `RenderError`, as `MediaReading.keyFrames(of:)` does.
  package func segments(
    as settings: ExportSettings, renderer: any MediaReading
  ) async throws(RenderError) -> SegmentPlan? {
    guard let picture, settings.video != nil else { return nil }
    var keyFrames: [CompositionTrackSegment.Source: [Int]] = [:]
    for source in SegmentPlanner.sources(of: picture, as: settings) {
      do {
        keyFrames[source] = try await renderer.keyFrames(of: source)
      } catch {
        throw RenderError(describing: error)
      }
    }
    return SegmentPlanner(picture, as: settings, keyFrames: keyFrames).plan()
  }
}
