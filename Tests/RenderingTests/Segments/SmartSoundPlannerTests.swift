import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Testing

/// Whether a sound of a film is the packets of its media, and why it is not.
struct SmartSoundPlannerTests {
  /// The sound of a file of 40 seconds, whose packets begin 1,024 samples before it.
  private static let coded = CodedSound(
    codec: .aac, packetCount: 1_876, packetLength: 1_024, firstSample: -1_024, preroll: 2_048)

  private static func settings(_ fileType: FileType = .mp4, _ codec: AudioCodec = .aac) -> ExportSettings {
    ExportSettings(fileType: fileType, video: VideoSettings(codec: .h264), audio: AudioSettings(codec: codec))
  }

  /// A film of `count` samples; each strip has pieces: samples of the film, and the media's sample at the first of
  /// them.
  private func sound(
    _ strips: [(samples: Range<Int64>, first: Int64)]..., count: Int64 = 480_000, range: Range<Int64>? = nil
  ) throws -> SoundPlan {
    let film = try MediaFacts.film("a", frames: 1_200)
    let facts = try #require(film.audioTracks.first)
    return SoundPlan(
      grid: try SampleGrid(rate: 48_000), layout: .standard(2), sampleCount: count, range: range, losslessFormat: nil,
      strips: strips.enumerated().map { number, pieces in
        Strip(
          trackID: TrackID(rawValue: Int32(number + 1)),
          pieces: pieces.enumerated().map { index, piece in
            let clip = ClipReference(
              asset: film.asset, trackID: TrackID(rawValue: Int32(number + 1)), segmentIndex: index)
            return StripPiece(
              samples: piece.samples,
              sound: StripSound(clip: clip, source: .init(asset: film.asset), firstSample: piece.first, facts: facts))
          }, volume: VolumeCurve(constant: 1, over: 0..<count))
      })
  }

  private func plan(
    _ sound: SoundPlan, _ settings: ExportSettings = settings(), _ coded: CodedSound = coded
  ) -> SmartSound {
    let planner = SmartSoundPlanner(sound, as: settings)
    return planner.plan(planner.source.map { _ in .success(coded) })
  }

  @Test func `a whole sound is all of its packets`() throws {
    let copied = try #require(plan(try sound([(0..<1_920_000, 0)], count: 1_920_000)).copied)
    #expect(copied.packets == 0..<1_876 && copied.samples == 0..<1_920_000 && copied.start == 0)
    #expect(copied.hiddenAtStart == 1_024 && copied.hiddenAtEnd == 0)
  }

  /// ```
  ///  packets    467     468     469     470   …   938            of 1,024 samples, the first at −1,024
  ///             477184  478208  479232  480256    959488..<960512
  /// ```
  @Test func `a part has what is decoded before it, and what is left of its last packet`() throws {
    let copied = try #require(plan(try sound([(0..<480_000, 480_000)])).copied)
    #expect(copied.packets == 467..<939)
    #expect(copied.firstSample == 477_184 && copied.samples == 480_000..<960_000)
    #expect(copied.hiddenAtStart == 2_816 && copied.hiddenAtEnd == 512 && copied.end == 480_000)
    // A part of that part: counted from the first that is rendered.
    let part = try #require(plan(try sound([(0..<480_000, 480_000)], range: 1_000..<2_000)).copied)
    #expect(part.samples == 481_000..<482_000 && part.start == 0)
  }

  @Test func `pieces that go on where the one before ends are one stretch`() throws {
    let plan = plan(try sound([(0..<200_000, 5_000), (200_000..<480_000, 205_000)]))
    #expect(plan.copied?.samples == 5_000..<485_000)
  }

  @Test func `what goes on from track to track is one stretch, and what is silenced is none`() throws {
    let cut: [(samples: Range<Int64>, first: Int64)] = [(200_000..<480_000, 205_000)]
    let plan = plan(try sound(cut, [(0..<200_000, 5_000)]))
    #expect(plan.copied?.samples == 5_000..<485_000 && plan.copied?.start == 0)
    for first: Int64 in [204_999, 205_001] {
      let other = try sound([(0..<200_000, 5_000)], [(200_000..<480_000, first)])
      #expect(
        self.plan(other).reasons == ["Several stretches follow one another, and packets are not cut at a sample."])
    }
    #expect(self.plan(try sound([(0..<200_001, 5_000)], cut)).reasons == ["Several tracks are mixed."])
    // To and fro.
    let checkered = try sound([(0..<100_000, 5_000), (200_000..<480_000, 205_000)], [(100_000..<200_000, 105_000)])
    #expect(self.plan(checkered).copied?.samples == 5_000..<485_000)
    // Faded to silence where the other one begins.
    var silenced = try sound([(0..<200_000, 5_000), (200_000..<480_000, 700_000)], cut)
    silenced.strips[0].volume = VolumeCurve(pieces: [
      .init(range: 0..<200_000, first: 1, last: 1), .init(range: 200_000..<480_000, first: 0, last: 0),
    ])
    #expect(self.plan(silenced).copied?.samples == 5_000..<485_000)
  }

  @Test func `silence before is said by an edit list, and silence behind needs no word`() throws {
    // The media ends at sample 1,920,000, amid the piece.
    let late = try sound([(4_800..<480_000, 1_700_000)])
    let copied = try #require(plan(late).copied)
    #expect(copied.start == 4_800 && copied.samples == 1_700_000..<1_920_000 && copied.end == 224_800)
    #expect(
      plan(late, Self.settings(.mkv)).reasons == [
        "Nothing is heard at the beginning, which a Matroska file has no edit list to say."
      ])
    // What is taken from before the media's first sample is silent, too.
    let early = try #require(plan(try sound([(0..<480_000, -960)])).copied)
    #expect(early.start == 960 && early.samples == 0..<479_040 && early.hiddenAtStart == 1_024)
  }

  @Test func `what is changed is encoded, and it is said why`() throws {
    let whole: [(samples: Range<Int64>, first: Int64)] = [(0..<480_000, 0)]
    func reasons(
      _ sound: SoundPlan, _ settings: ExportSettings = Self.settings(), _ coded: CodedSound = Self.coded
    ) -> [String] {
      let plan = plan(sound, settings, coded)
      #expect(plan.copied == nil)
      return plan.reasons
    }
    #expect(
      try reasons(sound([(0..<9_600, 0), (9_600..<480_000, 48_000)])) == [
        "Several stretches follow one another, and packets are not cut at a sample."
      ])
    #expect(try reasons(sound(whole, whole)) == ["Several tracks are mixed."])
    #expect(try reasons(sound()) == ["Nothing of the media is heard."])
    var faded = try sound(whole)
    faded.strips[0].volume = VolumeCurve(pieces: [
      .init(range: 0..<400_000, first: 1, last: 1), .init(range: 400_000..<480_000, first: 1, last: 0),
    ])
    #expect(reasons(faded) == ["The volume is changed."])
    // Of a fade that is not rendered nothing is heard.
    faded.range = 0..<400_000
    #expect(plan(faded).copied?.samples == 0..<400_000)
    var fast = try sound(whole)
    fast.strips[0].pieces[0].sound?.speed = StripSound.Speed(rate: Rational(2), pitch: .preserve)
    #expect(reasons(fast) == ["The media is played at another speed."])
    var other = try sound(whole)
    other.strips[0].pieces[0].sound?.facts.sampleRate = 44_100
    other.strips[0].pieces[0].sound?.facts.layout = .standard(1)
    #expect(reasons(other).map { $0.prefix(26) } == ["The media has 44100 sample", "The media has other speake"])
    #expect(
      try reasons(sound(whole), Self.settings(.mkv, .opus)) == [
        "The media's sound is AAC, and the film's is Opus."
      ])
    #expect(
      try reasons(sound(whole), Self.settings(.mov, .pcm)) == [
        "PCM loses nothing: encoded, it has the same samples."
      ])
    #expect(
      try reasons(sound(whole), Self.settings(.ts)) == [
        "An MPEG transport stream does not say which samples of its packets are presented."
      ])
    var narrow = Self.settings()
    narrow.audio?.bitrate = 96_000
    #expect(try reasons(sound(whole), narrow) == ["A bit rate is asked for, which the media may not have."])
    var short = Self.coded
    short.packetCount = 400
    #expect(try reasons(sound(whole), Self.settings(), short) == ["The media has no packets for all of the samples."])
    let planner = SmartSoundPlanner(try sound(whole), as: Self.settings())
    #expect(planner.plan(.failure(UncopiedMedia("The media is damaged."))).reasons == ["The media is damaged."])
  }

  @Test func `AC-3 in Matroska is copied where it ends with a packet`() throws {
    let coded = CodedSound(codec: .ac3, packetCount: 1_250, packetLength: 1_536, preroll: 1_536)
    let settings = Self.settings(.mkv, .ac3)
    #expect(plan(try sound([(0..<1_920_000, 0)], count: 1_920_000), settings, coded).copied?.packets == 0..<1_250)
    #expect(
      plan(try sound([(0..<480_000, 0)]), settings, coded).reasons == [
        "The sound ends amid a packet, which a Matroska file does not say of AC-3."
      ])
    #expect(plan(try sound([(0..<480_000, 0)]), Self.settings(.mov, .ac3), coded).copied?.hiddenAtEnd == 768)
  }

  @Test func `what has to be decoded from the first packet on is copied from there, and a second of it at most`() throws
  {
    var all = Self.coded
    (all.preroll, all.packetLength, all.packetCount) = (nil, 2_048, 940)
    let near = try #require(plan(try sound([(0..<480_000, 40_000)]), Self.settings(), all).copied)
    #expect(near.packets == 0..<255 && near.hiddenAtStart == 41_024 && near.firstSample == -1_024)
    #expect(
      plan(try sound([(0..<480_000, 480_000)]), Self.settings(), all).reasons == [
        "Decoding has to begin more than a second before the sound does."
      ])
  }

  @Test func `Opus in Matroska is copied where its sound begins in the first packet`() throws {
    let coded = CodedSound(codec: .opus, packetCount: 2_001, packetLength: 960, firstSample: -312, preroll: nil)
    func plan(_ first: Int64) throws -> SmartSound {
      self.plan(try sound([(0..<480_000, first)]), Self.settings(.webm, .opus), coded)
    }
    #expect(try plan(0).copied?.hiddenAtStart == 312 && plan(647).copied?.hiddenAtStart == 959)
    for first: Int64 in [648, 4_800] {
      #expect(try plan(first).reasons == ["Decoding has to begin before the packet with which the sound does."])
    }
  }

  @Test func `a sound without pictures beside is as long as the film, or it is encoded`() throws {
    var settings = Self.settings()
    settings.video = nil
    #expect(plan(try sound([(0..<480_000, 480_000)]), settings).copied != nil)
    // Silent before, and behind.
    for silent in [try sound([(960..<480_000, 0)]), try sound([(0..<479_999, 0)])] {
      #expect(plan(silent).copied != nil)
      #expect(
        plan(silent, settings).reasons == ["Nothing is heard at an end of the film, which has no pictures beside."])
    }
  }

  @Test func `a plan says it in words, and goes from one process to another`() throws {
    let plans = [
      plan(try sound([(0..<480_000, 480_000)])), SmartSound(encodedBecause: ["One thing.", "Another."]),
    ]
    #expect(
      plans.enumerated().map { $1.text(of: $0) }.joined() == """
        sound 0: copied: "a", samples 480000..<960000, packets 467..<939
        sound 1: encoded: One thing.
        sound 1: encoded: Another.

        """)
    #expect(try JSONDecoder().decode([SmartSound].self, from: JSONEncoder().encode(plans)) == plans)
  }
}
