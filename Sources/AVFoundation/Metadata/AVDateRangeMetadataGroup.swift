public import Foundation
import Synchronization

/// Statements that hold from a date on (`AVDateRangeMetadataGroup`): what is announced of a program that is live, for one. Immutable;
/// ``AVMutableDateRangeMetadataGroup`` is edited. Threads: any.
open class AVDateRangeMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: as its superclass; the dates are under a lock.
  private let dates: Mutex<(start: Date, end: Date?)>

  /// `items`, which hold from `startDate` to `endDate`; without an end if nil.
  public init(items: [AVMetadataItem], start startDate: Date, end endDate: Date?) {
    dates = Mutex((startDate, endDate))
    super.init(items, .invalid)
  }

  /// Date from which on they hold.
  open internal(set) var startDate: Date {
    get { dates.withLock(\.start) }
    set { dates.withLock { $0.start = newValue } }
  }
  /// Date until which they hold; nil for no end that is known.
  open internal(set) var endDate: Date? {
    get { dates.withLock(\.end) }
    set { dates.withLock { $0.end = newValue } }
  }

  /// An immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    AVDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
  }
  /// A mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
  }
}

/// Statements that hold from a date on, and are edited (`AVMutableDateRangeMetadataGroup`). Threads: any.
open class AVMutableDateRangeMetadataGroup: AVDateRangeMetadataGroup, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Statements of the group.
  open override var items: [AVMetadataItem] {
    get { super.items }
    set { super.items = newValue }
  }
  /// Date from which on it holds.
  open override var startDate: Date {
    get { super.startDate }
    set { super.startDate = newValue }
  }
  /// Date until which it holds; nil for no end that is known.
  open override var endDate: Date? {
    get { super.endDate }
    set { super.endDate = newValue }
  }
}
