import Containers

/// The chunks of a PNG before its pixels (ISO/IEC 15948 §11).
struct PNGHeader: Sendable {
  /// Pixels across and down.
  private(set) var size = (width: 0, height: 0)
  /// Bits of a component.
  private(set) var depth = 8
  /// The type of a pixel: 0 grey, 2 color, 3 a number of a color, 4 grey and alpha, 6 color and alpha.
  private(set) var colorType = 2
  /// The interlacing of rows: 0 for none.
  private(set) var interlacing = 0
  /// Whether a color is clear.
  private(set) var hasClearColor = false
  /// Whether it is one of several pictures.
  private(set) var isAnimated = false
  /// Pixels a meter; nil where the file says none.
  private(set) var pixelsPerMeter: (across: Int, down: Int)?
  /// The gamma; nil where the file says none.
  private(set) var gamma: Double?
  /// The rendering intent of sRGB's colors; nil where the file does not state that they are sRGB's.
  private(set) var intent: Int?

  /// Limit of the chunks that are passed.
  private static let mostChunks = 10_000

  /// The header of the PNG in `file`; nil where there is none.
  init?(_ file: FileBytes) throws {
    var offset: UInt64 = 8
    for _ in 0..<Self.mostChunks {
      let head = try file.read(at: offset, 8 + 13)
      guard head.count >= 8 else { break }
      let body = Array(head[8...])
      switch String(decoding: head[4..<8], as: UTF8.self) {
      case "IHDR" where body.count == 13:
        size = (Int(body.bigEndian(at: 0, 4)), Int(body.bigEndian(at: 4, 4)))
        (depth, colorType, interlacing) = (Int(body[8]), Int(body[9]), Int(body[12]))
      case "tRNS": hasClearColor = true
      case "acTL": isAnimated = true
      case "pHYs" where body.count >= 9 && body[8] == 1:
        pixelsPerMeter = (Int(body.bigEndian(at: 0, 4)), Int(body.bigEndian(at: 4, 4)))
      case "gAMA" where body.count >= 4: gamma = Double(body.bigEndian(at: 0, 4)) / 100_000
      case "sRGB" where body.count >= 1: intent = Int(body[0])
      case "IDAT", "IEND":
        guard size.width > 0, size.height > 0 else { return nil }
        return
      default: break
      }
      offset += 12 + head.bigEndian(at: 0, 4)
    }
    return nil
  }
}
