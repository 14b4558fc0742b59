import Rendering

// QUIRK: RF64, BW64, Wave64: `wavparse` does not know headers of 64 bits. In: GStreamer 1.22. Test: "all samples of six channels
// are read bit for bit", "the end of five gigabytes, or three, is read".
// QUIRK: Core Audio: GStreamer has no parser of Apple's header. In: GStreamer 1.22. Test: "all samples of six channels are read
// bit for bit", "samples are read from any byte on".
// QUIRK: AIFF: `aiffparse` reads PCM alone, and no µ-law and A-law. In: GStreamer 1.22. Survey: "aif | µ-law | plain".
// QUIRK: WAVE: `wavparse` takes a length of the samples above 2³¹ for one of 2³¹. In: GStreamer 1.22. Test: "the end of five
// gigabytes, or three, is read".

/// Sound whose samples lie in one piece in a file that `wavparse` does not know, or misreads: how it is made to read it.
///
/// ```
///  the file       caff │ desc │ chan │ info     │ data │ samples …                       │ other chunks
///  what is read   RIFF │ fmt  │ JUNK            │ data │ samples …                       ┤ the file's end
/// ```
///
/// | file | why |
/// |---|---|
/// | RF64, BW64 (EBU Tech 3306, ITU-R BS.2088) | lengths in 64 bits, in a chunk of their own |
/// | Wave64 | chunks are called by 16 bytes |
/// | Core Audio (CAF) | Apple's own header |
/// | AIFF-C of µ-law and A-law | `aiffparse` reads PCM alone |
/// | WAVE of 2 GB and more | `wavparse` takes a length above 2³¹ for one of 2³¹ |
package struct SampleFile {
  /// The container's name.
  package let name: String
  /// The format as a WAVE file states it (WAVEFORMATEX, without its chunk's header).
  package let format: [UInt8]
  /// Where the samples are, in bytes; a file that is cut short ends before they do.
  package let samples: Range<UInt64>
  /// The caps of samples that WAVE does not have: big-endian ones, and signed ones of 8 bits.
  package let caps: String?

  /// The sound in `file`; nil for other files, and for those that `wavparse` reads.
  ///
  /// - Throws: `RenderError` with `.unsupported` where it is no sound that can be read so.
  package init?(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 40)
    let isWave = head.dropFirst(8).starts(with: "WAVE".utf8)
    if isWave, head.starts(with: "RF64".utf8) || head.starts(with: "BW64".utf8) {
      try self.init(longWave: file, name: "RF64")
    } else if isWave, head.starts(with: "RIFF".utf8) {
      try self.init(longWave: file, name: "WAVE")
    } else if head.starts(with: Wave64.mark) {
      try self.init(wave64: file)
    } else if head.starts(with: "caff".utf8) {
      try self.init(coreAudio: file)
    } else if head.starts(with: "FORM".utf8), head.dropFirst(8).starts(with: "AIFC".utf8) {
      try self.init(companded: file)
    } else {
      return nil
    }
  }

  /// `samples` of the WAVE `format`, whose rate in bytes need not be right.
  package init(name: String, format: [UInt8], samples: Range<UInt64>, caps: String? = nil) {
    (self.name, self.samples, self.caps) = (name, samples, caps)
    self.format = format.withTrueByteRate
  }

  /// What `wavparse` reads of `file`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the samples begin where none of WAVE can.
  package func correction(of file: FileBytes) throws -> HeaderCorrection {
    var header = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8)
    var length = [UInt8](repeating: 0, count: 4)
    let data: UInt64 = 8
    // Chunks of WAVE begin at even bytes: where the samples do not, it begins with the second.
    let start = samples.lowerBound % 2
    let place = samples.lowerBound - start
    guard place >= UInt64(header.count + 4 + format.count) + data else {
      throw RenderError(
        .unsupported, "The samples of the \(name) file begin at byte \(samples.lowerBound), which is not read.",
        remedy: "Write it anew, as with: ffmpeg -i FILE -c:a copy NEW.wav.")
    }
    let left = place - UInt64(header.count + 4 + format.count) - data
    // What is too short for a chunk of its own lengthens the format.
    let tail = left < 8 ? Int(left) : format.count % 2
    length.setLittleEndian(UInt64(format.count + tail), at: 0, 4)
    header += length + format + [UInt8](repeating: 0, count: tail)
    if left >= 8 {
      length.setLittleEndian(left - 8 - UInt64(tail), at: 0, 4)
      header += Array("JUNK".utf8) + length
    }
    return HeaderCorrection(
      fields: [
        HeaderCorrection.Field(offset: 0, bytes: header),
        // A length of zero reaches to the file's end.
        HeaderCorrection.Field(offset: place - data, bytes: Array("data".utf8) + [0, 0, 0, 0]),
      ], window: start..<max(start, min(samples.upperBound, file.count)))
  }
}

extension [UInt8] {
  /// A WAVE format whose rate in bytes (`nAvgBytesPerSec`) is that of its PCM: `wavparse` computes times from it.
  fileprivate var withTrueByteRate: [UInt8] {
    var format = self
    if let rate = trueByteRate { format.setLittleEndian(rate, at: 8, 4) }
    return format
  }

  /// The rate in bytes of PCM in a WAVE format; nil for other codecs.
  package var trueByteRate: UInt64? {
    // PCM, floating-point numbers, the extensible form of both, A-law and µ-law.
    guard count >= 16, [1, 3, 6, 7, 0xFFFE].contains(littleEndian(at: 0, 2)) else { return nil }
    let rate = littleEndian(at: 4, 4) * littleEndian(at: 12, 2)
    return rate > 0 && rate <= UInt32.max ? rate : nil
  }
}
