import AVFoundation
import Testing

@Suite("Rules of players")
struct PlayerRules {
  private func item() -> AVPlayerItem { AVPlayerItem(asset: AVMutableComposition()) }

  /// AVPlayer.h, "muted": NO by default.
  @Test func `a fresh player is not muted`() { #expect(!AVPlayer().isMuted) }

  /// AVPlayer.h, "defaultRate": 1.0 by default.
  @Test func `a fresh player's default rate is one`() { #expect(AVPlayer().defaultRate == 1) }

  /// AVPlayer.h, "automaticallyWaitsToMinimizeStalling": YES by default.
  @Test func `a fresh player waits to minimize stalling`() {
    #expect(AVPlayer().automaticallyWaitsToMinimizeStalling)
  }

  /// AVPlayer.h, "error": nil without a failure; "reasonForWaitingToPlay": nil while paused.
  @Test func `a fresh player has no error and waits for nothing`() {
    let player = AVPlayer()
    #expect(player.error == nil && player.reasonForWaitingToPlay == nil)
  }

  /// AVPlayer.h, "allowsExternalPlayback", "preventsDisplaySleepDuringVideoPlayback": YES by default.
  @Test func `a fresh player may use screens and keeps them awake`() {
    let player = AVPlayer()
    #expect(player.allowsExternalPlayback && player.preventsDisplaySleepDuringVideoPlayback)
  }

  /// AVPlayer.h, "audiovisualBackgroundPlaybackPolicy": automatic by default.
  @Test func `a fresh player decides itself about the background`() {
    #expect(AVPlayer().audiovisualBackgroundPlaybackPolicy == .automatic)
  }

  /// AVPlayer.h, "initWithPlayerItem:": that item is the current one.
  @Test func `a player made with an item has that item`() {
    let item = item()
    #expect(AVPlayer(playerItem: item).currentItem === item)
  }

  /// AVPlayer.h, "replaceCurrentItemWithPlayerItem:": the same item, no effect.
  @Test func `replacing an item by itself leaves it`() {
    let item = item()
    let player = AVPlayer(playerItem: item)
    player.replaceCurrentItem(with: item)
    #expect(player.currentItem === item)
  }

  /// AVPlayer.h, "replaceCurrentItemWithPlayerItem:": an item that was replaced may go to another player.
  @Test func `an item that was replaced may be another player's`() {
    let item = item()
    let player = AVPlayer(playerItem: item)
    player.replaceCurrentItem(with: nil)
    #expect(AVPlayer(playerItem: item).currentItem === item && player.currentItem == nil)
  }

  /// AVPlayer.h, "AVPlayerWaitingWithNoItemToPlayReason": waiting because there is no item.
  @Test func `a player without an item waits for one`() {
    let player = AVPlayer()
    player.play()
    #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(player.reasonForWaitingToPlay == .noItemToPlay)
  }

  /// AVPlayer.h, "play": the rate becomes the default rate.
  @Test func `playing sets the default rate`() {
    let player = AVPlayer()
    player.defaultRate = 2
    #expect(player.rate == 0)
    player.play()
    #expect(player.rate == 2)
  }

  /// AVPlayer.h, "pause": the rate becomes 0.
  @Test func `pausing sets a rate of zero`() {
    let player = AVPlayer()
    player.rate = 0.5
    player.pause()
    #expect(player.rate == 0 && player.timeControlStatus == .paused)
  }

  /// AVPlayer.h, "volume", "muted": kept apart.
  @Test func `muting leaves the volume`() {
    let player = AVPlayer()
    (player.volume, player.isMuted) = (0.5, true)
    #expect(player.volume == 0.5 && player.isMuted)
  }

  /// AVPlayer.h, "AVPlayerActionAtItemEnd": 0 to 2.
  @Test func `the numbers of actions and states are Apple's`() {
    let actions: [AVPlayer.ActionAtItemEnd] = [.advance, .pause, .none]
    let states: [AVPlayer.TimeControlStatus] = [.paused, .waitingToPlayAtSpecifiedRate, .playing]
    #expect(actions.map(\.rawValue) == [0, 1, 2] && states.map(\.rawValue) == [0, 1, 2])
  }

  /// AVPlayer.h, "initWithItems:" of a queue: in that order, the first is current.
  @Test func `a queue plays its items in their order`() {
    let (first, second) = (item(), item())
    let queue = AVQueuePlayer(items: [first, second])
    #expect(queue.items() == [first, second] && queue.currentItem === first)
  }

  /// AVPlayer.h, "insertItem:afterItem:": behind the item.
  @Test func `an item inserted after another stands behind it`() {
    let (first, second, third) = (item(), item(), item())
    let queue = AVQueuePlayer(items: [first, second])
    queue.insert(third, after: first)
    #expect(queue.items() == [first, third, second])
  }

  /// AVPlayer.h, "insertItem:afterItem:": nil appends.
  @Test func `an item inserted after nil is the last`() {
    let (first, second, third) = (item(), item(), item())
    let queue = AVQueuePlayer(items: [first, second])
    queue.insert(third, after: nil)
    #expect(queue.items() == [first, second, third])
  }

  /// AVPlayer.h, "removeItem:": of an item that is not the current one.
  @Test func `removing an item leaves the current one`() {
    let (first, second) = (item(), item())
    let queue = AVQueuePlayer(items: [first, second])
    queue.remove(second)
    #expect(queue.items() == [first] && queue.currentItem === first)
  }

  /// AVPlayer.h, "removeAllItems".
  @Test func `a queue without items has no current one`() {
    let queue = AVQueuePlayer(items: [item(), item()])
    queue.removeAllItems()
    #expect(queue.items().isEmpty && queue.currentItem == nil)
  }

  /// AVPlayer.h, "advanceToNextItem": the last one is removed.
  @Test func `advancing from the last item leaves none`() {
    let queue = AVQueuePlayer(items: [item()])
    queue.advanceToNextItem()
    #expect(queue.items().isEmpty && queue.currentItem == nil)
  }

  /// AVPlayer.h, "canInsertItem:afterItem:": not twice.
  @Test func `an item that is in the queue cannot be inserted`() {
    let first = item()
    let queue = AVQueuePlayer(items: [first])
    #expect(!queue.canInsert(first, after: nil) && queue.canInsert(item(), after: nil))
  }

  /// AVPlayer.h: an item with more than one player raises an exception.
  @Test func `an item in two players ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let item = AVPlayerItem(asset: AVMutableComposition())
      let players = [AVPlayer(playerItem: item), AVPlayer(playerItem: item)]
      withExtendedLifetime(players) {}
    }
  }

  /// AVPlayer.h, "seekToTime:": "Seeking is not possible to time {INVALID}".
  @Test func `a seek to the invalid time ends the process`() async {
    await #expect(processExitsWith: .failure) {
      AVPlayer(playerItem: AVPlayerItem(asset: AVMutableComposition())).seek(to: .invalid)
    }
  }

  /// AVPlayer.h, "addBoundaryTimeObserverForTimes:queue:usingBlock:": no times raise an exception.
  @Test func `an observer of no times ends the process`() async {
    await #expect(processExitsWith: .failure) {
      _ = AVPlayer().addBoundaryTimeObserver(forTimes: [], queue: nil) {}
    }
  }

  /// AVPlayer.h, "mediaSelectionCriteriaForMediaCharacteristic:": nil by default; "appliesMediaSelectionCriteriaAutomatically": YES.
  @Test func `a fresh player applies criteria, and has none`() {
    let player = AVPlayer()
    #expect(player.appliesMediaSelectionCriteriaAutomatically)
    #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .audible) == nil)
  }
}
