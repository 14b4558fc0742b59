public import Compositing
public import EditServices
import EditingModel
import MediaAnalysis
import MediaFormats
import MediaTime
public import Rendering

/// A film's timeline in one picture: its frames from start to end, a ruler, and its tracks.
///
/// ```
///  ┌────┬────┬────┬────┬────┬────┐
///  │    │    │    │    │    │    │   frames, each that of the middle of its place
///  └────┴────┴────┴────┴────┴────┘
///  0:00      0:02      0:04          time
///     ┌─The Sea──┐                   titles, overlays and layers
///  ┌─cat.mp4────◣                    each video track, the first in front: where a clip is not seen
///            ◢──dog.mp4─────────┐    it is dark, where it gives way to another there is a wedge
///  ┌─song.flac──────────────────┐    each audio track: its waveform, and
///  └▁▂▅▂▁▁▃▂▁▂▅▂▁───────────────┘    its volume as a line
/// ```
///
/// A media file has a row of its sound. Volumes are drawn from 0 at a row's bottom to 1 at its top, or to the greatest one if that is
/// above 1; the waveform is that of the track as it is without them.
///
/// A value. Threads: any; work is done on dedicated threads.
public struct Filmstrip: Sendable {
  /// The subject that is shown.
  public var subject: AnalysisSubject
  /// The whole picture's width, in pixels: 100…16,384.
  public var width = 1_600
  /// The height of the frames, in pixels: 16…2,160.
  public var frameHeight = 90
  /// Whether rows of sound have waveforms, for which all of it is read.
  public var hasWaveforms = true
  private let renderer: any Renderer

  /// A strip of `source`.
  public init(of source: some MediaSource, renderer: any Renderer) {
    subject = source.analysisSubject
    self.renderer = renderer
  }

  /// The strip, in RGB of 8 bits.
  ///
  /// - Parameter progress: Called on any thread with what part of the work is done, 0…1.
  /// - Throws: `RenderError`: what is wrong with the media or the edit; `.invalidModel` for a size out of range;
  ///   `.cancelled`.
  public func picture(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> PixelBuffer {
    guard (100...16_384).contains(width), (16...2_160).contains(frameHeight) else {
      throw RenderError(
        .invalidModel, "A strip of \(width) pixels with frames of \(frameHeight) cannot be made.",
        remedy: "Choose 100 to 16384 pixels, and frames of 16 to 2160.")
    }
    let facts = try await FilmFacts(of: subject, renderer: renderer)
    var lanes = lanes(facts)
    // Each row of sound is read as long as the pictures are, for what progress says.
    let sounds = hasWaveforms ? lanes.indices.filter { lanes[$0].kind == .sound && !lanes[$0].clips.isEmpty } : []
    let parts = Double(1 + sounds.count)
    let images = try await images(facts) { progress($0 / parts) }
    for (number, lane) in sounds.enumerated() {
      lanes[lane].waveform = try await waveform(of: lanes[lane], facts) { progress((Double(number + 1) + $0) / parts) }
    }
    let drawing = FilmstripDrawing(
      width: width, frameHeight: frameHeight, images: images, duration: facts.duration.seconds, lanes: lanes)
    return try RenderError.catching { try drawing.picture() }
  }

  /// The frames of the middles of their places.
  private func images(
    _ facts: FilmFacts, progress: @escaping @Sendable (Double) -> Void
  ) async throws(RenderError) -> [PixelBuffer] {
    var generator = subject.imageGenerator(renderer: renderer)
    generator.maximumSize = PixelSize(width: width, height: frameHeight)
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    // The first picture tells how wide they are.
    let first = try await generator.image(at: .zero).picture
    let count = max(1, (width + first.width - 1) / first.width)
    var images: [PixelBuffer] = []
    for await result in try await generator.images(for: try facts.moments(count)) {
      images.append(try result.get().picture)
      progress(Double(images.count) / Double(count))
    }
    if Task.isCancelled { throw RenderError(.cancelled, "The work was cancelled.") }
    guard images.count == count else { throw RenderError(.engineFailed, "Pictures of the strip are missing.") }
    return images
  }

  private func lanes(_ facts: FilmFacts) -> [TimelineLane] {
    switch subject.kind {
    case .edit(let edit): return TimelineLane.lanes(of: edit)
    case .file:
      guard facts.hasSound else { return [] }
      return [TimelineLane(kind: .sound, clips: [.init(start: 0, end: facts.duration.seconds, name: "")])]
    }
  }

  /// The waveform of `lane` without its volumes: a point for each column of pixels.
  private func waveform(
    of lane: TimelineLane, _ facts: FilmFacts, progress: @escaping @Sendable (Double) -> Void
  ) async throws(RenderError) -> Waveform {
    let sound: AnalysisSubject
    switch subject.kind {
    case .file(let asset, _): sound = AnalysisSubject(asset)
    case .edit(let edit):
      let track = edit.composition.tracks.first { $0.id == lane.track }
      var alone = track.map { [$0] } ?? []
      for index in alone.indices { alone[index].preferredVolume = 1 }
      var pitch = lane.track.flatMap { edit.audioMix?.parameters(for: $0) }
      pitch?.volume = Ramps()
      sound = AnalysisSubject(
        EditSnapshot(
          composition: Composition(tracks: alone), audioMix: pitch.map { AudioMix(inputParameters: [$0]) }))
    }
    var generator = WaveformGenerator(of: sound, renderer: renderer)
    let seconds = max(facts.duration.seconds, 1e-6)
    generator.resolution = .pointsPerSecond(Double(width) / seconds)
    return try await generator.waveform(progress: progress)
  }
}
