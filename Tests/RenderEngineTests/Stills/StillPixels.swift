import Compositing
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering

import enum TestSupport.MediaTools

/// The pixels of stills, as images and films show them, and as ffmpeg decodes them.
enum StillPixels {
  /// The image of `url`: in its own format if `format` is nil.
  static func image(
    of url: URL, in format: PixelFormat? = nil, maximumSize: PixelSize? = nil
  ) async throws -> PixelBuffer {
    var generator = ImageGenerator(of: AssetReference(url: url), renderer: GStreamerRenderer())
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    (generator.pixelFormat, generator.maximumSize) = (format, maximumSize)
    return try await generator.image(at: .zero).picture
  }

  /// What a film of `url` shows at its beginning, in RGB.
  static func film(of url: URL) async throws -> (pixels: [UInt8], width: Int) {
    guard try await WildFile.facts(of: url).videoTracks[0].timing == .still else {
      let image = try await image(of: url, in: .rgb24)
      return (try image.planeBytes()[0], image.width)
    }
    let plan = try await SoundEdits.whole(url, seconds: 1, .video).plan()
    let reader = try await GStreamerRenderer().pictures(of: plan, in: .rgb24)
    defer { reader.close() }
    let picture = try await reader.picture(at: 0)
    return (try picture.planeBytes()[0], picture.width)
  }

  /// The first picture of `url` as ffmpeg decodes it, in its words for a format.
  static func decoded(_ url: URL, _ format: String, filters: String = "null") async throws -> [UInt8] {
    [UInt8](
      try await MediaTools.ffmpegOutput(
        ["-noautorotate", "-i", url.path, "-vf", filters, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", format]))
  }

  /// The means of red, green and blue.
  static func means(_ pixels: [UInt8]) -> [Double] {
    (0..<3).map { part in
      let samples = stride(from: part, to: pixels.count, by: 3).map { Double(pixels[$0]) }
      return samples.reduce(0, +) / Double(max(1, samples.count))
    }
  }

  /// The largest difference of two pictures; a large one where they have different sizes.
  static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
    guard one.count == other.count else { return 1_000 }
    return zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 1_000
  }
}
