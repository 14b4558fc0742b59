import EditingModel
import FoundationEssentials
package import MediaFormats
import MediaTime
package import Rendering

/// A file that holds `seconds` of 25 pictures a second of `size`, and as much sound.
package func film(
  _ name: String, seconds: Int = 10, size: PixelSize = PixelSize(width: 640, height: 360),
  folder: String = "/media"
) throws -> MediaFacts {
  let picture = VideoTrackFacts(
    codec: "H.264", size: size, pixelAspect: .one, orientation: .up,
    timing: .constant(start: .zero, frameDuration: try Rational(1, 25), count: seconds * 25), format: "I420",
    hasAlpha: false, isInterlaced: false, colorimetry: .bt709)
  let sound = AudioTrackFacts(
    codec: "AAC", sampleRate: 48_000, channels: 2, firstSample: 0, sampleCount: Int64(seconds) * 48_000,
    losslessFormat: nil)
  return MediaFacts(
    asset: AssetReference(url: URL(filePath: "\(folder)/\(name)"), name: name), container: "MPEG-4",
    duration: Rational(Int64(seconds)), videoTracks: [picture], audioTracks: [sound])
}
