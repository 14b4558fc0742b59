/// One axis of a picture that is brought to another size: which of the source's samples make up each of the target's.
///
/// Bilinear where the picture grows; where it shrinks, a triangle as wide as two of the target's samples, so that every
/// sample of the source counts. Beyond the edge the outermost sample goes on.
struct ResamplingAxis {
  /// Where each target sample's share begins, and how much each source sample from there on counts; together 1.
  let taps: [(start: Int, weights: [Float])]

  /// How samples lie on an axis.
  struct Samples {
    /// Pixels on the axis.
    var pixelCount: Int
    /// Pixels that share a sample.
    var pixelsPerSample: Int
    /// Where among the pixels that it serves a sample sits, from 0 to `pixelsPerSample`.
    var site: Double

    /// How many there are; the last may serve fewer pixels.
    var count: Int { (pixelCount + pixelsPerSample - 1) / pixelsPerSample }
  }

  /// Brings `source` to `target`.
  init(from source: Samples, to target: Samples) {
    let scale = Double(source.pixelCount) / Double(target.pixelCount)
    let radius = max(1, scale * Double(target.pixelsPerSample) / Double(source.pixelsPerSample))
    taps = (0..<target.count).map { index in
      let pixel = (Double(index * target.pixelsPerSample) + target.site) * scale
      let centre = (pixel - source.site) / Double(source.pixelsPerSample)
      let places = Int((centre - radius).rounded(.up))...Int((centre + radius).rounded(.down))
      func sample(_ place: Int) -> Int { min(max(place, 0), source.count - 1) }
      let start = sample(places.lowerBound)
      var weights = [Float](repeating: 0, count: sample(places.upperBound) - start + 1)
      var total: Float = 0
      for place in places {
        let weight = Float(1 - abs(Double(place) - centre) / radius)
        weights[sample(place) - start] += weight
        total += weight
      }
      return (start, weights.map { $0 / total })
    }
  }
}
