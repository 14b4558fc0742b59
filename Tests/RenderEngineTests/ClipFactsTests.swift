import Foundation
import GstEdit
import RenderEngine
import Testing

/// What the engine finds in the real clips of `Pipelines/media`. The numbers are ffprobe's.
@Suite("The facts of real clips")
struct ClipFactsTests {
  private static func facts(of name: String) async throws -> MediaFacts {
    let media = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Pipelines/media")
    let asset = AssetReference(url: media.appending(path: name))
    return try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
  }

  @Test(arguments: [("bunny.mp4", 25, 132), ("dunes.mp4", 24, 354)])
  func `a film of a constant rate is on that rate's grid`(name: String, rate: Int64, count: Int) async throws {
    let video = try #require(try await Self.facts(of: name).videoTracks.first)
    #expect(video.timing == .constant(start: .zero, frameDuration: try Rational(1, rate), count: count))
    #expect(video.size == PixelSize(width: 1280, height: 720))
    #expect(video.codec == "H.264")
  }

  @Test func `a telephone's film has the times that the telephone gave it`() async throws {
    let video = try #require(try await Self.facts(of: "dog.mp4").videoTracks.first)
    #expect(video.timing.count == 41)
    #expect(try video.timing.start(of: 0) == .zero)
    // 184.556 ms, then on at 29.994… ms a frame: 90 kHz ticks.
    #expect(video.timing.frame(at: try Rational(184, 1000)) == 0)
    #expect(video.timing.frame(at: try Rational(185, 1000)) == 1)
    #expect(video.timing.frame(at: try Rational(1_484, 1000)) == 39)
    #expect(video.timing.frame(at: try Rational(1_485, 1000)) == 40)
  }

  @Test func `sound is counted in samples, behind the edit list`() async throws {
    let bunny = try #require(try await Self.facts(of: "bunny.mp4").audioTracks.first)
    #expect((bunny.sampleRate, bunny.channels) == (48_000, 6))
    #expect(bunny.losslessFormat == nil)
    let voice = try #require(try await Self.facts(of: "commentary.wav").audioTracks.first)
    #expect((voice.sampleRate, voice.channels, voice.sampleCount) == (44_100, 1, 238_447))
    #expect(voice.losslessFormat == .integer16)
  }
}
