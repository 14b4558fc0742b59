import EditingModel
import Foundation
import MediaTime
import Testing

@testable import ProjectFile

@Suite("The rate of numbered pictures")
struct FrameRateTests {
  private func project(_ rate: String) throws -> Project {
    try Project(
      #"{"gstedit":1,"assets":{"a":{"uri":"shot-%04d.png","frameRate":\#(rate)}},"#
        + #""composition":{"tracks":[{"id":1,"kind":"video","segments":[{"asset":"a","in":0,"duration":1}]}]}}"#)
  }

  @Test(
    arguments: [
      ("25", Rational(25)), ("23.976", Rational(decimal: 23_976)), ("\"30000/1001\"", Rational(ntsc: 30_000)),
      ("\"12.5\"", Rational(decimal: 12_500)),
    ] as [(String, Rational)])
  func `a rate is read exactly, and written as the same`(text: String, rate: Rational) throws {
    let project = try project(text)
    let source = try #require(project.videoSources.first)
    #expect(source.asset.frameRate == rate && source.asset.url.lastPathComponent == "shot-%04d.png")
    let segments = try project.resolve().composition.tracks[0].segments
    #expect(segments[0].source?.asset.frameRate == rate)
    let again = try Project(json: Array(project.json.utf8), baseURL: URL(filePath: "/"))
    #expect(again.videoSources.first?.asset.frameRate == rate)
  }

  @Test(arguments: ["0", "-25", "\"0/1\"", "\"25/0\"", "\"25 fps\"", "\"25f\"", "\"00:00:25\"", "true"])
  func `a number that is no rate is refused`(text: String) throws {
    let error = #expect(throws: ProjectError.self) { _ = try project(text) }
    #expect("\(String(describing: error))".contains("pictures a second"))
  }
}

extension Rational {
  fileprivate init(decimal thousandths: Int64) { self = (try? Rational(thousandths, 1_000)) ?? .zero }
  fileprivate init(ntsc number: Int64) { self = (try? Rational(number, 1_001)) ?? .zero }
}
