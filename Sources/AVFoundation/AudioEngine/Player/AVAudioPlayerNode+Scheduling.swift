import Foundation
import Synchronization

/// Scheduling of sounds, and the calls that tell of their ends.
extension AVAudioPlayerNode {
  /// Has `buffer` be played at `when`, or behind what was scheduled before.
  func schedule(
    _ buffer: AVAudioPCMBuffer, _ when: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions,
    _ completion: PlayerCompletion?
  ) {
    Misuse.require(
      outputFormat(forBus: 0).channelCount == buffer.format.channelCount,
      "_outputFormat.channelCount == buffer.format.channelCount")
    add(ScheduledBuffer(buffer), when, options, completion)
  }

  /// Has `count` samples of `file` from `first` on be played.
  func schedule(
    _ file: AVAudioFile, _ first: AVAudioFramePosition, _ count: Int64, _ when: AVAudioTime?,
    _ completion: PlayerCompletion?
  ) {
    Misuse.require(first >= 0, "startFrame >= 0")
    let rate = outputRate > 0 ? outputRate : file.processingFormat.sampleRate
    add(ScheduledSegment(file.url, from: first, count, rate: rate), when, [], completion)
  }

  /// Puts `sound` into the schedule.
  func add(
    _ sound: any ScheduledSound, _ when: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions,
    _ completion: PlayerCompletion?
  ) {
    let start = when.map { self.start(of: $0, atRate: outputRate) } ?? PlayerSchedule.Start.next
    playing.withLock { $0.schedule.add(sound, at: start, options, completion) }
  }

  /// The call of `handler` once a sound is rendered.
  func completion(_ handler: AVAudioNodeCompletionHandler?) -> PlayerCompletion? {
    handler.map { handler in PlayerCompletion(type: .dataConsumed, handler: { _ in handler() }, queue: queue) }
  }

  /// The call of `handler` at what `type` says.
  func completion(
    _ type: AVAudioPlayerNodeCompletionCallbackType, _ handler: AVAudioPlayerNodeCompletionHandler?
  ) -> PlayerCompletion? {
    handler.map { PlayerCompletion(type: type, handler: $0, queue: queue) }
  }
}
