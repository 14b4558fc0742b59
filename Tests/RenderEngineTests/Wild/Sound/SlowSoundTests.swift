import EditingModel
import Foundation
import RenderEngine
import Rendering
import Testing

import class TestSupport.ScratchFolder

/// Sounds whose kind is not found, or whose length is not what a demuxer says.
@Suite("Sounds of old kinds")
struct SlowSoundTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test(arguments: [9, 10], [0, 300]) func `AC-3 of half a rate or a quarter is sound`(
    identification: UInt8, tag: Int
  ) async throws {
    // Silence decodes alike at all rates, which ffmpeg does not write.
    let file = WildFile(
      "silent", "ac3", ["-f", "lavfi", "-i", "anullsrc=r=44100:cl=mono", "-t", "2", "-b:a", "128k", "-c:a", "ac3"])
    let url = try await file.changed(in: folder.url) { bytes in
      for place in bytes.indices.dropLast(6) where bytes[place] == 0x0B && bytes[place + 1] == 0x77 {
        bytes[place + 5] = bytes[place + 5] & 7 | identification << 3
      }
      if tag > 0 { bytes = [UInt8](TaggedSoundTests.tag(tag)) + bytes }
    }
    let facts = try await WildFile.facts(of: url)
    let sound = try #require(facts.audioTracks.first)
    #expect(sound.codec == "AC-3" && sound.sampleRate == 44_100 >> Int(identification - 8))
    #expect(sound.sampleCount == 58 * 1_536)
  }

  @Test func `Windows Media Voice is refused by its name`() async throws {
    let file = WildFile("voice", "wma", ["-f", "lavfi", "-i", "sine=r=44100:d=2", "-ac", "1", "-c:a", "wmav2"])
    let url = try await file.changed(in: folder.url) { bytes in
      // The number of the codec, one channel, 44,100 samples a second.
      let format: [UInt8] = [0x61, 1, 1, 0, 0x44, 0xAC, 0, 0]
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: format) })
      bytes.replaceSubrange(place..<place + 2, with: [0x0A, 0])
    }
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .unsupported && error.message.contains("Windows Media Voice"), "\(error)")
  }
}
