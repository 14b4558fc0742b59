import Documents
import Foundation
import GstEdit

/// Plays in a window, as its keys say, until that is closed.
struct WindowRun {
  let subject: AnalysisSubject
  /// The window's title.
  let title: String
  /// The time range that is played; all if nil.
  let range: CMTimeRange?
  /// The factor by which the window is larger than the pictures.
  let scale: Double
  let shared: SharedOptions
  let environment: CommandEnvironment

  /// Plays. Cancelling the task closes the window.
  ///
  /// - Throws: `RenderError`: why there is no window, or why what is played cannot be played on.
  func callAsFunction() async throws {
    let item = PlayerItem(asset: subject)
    if let range { (item.forwardPlaybackEndTime, item.reversePlaybackEndTime) = (range.end, range.start) }
    // The film's size has to be known before its window is opened.
    let size = try await size(of: item.copy())
    let window = try environment.openWindow(title, size)
    defer { window.close() }
    let player = Player(
      playerItem: item, renderer: environment.renderer, pictureSink: window, soundSink: soundDevice())
    if let range { await player.seek(to: range.start, toleranceBefore: .zero, toleranceAfter: .zero) }
    player.play()
    let failures = item.statusUpdates()
    let watch = Task { for await status in failures where status == .failed { window.close() } }
    defer { watch.cancel() }
    let keys = PlayerKeys(player, window)
    for await event in window.events {
      if Task.isCancelled { break }
      guard case .key(let key) = event, await keys.press(key) else { break }
    }
    try Task.checkCancellation()
    if let error = window.failure ?? item.error { throw error }
    try report(item)
  }

  /// The size of the window.
  private func size(of item: PlayerItem) async throws -> PixelSize {
    let player = Player(playerItem: item, renderer: environment.renderer)
    for await status in item.statusUpdates() where status != .unknown { break }
    withExtendedLifetime(player) {}
    if let error = item.error { throw error }
    let size = item.presentationSize
    // Sound alone has a window for its keys.
    guard size.width > 0, size.height > 0 else { return PixelSize(width: 480, height: 120) }
    return PixelSize(
      width: max(16, Int((size.width * scale).rounded())), height: max(16, Int((size.height * scale).rounded())))
  }

  private func soundDevice() -> (any SoundSink)? {
    do throws(RenderError) {
      return try environment.openSoundDevice()
    } catch {
      environment.warn("It is played without sound. \(error.message) \(error.remedy ?? "")")
      return nil
    }
  }

  private func report(_ item: PlayerItem) throws {
    let dropped = item.droppedFrameCount
    if dropped > 0 {
      environment.warn("\(dropped) pictures were not shown, for making them was too slow. A smaller --scale helps.")
    }
    guard shared.json else { return }
    let result: JSONObject = [
      "time": item.currentTime().rational?.description, "duration": item.duration.rational?.description,
      "droppedFrames": dropped,
    ]
    try environment.write(JSONOutput.document(result))
  }
}

/// The keys of a player's window.
struct PlayerKeys {
  private let player: Player
  private let window: any PlayerWindow

  /// The fastest that J and L play.
  private static let fastest: Float = 32

  /// The keys of `window`, which `player` plays in.
  init(_ player: Player, _ window: any PlayerWindow) {
    (self.player, self.window) = (player, window)
  }

  /// Does what `key` stands for; whether the window stays open.
  func press(_ key: WindowEvent.Key) async -> Bool {
    guard let item = player.currentItem else { return false }
    switch key {
    case .character("q"), .character("Q"): return false
    case .escape:
      guard window.isFullScreen else { return false }
      window.isFullScreen = false
    case .character(" "):
      if player.rate == 0, isAtEnd(of: item) { await jump(to: start(of: item)) }
      player.rate = player.rate == 0 ? 1 : 0
    case .character("k"), .character("K"): player.pause()
    case .character("l"), .character("L"): player.rate = Self.shuttle(player.rate, forward: true)
    case .character("j"), .character("J"): player.rate = Self.shuttle(player.rate, forward: false)
    case .left: item.step(byCount: -1)
    case .right: item.step(byCount: 1)
    case .home: await jump(to: start(of: item))
    case .end: await jump(to: end(of: item))
    case .up: player.volume += 0.1
    case .down: player.volume -= 0.1
    case .character("m"), .character("M"): player.isMuted.toggle()
    case .character("f"), .character("F"): window.isFullScreen.toggle()
    case .character("t"), .character("T"): window.showsTime.toggle()
    case .character: break
    }
    return true
  }

  /// The rate after J or L at `rate`: the other way at its own speed first, then twice as fast each time.
  static func shuttle(_ rate: Float, forward: Bool) -> Float {
    let sign: Float = forward ? 1 : -1
    guard rate * sign > 0 else { return sign }
    return sign * min(fastest, max(1, rate * sign * 2))
  }

  private func start(of item: PlayerItem) -> CMTime {
    item.reversePlaybackEndTime.isNumeric ? item.reversePlaybackEndTime : .zero
  }

  private func end(of item: PlayerItem) -> CMTime {
    item.forwardPlaybackEndTime.isNumeric ? item.forwardPlaybackEndTime : item.duration
  }

  private func isAtEnd(of item: PlayerItem) -> Bool { item.currentTime() >= end(of: item) }

  private func jump(to time: CMTime) async {
    await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero)
  }
}
