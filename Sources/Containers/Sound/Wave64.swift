import Rendering

/// The chunks of a Sony Wave64 file: named by 16 bytes (four letters and a fixed suffix), with 64-bit lengths that
/// include these 24 bytes, and aligned to 8.
package struct Wave64 {
  /// The first bytes of such a file.
  package static let mark: [UInt8] = Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6]
  /// The bytes behind the letters of the chunks' names.
  fileprivate static let suffix: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
  fileprivate static let header: UInt64 = 24
}

extension WaveFile {
  /// The sound in a Wave64 file.
  init(wave64 file: FileBytes) throws {
    var format: [UInt8]?
    var offset: UInt64 = 40
    while offset + Wave64.header <= file.count {
      let head = try file.read(at: offset, Int(Wave64.header))
      guard head.count == Int(Wave64.header) else { break }
      let size = head.littleEndian(at: 16, 8)
      if head[4..<16].elementsEqual(Wave64.suffix) {
        if head.starts(with: "fmt ".utf8) {
          format = try file.read(at: offset + Wave64.header, Int(min(size, 1 << 12) - min(size, Wave64.header)))
        }
        if head.starts(with: "data".utf8), let format {
          let start = offset + Wave64.header
          // A recorder that was stopped has left the length open.
          let isOpen = size <= Wave64.header || size > UInt64(Int64.max)
          let end = isOpen ? max(start, file.count) : offset + size
          self.init(name: "Wave64", format: format, samples: start..<end, isLong: true)
          return
        }
      }
      guard size >= Wave64.header, size < file.count else { break }
      offset += (size + 7) / 8 * 8
    }
    throw SampleFile.noSamples(in: "Wave64")
  }

  /// The sound in an RF64 file, or in a WAVE file; nil for one of those that does not say what and where it is.
  init?(chunks file: FileBytes, name: String) throws {
    var offset: UInt64 = 12
    var declared: UInt64?
    var format: [UInt8]?
    var found: WaveFile?
    while offset + 8 <= file.count {
      let head = try file.read(at: offset, 8)
      let size = head.littleEndian(at: 4, 4)
      if head.starts(with: "ds64".utf8) { declared = try file.read(at: offset + 16, 8).littleEndian(at: 0, 8) }
      if head.starts(with: "fmt ".utf8) { format = try file.read(at: offset + 8, Int(min(size, 1 << 12))) }
      if head.starts(with: "data".utf8) {
        guard let format else { break }
        let start = offset + 8
        guard name == "WAVE", size < Self.longest else {
          self.init(long: format, name: name, at: start, size, declared, of: file)
          return
        }
        // A length of zero reaches to the file's end; of several chunks, other programs read the last one.
        let end = size == 0 ? file.count : start + size
        found = WaveFile(name: name, format: format, samples: start..<max(start, end), isLong: false)
        guard size > 0 else { break }
      }
      offset += 8 + size + size % 2
    }
    guard name != "WAVE" else {
      guard let found else { return nil }
      self = found
      return
    }
    throw SampleFile.noSamples(in: name)
  }

  /// The sound of `format` at `start` of a file of 64 bits, whose chunk says `size`, and whose chunk of lengths `declared`.
  private init(
    long format: [UInt8], name: String, at start: UInt64, _ size: UInt64, _ declared: UInt64?, of file: FileBytes
  ) {
    // Where the chunk of lengths is missing or was left open, up to the file's end.
    let length = size < UInt32.max ? size : declared.flatMap { $0 > 0 && $0 < 1 << 62 ? $0 : nil }
    // A length near the largest of 32 bits is what pipes write who do not know it.
    let isOpen = name == "WAVE" && size >= 0xFFFF_0000 && start + size > file.count
    let end = isOpen ? file.count : length.map { start + $0 } ?? file.count
    self.init(name: name, format: format, samples: start..<max(start, end), isLong: true)
  }

  /// The length of the samples from which on `wavparse` misreads it, and which writers leave who do not know it.
  private static let longest: UInt64 = 0x7FFF_FFFF
}
