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

@Suite("Items that are opened anew", .timeLimit(.minutes(5)))
struct ReopeningTests {
  /// The first `length` seconds of `film`: its picture, its sound, or both.
  private func edit(_ film: MediaFacts, _ length: Int64, _ types: [MediaType] = MediaType.allCases) throws
    -> EditSnapshot
  {
    var composition = Composition()
    let range = CMTimeRange(start: .zero, duration: seconds(length))
    try composition.insertTimeRange(range, of: Asset(film), at: .zero)
    composition.tracks.removeAll { !types.contains($0.mediaType) }
    return EditSnapshot(composition: composition)
  }

  /// `edit` with its sound half as loud.
  private func quiet(_ edit: EditSnapshot) throws -> EditSnapshot {
    var edit = edit
    var mix = AudioMixInputParameters(track: try #require(edit.composition.tracks(withMediaType: .audio).first))
    try mix.setVolume(0.5, at: .zero)
    edit.audioMix = AudioMix(inputParameters: [mix])
    return edit
  }

  /// A gate at which the look at the media waits, once it is closed.
  private final class Gate: Sendable {
    private struct State {
      var isClosed = false
      var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Has the next that comes wait.
    func close() { state.withLock { $0.isClosed = true } }

    /// Whether a task waits.
    var isReached: Bool { state.withLock { $0.waiting != nil } }

    func open() { state.withLock { $0.waiting }?.resume() }

    func pass() async {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          defer { state.isClosed = false }
          if state.isClosed { state.waiting = continuation }
          return state.isClosed
        }
        if !waits { continuation.resume() }
      }
    }
  }

  private func stage(_ edit: EditSnapshot, _ film: MediaFacts, _ gate: Gate) -> Stage {
    Stage(edit, media: [film], discovery: [.hold { await gate.pass() }])
  }

  @Test func `work for an item before its removal is not used after its return`() async throws {
    let (film, gate) = (try film("film.mp4"), Gate())
    let edit = try edit(film, 4)
    let stage = stage(edit, film, gate)
    await stage.clock.settle()
    gate.close()
    stage.item.replace(edit: try quiet(edit))
    while !gate.isReached { await Task.yield() }
    stage.player.replaceCurrentItem(with: nil)
    stage.player.replaceCurrentItem(with: stage.item)
    while stage.item.status != .readyToPlay { await Task.yield() }
    gate.open()
    await stage.clock.settle()
    stage.player.play()
    await stage.clock.advance(by: Rational(5))
    #expect(Set(stage.frames) == Set(0..<100) && stage.item.error == nil)
    #expect(difference(stage.samples, from: Array(0..<192_000)) == nil)
  }

  @Test func `of changes that follow one another where it stands the last holds, of sound alone as well`() async throws
  {
    let (film, gate) = (try film("film.mp4"), Gate())
    let stage = stage(try edit(film, 4, [.audio]), film, gate)
    await stage.clock.settle()
    gate.close()
    stage.item.replace(edit: try edit(film, 5, [.audio]))
    while !gate.isReached { await Task.yield() }
    stage.item.replace(edit: try edit(film, 6, [.audio]))
    gate.open()
    await stage.clock.settle()
    #expect(stage.item.duration == seconds(6) && stage.player.timeControlStatus == .paused)
    stage.player.play()
    await stage.clock.advance(by: Rational(7))
    #expect(difference(stage.samples, from: Array(0..<288_000)) == nil && stage.frames.isEmpty)
  }

  @Test func `an item that failed stays so, whatever is changed`() async throws {
    let error = RenderError(.mediaUnreadable, "Broken.")
    let stage = try Stage(seconds: 2, failingFrames: [30: error])
    stage.player.play()
    await stage.clock.advance(by: Rational(2))
    stage.item.replace(edit: try edit(try film("film.mp4", seconds: 2), 1))
    await stage.clock.settle()
    #expect(stage.item.status == .failed && stage.item.error == error)
    stage.player.replaceCurrentItem(with: nil)
    stage.player.replaceCurrentItem(with: stage.item)
    await stage.clock.settle()
    #expect(stage.item.status == .failed && stage.player.rate == 0)
  }

  @Test func `a longer edit that comes shortly before the end is played to its end`() async throws {
    let film = try film("film.mp4")
    for hundredth in [380, 395, 399] as [Int64] {
      let stage = Stage(try edit(film, 4), media: [film])
      stage.player.play()
      await stage.clock.advance(by: try Rational(hundredth, 100))
      stage.item.replace(edit: try edit(film, 6))
      await stage.clock.advance(by: Rational(5))
      #expect(stage.frames == Array(0..<150), "at \(hundredth)")
      #expect(difference(stage.samples, from: Array(0..<288_000)) == nil, "at \(hundredth)")
      #expect(stage.player.currentTime() == seconds(6))
    }
  }

  @Test func `a new edit whose pictures take long to come is gone over to when the first is there`() async throws {
    let film = try film("film.mp4")
    let clock = Mutex<TestClock?>(nil)
    let threads = Mutex<[ObjectIdentifier]>([])
    // The first picture of each feed but the first takes half a second.
    let stage = Stage(try edit(film, 4), media: [film]) { (stage: ScriptedStage) throws(RenderError) in
      guard case .readPicture = stage else { return }
      let isFirst = threads.withLock { threads in
        let thread = ObjectIdentifier(Thread.current)
        guard !threads.contains(thread) else { return false }
        threads.append(thread)
        return threads.count > 1
      }
      if isFirst { clock.withLock { $0 }?.elapse((try? Rational(1, 2)) ?? .zero) }
    }
    clock.withLock { $0 = stage.clock }
    stage.player.play()
    await stage.clock.advance(by: try Rational(77, 100))
    stage.item.replace(edit: try edit(film, 6))
    await stage.clock.advance(by: Rational(20))
    #expect(stage.frames == Array(0..<150))
    #expect(stage.shown.entries.map(\.host) == (0..<150).map { seconds($0, 25) })
    #expect(difference(stage.samples, from: Array(0..<288_000)) == nil)
    #expect(threads.withLock(\.count) == 2)
  }

  @Test func `a seek beyond the old end of an edit that becomes longer goes there`() async throws {
    let film = try film("film.mp4")
    for plays in [false, true] {
      let stage = Stage(try edit(film, 4), media: [film])
      await stage.clock.settle()
      if plays { stage.player.play() }
      await stage.clock.advance(by: try Rational(1, 2))
      stage.item.replace(edit: try edit(film, 6))
      async let isDone = stage.seek(to: Rational(5))
      await stage.clock.advance(by: try Rational(1, 2))
      #expect(try await isDone)
      #expect(stage.shown.entries.contains { $0.frame == 125 } && stage.player.currentTime() >= seconds(5))
    }
  }

  @Test func `tracks are on or off as a new edit has them`() async throws {
    let film = try film("film.mp4")
    let stage = Stage(try edit(film, 4), media: [film])
    await stage.clock.settle()
    let sound = try #require(stage.item.tracks.first { $0.mediaType == .audio })
    #expect(sound.isEnabled)
    var other = try edit(film, 4)
    for index in other.composition.tracks.indices where other.composition.tracks[index].mediaType == .audio {
      other.composition.tracks[index].isEnabled = false
    }
    stage.item.replace(edit: other)
    await stage.clock.settle()
    #expect(!sound.isEnabled && stage.item.tracks.contains { $0 === sound })
  }

  @Test func `a tolerant seek in an edit that replaced a file does not follow the file's key frames`() async throws {
    let stage = try Stage(seconds: 10)
    await stage.clock.settle()
    stage.item.replace(edit: try edit(try film("film.mp4", seconds: 10), 9))
    await stage.clock.settle()
    #expect(await stage.player.seek(to: seconds(51, 10)))
    #expect(stage.player.currentTime() == seconds(51, 10))
  }

  @Test func `an item that is taken out is not ready any more, and says so`() async throws {
    let stage = try Stage(seconds: 2)
    let statuses = stage.item.statusUpdates()
    await stage.clock.settle()
    stage.player.replaceCurrentItem(with: nil)
    var told: [PlayerItem.Status] = []
    for await status in statuses {
      told.append(status)
      if told.count > 1, status == .unknown { break }
    }
    #expect(told == [.unknown, .readyToPlay, .unknown] || told == [.readyToPlay, .unknown])
  }
}
