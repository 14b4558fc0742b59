import Foundation
import TestSupport
import Testing

/// A song without an edit list whose movie states what its encoder put before and behind the sound, as Apple's encoders write it.
enum StatedSong {
  /// The same without a statement: its media have 145,024 samples.
  static let plain = WildFile("song", "m4a", WildFile.sound + ["-c:a", "aac", "-aac_pns", "0", "-use_editlist", "0"])

  /// 2,112 samples of priming, 512 of a remainder, 142,400 of the sound.
  static let usual = " 00000000 00000840 00000200 0000000000022C40 00000000 00000000"

  /// The song in `folder` with the statement `text`, whose movie counts in units of a `timescale`th of a second.
  static func url(stating text: String = usual, timescale: Int32 = 48_000, in folder: ScratchFolder) async throws -> URL
  {
    try await plain.changed(in: folder.url) { bytes in
      let header = try #require(bytes.contents(ofBoxes: "mvhd").first)
      bytes.write(timescale, at: header + 12)
      bytes.write(Int32((145_024 * Int64(timescale) + 47_999) / 48_000), at: header + 16)
      let movie = try #require(bytes.contents(ofBoxes: "moov").first) - 8
      try #require(bytes[movie..<movie + 4].reduce(0) { $0 << 8 | Int($1) } == bytes.count - movie)
      let item =
        box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
        + box("name", [0, 0, 0, 0] + Array("iTunSMPB".utf8))
        + box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8))
      // libavformat reads the list behind a handler alone.
      let handler = box(
        "hdlr", [UInt8](repeating: 0, count: 8) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9))
      bytes += box("udta", box("meta", [0, 0, 0, 0] + handler + box("ilst", box("----", item))))
      bytes.write(Int32(bytes.count - movie), at: movie)
    }
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let size = content.count + 8
    return [UInt8(size >> 24), UInt8(size >> 16 & 0xFF), UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF)]
      + Array(type.utf8) + content
  }
}
