import Capture
import Dispatch
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Synchronization
import Testing

/// A player's samples, their pace, and the reports of their end.
@Suite("How sound is played")
struct AudioPlayingTests {
  /// A sink that keeps what it gets, channel by channel.
  private final class RecordingSink: AudioSink {
    let state = Mutex<[[Double]]>([])
    var channels: [[Double]] { state.withLock { $0 } }
    func open(sampleRate: Int, channels: Int) throws(RenderError) {
      state.withLock { $0 = Array(repeating: [], count: channels) }
    }
    func play(_ block: SampleBlock) throws(RenderError) {
      state.withLock { kept in
        for (index, sample) in block.interleaved.enumerated() { kept[index % block.channels].append(sample) }
      }
    }
    func close() {}
  }

  /// A player of a second of two channels, whose samples are their own numbers in millionths.
  private func player(_ sink: any AudioSink, _ renderer: ScriptedRenderer? = nil) throws -> AudioPlayer {
    let facts = try film("cat.mp4", seconds: 1)
    let renderer = renderer ?? ScriptedRenderer(media: [facts])
    let asset = URLAsset(url: facts.asset.url, inspector: MediaInspector(renderer: renderer))
    return try AudioPlayer(blockingContentsOf: asset, sink: sink, renderer: renderer)
  }

  private static func value(_ number: Int) -> Double { ScriptedSamples.value(of: Int64(number)) }

  @Test func `a fade changes every sample, and ends where it is to`() async throws {
    let sink = RecordingSink()
    let player = try player(sink)
    player.setVolume(0.5, fadeDuration: 0.25)
    #expect(player.volume == 1)
    try player.play()
    #expect(await player.finished() == nil && player.volume == 0.5)
    let wrong = sink.channels[0].enumerated().first { number, sample in
      let volume = number < 12_000 ? 1 - Double(number) / 24_000 : 0.5
      return abs(sample - Self.value(number) * volume) > 1e-9
    }
    #expect(sink.channels[0].count == 48_000 && wrong == nil, "\(wrong ?? (0, 0))")
  }

  @Test func `a balance takes from the other side`() async throws {
    let sink = RecordingSink()
    let player = try player(sink)
    player.pan = -0.25
    try player.play()
    _ = await player.finished()
    #expect(sink.channels[0] == (0..<48_000).map(Self.value))
    #expect(zip(sink.channels[1], 0..<48_000).allSatisfy { abs($0 - Self.value($1) * 0.75) < 1e-12 })
    player.pan = 7
    #expect(player.pan == 1)
  }

  @Test(arguments: [2, 0.5, 1.25]) func `at another rate there are as many fewer samples`(rate: Double) async throws {
    let sink = RecordingSink()
    let player = try player(sink)
    player.rate = rate
    player.currentTime = 0.5
    try player.play()
    #expect(await player.finished() == nil)
    #expect(sink.channels[0].count == Int(24_000 / rate) && player.currentTime == 0)
    player.rate = 100
    #expect(player.rate == 2)
  }

  @Test func `a rate that changes in mid-play counts from the next block on`() async throws {
    /// A sink that has the player go faster after its first block.
    final class Hurrying: AudioSink {
      let player = Mutex(Weak())
      let count = Mutex(0)
      struct Weak: Sendable { weak var value: AudioPlayer? }
      func open(sampleRate: Int, channels: Int) throws(RenderError) {}
      func play(_ block: SampleBlock) throws(RenderError) {
        count.withLock { $0 += block.count }
        player.withLock(\.value)?.rate = 2
      }
      func close() {}
    }
    let sink = Hurrying()
    let player = try player(sink)
    sink.player.withLock { $0.value = player }
    try player.play()
    #expect(await player.finished() == nil)
    let count = sink.count.withLock { $0 }
    // The first block, and half of what is left.
    #expect(count == 1_024 + 23_488)
  }

  @Test func `samples read ahead are played, and none from elsewhere`() async throws {
    let sink = RecordingSink()
    let player = try player(sink)
    try player.prepareToPlay()
    try player.play()
    _ = await player.finished()
    #expect(sink.channels[0] == (0..<48_000).map(Self.value))
    try player.prepareToPlay()
    player.currentTime = 0.75
    try player.play()
    _ = await player.finished()
    #expect(sink.channels[0] == (36_000..<48_000).map(Self.value))
  }

  @Test func `an end is reported once; a pause and a stop are not, and a stop revokes it`() async throws {
    let ends = Mutex<[AudioPlayer.End]>([])
    let player = try player(RecordingSink())
    player.onEnd { end in ends.withLock { $0.append(end) } }
    player.numberOfLoops = 2
    try player.play()
    #expect(await player.finished() == nil)
    let first = try #require(ends.withLock { $0 }.first)
    #expect(ends.withLock { $0.count } == 1 && first.error == nil && player.isLatest(first))
    #expect(player.numberOfLoops == 2)
    player.pause()
    #expect(player.isLatest(first))
    try player.play(atTime: AudioPlayer.deviceCurrentTime + 3_600)
    player.currentTime = 0.5
    player.stop(rewinding: false)
    #expect(await player.finished() == nil && player.currentTime == 0.5 && !player.isLatest(first))
    player.stop()
    #expect(player.currentTime == 0 && ends.withLock { $0.count } == 1)
  }

  @Test func `a failure is an end with an error`() async throws {
    let facts = try film("cat.mp4", seconds: 1)
    let failing = ScriptedRenderer(
      media: [facts],
      step: { (stage: ScriptedStage) throws(RenderError) in
        if case .readSamples = stage { throw RenderError(.mediaUnreadable, "It is torn.") }
      })
    let ends = Mutex<[AudioPlayer.End]>([])
    let player = try player(RecordingSink(), failing)
    player.onEnd { end in ends.withLock { $0.append(end) } }
    #expect(throws: RenderError.self) { try player.prepareToPlay() }
    try player.play()
    #expect(await player.finished()?.code == .mediaUnreadable)
    #expect(ends.withLock { $0.map(\.error?.code) } == [.mediaUnreadable] && !player.isPlaying)
  }

  @Test func `levels stay while nothing new was played`() async throws {
    /// A sink that asks for the levels with its third block.
    final class Asking: AudioSink {
      let player = Mutex(Weak())
      let levels = Mutex<[Double]>([])
      struct Weak: Sendable { weak var value: AudioPlayer? }
      func open(sampleRate: Int, channels: Int) throws(RenderError) {}
      func play(_ block: SampleBlock) throws(RenderError) {
        guard block.start == 2_048, let player = player.withLock(\.value) else { return }
        for _ in 0..<2 {
          player.updateMeters()
          levels.withLock { $0.append(player.peakPower(forChannel: 0)) }
        }
      }
      func close() {}
    }
    let sink = Asking()
    let player = try player(sink)
    sink.player.withLock { $0.value = player }
    try player.play()
    _ = await player.finished()
    let levels = sink.levels.withLock { $0 }
    #expect(levels.count == 2 && levels[0] == levels[1] && abs(levels[0] - 20 * log10(2_047e-6)) < 1e-6)
    player.resetMeters()
    #expect(player.peakPower(forChannel: 0) == AudioMeter.silence)
  }

  @Test func `the silent sink takes samples no faster than they would be heard`() {
    let sink = NullAudioSink()
    let block = SampleBlock(start: 0, channels: 2, interleaved: Array(repeating: 0, count: 960))
    for _ in 0..<2 {
      sink.open(sampleRate: 48_000, channels: 2)
      let begin = DispatchTime.now().uptimeNanoseconds
      for _ in 0..<5 { sink.play(block) }
      // Of ten milliseconds each.
      #expect(DispatchTime.now().uptimeNanoseconds - begin >= 49_900_000)
      sink.close()
    }
  }
}
