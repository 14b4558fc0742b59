import Foundation
import GstEdit
import TestSupport
import Testing

/// Clips that are appended with a cross-fade, rendered: every frame and every sample.
@Suite("Appended clips")
struct CrossFadeFilmTests {
  private static func seconds(_ start: Int64, _ end: Int64, of scale: CMTimeScale) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: scale), end: CMTime(value: end, timescale: scale))
  }

  @Test func `each frame outside of a fade is the one that was cut, and of a fade the sum of both`() async throws {
    var edit = EditSnapshot()
    let films: [UInt8] = [81, 82]
    for film in films {
      let clip = SmallPicture.film(film, frameCount: 60) { $0.timing = .constant(FrameRate(25)) }
      // From frame 10 to 49; the second begins 10 frames before the first ends.
      try edit.append(
        Self.seconds(10, 50, of: 25), of: try await URLAsset(url: clip.url()).load(.asset),
        crossFading: CMTime(value: 10, timescale: 25))
    }
    let plan = try await edit.plan()
    let pictures = try await Engine.renderer().pictures(of: plan, in: .yuv420p)
    defer { pictures.close() }
    #expect(plan.picture?.range == 0..<70)
    for frame in 0..<70 where !(30..<40).contains(frame) {
      let expected =
        frame < 30 ? FrameCode(film: 81, index: 10 + frame) : FrameCode(film: 82, index: 10 + frame - 30)
      #expect(reading(try await pictures.bytes(at: frame)) == .frame(expected), "frame \(frame)")
    }
  }

  @Test func `a fade's pictures are exact mixtures`() async throws {
    var edit = EditSnapshot()
    for luma: UInt8 in [50, 210] {
      let clip = FlatFilm(luma: luma) { ($0.frameCount, $0.rate) = (60, FrameRate(25)) }
      try edit.append(
        Self.seconds(0, 50, of: 25), of: try await URLAsset(url: clip.url()).load(.asset),
        crossFading: CMTime(value: 1, timescale: 1))
    }
    let pictures = try await Engine.renderer().pictures(of: try await edit.plan(), in: .yuv420p)
    defer { pictures.close() }
    for frame in 25..<50 {
      let part = Double(frame - 25) / 25
      let luma = Double(try await pictures.bytes(at: frame)[0][5_000])
      #expect(abs(luma - (50 * (1 - part) + 210 * part)) <= 2, "frame \(frame): \(luma)")
    }
  }

  @Test func `a fade's samples are of equal power, and all others the files' own`() async throws {
    var edit = EditSnapshot()
    for level: Int16 in [16_384, -8_192] {
      let sound = SoundFile(.constant(level)) { $0.count = 96_000 }
      try edit.append(
        Self.seconds(0, 2, of: 1), of: try await URLAsset(url: sound.url()).load(.asset),
        crossFading: CMTime(value: 1, timescale: 1))
    }
    let samples = try await Engine.renderer().samples(of: try await edit.plan(RenderSettings(includesPicture: false)))
    defer { samples.close() }
    #expect(samples.plan.range == 0..<144_000)
    var position: Int64 = 0
    var worst = 0.0
    while position < 144_000 {
      let block = try await samples.samples(position..<min(144_000, position + 8_192))
      for frame in 0..<block.count {
        let part = min(1, max(0, (Double(position) + Double(frame)) / 48_000 - 1))
        let expected = 0.5 * cos(part * .pi / 2) - 0.25 * sin(part * .pi / 2)
        worst = max(worst, abs(block.interleaved[frame * block.channels] - expected))
      }
      position += Int64(block.count)
    }
    #expect(worst < 3e-4)
  }

  // MARK: Frames at the times of a track

  @Test func `frames come at the times of the track that is named, whatever lies beside it`() async throws {
    let folder = try ScratchFolder()
    let uneven = SmallPicture.film(83, frameCount: 20) {
      $0.timing = .cycle(durations: [30, 50, 20, 140], timescale: 1_000)
    }
    let even = SmallPicture.film(84, frameCount: 60) { $0.timing = .constant(FrameRate(25)) }
    var film = Composition()
    var ids: [TrackID] = []
    for clip in [uneven, even] {
      let track = try await URLAsset(url: clip.url()).loadTracks(withMediaType: .video)[0]
      let id = film.addTrack(withMediaType: .video)
      ids.append(id)
      try film.editTrack(id) { lane in
        try lane.insertTimeRange(
          CMTimeRange(start: .zero, duration: CMTime(value: 6, timescale: 5)), of: track, at: .zero)
      }
    }
    var layers = ids.map { LayerInstruction(trackID: $0) }
    // The leader lies below, and cannot be seen: its times count all the same.
    layers.reverse()
    try layers[0].setOpacityRamp(
      fromStartOpacity: 1, toEndOpacity: 0.9, timeRange: CMTimeRange(start: .zero, duration: film.duration))
    var shown = VideoComposition(
      frameDuration: CMTime(value: 1, timescale: 25), renderSize: SmallPicture.size,
      instructions: [
        VideoCompositionInstruction(
          timeRange: CMTimeRange(start: .zero, duration: film.duration), layerInstructions: layers)
      ])
    shown.sourceTrackIDForFrameTiming = ids[0]
    let output = folder.url("film.mp4")
    let edit = EditSnapshot(composition: film, videoComposition: shown)
    try await ExportSession(asset: edit, preset: .highestQuality, to: output).export()
    let times = try await FilmReader.times(output)
    // Where the leader has ended, the grid goes on.
    #expect(Array(times.prefix(20)) == (0..<20).map { uneven.timing.start(of: $0) })
    #expect(times.count > 20)
    let codes = try await FilmReader.frames(output)
    #expect(Array(codes.prefix(20)) == (0..<20).map { .frame(even.frame(at: uneven.timing.start(of: $0))) })

    // On a grid the number of frames is the grid's.
    shown.sourceTrackIDForFrameTiming = .invalid
    let plan = try await EditSnapshot(composition: film, videoComposition: shown).plan()
    #expect(plan.picture?.range == 0..<30)
    // What cannot be obeyed is refused.
    for (id, change) in [(TrackID(rawValue: 9), false), (ids[0], true)] {
      shown.sourceTrackIDForFrameTiming = id
      if change {
        shown.animationTool = AnimationTool(titles: [
          Title("Uneven", timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)))
        ])
      }
      await #expect(throws: RenderError.self) {
        try await EditSnapshot(composition: film, videoComposition: shown).plan()
      }
    }
  }

  @Test func `a video composition that says nothing shows what there is`() async throws {
    let clip = SmallPicture.film(85, frameCount: 10) { $0.timing = .constant(FrameRate(25)) }
    var edit = EditSnapshot(videoComposition: VideoComposition())
    try edit.composition.insertTimeRange(
      Self.seconds(0, 10, of: 25), of: try await URLAsset(url: clip.url()).load(.asset), at: .zero)
    let plan = try await edit.plan()
    #expect(plan.picture?.size == PixelSize(width: SmallPicture.width, height: SmallPicture.height))
    let pictures = try await Engine.renderer().pictures(of: plan, in: .yuv420p)
    defer { pictures.close() }
    for frame in 0..<10 {
      #expect(reading(try await pictures.bytes(at: frame)) == .frame(FrameCode(film: 85, index: frame)))
    }
    // With a size of its own and no instructions, it is fitted.
    edit.videoComposition?.renderSize = Size(width: 64, height: 64)
    #expect(try await edit.plan().picture?.size == PixelSize(width: 64, height: 64))
  }
}
