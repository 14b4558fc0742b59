public import EditingModel
public import Rendering

extension VideoComposition {
  /// Inspects the media of `composition` and makes the video composition that shows it as it is
  /// (`videoComposition(withPropertiesOf:)`). See ``init(propertiesOf:source:)``.
  ///
  /// - Throws: `.mediaMissing`, `.mediaUnreadable`, `.missingPlugin`, `.stalled` or `.cancelled`.
  public static func videoComposition(
    withPropertiesOf composition: Composition, inspector: MediaInspector
  ) async throws(RenderError) -> VideoComposition {
    let facts = try await inspector.facts(of: EditSnapshot(composition: composition).assets)
    return VideoComposition(propertiesOf: composition, facts: facts)
  }
}
