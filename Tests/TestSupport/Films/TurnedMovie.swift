import Foundation

/// A movie whose pictures are shown turned.
enum TurnedMovie {
  /// A movie that cannot be turned.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Has the pictures of the movie at `url` be shown turned counter-clockwise by `degrees`, a multiple of 90: writes the matrix of the
  /// first track with a width, without where they come to lie, (ISO/IEC 14496-12 §8.3.2).
  static func turn(_ url: URL, by degrees: Int) throws {
    var bytes = try [UInt8](Data(contentsOf: url))
    let header = bytes.indices.dropLast(96).first { place in
      bytes[place..<(place + 4)].elementsEqual("tkhd".utf8) && number(bytes, matrix(bytes, place) + 36) > 0
    }
    guard let header else { throw Failure(description: "\(url.path) has no track of pictures.") }
    let place = matrix(bytes, header)
    let one: UInt32 = 1 << 16
    let minusOne = UInt32(bitPattern: -(1 << 16))
    let numbers: [UInt32]
    switch degrees {
    case 0: numbers = [one, 0, 0, 0, one, 0, 0, 0]
    case 90: numbers = [0, minusOne, 0, one, 0, 0, 0, 0]
    case 180: numbers = [minusOne, 0, 0, 0, minusOne, 0, 0, 0]
    case 270: numbers = [0, one, 0, minusOne, 0, 0, 0, 0]
    default: throw Failure(description: "Pictures are not turned by \(degrees) degrees.")
    }
    for (index, number) in numbers.enumerated() {
      for byte in 0..<4 {
        bytes[place + 4 * index + byte] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * byte))
      }
    }
    try Data(bytes).write(to: url)
  }

  /// Where the matrix is of the header whose letters are at `place`.
  private static func matrix(_ bytes: [UInt8], _ place: Int) -> Int { place + 4 + (bytes[place + 4] == 1 ? 52 : 40) }

  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
