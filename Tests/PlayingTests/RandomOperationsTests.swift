import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Playing
import Rendering
import ScriptedRendering
import SeededRandom
import Testing

@Suite("Whatever is asked of a player", .timeLimit(.minutes(10)))
struct RandomOperationsTests {
  /// 10,000 operations with `GSTEDIT_FULL=1`.
  static let count = ProcessInfo.processInfo.environment["GSTEDIT_FULL"] == "1" ? 10_000 : 1_000

  /// A player, and everything that was asked of it.
  private struct Player {
    var player: QueuePlayer
    var items: [PlayerItem]
    var observations: [PlayerObservation] = []
    var removed: [(observation: PlayerObservation, calls: Log<CMTime>, count: Int)] = []
    var answers = Log<Bool>()
    var seeks = 0
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `it neither hangs nor calls too late, and answers each seek once`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let media = [try film("a.mp4", seconds: 3), try film("b.mp4", seconds: 2)]
    let renderer = ScriptedRenderer(media: media)
    let edits = try media.map { facts in
      var composition = Composition()
      let range = CMTimeRange(start: .zero, duration: Asset(facts).duration)
      try composition.insertTimeRange(range, of: Asset(facts), at: .zero)
      return EditSnapshot(composition: composition)
    }
    let clock = TestClock()
    var stage = start(edits, renderer, clock)
    for number in 0..<Self.count / 4 {
      if number % 97 == 96 {
        try await end(&stage, clock)
        stage = start(edits, renderer, clock)
      }
      await operate(on: &stage, edits, &random)
      if Bool.random(using: &random) {
        await clock.advance(by: try Rational(Int64.random(in: 0...500, using: &random), 1_000))
      }
      for (_, calls, count) in stage.removed { #expect(calls.entries.count == count) }
      let time = stage.player.currentTime()
      #expect(time >= .zero && time <= seconds(3))
    }
    try await end(&stage, clock)
    await clock.settle()
    #expect(renderer.record.pictureReaders.allSatisfy { $0.isClosed })
  }

  private func start(_ edits: [EditSnapshot], _ renderer: ScriptedRenderer, _ clock: TestClock) -> Player {
    let items = edits.map { PlayerItem(asset: $0) }
    let player = QueuePlayer(items: items, renderer: renderer, clock: clock)
    player.actionAtItemEnd = .pause
    return Player(player: player, items: items, observations: items.flatMap { Stage.watch($0, Log(), Log()) })
  }

  /// Ends the player, after which nothing is called and each seek has its answer.
  private func end(_ stage: inout Player, _ clock: TestClock) async throws {
    let calls = Log<CMTime>()
    _ = stage.player.addPeriodicTimeObserver(forInterval: seconds(1, 10)) { calls.add($0) }
    stage.player.play()
    let (answers, seeks) = (stage.answers, stage.seeks)
    await clock.settle()
    stage = Player(
      player: QueuePlayer(renderer: ScriptedRenderer(media: []), clock: clock), items: [])
    await clock.settle()
    let count = calls.entries.count
    await clock.advance(by: Rational(1))
    #expect(calls.entries.count == count)
    #expect(answers.entries.count == seeks)
  }

  private func operate(on stage: inout Player, _ edits: [EditSnapshot], _ random: inout SeededGenerator) async {
    let (player, answers) = (stage.player, stage.answers)
    let item = stage.items.randomElement(using: &random) ?? PlayerItem(asset: edits[0])
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1, 2:
      let time = seconds(Int64.random(in: -500...3_500, using: &random), 1_000)
      let tolerance = [CMTime.zero, seconds(1, 4), .positiveInfinity].randomElement(using: &random) ?? .zero
      stage.seeks += 1
      player.seek(to: time, toleranceBefore: tolerance, toleranceAfter: tolerance) { answers.add($0) }
    case 3, 4, 5: player.rate = [0, 0.5, 1, 2, -1, -2, 3].randomElement(using: &random) ?? 1
    case 6: player.pause()
    case 7, 8: item.replace(edit: edits.randomElement(using: &random) ?? edits[0])
    case 9:
      if let track = item.tracks.randomElement(using: &random), track.mediaType == .audio { track.isEnabled.toggle() }
    case 10:
      let calls = Log<CMTime>()
      let observer = player.addPeriodicTimeObserver(forInterval: seconds(1, 30)) { calls.add($0) }
      if let observer {
        if Bool.random(using: &random) {
          player.removeTimeObserver(observer)
          stage.removed.append((observer, calls, calls.entries.count))
        } else {
          stage.observations.append(observer)
        }
      }
    case 11:
      if let observation = stage.observations.dropFirst(4).randomElement(using: &random) {
        observation.cancel()
      }
    case 12: item.step(byCount: Int.random(in: -30...30, using: &random))
    case 13: player.replaceCurrentItem(with: item)
    case 14:
      if player.canInsert(item, after: nil) { player.insert(item, after: nil) } else { player.advanceToNextItem() }
    default:
      player.setRate(1, time: seconds(1), atHostTime: player.hostTime + seconds(1, 3))
    }
  }
}
