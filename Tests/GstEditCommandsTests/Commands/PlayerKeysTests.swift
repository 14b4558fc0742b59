import GstEdit
import MediaTime
import ScriptedRendering
import Synchronization
import Testing

@testable import GstEditCommands

/// The keys of a player's window, on scripted films and a window that is none.
@Suite("Keys of a player's window", .timeLimit(.minutes(5)))
struct PlayerKeysTests {
  /// A window that keeps its last settings.
  private final class ScriptedWindow: PlayerWindow {
    let events = AsyncStream<WindowEvent> { $0.finish() }
    let failure: RenderError? = nil
    private let state = Mutex((fillsScreen: false, showsTime: false, isClosed: false))

    var isFullScreen: Bool {
      get { state.withLock(\.fillsScreen) }
      set { state.withLock { $0.fillsScreen = newValue } }
    }
    var showsTime: Bool {
      get { state.withLock(\.showsTime) }
      set { state.withLock { $0.showsTime = newValue } }
    }

    func show(_ picture: PixelBuffer, itemTime: CMTime, at hostTime: CMTime) {}
    func close() { state.withLock { $0.isClosed = true } }
  }

  private static let length = CMTime(value: 2, timescale: 1)

  /// A player of two seconds that is ready, its clock, and its keys.
  private func stage() async throws -> (Player, TestClock, ScriptedWindow, PlayerKeys) {
    let film = try film("film.mp4", seconds: 2)
    let (clock, window) = (TestClock(), ScriptedWindow())
    let player = Player(
      playerItem: PlayerItem(asset: film.asset), renderer: ScriptedRenderer(media: [film]), clock: clock,
      pictureSink: window)
    #expect(await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero))
    return (player, clock, window, PlayerKeys(player, window))
  }

  @Test func `J, K and L play backwards, pause and play, faster each time`() async throws {
    let (player, _, _, keys) = try await stage()
    // At the beginning nothing is played backwards.
    #expect(await player.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero))
    var rates: [Float] = []
    for key in "lllkjjlL" {
      #expect(await keys.press(.character(key)))
      rates.append(player.rate)
    }
    #expect(rates == [1, 2, 4, 0, -1, -2, 1, 2])
    for _ in 0..<10 { _ = await keys.press(.character("l")) }
    #expect(player.rate == 32)
  }

  @Test func `space plays, pauses, and begins anew at the end`() async throws {
    let (player, clock, _, keys) = try await stage()
    #expect(await keys.press(.character(" ")))
    #expect(player.rate == 1)
    await clock.advance(by: Rational(1))
    #expect(await keys.press(.character(" ")))
    #expect(player.rate == 0 && player.currentTime() == CMTime(value: 1, timescale: 1))
    #expect(await keys.press(.end))
    #expect(player.currentTime() == Self.length)
    #expect(await keys.press(.character(" ")))
    #expect(player.rate == 1 && player.currentTime() == .zero)
  }

  @Test func `arrows step by frames, and change the volume within its bounds`() async throws {
    let (player, clock, _, keys) = try await stage()
    for _ in 0..<3 { _ = await keys.press(.right) }
    _ = await keys.press(.left)
    await clock.settle()
    #expect(player.currentTime() == CMTime(value: 2, timescale: 25))
    _ = await keys.press(.up)
    #expect(player.volume == 1)
    for _ in 0..<12 { _ = await keys.press(.down) }
    #expect(player.volume == 0)
    _ = await keys.press(.character("m"))
    #expect(player.isMuted)
  }

  @Test func `F fills the screen, which Escape leaves before it closes, T shows the time, Q closes`() async throws {
    let (_, _, window, keys) = try await stage()
    #expect(await keys.press(.character("f")))
    #expect(await keys.press(.character("t")))
    #expect(window.isFullScreen && window.showsTime)
    #expect(await keys.press(.escape))
    #expect(!window.isFullScreen)
    #expect(await keys.press(.character("x")))
    #expect(await !keys.press(.escape))
    #expect(await !keys.press(.character("q")))
  }
}
