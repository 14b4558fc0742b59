package import Rendering

/// The chunks of a Sony Wave64 file: called by 16 bytes, of which four are letters, with lengths in 64 bits that count
/// these 24 bytes as well, and aligned to 8.
package struct Wave64 {
  /// What such a file begins with.
  package static let mark: [UInt8] = Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6]
  /// What follows the letters of the chunks' names.
  fileprivate static let suffix: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
  fileprivate static let header: UInt64 = 24
}

extension SampleFile {
  /// The sound in a Wave64 file.
  package init(wave64 file: FileBytes) throws {
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
          self.init(name: "Wave64", format: format, samples: start..<(isOpen ? max(start, file.count) : offset + size))
          return
        }
      }
      guard size >= Wave64.header, size < file.count else { break }
      offset += (size + 7) / 8 * 8
    }
    throw Self.noSamples(in: "Wave64")
  }

  /// The sound in an RF64 file, or in a long WAVE file; nil for one that `wavparse` reads.
  package init?(longWave file: FileBytes, name: String) throws {
    var offset: UInt64 = 12
    var declared: UInt64?
    var format: [UInt8]?
    while offset + 8 <= file.count {
      let head = try file.read(at: offset, 8)
      let size = head.littleEndian(at: 4, 4)
      if head.starts(with: "ds64".utf8) { declared = try file.read(at: offset + 16, 8).littleEndian(at: 0, 8) }
      if head.starts(with: "fmt ".utf8) { format = try file.read(at: offset + 8, Int(min(size, 1 << 12))) }
      if head.starts(with: "data".utf8) {
        let start = offset + 8
        guard name != "WAVE" || size >= Self.longest else { return nil }
        guard let format else { break }
        // Where the chunk of lengths is missing or was left open, up to the file's end.
        let length = size < UInt32.max ? size : declared.flatMap { $0 > 0 && $0 < 1 << 62 ? $0 : nil }
        // A length near the largest of 32 bits is what pipes write who do not know it.
        let isOpen = name == "WAVE" && size >= 0xFFFF_0000 && start + size > file.count
        self.init(
          name: name, format: format,
          samples: start..<max(start, isOpen ? file.count : length.map { start + $0 } ?? file.count))
        return
      }
      offset += 8 + size + size % 2
    }
    guard name != "WAVE" else { return nil }
    throw Self.noSamples(in: name)
  }

  /// The µ-law or A-law in an AIFF-C file; nil for other codecs.
  package init?(companded file: FileBytes) throws {
    var offset: UInt64 = 12
    var common: [UInt8] = []
    while offset + 8 <= file.count {
      let head = try file.read(at: offset, 8)
      let size = head.bigEndian(at: 4, 4)
      if head.starts(with: "COMM".utf8) { common = try file.read(at: offset + 8, 22) }
      if head.starts(with: "SSND".utf8) {
        guard common.count == 22,
          let tag = Self.companding[String(decoding: common[18..<22], as: UTF8.self).lowercased()]
        else { return nil }
        let start = offset + 16 + (try file.read(at: offset + 8, 4).bigEndian(at: 0, 4))
        let rate = Self.extended(Array(common[8..<18]))
        let channels = common.bigEndian(at: 0, 2)
        guard let rate, channels > 0, start < file.count else { return nil }
        // As many bytes as frames and channels: what follows may be padding.
        let length = common.bigEndian(at: 2, 4) * channels
        self.init(
          name: "AIFF", format: .waveFormat(tag: tag, channels: channels, rate: rate, bits: 8, mask: nil),
          samples: start..<(start + length))
        return
      }
      offset += 8 + size + size % 2
    }
    return nil
  }

  /// From where on `wavparse` misreads the length of the samples, and what writers leave who do not know it.
  private static let longest: UInt64 = 0x7FFF_FFFF
  /// The numbers in WAVE of the codecs with a byte for each sample, by their names on Apple's systems.
  package static let companding: [String: UInt64] = ["ulaw": 7, "alaw": 6]

  /// The whole number in ten bytes of an 80-bit floating-point number (IEEE 754); nil where it is none, or too large.
  private static func extended(_ bytes: [UInt8]) -> UInt64? {
    let exponent = Int(bytes.bigEndian(at: 0, 2)) - 16_383
    guard (0..<32).contains(exponent) else { return nil }
    return bytes.bigEndian(at: 2, 8) >> UInt64(63 - exponent)
  }

  /// The error of a file without samples.
  package static func noSamples(in name: String) -> RenderError {
    RenderError(
      .mediaUnreadable, "The \(name) file has no samples, or does not say what they are.", remedy: "Check the file.")
  }
}
