import MediaFormats
import Rendering

/// The components in the frame header of a JPEG picture (ITU-T T.81 §B.2.2).
package struct JPEGHeader {
  /// Sampling factors of each component across and down, relative to each other's.
  package let sampling: [(across: Int, down: Int)]
  /// Its pixels.
  package let size: (width: Int, height: Int)
  /// Whether Adobe's mark comes before the frame: then inks are stored inverted.
  package let hasAdobeMark: Bool
  /// Whether its samples have eight bits, and Huffman's code: baseline, extended or progressive.
  package let isOrdinary: Bool

  /// The header of the picture in `file`; nil where there is none.
  package init?(of file: FileBytes) throws {
    // Starts of frames of all processes, but for the tables whose numbers lie between them.
    let frames = Set(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
    var offset: UInt64 = 2
    var isMarked = false
    guard try file.read(at: 0, 2) == [0xFF, 0xD8] else { return nil }
    while true {
      let head = try file.read(at: offset, 10)
      guard head.count == 10, head[0] == 0xFF else { return nil }
      let marker = Int(head[1])
      if marker == 0xFF {
        // A fill byte.
        offset += 1
        continue
      }
      guard frames.contains(marker) else {
        guard marker != 0xD9, marker != 0xDA else { return nil }
        if marker == 0xEE, head[4..<9].elementsEqual("Adobe".utf8) { isMarked = true }
        offset += 2 + head.bigEndian(at: 2, 2)
        continue
      }
      let components = try file.read(at: offset + 10, 3 * Int(head[9]))
      hasAdobeMark = isMarked
      isOrdinary = marker <= 0xC2 && head[4] == 8
      size = (Int(head.bigEndian(at: 7, 2)), Int(head.bigEndian(at: 5, 2)))
      sampling = stride(from: 1, to: components.count, by: 3).map {
        (Int(components[$0] >> 4), Int(components[$0] & 15))
      }
      return
    }
  }

  /// Whether chroma is halved both ways (4:2:0), or there is none.
  package var isHalvedBothWays: Bool {
    sampling.count == 1 || sampling.map { [$0.across, $0.down] } == [[2, 2], [1, 1], [1, 1]]
  }

  /// Whether it is one of the forms of 4:4:4 and of 4:2:2 that libavcodec decodes as such.
  package var isFullOrHalvedAcross: Bool {
    guard sampling.count == 3, isOrdinary else { return false }
    let counts = sampling.map { [$0.across, $0.down] }
    return counts.allSatisfy { $0 == counts[0] } || counts == [[2, 1], [1, 1], [1, 1]]
      || counts == [[2, 2], [1, 2], [1, 2]]
  }
}
