import EditServices
import MediaTime
import Playing
import Rendering
import ScriptedRendering
import Testing

@Suite("Queues and loops", .timeLimit(.minutes(5)))
struct QueueTests {
  /// A queue of films of a second each, what they show, and the clock.
  private func queue(
    of count: Int
  ) throws -> (player: QueuePlayer, items: [PlayerItem], shown: Log<ShownFrame>, clock: TestClock, [PlayerObservation])
  {
    let films = try (0..<count).map { try film("film\($0).mp4", seconds: 1) }
    let renderer = ScriptedRenderer(media: films)
    let items = films.map { PlayerItem(asset: $0.asset) }
    let (shown, heard) = (Log<ShownFrame>(), Log<PlayerItemAudioOutput.Heard>())
    let observations = items.flatMap { Stage.watch($0, shown, heard) }
    let clock = TestClock()
    return (QueuePlayer(items: items, renderer: renderer, clock: clock), items, shown, clock, observations)
  }

  @Test func `items are played one after another without a gap, and leave the queue`() async throws {
    let (player, items, shown, clock, _) = try queue(of: 3)
    player.play()
    await clock.advance(by: try Rational(3, 2))
    #expect(player.items().map { ObjectIdentifier($0) } == items.dropFirst().map { ObjectIdentifier($0) })
    await clock.advance(by: Rational(3))
    #expect(shown.entries.map(\.frame) == Array(0..<25) + Array(0..<25) + Array(0..<25))
    #expect(shown.entries.map(\.host) == (0..<75).map { seconds($0, 25) })
    #expect(player.currentItem == nil && player.rate == 0)
  }

  @Test func `an item is in one queue, once`() async throws {
    let (player, items, _, clock, _) = try queue(of: 2)
    #expect(!player.canInsert(items[0], after: nil))
    #expect(!player.insert(items[1], after: items[0]))
    let other = QueuePlayer(items: [items[0]], renderer: ScriptedRenderer(media: []), clock: clock)
    #expect(other.items().isEmpty)
    #expect(player.insert(items[0].copy(), after: items[0]))
    #expect(!player.insert(items[0].copy(), after: items[0].copy()))
    #expect(player.items().count == 3)
    player.remove(items[0])
    #expect(player.canInsert(items[0], after: nil))
  }

  @Test func `going to the next item takes the current one out, and the rate stays`() async throws {
    let (player, items, shown, clock, _) = try queue(of: 3)
    player.play()
    await clock.advance(by: try Rational(1, 5))
    player.advanceToNextItem()
    await clock.advance(by: try Rational(1, 10))
    #expect(player.currentItem === items[1] && player.rate == 1)
    #expect(shown.entries.map(\.frame) == Array(0...5) + [0, 1, 2])
    player.remove(items[2])
    player.removeAllItems()
    await clock.advance(by: Rational(1))
    #expect(player.items().isEmpty && player.timeControlStatus == .paused)
  }

  @Test func `an item is played again where it was left`() async throws {
    let stage = try Stage(seconds: 2)
    stage.player.play()
    await stage.clock.advance(by: Rational(1))
    stage.player.replaceCurrentItem(with: nil)
    #expect(stage.item.currentTime() == seconds(1) && stage.player.currentItem == nil)
    stage.player.replaceCurrentItem(with: stage.item)
    stage.player.play()
    await stage.clock.advance(by: Rational(2))
    #expect(difference(stage.samples, from: Array(0..<96_000)) == nil)
  }

  @Test func `a loop plays its item again and again without a gap, until it is ended`() async throws {
    let film = try film("film.mp4", seconds: 4)
    let clock = TestClock()
    let player = QueuePlayer(renderer: ScriptedRenderer(media: [film]), clock: clock)
    let looper = PlayerLooper(
      player: player, templateItem: PlayerItem(asset: film.asset),
      timeRange: CMTimeRange(start: seconds(1), end: seconds(2)))
    player.play()
    await clock.advance(by: try Rational(11, 2))
    #expect(looper.loopCount == 5 && looper.loopingPlayerItems.count == 3)
    #expect(player.currentTime() == seconds(3, 2))
    looper.disableLooping()
    await clock.advance(by: Rational(2))
    #expect(player.items().isEmpty && looper.loopCount == 5)
  }

  @Test func `a film of one frame is looped at its own rate, however slow its observers are`() async throws {
    let film = try film("film.mp4", seconds: 4)
    let clock = TestClock()
    let player = QueuePlayer(renderer: ScriptedRenderer(media: [film]), clock: clock)
    let looper = PlayerLooper(
      player: player, templateItem: PlayerItem(asset: film.asset),
      timeRange: CMTimeRange(start: .zero, duration: seconds(1, 25)))
    let observation = try #require(looper.loopingPlayerItems.first).onNotification { notification in
      if case .didPlayToEndTime = notification { clock.elapse(.one) }
    }
    player.play()
    await clock.advance(by: Rational(2))
    #expect(looper.loopCount == 50 && looper.loopingPlayerItems.count == 3 && player.items().count == 3)
    #expect(player.rate == 1 && observation.isActive)
  }

  @Test func `copies that are skipped are made up for`() async throws {
    let film = try film("film.mp4", seconds: 4)
    let clock = TestClock()
    let player = QueuePlayer(renderer: ScriptedRenderer(media: [film]), clock: clock)
    let looper = PlayerLooper(player: player, templateItem: PlayerItem(asset: film.asset))
    for _ in 0..<5 { player.advanceToNextItem() }
    await clock.settle()
    #expect(player.items().count == 3 && looper.loopCount == 0)
    #expect(looper.loopingPlayerItems.map { ObjectIdentifier($0) } == player.items().map { ObjectIdentifier($0) })
    player.removeAllItems()
    await clock.settle()
    #expect(player.items().isEmpty && looper.loopCount == 0)
  }

  @Test func `the first pictures of what comes next are made while the current item plays`() async throws {
    let films = try (0..<2).map { try ScriptedRendering.film("film\($0).mp4", seconds: 1) }
    let (clock, renderer) = (TestClock(), ScriptedRenderer(media: films))
    let items = films.map { PlayerItem(asset: $0.asset) }
    let observations = items.flatMap { Stage.watch($0, Log(), Log()) }
    let player = QueuePlayer(items: items, renderer: renderer, clock: clock)
    player.play()
    await clock.advance(by: try Rational(1, 2))
    let readers = renderer.record.pictureReaders
    #expect(readers.count == 2 && readers.allSatisfy { $0.asked.contains(0) })
    #expect(player.currentItem === items[0] && observations.count == 4)
  }

  @Test func `a seek in a removed item completes with false, and the next item is played`() async throws {
    let (player, items, shown, clock, _) = try queue(of: 2)
    let answers = Log<Bool>()
    player.play()
    player.seek(to: seconds(1, 2), toleranceBefore: .zero, toleranceAfter: .zero) { answers.add($0) }
    player.remove(items[0])
    await clock.advance(by: Rational(2))
    #expect(answers.entries == [false] && shown.entries.map(\.frame) == Array(0..<25))
    #expect(player.canInsert(items[0], after: nil) && player.currentItem == nil)
  }
}
