import Foundation
import GstEdit

/// What a media file holds, as programs are told of it (`gstedit probe --json`).
///
/// Times are exact, in seconds, and written as fractions ("1001/30000"), rates as well; time 0 is the file's earliest
/// presented sample.
struct MediaDocument: Encodable {
  let file: String
  let container: String
  let duration: String
  let durationSeconds: Double
  let video: [Video]
  let audio: [Audio]

  /// A video track.
  struct Video: Encodable {
    let codec: String
    let size: [Int]
    let displaySize: [Int]
    let pixelAspect: String
    let orientation: Int
    let isStill: Bool
    /// Absent where frames last differently long.
    let frameRate: String?
    /// The usual one, where frames last differently long.
    let frameDuration: String?
    let isVariableRate: Bool
    let start: String?
    let frames: Int
    let pixelFormat: String
    let hasAlpha: Bool
    let isInterlaced: Bool
    let colorimetry: ColorimetryDocument
  }

  /// An audio track.
  struct Audio: Encodable {
    let codec: String
    let sampleRate: Int
    let channels: Int
    let firstSample: Int64
    let samples: Int64
    let losslessFormat: String?
  }

  init(_ facts: MediaFacts) {
    file = facts.asset.url.path
    container = facts.container
    duration = facts.duration.description
    durationSeconds = facts.duration.seconds
    video = facts.videoTracks.map(Video.init)
    audio = facts.audioTracks.map(Audio.init)
  }
}

extension MediaDocument.Video {
  init(_ track: VideoTrackFacts) {
    let display = track.displaySize
    self.init(
      codec: track.codec, size: [track.size.width, track.size.height], displaySize: [display.width, display.height],
      pixelAspect: track.pixelAspect.description, orientation: track.orientation.rawValue,
      isStill: track.timing == .still, frameRate: track.timing.frameRate?.description,
      frameDuration: track.timing.nominalFrameDuration?.description, isVariableRate: track.timing.isVariable,
      start: (try? track.timing.start(of: 0))?.description, frames: track.timing.count, pixelFormat: track.format,
      hasAlpha: track.hasAlpha, isInterlaced: track.isInterlaced, colorimetry: ColorimetryDocument(track.colorimetry))
  }
}

extension MediaDocument.Audio {
  init(_ track: AudioTrackFacts) {
    self.init(
      codec: track.codec, sampleRate: track.sampleRate, channels: track.channels, firstSample: track.firstSample,
      samples: track.sampleCount, losslessFormat: track.losslessFormat?.rawValue)
  }
}

extension VideoTrackFacts {
  /// The size at which the picture is meant to be seen: in square pixels, and upright.
  var displaySize: PixelSize {
    orientation.apply(to: PixelSize(width: Int(exactly: naturalSize.width) ?? size.width, height: size.height))
  }
}

extension FrameTiming {
  /// Frames a second, where every frame lasts equally long.
  var frameRate: Rational? {
    guard case .constant(_, let frameDuration, _) = self else { return nil }
    return try? .one / frameDuration
  }

  /// Whether frames last differently long.
  var isVariable: Bool {
    if case .variable = self { true } else { false }
  }
}
