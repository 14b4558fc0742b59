import CX11
import Foundation
import Synchronization

/// A window of an X server, and of Wayland's through Xwayland: black, for a sink to draw in.
///
/// A thread of its own waits for its events and calls back. Threads: any; the callback comes from the window's thread,
/// which it must not close the window from. Lock order: `state` alone; nothing is called while it is held.
@safe public final class DesktopWindow: @unchecked Sendable {
  // @unchecked: the connection is used only while `state` is held, and closed with the last reference to the window.

  /// An event of a window.
  public enum Event: Hashable, Sendable {
    /// A key was pressed, or is held down.
    case key(Symbol)
    /// The window has another size, in pixels.
    case resized(width: Int, height: Int)
    /// The drawing is lost, and is to be made again.
    case exposed
    /// It is to be closed.
    case closed
  }

  /// The meaning of a key.
  public enum Symbol: Hashable, Sendable {
    /// A character, with the shift key taken into account.
    case character(Character)
    case left, right, up, down, home, end, escape
  }

  /// The reason for which there is no window.
  public enum Failure: Error, Hashable, Sendable {
    /// There is no server, or none that lets this program in; its name.
    case noDisplay(String)
  }

  private struct State {
    var isClosed = false
    var isFullScreen = false
  }

  private let display: OpaquePointer
  private let window: Window
  private let closeAtom: Atom
  private let canFillScreen: Bool
  /// Its size when it was opened, which it returns to from full screen where no window manager restores it.
  private let size: (width: Int, height: Int)
  private let state = Mutex(State())

  /// Opens a window of `width` × `height` pixels, smaller where the screen is, called `title`; calls `notice` with what happens.
  ///
  /// - Throws: `Failure`.
  public init(
    title: String, width: Int, height: Int, notice: @escaping @Sendable (Event) -> Void
  ) throws(Failure) {
    guard let display = unsafe XOpenDisplay(nil) else {
      throw .noDisplay(ProcessInfo.processInfo.environment["DISPLAY"] ?? "")
    }
    // SAFETY: the connection is open until `deinit`, after the thread has ended; Xlib copies the title and the atom.
    unsafe self.display = display
    let screen = unsafe XDefaultScreen(display)
    let (most, tallest) = (Int(unsafe XDisplayWidth(display, screen)), Int(unsafe XDisplayHeight(display, screen)))
    let factor = min(1, Double(most) / Double(max(1, width)), Double(tallest) / Double(max(1, height)))
    size = (max(1, Int(Double(width) * factor)), max(1, Int(Double(height) * factor)))
    let black = unsafe XBlackPixel(display, screen)
    window = unsafe XCreateSimpleWindow(
      display, XDefaultRootWindow(display), 0, 0, UInt32(size.width), UInt32(size.height), 0, black, black)
    closeAtom = unsafe XInternAtom(display, "WM_DELETE_WINDOW", 0)
    canFillScreen = unsafe xshim_has_full_screen(display) != 0
    var atom = closeAtom
    unsafe XSetWMProtocols(display, window, &atom, 1)
    unsafe XSelectInput(display, window, KeyPressMask | StructureNotifyMask | ExposureMask)
    unsafe xshim_set_title(display, window, title)
    unsafe XMapRaised(display, window)
    unsafe XFlush(display)
    let thread = Thread { [weak self] in
      // The window may go while the thread waits; it looks ten times a second.
      while let descriptor = self?.descriptor {
        while let event = self?.nextEvent() { notice(event) }
        xshim_wait(descriptor, 100)
      }
    }
    thread.name = "window"
    thread.start()
  }

  deinit {
    unsafe XDestroyWindow(display, window)
    unsafe XCloseDisplay(display)
  }

  /// The number that others draw in it by (`gst_video_overlay_set_window_handle`).
  public var handle: UInt { UInt(window) }

  /// Whether it fills the screen.
  public var isFullScreen: Bool {
    get { state.withLock(\.isFullScreen) }
    set {
      state.withLock { state in
        guard !state.isClosed, state.isFullScreen != newValue else { return }
        state.isFullScreen = newValue
        if canFillScreen {
          unsafe xshim_full_screen(display, window, newValue ? 1 : 0)
        } else {
          // No window manager is asked, as on a server that has none.
          let screen = unsafe XDefaultScreen(display)
          let whole = (unsafe XDisplayWidth(display, screen), unsafe XDisplayHeight(display, screen))
          let extent = newValue ? whole : (Int32(size.width), Int32(size.height))
          unsafe XMoveResizeWindow(display, window, 0, 0, UInt32(extent.0), UInt32(extent.1))
        }
        unsafe XFlush(display)
      }
    }
  }

  /// Unmaps the window, and ends its events. Its resources are freed with its last reference.
  public func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      unsafe XUnmapWindow(display, window)
      unsafe XFlush(display)
    }
  }

  /// The descriptor of the connection; nil once it is closed.
  private var descriptor: Int32? {
    state.withLock { $0.isClosed ? nil : unsafe XConnectionNumber(display) }
  }

  private func nextEvent() -> Event? {
    state.withLock { state in
      var found = xshim_event()
      while !state.isClosed, unsafe xshim_next(display, closeAtom, &found) != 0 {
        if let event = Event(found) { return event }
      }
      return nil
    }
  }
}

extension DesktopWindow.Event {
  /// The event in Xlib's `event`; nil for what is of no interest.
  fileprivate init?(_ event: xshim_event) {
    switch event.kind {
    case XSHIM_KEY:
      guard let symbol = DesktopWindow.Symbol(event.symbol) else { return nil }
      self = .key(symbol)
    case XSHIM_SIZE: self = .resized(width: Int(event.width), height: Int(event.height))
    case XSHIM_EXPOSED: self = .exposed
    case XSHIM_CLOSED: self = .closed
    default: return nil
    }
  }
}

extension DesktopWindow.Symbol {
  /// The key with Xlib's symbol `symbol`; nil for one that stands for none of these.
  fileprivate init?(_ symbol: KeySym) {
    switch Int32(truncatingIfNeeded: symbol) {
    case XK_Left: self = .left
    case XK_Right: self = .right
    case XK_Up: self = .up
    case XK_Down: self = .down
    case XK_Home: self = .home
    case XK_End: self = .end
    case XK_Escape: self = .escape
    case 0x20...0x7E:
      // These symbols are the characters' own numbers.
      guard let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: symbol)) else { return nil }
      self = .character(Character(scalar))
    default: return nil
    }
  }
}
