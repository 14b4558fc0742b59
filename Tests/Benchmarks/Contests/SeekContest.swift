import Foundation
import GstEdit
import MediaTime
import Rendering
import SeededRandom
import Synchronization
import TestSupport

/// Jumps of a player: how long until the picture, or the first sample, of the new time is there.
///
/// ffmpeg takes no seeks from outside: `ffmpeg -ss` is a process for each. melt and GES have the film open, as the player has.
struct SeekContest {
  /// Ten minutes of 720p with a key frame every 60 frames, 25 of them a second.
  private let film: URL
  /// An hour of AAC.
  private let sound: URL

  private static let jumps = 40
  /// Frames from one key frame to the next.
  private static let group = 60

  /// Makes the media, unless an earlier run has made it.
  init(clip: URL) async throws {
    film = try await BenchmarkFilm.repeated(try await BenchmarkFilm.prepare([clip])[0], count: 20)
    sound = try await BenchmarkFilm.hourOfSound()
  }

  /// Measures everything, and says what was promised of it.
  func text() async throws -> String {
    Engine.shareHeaps()
    let group = try await groupSeconds()
    let (exact, tolerant) = (try await jumps(exact: true), try await jumps(exact: false))
    let (shown, seconds) = try await scrubbing()
    let samples = try await firstSamples()
    let ffmpeg = try await ffmpegSeeks()
    var lines = ["jumps in 10 minutes of 720p, and in an hour of AAC; load \(Self.load)"]
    func add(_ what: String, _ times: [Double], atMost limit: Double) {
      let (median, longest) = (times.sorted()[times.count / 2], times.max() ?? 0)
      let isKept = median <= limit
      lines.append(
        "  \(what): median \(Self.milliseconds(median)), longest \(Self.milliseconds(longest)); promised at most "
          + "\(Self.milliseconds(limit)): \(isKept ? "kept" : "NOT KEPT")")
    }
    lines.append("  decoding of one group of \(Self.group) frames: \(Self.milliseconds(group))")
    add("exact seek", exact, atMost: group + 0.05)
    add("tolerant seek", tolerant, atMost: 0.06)
    let rate = Double(shown) / seconds
    lines.append(
      "  scrubbing, 100 positions a second: \(Int(rate)) pictures a second; promised at least 10: "
        + (rate >= 10 ? "kept" : "NOT KEPT"))
    add("first sample after a jump in sound", samples, atMost: 0.06)
    lines.append(
      "  ffmpeg -ss, a process for each: median \(Self.milliseconds(ffmpeg.sorted()[ffmpeg.count / 2])), longest "
        + Self.milliseconds(ffmpeg.max() ?? 0))
    for peer in ["melt", "ges"] {
      let times = times(Self.jumps, within: 590, seed: 5).map(\.seconds)
      guard let seconds = try await SeekPeers(film: film).seconds(of: peer, to: times) else {
        lines.append("  \(peer): its bindings for Python are not installed")
        continue
      }
      lines.append(
        "  \(peer), exact seek with the film open: median \(Self.milliseconds(seconds.sorted()[seconds.count / 2])), "
          + "longest \(Self.milliseconds(seconds.max() ?? 0))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: The jumps

  /// Times in the film, the same in every run.
  private func times(_ count: Int, within seconds: Int64, seed: UInt64) -> [CMTime] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      CMTime(value: Int64.random(in: 0..<seconds * 1_000, using: &random), timescale: 1_000)
    }
  }

  /// How long the pictures of one group take, without opening anything.
  private func groupSeconds() async throws -> Double {
    let renderer = Engine.renderer()
    let asset = AssetReference(url: film)
    guard let facts = try await renderer.facts(of: [asset])[asset] else { return 0 }
    var edit = EditSnapshot()
    _ = try edit.append(Asset(facts))
    let reader = try await renderer.pictures(
      of: try await edit.plan(settings: RenderSettings(), renderer: renderer), in: nil)
    defer { reader.close() }
    _ = try await reader.picture(at: 0)
    let start = ContinuousClock.now
    for frame in 1...Self.group { _ = try await reader.picture(at: frame) }
    return Self.seconds(since: start)
  }

  private func jumps(exact: Bool) async throws -> [Double] {
    let item = PlayerItem(asset: film)
    let output = PlayerItemVideoOutput()
    item.add(output)
    let player = Player(playerItem: item)
    _ = await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
    let tolerance = exact ? CMTime.zero : .positiveInfinity
    var seconds: [Double] = []
    for time in times(Self.jumps, within: 590, seed: 5) {
      let start = ContinuousClock.now
      guard await player.seek(to: time, toleranceBefore: tolerance, toleranceAfter: tolerance) else { continue }
      seconds.append(Self.seconds(since: start))
    }
    return seconds
  }

  /// How many pictures are shown while a slider is moved over a minute in three seconds.
  private func scrubbing() async throws -> (shown: Int, seconds: Double) {
    let item = PlayerItem(asset: film)
    let output = PlayerItemVideoOutput()
    item.add(output)
    let shown = Mutex(0)
    let observer = output.onPicture { _ in shown.withLock { $0 += 1 } }
    let player = Player(playerItem: item)
    _ = await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
    shown.withLock { $0 = 0 }
    let start = ContinuousClock.now
    for await number in Self.ticks(300) {
      player.seek(
        to: CMTime(value: 10_000 + Int64(number) * 200, timescale: 1_000), toleranceBefore: .zero, toleranceAfter: .zero
      ) { _ in }
    }
    observer.cancel()
    return (shown.withLock { $0 }, Self.seconds(since: start))
  }

  /// The numbers from 0 to `count`, one each hundredth of a second, as the positions of a slider that is moved come.
  private static func ticks(_ count: Int) -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    DedicatedThread.start(named: "slider") {
      let clock = HostClock()
      let (alarm, start) = (clock.makeAlarm(), clock.now)
      for number in 0..<count {
        continuation.yield(number)
        alarm.wait(until: try? start + Rational(Int64(number) + 1, 100))
      }
      continuation.finish()
    }
    return stream
  }

  /// How long after a jump the first sample comes to the sink.
  private func firstSamples() async throws -> [Double] {
    let (sink, item) = (FirstSample(), PlayerItem(asset: sound))
    let player = Player(playerItem: item, soundSink: sink)
    player.play()
    await sink.sample(from: 0)
    var seconds: [Double] = []
    for time in times(Self.jumps, within: 3_500, seed: 7) {
      let start = ContinuousClock.now
      async let sample: Void = sink.sample(from: Int64((time.seconds * 48_000).rounded(.up)))
      player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
      await sample
      seconds.append(Self.seconds(since: start))
    }
    return seconds
  }

  private func ffmpegSeeks() async throws -> [Double] {
    var seconds: [Double] = []
    for time in times(10, within: 590, seed: 5) {
      let run = ProgramRun(
        try MediaTools.executable("ffmpeg"),
        ["-nostdin", "-v", "error", "-ss", "\(time.seconds)", "-i", film.path, "-frames:v", "1", "-f", "null", "-"])
      seconds.append(try await run.outcome().wallSeconds)
    }
    return seconds
  }

  // MARK: Figures

  /// The machine's load over the last minute.
  static var load: String {
    let text = try? String(contentsOf: URL(filePath: "/proc/loadavg"), encoding: .utf8)
    return text.flatMap { $0.split(separator: " ").first.map(String.init) } ?? "unknown"
  }

  static func seconds(since start: ContinuousClock.Instant) -> Double {
    let duration = ContinuousClock.now - start
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  static func milliseconds(_ seconds: Double) -> String { "\(Int((seconds * 1_000).rounded())) ms" }
}

/// A sink that says when samples of a place come.
private final class FirstSample: SoundSink {
  private struct State {
    var wanted: Int64?
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Returns when the sample with number `number`, or one of the second after it, is written.
  func sample(from number: Int64) async {
    await withCheckedContinuation { continuation in state.withLock { $0 = State(wanted: number, waiting: continuation) }
    }
  }

  func start(sampleRate: Int, channels: Int) {}
  func write(_ block: SampleBlock, at hostTime: CMTime) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard let wanted = state.wanted, (wanted..<wanted + 48_000).contains(block.start) else { return nil }
      defer { state = State() }
      return state.waiting
    }
    waiting?.resume()
  }
  func flush() {}
  func stop() {}
}
