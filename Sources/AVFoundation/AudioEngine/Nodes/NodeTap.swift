import Foundation
import Synchronization

/// Gets a copy of what comes out of a node, and when (`AVAudioNodeTapBlock`).
public typealias AVAudioNodeTapBlock = (_ buffer: AVAudioPCMBuffer, _ when: AVAudioTime) -> Void

/// Collects what comes out of a node into buffers of one size. Used by the thread that renders, but for ``end()``.
final class NodeTap: @unchecked Sendable {
  // @unchecked: what is collected belongs to the thread that renders; whether it has ended is under a lock.
  private let block: AVAudioNodeTapBlock
  private let wanted: Int
  private var collected = SoundBlock(channels: 0)
  /// The number of the first sample that is collected, and its time by the machine's clock.
  private var first: AVAudioFramePosition = 0
  private let hasEnded = Mutex(false)

  /// The seconds that a buffer holds.
  private static let range = 0.1...0.4

  /// A tap that calls `block` with about `bufferSize` samples at a time.
  init(_ bufferSize: AVAudioFrameCount, _ block: @escaping AVAudioNodeTapBlock) {
    (self.block, wanted) = (block, Int(bufferSize))
  }

  /// Takes `block`, whose first sample is number `position`; the buffers that are full.
  ///
  /// - Parameter host: the time of the machine's clock of a sample, by its number.
  func take(
    _ block: SoundBlock, from position: AVAudioFramePosition, in format: AVAudioFormat,
    host: (AVAudioFramePosition) -> UInt64?
  ) -> [Delivery] {
    let end = first + AVAudioFramePosition(collected.count)
    if collected.channels.count != block.channels.count || position != end {
      (collected, first) = (SoundBlock(channels: block.channels.count), position)
    }
    collected.append(block)
    let range = Int(Self.range.lowerBound * format.sampleRate)...Int(Self.range.upperBound * format.sampleRate)
    let size = max(1, wanted.within(range))
    var deliveries: [Delivery] = []
    while collected.count >= size {
      if let buffer = AVAudioPCMBuffer(collected.takeFirst(size), format: format.standard) {
        let time = AVAudioTime(host: host(first), sample: first, rate: format.sampleRate)
        deliveries.append(Delivery(tap: self, buffer: buffer, time: time))
      }
      first += AVAudioFramePosition(size)
    }
    return deliveries
  }

  /// Has no call begin any more.
  func end() { hasEnded.withLock { $0 = true } }

  /// A buffer that is to be given, when the lock of the rendering is open again.
  struct Delivery {
    let tap: NodeTap
    let buffer: AVAudioPCMBuffer
    let time: AVAudioTime

    /// Calls the tap's function.
    func make() { if !tap.hasEnded.withLock({ $0 }) { tap.block(buffer, time) } }
  }
}
