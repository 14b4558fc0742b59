import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Events in the midst of an item: what is played when, and where the item goes on.
@Suite("Interstitial events") struct InterstitialTests {
  /// Notifications, in order.
  private final class Told: Sendable {
    let lines = Mutex<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func `while an event is played the player waits, and goes on at the event's time and offset`() async throws {
    let url = try await Films.first()
    let item = AVPlayerItem(url: url)
    let player = AVPlayer(playerItem: item)
    let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
    let monitor = AVPlayerInterstitialEventMonitor(primaryPlayer: player)
    let opening = AVPlayerInterstitialEvent(
      primaryItem: item, identifier: "opening", time: .zero, templateItems: [AVPlayerItem(url: url)],
      resumptionOffset: frames(6), playoutLimit: frames(3))
    // The playout limit ends the two items; as much of the primary item is skipped.
    let middle = AVPlayerInterstitialEvent(
      primaryItem: item, identifier: "middle", time: frames(12),
      templateItems: [AVPlayerItem(url: url), AVPlayerItem(url: url)], playoutLimit: frames(6))
    controller.events = [middle, opening]
    #expect(monitor.events.map(\.identifier) == ["opening", "middle"] && monitor.currentEvent == nil)
    let told = Told()
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, object: monitor, queue: nil
    ) { [weak player, weak monitor] _ in
      guard let player, let monitor else { return }
      let isWaiting = player.reasonForWaitingToPlay == .interstitialEvent && player.rate == 1
      told.note("\(monitor.currentEvent?.identifier ?? "none") \(isWaiting)")
    }
    let ended = Flag()
    let end = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
    ) { _ in ended.set() }
    defer { for one in [token, end] { NotificationCenter.default.removeObserver(one) } }
    #expect(await Poll.eventually { item.status == .readyToPlay })
    player.play()
    #expect(player.rate == 1 && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(await Poll.eventually { ended.isSet })
    #expect(told.lines.withLock { $0 } == ["opening true", "none false", "middle true", "none false"])
    #expect(monitor.interstitialPlayer.items().isEmpty && player.rate == 0)
  }

  @Test func `an event is paused with its player, cancelled, and goes with its item`() async throws {
    let url = try await Films.first()
    let item = AVPlayerItem(url: url)
    let player = AVPlayer(playerItem: item)
    let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
    let event = AVPlayerInterstitialEvent(primaryItem: item, time: .zero)
    event.templateItems = [AVPlayerItem(url: url)]
    event.willPlayOnce = true
    controller.events = [event]
    // What is set is a copy.
    event.templateItems = []
    #expect(await Poll.eventually { item.status == .readyToPlay })
    player.play()
    #expect(await Poll.eventually { controller.currentEvent != nil && controller.interstitialPlayer.rate == 1 })
    player.pause()
    #expect(player.rate == 0 && controller.interstitialPlayer.rate == 0 && player.timeControlStatus == .paused)
    controller.cancelCurrentEvent(withResumptionOffset: frames(20))
    #expect(controller.currentEvent == nil && controller.interstitialPlayer.items().isEmpty)
    #expect(await Poll.eventually { player.currentTime() == frames(20) })
    #expect(player.rate == 0)
    // It is played once alone.
    #expect(await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero))
    player.play()
    #expect(controller.currentEvent == nil && player.reasonForWaitingToPlay != .interstitialEvent)
    player.pause()
    // Set anew, it is another one; with its item it ends.
    event.templateItems = [AVPlayerItem(url: url)]
    controller.events = [event]
    #expect(await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero))
    player.play()
    #expect(await Poll.eventually { controller.currentEvent != nil })
    player.replaceCurrentItem(with: nil)
    #expect(controller.currentEvent == nil && player.reasonForWaitingToPlay != .interstitialEvent)
  }
}
