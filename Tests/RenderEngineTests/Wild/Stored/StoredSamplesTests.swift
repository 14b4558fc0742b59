import EditingModel
import Foundation
import GStreamer
import MediaFormats
import Rendering
import Testing

import enum TestSupport.MediaTools
import enum TestSupport.ProofScope
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Files of plain samples, which no parser reads: that every sample is ffmpeg's, from wherever on, whatever the header says.
@Suite("Samples read as they stand")
struct StoredSamplesTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// The samples of the first sound of `index` from sample `start` on.
  private static func samples(of index: MediaIndex, from start: Int64 = 0) throws -> [Float] {
    try StoredFilm.samples(of: index, from: start).map { Float($0) }
  }

  /// A WAVE file whose format is `format` and whose `data` chunk says `length` of `bytes`, before `tail`.
  private func wave(_ format: [UInt8], _ bytes: [UInt8], length: UInt32? = nil, tail: [UInt8] = []) throws -> URL {
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let url = folder.url("\(UUID()).wav")
    let head = Array("RIFF".utf8) + number(0) + Array("WAVEfmt ".utf8) + number(UInt32(format.count)) + format
    try Data(head + Array("data".utf8) + number(length ?? UInt32(bytes.count)) + bytes + tail).write(to: url)
    return url
  }

  /// The format of `channels` of 16 bits, with the speakers in `mask` where there is one.
  private static func format(_ channels: Int, mask: UInt64? = nil) -> [UInt8] {
    var format = [UInt8](repeating: 0, count: mask == nil ? 16 : 40)
    let numbers: [(UInt64, Int, Int)] = [
      (mask == nil ? 1 : 0xFFFE, 0, 2), (UInt64(channels), 2, 2), (48_000, 4, 4), (UInt64(96_000 * channels), 8, 4),
      (UInt64(2 * channels), 12, 2), (16, 14, 2), (22, 16, 2), (16, 18, 2), (mask ?? 0, 20, 4), (1, 24, 2),
    ]
    for (value, offset, length) in numbers { format.setLittleEndian(value, at: offset, length) }
    if mask != nil {
      let suffix: [UInt8] = [0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
      format.replaceSubrange(26..<40, with: suffix)
    }
    return format
  }

  private static let noise: [UInt8] = {
    var state: UInt32 = 1
    return (0..<48_000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }()

  // MARK: Samples

  private static let little = ["pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le"]
  private static let big = ["pcm_s8", "pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be", "pcm_f64be"]
  private static let companded = ["pcm_mulaw", "pcm_alaw"]
  private static let files: [(String, [String], [String])] = [
    ("wav", little + ["pcm_u8"] + companded, []), ("wav", little + ["pcm_u8"] + companded, ["-rf64", "always"]),
    ("w64", little + ["pcm_u8"] + companded, []), ("aiff", big + companded + ["pcm_s16le"], []),
    ("au", big + companded, []), ("caf", little + big + companded, []),
  ]

  /// Each codec in each kind of file, of one channel and of two by turns; or of both.
  private static let cases = files.enumerated().flatMap { kind, file in
    file.1.enumerated().flatMap { number, codec in
      [1, 2].filter { ProofScope.isFull || (kind + number + $0) % 2 == 0 }.map { ((file.0, codec, file.2), $0) }
    }
  }

  @Test(arguments: cases)
  func `every sample is ffmpeg's, from the beginning and from amid`(
    file: (type: String, codec: String, options: [String]), channels: Int
  ) async throws {
    let url = try await WildFile(
      "samples-\(file.codec)\(file.options.joined())-\(channels)", file.type,
      StoredFilm.sound(44_100) + ["-ac", "\(channels)", "-t", "1.9997", "-c:a", file.codec] + file.options
    ).url()
    let index = try StoredFilm.index(of: url)
    #expect(index.container == .listed(.samples, name: index.container.name))
    let expected = try await SoundReader.samples(url, [])
    #expect(index.facts.audioTracks.first?.sampleCount == Int64(expected.count / channels) && expected.count > 88_000)
    let whole = try Self.samples(of: index)
    #expect(whole == expected)
    let rest = try Self.samples(of: index, from: 70_001)
    #expect(rest == Array(expected[(70_001 * channels)...]))
  }

  @Test(arguments: [(3, "aiff"), (6, "wav"), (8, "wav"), (8, "w64")])
  func `channels stand as ffmpeg has them`(channels: Int, type: String) async throws {
    let tones = (0..<channels).map { "0.4*sin(2*PI*\(40 + 25 * $0)*t)" }.joined(separator: "|")
    let name = [3: "3.0", 6: "5.1", 8: "7.1"][channels] ?? ""
    let url = try await WildFile(
      "samples-channels-\(channels)", type,
      ["-f", "lavfi", "-i", "aevalsrc=exprs=\(tones):c=\(name):s=96000:d=1", "-c:a"]
        + [type == "aiff" ? "pcm_s24be" : "pcm_s24le"]
    ).url()
    let index = try StoredFilm.index(of: url)
    #expect(index.facts.audioTracks.first?.layout.description == name)
    let expected = try await SoundReader.samples(url, [])
    let found = try Self.samples(of: index)
    #expect(found == expected && found.count == 96_000 * channels)
  }

  @Test(
    arguments: [
      (6, nil, 0x3F), (4, nil, 0x33), (2, 0x3, 0x3), (2, 0x30, 0x30), (4, 0, 0xF), (5, 0, 0), (6, 0x60F, 0xC0F),
      (5, 0x3F, 0), (8, 0xFF, 0xFF),
    ] as [(Int, UInt64?, UInt64)])
  func `a mask of WAVE names speakers`(channels: Int, mask: UInt64?, own: UInt64) throws {
    let sound = try #require(SampleFormat(wave: Self.format(channels, mask: mask)))
    #expect(sound.mask == own && sound.speakerMask == nil)
    let url = try wave(Self.format(channels, mask: mask), Self.noise)
    #expect(try StoredFilm.index(of: url).facts.audioTracks.first?.layout.mask == own)
  }

  @Test func `speakers above, whose bits GStreamer has in another order, keep their channels`() throws {
    // Front left and right, and above in front: left, center, right.
    let url = try wave(Self.format(5, mask: 0x7003), Self.noise)
    let index = try StoredFilm.index(of: url)
    let layout = try #require(index.facts.audioTracks.first?.layout)
    #expect(layout.mask == 0x7003)
    let found = try Self.samples(of: index)
    func sample(_ number: Int) -> Float {
      Float(Int16(bitPattern: UInt16(Self.noise[2 * number]) | UInt16(Self.noise[2 * number + 1]) << 8)) / 32_768
    }
    // Our bits have the right one before the center.
    #expect(Array(found.prefix(5)) == [0, 1, 2, 4, 3].map(sample) && found.count == 4_800 * 5)
  }

  // MARK: Lengths

  @Test(
    arguments: [
      (nil, [], 12_000), (0, [], 12_000), (0xFFFF_FFFF, [], 12_000), (0xFFFF_0010, [], 12_000),
      (0x7FFF_0010, [], 12_000),
      (1_001, [], 250), (0, [1, 2, 3, 4, 5], 12_001), (nil, Array("LIST".utf8) + [4, 0, 0, 0, 65, 66, 67, 68], 12_000),
    ] as [(UInt32?, [UInt8], Int64)])
  func `a header that lies about its length loses no sample`(length: UInt32?, tail: [UInt8], count: Int64) async throws
  {
    let url = try wave(Self.format(2), Self.noise, length: length, tail: tail)
    let index = try StoredFilm.index(of: url)
    #expect(index.facts.audioTracks.first?.sampleCount == count && index.facts.damage.isEmpty)
    let found = try Self.samples(of: index)
    let expected = try await SoundReader.samples(url, [])
    #expect(found == Array(expected.prefix(found.count)) && found.count == Int(count) * 2)
  }

  @Test func `a file that is cut short is damaged, and what is there is read`() throws {
    let url = try wave(Self.format(2), Self.noise, length: 50_001)
    #expect(throws: RenderError.self) { try StoredFilm.index(of: url) }
    let probe = MediaProbe(AssetReference(url: url), damagePolicy: .keep, cancellation: Cancellation())
    let index = try probe.run()
    #expect(index.facts.damage == ["The file is cut short: 2000 of its bytes are missing at the end."])
    #expect(index.facts.audioTracks.first?.sampleCount == 12_000)
  }

  @Test func `five hours are known without being read`() throws {
    let format = Self.format(2)
    let url = try wave(format, [], length: 0)
    let file = try FileHandle(forUpdating: url)
    let start = try file.seekToEnd()
    try file.truncate(atOffset: start + 5 * 3_600 * 192_000)
    try file.close()
    let read = try OpenResources.bytesRead()
    let index = try StoredFilm.index(of: url)
    let expected: Int64 = 5 * 3_600 * 48_000
    #expect(index.facts.audioTracks.first?.sampleCount == expected)
    // 3.5 GB of samples; other tests read something meanwhile.
    #expect(try OpenResources.bytesRead() - read < 1_000_000_000)
  }

  // MARK: Seeking

  @Test func `a reader begins with the sample that it is sent to`() throws {
    let url = try wave(Self.format(1), Self.noise)
    var address = try StoredFilm.index(of: url).audioAddress(0)
    address.codec = address.codec.undecoded
    for start in [1, 20_833, 20_834, 100_000_000, 499_999_999] as [Int64] {
      let reader = try StreamReader(address, from: start, capacity: 8, threads: 1, cancellation: Cancellation())
      defer { [reader.close()].settle() }
      let packet = try #require(try reader.next())
      // The last one whose time, rounded down, is no later.
      let sample = ((start + 1) * 48_000 - 1) / 1_000_000_000
      #expect(packet.streamTime == sample * 1_000_000_000 / 48_000)
      let place = 2 * Int(sample)
      #expect(try packet.buffer.bytes().prefix(2).elementsEqual(Self.noise[place..<place + 2]))
    }
  }

  // MARK: What is kept

  @Test(arguments: ["libmp3lame", "adpcm_ima_wav", "gsm_ms"])
  func `codecs in headers of 64 bits are read`(codec: String) async throws {
    let rate = codec == "gsm_ms" ? "8000" : "44100"
    let url = try await WildFile(
      "samples-codec-\(codec)", "w64", StoredFilm.sound(44_100) + ["-ac", "1", "-ar", rate, "-c:a", codec]
    ).url()
    let index = try StoredFilm.index(of: url)
    guard case .single(let parsers, "Wave64") = index.container else {
      Issue.record("\(index.container)")
      return
    }
    #expect(parsers.first == (codec == "libmp3lame" ? .mpegAudioParser : .waveParser) && index.headerCorrection != nil)
    #expect(try Self.samples(of: index).count > 15_000)
  }

  @Test(arguments: ["libmp3lame", "mp2"])
  func `MPEG audio in WAVE is read to its end`(codec: String) async throws {
    let url = try await WildFile("samples-\(codec)", "wav", StoredFilm.sound(44_100) + ["-c:a", codec]).url()
    let index = try StoredFilm.index(of: url)
    #expect(index.container == .single([.mpegAudioParser], name: "WAVE"))
    let samples = try #require(try WaveFile(FileBytes(url.path, isReadOnly: true))).samples
    #expect(index.headerCorrection == HeaderCorrection(fields: [], window: samples))
    let witnessed = try await MediaTools.ffmpegOutput(["-i", url.path, "-f", "s16le"])
    #expect(try Self.samples(of: index).count == witnessed.count / 2)
  }

  @Test func `ADPCM in AIFF keeps its parser`() async throws {
    let file = try await WildFile("samples-adpcm", "aiff", StoredFilm.sound(44_100) + ["-c:a", "adpcm_ima_qt"]).url()
    #expect(try SampleFile(FileBytes(file.path, isReadOnly: true)) == nil)
  }

  @Test func `samples that are DTS of a disc are left to the parser`() throws {
    let mark: [UInt8] = [0xFE, 0x7F, 0x01, 0x80]
    let hidden = try wave(Self.format(2), Array(Self.noise.prefix(4_096)) + mark + Self.noise)
    #expect(try SampleFile(FileBytes(hidden.path, isReadOnly: true)) == nil)
    let plain = try wave(Self.format(2), Self.noise)
    #expect(try SampleFile(FileBytes(plain.path, isReadOnly: true))?.samples.lowerBound == 44)
  }
}
