import AVFAudio
import AVFoundation
import TestSupport
import Testing

/// When players play what, rendered when asked: in samples.
@Suite("Audio schedules") struct AudioScheduleTests {
  private let left = Samples.noise(3_000, seed: 1)
  private let right = Samples.noise(3_000, seed: 2)

  @Test func `sounds begin at their sample, and those without one behind the last`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    let (long, short) = (try Samples.buffer([left, left]), try Samples.buffer([[1, 1, 1], [1, 1, 1]]))
    player.scheduleBuffer(short, at: AVAudioTime(sampleTime: 700, atRate: 48_000))
    player.scheduleBuffer(short)
    player.scheduleBuffer(short, at: AVAudioTime(sampleTime: 1_000, atRate: 24_000))
    player.scheduleBuffer(long, at: AVAudioTime(sampleTime: 5, atRate: 48_000))
    player.play()
    let rendered = try offline.render(6_000, block: 333)[0]
    var wanted = [Float](repeating: 0, count: 6_000)
    for start in [700, 703, 2_000] { wanted.replaceSubrange(start..<start + 3, with: [1, 1, 1]) }
    // One that is too late begins at once.
    wanted.replaceSubrange(2_003..<5_003, with: left)
    #expect(rendered == wanted)
  }

  @Test func `a buffer loops without a gap until another interrupts it, at once, at its time or at the loop`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    let (loop, other) = (Array(left.prefix(100)), Array(right.prefix(30)))
    let (looping, interrupting) = (try Samples.buffer([loop, loop]), try Samples.buffer([other, other]))
    let looped = (0..<100).flatMap { _ in loop }
    func play(_ when: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions) throws -> [Float] {
      player.stop()
      player.scheduleBuffer(looping, at: nil, options: .loops)
      // Behind what has no end.
      player.scheduleBuffer(try Samples.buffer([[9], [9]]))
      player.play()
      #expect(try offline.render(250, block: 64)[0] == Array(looped.prefix(250)))
      player.scheduleBuffer(interrupting, at: when, options: options)
      return try offline.render(500, block: 64)[0]
    }
    func wanted(_ start: Int) -> [Float] {
      let before = Array(looped[250..<250 + start]) + other
      return before + [Float](repeating: 0, count: 500 - before.count)
    }
    let time = AVAudioTime(sampleTime: 333, atRate: 48_000)
    #expect(try play(nil, .interrupts) == wanted(0))
    #expect(try play(time, .interrupts) == wanted(83))
    #expect(try play(nil, .interruptsAtLoop) == wanted(50))
    #expect(try play(time, .interruptsAtLoop) == wanted(150))
    // One that loops itself.
    #expect(try play(nil, [.loops, .interrupts]).suffix(440) == (0..<20).flatMap { _ in other }[60..<500])
  }

  @Test func `a player waits for its time, stands still when paused, and says where it is`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    #expect(player.lastRenderTime?.sampleTime == 0 && !player.isPlaying)
    _ = try offline.render(600, block: 600)
    player.scheduleBuffer(try Samples.buffer([left, right]))
    #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 0, atRate: 48_000)) == nil)
    player.play(at: AVAudioTime(sampleTime: 1_000, atRate: 48_000))
    #expect(player.isPlaying)
    let first = try offline.render(600, block: 300)[0]
    #expect(first == [Float](repeating: 0, count: 400) + left[..<200])
    let last = try #require(player.lastRenderTime)
    #expect(last.sampleTime == 900 && last.isSampleTimeValid && !last.isHostTimeValid)
    #expect(player.playerTime(forNodeTime: last)?.sampleTime == -100)
    #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 24_000, atRate: 24_000))?.sampleTime == 49_000)
    player.pause()
    #expect(try offline.render(100)[0].allSatisfy { $0 == 0 } && !player.isPlaying)
    player.play()
    #expect(try offline.render(100)[0] == Array(left[200..<300]))
    #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 200, atRate: 48_000))?.sampleTime == 1_300)
    player.stop()
    player.play()
    #expect(try offline.render(100)[0].allSatisfy { $0 == 0 })
    #expect(player.nodeTime(forPlayerTime: AVAudioTime(sampleTime: 0, atRate: 48_000))?.sampleTime == 1_400)
  }

  @Test func `what a handler schedules is heard without a gap`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    let buffer = try Samples.buffer([Array(left.prefix(64)), Array(right.prefix(64))])
    let calls = Notes(0)
    @Sendable func schedule() {
      player.scheduleBuffer(buffer, completionCallbackType: .dataRendered) { type in
        #expect(type == .dataRendered)
        let number = calls.change { calls in
          calls += 1
          return calls
        }
        if number < 10 { schedule() }
      }
    }
    schedule()
    player.play()
    let rendered = try offline.render(64 * 12, block: 64)[0]
    #expect(rendered == (0..<10).flatMap { _ in left.prefix(64) } + [Float](repeating: 0, count: 128))
    #expect(calls.value == 10)
  }

  @Test func `a wait for a buffer ends when it was played, or the player was stopped`() async throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    let buffer = try Samples.buffer([left, right])
    let ends = Notes(0)
    // A wait blocks a thread of Swift's pool, which other tests may occupy for minutes.
    let played = Task {
      await player.scheduleBuffer(buffer)
      ends.change { $0 += 1 }
    }
    player.play()
    #expect(
      await Poll.eventually(within: .seconds(3_600)) {
        _ = try? offline.render(4_096, block: 4_096)
        return ends.value == 1
      })
    await played.value
    let stopped = Task {
      let never = AVAudioTime(sampleTime: 1 << 40, atRate: 48_000)
      let type = await player.scheduleBuffer(buffer, at: never, completionCallbackType: .dataPlayedBack)
      ends.change { $0 += 1 }
      return type
    }
    #expect(
      await Poll.eventually(within: .seconds(3_600)) {
        player.stop()
        return ends.value == 2
      })
    #expect(await stopped.value == .dataPlayedBack)
  }

  @Test func `files are played as a whole and in part, at their own rate and with their own channels`() async throws {
    let sound = SoundFile(.noise(seed: 33)) { ($0.rate, $0.count) = (48_000, 20_003) }
    let file = try AVAudioFile(forReading: try await sound.url())
    let wanted = sound.pcm().withUnsafeBytes { $0.bindMemory(to: Int16.self).map { Float($0) / 32_768 } }
    file.framePosition = 77
    let offline = try OfflineEngine()
    let player = offline.player()
    try offline.engine.start()
    let ends = Notes<[Int]>([])
    player.scheduleFile(file, at: nil) { ends.change { $0.append(1) } }
    player.scheduleSegment(file, startingFrame: 5_000, frameCount: 300, at: nil) { ends.change { $0.append(2) } }
    player.scheduleSegment(file, startingFrame: 20_000, frameCount: 300, at: nil) { ends.change { $0.append(3) } }
    player.prepare(withFrameCount: 4_096)
    player.play()
    let rendered = try offline.render(20_500, block: 1_000)
    for channel in 0..<2 {
      let samples = (0..<20_003).map { wanted[$0 * 2 + channel] }
      let whole = samples + samples[5_000..<5_300] + samples[20_000...]
      #expect(rendered[channel] == whole + [Float](repeating: 0, count: 20_500 - whole.count))
    }
    #expect(ends.value == [1, 2, 3] && file.framePosition == 77)
    // At another rate, and with one channel.
    let tone = SoundFile(.tone(hertz: 441)) { ($0.rate, $0.count, $0.channels) = (44_100, 44_100, 1) }
    let other = try AVAudioFile(forReading: try await tone.url())
    player.stop()
    player.scheduleFile(other, at: nil, completionHandler: nil)
    player.play()
    let again = try offline.render(48_500)
    let (level, shift, rest) = Samples.fit(441, in: again[1], 1_000..<47_000, rate: 48_000)
    // The file has 16 bits.
    #expect(abs(level - 0.5) < 1e-4 && abs(shift) < 0.1 && rest < 1e-4, "\(level) \(shift) \(rest)")
    #expect(again[0] == again[1] && again[0][48_000...].allSatisfy { $0 == 0 })
  }
}
