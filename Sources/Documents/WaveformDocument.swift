package import MediaAnalysis
import MediaFormats

extension Waveform {
  /// The numbers, for programs.
  package var json: JSONObject {
    [
      "sampleRate": sampleRate, "samples": samples.bounds, "points": pointCount, "layout": layout?.description,
      "channels": channels.map { channel -> JSONObject in
        [
          "minimum": Self.short(channel.minimums), "maximum": Self.short(channel.maximums),
          "rootMeanSquare": Self.short(channel.rootMeanSquares),
        ]
      },
    ]
  }

  private static func short(_ levels: [Double]) -> [Double] {
    levels.map { ($0 * 1e7).rounded() / 1e7 }
  }
}
