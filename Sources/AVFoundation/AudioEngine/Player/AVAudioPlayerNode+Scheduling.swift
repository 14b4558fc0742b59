import Foundation
import Synchronization

extension AVAudioPlayerNode {
  // MARK: Buffers

  /// Has `buffer` be played behind what was scheduled before. Its channels must be as many as the output's, else the process ends, as with
  /// AVFAudio's exception.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    schedule(buffer, nil, [], completion(completionHandler))
  }

  /// Has `buffer` be played behind what was scheduled before, and `completionHandler` be called when it is as `callbackType` says.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    schedule(buffer, nil, [], completion(callbackType, completionHandler))
  }

  /// Has `buffer` be played at `when` of the player's timeline, or behind what was scheduled before.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
    completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    schedule(buffer, when, options, completion(completionHandler))
  }

  /// Has `buffer` be played at `when` of the player's timeline, or behind what was scheduled before, and `completionHandler` be called when it
  /// is as `callbackType` says.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    schedule(buffer, when, options, completion(callbackType, completionHandler))
  }

  // MARK: Files

  /// Has `file` be played as a whole, at `when` of the player's timeline or behind what was scheduled before. Where the file reads is left
  /// alone.
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    schedule(file, 0, file.length, when, completion(completionHandler))
  }

  /// Has `file` be played as a whole, at `when` of the player's timeline or behind what was scheduled before, and `completionHandler` be
  /// called when it is as `callbackType` says.
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    schedule(file, 0, file.length, when, completion(callbackType, completionHandler))
  }

  /// Has `numberFrames` samples of `file` be played from `startFrame` on, as far as there are, at `when` of the player's timeline or behind
  /// what was scheduled before. A negative start ends the process, as AVFAudio's exception does.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    schedule(file, startFrame, Int64(numberFrames), when, completion(completionHandler))
  }

  /// Has `numberFrames` samples of `file` be played from `startFrame` on, as far as there are, at `when` of the player's timeline or behind
  /// what was scheduled before, and `completionHandler` be called when it is as `callbackType` says.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    schedule(file, startFrame, Int64(numberFrames), when, completion(callbackType, completionHandler))
  }

  // MARK: Until it was played

  /// Has `buffer` be played behind what was scheduled before, and returns when it was, or the player was stopped.
  public func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
    await withCheckedContinuation { done in scheduleBuffer(buffer) { done.resume() } }
  }

  /// Has `buffer` be played behind what was scheduled before, and returns when it is as `callbackType` says, or the player was stopped.
  @discardableResult
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      scheduleBuffer(buffer, completionCallbackType: callbackType) { done.resume(returning: $0) }
    }
  }

  /// Has `buffer` be played at `when` of the player's timeline, or behind what was scheduled before, and returns when it was, or the player
  /// was stopped.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = []
  ) async {
    await withCheckedContinuation { done in scheduleBuffer(buffer, at: when, options: options) { done.resume() } }
  }

  /// Has `buffer` be played at `when` of the player's timeline, or behind what was scheduled before, and returns when it is as `callbackType`
  /// says, or the player was stopped.
  @discardableResult
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      scheduleBuffer(buffer, at: when, options: options, completionCallbackType: callbackType) {
        done.resume(returning: $0)
      }
    }
  }

  /// Has `file` be played as a whole, and returns when it was, or the player was stopped.
  public func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
    await withCheckedContinuation { done in scheduleFile(file, at: when) { done.resume() } }
  }

  /// Has `file` be played as a whole, and returns when it is as `callbackType` says, or the player was stopped.
  @discardableResult
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      scheduleFile(file, at: when, completionCallbackType: callbackType) { done.resume(returning: $0) }
    }
  }

  /// Has a part of `file` be played, and returns when it was, or the player was stopped.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?
  ) async {
    await withCheckedContinuation { done in
      scheduleSegment(file, startingFrame: startFrame, frameCount: numberFrames, at: when) { done.resume() }
    }
  }

  /// Has a part of `file` be played, and returns when it is as `callbackType` says, or the player was stopped.
  @discardableResult
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      scheduleSegment(
        file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: callbackType
      ) { done.resume(returning: $0) }
    }
  }

  // MARK: What they have in common

  private func schedule(
    _ buffer: AVAudioPCMBuffer, _ when: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions,
    _ completion: PlayerCompletion?
  ) {
    Misuse.require(
      outputFormat(forBus: 0).channelCount == buffer.format.channelCount,
      "_outputFormat.channelCount == buffer.format.channelCount")
    add(ScheduledBuffer(buffer), when, options, completion)
  }

  private func schedule(
    _ file: AVAudioFile, _ first: AVAudioFramePosition, _ count: Int64, _ when: AVAudioTime?,
    _ completion: PlayerCompletion?
  ) {
    Misuse.require(first >= 0, "startFrame >= 0")
    let rate = outputRate > 0 ? outputRate : file.processingFormat.sampleRate
    add(ScheduledSegment(file.url, from: first, count, rate: rate), when, [], completion)
  }

  private func add(
    _ sound: any ScheduledSound, _ when: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions,
    _ completion: PlayerCompletion?
  ) {
    let start = when.map { self.start(of: $0, atRate: outputRate) } ?? PlayerSchedule.Start.next
    playing.withLock { $0.schedule.add(sound, at: start, options, completion) }
  }

  private func completion(_ handler: AVAudioNodeCompletionHandler?) -> PlayerCompletion? {
    handler.map { handler in PlayerCompletion(type: .dataConsumed, handler: { _ in handler() }, queue: queue) }
  }

  private func completion(
    _ type: AVAudioPlayerNodeCompletionCallbackType, _ handler: AVAudioPlayerNodeCompletionHandler?
  ) -> PlayerCompletion? {
    handler.map { PlayerCompletion(type: type, handler: $0, queue: queue) }
  }
}
