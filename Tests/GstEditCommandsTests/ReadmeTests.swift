import Foundation
import GstEdit
import Testing

/// What the first page shows: its Swift stands here, and its JSON is read from there.
@Suite("The first page's examples")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let media = root.appending(path: "Pipelines/media")

  func join(_ bunny: URL, _ dunes: URL, into file: URL) async throws -> ExportReport {
    func seconds(_ start: Int64, _ length: Int64) -> CMTimeRange {
      CMTimeRange(start: CMTime(value: start, timescale: 1), duration: CMTime(value: length, timescale: 1))
    }
    var film = Composition()
    try await film.insertTimeRange(seconds(1, 2), of: URLAsset(url: bunny), at: .zero)
    try await film.insertTimeRange(seconds(9, 3), of: URLAsset(url: dunes), at: film.duration)
    let settings = ExportRules.defaults(for: .mp4)
    return try await ExportSession(ExportRequest(EditSnapshot(composition: film), as: settings, to: file)).export()
  }

  @Test func `the Swift that the page shows makes its film`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let film = folder.appending(path: "film.mp4")
    let report = try await join(
      Self.media.appending(path: "bunny.mp4"), Self.media.appending(path: "dunes.mp4"), into: film)
    #expect(report.frameCount == 125)
    #expect(FileManager.default.fileExists(atPath: film.path))
  }

  @Test func `the Swift that the page shows is the Swift that stands here`() throws {
    let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let shown = try Self.block("swift").filter { !$0.hasPrefix("import ") }
    #expect(here.contains(shown.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")))
    #expect(shown.count > 10)
  }

  @Test func `the JSON that the page shows is the same film`() async throws {
    let text = try Self.block("json").joined(separator: "\n")
    let project = try Project(json: text, baseURL: Self.media)
    let picture = try #require(try await ProjectRender(project).plan().picture)
    #expect(picture.frameCount == 125)
    #expect(picture.runs.map(\.sourceFrames.first) == [25, 216])
  }

  /// The lines of the page's block of code in `language`.
  private static func block(_ language: String) throws -> [String] {
    let page = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex(of: "```\(language)"))
    let end = try #require(lines[(start + 1)...].firstIndex(of: "```"))
    return Array(lines[(start + 1)..<end])
  }
}
