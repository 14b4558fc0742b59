import EditServices
import EditingModel
import MediaFormats
package import MediaTime
package import Rendering

extension AnalysisSubject {
  /// The edit whose sound is that of the subject: of a file all samples of the track, at the file's own times.
  ///
  /// - Throws: `RenderError`: what is wrong with the file; `.invalidModel` where it has no such track.
  func audibleEdit(renderer: any Renderer) async throws(RenderError) -> EditSnapshot {
    switch kind {
    case .edit(let edit): return edit
    case .file(let asset, let track):
      let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
      return try EditSnapshot(soundOf: facts, track: track ?? facts.defaultAudioTrack)
    }
  }
}

extension AnalysisSubject {
  /// The range of a file's track, from its first sample to its last; nil of a film, which begins at zero.
  ///
  /// - Throws: As `audibleEdit(renderer:)`.
  package func presentedSound(renderer: any Renderer) async throws(RenderError) -> CMTimeRange? {
    guard case .file(let asset, let track) = kind else { return nil }
    let edit = try await audibleEdit(renderer: renderer)
    let facts = try await MediaInspector(renderer: renderer).facts(of: asset)
    let sound = facts.audioTracks[track ?? facts.defaultAudioTrack]
    let start = CMTime(value: max(0, sound.firstSample), timescale: CMTimeScale(clamping: sound.sampleRate))
    return CMTimeRange(start: start, end: edit.composition.duration)
  }
}

extension EditSnapshot {
  /// All of audio track number `track` of a file.
  fileprivate init(soundOf facts: MediaFacts, track: Int) throws(RenderError) {
    guard facts.audioTracks.indices.contains(track) else {
      throw RenderError(
        .invalidModel,
        facts.audioTracks.isEmpty
          ? "The file has no sound." : "The file has no audio track number \(track), counted from 0.",
        remedy: "Use a file that has one.", asset: facts.asset)
    }
    let sound = facts.audioTracks[track]
    let (end, overflows) = sound.firstSample.addingReportingOverflow(sound.sampleCount)
    guard !overflows, let rate = Int32(exactly: sound.sampleRate), rate > 0, end > 0 else {
      throw RenderError(
        .invalidModel, "The sound has no samples from time zero on.", remedy: "Use another file.", asset: facts.asset)
    }
    let range = CMTimeRange(start: .zero, duration: CMTime(value: end, timescale: rate))
    let segment = CompositionTrackSegment(
      source: .init(asset: facts.asset, trackIndex: track), sourceRange: range, targetRange: range)
    self.init(composition: Composition(tracks: [CompositionTrack(id: 1, mediaType: .audio, segments: [segment])]))
  }
}
