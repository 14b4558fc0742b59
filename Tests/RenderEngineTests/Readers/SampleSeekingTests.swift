import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// What a player's jump gives: a second is decoded before it, whatever the clip's length.
@Suite("Jumps in sound")
struct SampleSeekingTests {
  /// A tone of 20 s.
  private static func tone(_ codec: SoundCodec, _ container: String) async throws -> AssetReference {
    let sound = SoundFile(.tone(hertz: 440)) { sound in
      (sound.codec, sound.container, sound.count) = (codec, container, 20 * 48_000)
    }
    return AssetReference(url: try await sound.url())
  }

  /// The first channel of `range` of `edit`.
  private static func samples(
    of edit: EditSnapshot, _ range: Range<Int64>, _ seeking: SampleSeeking
  ) async throws -> [Double] {
    let renderer = GStreamerRenderer()
    let plan = try await edit.plan(settings: RenderSettings(sampleRate: 48_000, channels: 2), renderer: renderer)
    let reader = try await renderer.samples(of: plan, seeking: seeking)
    defer { reader.close() }
    let samples = try await reader.samples(range).interleaved
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  private static func power(_ samples: [Double]) -> Double {
    samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))
  }

  @Test(
    arguments: [
      (SoundCodec.pcm, "wav", true), (.flac, "flac", true), (.aac, "mp4", false), (.mp3, "mp3", false),
      (.opus, "webm", false), (.vorbis, "ogg", true), (.ac3, "mkv", false),
    ])
  func `a jump sounds as the film does there`(codec: SoundCodec, container: String, isExact: Bool) async throws {
    let edit = SoundEdits.whole(try await Self.tone(codec, container).url, seconds: 20, .audio)
    let range: Range<Int64> = 720_123..<744_123
    let exact = try await Self.samples(of: edit, range, .exact)
    let found = try await Self.samples(of: edit, range, .preroll)
    #expect(found.count == 24_000 && Self.power(exact) > 0.001)
    if isExact { #expect(found == exact) }
    #expect(Self.power(zip(found, exact).map(-)) < Self.power(exact) * 0.001)
  }

  /// Grains depend on the ones before, so that samples differ; what is heard is the same tone, as loud.
  @Test(arguments: [TimePitch.preserve, .varispeed])
  func `a jump into sound at another speed sounds as the film does there`(pitch: TimePitch) async throws {
    let asset = try await Self.tone(.flac, "flac")
    var track = CompositionTrack(id: 1, mediaType: .audio)
    track.segments = [
      CompositionTrackSegment(
        source: .init(asset: asset),
        sourceRange: CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 18, timescale: 1)),
        targetRange: CMTimeRange(start: .zero, duration: CMTime(value: 12, timescale: 1)), timePitch: pitch)
    ]
    let edit = EditSnapshot(composition: Composition(tracks: [track]))
    let range: Range<Int64> = 400_001..<424_001
    let exact = try await Self.samples(of: edit, range, .exact)
    let found = try await Self.samples(of: edit, range, .preroll)
    let loudness = Self.power(found) / Self.power(exact)
    #expect(loudness > 0.95 && loudness < 1.05)
    func crossings(_ samples: [Double]) -> Int { zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 } }
    #expect(abs(crossings(found) - crossings(exact)) <= 1)
    // A resampler has no memory.
    if pitch == .varispeed { #expect(Self.power(zip(found, exact).map(-)) < 1e-20) }
  }
}
