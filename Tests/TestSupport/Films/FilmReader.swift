public import Foundation

/// Reads the frames of a film with ffmpeg, as the program's witness.
public enum FilmReader {
  /// What each frame shows, in the order of presentation. Nothing is repeated and nothing dropped.
  public static func frames(_ url: URL) async throws -> [FrameReading] {
    let (width, height) = (FrameReading.width, FrameReading.height)
    let planes = try await planes("y", of: url, width: width, height: height)
    return stride(from: 0, to: planes.count, by: width * height).map { start in
      FrameReading(small: planes[start..<start + width * height])
    }
  }

  /// One plane, `y`, `u` or `v`, of all frames one after the other, values as coded. The picture is brought to a size
  /// by averaging; the planes of color have half that size.
  public static func planes(_ name: String, of url: URL, width: Int, height: Int) async throws -> [UInt8] {
    let planes = try await MediaTools.ffmpegOutput([
      "-i", url.path, "-map", "0:v:0", "-fps_mode", "passthrough",
      "-vf", "scale=\(width):\(height):flags=area,format=yuv420p,extractplanes=\(name)",
      "-f", "rawvideo", "-pix_fmt", "gray",
    ])
    guard planes.count % (name == "y" ? width * height : width * height / 4) == 0 else {
      throw MediaTools.Failure(tool: "ffmpeg", complaint: "\(url.path): \(planes.count) bytes are no whole frames")
    }
    return [UInt8](planes)
  }

  /// The three planes of each frame, values as coded. The picture is brought to a size by averaging; the planes of color have half
  /// that size.
  public static func planes(of url: URL, width: Int, height: Int) async throws -> [[[UInt8]]] {
    let bytes = [UInt8](
      try await MediaTools.ffmpegOutput([
        "-i", url.path, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf",
        "scale=\(width):\(height):flags=area,format=yuv420p", "-f", "rawvideo",
      ]))
    let (luma, chroma) = (width * height, width * height / 4)
    let size = luma + 2 * chroma
    guard bytes.count % size == 0 else {
      throw MediaTools.Failure(tool: "ffmpeg", complaint: "\(url.path): \(bytes.count) bytes are no whole frames")
    }
    return stride(from: 0, to: bytes.count, by: size).map { start in
      [(0, luma), (luma, chroma), (luma + chroma, chroma)].map { Array(bytes[start + $0.0..<start + $0.0 + $0.1]) }
    }
  }

  /// When each frame is shown, in seconds of the file's own clock, in the order of presentation.
  public static func times(_ url: URL) async throws -> [Fraction] {
    let text = try await MediaTools.ffprobe([
      "-select_streams", "v:0", "-show_entries", "stream=time_base:packet=pts", "-of", "csv=p=0", url.path,
    ])
    let lines = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",")[0] }
    guard let base = lines.first(where: { $0.contains("/") })?.split(separator: "/").compactMap({ Int($0) }),
      base.count == 2
    else { throw MediaTools.Failure(tool: "ffprobe", complaint: "no time base in \(text.prefix(200))") }
    return lines.compactMap { Int($0) }.sorted().map { Fraction($0 * base[0], base[1]) }
  }
}
