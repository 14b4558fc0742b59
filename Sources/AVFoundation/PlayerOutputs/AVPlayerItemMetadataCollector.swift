public import Dispatch
public import Foundation
import Synchronization

/// A collector of metadata of a whole item (`AVPlayerItemMediaDataCollector`): ``AVPlayerItemMetadataCollector``.
/// Threads: any.
open class AVPlayerItemMediaDataCollector: NSObject, @unchecked Sendable {
  // @unchecked: it has nothing that changes.
  override init() { super.init() }
}

/// Hears of what is collected (`AVPlayerItemMetadataCollectorPushDelegate`).
public protocol AVPlayerItemMetadataCollectorPushDelegate: NSObjectProtocol {
  /// `metadataGroups` is all that is collected so far: those at `indexesOfNewGroups` are new, and those at `indexesOfModifiedGroups` are other
  /// ones than before.
  func metadataCollector(
    _ metadataCollector: AVPlayerItemMetadataCollector, didCollect metadataGroups: [AVDateRangeMetadataGroup],
    indexesOfNewGroups: IndexSet, indexesOfModifiedGroups: IndexSet)
}

/// Collects the date ranges of a network's playlist (`AVPlayerItemMetadataCollector`). Files have none: the delegate is
/// not called for them. Threads: any.
open class AVPlayerItemMetadataCollector: AVPlayerItemMediaDataCollector, @unchecked Sendable {
  // @unchecked: as its superclass; the queue is under a lock.
  private let calls = DelegateCalls()
  private let queue = Mutex<DispatchQueue?>(nil)

  /// Collects what has one of `identifiers` and one of `classifyingLabels`; whatever it has where they are nil.
  public init(identifiers: [String]? = nil, classifyingLabels: [String]? = nil) { super.init() }

  /// The delegate.
  open var delegate: (any AVPlayerItemMetadataCollectorPushDelegate)? {
    calls.delegate as? any AVPlayerItemMetadataCollectorPushDelegate
  }
  /// Queue on which it hears of it; nil for the main queue.
  open var delegateQueue: DispatchQueue? { queue.withLock { $0 } }

  /// Has `delegate` hear of it on `delegateQueue`, or on the main queue; it is not kept alive.
  open func setDelegate(
    _ delegate: (any AVPlayerItemMetadataCollectorPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    queue.withLock { $0 = delegateQueue }
    calls.set(delegate, on: delegateQueue ?? .main)
  }
}

extension AVPlayerItem {
  /// The collectors of the item's metadata.
  public var mediaDataCollectors: [AVPlayerItemMediaDataCollector] { statements.collectors }
  /// Adds a collector; one that is there already changes nothing.
  public func add(_ collector: AVPlayerItemMediaDataCollector) {
    editStatements { statements in
      if !statements.collectors.contains(where: { $0 === collector }) { statements.collectors.append(collector) }
    }
  }
  /// Removes a collector.
  public func remove(_ collector: AVPlayerItemMediaDataCollector) {
    editStatements { $0.collectors.removeAll { $0 === collector } }
  }
}
