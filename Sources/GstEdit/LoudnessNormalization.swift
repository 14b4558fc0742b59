import EditServices
import Foundation
public import FoundationEssentials
import Loudness
import MediaAnalysis
public import ProjectServices
import Rendering

extension FileConversion {
  /// The highest true peak of a sound that is made louder, in dBTP (EBU R 128).
  public static let highestTruePeak = -1.0

  /// The margin below it in a lossy codec, in dB: its usual addition to peaks.
  private static let lossyMargin = 0.5

  /// Measures each sound of the file to be written at `url`, and sets its gain for the loudness `target`, in LUFS: the
  /// first of two passes; the second is the session's.
  ///
  /// The whole sound is made louder or softer by one factor. Where that would take its true peak above
  /// ``highestTruePeak``, or louder than ten times, it is made louder by less, with a note of the session; peaks are
  /// not limited. A silent sound stays unchanged. What is measured is what is encoded; for a lossy codec, which adds to
  /// peaks, half a decibel more is left.
  ///
  /// - Throws: `RenderError` with `.unsupported` where there is no sound; as `session(to:replacing:staging:)`.
  public mutating func normalizeLoudness(to target: Double, for url: URL) async throws {
    gains = []
    let sounds = try await sounds(for: url)
    guard !sounds.isEmpty else {
      throw RenderError(
        .unsupported, "The loudness is to be changed, and there is no sound.",
        remedy: "Name a file that has one, and one to write that takes it.")
    }
    var found: [Double] = []
    for (number, sound) in sounds.enumerated() {
      var meter = LoudnessMeter(of: AnalysisSubject(sound.edit), renderer: renderer)
      (meter.timeRange, meter.channels) = (sound.timeRange, sound.channels)
      let highestPeak = Self.highestTruePeak - (sound.isLossless ? 0 : Self.lossyMargin)
      let change = LoudnessChange(
        of: try await meter.loudness(), to: target, highestPeak: highestPeak, volume: adjustments.volume)
      found.append(change.gain)
      if let note = change.note { notes.append(sounds.count > 1 ? "Sound \(number + 1): \(note)" : note) }
    }
    gains = found
  }
}

/// The gain of a sound.
struct LoudnessChange {
  /// The factor of samples.
  let gain: Double
  /// The reason for which it is not as loud as asked for; nil where it is.
  let note: String?

  /// The highest volume that tracks have.
  private static let highestVolume = 10.0

  /// The gain that brings a sound in which `loudness` is heard, at `volume` already, to `target` LUFS, its peaks to `highestPeak` dBTP at
  /// most.
  init(of loudness: Loudness, to target: Double, highestPeak: Double, volume: Double) {
    guard let integrated = loudness.integrated, let peak = loudness.truePeak else {
      gain = 1
      note = "Nothing is heard in the sound, and it stays as it is."
      return
    }
    let wanted = target - integrated
    let most = 20 * log10(Self.highestVolume / volume)
    let possible = min(wanted, highestPeak - peak, most)
    gain = pow(10, possible / 20)
    func decimal(_ level: Double) -> String { String(format: "%.1f", level) }
    // A tenth of a decibel is what meters show.
    guard wanted - possible >= 0.05 else {
      note = nil
      return
    }
    let reason =
      possible == most
      ? "no sound is made more than ten times as loud"
      : "any louder, its peaks would come above \(decimal(highestPeak)) dBTP"
    note = "The sound comes to \(decimal(integrated + possible)) LUFS instead of \(decimal(target)): \(reason)."
  }
}
