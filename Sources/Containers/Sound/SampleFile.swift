import Rendering

/// Sound whose samples lie in one piece in a file, one after another, as they are played: their times and places are arithmetic.
///
/// ```
///  the file    header │ sample of all channels │ sample of all channels │ …   │ other chunks
///  sample n           ▲ at `samples.lowerBound + n · format.frameByteCount`, presented at n / rate
/// ```
///
/// | file | what says where they lie |
/// |---|---|
/// | WAVE, RF64, BW64, Wave64 | chunks, with lengths of 32 or 64 bits (``WaveFile``) |
/// | AIFF, AIFF-C | big-endian chunks |
/// | AU | the header; they reach to the file's end |
/// | Core Audio (CAF) | Apple's own header |
package struct SampleFile {
  /// The container's name.
  package let name: String
  /// The format of the samples.
  package let format: SampleFormat
  /// Their place in bytes; a file that is cut short ends before they do.
  package let samples: Range<UInt64>
  /// Their end by the header's own length, in bytes; nil where it states none, or `RIFFChunks` tells.
  package let declaredEnd: UInt64?

  /// The sound in `file`; nil for other files, and for those whose sound is no plain samples.
  ///
  /// - Throws: `RenderError` with `.unsupported` where it is no sound that can be read.
  package init?(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 12)
    if head.starts(with: "caff".utf8) {
      try self.init(coreAudio: file)
    } else if head.starts(with: "FORM".utf8) {
      try self.init(interchange: file, isCompressed: head.dropFirst(8).starts(with: "AIFC".utf8))
    } else if head.starts(with: ".snd".utf8) {
      try self.init(au: file)
    } else if let wave = try WaveFile(file) {
      try self.init(wave, of: file)
    } else {
      return nil
    }
  }

  /// `samples` of `format`; see the properties.
  init(name: String, format: SampleFormat, samples: Range<UInt64>, declaredEnd: UInt64?) {
    (self.name, self.format, self.samples, self.declaredEnd) = (name, format, samples, declaredEnd)
  }

  /// The samples of `wave`, which is `file`; nil where they are packets of a codec.
  private init?(_ wave: WaveFile, of file: FileBytes) throws {
    guard let format = SampleFormat(wave: wave.format),
      try !format.mayBeCD || !Self.isDTS(file.read(at: wave.samples.lowerBound, Self.reachOfDTS))
    else { return nil }
    self.init(
      name: wave.name, format: format, samples: wave.samples,
      declaredEnd: wave.isLong ? wave.samples.upperBound : nil)
  }

  /// Bytes of samples that are searched for a frame of DTS: more than the longest.
  private static let reachOfDTS = 20_000

  /// Whether `bytes` have a mark of DTS (ETSI TS 102 114 §5.3), which discs hide in samples of 16 bits.
  private static func isDTS(_ bytes: [UInt8]) -> Bool {
    var word: UInt32 = 0
    for byte in bytes {
      word = word << 8 | UInt32(byte)
      if word == 0xFF1F_00E8 || word == 0xFE7F_0180 || word == 0x7FFE_8001 || word == 0x1FFF_E800 { return true }
    }
    return false
  }

  /// The error of a file without samples.
  static func noSamples(in name: String) -> RenderError {
    RenderError(
      .mediaUnreadable, "The \(name) file has no samples, or does not say what they are.", remedy: "Check the file.")
  }
}

extension SampleFile {
  /// The samples of each channel in `file`, without an incomplete one at its end.
  package func count(in file: FileBytes) -> Int64 {
    let end = min(samples.upperBound, file.count)
    return end > samples.lowerBound ? Int64(clamping: (end - samples.lowerBound) / UInt64(format.frameByteCount)) : 0
  }

  /// The offset of sample `number`, in bytes.
  package func offset(of number: Int64) -> UInt64 {
    samples.lowerBound + UInt64(max(0, number)) * UInt64(format.frameByteCount)
  }

  /// The time of sample `number`, in nanoseconds, rounded down.
  package func time(of number: Int64) -> Int64 {
    Int64(clamping: Int128(number) * 1_000_000_000 / Int128(format.rate))
  }

  /// The sample that is played at `time` nanoseconds.
  package func sample(at time: Int64) -> Int64 {
    Int64(clamping: ((Int128(time) + 1) * Int128(format.rate) - 1) / 1_000_000_000)
  }

  /// The sound in `file`, which held such sound before.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where it does not any more.
  package static func existing(_ file: FileBytes) throws -> SampleFile {
    guard let sound = try SampleFile(file) else {
      throw RenderError(
        .mediaUnreadable, "The file holds no samples any more.", remedy: "Leave it as it is while it is read.")
    }
    return sound
  }

  /// Samples of each channel in a packet: few packets for an hour, and little memory for each.
  package var packetLength: Int64 { max(1, min(16_384, 262_144 / Int64(format.frameByteCount))) }
}
