import CoreMedia
public import Foundation
import Synchronization

/// Statements that belong together (`AVMetadataGroup`). Threads: any.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  fileprivate let state: Mutex<(items: [AVMetadataItem], timeRange: CMTimeRange)>

  init(_ items: [AVMetadataItem], _ timeRange: CMTimeRange) {
    state = Mutex((items, timeRange))
    super.init()
  }

  /// Statements of the group.
  open internal(set) var items: [AVMetadataItem] {
    get { state.withLock(\.items) }
    set { state.withLock { $0.items = newValue } }
  }
  /// The name of groups of the same kind: of date ranges in playlists; nil of others.
  open var classifyingLabel: String? { nil }
  /// The name of the single group: of a date range in a playlist; nil of others.
  open var uniqueID: String? { nil }
}

/// Statements that hold for a stretch of time (`AVTimedMetadataGroup`): a chapter, for one. Immutable; ``AVMutableTimedMetadataGroup`` is
/// edited. Threads: any.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// `items`, which hold for `timeRange`.
  public init(items: [AVMetadataItem], timeRange: CMTimeRange) { super.init(items, timeRange) }

  /// Range in which they hold.
  open internal(set) var timeRange: CMTimeRange {
    get { state.withLock(\.timeRange) }
    set { state.withLock { $0.timeRange = newValue } }
  }

  /// An immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(items: items, timeRange: timeRange) }
  /// A mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableTimedMetadataGroup(items: items, timeRange: timeRange)
  }
}

/// Statements for a stretch of time that are edited (`AVMutableTimedMetadataGroup`). Threads: any.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Statements of the group.
  open override var items: [AVMetadataItem] {
    get { super.items }
    set { super.items = newValue }
  }
  /// Range in which it holds.
  open override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { super.timeRange = newValue }
  }
}
