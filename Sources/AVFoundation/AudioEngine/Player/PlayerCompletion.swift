import Dispatch
import Waiting

/// Moment at which a player calls a completion handler (`AVAudioPlayerNodeCompletionCallbackType`). Here samples are read and rendered with the same
/// block, and no device plays them later: all three mean the end of the block with the last sample.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
  /// All samples have been taken.
  case dataConsumed = 0
  /// The last sample was rendered.
  case dataRendered = 1
  /// The last sample was heard.
  case dataPlayedBack = 2
}

/// Called when a sound was played, or when the player was stopped before (`AVAudioNodeCompletionHandler`).
public typealias AVAudioNodeCompletionHandler = () -> Void
/// Called when a sound was played, or when the player was stopped before, with the stage that it reached
/// (`AVAudioPlayerNodeCompletionHandler`).
public typealias AVAudioPlayerNodeCompletionHandler = (_ callbackType: AVAudioPlayerNodeCompletionCallbackType) -> Void

/// A completion handler to call when a sound has been played.
struct PlayerCompletion: @unchecked Sendable {
  // @unchecked: the function is called once, on the queue.
  let type: AVAudioPlayerNodeCompletionCallbackType
  let handler: AVAudioPlayerNodeCompletionHandler
  /// The player's queue.
  let queue: DispatchQueue

  /// A player's serial queue for completion handlers.
  static func makeQueue() -> DispatchQueue {
    let queue = DispatchQueue(label: "AVAudioPlayerNode.completions")
    queue.setSpecific(key: isOnQueue, value: true)
    return queue
  }

  private static let isOnQueue = DispatchSpecificKey<Bool>()
  /// Limit of the wait for functions to return, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000

  /// Calls the handlers of `completions`, each on its player's queue; `waits` for them to return, for a second at most,
  /// but not where this is called from one of them.
  static func tell(_ completions: [PlayerCompletion], waits: Bool = false) {
    for completion in completions { completion.queue.async { completion.handler(completion.type) } }
    guard waits, DispatchQueue.getSpecific(key: isOnQueue) == nil else { return }
    var queues: [DispatchQueue] = []
    for completion in completions where !queues.contains(where: { $0 === completion.queue }) {
      queues.append(completion.queue)
    }
    for queue in queues {
      let done = OneShotChannel<Bool>()
      queue.async { done.send(true) }
      _ = done.take(within: patience)
    }
  }
}
