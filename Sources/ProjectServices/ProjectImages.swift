public import EditServices
public import EditingModel
public import MediaTime
public import ProjectFile
public import Rendering

extension ProjectRender {
  /// The generator of still images of the project's film, and `times` in seconds of it.
  ///
  /// - Throws: `ProjectError`, `RenderError`, or `ChoiceError` where a time counts frames and nothing says how long they are.
  public func imageGenerator(for times: [ProjectTime]) async throws -> (ImageGenerator, times: [CMTime]) {
    let timing = try await timing(countingFrames: times.contains(where: \.countsFrames))
    return (
      ImageGenerator(of: timing.edit, renderer: renderer),
      try times.map { try $0.time(timing.document.frameDuration?.rational) }
    )
  }
}

extension ImageGenerator {
  /// The generator of still images of the file of `asset`, and `times` in seconds of it. Frames are those of the
  /// video track that it shows by itself.
  ///
  /// - Throws: `RenderError`, or `ProjectRender.ChoiceError` where a time counts frames and the file has none to count.
  public static func generator(
    of asset: AssetReference, for times: [ProjectTime], renderer: any Renderer
  ) async throws -> (ImageGenerator, times: [CMTime]) {
    var frameDuration: Rational?
    if times.contains(where: \.countsFrames) {
      let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
      frameDuration = facts.defaultVideo?.timing.nominalFrameDuration
    }
    return (ImageGenerator(of: asset, renderer: renderer), try times.map { try $0.time(frameDuration) })
  }
}

extension ProjectTime {
  /// The time in seconds, where a frame lasts `frameDuration`.
  fileprivate func time(_ frameDuration: Rational?) throws -> CMTime {
    do {
      return CMTime(notAfter: try seconds(frameDuration: frameDuration))
    } catch {
      throw ProjectRender.ChoiceError("\(error)")
    }
  }
}
