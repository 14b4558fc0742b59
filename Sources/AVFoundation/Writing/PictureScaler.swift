import Compositing
import MediaFormats
import Rendering

/// Brings pictures to the size that is written, as `AVVideoScalingModeKey` says: of eight bits, whatever their planes.
///
/// A sample is the average of what it covers where the picture becomes smaller, and lies between its neighbors where it becomes larger.
struct PictureScaler: Sendable {
  /// The size that is written.
  let size: PixelSize
  /// How.
  let mode: Mode

  /// How pictures of another shape are brought there.
  enum Mode: Sendable {
    /// Stretched.
    case stretch
    /// Fitted inside, on black.
    case inside
    /// Filling all of it, what juts out cut off.
    case fill

    init(_ word: String?) {
      switch word {
      case AVVideoScalingModeResizeAspect: self = .inside
      case AVVideoScalingModeResizeAspectFill, AVVideoScalingModeFit: self = .fill
      default: self = .stretch
      }
    }
  }

  /// `picture` in the size; itself where it has that.
  ///
  /// - Throws: `RenderError` for samples of more than eight bits.
  func scaled(_ picture: PixelBuffer) throws -> PixelBuffer {
    guard picture.width != size.width || picture.height != size.height else { return picture }
    guard let layout = SampleLayout(picture.format), layout.bytesPerSample == 1 else {
      throw RenderError(
        .unsupported, "A picture of \(picture) is written in a size of \(size).",
        remedy: "Give pictures of more than eight bits the size that is written.")
    }
    let result = try PixelBuffer(format: picture.format, width: size.width, height: size.height)
    let (across, down) = (
      axis(picture.width, size.width, true, picture), axis(picture.height, size.height, false, picture)
    )
    for (number, plane) in layout.planes.enumerated() {
      let (from, to) = (
        plane.sampling(width: picture.width, height: picture.height),
        plane.sampling(width: size.width, height: size.height)
      )
      let black: UInt8 =
        !picture.format.isRGB && plane.components.allSatisfy((1...2).contains) ? 128 : picture.format.isRGB ? 0 : 16
      let columns = weights(across, pixels: plane.pixelsAcross, from.width, to.width)
      let rows = weights(down, pixels: plane.pixelsDown, from.height, to.height)
      try Self.scale(
        picture, result, plane: number, components: plane.components.count, columns: columns, rows: rows, black: black)
    }
    return result
  }

  /// Where an axis of the source begins on the result's, and by how much it is scaled.
  private func axis(_ from: Int, _ to: Int, _ isAcross: Bool, _ picture: PixelBuffer) -> (start: Double, scale: Double)
  {
    let own = Double(to) / Double(from)
    let both = (Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
    let scale =
      switch mode {
      case .stretch: own
      case .inside: min(both.0, both.1)
      case .fill: max(both.0, both.1)
      }
    return ((Double(to) - Double(from) * scale) / 2, scale)
  }

  /// What of the source each sample of the result is made of: nil where it lies outside.
  private func weights(
    _ axis: (start: Double, scale: Double), pixels: Int, _ from: Int, _ to: Int
  ) -> [[(index: Int, weight: Float)]?] {
    (0..<to).map { sample in
      let center = ((Double(sample) + 0.5) - axis.start / Double(pixels)) / axis.scale
      guard center >= 0, center <= Double(from) else { return nil }
      let radius = max(1, 1 / axis.scale)
      var found: [(index: Int, weight: Float)] = []
      for index in Int((center - radius).rounded(.down))...Int((center + radius).rounded(.up)) {
        let weight = 1 - abs(Double(index) + 0.5 - center) / radius
        if weight > 0 { found.append((min(max(index, 0), from - 1), Float(weight))) }
      }
      let sum = found.reduce(0) { $0 + $1.weight }
      return found.map { ($0.index, $0.weight / sum) }
    }
  }

  private static func scale(
    _ picture: PixelBuffer, _ result: PixelBuffer, plane: Int, components: Int,
    columns: [[(index: Int, weight: Float)]?], rows: [[(index: Int, weight: Float)]?], black: UInt8
  ) throws {
    let (source, target) = (picture.planes[plane], result.planes[plane])
    try picture.withBytes(ofPlane: plane) { from in
      try result.withMutableBytes(ofPlane: plane) { to in
        var line = [Float](repeating: 0, count: source.rowByteCount)
        for (row, parts) in rows.enumerated() {
          let start = target.row(row).lowerBound
          for index in line.indices { line[index] = 0 }
          for part in parts ?? [] {
            let place = source.row(part.index).lowerBound
            for index in line.indices { line[index] += Float(from[place + index]) * part.weight }
          }
          for (column, pieces) in columns.enumerated() {
            for component in 0..<components {
              var value = Float(black)
              if parts != nil, let pieces {
                value = 0
                for piece in pieces { value += line[piece.index * components + component] * piece.weight }
              }
              to[start + column * components + component] = UInt8(min(max(value.rounded(), 0), 255))
            }
          }
        }
      }
    }
  }
}
