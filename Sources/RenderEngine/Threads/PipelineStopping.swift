import GStreamer

extension Pipeline {
  /// Stops the pipeline on a background thread, which retains it until then: an element that hangs blocks that thread alone.
  func stopInBackground() -> BackgroundTask<Void> {
    BackgroundTask(named: "stop") { self.stop() }
  }

  /// Starts the flow on a background thread, and waits for it until `cancellation` is cancelled.
  func play(_ cancellation: Cancellation) throws {
    try BackgroundTask(named: "start") { try self.play() }.value(cancellation)
  }
}

extension BackgroundTask {
  /// How long to wait for stopping, so that a cancelled call returns within a second.
  static var stopLimit: Duration { .milliseconds(800) }
}

extension [BackgroundTask<Void>] {
  /// Waits until all of them are done, but at most `stopLimit`; tasks that still run then go on in the background.
  func settle() {
    let end = ContinuousClock.now + BackgroundTask<Void>.stopLimit
    for task in self { _ = try? task.value(within: Swift.max(.zero, end - ContinuousClock.now)) }
  }
}
