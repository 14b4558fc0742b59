public import CoreMedia
public import Foundation
import Synchronization

/// Something else that is played in the midst of an item (`AVPlayerInterstitialEvent`): at which time, and which items. Threads: any. Lock
/// order: only `state`.
open class AVPlayerInterstitialEvent: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: what changes is under a lock, and attributes are handed out as they are.
  private let state: Mutex<State>

  private struct State: @unchecked Sendable {
    // @unchecked: attributes are handed out as they are.
    weak var primaryItem: AVPlayerItem?
    var identifier: String
    var time: CMTime
    var date: Date?
    var templateItems: [AVPlayerItem]
    var restrictions: Restrictions
    var resumptionOffset: CMTime
    var playoutLimit: CMTime
    var attributes: [AnyHashable: Any]
    var willPlayOnce = false
    var cue = Cue.noCue
    var plannedDuration = CMTime.invalid
    var occupancy = TimelineOccupancy.singlePoint
    var supplementsPrimary = false
    var contentMayVary = true
  }

  /// Acts that a user must not do with an event (`AVPlayerInterstitialEvent.Restrictions`). Players of a program's own heed them: nothing here does.
  public struct Restrictions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The restrictions of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Going on in the primary item past the event.
    public static let constrainsSeekingForwardInPrimaryContent = Restrictions(rawValue: 1)
    /// Going through the event but at its own rate.
    public static let requiresPlaybackAtPreferredRateForAdvancement = Restrictions(rawValue: 4)
  }

  /// Moment at which an event is played that has no time (`AVPlayerInterstitialEvent.Cue`).
  public struct Cue: RawRepresentable, Hashable, Sendable {
    /// A word.
    public var rawValue: String
    /// The moment of this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    // swift-format-ignore: DontRepeatTypeInStaticProperties
    /// At its time.
    public static let noCue = Cue(rawValue: "AVPlayerInterstitialEventNoCue")
    // swift-format-ignore: DontRepeatTypeInStaticProperties
    /// Before the primary item. It is not heeded: an event at zero is.
    public static let joinCue = Cue(rawValue: "AVPlayerInterstitialEventJoinCue")
    // swift-format-ignore: DontRepeatTypeInStaticProperties
    /// Behind the primary item. It is not heeded.
    public static let leaveCue = Cue(rawValue: "AVPlayerInterstitialEventLeaveCue")
  }

  /// Space of an event on a timeline (`AVPlayerInterstitialEvent.TimelineOccupancy`).
  public enum TimelineOccupancy: Int, Sendable {
    /// As a point.
    case singlePoint
    /// As long as it is.
    case fill
  }

  /// An event at `time` of `primaryItem`, behind which that goes on at the same time; what is played is set afterwards.
  public convenience init(primaryItem: AVPlayerItem, time: CMTime) {
    self.init(primaryItem: primaryItem, identifier: nil, time: time, resumptionOffset: .zero)
  }

  /// An event that plays copies of `templateItems` when `primaryItem` is at `time`.
  ///
  /// - Parameters:
  ///   - resumptionOffset: Offset behind `time` at which the primary item goes on; indefinite for as long as the event was.
  ///   - playoutLimit: Limit of the time for which it is played; invalid for no limit.
  public init(
    primaryItem: AVPlayerItem, identifier: String? = nil, time: CMTime, templateItems: [AVPlayerItem] = [],
    restrictions: Restrictions = [], resumptionOffset: CMTime = .indefinite, playoutLimit: CMTime = .invalid,
    userDefinedAttributes: [AnyHashable: Any] = [:]
  ) {
    state = Mutex(
      State(
        primaryItem: primaryItem, identifier: identifier ?? UUID().uuidString, time: time,
        templateItems: templateItems, restrictions: restrictions, resumptionOffset: resumptionOffset,
        playoutLimit: playoutLimit, attributes: userDefinedAttributes))
    super.init()
  }

  private init(_ values: State) {
    state = Mutex(values)
    super.init()
  }

  /// Another event that says the same.
  open func copy(with zone: NSZone? = nil) -> Any { AVPlayerInterstitialEvent(state.withLock { $0 }) }

  /// The item in whose midst it is played; it is not kept.
  open var primaryItem: AVPlayerItem? {
    get { state.withLock(\.primaryItem) }
    set { state.withLock { $0.primaryItem = newValue } }
  }
  /// Identifier of the event.
  open var identifier: String {
    get { state.withLock(\.identifier) }
    set { state.withLock { $0.identifier = newValue } }
  }
  /// Time at which it is played, in the primary item's time.
  open var time: CMTime {
    get { state.withLock(\.time) }
    set { state.withLock { $0.time = newValue } }
  }
  /// Date at which it is played; nil of items without dates, as files are.
  open var date: Date? { state.withLock(\.date) }
  /// The items that copies are played of, one after another.
  open var templateItems: [AVPlayerItem] {
    get { state.withLock(\.templateItems) }
    set { state.withLock { $0.templateItems = newValue } }
  }
  /// Acts that a user must not do.
  open var restrictions: Restrictions {
    get { state.withLock(\.restrictions) }
    set { state.withLock { $0.restrictions = newValue } }
  }
  /// Offset behind ``time`` at which the primary item goes on; indefinite for as long as the event was.
  open var resumptionOffset: CMTime {
    get { state.withLock(\.resumptionOffset) }
    set { state.withLock { $0.resumptionOffset = newValue } }
  }
  /// Limit of the time for which it is played; invalid for none.
  open var playoutLimit: CMTime {
    get { state.withLock(\.playoutLimit) }
    set { state.withLock { $0.playoutLimit = newValue } }
  }
  /// Attributes that a program has noted.
  open var userDefinedAttributes: [AnyHashable: Any] {
    get { state.withLock(\.attributes) }
    set { state.withLock { $0.attributes = newValue } }
  }
  /// Whether it is played once alone; false unless set.
  open var willPlayOnce: Bool {
    get { state.withLock(\.willPlayOnce) }
    set { state.withLock { $0.willPlayOnce = newValue } }
  }
  /// Moment at which it is played instead of its time.
  open var cue: Cue {
    get { state.withLock(\.cue) }
    set { state.withLock { $0.cue = newValue } }
  }
  /// Planned duration; invalid unless set.
  open var plannedDuration: CMTime {
    get { state.withLock(\.plannedDuration) }
    set { state.withLock { $0.plannedDuration = newValue } }
  }
  /// Space of the event on a timeline.
  open var timelineOccupancy: TimelineOccupancy {
    get { state.withLock(\.occupancy) }
    set { state.withLock { $0.occupancy = newValue } }
  }
  /// Whether it belongs to the primary item; false unless set.
  open var supplementsPrimaryContent: Bool {
    get { state.withLock(\.supplementsPrimary) }
    set { state.withLock { $0.supplementsPrimary = newValue } }
  }
  /// Whether others may see something else; true unless set.
  open var contentMayVary: Bool {
    get { state.withLock(\.contentMayVary) }
    set { state.withLock { $0.contentMayVary = newValue } }
  }
}
