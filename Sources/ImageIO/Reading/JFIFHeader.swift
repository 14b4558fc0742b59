import Containers

/// JFIF's segment of a JPEG picture (ITU-T T.871 §10.1).
struct JFIFHeader: Sendable {
  /// The version, two numbers.
  let version: [Int]
  /// The unit: 0 for the shape of pixels alone, 1 for an inch, 2 for a centimeter.
  let unit: Int
  /// Pixels across and down, in the unit.
  let density: (across: Int, down: Int)

  /// The segment of the picture in `file`; nil where it does not begin with one.
  init?(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 18)
    guard head.count == 18, head[2..<4].elementsEqual([0xFF, 0xE0]), head[6..<11].elementsEqual("JFIF\0".utf8) else {
      return nil
    }
    (version, unit) = ([Int(head[11]), Int(head[12])], Int(head[13]))
    density = (Int(head.bigEndian(at: 14, 2)), Int(head.bigEndian(at: 16, 2)))
  }
}
