import Foundation
import TestSupport

/// What ffmpeg decodes of a file: how much there is, and a digest of all of it.
struct DecodedOutput: Hashable, Sendable {
  /// Frames of the first picture track.
  private(set) var frames = 0

  /// Samples of the first sound track.
  private(set) var samples = 0

  /// Samples a second of the last sound track.
  private(set) var sampleRate = 0

  /// Digests of all frames and samples, in order.
  private(set) var content = ""

  /// Decodes a file.
  init(_ file: URL) async throws {
    let data = try await MediaTools.ffmpegOutput([
      "-i", file.path, "-map", "0", "-fps_mode", "passthrough", "-c:v", "rawvideo", "-c:a", "pcm_s16le", "-f",
      "framemd5",
    ])
    // A line a packet: track, decoding time, presentation time, duration, size, digest.
    var sounds: Set<Substring> = []
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("#media_type") {
        let words = line.split(whereSeparator: { " :".contains($0) })
        if words.count == 3, words[2] == "audio" { sounds.insert(words[1]) }
      }
      if line.hasPrefix("#sample_rate") { sampleRate = line.split(separator: " ").last.flatMap { Int($0) } ?? 0 }
      guard !line.hasPrefix("#") else { continue }
      let fields = line.split(separator: ",").map { $0.drop(while: { $0 == " " }) }
      guard fields.count >= 6 else { continue }
      if sounds.contains(fields[0]) { samples += Int(fields[3]) ?? 0 } else { frames += 1 }
      content += "\(fields[0]) \(fields[5])\n"
    }
  }

  /// Whether a tenth of the frames or samples of the whole is missing here.
  func lacksMuch(of whole: DecodedOutput) -> Bool {
    // Sounds of other rates are compared by how long they are.
    frames < whole.frames * 9 / 10 || samples * whole.sampleRate < whole.samples * sampleRate * 9 / 10
      || samples == 0 && whole.samples > 0
  }

  /// Whether ffmpeg, in strict mode, reports errors in a file.
  static func complains(of file: URL) async throws -> Bool {
    var run = ProgramRun(
      try MediaTools.executable("ffmpeg"),
      ["-nostdin", "-v", "error", "-err_detect", "explode", "-i", file.path, "-f", "null", "-"])
    run.timeout = 60
    let outcome = try await run.outcome()
    return outcome.ending != .exited(0) || !outcome.errorText.isEmpty
  }
}
