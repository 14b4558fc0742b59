import EditingModel
import Foundation
import GStreamer
import MediaFormats
import MediaTime
import Rendering
import SeededRandom
import Testing

@testable import MediaDecoding
@testable import RenderEngine

/// Which pictures pass, and which packets must be decoded for them, against what counting says.
@Suite("The frame filter")
struct FrameFilterTests {
  private static let asset = AssetReference(url: URL(filePath: "/media/film.mp4"))
  private static let frameDuration: Int64 = 40_000_000
  private static let count = 120
  /// Key frames every twelve frames, and the stream time of the asset's zero.
  private static let keyInterval = 12
  private static let zero: Int64 = 80_000_000

  private static func index(_ timing: FrameTiming, isInterlaced: Bool = false) throws -> MediaIndex {
    let codec = try StreamCodec(streamCaps: try Caps("video/x-h264,stream-format=avc"))
    let facts = VideoTrackFacts(
      codec: "H.264", size: PixelSize(width: 64, height: 48), pixelAspect: .one, orientation: .up, timing: timing,
      format: "I420", hasAlpha: false, isInterlaced: isInterlaced, colorimetry: .bt709)
    let keys = stride(from: 0, to: Int64(count), by: keyInterval).map { $0 * frameDuration + zero }
    return MediaIndex(
      facts: MediaFacts(
        asset: asset, container: "MPEG-4", duration: Rational(5), videoTracks: [facts], audioTracks: []),
      container: .streams(.movieDemuxer, name: "MPEG-4"), headerCorrection: nil,
      zero: try Rational(zero, 1_000_000_000),
      videoAccess: [.init(codec: codec, stream: 0, isTimed: true, firstTime: nil, keyTimes: keys)], audioAccess: [])
  }

  private static func timing() throws -> FrameTiming {
    .constant(start: .zero, frameDuration: try Rational(1, 25), count: count)
  }

  /// Output frames 100..<(100 + count), each `step` frames of the film on, from frame `first`.
  private static func run(_ index: MediaIndex, from first: Int64, count: Int, step: Rational) throws -> SourceRun {
    SourceRun(
      clip: ClipReference(asset: asset, trackID: 1, segmentIndex: 0), source: .init(asset: asset),
      frames: 100..<100 + count, firstTime: try Rational(first, 25), step: try step * Rational(1, 25),
      facts: index.facts.videoTracks[0])
  }

  private static func time(of frame: Int) -> Int64 { Int64(frame) * frameDuration + zero }

  private static func packet() throws -> Buffer {
    try Buffer(bytes: [0, 0, 0, 1, 0x41], presentationTime: 0, decodeTime: 0, duration: 1, isKeyframe: false)
  }

  /// A packet on which nothing leans, and the caps that say how to read it.
  private static func leaf() throws -> (packet: Buffer, caps: Caps) {
    (
      try Buffer(bytes: [0, 0, 0, 1, 0x01], presentationTime: 0, decodeTime: 0, duration: 1, isKeyframe: false),
      try Caps("video/x-h264,stream-format=avc,codec_data=(buffer)01640028ffe10000")
    )
  }

  private static let steps: [Rational] = [1, 2, 3, 7].map { Rational($0) }

  @Test func `pictures from the first to the last that is shown pass`() throws {
    try Framework.start()
    let index = try Self.index(try Self.timing())
    let filter = try FrameFilter(
      try Self.run(index, from: 30, count: 20, step: .one), of: index, decodesEverything: false)
    for frame in 0..<Self.count {
      let expected: Pad.ProbeVerdict = frame < 30 ? .drop : frame < 50 ? .pass : .end
      // Also where a container has rounded the time to its milliseconds.
      for error in [-500_000, 0, 500_000] as [Int64] {
        #expect(filter.verdict(onPictureAt: Self.time(of: frame) + error) == expected, "frame \(frame)")
      }
    }
  }

  @Test func `of frames that are expected nothing is decoded behind the last, and no leaf that is none of them`() throws
  {
    try Framework.start()
    let index = try Self.index(try Self.timing())
    let run = try Self.run(index, from: 0, count: 120, step: .one)
    let filter = try FrameFilter(run, of: index, decodesEverything: false, selecting: FrameSelection([25, 27, 30]))
    let (leaf, caps) = try Self.leaf()
    // A group of pictures in the order of decoding: 27 comes behind 30, which it leans on.
    for (frame, isLeaf) in [(24, false), (26, false), (25, true), (30, false), (28, false), (29, true), (27, true)] {
      let packet = isLeaf ? leaf : try Self.packet()
      let expected: Pad.ProbeVerdict = frame == 29 ? .drop : .pass
      #expect(filter.verdict(onPacket: packet, of: caps, at: Self.time(of: frame)) == expected, "packet \(frame)")
    }
    for frame in [34, 32, 36] {
      #expect(
        filter.verdict(onPacket: try Self.packet(), of: caps, at: Self.time(of: frame)) == .end, "packet \(frame)")
    }
    for frame in 0..<Self.count {
      let expected: Pad.ProbeVerdict = [25, 27, 30].contains(frame) ? .pass : .drop
      #expect(filter.verdict(onPictureAt: Self.time(of: frame)) == expected, "picture \(frame)")
    }
  }

  @Test func `media before the film are not taken for its first frame`() throws {
    try Framework.start()
    let index = try Self.index(try Self.timing())
    let run = try Self.run(index, from: 0, count: 120, step: .one)
    let filter = try FrameFilter(run, of: index, decodesEverything: false, selecting: FrameSelection([0]))
    for frame in [-2, -1, 0] {
      #expect(filter.verdict(onPacket: try Self.packet(), of: nil, at: Self.time(of: frame)) == .pass, "\(frame)")
    }
    #expect(filter.verdict(onPacket: try Self.packet(), of: nil, at: Self.time(of: 1)) == .end)
  }

  @Test(arguments: [2, 3, 7, 30]) func `in fast motion only what is shown passes`(step: Int64) throws {
    try Framework.start()
    let index = try Self.index(try Self.timing())
    let run = try Self.run(index, from: 5, count: 4, step: Rational(step))
    let filter = try FrameFilter(run, of: index, decodesEverything: false)
    let shown = Set((100..<104).map { run.sourceFrame(at: $0) })
    #expect(shown.count == 4)
    let last = shown.max() ?? 0
    for frame in 0..<Self.count {
      let expected: Pad.ProbeVerdict = frame > last ? .end : shown.contains(frame) ? .pass : .drop
      #expect(filter.verdict(onPictureAt: Self.time(of: frame)) == expected, "frame \(frame)")
    }
  }

  @Test(arguments: [1, 2, 3, 7, 30, 50]) func `the references of a shown picture are decoded`(step: Int64) throws {
    try Framework.start()
    let index = try Self.index(try Self.timing())
    let run = try Self.run(index, from: 5, count: 2, step: Rational(step))
    let filter = try FrameFilter(run, of: index, decodesEverything: false)
    let shown = (100..<102).map { run.sourceFrame(at: $0) }
    let (leaf, caps) = try Self.leaf()
    for frame in 0..<Self.count {
      let time = Self.time(of: frame)
      let group = frame / Self.keyInterval
      // Its own group, and the key frame behind it, which pictures of an open group lean on.
      let isNeeded =
        shown.contains { $0 / Self.keyInterval == group }
        || frame % Self.keyInterval == 0 && shown.contains { $0 / Self.keyInterval == group - 1 }
      // Where every frame is shown, nothing that is leaned on is passed over: what is behind the last ends the stream.
      #expect(filter.mustDecode(try Self.packet(), of: caps, at: time) == (step == 1 || isNeeded), "frame \(frame)")
      // A picture on which nothing leans is decoded only where it is shown.
      #expect(filter.mustDecode(leaf, of: caps, at: time) == shown.contains(frame), "leaf \(frame)")
      // What cannot be read may be leaned on.
      #expect(filter.mustDecode(leaf, of: nil, at: time) == (step == 1 || isNeeded))
    }
  }

  @Test func `a thorough filter and a film of fields pass nothing over between the first and the last`() throws {
    try Framework.start()
    for isInterlaced in [false, true] {
      let index = try Self.index(try Self.timing(), isInterlaced: isInterlaced)
      let run = try Self.run(index, from: 5, count: 2, step: Rational(50))
      let filter = try FrameFilter(run, of: index, decodesEverything: !isInterlaced)
      for frame in 5...55 {
        #expect(filter.verdict(onPictureAt: Self.time(of: frame)) == .pass)
        #expect(filter.mustDecode(try Self.packet(), of: nil, at: Self.time(of: frame)))
      }
    }
  }

  @Test func `a run to the last frame never ends the stream`() throws {
    try Framework.start()
    let index = try Self.index(try Self.timing())
    let run = try Self.run(index, from: 110, count: 10, step: .one)
    let filter = try FrameFilter(run, of: index, decodesEverything: false)
    #expect(filter.verdict(onPictureAt: Self.time(of: 119)) == .pass)
    #expect(filter.verdict(onPictureAt: Self.time(of: 500)) == .pass)
  }

  @Test func `pictures before the first frame are hidden`() throws {
    try Framework.start()
    let index = try Self.index(try Self.timing())
    let filter = try FrameFilter(
      try Self.run(index, from: 0, count: 10, step: .one), of: index, decodesEverything: false)
    #expect(filter.verdict(onPictureAt: Self.time(of: 0)) == .pass)
    #expect(filter.verdict(onPictureAt: Self.time(of: -1)) == .drop)
    #expect(filter.verdict(onPictureAt: 0) == .drop)
  }

  @Test func `frames of different lengths part in the middle between them`() throws {
    try Framework.start()
    var random = SeededGenerator(seed: 8)
    var starts: [Rational] = [.zero]
    while starts.count < Self.count {
      starts.append(try starts[starts.count - 1] + Rational(Int64.random(in: 2...150, using: &random), 1_000))
    }
    let index = try Self.index(.variable(starts: FrameStarts(starts), end: try starts[starts.count - 1] + .one))
    var run = try Self.run(index, from: 0, count: 30, step: .one)
    run.firstTime = starts[40]
    let filter = try FrameFilter(run, of: index, decodesEverything: true)
    let last = run.sourceFrame(at: 129)
    for (frame, start) in starts.enumerated() {
      let time = try (start + index.zero).floor(scaledBy: 1_000_000_000)
      let expected: Pad.ProbeVerdict = frame < 40 ? .drop : frame <= last ? .pass : .end
      #expect(filter.verdict(onPictureAt: time) == expected, "frame \(frame)")
      #expect(filter.verdict(onPictureAt: time + 500_000) == expected, "frame \(frame)")
    }
  }
}
