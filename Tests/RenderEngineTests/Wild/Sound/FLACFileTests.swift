import EditServices
import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// FLAC as shops and encoders other than ffmpeg's write it.
@Suite("FLAC files")
struct FLACFileTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private static let uneven = (0..<60).map { [16, 576, 1_152, 2_304, 4_608, 4_096, 192, 3_000][$0 * 5 % 8] } + [777]
  private static let even = [Int](repeating: 4_096, count: 24) + [999]

  /// Reads `data` as a file and compares it with `expected` as a whole, and somewhere in the middle.
  private func check(_ data: Data, _ expected: [Double], _ name: String) async throws {
    let url = folder.url("\(name).flac")
    try data.write(to: url)
    let sound = try #require(try await WildFile.facts(of: url).audioTracks.first, "\(name)")
    let count = Int64(expected.count / 2)
    #expect(sound.sampleCount == count && sound.firstSample == 0, "\(name): \(sound.sampleCount)")
    let plan = try await SoundEdits.whole(url, seconds: count / 48_000, .audio).plan()
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    let whole = count / 48_000 * 48_000
    #expect(
      try await reader.samples(0..<whole).interleaved.map { Double($0) } == Array(expected[..<Int(2 * whole)]),
      "\(name)")
    let middle = try await GStreamerRenderer().samples(of: plan)
    defer { middle.close() }
    let start = whole - 1_500
    let part = try await middle.samples(start..<start + 1_000).interleaved.map { Double($0) }
    #expect(part == Array(expected[Int(2 * start)..<Int(2 * start) + 2_000]), "\(name)")
  }

  @Test(arguments: [5, 7, 8, 12, 15, 16, 20, 24])
  func `samples of any depth are read bit for bit`(bits: Int) async throws {
    let made = FLACMaker(blocks: Self.even, bits: bits)
    try await check(made.data, made.samples, "depth-\(bits)")
  }

  @Test(arguments: [FLACMaker.Numbering.samples, .unsaidSamples])
  func `blocks of changing sizes are read`(numbering: FLACMaker.Numbering) async throws {
    let made = FLACMaker(blocks: Self.uneven, bits: 16, numbering: numbering)
    try await check(made.data, made.samples, "uneven")
  }

  @Test func `blocks of 65,535 samples are read`() async throws {
    let made = FLACMaker(blocks: [65_535, 65_535, 1_000], bits: 16)
    try await check(made.data, made.samples, "large")
  }

  @Test(arguments: [70_000, 190_000, 3_000_000])
  func `a cover of any size is no sound`(size: Int) async throws {
    // Marks like those of frames; covers contain many.
    let cover = (0..<size).map { UInt8(truncatingIfNeeded: $0 % 7 == 0 ? 0xFF : $0 % 7 == 1 ? 0xF8 : $0 * $0 >> 3) }
    let made = FLACMaker(
      blocks: Self.even, bits: 16, metadata: [(1, [UInt8](repeating: 0, count: 100)), (6, cover), (1, [0, 0])])
    try await check(made.data, made.samples, "cover")
  }

  @Test func `tags before and behind the sound are none`() async throws {
    let made = FLACMaker(blocks: Self.even, bits: 24)
    let tag = TaggedSoundTests.tag(300) + TaggedSoundTests.tag(190_000)
    let end = Data("TAG".utf8) + Data(repeating: 0x20, count: 125)
    try await check(tag + made.data + end, made.samples, "tagged")
  }

  @Test func `unsupported bit depths are an error`() async throws {
    let url = folder.url("deep.flac")
    try FLACMaker(blocks: Self.even, bits: 32).data.write(to: url)
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .unsupported && error.message.contains("samples of 32 bits"), "\(error)")
  }

  @Test func `a damaged frame is reported`() async throws {
    var data = FLACMaker(blocks: Self.even, bits: 16).data
    data[data.count / 2] ^= 0x55
    let url = folder.url("damaged.flac")
    try data.write(to: url)
    // All frames are there; what is in them is found out by decoding.
    let plan = try await SoundEdits.whole(url, seconds: 2, .audio).plan()
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    let error = await #expect(throws: RenderError.self) { _ = try await reader.samples(0..<96_000) }
    #expect(error?.code == .mediaUnreadable)
  }

  @Test func `a file that ends in a frame is cut short`() async throws {
    let data = FLACMaker(blocks: Self.even, bits: 16).data
    let url = folder.url("short.flac")
    try data.dropLast(30_000).write(to: url)
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.message.hasPrefix("The file is cut short:"), "\(error)")
  }

  @Test func `speakers at the sides are distinguished from those at the back`() async throws {
    let tones = (0..<6).map { "0.4*sin(2*PI*\(40 + 25 * $0)*t)" }.joined(separator: "|")
    let file = WildFile(
      "side", "flac",
      [
        "-f", "lavfi", "-i", "aevalsrc=exprs=\(tones):c=5.1(side):s=48000:d=1", "-c:a", "flac", "-metadata",
        "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x60F",
      ])
    #expect(try await WildFile.facts(of: try await file.url()).audioTracks.first?.layout.description == "5.1(side)")
  }
}
