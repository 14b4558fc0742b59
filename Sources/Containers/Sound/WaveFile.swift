import Rendering

// QUIRK: RF64, BW64, Wave64: `wavparse` does not know headers of 64 bits. In: GStreamer 1.22. Test: "codecs in headers of 64 bits
// are read".
// QUIRK: WAVE: `wavparse` takes a length of the samples above 2³¹ for one of 2³¹. In: GStreamer 1.22. Test: "codecs in headers of
// 64 bits are read".

/// A WAVE file, or one of its relatives with lengths of 64 bits: the format of its sound, and where that lies.
///
/// Plain samples are read as they stand (``SampleFile``); packets of a codec are found by `wavparse`, which is made to read those of
/// a long file:
///
/// ```
///  the file       riff… │ fmt… │ other chunks │ data… │ packets …                       │ other chunks
///  what is read   RIFF  │ fmt  │ JUNK         │ data  │ packets …                       ┤ the file's end
/// ```
package struct WaveFile {
  /// The container's name.
  package let name: String
  /// The format as the file states it (WAVEFORMATEX, without its chunk's header).
  package let format: [UInt8]
  /// The place of the sound in bytes; a file that is cut short ends before it does.
  package let samples: Range<UInt64>
  /// Whether its lengths are none that `wavparse` reads: RF64, BW64 (EBU Tech 3306, ITU-R BS.2088), Wave64, and WAVE of 2 GB and more.
  package let isLong: Bool

  /// The header of `file`; nil where it is none of these files, or a WAVE file that does not say both.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where a file with lengths of 64 bits has no sound.
  package init?(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 12)
    let isWave = head.dropFirst(8).starts(with: "WAVE".utf8)
    if isWave, head.starts(with: "RF64".utf8) || head.starts(with: "BW64".utf8) {
      try self.init(chunks: file, name: "RF64")
    } else if isWave, head.starts(with: "RIFF".utf8) {
      try self.init(chunks: file, name: "WAVE")
    } else if try file.read(at: 0, Wave64.mark.count) == Wave64.mark {
      try self.init(wave64: file)
    } else {
      return nil
    }
  }

  /// The sound at `samples`; see the properties.
  init(name: String, format: [UInt8], samples: Range<UInt64>, isLong: Bool) {
    (self.name, self.format, self.samples, self.isLong) = (name, format, samples, isLong)
  }

  /// The correction by which `wavparse` reads `file`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the samples begin where none of WAVE can.
  package func correction(of file: FileBytes) throws -> HeaderCorrection {
    var header = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8)
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
    // A rest that is too short for a chunk of its own lengthens the format.
    let tail = left < 8 ? Int(left) : format.count % 2
    header += [UInt8](littleEndian: format.count + tail, 4) + format + [UInt8](repeating: 0, count: tail)
    if left >= 8 { header += Array("JUNK".utf8) + [UInt8](littleEndian: left - 8 - UInt64(tail), 4) }
    return HeaderCorrection(
      fields: [
        HeaderCorrection.Field(offset: 0, bytes: header),
        // A length of zero reaches to the file's end.
        HeaderCorrection.Field(offset: place - data, bytes: Array("data".utf8) + [0, 0, 0, 0]),
      ], window: start..<max(start, min(samples.upperBound, file.count)))
  }
}

extension WaveFile {
  /// Samples in the whole blocks of ADPCM in `file`; nil for another codec.
  package static func blockSamples(of file: FileBytes) throws -> Int64? {
    guard let format = try RIFFChunks.body(of: "fmt ", in: file), let data = try RIFFChunks.body(of: "data", in: file)
    else { return nil }
    let bytes = try file.read(at: format, 20)
    // Microsoft's and IMA's.
    guard bytes.count == 20, [0x02, 0x11].contains(bytes.littleEndian(at: 0, 2)) else { return nil }
    let (size, samples) = (bytes.littleEndian(at: 12, 2), bytes.littleEndian(at: 18, 2))
    let length = min(try file.read(at: data - 4, 4).littleEndian(at: 0, 4), file.count - data)
    return size > 0 ? Int64(length / size * samples) : nil
  }
}
