public import Foundation

/// Reads the sound of a file with ffmpeg, as the program's witness; a WAVE file of 16 bits without it, by its bytes.
public enum SoundReader {
  /// The decoded samples, interleaved, 16 bits, little endian, at the file's own rate and channels.
  public static func pcm(_ url: URL) async throws -> Data {
    if let wave = try wave(url) { return wave.samples }
    return try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:a:0", "-f", "s16le"])
  }

  /// The decoded samples of the first channel, −1…1, at the file's own rate.
  public static func firstChannel(_ url: URL) async throws -> [Float] {
    if let wave = try wave(url) {
      let samples = RawSamples.shorts(wave.samples)
      return stride(from: 0, to: samples.count, by: wave.channels).map { samples[$0] }
    }
    return try await samples(url, ["-af", "pan=mono|c0=c0"])
  }

  private static func wave(_ url: URL) throws -> WaveFile? {
    guard url.pathExtension == "wav", let wave = try WaveFile(contentsOf: url), wave.bitsPerSample == 16 else {
      return nil
    }
    return wave
  }

  /// The decoded samples as ffmpeg gives them with `options`, interleaved, −1…1.
  public static func samples(_ url: URL, _ options: [String]) async throws -> [Float] {
    RawSamples.floats(
      try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:a:0"] + options + ["-f", "f32le"]))
  }

  /// Samples a second of the first sound of a file.
  public static func rate(_ url: URL) async throws -> Int {
    let text = try await MediaTools.ffprobe(
      ["-select_streams", "a:0", "-show_entries", "stream=sample_rate", "-of", "csv=p=0", url.path])
    guard let rate = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw MediaTools.Failure(tool: "ffprobe", complaint: "\(url.path) has no sound: \(text)")
    }
    return rate
  }
}
