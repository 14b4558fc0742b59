import EditServices
import Foundation
import GstEdit
import TestSupport
import Testing

/// A plan that was written down renders as the one it was written from.
@Suite("Plans that are kept")
struct EncodedPlanTests {
  private static let pipelines = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Pipelines")

  @Test(arguments: ["picture-in-picture", "speed-changes"])
  func `a decoded plan gives the same bytes`(name: String) async throws {
    let project = try Project(contentsOf: Self.pipelines.appending(path: "\(name)/project.json"))
    let plan = try await ProjectRender(project).plan(
      ProjectRender.Choices(timeRange: ProjectTimeRange("0.5..2.5"), scale: 0.25))
    let decoded = try JSONDecoder().decode(RenderPlan.self, from: JSONEncoder().encode(plan))
    #expect(decoded == plan)
    let folder = try ScratchFolder()
    let settings = ExportRules.defaults(for: .mkv)
    var films: [Data] = []
    for (number, plan) in [plan, decoded].enumerated() {
      let url = folder.url("\(number).mkv")
      _ = try await Export(FilmPlan(plan, as: settings.limited(to: plan)), to: url, replacing: false)
        .run(Engine.renderer()) { _ in }
      films.append(try Data(contentsOf: url))
    }
    #expect(films[0].count > 10_000)
    guard films[0] != films[1] else { return }
    var packets: [[Substring]] = []
    for number in 0...1 {
      let list = try await MediaTools.ffmpegOutput(
        ["-i", folder.url("\(number).mkv").path, "-c", "copy", "-f", "framemd5"])
      packets.append(String(decoding: list, as: UTF8.self).split(separator: "\n"))
    }
    let different = zip(packets[0], packets[1]).filter { $0 != $1 }.prefix(5)
    Issue.record("The films differ, in \(packets.map(\.count)) packets: \(Array(different)).")
  }
}
