public import Foundation

/// A virtual desktop of one screen (`Xvfb`): windows are opened on it, keys pressed in them, and pictures taken of it.
///
/// There is no window manager: a window stands at the upper left corner, and the pointer gives the keys to the window below it.
public final class VirtualDesktop: Sendable {
  /// What programs find it by: the variable `DISPLAY`.
  public let display: String
  private let width: Int
  private let height: Int
  private let server: Process

  /// Starts a desktop of `width` × `height` pixels, on the first number that is free.
  public init(width: Int, height: Int) throws {
    let (pipe, process) = (Pipe(), Process())
    process.executableURL = URL(filePath: "/usr/bin/env")
    // The server itself says which number it has, once it can be used.
    process.arguments = [
      "Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp", "-noreset",
    ]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let number = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !number.isEmpty else { throw MediaTools.Failure(tool: "Xvfb", complaint: "it does not start") }
    (display, server, self.width, self.height) = (":\(number)", process, width, height)
  }

  deinit { server.terminate() }

  /// Presses and releases keys, one after another, by their X names ("space", "Right", "q"), in the window at the corner.
  public func press(_ keys: String...) async throws {
    try await drive(["mousemove", "5", "5", "key", "--delay", "0"] + keys)
  }

  /// Waits until a window is open whose title is `title`.
  public func awaitWindow(titled title: String) async throws {
    try await drive(["search", "--sync", "--onlyvisible", "--name", "^\(title)$"])
  }

  private func drive(_ arguments: [String]) async throws {
    _ = try await output(of: ["xdotool"] + arguments)
  }

  /// What a tool that looks at the desktop, or drives it, writes.
  private func output(of command: [String]) async throws -> Data {
    var run = ProgramRun(URL(filePath: "/usr/bin/env"), command)
    run.environment["DISPLAY"] = display
    run.takesTurns = false
    let outcome = try await run.outcome()
    guard outcome.ending == .exited(0) else {
      throw MediaTools.Failure(tool: command[0], complaint: outcome.errorText)
    }
    return outcome.output
  }

  /// The frame that the whole screen shows.
  public func frame() async throws -> FrameReading {
    let (width, height) = (FrameReading.width, FrameReading.height)
    let bytes = try await output(
      of: grab + ["-vf", "scale=\(width):\(height):flags=area,format=gray", "-f", "rawvideo", "-"])
    return FrameReading(luma: [UInt8](bytes), width: width, height: height)
  }

  /// The screen as PNG.
  public func picture() async throws -> Data {
    try await output(of: grab + ["-f", "image2pipe", "-c:v", "png", "-"])
  }

  /// Waits until the screen shows `frame`, which it does within a minute or never; whether it does.
  public func shows(_ frame: FrameReading) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    repeat {
      if try await self.frame() == frame { return true }
    } while ContinuousClock.now < end
    return false
  }

  private var grab: [String] {
    [
      "ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-draw_mouse", "0", "-video_size", "\(width)x\(height)",
      "-i", display, "-frames:v", "1",
    ]
  }
}
