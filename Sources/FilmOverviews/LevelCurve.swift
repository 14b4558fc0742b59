import EditingModel
import MediaTime

/// An opacity or a gain over a film's time, piece by piece.
struct LevelCurve: Sendable {
  /// The pieces, in order of time; what lies between them is 1.
  private var pieces: [Piece]
  /// The greatest value that is drawn: 1, or a larger gain.
  let highest: Double

  /// A piece of the curve.
  private struct Piece: Sendable {
    /// In seconds.
    var start: Double
    var end: Double
    var value: Value
  }

  /// The values of a piece.
  private enum Value: Sendable {
    case constant(Double)
    case ramps(Ramps<Double>, times: Double)
  }

  private init(_ pieces: [Piece], highest: Double = 1) {
    self.pieces = pieces
    self.highest = highest
  }

  /// The visible share of track `id`, instruction by instruction: the opacity of its layer, all of it where it is
  /// passed through or a custom compositor takes it, and none of it where an instruction does not show it. Nil where it
  /// is all seen throughout.
  static func opacity(of id: TrackID, in composition: VideoComposition?) -> LevelCurve? {
    guard let composition, !composition.instructions.isEmpty else { return nil }
    var isPlain = true
    let pieces = composition.instructions.map { instruction in
      let value: Value
      if let track = instruction.passthroughTrackID {
        value = .constant(track == id ? 1 : 0)
      } else if let layer = instruction.layerInstructions.first(where: { $0.trackID == id }) {
        value = layer.opacity.entries.isEmpty ? .constant(1) : .ramps(layer.opacity, times: 1)
      } else {
        value = .constant(instruction.requiredSourceTrackIDs?.contains(id) ?? true ? 1 : 0)
      }
      if case .constant(1) = value {} else { isPlain = false }
      return Piece(start: instruction.timeRange.start.seconds, end: instruction.timeRange.end.seconds, value: value)
    }
    return isPlain ? nil : LevelCurve(pieces)
  }

  /// The volume of `track`: its own times that of the mix. Nil where that is 1 throughout.
  static func gain(of track: CompositionTrack, in mix: AudioMix?) -> LevelCurve? {
    let own = track.preferredVolume
    let ramps = mix?.parameters(for: track.id)?.volume ?? Ramps()
    guard own != 1 || !ramps.entries.isEmpty else { return nil }
    let values = ramps.entries.flatMap { entry -> [Double] in
      switch entry {
      case .setting(_, let value): [value]
      case .ramp(_, let from, let to): [from, to]
      }
    }
    let highest = max(1, own * (values.max() ?? 1))
    return LevelCurve(
      [Piece(start: -.infinity, end: .infinity, value: .ramps(ramps, times: own))], highest: highest)
  }

  /// The value at `seconds`.
  func value(at seconds: Double) -> Double {
    let next = pieces.partitioningIndex { $0.start > seconds }
    guard next > 0, pieces[next - 1].end > seconds else { return 1 }
    switch pieces[next - 1].value {
    case .constant(let value): return value
    case .ramps(let ramps, let factor):
      // Microseconds are finer than any column of pixels.
      let time = CMTime(seconds: seconds, preferredTimescale: 1_000_000)
      return ramps.value(at: time, initial: 1) * factor
    }
  }

  /// Whether the value is not the same all the time between two times.
  func changes(between start: Double, and end: Double) -> Bool {
    let samples = (0..<16).map { value(at: start + (end - start) * (Double($0) + 0.5) / 16) }
    return samples.contains { abs($0 - samples[0]) > 1e-6 }
  }

  /// "0.2", "1.41": a level or a speed in two digits behind the point at most.
  static func text(_ value: Double) -> String {
    let hundredths = (value * 100).rounded() / 100
    return hundredths == hundredths.rounded() && abs(hundredths) < 1e9 ? "\(Int(hundredths))" : "\(hundredths)"
  }
}
