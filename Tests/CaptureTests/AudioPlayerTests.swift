import Capture
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Synchronization
import Testing

/// What a player gives its sink.
@Suite("Playing sound")
struct AudioPlayerTests {
  /// A sink that keeps what it gets.
  private final class RecordingSink: AudioSink {
    let state = Mutex((samples: [Double](), opened: 0, closed: 0))
    func open(sampleRate: Int, channels: Int) throws(RenderError) { state.withLock { $0.opened += 1 } }
    func play(_ block: SampleBlock) throws(RenderError) {
      state.withLock { kept in
        kept.samples += stride(from: 0, to: block.interleaved.count, by: block.channels).map { block.interleaved[$0] }
      }
    }
    func close() { state.withLock { $0.closed += 1 } }
  }

  private func player(_ sink: RecordingSink) async throws -> AudioPlayer {
    let facts = try film("cat.mp4", seconds: 1)
    let renderer = ScriptedRenderer(media: [facts])
    let asset = URLAsset(url: facts.asset.url, inspector: MediaInspector(renderer: renderer))
    return try await AudioPlayer(contentsOf: asset, sink: sink, renderer: renderer)
  }

  @Test func `all of it is played, as often as is asked for`() async throws {
    let sink = RecordingSink()
    let player = try await player(sink)
    #expect(player.duration == 1 && player.numberOfChannels == 2 && player.sampleRate == 48_000)
    player.numberOfLoops = 1
    try player.play()
    #expect(await player.finished() == nil)
    let (samples, opened) = sink.state.withLock { ($0.samples, $0.opened) }
    #expect(samples.count == 96_000 && Array(samples[..<48_000]) == Array(samples[48_000...]) && opened == 1)
    #expect(!player.isPlaying && player.currentTime == 0)
  }

  @Test func `it begins at the given time, with the given volume`() async throws {
    let (sink, loud) = (RecordingSink(), RecordingSink())
    let (player, whole) = (try await player(sink), try await player(loud))
    player.currentTime = 0.75
    player.volume = 0.5
    try player.play()
    try whole.play()
    _ = await (player.finished(), whole.finished())
    let quiet = sink.state.withLock(\.samples)
    #expect(quiet == loud.state.withLock(\.samples).suffix(12_000).map { $0 / 2 })
  }

  @Test func `a player without a reference stops, even in a loop`() async throws {
    let sink = RecordingSink()
    do {
      let player = try await player(sink)
      player.numberOfLoops = -1
      try player.play()
    }
    while sink.state.withLock(\.closed) == 0 { await Task.yield() }
    #expect(sink.state.withLock { $0.opened == 1 && $0.closed == 1 })
  }

  @Test func `pauses and going on neither repeat nor lose a sample, and one thread gives the sink its blocks`()
    async throws
  {
    /// A sink that has the player pause and go on with each block.
    final class Interrupting: AudioSink {
      let state = Mutex((samples: [Double](), isOpen: false, faults: 0))
      let player = Mutex(Weak())
      struct Weak: Sendable { weak var value: AudioPlayer? }
      func open(sampleRate: Int, channels: Int) throws(RenderError) {
        state.withLock { state in
          if state.isOpen { state.faults += 1 }
          state.isOpen = true
        }
      }
      func play(_ block: SampleBlock) throws(RenderError) {
        state.withLock { state in
          if !state.isOpen { state.faults += 1 }
          state.samples += stride(from: 0, to: block.interleaved.count, by: block.channels).map {
            block.interleaved[$0]
          }
        }
        let player = player.withLock(\.value)
        player?.pause()
        try player?.play()
      }
      func close() {
        state.withLock { state in
          if !state.isOpen { state.faults += 1 }
          state.isOpen = false
        }
      }
    }
    let facts = try film("cat.mp4", seconds: 1)
    let renderer = ScriptedRenderer(media: [facts])
    let asset = URLAsset(url: facts.asset.url, inspector: MediaInspector(renderer: renderer))
    let sink = Interrupting()
    let player = try await AudioPlayer(contentsOf: asset, sink: sink, renderer: renderer)
    sink.player.withLock { $0.value = player }
    try player.play()
    let error = await player.finished()
    #expect(error == nil, "at \(player.currentTime) of \(player.duration), \(sink.state.withLock { $0.samples.count })")
    let (samples, faults) = sink.state.withLock { ($0.samples, $0.faults) }
    let numbers = samples.prefix(48_000).map { Int64(($0 * 1_000_000).rounded()) }
    let wrong = zip(numbers, 0..<48_000).first { $0 != $1 }
    #expect(numbers.count == 48_000 && wrong == nil && faults == 0)
  }
}
