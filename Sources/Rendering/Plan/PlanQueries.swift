public import MediaTime

extension PicturePlan {
  /// The span that makes output frame `frame`; nil where there is no such frame.
  public func span(at frame: Int) -> PictureSpan? {
    spans.first(partitionedBy: { $0.frames.upperBound > frame }).flatMap { $0.frames.contains(frame) ? $0 : nil }
  }
}

extension Strip {
  /// The piece that output sample `sample` belongs to; nil where there is no such sample.
  public func piece(at sample: Int64) -> StripPiece? {
    pieces.first(partitionedBy: { $0.samples.upperBound > sample }).flatMap { $0.samples.contains(sample) ? $0 : nil }
  }

  /// The straight piece of volume that output sample `sample` belongs to; nil where there is no such sample.
  public func volumePiece(at sample: Int64) -> VolumePiece? {
    volume.first(partitionedBy: { $0.samples.upperBound > sample }).flatMap { $0.samples.contains(sample) ? $0 : nil }
  }

  /// The linear gain of output sample `sample`; nil where there is no such sample.
  public func gain(at sample: Int64) -> Double? {
    guard let piece = volumePiece(at: sample) else { return nil }
    let passed = Double(sample - piece.samples.lowerBound) / Double(piece.samples.count)
    return piece.from + (piece.to - piece.from) * passed
  }
}

extension StripPiece {
  /// The asset's time that output sample `sample` of `grid` is taken from; nil in silence.
  ///
  /// At another speed with its pitch preserved, a sound is made of short stretches taken from about that time.
  ///
  /// - Throws: `RationalError.overflow` where the exact time does not fit in 64 bits.
  public func sourceTime(at sample: Int64, on grid: SampleGrid) throws(RationalError) -> Rational? {
    guard let sound else { return nil }
    let passed = try Rational(sample - samples.lowerBound) * (sound.speed?.rate ?? .one)
    return try (Rational(sound.firstSample) + (sound.speed?.offset ?? .zero) + passed) / Rational(Int64(grid.rate))
  }
}

extension Array {
  /// The first element that fulfils `condition`, which all later ones fulfil too; nil where none does.
  fileprivate func first(partitionedBy condition: (Element) -> Bool) -> Element? {
    let index = partitioningIndex(where: condition)
    return index < count ? self[index] : nil
  }
}
