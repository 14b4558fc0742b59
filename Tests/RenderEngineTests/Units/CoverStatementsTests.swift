import MediaFormats
import Testing

@testable import Containers

/// How pictures are turned whose tags are not as Exif wants them.
@Suite("Statements of covers")
struct CoverStatementsTests {
  /// A JPEG without a picture, whose Exif holds the orientation `value` as a number of `type`.
  private static func jpeg(_ value: UInt8, type: UInt8, isLittleEndian: Bool, mark: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ length: Int) -> [UInt8] {
      isLittleEndian ? [UInt8](littleEndian: value, length) : [UInt8](bigEndian: value, length)
    }
    let length = [1: 1, 3: 2, 4: 4][type] ?? 1
    var entry = number(0x0112, 2) + number(Int(type), 2) + number(1, 4) + number(Int(value), length)
    entry += [UInt8](repeating: 0, count: 12 - entry.count)
    let tags =
      Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(1, 2) + entry + number(0, 4)
    let exif = Array("Exif".utf8) + mark + tags
    return [0xFF, 0xD8, 0xFF, 0xE1] + [UInt8](bigEndian: exif.count + 2, 2) + exif + [0xFF, 0xDA, 0, 2]
  }

  @Test(arguments: [1, 3, 4] as [UInt8], [false, true])
  func `a cover stays turned, whatever number says it`(type: UInt8, isLittleEndian: Bool) throws {
    for (value, mark) in [(6, [0, 0]), (3, [0, 0xFF])] as [(UInt8, [UInt8])] {
      let old = Self.jpeg(value, type: type, isLittleEndian: isLittleEndian, mark: mark)
      let new = try #require(CoverStatements.removed(from: old))
      #expect(new == Self.jpeg(value, type: 3, isLittleEndian: false, mark: [0, 0]))
    }
  }

  @Test(arguments: [0, 1, 9] as [UInt8], [2, 3, 7] as [UInt8])
  func `an upright or unknown orientation is not stated`(value: UInt8, type: UInt8) throws {
    let old = Self.jpeg(value, type: type, isLittleEndian: false, mark: [0, 0])
    #expect(CoverStatements.removed(from: old) == [0xFF, 0xD8, 0xFF, 0xDA, 0, 2])
  }
}
