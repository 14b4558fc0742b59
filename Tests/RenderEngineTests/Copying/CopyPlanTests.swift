import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Plans of copies: each is the text that stands beside it, and the file that is written is what its plan says, as ffprobe
/// reads it.
///
/// After a change that is meant to change plans, `GSTEDIT_RECORD_PLANS=1` writes them anew, for people to compare; a run that
/// records fails, so that no such run passes for a test.
@Suite("Plans of packets that are copied")
struct CopyPlanTests {
  private static let goldens = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Plans")
  private static let isRecording = ProcessInfo.processInfo.environment["GSTEDIT_RECORD_PLANS"] == "1"

  @Test(arguments: CopyPlanCase.all)
  func `a file has the packets, the times and the edit lists of its plan`(film: CopyPlanCase) async throws {
    let folder = try ScratchFolder()
    let copy = try await film.copy(folder)
    let plan = try await GStreamerRenderer().plan(copy)
    let golden = Self.goldens.appending(path: "\(film.name).txt")
    if Self.isRecording {
      try plan.text.write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("The plan of “\(film.name)” was recorded, not compared.")
    } else {
      // FFmpeg 7 has sounds of WebM begin before zero, where earlier ones move the pictures.
      let goldens = [golden, Self.goldens.appending(path: "\(film.name), of FFmpeg 7.txt")]
      let expected = goldens.compactMap { try? String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
      #expect(expected.contains(plan.text.split(separator: "\n")), "\(plan.text)")
    }
    #expect(try JSONDecoder().decode(CopyPlan.self, from: JSONEncoder().encode(plan)) == plan)

    let target = folder.url("target.\(copy.fileType.rawValue)")
    let file = try await CopiedFilm.copy(copy, to: target)
    #expect(file.packetCounts == plan.tracks.map(\.packetCount))
    #expect([file.start, file.duration, file.soundOffset] == [plan.start, plan.duration, plan.soundOffset])
    #expect(file.isExact == plan.isExact && Array(file.notes.prefix(plan.notes.count)) == plan.notes)
    try await PlannedFile(plan, target).compare()
  }

  @Test func `a copy that is refused has no plan, by the same error`() async throws {
    let folder = try ScratchFolder()
    let film = CopiedFilm.asset(try await CopiedFilm.url(41, .vp9, .opus, in: "webm", count: 50))
    let late = PacketCopy.Part(film, range: try CopiedFilm.range(Rational(50), Rational(60)))
    for copy in [PacketCopy([.init(film)], as: .ts), PacketCopy([late], as: .mp4), PacketCopy([], as: .mp4)] {
      let planned = await #expect(throws: RenderError.self) { try await GStreamerRenderer().plan(copy) }
      let written = await #expect(throws: RenderError.self) {
        try await CopiedFilm.copy(copy, to: folder.url("out.mp4"))
      }
      #expect(planned?.description == written?.description && planned != nil)
    }
    #expect(try folder.names() == [])
  }
}
