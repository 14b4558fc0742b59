import Compositing
import EditingModel
import MediaFormats
import MediaTime
import PictureRows
import SeededRandom

@testable import Transitions

extension PixelBuffer {
  /// A picture whose samples `sample` gives: of a component, at a column and a row of that component's samples.
  static func drawn(
    _ format: Format, _ width: Int, _ height: Int, _ sample: (_ component: Int, _ x: Int, _ y: Int) -> Int
  ) throws -> PixelBuffer {
    let picture = try PixelBuffer(format: format, width: width, height: height)
    guard let layout = SampleLayout(format) else { return picture }
    for (number, plane) in layout.planes.enumerated() {
      try picture.withMutableBytes(ofPlane: number) { bytes in
        for row in 0..<picture.planes[number].height {
          let place = picture.planes[number].row(row)
          for index in 0..<place.count / layout.bytesPerSample {
            let column = index / plane.components.count
            let value =
              sample(plane.components[index % plane.components.count], column, row) << layout.unusedLowBits
            bytes[place.lowerBound + index * layout.bytesPerSample] = UInt8(truncatingIfNeeded: value)
            if layout.bytesPerSample > 1 {
              bytes[place.lowerBound + 2 * index + 1] = UInt8(truncatingIfNeeded: value >> 8)
            }
          }
        }
      }
    }
    return picture
  }

  /// Noise: the hardest picture to be exact about.
  static func noise(
    _ format: Format, _ width: Int, _ height: Int, using random: inout SeededGenerator
  ) throws -> PixelBuffer {
    try drawn(format, width, height) { _, _, _ in Int.random(in: 0..<1 << format.bitDepth, using: &random) }
  }

  /// One grey, of 8 bits.
  static func grey(_ luma: Int, _ format: Format, _ width: Int, _ height: Int) throws -> PixelBuffer {
    let scale = 1 << (format.bitDepth - 8)
    return try drawn(format, width, height) { component, _, _ in (component == 0 ? luma : 128) * scale }
  }

  /// The samples of component `component`, row by row.
  func samples(ofComponent component: Int) throws -> [Int] {
    guard let layout = SampleLayout(format) else { return [] }
    let place = layout.place(ofComponent: component)
    return try withBytes(ofPlane: place.plane) { bytes in
      var samples: [Int] = []
      for row in 0..<planes[place.plane].height {
        let range = planes[place.plane].row(row)
        for index in stride(from: place.first, to: range.count / layout.bytesPerSample, by: place.step) {
          let first = range.lowerBound + index * layout.bytesPerSample
          let value = layout.bytesPerSample > 1 ? Int(bytes[first]) | Int(bytes[first + 1]) << 8 : Int(bytes[first])
          samples.append(value >> layout.unusedLowBits)
        }
      }
      return samples
    }
  }
}

extension Transition {
  /// The frame that the transition makes of `pictures`, topmost first, at `progress` in a film of `width` × `height`.
  /// It gets the values in force, as a plug-in does.
  static func frame(
    _ pictures: [PixelBuffer?], at progress: Double, parameters: [String: JSONValue] = [:],
    format: PixelBuffer.Format = .yuv420p, width: Int, height: Int
  ) throws -> PixelBuffer {
    let time = CMTimeRange(start: CMTime(value: 3, timescale: 1), duration: CMTime(value: 4, timescale: 1))
    let ids = pictures.indices.map { TrackID(rawValue: Int32($0 + 1)) }
    let request = AsynchronousVideoCompositionRequest(
      renderContext: VideoCompositionRenderContext(
        size: Size(width: Double(width), height: Double(height)), pixelFormat: format),
      compositionTime: CMTime(seconds: 3 + 4 * progress, preferredTimescale: 1 << 20),
      instruction: VideoCompositionInstruction(
        timeRange: time, layerInstructions: ids.map { LayerInstruction(trackID: $0) },
        parameters: .object(description.values(film: nil, instruction: .object(parameters)))),
      sourceFrames: zip(ids, pictures).compactMap { id, picture in picture.map { (id, $0) } }, report: { _ in })
    return try Self().compose(request)
  }
}
