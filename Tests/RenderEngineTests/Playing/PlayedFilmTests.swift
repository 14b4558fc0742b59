import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Playing
import RenderEngine
import SeededRandom
import Synchronization
import TestSupport
import Testing

/// Films whose frames carry their numbers, played on a clock of the test's own.
@Suite("Played films")
struct PlayedFilmTests {
  /// The samples that an export of `edit` has.
  private func samples(of edit: EditSnapshot) async throws -> [Double] {
    let plan = try await edit.plan(settings: RenderSettings(), renderer: GStreamerRenderer())
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    return try await reader.samples(0..<144_000).interleaved
  }

  /// The frames of film `film` with `numbers`.
  private func frames(_ film: UInt8, _ numbers: some Sequence<Int>) -> [FrameReading] {
    numbers.map { .frame(FrameCode(film: film, index: $0)) }
  }

  @Test(arguments: [Float(1), 0.5, 2]) func `every frame is shown at its time, every sample is heard`(
    rate: Float
  ) async throws {
    let url = try await PlayedFilm.film(4)
    let (clock, item) = (TestClock(), PlayerItem(asset: url))
    let witness = PlayedFilm.Witness(item)
    let player = Player(playerItem: item, clock: clock)
    player.rate = rate
    await clock.advance(by: Rational(7))
    #expect(witness.frames == frames(4, 0..<75))
    #expect(witness.times == (0..<75).map { CMTime(value: $0, timescale: 25) })
    #expect(item.droppedFrameCount == 0 && item.error == nil)
    #expect(witness.samples.count == Int(288_000 / rate))
    if rate == 1 {
      #expect(witness.samples == (try await samples(of: PlayedFilm.edit(url))))
    }
  }

  @Test func `backwards every frame is shown, the last first`() async throws {
    let item = PlayerItem(asset: try await PlayedFilm.film(4))
    let (clock, witness) = (TestClock(), PlayedFilm.Witness(item))
    let player = Player(playerItem: item, clock: clock)
    #expect(await player.seek(to: CMTime(value: 3, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero))
    witness.clear()
    player.rate = -1
    await clock.advance(by: Rational(4))
    #expect(witness.frames == frames(4, (0..<74).reversed()))
    #expect(item.error == nil)
  }

  @Test func `a replacement in mid-play neither repeats nor loses a frame or a sample`() async throws {
    let (one, two) = (try await PlayedFilm.film(1), try await PlayedFilm.film(3))
    let item = PlayerItem(asset: PlayedFilm.edit(one))
    let (clock, witness) = (TestClock(), PlayedFilm.Witness(item))
    let player = Player(playerItem: item, clock: clock)
    player.play()
    await clock.advance(by: try Rational(1_013, 1_000))
    item.replace(edit: PlayedFilm.edit(two))
    await clock.advance(by: Rational(4))
    let numbers: [(film: Int, index: Int)] = witness.frames.map { reading in
      guard case .frame(let code) = reading else { return (-1, -1) }
      return (Int(code.film), Int(code.index))
    }
    #expect(numbers.map(\.index) == Array(0..<75))
    // Film 1 up to the border, film 3 from there on.
    let border = numbers.firstIndex { $0.film == 3 } ?? 0
    #expect(border >= 26 && border < 40)
    #expect(numbers[..<border].allSatisfy { $0.film == 1 } && numbers[border...].allSatisfy { $0.film == 3 })
    // The samples of a picture are 1,920, in two channels.
    let place = border * 1_920 * 2
    let (before, after) = (try await samples(of: PlayedFilm.edit(one)), try await samples(of: PlayedFilm.edit(two)))
    #expect(witness.samples.count == 288_000 && witness.samples[..<place] == before[..<place])
    #expect(witness.samples[place...] == after[place...])
    #expect(player.timeControlStatus == .paused && item.error == nil && item.droppedFrameCount == 0)
  }

  @Test func `a file that is damaged ends in the item's error`() async throws {
    let whole = try await PlayedFilm.film(4, container: "mkv")
    let folder = try ScratchFolder()
    let cut = folder.url("cut.mkv")
    try Data(contentsOf: whole).prefix(20_000).write(to: cut)
    let item = PlayerItem(asset: cut)
    let clock = TestClock()
    let player = Player(playerItem: item, clock: clock)
    let witness = PlayedFilm.Witness(item)
    player.play()
    await clock.advance(by: Rational(5))
    #expect(item.status == .failed && item.error?.code == .mediaUnreadable)
    #expect(player.rate == 0 && witness.frames.count < 75)
  }

  @Test func `a file that is gone when its item is opened ends in the item's error, and one that goes later is played`()
    async throws
  {
    let folder = try ScratchFolder()
    let file = folder.url("film.mov")
    try FileManager.default.copyItem(at: try await PlayedFilm.film(4), to: file)
    let clock = TestClock()
    let item = PlayerItem(asset: file)
    let witness = PlayedFilm.Witness(item)
    let player = Player(playerItem: item, clock: clock)
    player.play()
    await clock.advance(by: Rational(1))
    try FileManager.default.removeItem(at: file)
    await clock.advance(by: Rational(3))
    #expect(witness.frames == frames(4, 0..<75) && item.error == nil)
    let gone = PlayerItem(asset: file)
    player.replaceCurrentItem(with: gone)
    player.play()
    #expect(await player.seek(to: .zero) == false)
    #expect(gone.status == .failed && gone.error?.code == .mediaMissing && player.rate == 0)
  }
}
