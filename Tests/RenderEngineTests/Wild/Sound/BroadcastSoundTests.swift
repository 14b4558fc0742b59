import EditServices
import EditingModel
import Foundation
import RenderEngine
import Rendering
import Testing

/// AAC as broadcasts have it: in LATM, with the configuration among the packets.
@Suite("Sound of broadcasts")
struct BroadcastSoundTests {
  @Test func `AAC in LATM is refused by its name`() async throws {
    let sound = WildFile.sound + ["-c:a", "aac", "-mpegts_flags", "latm"]
    let url = try await WildFile("broadcast-latm", "ts", sound).url()
    let error = try #require(await WildFile.refusal(of: url))
    #expect(error.code == .unsupported && error.message == "The sound is AAC in LATM, which would be read wrong.")
  }
}
