import EditServices
import EditingModel
import FoundationEssentials
import MediaAnalysis
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// Findings about a finished file that differs from its plan, without an engine.
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

  @Test func `differences are named`() async throws {
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
    var copied = CopiedSound(
      .init(asset: film.asset), packets: 0..<460, packetLength: 1_024, firstSample: -1_024, samples: 0..<470_000,
      start: 960)
    verification.smartSounds = [SmartSound(copied)]
    #expect(try await verification.problems() == [])
    copied.samples = 0..<470_001
    verification.smartSounds = [SmartSound(copied)]
    #expect(try await verification.problems() == ["It has 470000 samples instead of 470001."])
  }

  /// A sound of the plan's, of `count` samples at another rate, for the speakers of `layout`.
  private func other(_ count: Int64, _ layout: ChannelLayout = .standard(1)) throws -> RenderPlan {
    var sound = try #require(plan.sound)
    (sound.grid, sound.layout) = (try SampleGrid(rate: 44_100), layout)
    (sound.sampleCount, sound.range) = (count, 0..<count)
    return RenderPlan(picture: nil, sound: sound)
  }

  /// The film with another sound of `count` samples from `first` on, for the speakers of `layout`.
  private func film(beside count: Int64, from first: Int64 = 0, _ layout: ChannelLayout = .standard(1)) -> MediaFacts {
    var facts = film
    facts.asset = AssetReference(url: film.asset.url)
    facts.audioTracks.append(
      AudioTrackFacts(
        codec: "AAC", sampleRate: 44_100, channels: layout.channels, layout: layout, firstSample: first,
        sampleCount: count, losslessFormat: nil))
    return facts
  }

  private func verification(_ facts: MediaFacts, beside sounds: [RenderPlan]) -> FileVerification {
    var verification = FileVerification(
      of: facts.asset.url, plan: plan, settings: settings, renderer: ScriptedRenderer(media: [facts]))
    verification.otherSounds = sounds
    return verification
  }

  @Test func `each sound of several is compared with its own plan`() async throws {
    #expect(try await verification(film(beside: 44_100), beside: [other(44_100)]).problems() == [])
    #expect(
      try await verification(film(beside: 44_099, from: 7), beside: [other(44_100)]).problems() == [
        "Sound 1 has 44099 samples instead of 44100.", "Sound 1 begins with sample 7 instead of 0.",
      ])
    let (behind, sides, front) = (
      ChannelLayout.standard(6), ChannelLayout(channels: 6, mask: 0xC0F), ChannelLayout(channels: 6, mask: 0xCC3)
    )
    #expect(
      try await verification(film(beside: 44_100, behind), beside: [other(44_100)]).problems() == [
        "Sound 1 has 6 channels instead of 1."
      ])
    // What stands at the sides is what stands behind, where there is one of the two.
    #expect(try await verification(film(beside: 44_100, sides), beside: [other(44_100, behind)]).problems() == [])
    #expect(
      try await verification(film(beside: 44_100, front), beside: [other(44_100, behind)]).problems() == [
        "Sound 1 is for the speakers of 6.0(front) instead of 5.1."
      ])
    #expect(
      try await verification(film(beside: 44_100), beside: []).problems() == ["It has 2 audio tracks instead of one."])
    #expect(
      try await verification(film(beside: 44_100), beside: [other(44_100), other(1)]).problems() == [
        "It has 2 audio tracks instead of 3."
      ])
  }

  @Test func `of several sounds a copied one begins and ends where its packets say`() async throws {
    var verification = try verification(film(beside: 40_000, from: 960), beside: [other(44_100)])
    #expect(try await verification.problems().count == 2)
    let copied = CopiedSound(
      .init(asset: film.asset), packets: 0..<41, packetLength: 1_024, firstSample: -1_024, samples: 0..<40_000,
      start: 960)
    verification.smartSounds = [SmartSound(encodedBecause: ["The volume is changed."]), SmartSound(copied)]
    #expect(try await verification.problems() == [])
  }

  @Test func `a film of a limited size may end early, and not late`() async throws {
    var facts = film(beside: 44_000)
    facts.videoTracks[0].timing = .constant(start: .zero, frameDuration: try Rational(1, 25), count: 100)
    facts.audioTracks[0].sampleCount = 192_000
    var verification = try verification(facts, beside: [other(44_100)])
    #expect(try await verification.problems().count == 3)
    verification.duration = Rational(4)
    #expect(try await verification.problems() == ["Sound 1 has 44000 samples instead of 44100."])
    verification.otherSounds = [try other(44_000)]
    #expect(try await verification.problems() == [])
    verification.duration = try Rational(401, 100)
    #expect(
      try await verification.problems() == [
        "It has 100 frames instead of 101.",
        "Sound 0 has 192000 samples instead of \(try #require(plan.sound).range.count).",
      ])
    verification.duration = Rational(4)
    verification.otherSounds = [try other(43_999)]
    #expect(try await verification.problems() == ["Sound 1 has 44000 samples instead of 43999."])
  }

  @Test func `nothing is said of a film whose session has not written it`() async throws {
    let request = ExportRequest(EditSnapshot(composition: Composition()), as: settings, to: film.asset.url)
    let renderer = ScriptedRenderer(media: [])
    #expect(FileVerification(of: ExportSession(request, renderer: renderer), renderer: renderer) == nil)
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
