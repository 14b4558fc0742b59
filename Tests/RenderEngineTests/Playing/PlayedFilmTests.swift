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
@Suite("Played films", .timeLimit(.minutes(60)))
struct PlayedFilmTests {
  /// A film of 75 pictures at 25 a second, with key frames every 12, and noise.
  private static func film(_ number: UInt8, container: String = "mov") async throws -> URL {
    try await IndexedFilm(film: number) { film in
      (film.frameCount, film.container) = (75, container)
      film.timing = .cycle(durations: [1], timescale: 25)
      film.sound = SoundFile(.noise(seed: UInt64(number))) { $0.count = 144_000 }
    }.url()
  }

  /// The picture and sound of the film at `url`.
  private static func edit(_ url: URL) -> EditSnapshot {
    var composition = SoundEdits.whole(url, seconds: 3, .video).composition
    var sound = SoundEdits.whole(url, seconds: 3, .audio).composition.tracks[0]
    sound.id = 2
    composition.tracks.append(sound)
    return EditSnapshot(composition: composition)
  }

  /// What was shown and heard of an item.
  private final class Witness: Sendable {
    private let observations: [PlayerObservation]

    init(_ item: PlayerItem) {
      let (pictures, sound) = (PlayerItemVideoOutput(), PlayerItemAudioOutput())
      item.add(pictures)
      item.add(sound)
      let log = Log()
      observations = [
        pictures.onPicture { picture in
          let luma = (try? picture.picture.planeBytes()[0]) ?? []
          let reading = FrameReading(
            luma: luma, width: picture.picture.width, height: picture.picture.height)
          log.add(reading, picture.itemTime)
        },
        sound.onBlock { log.add($0.samples.interleaved) },
      ]
      self.log = log
    }

    private let log: Log
    var frames: [FrameReading] { log.shown.withLock { $0.map(\.0) } }
    var times: [CMTime] { log.shown.withLock { $0.map(\.1) } }
    var samples: [Double] { log.heard.withLock { $0 } }
    func clear() {
      log.shown.withLock { $0 = [] }
      log.heard.withLock { $0 = [] }
    }

    private final class Log: Sendable {
      let shown = Mutex<[(FrameReading, CMTime)]>([])
      let heard = Mutex<[Double]>([])
      func add(_ reading: FrameReading, _ time: CMTime) { shown.withLock { $0.append((reading, time)) } }
      func add(_ samples: [Double]) { heard.withLock { $0 += samples } }
    }
  }

  /// The frames of film `film` with `numbers`.
  private func frames(_ film: UInt8, _ numbers: some Sequence<Int>) -> [FrameReading] {
    numbers.map { .frame(FrameCode(film: film, index: $0)) }
  }

  @Test(arguments: [Float(1), 0.5, 2]) func `every frame is shown at its time, every sample is heard`(
    rate: Float
  ) async throws {
    let url = try await Self.film(4)
    let (clock, item) = (TestClock(), PlayerItem(asset: url))
    let witness = Witness(item)
    let player = Player(playerItem: item, clock: clock)
    player.rate = rate
    await clock.advance(by: Rational(7))
    #expect(witness.frames == frames(4, 0..<75))
    #expect(witness.times == (0..<75).map { CMTime(value: $0, timescale: 25) })
    #expect(item.droppedFrameCount == 0 && item.error == nil)
    #expect(witness.samples.count == Int(288_000 / rate))
    if rate == 1 {
      let plan = try await Self.edit(url).plan(settings: RenderSettings(), renderer: GStreamerRenderer())
      let reader = try await GStreamerRenderer().samples(of: plan)
      defer { reader.close() }
      #expect(witness.samples == (try await reader.samples(0..<144_000)).interleaved)
    }
  }

  @Test func `backwards every frame is shown, the last first`() async throws {
    let item = PlayerItem(asset: try await Self.film(4))
    let (clock, witness) = (TestClock(), Witness(item))
    let player = Player(playerItem: item, clock: clock)
    #expect(await player.seek(to: CMTime(value: 3, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero))
    witness.clear()
    player.rate = -1
    await clock.advance(by: Rational(4))
    #expect(witness.frames == frames(4, (0..<74).reversed()))
    #expect(item.error == nil)
  }

  @Test(arguments: ["mov", "mkv", "ts"]) func `after an exact seek the picture is the film's there`(
    container: String
  ) async throws {
    let item = PlayerItem(asset: try await Self.film(2, container: container))
    let (clock, witness) = (TestClock(), Witness(item))
    let player = Player(playerItem: item, clock: clock)
    var random = SeededGenerator(seed: 41)
    for _ in 0..<(ProofScope.isFull ? 334 : 12) {
      let tick = Int64.random(in: 0..<3_000, using: &random)
      witness.clear()
      let time = CMTime(value: tick, timescale: 1_000)
      #expect(await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero))
      #expect(witness.frames.last == .frame(FrameCode(film: 2, index: Int(tick) / 40)), "at \(tick) ms")
    }
  }

  @Test func `a replacement in mid-play neither repeats nor loses a frame or a sample`() async throws {
    let (one, two) = (try await Self.film(1), try await Self.film(3))
    let item = PlayerItem(asset: Self.edit(one))
    let (clock, witness) = (TestClock(), Witness(item))
    let player = Player(playerItem: item, clock: clock)
    player.play()
    await clock.advance(by: try Rational(1_013, 1_000))
    item.replace(edit: Self.edit(two))
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
    #expect(witness.samples.count == 288_000)
    #expect(player.timeControlStatus == .paused && item.error == nil)
  }

  @Test func `a file that is damaged ends in the item's error`() async throws {
    let whole = try await Self.film(4, container: "mkv")
    let folder = try ScratchFolder()
    let cut = folder.url("cut.mkv")
    try Data(contentsOf: whole).prefix(20_000).write(to: cut)
    let item = PlayerItem(asset: cut)
    let clock = TestClock()
    let player = Player(playerItem: item, clock: clock)
    let witness = Witness(item)
    player.play()
    await clock.advance(by: Rational(5))
    #expect(item.status == .failed && item.error?.code == .mediaUnreadable)
    #expect(player.rate == 0 && witness.frames.count < 75)
  }
}
