import Foundation
import TestSupport
import Testing

/// `gstedit play --window` on a virtual desktop: its picture, and the effects of its keys.
@Suite("A player's window", .timeLimit(.minutes(20)))
struct WindowTests {
  private static func frame(_ index: Int) -> FrameReading { .frame(FrameCode(film: 7, index: index)) }

  /// Plays a film of a hundred frames in a window as large as the desktop; `body` looks and presses keys, at last the
  /// one that closes it.
  private func play(
    _ options: [String] = [], width: Int = 640, height: Int = 360, _ body: (VirtualDesktop) async throws -> Void
  ) async throws -> ProgramOutcome {
    let film = IndexedFilm(film: 7) {
      $0.frameCount = 100
      $0.timing = .constant(FrameRate(25, 1))
    }
    let url = try await film.url()
    let desktop = try VirtualDesktop(width: width, height: height)
    var run = ProgramRun(ProgramLocation.gstedit, ["play", "--window", url.path] + options)
    run.environment["DISPLAY"] = desktop.display
    run.takesTurns = false
    run.timeout = 600
    let program = run
    async let outcome = program.outcome()
    do {
      try await desktop.awaitWindow(titled: url.lastPathComponent)
      try await body(desktop)
    } catch {
      try await desktop.press("q")
      throw error
    }
    return try await outcome
  }

  @Test func `the keys of the editing room go through a film frame by frame`() async throws {
    let scale = "\(640.0 / Double(IndexedFilm(film: 7) { _ in }.width))"
    let outcome = try await play(["--scale", scale, "--json"]) { desktop in
      // It plays by itself, and stays on its last picture.
      #expect(try await desktop.shows(Self.frame(99)))
      try await desktop.press("Home")
      #expect(try await desktop.shows(Self.frame(0)))
      try await desktop.press("Right", "Right", "Right")
      #expect(try await desktop.shows(Self.frame(3)))
      try await desktop.press("Left")
      #expect(try await desktop.shows(Self.frame(2)))
      // Forwards to the end, backwards to the beginning.
      try await desktop.press("l", "l", "l")
      #expect(try await desktop.shows(Self.frame(99)))
      try await desktop.press("j", "j", "j")
      #expect(try await desktop.shows(Self.frame(0)))
      // The time lies over the picture, and goes.
      try await desktop.press("t")
      let timed = try await desktop.picture()
      try await desktop.press("t", "Right")
      #expect(try await desktop.shows(Self.frame(1)))
      let plain = try await desktop.picture()
      #expect(timed != plain)
      try await desktop.press("q")
    }
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("without sound"))
    let result = try JSONDecoder().decode(Result.self, from: outcome.output)
    #expect(result.time == "1/25" && result.duration == "4")
  }

  private struct Result: Decodable {
    var time: String
    var duration: String
    var droppedFrames: Int
  }

  @Test func `a window that fills the screen is left with Escape, and a range is played alone`() async throws {
    let outcome = try await play(["--range", "1..2", "--scale", "0.5"]) { desktop in
      try await desktop.press("f")
      // The last frame of the range, on the whole screen.
      #expect(try await desktop.shows(Self.frame(49)))
      try await desktop.press("Home")
      #expect(try await desktop.shows(Self.frame(25)))
      try await desktop.press("Escape", "q")
    }
    #expect(outcome.ending == .exited(0), "\(outcome.errorText)")
  }

  @Test func `without a desktop it says so, and what to do instead`() async throws {
    let film = try await IndexedFilm(film: 7) { $0.frameCount = 10 }.url()
    var run = ProgramRun(ProgramLocation.gstedit, ["play", "--window", film.path])
    run.environment["DISPLAY"] = ""
    let outcome = try await run.outcome()
    #expect(outcome.ending == .exited(66))
    #expect(outcome.errorText.contains("no desktop") && outcome.errorText.contains("without --window"))
  }
}
