public import CoreMedia
public import Foundation

/// The interstitial events of a player, and the current one (`AVPlayerInterstitialEventMonitor`). Threads: any;
/// notifications are posted on a thread of the player's.
open class AVPlayerInterstitialEventMonitor: NSObject, @unchecked Sendable {
  // @unchecked: what it stands for does not change.
  let schedule: InterstitialSchedule
  /// Player whose events they are; it is not kept.
  public private(set) weak var primaryPlayer: AVPlayer?

  /// The events are others now.
  public static let eventsDidChangeNotification = Notification.Name(
    "AVPlayerInterstitialEventMonitorEventsDidChangeNotification")
  /// An event has begun or ended.
  public static let currentEventDidChangeNotification = Notification.Name(
    "AVPlayerInterstitialEventMonitorCurrentEventDidChangeNotification")

  /// A monitor of the events of `primaryPlayer`.
  public init(primaryPlayer: AVPlayer) {
    (self.primaryPlayer, schedule) = (primaryPlayer, primaryPlayer.interstitials)
    super.init()
    schedule.add(self)
  }

  /// Player of the events' items.
  open var interstitialPlayer: AVQueuePlayer { schedule.player }
  /// The events, by their times. Copies: what is changed of them holds once they are set (`AVPlayerInterstitialEventController`).
  open var events: [AVPlayerInterstitialEvent] { schedule.events.map { $0.copied } }
  /// The event that is played; nil where the primary player plays.
  open var currentEvent: AVPlayerInterstitialEvent? { schedule.current?.copied }
}

/// Says which events a player has (`AVPlayerInterstitialEventController`): while one is played, the player waits, with the reason
/// ``AVPlayer/WaitingReason/interstitialEvent``, and its rate is that of the event. Events that are jumped over are not played. Where the program
/// seeks while an event is played, the player goes on there behind the event. Threads: any.
///
/// ```swift
/// let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
/// let event = AVPlayerInterstitialEvent(primaryItem: item, time: CMTime(value: 10, timescale: 1))
/// event.templateItems = [AVPlayerItem(url: advertisement)]
/// controller.events = [event]
/// ```
open class AVPlayerInterstitialEventController: AVPlayerInterstitialEventMonitor, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// The events; what is set is copied.
  open override var events: [AVPlayerInterstitialEvent] {
    get { super.events }
    set { schedule.set(newValue.map { $0.copied }) }
  }

  /// Ends the event that is played; the primary player goes on `resumptionOffset` behind the event's time, where that is numeric, and else as
  /// the event says.
  open func cancelCurrentEvent(withResumptionOffset resumptionOffset: CMTime) {
    schedule.endCurrent(offset: resumptionOffset.isNumeric ? resumptionOffset : nil)
  }
}

extension AVPlayerInterstitialEvent {
  /// Another event that says the same.
  fileprivate var copied: AVPlayerInterstitialEvent { copy() as? AVPlayerInterstitialEvent ?? self }
}
