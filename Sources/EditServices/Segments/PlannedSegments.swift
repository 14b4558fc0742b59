import EditingModel
package import MediaFormats
package import Rendering

extension RenderPlan {
  /// The segments in which the pictures are encoded as `settings`, complete, or copied where `policy` and the media allow it; nil
  /// where there are none. What borders depend on is read of the media: its key frames, its packets.
  ///
  /// - Throws: `RenderError`, as `MediaReading.keyFrames(of:)` does.
  package func segments(
    as settings: ExportSettings, policy: SmartRenderingPolicy, renderer: any MediaReading
  ) async throws(RenderError) -> SegmentPlan? {
    guard let picture, settings.video != nil else { return nil }
    var keyFrames: [CompositionTrackSegment.Source: [Int]] = [:]
    var coded: CodedMedia = [:]
    let isSmart = policy.looksForCopies(in: picture, as: settings)
    do {
      for source in SegmentPlanner.sources(of: picture, as: settings) {
        keyFrames[source] = try await renderer.keyFrames(of: source)
      }
      for source in isSmart ? SegmentPlanner.copiedSources(of: picture, as: settings) : [] {
        coded[source] = try await renderer.codedPictures(of: source).flatMap(policy.copied)
      }
    } catch {
      throw RenderError(describing: error)
    }
    return SegmentPlanner(picture, as: settings, keyFrames: keyFrames, coded: isSmart ? coded : nil).plan()
  }

  /// The plan of the sound with complete `settings` in a smartly rendered film: its media's packets, or encoded
  /// samples. It depends on the media's packets, which are read.
  ///
  /// - Throws: `RenderError`, as `MediaReading.codedSound(of:)` does.
  package func smartSound(
    as settings: ExportSettings, renderer: any MediaReading
  ) async throws(RenderError) -> SmartSound? {
    guard let sound, settings.audio != nil else { return nil }
    let planner = SmartSoundPlanner(sound, as: settings)
    guard let source = planner.source else { return planner.plan(nil) }
    do {
      return planner.plan(try await renderer.codedSound(of: source))
    } catch {
      throw RenderError(describing: error)
    }
  }
}
