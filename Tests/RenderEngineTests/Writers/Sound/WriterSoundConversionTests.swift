import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// Sound that is written at another rate, or in other channels, than it comes in.
@Suite("Writers convert sound") struct WriterSoundConversionTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// The file of `buffers`, encoded as `settings`.
  private func write(
    _ name: String, _ buffers: [SampleBuffer], as settings: AudioSettings, _ format: MediaFormats.SampleFormat? = nil,
    from start: CMTime = .zero
  ) async throws -> URL {
    let url = folder.url(name)
    let writer = try AssetWriter(outputURL: url)
    let input = AssetWriterInput(
      mediaType: .audio, outputSettings: .audio(AudioWritingSettings(settings, sampleFormat: format)))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: start)
    for buffer in buffers { try await input.append(buffer) }
    input.markAsFinished()
    _ = try await writer.finishWriting()
    return url
  }

  private func read(
    _ url: URL, rate: Int? = nil, channels: Int? = nil, as format: MediaFormats.SampleFormat = .float
  ) async throws -> [SampleBuffer] {
    try await AssetReaderFilmTests.read(
      url, .audio, .audio(AudioReadingSettings(sampleRate: rate, channels: channels, sampleFormat: format)))
  }

  /// The samples of `buffers`, those of all channels by turns.
  private func samples(_ buffers: [SampleBuffer]) -> [Float] {
    buffers.flatMap { buffer in
      let bytes = buffer.data ?? []
      return stride(from: 0, to: bytes.count, by: 4).map { at in
        Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * $1) })
      }
    }
  }

  @Test(arguments: [(48_000, 44_100), (44_100, 48_000), (8_000, 48_000), (96_000, 44_100), (22_050, 16_000)])
  func `another rate gives the samples that the asset has at that rate`(rate: Int, other: Int) async throws {
    let sound = try await SoundFile(.noise(seed: 5)) { ($0.rate, $0.count) = (rate, rate + 77) }.url()
    let url = try await write(
      "sound.wav", try await read(sound), as: AudioSettings(codec: .pcm, sampleRate: other), .float)
    #expect(try await SoundReader.rate(url) == other)
    let (found, wanted) = (samples(try await read(url)), samples(try await read(sound, rate: other)))
    let count = ((rate + 77) * other + rate - 1) / rate
    #expect(found.count == 2 * count)
    let compared = min(found.count, wanted.count)
    #expect(wanted.count - compared <= 2 && found[..<compared] == wanted[..<compared])
  }

  @Test(arguments: [(2, 1), (1, 2), (6, 2)])
  func `other channels are mixed as a reader mixes them`(channels: Int, others: Int) async throws {
    let sound = try await SoundFile(.noise(seed: 6)) { ($0.channels, $0.count) = (channels, 30_000) }.url()
    let url = try await write(
      "sound.wav", try await read(sound), as: AudioSettings(codec: .pcm, channels: others), .float)
    let (found, wanted) = (samples(try await read(url)), samples(try await read(sound, channels: others)))
    #expect(found == wanted && found.count == 30_000 * others)
  }

  @Test func `a session that starts later, and gaps, are counted in samples as they come`() async throws {
    let sound = try await SoundFile(.noise(seed: 7)) { $0.count = 96_000 }.url()
    let buffers = try await read(sound)
    // What is missing is silent; the rest stays at its times.
    let half = buffers.filter { $0.presentationTime.seconds < 0.5 || $0.presentationTime.seconds >= 1 }
    let url = try await write(
      "sound.wav", half, as: AudioSettings(codec: .pcm, sampleRate: 24_000), .float,
      from: CMTime(value: 12_000, timescale: 48_000))
    let (found, whole) = (samples(try await read(url)), samples(try await read(sound, rate: 24_000)))
    let length: Int = 2 * (96_000 - 12_000) / 2
    #expect(found.count == length)
    /// Where the gap is, in written samples of the file, of all channels.
    let behind = try #require(half.first { $0.presentationTime.seconds >= 1 })
    let first = Int(behind.presentationTime.seconds * 24_000)
    let last = try #require(half.last { $0.presentationTime.seconds < 0.5 })
    let end = Int((last.presentationTime.seconds + last.duration.seconds) * 24_000)
    let silence: Range<Int> = 2 * (end - 5_800)..<2 * (first - 6_200)
    #expect(found[silence].allSatisfy { $0 == 0 })
    let rest: Int = 2 * (first - 5_800)
    let later: Int = rest + 12_000
    #expect(found[rest...] == whole[later...])
    let kept: Range<Int> = 400..<2 * (end - 6_200)
    let meant: Range<Int> = 12_400..<kept.upperBound + 12_000
    #expect(found[kept] == whole[meant])
  }

  @Test func `a codec of one rate gets its own`() async throws {
    let sound = try await SoundFile(.tone(hertz: 440)) { ($0.rate, $0.count) = (44_100, 88_200) }.url()
    let url = try await write("sound.ogg", try await read(sound), as: AudioSettings(codec: .opus))
    #expect(try await SoundReader.rate(url) == 48_000)
    let found = try await SoundReader.firstChannel(url)
    #expect(abs(found.count - 96_000) <= 312)
  }
}
