import GstEdit

/// Turns how far a render is, and how long it took, into what people ask: how fast, and how long still.
struct ProgressMeter {
  /// How long the film lasts, in seconds.
  var filmSeconds: Double

  /// What can be said at one moment.
  struct Reading: Hashable {
    /// Frames finished.
    var frame: Int
    /// Frames in all; 0 in a film without a picture.
    var frames: Int
    /// 0…1.
    var fraction: Double
    /// Frames finished in a second; 0 until there are any.
    var framesPerSecond: Double
    /// Seconds of film finished in a second; 1 is as fast as it plays.
    var speed: Double
    /// Seconds until the end, at the speed so far; nil before anything is finished.
    var secondsLeft: Double?
  }

  /// What can be said `elapsed` after the start.
  func reading(_ progress: RenderProgress, elapsed: Duration) -> Reading {
    let seconds = elapsed / .seconds(1)
    func perSecond(_ amount: Double) -> Double { seconds > 0 ? amount / seconds : 0 }
    let fraction = progress.fraction
    return Reading(
      frame: progress.frame, frames: progress.frameCount, fraction: fraction,
      framesPerSecond: perSecond(Double(progress.frame)), speed: perSecond(fraction * filmSeconds),
      secondsLeft: fraction > 0 ? seconds * (1 - fraction) / fraction : nil)
  }
}
