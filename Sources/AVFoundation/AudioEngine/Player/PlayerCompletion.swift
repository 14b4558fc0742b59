import Dispatch
import Waiting

/// When a player tells that it has played something (`AVAudioPlayerNodeCompletionCallbackType`). What is read is rendered with the same block
/// here, and there is no device that plays it later: all three are when the block is done in which the last sample is.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
  /// When all samples have been taken.
  case dataConsumed = 0
  /// When the last sample was rendered.
  case dataRendered = 1
  /// When the last sample was heard.
  case dataPlayedBack = 2
}

/// Is told that something was played, or will not be, as the player was stopped (`AVAudioNodeCompletionHandler`).
public typealias AVAudioNodeCompletionHandler = () -> Void
/// Is told that something was played, or will not be, as the player was stopped, and of which kind that is
/// (`AVAudioPlayerNodeCompletionHandler`).
public typealias AVAudioPlayerNodeCompletionHandler = (_ callbackType: AVAudioPlayerNodeCompletionCallbackType) -> Void

/// What is to be told when a sound has been played.
struct PlayerCompletion: @unchecked Sendable {
  // @unchecked: the function is called once, on the queue.
  let type: AVAudioPlayerNodeCompletionCallbackType
  let handler: AVAudioPlayerNodeCompletionHandler
  /// The player's queue.
  let queue: DispatchQueue

  /// A queue of a player's, on which one thing is told after another.
  static func makeQueue() -> DispatchQueue {
    let queue = DispatchQueue(label: "AVAudioPlayerNode.completions")
    queue.setSpecific(key: isOnQueue, value: true)
    return queue
  }

  private static let isOnQueue = DispatchSpecificKey<Bool>()
  /// How long it is waited for functions to return, in nanoseconds.
  private static let patience: Int64 = 1_000_000_000

  /// Tells all of `completions`, each on its player's queue; `waits` for the functions to return, for a second at most, but not where this
  /// comes from one of them.
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
