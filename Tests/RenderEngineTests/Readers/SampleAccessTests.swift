import EditServices
import EditingModel
import MediaTime
import RenderEngine
import Rendering
import SeededRandom
import Testing

import enum TestSupport.ProofScope

/// A sample is the same whatever was asked before, and in whatever block.
@Suite("Samples at any place")
struct SampleAccessTests {
  private static let short = [
    SoundStorage(.pcm, "wav", 44_100), SoundStorage(.flac, "flac", 48_000), SoundStorage(.aac, "mp4", 44_100),
    SoundStorage(.mp3, "mp3", 44_100), SoundStorage(.opus, "webm", 48_000), SoundStorage(.vorbis, "ogg", 48_000),
    SoundStorage(.ac3, "mkv", 48_000),
  ]
  private static let long = [
    SoundStorage(.pcm, "mov", 48_000), SoundStorage(.flac, "mkv", 44_100), SoundStorage(.aac, "mkv", 48_000),
    SoundStorage(.aac, "ts", 48_000), SoundStorage(.mp3, "mp4", 48_000), SoundStorage(.vorbis, "mkv", 44_100),
    SoundStorage(.opus, "mp4", 48_000), SoundStorage(.ac3, "ts", 48_000),
  ]

  @Test(arguments: ProofScope.isFull ? short + long : short)
  func `any samples of a sound are those that come in order`(storage: SoundStorage) async throws {
    try await expectAlike(SoundEdits.cuts(of: try await storage.reference()), seed: UInt64(storage.rate))
  }

  @Test(
    arguments: [
      (SoundStorage(.flac, "flac", 48_000), SoundStorage(.pcm, "wav", 44_100)),
      (SoundStorage(.aac, "mp4", 44_100), SoundStorage(.mp3, "mp3", 44_100)),
    ].suffix(ProofScope.isFull ? 2 : 1))
  func `any samples of a mix of everything are those that come in order`(
    first: SoundStorage, second: SoundStorage
  ) async throws {
    let edit = try SoundEdits.everything(try await first.reference(), try await second.reference(seed: 6))
    let plan = try #require(try await edit.plan(RenderSettings(sampleRate: 48_000, channels: 2)).sound)
    let pitches = Set(plan.strips.flatMap(\.pieces).compactMap { $0.sound?.speed?.pitch })
    #expect(pitches == [.preserve, .varispeed] && plan.strips.count == 2)
    try await expectAlike(edit, seed: 7)
  }

  @Test func `any samples of three tracks are those that come in order`() async throws {
    let storage = SoundStorage(.flac, "flac", 48_000)
    let sounds = [
      try await storage.reference(seed: 5), try await storage.reference(seed: 6), try await storage.reference(seed: 7),
    ]
    let edit = try SoundEdits.threeTracks(sounds)
    try await expectAlike(edit, seed: 8)
  }

  /// Reads everything in blocks of one size, then in blocks of others, and some ranges in any order.
  private func expectAlike(_ edit: EditSnapshot, seed: UInt64) async throws {
    let plan = try await edit.plan(RenderSettings(sampleRate: 48_000, channels: 2))
    let count = try #require(plan.sound).sampleCount
    var random = SeededGenerator(seed: seed)

    let inOrder = try await GStreamerRenderer().samples(of: plan)
    let whole = try await inOrder.bits(in: blocks(of: count) { 8_192 }).flatMap(\.self)
    inOrder.close()
    #expect(whole.count == Int(count) * 2)

    let inBlocks = try await GStreamerRenderer().samples(of: plan)
    let again = try await inBlocks.bits(in: blocks(of: count) { Int64.random(in: 1...20_000, using: &random) })
    inBlocks.close()
    #expect(firstDifference(again.flatMap(\.self), whole) == nil)

    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    var ranges = (0..<(ProofScope.isFull ? 20 : 3)).map { _ in
      let start = Int64.random(in: 0..<count, using: &random)
      return start..<min(count, start + Int64.random(in: 1...6_000, using: &random))
    }
    // The ends, nothing at all, the same again, a piece further on and one just before.
    let middle = count / 2
    ranges += [
      count - 1..<count, 0..<1, 0..<0, middle..<middle + 500, middle..<middle + 500, middle + 700..<middle + 900,
      middle - 1..<middle + 1, count..<count,
    ]
    let wanted = ranges
    let found = try await reader.bits(in: wanted)
    for (range, samples) in zip(wanted, found) {
      let expected = Array(whole[Int(range.lowerBound) * 2..<Int(range.upperBound) * 2])
      let difference = firstDifference(samples, expected)
      #expect(difference == nil, "\(range) differs \(difference ?? ""), \(edit.assets.map(\.name))")
    }
  }

  /// Where `found` differs from `expected` first, in words.
  private func firstDifference(_ found: [UInt64], _ expected: [UInt64]) -> String? {
    guard found.count == expected.count else { return "in its length: \(found.count) and not \(expected.count)" }
    let wrong = found.indices.filter { found[$0] != expected[$0] }
    guard let first = wrong.first else { return nil }
    let values = [found[first], expected[first]].map { Double(bitPattern: $0) }
    return "in \(wrong.count) of \(found.count), first at \(first / 2): \(values[0]) and not \(values[1])"
  }

  private func blocks(of count: Int64, length: () -> Int64) -> [Range<Int64>] {
    var blocks: [Range<Int64>] = []
    while let end = Optional(blocks.last?.upperBound ?? 0), end < count {
      blocks.append(end..<min(count, end + length()))
    }
    return blocks
  }
}
