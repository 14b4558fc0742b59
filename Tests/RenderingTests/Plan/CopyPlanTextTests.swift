import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Testing

/// Plans of copied packets as values: their text, and what goes from one process to another.
struct CopyPlanTextTests {
  private static func asset(_ name: String) -> AssetReference {
    AssetReference(url: URL(filePath: "/media/\(name)"), name: name)
  }

  /// Two parts of films whose sounds do not meet, and a sound beside them.
  private static func plan() throws -> CopyPlan {
    let (frame, sample) = (try Rational(1, 12_800), try Rational(1, 48_000))
    let first = CopyPlan.Part(
      asset("one.mp4"), range: Rational(1)..<Rational(2), zero: .zero, start: .one, shift: Rational(-1),
      target: .zero..<Rational.one,
      streams: [
        CopyPlan.Stream(
          track: 0, stream: 0, packets: .init(count: 4, isAll: false, numbers: [24...26, 30...30]),
          decoding: try Rational(23, 25), presentation: try Rational(24, 25)..<Rational(51, 25)),
        CopyPlan.Stream(
          track: 1, stream: 2, packets: .init(count: 1, isAll: false, numbers: nil), decoding: .one,
          presentation: nil),
      ])
    let second = CopyPlan.Part(
      asset("two.mp4"), range: nil, zero: try Rational(7, 5), start: try Rational(71, 50),
      shift: try Rational(-21, 50), target: Rational.one..<Rational(3),
      streams: [
        CopyPlan.Stream(
          track: 0, stream: 0, packets: .init(count: 50, isAll: true, numbers: [0...49]), decoding: nil,
          presentation: nil),
        CopyPlan.Stream(
          track: 1, stream: 1, packets: .init(count: 0, isAll: false, numbers: []), decoding: nil, presentation: nil,
          joint: .init(offset: try Rational(-1, 100), lost: try Rational(1, 48), gap: try Rational(1, 2))),
      ])
    let beside = CopyPlan.Part(
      asset("german.m4a"), range: nil, zero: .zero, start: .zero, shift: .zero, target: .zero..<Rational(3),
      streams: [
        CopyPlan.Stream(
          track: 2, stream: 0, packets: .init(count: 1, isAll: true, numbers: [0...0]), decoding: .zero,
          presentation: .zero..<Rational.one)
      ])
    return CopyPlan(
      .mp4,
      tracks: [
        CopyPlan.Track(
          .pictures, codec: "h264", tick: frame, packetCount: 54,
          edits: [.init(duration: Rational(3), mediaTime: try Rational(1, 25))]),
        CopyPlan.Track(
          .sound, codec: "aac", tick: sample, packetCount: 1, sampleRate: 48_000, hiddenAtStart: 1_024, hiddenAtEnd: 12,
          edits: [.init(duration: .one, mediaTime: nil), .init(duration: Rational(2), mediaTime: .zero)]),
        CopyPlan.Track(.sound, codec: "aac", tick: sample, packetCount: 1, sampleRate: 48_000, hiddenAtEnd: 1),
      ],
      parts: [first, second], companions: [beside], start: .one, duration: Rational(3), isExact: false,
      soundOffset: try Rational(1, 100), notes: ["The chapters are left behind."], damage: ["one.mp4: It is cut short."]
    )
  }

  @Test func `one fact stands on each line`() throws {
    #expect(
      try Self.plan().text == """
        copy into mp4, 3 s to 00:00:03.000, from 1 s of one.mp4, not exact, sound 1/100 s off at most
          track 0: pictures h264, 54 packets, ticks of 1/12800 s
            media from 1/25 s for 3 s
          track 1: sound aac, 1 packet, ticks of 1/48000 s, 1024 samples hidden at the start, 12 at the end
            nothing for 1 s
            media from 0 s for 2 s
          track 2: sound aac, 1 packet, ticks of 1/48000 s, 1 sample hidden at the end
          part 0 at 00:00:00.000: one.mp4, from 1 s to 2 s, its zero at 0 s, moved by -1 s
            track 0 of stream 0: packets 24…26, 30 (4), decoded from 23/25 s, presented from 24/25 s to 51/25 s
            track 1 of stream 2: 1 packet, decoded from 1 s
          part 1 at 00:00:01.000: two.mp4, all of it, its zero at 7/5 s, begun at 71/50 s, moved by -21/50 s
            track 0 of stream 0: all 50 packets
            track 1 of stream 1: no packets
              joined 1/100 s early, 1/48 s of the sound before left out, 1/2 s of nothing before it
          beside 0: german.m4a, all of it, its zero at 0 s, moved by 0 s
            track 2 of stream 0: all 1 packet, decoded from 0 s, presented from 0 s to 1 s
          note: The chapters are left behind.
          damage: one.mp4: It is cut short.

        """)
  }

  @Test func `a plan is the same after it was written and read`() throws {
    let plan = try Self.plan()
    let written = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(CopyPlan.self, from: written) == plan)
  }

  @Test func `a plan of another version, or of tracks that are not there, is refused`() throws {
    var plan = try Self.plan()
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(plan))
    var object = try #require(json as? [String: Any])
    object["version"] = CopyPlan.version + 1
    let other = try JSONSerialization.data(withJSONObject: object)
    let error = #expect(throws: RenderError.self) { try JSONDecoder().decode(CopyPlan.self, from: other) }
    #expect(error?.code == .unsupported)
    plan.tracks.removeLast()
    let short = try JSONEncoder().encode(plan)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(CopyPlan.self, from: short) }
  }
}
