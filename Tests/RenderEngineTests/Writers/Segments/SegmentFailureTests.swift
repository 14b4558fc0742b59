import Compositing
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// Segments that cannot be written while their encoders are fed: what is fed waits for room that nothing makes any more.
@Suite("Segments that cannot be written")
struct SegmentFailureTests {
  /// In a folder that is not there: the first file fails while samples wait for the encoder.
  @Test(arguments: MediaSegmentFormat.allCases) func `a sound whose segments cannot be written fails at once`(
    format: MediaSegmentFormat
  ) async throws {
    let folder = try ScratchFolder()
    let layout = MediaSegmentLayout(format, startingAt: (0..<100).map { Rational(Int64($0)) })
    let writer = try await GStreamerRenderer().mediaSegmentWriter(
      WriterFixtures.settings(.mp4, nil, .aac), layout, into: folder.url("gone"))
    let code = await WriterFixtures.code {
      for block in 0..<1_000 {
        let samples = (0..<2 * 4_800).map { Double(($0 * 7_919 + block) % 65_536 - 32_768) / 65_536 }
        try writer.write(SampleBlock(start: Int64(block) * 4_800, channels: 2, interleaved: samples))
      }
      _ = try writer.finish()
    }
    #expect(code == .writeFailed)
  }

  /// In a process of its own, whose files may be 100,000 bytes long: what a full disk is to the encoder.
  @Test func `a segment for which there is no room fails at once, and leaves nothing`() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      let isLimited = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
      #expect(isLimited)
      let folder = try ScratchFolder()
      let writer = try await GStreamerRenderer().segmentWriter(
        WriterFixtures.settings(.mkv, .ffv1), identity: "a segment", to: folder.url("0.segment"))
      let code = await WriterFixtures.code {
        for number in 0..<600 {
          let picture = try WriterFixtures.picture(0)
          try picture.withMutableBytes(ofPlane: 0) { bytes in
            for index in bytes.indices {
              bytes[index] = UInt8(truncatingIfNeeded: (index + number) * 2_654_435_761 >> 13)
            }
          }
          try writer.write(picture, at: Rational(Int64(number), 25), duration: Rational(1, 25))
        }
        _ = try writer.finish(EncodedSegment.Findings())
      }
      #expect(code == .writeFailed)
      #expect(try await Poll.eventually { try folder.names().isEmpty })
    }
  }
}
