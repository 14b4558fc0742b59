/// Writes an animated GIF (GIF89a, CompuServe 1990), frame by frame.
///
/// ```swift
/// var encoder = GIFEncoder(width: 480, height: 270, hasAlpha: false)
/// var file = encoder.head
/// for frame in frames { file += encoder.frame(frame, hundredths: 4) }
/// file += GIFEncoder.trailer
/// ```
///
/// Each frame has its own palette of at most 255 colors: the frame's colors where it has no more (a drawing), else the
/// best ones (``GIFPalette``) with an ordered dither, which is stable where the picture is. Of a frame over another
/// one, only the changed area is written.
public struct GIFEncoder: Sendable {
  private let width: Int
  private let height: Int
  private let hasAlpha: Bool
  /// The pixels of the frame before.
  private var previous: [UInt8] = []

  /// An encoder of frames of `width` × `height` pixels, at most 65,535 each, of three bytes a pixel, or of four with
  /// alpha: red, green, blue, alpha. Alpha below 128 is clear.
  public init(width: Int, height: Int, hasAlpha: Bool) {
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
  }

  /// The head of a file: the size, and that the frames are shown again and again.
  public var head: [UInt8] { head(repetitions: 0) }

  /// The head of a file: the size, and how often the frames are shown again, up to 65,535 times: 0 for ever, nil not at all.
  public func head(repetitions: Int?) -> [UInt8] {
    let screen = Array("GIF89a".utf8) + Self.number(width) + Self.number(height) + [0x70, 0, 0]
    guard let repetitions else { return screen }
    return screen + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.number(repetitions) + [0]
  }

  /// The end mark.
  public static let trailer: [UInt8] = [0x3B]

  /// The next frame, whose rows are `pixels`, shown for `hundredths` of a second.
  public mutating func frame(_ pixels: [UInt8], hundredths: Int) -> [UInt8] {
    let part = hasAlpha || previous.isEmpty ? (0..<width, 0..<height) : changed(pixels)
    let colors = GIFColors(pixels, bytesPerPixel: hasAlpha ? 4 : 3, width: width, part: part) {
      [previous, hasAlpha] place in
      if hasAlpha { return pixels[place + 3] < 128 }
      return !previous.isEmpty && pixels[place] == previous[place] && pixels[place + 1] == previous[place + 1]
        && pixels[place + 2] == previous[place + 2]
    }
    // A frame with alpha is taken away before the next; others stay beneath it.
    let disposal: UInt8 = hasAlpha ? 2 : 1
    var bytes: [UInt8] = [0x21, 0xF9, 4, disposal << 2 | 1] + Self.number(hundredths) + [GIFPalette.clear, 0]
    bytes += [0x2C] + Self.number(part.0.lowerBound) + Self.number(part.1.lowerBound)
    bytes += Self.number(part.0.count) + Self.number(part.1.count) + [0x87]
    bytes += colors.table
    bytes += GIFCompression.blocks(of: colors.indices)
    if !hasAlpha { previous = pixels }
    return bytes
  }

  /// The smallest part of the picture in which `pixels` differ from those before; one pixel where none do.
  private func changed(_ pixels: [UInt8]) -> (Range<Int>, Range<Int>) {
    let stride = width * 3
    func differs(_ place: Int) -> Bool { pixels[place] != previous[place] }
    func rowDiffers(_ row: Int) -> Bool { (row * stride..<(row + 1) * stride).contains(where: differs) }
    guard let top = (0..<height).first(where: rowDiffers), let bottom = (top..<height).last(where: rowDiffers) else {
      return (0..<1, 0..<1)
    }
    var (left, right) = (width, 0)
    for row in top...bottom {
      let start = row * stride
      if let first = (start..<start + left * 3).first(where: differs) { left = (first - start) / 3 }
      if let last = (start + right * 3..<start + stride).last(where: differs) { right = (last - start) / 3 + 1 }
    }
    return (left..<max(left + 1, right), top..<(bottom + 1))
  }

  private static func number(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}
