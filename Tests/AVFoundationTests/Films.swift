import AVFoundation
import TestSupport
import Testing

/// The films of these tests: a second each, frames that carry their number.
enum Films {
  /// Film 1: 30 frames of 320 × 180 at 30 a second, with a second of sound.
  static func first() async throws -> URL { try await film(61).url() }
  /// Film 2, without sound.
  static func second() async throws -> URL {
    try await IndexedFilm(film: 62) { ($0.frameCount, $0.timing) = (30, .constant(FrameRate(30))) }.url()
  }

  /// The samples of the pictures of the film at `url`: packets, or decoded as `settings` say.
  static func samples(of url: URL, as settings: [String: Any]? = nil) throws -> [CMSampleBuffer] {
    let asset = AVURLAsset(url: url)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    #expect(reader.startReading())
    var samples: [CMSampleBuffer] = []
    while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
    return samples
  }

  /// `packet` as a program makes it of bytes that came over a network.
  static func unmarked(_ packet: CMSampleBuffer) throws -> CMSampleBuffer {
    let data = try #require(packet.dataBuffer)
    return try CMSampleBuffer(
      dataBuffer: data, formatDescription: packet.formatDescription, numSamples: 1,
      sampleTimings: [packet.sampleTimingInfo(at: 0)], sampleSizes: [data.dataLength])
  }

  private static func film(_ number: UInt8) -> IndexedFilm {
    IndexedFilm(film: number) {
      ($0.frameCount, $0.timing) = (30, .constant(FrameRate(30)))
      $0.sound = SoundFile(.tone(hertz: 440)) { ($0.codec, $0.count) = (.aac, 48_000) }
    }
  }

  /// What frames of a film read as.
  static func frames(_ film: UInt8, _ numbers: some Sequence<Int>) -> [FrameReading] {
    numbers.map { .frame(FrameCode(film: film, index: $0)) }
  }
}

/// `value` thirtieths of a second.
func frames(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 30) }

/// The range of frames from `start` up to `end`.
func frames(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: frames(start), end: frames(end)) }

extension CGImage {
  /// What the picture shows, by its green.
  var reading: FrameReading {
    guard let data = dataProvider?.data as Data? else { return .unreadable }
    let step = bitsPerPixel / 8
    let green = (0..<height).flatMap { row in (0..<width).map { data[row * bytesPerRow + $0 * step + 1] } }
    return FrameReading(luma: green, width: width, height: height)
  }
}

extension CVBuffer {
  /// What the picture, in BGRA, shows by its green.
  var reading: FrameReading {
    CVPixelBufferLockBaseAddress(self, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
    let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
    let bytesPerRow = CVPixelBufferGetBytesPerRow(self)
    guard let base = CVPixelBufferGetBaseAddress(self) else { return .unreadable }
    let green = (0..<height).flatMap { row in
      (0..<width).map { base.load(fromByteOffset: row * bytesPerRow + $0 * 4 + 1, as: UInt8.self) }
    }
    return FrameReading(luma: green, width: width, height: height)
  }
}
