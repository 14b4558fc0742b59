import Compositing
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Playing
import RenderEngine
import Rendering
import SeededRandom
import Synchronization
import TestSupport
import Testing

/// Seeks in films and edits of several streams, and whether what is played is what is exported.
@Suite("Played edits")
struct PlayedEditTests {
  /// What is sought in.
  enum Subject: String, CaseIterable {
    case mp4, mkv, ts, edit
  }

  /// Seconds 1 to 3 of film 5, then seconds 0 to 1 of it: frame 25 is at zero.
  private static func item(_ subject: Subject) async throws -> PlayerItem {
    guard subject == .edit else {
      return PlayerItem(asset: try await PlayedFilm.film(5, container: subject.rawValue))
    }
    let asset = AssetReference(url: try await PlayedFilm.film(5))
    func time(_ seconds: Int64) -> CMTime { CMTime(value: seconds, timescale: 1) }
    func segment(_ start: Int64, _ length: Int64, at place: Int64) -> CompositionTrackSegment {
      CompositionTrackSegment(
        source: .init(asset: asset), sourceRange: CMTimeRange(start: time(start), duration: time(length)),
        targetRange: CMTimeRange(start: time(place), duration: time(length)))
    }
    var track = CompositionTrack(id: 1, mediaType: .video)
    track.segments = [segment(1, 2, at: 0), segment(0, 1, at: 2)]
    return PlayerItem(asset: EditSnapshot(composition: Composition(tracks: [track])))
  }

  /// The number of the picture at `milliseconds`.
  private static func frame(_ subject: Subject, at milliseconds: Int64) -> FrameReading {
    let index = Int(min(milliseconds, 2_999)) / 40
    return .frame(FrameCode(film: 5, index: subject == .edit ? (index + 25) % 75 : index))
  }

  /// 1,000 of 1,000 with `GSTEDIT_FULL=1`.
  @Test(arguments: Subject.allCases) func `after each exact seek the picture is the one of its time`(
    subject: Subject
  ) async throws {
    let item = try await Self.item(subject)
    let (clock, witness) = (TestClock(), PlayedFilm.Witness(item))
    let player = Player(playerItem: item, clock: clock)
    var random = SeededGenerator(seed: 41)
    let count = ProofScope.isFull ? 250 : 12
    var right = 0
    for _ in 0..<count {
      let tick = Int64.random(in: 0..<3_000, using: &random)
      witness.clear()
      let isDone = await player.seek(
        to: CMTime(value: tick, timescale: 1_000), toleranceBefore: .zero, toleranceAfter: .zero)
      if isDone, witness.frames.last == Self.frame(subject, at: tick) { right += 1 }
    }
    #expect(right == count)
  }

  @Test(arguments: Subject.allCases) func `after each tolerant seek the picture is one inside the tolerance`(
    subject: Subject
  ) async throws {
    let item = try await Self.item(subject)
    let (clock, witness) = (TestClock(), PlayedFilm.Witness(item))
    let player = Player(playerItem: item, clock: clock)
    var random = SeededGenerator(seed: 43)
    for _ in 0..<(ProofScope.isFull ? 250 : 12) {
      let ticks = (0..<3).map { _ in Int64.random(in: 0..<3_000, using: &random) }
      let times = ticks.map { CMTime(value: $0, timescale: 1_000) }
      witness.clear()
      #expect(await player.seek(to: times[0], toleranceBefore: times[1], toleranceAfter: times[2]))
      let reached = player.currentTime()
      #expect(times[0] - times[1] <= reached && reached <= times[0] + times[2])
      let milliseconds = Int64((reached.seconds * 1_000).rounded(.down))
      #expect(witness.frames.last == Self.frame(subject, at: milliseconds), "at \(ticks)")
    }
  }

  /// Two films with a cross-fade, with the sound of both.
  private static func fade() async throws -> EditSnapshot {
    var edit = EditSnapshot()
    for number in [1, 3] as [UInt8] {
      let asset = AssetReference(url: try await PlayedFilm.film(number))
      let facts = try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
      _ = try edit.append(Asset(facts), crossFading: number == 1 ? .zero : CMTime(value: 1, timescale: 1))
    }
    return edit
  }

  /// What an export shows and sounds of `edit`.
  private static func export(_ edit: EditSnapshot) async throws -> (pictures: [[[UInt8]]], samples: [Double]) {
    let renderer = GStreamerRenderer()
    let plan = try await edit.plan(settings: RenderSettings(), renderer: renderer)
    let (reader, sound) = (try await renderer.pictures(of: plan, in: nil), try await renderer.samples(of: plan))
    defer {
      reader.close()
      sound.close()
    }
    var pictures: [[[UInt8]]] = []
    for frame in reader.plan.range { pictures.append(try await reader.picture(at: frame).planeBytes()) }
    return (pictures, try await sound.samples(0..<sound.plan.sampleCount).interleaved)
  }

  /// The edit, and what is exported of it, which does not depend on how it is played.
  private static let exported = Task {
    let edit = try await fade()
    return (edit, try await export(edit))
  }

  @Test(arguments: [Float(1), 0.5, 2, -1]) func `every frame of a played edit is the exported one of its time`(
    rate: Float
  ) async throws {
    let (edit, export) = try await Self.exported.value
    let (clock, item) = (TestClock(), PlayerItem(asset: edit))
    let (pictures, sound) = (PlayerItemVideoOutput(), PlayerItemAudioOutput())
    item.add(pictures)
    item.add(sound)
    let shown = Mutex<[(bytes: [[UInt8]], time: CMTime)]>([])
    let heard = Mutex<[Double]>([])
    let observers = [
      pictures.onPicture { picture in
        let bytes = (try? picture.picture.planeBytes()) ?? []
        shown.withLock { $0.append((bytes, picture.itemTime)) }
      },
      sound.onBlock { block in heard.withLock { $0 += block.samples.interleaved } },
    ]
    let player = Player(playerItem: item, clock: clock)
    if rate < 0 {
      #expect(await player.seek(to: CMTime(value: 5, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero))
    }
    player.rate = rate
    await clock.advance(by: Rational(11))
    #expect(item.error == nil && item.droppedFrameCount == 0 && observers.count == 2)
    let played = shown.withLock { $0 }
    #expect(played.count == 125 && export.pictures.count == 125)
    var right = 0
    for (bytes, time) in played where bytes == export.pictures[Int((time.seconds * 25).rounded())] { right += 1 }
    #expect(right == 125)
    let samples = heard.withLock { $0 }
    switch rate {
    case 1: #expect(samples == export.samples)
    case -1:
      let backwards = stride(from: samples.count - 2, through: 0, by: -2).flatMap { samples[$0..<$0 + 2] }
      #expect(backwards == export.samples)
    default: #expect(samples.count == Int(480_000 / rate))
    }
  }

  @Test(arguments: [Float(0.5), 2, 1, -1], [TimePitch.varispeed, .preserve])
  func `a click is heard within a sample of its time`(rate: Float, pitch: TimePitch) async throws {
    // In the middle of the second second.
    let url = try await PlayedFilm.film(6, sound: .click(at: Fraction(3, 2)))
    let (clock, item) = (TestClock(), PlayerItem(asset: url))
    item.audioTimePitchAlgorithm = pitch
    let sound = PlayerItemAudioOutput()
    item.add(sound)
    let heard = Mutex<[Double]>([])
    let observer = sound.onBlock { block in heard.withLock { $0 += block.samples.interleaved } }
    let player = Player(playerItem: item, clock: clock)
    if rate < 0 {
      #expect(await player.seek(to: CMTime(value: 3, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero))
    }
    player.rate = rate
    await clock.advance(by: Rational(7))
    let samples = heard.withLock { samples in stride(from: 0, to: samples.count, by: 2).map { samples[$0] } }
    let energy = samples.reduce(0) { $0 + $1 * $1 }
    let middle = samples.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element * $1.element } / energy
    #expect(abs(middle - 72_000 / Double(abs(rate))) <= 1, "\(middle) at \(rate)")
    #expect(energy > 1 && observer.isActive)
  }
}
