import Containers

/// The pages of a file of Ogg (RFC 3533 §6), for tests that change them.
struct OggFile {
  /// Each page with its head.
  var pages: [[UInt8]] = []

  /// Those of a file of `bytes`.
  init(_ bytes: [UInt8]) {
    var place = 0
    while place + 27 <= bytes.count {
      let segments = Int(bytes[place + 26])
      let size = bytes[(place + 27)..<(place + 27 + segments)].reduce(27 + segments) { $0 + Int($1) }
      pages.append(Array(bytes[place..<place + size]))
      place += size
    }
  }

  /// The file, its pages numbered from 0 on, each with its checksum.
  var bytes: [UInt8] {
    pages.enumerated().flatMap { number, page in
      var page = page
      page.setLittleEndian(UInt64(number), at: 18, 4)
      page.setLittleEndian(0, at: 22, 4)
      page.setLittleEndian(UInt64(Checksum.ogg(page[...])), at: 22, 4)
      return page
    }
  }

  /// The granule position of page `number`.
  subscript(position number: Int) -> Int64 {
    get { Int64(bitPattern: pages[number].littleEndian(at: 6, 8)) }
    set { pages[number].setLittleEndian(UInt64(bitPattern: newValue), at: 6, 8) }
  }
}
