import Compositing
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering

/// What the tests of writers share: small files, pictures of one gray, and threads to write on.
enum WriterFixtures {
  static let size = PixelSize(width: 64, height: 48)

  static func settings(
    _ type: FileType, _ video: VideoCodec?, _ audio: AudioCodec? = nil, rate: Int = 48_000
  ) throws -> WriterSettings {
    let export = MediaFormats.ExportSettings(
      fileType: type, video: video.map { VideoSettings(codec: $0) }, audio: audio.map { AudioSettings(codec: $0) })
    return WriterSettings(
      export,
      pictures: try video.map { _ in
        WriterSettings.Pictures(
          size: size, pixelFormat: .yuv420p, colorimetry: .bt709, frameDuration: try Rational(1, 25))
      },
      samples: audio.map { _ in
        WriterSettings.Samples(sampleRate: rate, layout: .standard(2), losslessFormat: .integer16)
      })
  }

  static func writer(_ settings: WriterSettings, to url: URL) async throws -> any MediaWriter {
    try await GStreamerRenderer().writer(settings, to: url, replacing: false) { _ in }
  }

  /// A picture of one gray.
  static func picture(_ level: Int) throws -> PixelBuffer {
    let picture = try PixelBuffer(format: .yuv420p, width: size.width, height: size.height)
    for plane in 0..<3 {
      try picture.withMutableBytes(ofPlane: plane) { bytes in
        for index in bytes.indices { bytes[index] = plane == 0 ? UInt8(truncatingIfNeeded: 16 + level * 8) : 128 }
      }
    }
    return picture
  }

  /// Runs `body` on a thread of its own.
  static func work<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await DedicatedThread.run(named: "write", body)
  }

  static func code(_ body: @escaping @Sendable () throws -> Void) async -> RenderError.Code? {
    do {
      try await work(body)
      return nil
    } catch {
      return (error as? RenderError)?.code
    }
  }
}
