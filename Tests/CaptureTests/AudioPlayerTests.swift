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
  private final class KeptSound: AudioSink {
    let state = Mutex((samples: [Double](), opened: 0, closed: 0))
    func open(sampleRate: Int, channels: Int) throws(RenderError) { state.withLock { $0.opened += 1 } }
    func play(_ block: SampleBlock) throws(RenderError) {
      state.withLock { kept in
        kept.samples += stride(from: 0, to: block.interleaved.count, by: block.channels).map { block.interleaved[$0] }
      }
    }
    func close() { state.withLock { $0.closed += 1 } }
  }

  private func player(_ sink: KeptSound) async throws -> AudioPlayer {
    let facts = try film("cat.mp4", seconds: 1)
    let renderer = ScriptedRenderer(media: [facts])
    let asset = URLAsset(url: facts.asset.url, inspector: MediaInspector(renderer: renderer))
    return try await AudioPlayer(contentsOf: asset, sink: sink, renderer: renderer)
  }

  @Test func `all of it is played, as often as is asked for`() async throws {
    let sink = KeptSound()
    let player = try await player(sink)
    #expect(player.duration == 1 && player.numberOfChannels == 2 && player.sampleRate == 48_000)
    player.numberOfLoops = 1
    try player.play()
    #expect(await player.finished() == nil)
    let (samples, opened) = sink.state.withLock { ($0.samples, $0.opened) }
    #expect(samples.count == 96_000 && Array(samples[..<48_000]) == Array(samples[48_000...]) && opened == 1)
    #expect(!player.isPlaying && player.currentTime == 0)
  }

  @Test func `it begins where it is told, as loud as it is told`() async throws {
    let (sink, loud) = (KeptSound(), KeptSound())
    let (player, whole) = (try await player(sink), try await player(loud))
    player.currentTime = 0.75
    player.volume = 0.5
    try player.play()
    try whole.play()
    _ = await (player.finished(), whole.finished())
    let quiet = sink.state.withLock(\.samples)
    #expect(quiet == loud.state.withLock(\.samples).suffix(12_000).map { $0 / 2 })
  }
}
