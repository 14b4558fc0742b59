import Compositing
import EditServices
import Layers
import MediaFormats
import MediaTime
import Playing
import Rendering
import ScriptedRendering
import Testing

@Suite("Sinks, layers and clocks", .timeLimit(.minutes(5)))
struct SinkTests {
  /// A sink that keeps what it is given.
  private final class Recorder: PictureSink, SoundSink {
    let frames = Log<Int>()
    let samples = Log<[Double]>()
    let hosts = Log<CMTime>()
    let forms = Log<[Int]>()
    let flushes = Log<Int>()
    let clock: (any PlaybackClock)?

    init(clock: (any PlaybackClock)? = nil) { self.clock = clock }

    func show(_ picture: PixelBuffer, itemTime: CMTime, at hostTime: CMTime) {
      frames.add((try? ScriptedPictures.frame(of: picture)) ?? -1)
    }
    func start(sampleRate: Int, channels: Int) { forms.add([sampleRate, channels]) }
    func write(_ block: SampleBlock, at hostTime: CMTime) {
      hosts.add(hostTime)
      samples.add(stride(from: 0, to: block.interleaved.count, by: block.channels).map { block.interleaved[$0] })
    }
    func flush() { flushes.add(1) }
    func stop() {}
  }

  @Test func `sinks are given every picture and every sample, as loud as the player is`() async throws {
    let film = try film("film.mp4", seconds: 2)
    let (sink, clock) = (Recorder(), TestClock())
    let player = Player(
      playerItem: PlayerItem(asset: film.asset), renderer: ScriptedRenderer(media: [film]), clock: clock,
      pictureSink: sink, soundSink: sink)
    player.volume = 0.5
    player.play()
    await clock.advance(by: Rational(3))
    #expect(sink.frames.entries == Array(0..<50))
    let samples = sink.samples.entries.flatMap { $0 }.map { Int64(($0 * 2_000_000).rounded()) }
    #expect(difference(samples, from: Array(0..<96_000)) == nil)
    #expect(sink.forms.entries == [[48_000, 2]])
    #expect(sink.hosts.entries.prefix(3) == [.zero, seconds(1_024, 48_000), seconds(2_048, 48_000)])
  }

  @Test func `sound is written a bounded time ahead, and forgotten where playing ends`() async throws {
    let film = try film("film.mp4", seconds: 10)
    let (sink, clock) = (Recorder(), TestClock())
    let player = Player(
      playerItem: PlayerItem(asset: film.asset), renderer: ScriptedRenderer(media: [film]), clock: clock,
      soundSink: sink)
    player.isMuted = true
    player.play()
    await clock.advance(by: Rational(1))
    let written = sink.samples.entries.flatMap { $0 }
    #expect((48_000..<60_000).contains(written.count) && written.allSatisfy { $0 == 0 })
    #expect(sink.flushes.entries.isEmpty)
    player.pause()
    await clock.settle()
    #expect(sink.flushes.entries.count == 1)
  }

  @Test func `playing follows the clock of the sound's sink`() async throws {
    let film = try film("film.mp4", seconds: 2)
    let (device, other) = (TestClock(), TestClock())
    let sink = Recorder(clock: device)
    let player = Player(
      playerItem: PlayerItem(asset: film.asset), renderer: ScriptedRenderer(media: [film]), clock: other,
      soundSink: sink)
    player.play()
    await device.advance(by: Rational(1))
    #expect(player.currentTime() == seconds(1))
  }

  @Test func `on the machine's own clock a film is played to its end`() async throws {
    let film = try film("film.mp4", seconds: 1)
    let item = PlayerItem(asset: film.asset)
    let (shown, heard) = (Log<ShownFrame>(), Log<PlayerItemAudioOutput.Heard>())
    let observations = Stage.watch(item, shown, heard)
    let player = Player(playerItem: item, renderer: ScriptedRenderer(media: [film]))
    let notifications = item.notifications()
    player.rate = 4
    for await notification in notifications {
      guard case .didPlayToEndTime(let time) = notification else { continue }
      #expect(time == seconds(1))
      break
    }
    #expect(player.rate == 0 && !shown.entries.isEmpty && observations.count == 2)
    #expect(item.status == .readyToPlay && item.duration == seconds(1))
  }

  @Test func `a synchronized layer is as it is where the item is`() async throws {
    let stage = try Stage(seconds: 4)
    var layer = Layer()
    var fade = BasicAnimation(keyPath: .opacity)
    (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 4)
    layer.add(fade, forKey: nil)
    let synchronized = SynchronizedLayer(playerItem: stage.item, layer: layer)
    #expect(try await stage.seek(to: Rational(1)))
    #expect(try synchronized.presentation()?.layer.opacity == 0.25)
    #expect(try synchronized.presentation(at: seconds(2))?.layer.opacity == 0.5)
  }

  @Test func `a timebase goes from host time to item time and back`() throws {
    let timebase = Timebase(anchorHost: Rational(10), anchorTime: Rational(3), rate: try Rational(-1, 2))
    #expect(timebase.time(atHost: Rational(12)) == Rational(2))
    #expect(timebase.host(of: Rational(2)) == Rational(12))
  }
}
