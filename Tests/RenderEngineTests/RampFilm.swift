import Foundation
import GstEdit

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import struct TestSupport.StatedColors

/// Ten frames of a ramp from black to white in single codes of 10 bits, from left to right: 880 by 64, 25 a second.
enum RampFilm {
  /// Writes the film, or its mirror image, without loss into `folder`, tagged with `transfer` in ffmpeg's words.
  static func file(in folder: ScratchFolder, falling: Bool = false, transfer: String = "bt709") async throws -> URL {
    let row = (0..<880).map { falling ? 940 - min($0, 876) : 64 + min($0, 876) }
    let samples = (0..<64).flatMap { _ in row } + [Int](repeating: 512, count: 2 * 440 * 32)
    let frame = Data(samples.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    let url = folder.url("\(falling ? "falling" : "rising").mkv")
    let isWide = transfer != "bt709"
    let colors = StatedColors(
      matrix: isWide ? "bt2020nc" : "bt709", primaries: isWide ? "bt2020" : "bt709", transfer: transfer, range: "tv")
    try await MediaTools.ffmpeg(
      ["-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "880x64", "-r", "25", "-i", "pipe:0", "-c:v", "ffv1"]
        + colors.arguments + [url.path], input: (0..<10).reduce(into: Data()) { data, _ in data += frame })
    return url
  }

  /// The luma of each frame of the film at `url`, of 10 bits.
  static func luma(_ url: URL) async throws -> [[Int]] {
    let bytes = [UInt8](
      try await MediaTools.ffmpegOutput(["-i", url.path, "-vf", "extractplanes=y", "-f", "rawvideo"]))
    let count = 880 * 64
    return (0..<bytes.count / (2 * count)).map { frame in
      (0..<count).map { Int(bytes[2 * (frame * count + $0)]) | Int(bytes[2 * (frame * count + $0) + 1]) << 8 }
    }
  }
}
