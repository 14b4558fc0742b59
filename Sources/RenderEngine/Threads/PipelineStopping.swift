import GStreamer

extension Pipeline {
  /// Stops the pipeline on a thread of its own, which keeps it until that is done: an element that does not return from the
  /// change holds up that thread alone.
  func stopInBackground() -> BackgroundTask<Void> {
    BackgroundTask(named: "stop") { self.stop() }
  }

  /// Starts the flow on a thread of its own, and waits for it as long as `cancellation` allows.
  func play(_ cancellation: Cancellation) throws {
    try BackgroundTask(named: "start") { try self.play() }.value(cancellation)
  }
}

extension BackgroundTask {
  /// How long stopping is waited for: within a second a cancelled call returns.
  static var stopLimit: Duration { .milliseconds(800) }
}

extension [BackgroundTask<Void>] {
  /// Waits until all of them are done, but no longer than a cancelled call may take; what still runs then is left alone.
  func settle() {
    let end = ContinuousClock.now + BackgroundTask<Void>.stopLimit
    for task in self { _ = try? task.value(within: Swift.max(.zero, end - ContinuousClock.now)) }
  }
}
