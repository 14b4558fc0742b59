import EditServices
import EditingModel
import FoundationEssentials
import MediaAnalysis
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// What is said of a finished file that is not what was to be written, without an engine.
@Suite struct FileVerificationTests {
  private let plan: RenderPlan
  private let settings = ExportSettings(
    fileType: .mp4, video: VideoSettings(codec: .h264), audio: AudioSettings(codec: .aac))
  /// The file that was to be written: ten seconds.
  private let film: MediaFacts

  init() async throws {
    let source = try ScriptedRendering.film("source.mp4")
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))
    func track(_ id: TrackID, _ mediaType: MediaType) -> CompositionTrack {
      CompositionTrack(
        id: id, mediaType: mediaType,
        segments: [
          CompositionTrackSegment(
            source: .init(asset: source.asset, trackIndex: 0), sourceRange: range, targetRange: range)
        ])
    }
    let edit = EditSnapshot(composition: Composition(tracks: [track(1, .video), track(2, .audio)]))
    plan = try await edit.plan(settings: RenderSettings(), renderer: ScriptedRenderer(media: [source]))
    film = try ScriptedRendering.film("film.mp4")
  }

  private func problems(_ facts: MediaFacts, failingFrames: [Int: RenderError] = [:]) async throws -> [String] {
    try await FileVerification(
      of: facts.asset.url, plan: plan, settings: settings,
      renderer: ScriptedRenderer(media: [facts], failingFrames: failingFrames)
    ).problems()
  }

  @Test func `of a file that is as it should be nothing is said`() async throws {
    var facts = film
    facts.asset = AssetReference(url: film.asset.url)
    #expect(try await problems(facts) == [])
  }

  @Test func `what differs is named`() async throws {
    var facts = film
    facts.asset = AssetReference(url: film.asset.url)
    facts.videoTracks[0].timing = .constant(start: try Rational(1, 25), frameDuration: try Rational(1, 25), count: 249)
    facts.videoTracks[0].size = PixelSize(width: 320, height: 180)
    facts.videoTracks[0].colorimetry = .bt601
    facts.audioTracks[0].sampleCount = 479_999
    facts.audioTracks[0].firstSample = 3
    #expect(
      try await problems(facts) == [
        "It has 249 frames instead of 250.", "Its pictures have 320x180 pixels instead of 640x360.",
        "Frame 0 is shown at 00:00:00.040 instead of 00:00:00.000.",
        "Frame 125 is shown at 00:00:05.040 instead of 00:00:05.000.",
        "Its colors are said to be \(Colorimetry.bt601) instead of \(Colorimetry.bt709).",
        "It has 479999 samples instead of 480000.", "Its sound begins with sample 3 instead of 0.",
      ])
  }

  @Test func `a sound that is copied begins and ends where its packets say`() async throws {
    var facts = film
    facts.asset = AssetReference(url: film.asset.url)
    (facts.audioTracks[0].firstSample, facts.audioTracks[0].sampleCount) = (960, 470_000)
    var verification = FileVerification(
      of: facts.asset.url, plan: plan, settings: settings, renderer: ScriptedRenderer(media: [facts]))
    #expect(try await verification.problems().count == 2)
    verification.copiedSound = CopiedSound(
      .init(asset: film.asset), packets: 0..<460, packetLength: 1_024, firstSample: -1_024, samples: 0..<470_000,
      start: 960)
    #expect(try await verification.problems() == [])
    verification.copiedSound?.samples = 0..<470_001
    #expect(try await verification.problems() == ["It has 470000 samples instead of 470001."])
  }

  @Test func `a track too many or too few is named, and a frame that cannot be decoded`() async throws {
    var facts = film
    facts.asset = AssetReference(url: film.asset.url)
    let damage = RenderError(.mediaUnreadable, "Frame 7 cannot be decoded.")
    #expect(try await problems(facts, failingFrames: [7: damage]) == ["Frame 7 cannot be decoded."])
    facts.audioTracks = []
    #expect(try await problems(facts) == ["It has 0 audio tracks instead of one."])
    facts.videoTracks += facts.videoTracks
    #expect(try await problems(facts).first == "It has 2 video tracks instead of one.")
  }
}
