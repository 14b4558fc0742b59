import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering

import enum TestSupport.ProofScope
import enum TestSupport.SoundCodec
import struct TestSupport.SoundFile

/// How a sound of these tests is stored.
struct SoundStorage: Hashable, Sendable, CustomStringConvertible {
  var codec: SoundCodec
  var container: String
  var rate: Int

  init(_ codec: SoundCodec, _ container: String, _ rate: Int) {
    self.codec = codec
    self.container = container
    self.rate = rate
  }

  var description: String { "\(codec.rawValue) in \(container) at \(rate)" }

  /// Three seconds of noise.
  func reference(seed: UInt64 = 5) async throws -> AssetReference {
    let sound = SoundFile(.noise(seed: seed)) { sound in
      sound.codec = codec
      sound.container = container
      sound.rate = rate
      sound.count = 3 * rate
    }
    return AssetReference(url: try await sound.url())
  }
}

/// Sounds put together.
enum SoundEdits {
  /// How many of the units that edits are counted in make a second: a change of tempo takes its time.
  static let timescale: CMTimeScale = ProofScope.isFull ? 1_000 : 4_000

  /// Samples in a unit.
  static let samplesPerUnit = Int64(48_000 / timescale)

  /// `start` to `end`, in units.
  static func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: start, timescale: timescale), duration: CMTime(value: end - start, timescale: timescale))
  }

  /// `source` of `asset` over `target`.
  static func segment(
    _ asset: AssetReference, from source: (Int64, Int64), to target: (Int64, Int64), _ pitch: TimePitch = .preserve
  ) -> CompositionTrackSegment {
    CompositionTrackSegment(
      source: .init(asset: asset), sourceRange: range(source.0, source.1), targetRange: range(target.0, target.1),
      timePitch: pitch)
  }

  /// A track of the file at `url`, all of whose `seconds` are shown or heard.
  static func whole(_ url: URL, seconds: Int64, _ mediaType: MediaType) -> EditSnapshot {
    let range = CMTimeRange(start: .zero, duration: CMTime(value: seconds, timescale: 1))
    var track = CompositionTrack(id: 1, mediaType: mediaType)
    track.segments = [
      CompositionTrackSegment(
        source: .init(asset: AssetReference(url: url)), sourceRange: range, targetRange: range)
    ]
    return EditSnapshot(composition: Composition(tracks: [track]))
  }

  /// Two and a half thousand units of one sound, with a cut in the middle.
  static func cuts(of asset: AssetReference) -> EditSnapshot {
    var track = CompositionTrack(id: 1, mediaType: .audio)
    track.segments = [
      segment(asset, from: (137, 1_437), to: (0, 1_300)), segment(asset, from: (1_001, 2_201), to: (1_300, 2_500)),
    ]
    return EditSnapshot(composition: Composition(tracks: [track]))
  }

  /// Two tracks with everything: a gap, pieces at another speed of either kind, ramps of volume and steps in it.
  static func everything(_ first: AssetReference, _ second: AssetReference) throws -> EditSnapshot {
    var one = CompositionTrack(id: 1, mediaType: .audio)
    one.segments = [
      segment(first, from: (100, 900), to: (0, 800)),
      CompositionTrackSegment(emptyOver: range(800, 1_100)),
      segment(first, from: (500, 2_750), to: (1_100, 2_600), .preserve),
      segment(first, from: (333, 1_333), to: (2_600, 3_600)),
    ]
    var two = CompositionTrack(id: 2, mediaType: .audio)
    two.segments = [
      segment(second, from: (0, 1_000), to: (0, 1_400), .varispeed),
      segment(second, from: (1_000, 1_600), to: (1_400, 2_000)),
      segment(second, from: (777, 1_777), to: (2_000, 4_000), .preserve),
    ]
    var loud = AudioMixInputParameters(trackID: 1)
    try loud.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range(0, 700))
    try loud.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0.3, timeRange: range(1_500, 2_300))
    try loud.setVolume(0.75, at: CMTime(value: 3_000, timescale: 1_000))
    var quiet = AudioMixInputParameters(trackID: 2)
    try quiet.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(500, 2_600))
    return EditSnapshot(
      composition: Composition(tracks: [one, two]), audioMix: AudioMix(inputParameters: [loud, quiet]))
  }

  /// Three tracks over each other, one of them with a volume ramp throughout.
  static func threeTracks(_ sounds: [AssetReference]) throws -> EditSnapshot {
    let tracks = sounds.enumerated().map { number, sound in
      CompositionTrack(
        id: TrackID(rawValue: Int32(number + 1)), mediaType: .audio,
        segments: [segment(sound, from: (100, 2_100), to: (0, 2_000))])
    }
    var loud = AudioMixInputParameters(trackID: 1)
    try loud.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range(0, 2_000))
    return EditSnapshot(composition: Composition(tracks: tracks), audioMix: AudioMix(inputParameters: [loud]))
  }
}

extension SampleReader {
  /// The samples of `ranges`, read one after the other on one thread, as their bits.
  func bits(in ranges: [Range<Int64>]) async throws -> [[UInt64]] {
    try await DedicatedThread.run(named: "read") {
      try ranges.map { try self.blockingSamples($0).interleaved.map(\.bitPattern) }
    }
  }
}
