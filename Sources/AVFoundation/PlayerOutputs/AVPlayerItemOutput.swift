import CoreMedia
public import Foundation
import Playing
import Synchronization

/// Output of the pictures, captions or statements of an item (`AVPlayerItemOutput`): ``AVPlayerItemVideoOutput``, ``AVPlayerItemLegibleOutput``,
/// ``AVPlayerItemMetadataOutput``. Threads: any.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
  // @unchecked: the engine does not change, and settings are under a lock.
  /// Output of the engine, which takes them.
  let engine: any PlayerItemOutput
  /// The item's events, for outputs that follow its times; nil for outputs of pictures.
  private let moments: (any ItemMoments)?
  private let isSuppressing = Mutex(false)

  init(_ engine: any PlayerItemOutput) {
    (self.engine, moments) = (engine, nil)
    super.init()
  }

  init(telling moments: some ItemMoments) {
    (engine, self.moments) = (moments.engine, moments)
    super.init()
  }

  /// The item's time when the machine's clock, in seconds (`CACurrentMediaTime()`), shows `hostTimeInSeconds`, if nothing changes until
  /// then.
  open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
    moments?.itemTime(forHostTime: hostTimeInSeconds) ?? .invalid
  }

  /// The item's time when the machine's counter, in nanoseconds, shows `machAbsoluteTime`.
  open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
    itemTime(forHostTime: Double(machAbsoluteTime) / 1_000_000_000)
  }

  /// Whether the player is to leave what it gives to the program; false unless set. A player shows nothing by itself here.
  open var suppressesPlayerRendering: Bool {
    get { isSuppressing.withLock { $0 } }
    set { isSuppressing.withLock { $0 = newValue } }
  }

  // MARK: The item

  /// Belongs to `item` from now on; false, and nothing happens, where it belongs to another one and cannot to two.
  func attach(to item: AVPlayerItem) -> Bool { moments?.attach(to: item) ?? true }
  /// Was added to `item`.
  func begin(with item: AVPlayerItem) {}
  /// Was removed from `item`.
  func detach(from item: AVPlayerItem) { moments?.detach() }
  /// Other text of the item is presented.
  func selectionChanged() {}

  /// Calls the delegate: earlier contents are void.
  func tellFlush(by calls: DelegateCalls) {
    _ = calls.call { ($0 as? any AVPlayerItemOutputPushDelegate)?.outputSequenceWasFlushed(self) }
  }
}

/// Hears of what an output gives (`AVPlayerItemOutputPushDelegate`).
public protocol AVPlayerItemOutputPushDelegate: NSObjectProtocol {
  /// The values that were given are of no use any more: the item's time jumped, or goes the other way.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPushDelegate {
  /// Does nothing.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}
