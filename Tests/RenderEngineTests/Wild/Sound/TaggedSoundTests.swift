import EditServices
import EditingModel
import Foundation
import MediaFormats
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Sound without a container behind tags of ID3v2, as segments of HLS and bought music have them.
@Suite("Sound behind tags")
struct TaggedSoundTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A tag of `count` bytes, with a title and padding.
  static func tag(_ count: Int) -> Data {
    let title: [UInt8] = Array("TIT2".utf8) + [0, 0, 0, 5, 0, 0, 0] + Array("abcd".utf8)
    let size = count - 10
    return Data(Array("ID3".utf8) + [3, 0, 0] + [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) } + title)
      + Data(repeating: 0, count: size - title.count)
  }

  private static let kinds: [(type: String, arguments: [String])] = [
    ("ac3", ["-c:a", "ac3"]), ("eac3", ["-c:a", "eac3"]), ("aac", ["-c:a", "aac", "-f", "adts"]),
    ("mp3", ["-c:a", "libmp3lame", "-id3v2_version", "0"]),
  ]

  @Test(arguments: 0..<4, [[300], [190_000], [73, 190_000]])
  func `tags are no part of the sound`(kind: Int, tags: [Int]) async throws {
    let (type, arguments) = Self.kinds[kind]
    let plain = try await WildFile("untagged", type, WildFile.sound + arguments).url()
    let url = folder.url("tagged.\(type)")
    try (tags.reduce(Data()) { $0 + Self.tag($1) } + (try Data(contentsOf: plain))).write(to: url)
    let (facts, expected) = (try await WildFile.facts(of: url), try await WildFile.facts(of: plain))
    #expect(facts.audioTracks.map(\.sampleCount) == expected.audioTracks.map(\.sampleCount))
    #expect(facts.audioTracks.map(\.codec) == expected.audioTracks.map(\.codec))
    #expect(try await samples(of: url) == samples(of: plain))
  }

  @Test(arguments: [0, 300])
  func `a table of Fraunhofer's encoder is no sound`(tag: Int) async throws {
    let arguments = ["-c:a", "libmp3lame", "-b:a", "128k", "-id3v2_version", "0", "-write_xing", "0"]
    let plain = try await WildFile("untabled", "mp3", WildFile.sound + arguments).url()
    let bytes = try Data(contentsOf: plain)
    // MPEG-1, layer III, 128 kbit/s, 48 kHz, one channel: 384 bytes.
    try #require(bytes.starts(with: [0xFF, 0xFB, 0x94]))
    var table = Data(bytes[..<4]) + Data(repeating: 0, count: 380)
    table.replaceSubrange(36..<42, with: Data("VBRI".utf8) + [0, 1])
    let url = folder.url("tabled.mp3")
    try ((tag > 0 ? Self.tag(tag) : Data()) + table + bytes).write(to: url)
    let (facts, expected) = (try await WildFile.facts(of: url), try await WildFile.facts(of: plain))
    #expect(facts.audioTracks.map(\.sampleCount) == expected.audioTracks.map(\.sampleCount))
    #expect(try await samples(of: url) == samples(of: plain))
  }

  private func samples(of url: URL) async throws -> [Double] {
    let plan = try await SoundEdits.whole(url, seconds: 2, .audio).plan()
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    return try await reader.samples(0..<96_000).interleaved.map { Double($0) }
  }

  @Test func `damage behind a tag is where it is in the file`() async throws {
    let plain = try await WildFile("untagged", "aac", WildFile.sound + ["-c:a", "aac", "-f", "adts"]).url()
    var bytes = try Data(contentsOf: plain)
    bytes.insert(contentsOf: [UInt8](repeating: 0x11, count: 50), at: Self.frameEnd(bytes, after: 20))
    let url = folder.url("damaged.aac")
    try (Self.tag(1_000) + bytes).write(to: url)
    let error = try #require(await WildFile.refusal(of: url))
    let place = 1_000 + Self.frameEnd(try Data(contentsOf: plain), after: 20)
    #expect(error.message.hasPrefix("The file is damaged at byte \(place): 50 bytes"), "\(error)")
  }

  /// Where the first `count` frames of ADTS end.
  private static func frameEnd(_ data: Data, after count: Int) -> Int {
    (0..<count).reduce(0) { place, _ in
      place + (Int(data[place + 3] & 3) << 11 | Int(data[place + 4]) << 3 | Int(data[place + 5]) >> 5)
    }
  }
}
