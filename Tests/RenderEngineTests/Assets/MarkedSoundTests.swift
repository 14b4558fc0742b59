import Foundation
import GstEdit
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

@testable import Containers

/// Named places in sounds, by which programs that edit or play records make their chapters.
@Suite("Marked sounds")
struct MarkedSoundTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Three seconds at 44,100 Hz in a file of `type`, as ffmpeg writes it with `arguments`.
  private func sound(_ type: String, _ arguments: [String] = []) async throws -> [UInt8] {
    let url = folder.url("sound.\(type)")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "sine=sample_rate=44100:duration=3"] + arguments + [url.path])
    return [UInt8](try Data(contentsOf: url))
  }

  private struct Place: Equatable {
    var start, end: Double?
    var title: String

    init(_ start: Double?, _ end: Double?, _ title: String) { (self.start, self.end, self.title) = (start, end, title) }
  }

  /// The chapters of a file of `bytes`, to the sample.
  private func chapters(of bytes: [UInt8], _ type: String) async throws -> [Place] {
    let url = folder.url("marked.\(type)")
    try Data(bytes).write(to: url)
    let chapters = try await URLAsset(url: url).load(.chapters)
    return chapters.map {
      Place(
        ($0.start.seconds * 44_100).rounded() / 44_100, $0.end.map { ($0.seconds * 44_100).rounded() / 44_100 },
        $0.title)
    }
  }

  private static func chunk(_ type: String, _ body: [UInt8], isLittleEndian: Bool = true) -> [UInt8] {
    var bytes = Array(type.utf8)
    bytes += isLittleEndian ? [UInt8](littleEndian: body.count, 4) : [UInt8](bigEndian: body.count, 4)
    bytes += body
    return body.count % 2 == 0 ? bytes : bytes + [0]
  }

  /// A list of cue points at `samples`, numbered from 1 on.
  private static func cues(_ samples: [Int]) -> [UInt8] {
    var body = [UInt8](littleEndian: samples.count, 4)
    for (number, sample) in samples.enumerated() {
      let place = [UInt8](littleEndian: sample, 4)
      body += [UInt8](littleEndian: number + 1, 4) + place
      body += Array("data".utf8) + [UInt8](repeating: 0, count: 8)
      body += place
    }
    return chunk("cue ", body)
  }

  @Test func `cue points of WAVE that have labels are chapters`() async throws {
    let wave = try await sound("wav")
    func label(_ number: Int, _ name: String) -> [UInt8] {
      Self.chunk("labl", [UInt8](littleEndian: number, 4) + Array(name.utf8) + [0])
    }
    let length = Self.chunk("ltxt", [UInt8](littleEndian: 3, 4) + [UInt8](littleEndian: 4_410, 4) + Array("rgn ".utf8))
    // In the order of their numbers, which is not that of time; the fourth has no name, the fifth no place.
    let labels = label(1, "Zwei – Größe") + label(2, "Eins") + label(3, "Drei") + length + label(5, "Nirgends")
    let list = Self.chunk("LIST", Array("adtl".utf8) + labels)
    let found = try await chapters(of: wave + Self.cues([44_100, 1, 88_200, 100_000]) + list, "wav")
    #expect(
      found == [Place(1.0 / 44_100, 1, "Eins"), Place(1, 2, "Zwei – Größe"), Place(2, 2.1, "Drei")])
    // With lengths of 64 bits.
    var long = try await sound("wav", ["-rf64", "always"])
    for mark in ["RF64", "BW64"] {
      long.replaceSubrange(0..<4, with: mark.utf8)
      let named = try await chapters(of: long + Self.cues([0, 44_100]) + list, "wav")
      #expect(named == [Place(0, 1, "Zwei – Größe"), Place(1, 3, "Eins")], "\(mark)")
    }
    // Where nothing has a name, a sampler's loop is no chapter.
    #expect(try await chapters(of: wave + Self.cues([0, 44_100]), "wav").isEmpty)
    // Lists that are lies are read as far as they go.
    var cut = wave + Self.cues([44_100, 1]) + list
    cut.removeLast(list.count - 29)
    #expect(try await chapters(of: cut, "wav") == [Place(1, 3, "Zwei ")])
  }

  @Test func `markers of AIFF are chapters, but for the ends of loops`() async throws {
    func marker(_ number: Int, _ sample: Int, _ name: String) -> [UInt8] {
      var bytes = [UInt8](bigEndian: number, 2) + [UInt8](bigEndian: sample, 4)
      bytes += [UInt8(name.utf8.count)] + Array(name.utf8)
      return name.utf8.count % 2 == 1 ? bytes : bytes + [0]
    }
    let markers =
      marker(1, 0, "Anfang") + marker(2, 66_150, "Mitte") + marker(7, 10, "beg loop") + marker(8, 20, "end loop")
    let loop: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 7, 0, 8, 0, 0, 0, 0, 0, 0]
    let found = try await chapters(
      of: sound("aiff") + Self.chunk("MARK", [0, 4] + markers, isLittleEndian: false)
        + Self.chunk("INST", loop, isLittleEndian: false), "aiff")
    #expect(found == [Place(0, 1.5, "Anfang"), Place(1.5, 3, "Mitte")])
  }

  private static let sheet = """
    PERFORMER "Jemand"
    TITLE "Platte"
    FILE "platte.wav" WAVE
      TRACK 01 AUDIO
        TITLE "Erstes – Stück"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE Zweites
        PERFORMER "Andere"
        INDEX 00 00:01:00
        INDEX 01 00:01:15

    """

  @Test(arguments: ["flac", "opus"]) func `the cue sheet among a record's comments names its tracks`(type: String)
    async throws
  {
    let tags = folder.url("tags")
    let escaped = Self.sheet.replacing("\\", with: "\\\\").replacing("\n", with: "\\\n")
    try Data(";FFMETADATA1\nCUESHEET=\(escaped)\n".utf8).write(to: tags)
    let bytes = try await sound(
      type, ["-i", tags.path, "-map", "0", "-map_metadata", "1"])
    let found = try await chapters(of: bytes, type)
    #expect(found == [Place(0, 1.2, "Erstes – Stück"), Place(1.2, 3, "Zweites")])
  }

  @Test func `FLAC's own cue sheet says where the tracks begin`() async throws {
    var flac = try await sound("flac")
    func track(_ offset: Int, _ number: UInt8, _ indices: [(offset: Int, number: UInt8)]) -> [UInt8] {
      var bytes = [UInt8](bigEndian: offset, 8) + [number]
      bytes += [UInt8](repeating: 0, count: 26) + [UInt8(indices.count)]
      for index in indices { bytes += [UInt8](bigEndian: index.offset, 8) + [index.number, 0, 0, 0] }
      return bytes
    }
    var tracks = track(0, 1, [(0, 1)])
    tracks += track(44_100, 2, [(0, 0), (588, 1)])
    tracks += track(88_200, 3, [(0, 1)])
    tracks += track(132_300, 170, [])
    let block = [UInt8](repeating: 0, count: 395) + [4] + tracks
    // Behind the first block, which is STREAMINFO and not the last one.
    try #require(flac[4] == 0)
    let head: [UInt8] = [5] + [UInt8](bigEndian: block.count, 3)
    flac.insert(contentsOf: head + block, at: 42)
    let found = try await chapters(of: flac, "flac")
    let second = Double(44_100 + 588) / 44_100
    #expect(found == [Place(0, second, ""), Place(second, 2, ""), Place(2, 3, "")])
  }

  @Test func `a sheet about several files says nothing of one`() {
    let other = "FILE \"b.wav\" WAVE\n  TRACK 03 AUDIO\n    INDEX 01 00:00:00\n"
    #expect(CueSheet.chapters(in: Self.sheet).map(\.title) == ["Erstes – Stück", "Zweites"])
    #expect(CueSheet.chapters(in: Self.sheet + other).isEmpty)
    #expect(CueSheet.chapters(in: "TRACK 1\nINDEX 01 99:99:99\nINDEX 01\nINDEX 01 a:b:c\nTITLE").isEmpty)
  }

  @Test func `markers of ASF are chapters`() async throws {
    let tags = folder.url("tags")
    let chapters = """
      ;FFMETADATA1
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=1500
      title=Anfang – Größe
      [CHAPTER]
      TIMEBASE=1/1000
      START=1500
      END=3000
      title=Rest

      """
    try Data(chapters.utf8).write(to: tags)
    let bytes = try await sound("wma", ["-i", tags.path, "-map", "0", "-map_chapters", "1"])
    let found = try await self.chapters(of: bytes, "wma")
    // The last one ends with the sound, a packet's length behind the third second.
    #expect(found.map(\.start) == [0, 1.5] && found.map(\.title) == ["Anfang – Größe", "Rest"], "\(found)")
    #expect(found.first?.end == 1.5 && (2.9...3.2).contains(found.last?.end ?? 0), "\(found)")
  }
}
