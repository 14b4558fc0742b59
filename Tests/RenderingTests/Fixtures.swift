import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering

/// A fraction that is known to be one.
func fraction(_ numerator: Int64, _ denominator: Int64 = 1) -> Rational {
  guard let rational = try? Rational(numerator, denominator) else { preconditionFailure("\(numerator)/\(denominator)") }
  return rational
}

/// A time of `value / timescale` seconds.
func time(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }

/// The range of `duration` from `start`.
func range(_ start: CMTime, _ duration: CMTime) -> CMTimeRange { CMTimeRange(start: start, duration: duration) }

extension AssetReference {
  /// A file called `name`, which is nowhere.
  init(_ name: String) {
    self.init(url: URL(filePath: "/media/\(name)"), name: name)
  }
}

extension MediaFacts {
  /// A film of `frames` frames at `rate` frames a second with sound as long: 720 lines of BT.709, unless something is said.
  static func film(
    _ name: String, rate: Rational = fraction(30), frames: Int = 900,
    size: PixelSize = PixelSize(width: 1280, height: 720),
    pixelAspect: Rational = .one, orientation: Orientation = .up, hasAlpha: Bool = false,
    colorimetry: Colorimetry = .bt709, sampleRate: Int = 48_000, channels: Int = 2,
    lossless: AudioTrackFacts.LosslessFormat? = nil
  ) throws -> MediaFacts {
    let frameDuration = try .one / rate
    let duration = try Rational(Int64(frames)) * frameDuration
    let picture = VideoTrackFacts(
      codec: "H.264", size: size, pixelAspect: pixelAspect, orientation: orientation,
      timing: .constant(start: .zero, frameDuration: frameDuration, count: frames), format: hasAlpha ? "A420" : "I420",
      hasAlpha: hasAlpha, isInterlaced: false, colorimetry: colorimetry)
    let sound = AudioTrackFacts(
      codec: lossless == nil ? "AAC" : "PCM", sampleRate: sampleRate, channels: channels, firstSample: 0,
      sampleCount: try duration.rounded(scaledBy: Int64(sampleRate)), losslessFormat: lossless)
    return MediaFacts(
      asset: AssetReference(name), container: "MPEG-4", duration: duration, videoTracks: [picture],
      audioTracks: [sound])
  }

  /// A still of `size`.
  static func still(_ name: String, size: PixelSize) -> MediaFacts {
    let picture = VideoTrackFacts(
      codec: "PNG", size: size, pixelAspect: .one, orientation: .up, timing: .still, format: "RGB", hasAlpha: false,
      isInterlaced: false, colorimetry: .sRGB)
    return MediaFacts(
      asset: AssetReference(name), container: "PNG", duration: .zero, videoTracks: [picture], audioTracks: [])
  }
}

extension CompositionTrackSegment {
  /// `duration` of `asset` from `start`, at `at` of the track.
  init(_ asset: String, from start: CMTime = .zero, _ duration: CMTime, at: CMTime, lasting: CMTime? = nil) {
    self.init(
      source: Source(asset: AssetReference(asset)), sourceRange: range(start, duration),
      targetRange: range(at, lasting ?? duration))
  }

  /// Nothing for `duration`, at `at` of the track.
  static func empty(_ duration: CMTime, at: CMTime) -> CompositionTrackSegment {
    CompositionTrackSegment(emptyOver: range(at, duration))
  }
}

extension Composition {
  /// A composition of tracks numbered from 1: those of pictures, then those of sound.
  init(video: [[CompositionTrackSegment]] = [], audio: [[CompositionTrackSegment]] = []) {
    let tracks = video.map { (MediaType.video, $0) } + audio.map { (MediaType.audio, $0) }
    self.init(
      tracks: tracks.enumerated().map { index, track in
        CompositionTrack(id: TrackID(rawValue: Int32(index + 1)), mediaType: track.0, segments: track.1)
      })
  }
}

extension VideoCompositionInstruction {
  /// `layers`, the topmost first, over [start, end).
  init(_ start: CMTime, _ end: CMTime, _ layers: [LayerInstruction]) {
    self.init(timeRange: CMTimeRange(start: start, end: end), layerInstructions: layers)
  }
}

/// The plan of `composition` with `films` for media.
func plan(
  _ composition: Composition, _ videoComposition: VideoComposition? = nil, mix: AudioMix? = nil, films: [MediaFacts],
  settings: RenderSettings = RenderSettings()
) throws -> RenderPlan {
  try RenderPlanner.plan(
    composition: composition, videoComposition: videoComposition, audioMix: mix,
    facts: Dictionary(films.map { ($0.asset, $0) }) { first, _ in first }, settings: settings)
}
