import Foundation
import GstEdit

/// What an export came to, for people and for programs.
struct ExportSummary: Encodable {
  /// The file's path.
  let path: String
  /// Frames in the file.
  let frames: Int
  /// Samples a channel in the file.
  let samples: Int64
  /// The file's size.
  let bytes: Int64
  /// The greatest sample before the last conversion, 1 being full scale; nil without sound.
  let audioPeak: Double?
  /// How many samples are beyond full scale; nil without sound.
  let clippedSamples: Int64?
  /// The frames that a compositor did not make, each as the error that it was; at most the first hundred.
  let compositorFailures: [ErrorReport]
  /// How long the film lasts.
  let durationSeconds: Double
  /// How long it took.
  let elapsedSeconds: Double

  init(_ report: ExportReport, url: URL, filmSeconds: Double, elapsed: Duration) {
    path = url.path
    frames = report.frameCount
    samples = report.sampleCount
    bytes = report.byteCount
    audioPeak = report.soundLevel.map { DecimalText.near($0.peak, to: 6) }
    clippedSamples = report.soundLevel?.clippedSampleCount
    compositorFailures = report.compositorFailures.map { failure in
      var report = ErrorReport(failure)
      // What could be done about it was not asked for.
      report.remedy = nil
      return report
    }
    durationSeconds = DecimalText.near(filmSeconds, to: 6)
    elapsedSeconds = DecimalText.near(elapsed / .seconds(1), to: 3)
  }

  /// A sentence for each frame that was not made, for the first ones at least.
  var warnings: [String] {
    let told = compositorFailures.prefix(Self.toldFailures).map { failure in
      let place = failure.timecode.map { "at \($0): " } ?? ""
      return "\(place)\(failure.message) The last good frame is shown instead."
    }
    let rest = compositorFailures.count - told.count
    return rest > 0 ? told + ["\(rest) more frames were not made; --json lists them."] : told
  }

  /// How many failures people are told of one by one.
  private static let toldFailures = 10

  /// "film.mp4: 300 frames, 480000 samples, 10.0 s, 1.2 MB, in 3.1 s (3.2×)".
  var sentence: String {
    var facts: [String] = []
    if frames > 0 { facts.append("\(frames) frames") }
    if samples > 0 { facts.append("\(samples) samples") }
    facts.append("\(DecimalText.rounded(durationSeconds, to: 2)) s")
    facts.append(DecimalText.size(bytes))
    if let clippedSamples, clippedSamples > 0, let audioPeak {
      facts.append("\(clippedSamples) samples clipped (peak \(DecimalText.rounded(audioPeak, to: 2)))")
    }
    var took = "in \(DecimalText.rounded(elapsedSeconds, to: 1)) s"
    if elapsedSeconds > 0 { took += " (\(DecimalText.rounded(durationSeconds / elapsedSeconds, to: 1))×)" }
    return "\(path): \(facts.joined(separator: ", ")), \(took)"
  }
}
