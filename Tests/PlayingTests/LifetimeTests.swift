import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Playing
import Rendering
import ScriptedRendering
import Synchronization
import Testing

@Suite("What is kept, and what ends when", .timeLimit(.minutes(5)))
struct LifetimeTests {
  /// A player that ends with its owner.
  private final class Owner: Sendable {
    let player: Player

    init(_ player: Player) { self.player = player }
  }

  /// Something whose end shows.
  private final class Guest: Sendable {
    private let ended: Log<Int>

    init(_ ended: Log<Int>) { self.ended = ended }
    deinit { ended.add(1) }
  }

  /// A player that another thread may end.
  private final class Holder: Sendable {
    private let player = Mutex<Player?>(nil)

    func keep(_ player: Player) { self.player.withLock { $0 = player } }
    /// Has `body` use the player, which does not end meanwhile.
    func use(_ body: (Player) -> Void) { player.withLock { if let player = $0 { body(player) } } }
    func end() {
      let player = player.withLock { player in
        defer { player = nil }
        return player
      }
      withExtendedLifetime(player) {}
    }
  }

  @Test func `a removed observer releases its captures, even the player itself`() async throws {
    let film = try film("film.mp4")
    let (clock, renderer) = (TestClock(), ScriptedRenderer(media: [film]))
    let item = PlayerItem(asset: film.asset)
    let output = PlayerItemVideoOutput()
    item.add(output)
    do {
      let owner = Owner(Player(playerItem: item, renderer: renderer, clock: clock))
      let observers = [
        owner.player.addPeriodicTimeObserver(forInterval: seconds(1)) { [owner] _ in _ = owner },
        owner.player.addBoundaryTimeObserver(forTimes: [seconds(1)]) { [owner] in _ = owner },
        owner.player.onStateChange { [owner] _ in _ = owner },
        item.onNotification { [owner] _ in _ = owner },
        output.onPicture { [owner] _ in _ = owner },
      ]
      owner.player.play()
      await clock.advance(by: Rational(2))
      for observer in observers { observer?.cancel() }
    }
    await clock.settle()
    #expect(renderer.record.pictureReaders.allSatisfy { $0.isClosed })
  }

  @Test func `with the player ends what its observers kept`() async throws {
    let ended = Log<Int>()
    let film = try film("film.mp4")
    let (clock, renderer) = (TestClock(), ScriptedRenderer(media: [film]))
    do {
      let guest = Guest(ended)
      let item = PlayerItem(asset: film.asset)
      let player = Player(playerItem: item, renderer: renderer, clock: clock)
      _ = player.addPeriodicTimeObserver(forInterval: seconds(1)) { [guest] _ in _ = guest }
      _ = player.onStateChange { [guest] _ in _ = guest }
      _ = item.onNotification { [guest] _ in _ = guest }
      player.play()
      await clock.advance(by: Rational(1))
    }
    await clock.settle()
    #expect(ended.entries == [1])
  }

  /// Where a player is ended.
  enum Place: CaseIterable { case picture, sound, time, state, seek }

  @Test(arguments: Place.allCases) func `a player that is ended in a callback makes no more calls`(
    place: Place
  ) async throws {
    let film = try film("film.mp4")
    let (clock, renderer, holder) = (TestClock(), ScriptedRenderer(media: [film]), Holder())
    let calls = Log<Place>()
    let isEnded = Mutex(false)
    let call: @Sendable (Place) -> Void = { caller in
      // The seek is owed its answer.
      if caller != .seek, isEnded.withLock({ $0 }) { calls.add(caller) }
      guard caller == place else { return }
      holder.end()
      isEnded.withLock { $0 = true }
    }
    let item = PlayerItem(asset: film.asset)
    var observers: [PlayerObservation?] = []
    do {
      let (pictures, sound) = (PlayerItemVideoOutput(), PlayerItemAudioOutput())
      item.add(pictures)
      item.add(sound)
      let player = Player(playerItem: item, renderer: renderer, clock: clock)
      await clock.settle()
      holder.keep(player)
      observers = [
        pictures.onPicture { _ in call(.picture) }, pictures.onPicture { _ in call(.picture) },
        sound.onBlock { _ in call(.sound) }, sound.onBlock { _ in call(.sound) },
        player.addPeriodicTimeObserver(forInterval: seconds(1, 48)) { _ in call(.time) },
        player.onStateChange { _ in call(.state) }, player.onStateChange { _ in call(.state) },
      ]
    }
    // The holder has the last reference to the player.
    holder.use { player in
      player.seek(to: seconds(1), toleranceBefore: .zero, toleranceAfter: .zero) { _ in call(.seek) }
      player.play()
    }
    await clock.advance(by: Rational(2))
    #expect(calls.entries.isEmpty && observers.count == 7)
    #expect(renderer.record.pictureReaders.allSatisfy { $0.isClosed })
  }

  @Test func `outputs are given nothing by a player that ends`() async throws {
    let film = try film("film.mp4")
    let (clock, heard) = (TestClock(), Log<PlayerItemAudioOutput.Heard>())
    let item = PlayerItem(asset: film.asset)
    let observations = Stage.watch(item, Log(), heard)
    var player: Player? = Player(playerItem: item, renderer: ScriptedRenderer(media: [film]), clock: clock)
    player?.play()
    await clock.advance(by: try Rational(1, 2))
    let count = heard.entries.count
    player = nil
    await clock.settle()
    #expect(heard.entries.count == count && count > 0 && observations.count == 2)
  }

  @Test func `sequences end with what they tell of`() async throws {
    var item: PlayerItem? = PlayerItem(asset: try film("film.mp4").asset)
    let (notifications, statuses) = (item?.notifications(), item?.statusUpdates())
    var output: PlayerItemVideoOutput? = PlayerItemVideoOutput()
    let pictures = output?.pictures()
    (item, output) = (nil, nil)
    if let notifications { for await _ in notifications {} }
    if let statuses { for await _ in statuses {} }
    if let pictures { for await _ in pictures {} }
    #expect(item == nil && output == nil)
  }

  @Test func `a player that ends gives up the opening of its item`() async throws {
    let film = try film("film.mp4")
    let (gate, end) = AsyncStream<Never>.makeStream()
    let clock = TestClock()
    let renderer = ScriptedRenderer(media: [film], discovery: [.wait(gate)])
    do {
      let player = Player(playerItem: PlayerItem(asset: film.asset), renderer: renderer, clock: clock)
      while renderer.record.factsAsked.isEmpty { await Task.yield() }
      #expect(player.currentItem != nil)
    }
    // As long as it is at work the clock does not move.
    await clock.advance(by: Rational(1))
    end.finish()
    #expect(renderer.record.pictureReaders.isEmpty)
  }

  @Test func `a sink may ask the player while it forgets what was written`() async throws {
    final class Sink: SoundSink {
      let player = Mutex<WeakPlayer>(WeakPlayer())
      let times = Log<CMTime>()
      struct WeakPlayer: Sendable { weak var value: Player? }
      func start(sampleRate: Int, channels: Int) {}
      func write(_ block: SampleBlock, at hostTime: CMTime) {}
      func flush() { if let player = player.withLock({ $0.value }) { times.add(player.currentTime()) } }
      func stop() {}
    }
    let film = try film("film.mp4")
    let (sink, clock) = (Sink(), TestClock())
    let player = Player(
      playerItem: PlayerItem(asset: film.asset), renderer: ScriptedRenderer(media: [film]), clock: clock,
      soundSink: sink)
    sink.player.withLock { $0.value = player }
    player.play()
    await clock.advance(by: Rational(1))
    player.pause()
    await clock.settle()
    #expect(sink.times.entries == [seconds(1)])
  }
}
