import Containers
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// What files say of pictures beside their samples, and what their tracks are for.
@Suite("Side data of pictures")
struct SideDataTests {
  @Test(arguments: [FileType.mkv, .mp4])
  func `a view for each eye and a commentary are known, and named where they are lost`(
    type: FileType
  ) async throws {
    let folder = try ScratchFolder()
    let source = folder.url("two.\(type.rawValue)")
    let film = try await WildFile("views", "mkv", WildFile.picture + WildFile.sound + WildFile.h264 + ["-c:a", "aac"])
      .url()
    // Matroska's muxer alone takes the mode by name.
    let matroska = folder.url("first.mkv")
    try await MediaTools.ffmpeg(
      ["-i", film.path, "-c", "copy", "-metadata:s:v", "stereo_mode=left_right", "-disposition:a:0", "comment"]
        + [matroska.path])
    try await MediaTools.ffmpeg(["-i", matroska.path, "-c", "copy", "-strict", "unofficial", source.path])
    let facts = try await WildFile.facts(of: source)
    #expect(facts.videoTracks.map(\.sideData) == [[.stereo3D]])
    #expect(facts.audioStorage.map(\.dispositions) == [[.comment]])
    var conversion = FileConversion([AssetReference(url: source)])
    conversion.choices.wishes.video = VideoDescription(codec: .codec(.ffv1))
    let report = try await conversion.session(to: folder.url("made.mkv")).export()
    for words in ["hold a view for each eye", "is a commentary"] {
      #expect(report.notes.contains { $0.contains(words) }, "\(report.notes)")
    }
    // A copy keeps both.
    let copy = folder.url("copy.\(type.rawValue)")
    _ = try await CopiedFilm.copy(PacketCopy([.init(AssetReference(url: source))], as: type), to: copy)
    let copied = try await WildFile.facts(of: copy)
    #expect(copied.videoTracks.map(\.sideData) == [[.stereo3D]])
    #expect(copied.audioStorage.map(\.dispositions) == [[.comment]])
  }

  @Test func `captions and dynamic metadata are found among a picture's units`() {
    let captions: [UInt8] = [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03, 0xC1, 0xFF]
    // Emulation prevention stands behind two zeros.
    let light: [UInt8] = [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04, 0x00, 0x00, 0x03, 0x01]
    let long: [UInt8] = [0x05, 0xFF, 0x01] + [UInt8](repeating: 7, count: 256)
    func unit(_ header: [UInt8], _ messages: [[UInt8]]) -> [UInt8] {
      let bytes = header + messages.flatMap(\.self) + [0x80]
      return [0, 0, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }
    let picture = unit([0x06], [long, [4, 10] + captions]) + unit([0x65], [[1, 2, 3]])
    #expect(RegisteredUserData(picture, isHEVC: false, lengthSize: 4).kinds == [.closedCaptions])
    let bright = unit([39 << 1, 1], [[4, 9] + light])
    #expect(RegisteredUserData(bright, isHEVC: true, lengthSize: 4).kinds == [.dynamicHDR])
    // Nothing of what is cut off is read.
    for count in 0..<picture.count {
      let kinds = RegisteredUserData(Array(picture.prefix(count)), isHEVC: false, lengthSize: 4).kinds
      #expect(kinds.isSubset(of: [.closedCaptions]))
    }
  }
}
