import AVFoundation
import Synchronization
import TestSupport
import Testing

/// What programs do while an event is played, or about to be: the player goes on once, alone, and where they say.
@Suite("Programs and interstitial events") struct InterstitialProgramTests {
  /// A player of a film, and its notifications.
  private final class Stage: Sendable {
    let item: AVPlayerItem
    let player: AVPlayer
    let controller: AVPlayerInterstitialEventController
    /// The event that was current at each change, or none.
    let changes = Mutex<[String]>([])
    /// The rate at each change.
    let rates = Mutex<[Float]>([])
    /// Whether the item was played to its end.
    let ended = Flag()
    private let tokens = Mutex<Tokens>(Tokens())

    private struct Tokens: @unchecked Sendable {
      // @unchecked: observers are handed back to the center alone.
      var all: [any NSObjectProtocol] = []
    }

    /// A player of `item`, with `others` behind it; `onChange` is called whenever an event begins or ends.
    init(
      _ item: AVPlayerItem, _ others: [AVPlayerItem] = [],
      onChange: @escaping @Sendable (AVPlayerInterstitialEventController) -> Void = { _ in }
    ) {
      let player = others.isEmpty ? AVPlayer(playerItem: item) : AVQueuePlayer(items: [item] + others)
      let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
      (self.item, self.player, self.controller) = (item, player, controller)
      let change = NotificationCenter.default.addObserver(
        forName: AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, object: controller, queue: nil
      ) { [weak self] _ in
        guard let self else { return }
        changes.withLock { $0.append(self.controller.currentEvent?.identifier ?? "none") }
        onChange(self.controller)
      }
      let rate = NotificationCenter.default.addObserver(
        forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
      ) { [weak self] _ in
        guard let self else { return }
        rates.withLock { $0.append(self.player.rate) }
      }
      let end = NotificationCenter.default.addObserver(
        forName: .AVPlayerItemDidPlayToEndTime, object: others.last ?? item, queue: nil
      ) { [ended] _ in ended.set() }
      tokens.withLock { $0.all = [change, rate, end] }
    }

    deinit { for token in tokens.withLock(\.all) { NotificationCenter.default.removeObserver(token) } }

    /// Whether `line` is the last change, as many as `count` of them.
    func has(_ count: Int, _ line: String) async -> Bool {
      await Poll.eventually { self.changes.withLock { $0.count == count && $0.last == line } }
    }

    /// Whether the event's items run.
    func isPlayingEvent() async -> Bool {
      await Poll.eventually { self.controller.interstitialPlayer.timeControlStatus == .playing }
    }
  }

  /// An event called "event" at frame `frame` of `item`.
  private func event(
    at frame: Int64, of item: AVPlayerItem, _ templates: [AVPlayerItem], offset: CMTime = .zero
  ) -> AVPlayerInterstitialEvent {
    AVPlayerInterstitialEvent(
      primaryItem: item, identifier: "event", time: frames(frame), templateItems: templates, resumptionOffset: offset)
  }

  @Test func `only the long initializer leaves out as much as the event lasts`() async throws {
    let item = AVPlayerItem(url: try await Films.second())
    #expect(AVPlayerInterstitialEvent(primaryItem: item, time: frames(3)).resumptionOffset == .zero)
    let long = AVPlayerInterstitialEvent(primaryItem: item, identifier: "long", time: frames(3), templateItems: [])
    #expect(long.resumptionOffset.isIndefinite)
  }

  @Test func `an event that is cancelled at its notification plays nothing, and its player goes on`() async throws {
    let url = try await Films.second()
    let stage = Stage(AVPlayerItem(url: url)) { controller in
      if controller.currentEvent != nil { controller.cancelCurrentEvent(withResumptionOffset: frames(12)) }
    }
    stage.controller.events = [event(at: 6, of: stage.item, [AVPlayerItem(url: url)])]
    let hasPlayed = Flag()
    let interstitials = stage.controller.interstitialPlayer
    let observation = interstitials.observe(\.timeControlStatus) { player, _ in
      if player.timeControlStatus == .playing { hasPlayed.set() }
    }
    defer { observation.invalidate() }
    stage.player.play()
    #expect(await Poll.eventually { stage.ended.isSet })
    #expect(await stage.has(2, "none") && stage.changes.withLock { $0.first } == "event")
    #expect(!hasPlayed.isSet && interstitials.items().isEmpty && interstitials.rate == 0)
    // Its rate as programs see it did not change meanwhile.
    #expect(await Poll.eventually { stage.rates.withLock { $0 } == [1, 0] })
  }

  @Test func `an event ends with its item's turn in a queue, and the next item begins at its beginning`() async throws {
    let url = try await Films.second()
    let next = AVPlayerItem(url: url)
    next.forwardPlaybackEndTime = frames(6)
    let stage = Stage(AVPlayerItem(url: url), [AVPlayerItem(url: url), next])
    let queue = try #require(stage.player as? AVQueuePlayer)
    // It lasts until it is ended, however slow the machine is.
    let items = (0..<60).map { _ in AVPlayerItem(url: url) }
    stage.controller.events = [event(at: 0, of: stage.item, items, offset: frames(20))]
    let hasJumped = Flag()
    let token = NotificationCenter.default.addObserver(forName: .AVPlayerItemTimeJumped, object: next, queue: nil) {
      _ in
      hasJumped.set()
    }
    defer { NotificationCenter.default.removeObserver(token) }
    queue.play()
    #expect(await stage.isPlayingEvent())
    // Those that wait are none of its business.
    queue.remove(try #require(queue.items().dropFirst().first))
    #expect(stage.controller.currentEvent != nil && queue.reasonForWaitingToPlay == .interstitialEvent)
    queue.advanceToNextItem()
    #expect(stage.controller.currentEvent == nil && queue.currentItem === next && queue.rate == 1)
    #expect(queue.reasonForWaitingToPlay != .interstitialEvent)
    #expect(await Poll.eventually { stage.ended.isSet })
    #expect(!hasJumped.isSet && stage.changes.withLock { $0 } == ["event", "none"])
    #expect(stage.controller.interstitialPlayer.items().isEmpty)
  }

  @Test func `an event that is skipped while it pauses comes again only once the time has moved`() async throws {
    let url = try await Films.second()
    let stage = Stage(AVPlayerItem(url: url))
    stage.controller.events = [event(at: 0, of: stage.item, (0..<60).map { _ in AVPlayerItem(url: url) })]
    stage.player.play()
    #expect(await stage.isPlayingEvent())
    stage.player.pause()
    #expect(await Poll.eventually { stage.rates.withLock { $0 } == [1, 0] })
    stage.controller.cancelCurrentEvent(withResumptionOffset: .zero)
    #expect(await stage.has(2, "none") && stage.player.rate == 0 && stage.player.currentTime() == .zero)
    stage.player.play()
    #expect(stage.controller.currentEvent == nil)
    #expect(await Poll.eventually { stage.player.currentTime() > .zero })
    stage.player.pause()
    #expect(stage.changes.withLock(\.count) == 2)
    #expect(await stage.player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero))
    stage.player.play()
    #expect(await stage.has(3, "event"))
    stage.player.replaceCurrentItem(with: nil)
  }

  @Test func `a seek before the item is open leads past an event at its beginning`() async throws {
    let url = try await Films.second()
    let item = AVPlayerItem(url: url)
    let stage = Stage(item)
    stage.controller.events = [event(at: 0, of: item, [AVPlayerItem(url: url)])]
    let answers = Mutex<[Bool]>([])
    stage.player.seek(to: frames(24), toleranceBefore: .zero, toleranceAfter: .zero) { isDone in
      answers.withLock { $0.append(isDone) }
    }
    stage.player.play()
    #expect(await Poll.eventually { stage.ended.isSet })
    #expect(answers.withLock { $0 } == [true] && stage.changes.withLock(\.isEmpty))
    // The item's own seeks count, too.
    item.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: nil)
    stage.player.play()
    #expect(await stage.has(1, "event"))
  }

  @Test func `the player goes on where it was sought during the event, which nothing plays beneath`() async throws {
    let url = try await Films.second()
    let stage = Stage(AVPlayerItem(url: url))
    stage.controller.events = [event(at: 0, of: stage.item, (0..<60).map { _ in AVPlayerItem(url: url) })]
    stage.player.play()
    #expect(await stage.isPlayingEvent())
    stage.player.setRate(2, time: frames(3), atHostTime: .invalid)
    #expect(stage.player.reasonForWaitingToPlay == .interstitialEvent && stage.player.rate == 2)
    #expect(stage.controller.interstitialPlayer.rate == 2)
    #expect(await Poll.eventually { stage.player.currentTime() == frames(3) })
    stage.player.pause()
    #expect(await stage.player.seek(to: frames(24), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(stage.controller.currentEvent != nil)
    stage.controller.cancelCurrentEvent(withResumptionOffset: .invalid)
    #expect(await stage.has(2, "none") && stage.player.currentTime() == frames(24))
    // What the program says last counts.
    #expect(await stage.player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero))
    stage.player.play()
    #expect(await stage.has(3, "event"))
    stage.player.pause()
    stage.player.seek(to: frames(24), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    stage.controller.cancelCurrentEvent(withResumptionOffset: frames(9))
    #expect(await stage.has(4, "none"))
    #expect(await Poll.eventually { stage.player.currentTime() == frames(9) })
  }

  @Test func `items that fail are left out, those that do not are played to their ends`() async throws {
    let (film, folder) = (try await Films.second(), try ScratchFolder())
    let copy = folder.url("lost.mov")
    try FileManager.default.copyItem(at: film, to: copy)
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(0, 15), of: AVURLAsset(url: copy), at: .zero)
    try FileManager.default.removeItem(at: copy)
    let whole = AVPlayerItem(url: film)
    whole.forwardPlaybackEndTime = frames(6)
    let templates = [AVPlayerItem(asset: composition), whole, AVPlayerItem(asset: composition)]
    let played = Flag()
    let token = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: nil
    ) { [asset = whole.asset] in if ($0.object as? AVPlayerItem)?.asset === asset { played.set() } }
    defer { NotificationCenter.default.removeObserver(token) }
    let resumed = Mutex<CMTime>(.invalid)
    let stage = Stage(AVPlayerItem(url: film)) { controller in
      guard controller.currentEvent == nil, let player = controller.primaryPlayer else { return }
      resumed.withLock { $0 = player.currentTime() }
    }
    stage.controller.events = [event(at: 0, of: stage.item, templates, offset: .indefinite)]
    stage.player.play()
    #expect(await Poll.eventually { stage.ended.isSet })
    #expect(played.isSet && stage.changes.withLock { $0 } == ["event", "none"])
    // What failed does not count for how long the event was.
    #expect(resumed.withLock { $0 } >= frames(6) && resumed.withLock { $0 } < frames(30))
    // Nothing but failing items: the event ends.
    stage.controller.events = [event(at: 0, of: stage.item, [AVPlayerItem(asset: composition)])]
    #expect(await stage.player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero))
    stage.player.play()
    #expect(await stage.has(4, "none"))
    stage.player.pause()
  }
}
