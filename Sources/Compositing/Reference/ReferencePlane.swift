import EditingModel

/// One plane of a layer that can be asked for its value anywhere, for ``ReferenceCompositor``.
struct ReferencePlane {
  /// How its samples lie.
  let sampling: PlaneSampling
  /// Which plane it is.
  private let number: Int
  /// What it is a plane of.
  private let picture: PlanarPicture
  /// The columns of samples that serve the crop.
  private let columns: ClosedRange<Int>
  /// The rows of samples that serve the crop.
  private let rows: ClosedRange<Int>

  /// Plane `number` of `layer`; nil where nothing of the picture is left by the crop.
  init?(_ layer: ReferenceCompositor.Layer, _ number: Int) {
    guard let visible = layer.visible else { return nil }
    self.number = number
    picture = layer.picture
    sampling = picture.sampling(ofPlane: number)
    func samples(_ start: Double, _ end: Double, _ shift: Int) -> ClosedRange<Int> {
      Int(start.rounded(.down)) >> shift...(Int(end.rounded(.up)) - 1) >> shift
    }
    columns = samples(visible.x, visible.maxX, sampling.widthShift)
    rows = samples(visible.y, visible.maxY, sampling.heightShift)
  }

  /// What is seen at `place`, in the plane's coordinates: bilinear between the centers of the four nearest cells, where a
  /// cell is a sample, or several that are averaged. The color is multiplied by the alpha, which is 0…1.
  func value(at place: Point, cellWidth: Double, cellHeight: Double) -> (color: Double, alpha: Double) {
    let (x, y) = (place.x / cellWidth - 0.5, place.y / cellHeight - 0.5)
    var sum = (color: 0.0, alpha: 0.0)
    for row in [y.rounded(.down), y.rounded(.down) + 1] {
      for column in [x.rounded(.down), x.rounded(.down) + 1] {
        let weight = (1 - abs(x - column)) * (1 - abs(y - row))
        let cell = average(
          overX: column * cellWidth..<(column + 1) * cellWidth, y: row * cellHeight..<(row + 1) * cellHeight)
        sum.color += weight * cell.color
        sum.alpha += weight * cell.alpha
      }
    }
    return sum
  }

  /// The average over a rectangle.
  private func average(overX x: Range<Double>, y: Range<Double>) -> (color: Double, alpha: Double) {
    var sum = (color: 0.0, alpha: 0.0)
    for (row, height) in Self.shares(of: y, among: rows) {
      for (column, width) in Self.shares(of: x, among: columns) {
        let sample = sample(column, row)
        sum.color += sample.color * width * height
        sum.alpha += sample.alpha * width * height
      }
    }
    return sum
  }

  /// Which of `samples` lie in `range`, and which share of it is each one's, where the first and the last go on for ever.
  private static func shares(of range: Range<Double>, among samples: ClosedRange<Int>) -> [(sample: Int, share: Double)]
  {
    // Brought among the samples before it becomes a whole number, which it may be too large for.
    func sample(_ place: Double) -> Int {
      Int(min(max(place, Double(samples.lowerBound)), Double(samples.upperBound)))
    }
    let touched = sample(range.lowerBound.rounded(.down))...sample(range.upperBound.rounded(.up) - 1)
    return touched.map { index in
      let start = index == samples.lowerBound ? range.lowerBound : max(Double(index), range.lowerBound)
      let end = index == samples.upperBound ? range.upperBound : min(Double(index + 1), range.upperBound)
      return (index, (end - start) / (range.upperBound - range.lowerBound))
    }
  }

  /// A sample times its alpha, and its alpha: the average of those of the pixels that it serves.
  private func sample(_ column: Int, _ row: Int) -> (color: Double, alpha: Double) {
    let color = Double(picture.planes[number][row * sampling.width + column])
    guard picture.hasAlpha else { return (color, 1) }
    let alphas = sampling.pixelRows(of: row).flatMap { pixelRow in
      sampling.pixelColumns(of: column).map { Double(picture.planes[3][pixelRow * picture.width + $0]) }
    }
    let alpha = alphas.reduce(0, +) / Double(alphas.count) / 255
    return (color * alpha, alpha)
  }
}
