import MediaFormats

/// A window of the desktop that shows a player's pictures, and reports the keys pressed in it.
///
/// ```swift
/// let window = try Engine.openWindow(titled: "film.mp4", size: PixelSize(width: 1280, height: 720))
/// let player = Player(playerItem: item, pictureSink: window)
/// for await event in window.events where event == .key(.character(" ")) { player.pause() }
/// ```
///
/// Pictures are scaled to fit into the window, black beside them. Threads: any.
public protocol PlayerWindow: PictureSink {
  /// The window's events, from now on; they end when the window is closed. For one loop at a time.
  var events: AsyncStream<WindowEvent> { get }

  /// Whether the window fills the screen.
  var isFullScreen: Bool { get set }

  /// Whether the time of the picture is drawn over it, as 00:01:02.500.
  var showsTime: Bool { get set }

  /// The reason for which nothing is shown any more; nil as long as something is.
  var failure: RenderError? { get }

  /// Closes the window; releasing the last reference does so, too.
  func close()
}

/// An event of a window.
public enum WindowEvent: Hashable, Sendable {
  /// A key was pressed, or is held down.
  case key(Key)
  /// The window was closed, by its button or its desktop.
  case closed
  /// Nothing can be shown any more (``PlayerWindow/failure``).
  case failed

  /// A key.
  public enum Key: Hashable, Sendable {
    /// One that stands for a character, as it is with the shift key or without.
    case character(Character)
    /// An arrow.
    case left, right, up, down
    /// Home and End.
    case home, end
    /// Escape.
    case escape
  }
}
