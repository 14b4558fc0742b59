package import MediaTime

/// The duration that `matroskademux` reads (`Duration`, RFC 9559 §5.1.2.10).
///
/// ```
///  presented            ├──────── duration ────────┤
///  times of blocks   ├──┼────────────────────── ▓▓▓│▓       Opus: later by the codec's delay (§5.1.4.1.25)
///  matroskademux 1.22, after a seek                ┊ stops here: the last packet is missing
/// ```
extension HeaderCorrection {
  /// A duration one second longer than that of `file`, Matroska or WebM, besides `correction`; `correction` alone where
  /// it has none.
  package static func prolonging(_ file: FileBytes, besides correction: HeaderCorrection?) throws -> HeaderCorrection? {
    guard let field = try Field(durationOfMatroska: file) else { return correction }
    let fields = ((correction?.fields ?? []) + [field]).sorted { $0.offset < $1.offset }
    return HeaderCorrection(fields: fields, window: correction?.window)
  }
}

/// The duration that a Matroska or WebM file states.
package enum MatroskaDuration {
  /// Says in `file` that it is `duration` seconds long: the muxer takes the end of its last packet, which of sound holds more than
  /// is presented.
  package static func state(_ duration: Rational, in file: FileBytes) throws {
    guard let (place, size, tick) = try found(in: file) else { return }
    let ticks = Double(try duration.rounded(scaledBy: 1_000_000_000)) / tick
    try file.write(bytes(of: ticks, size), at: place)
  }

  /// The duration that `file` states, in nanoseconds; nil without a statement.
  package static func nanoseconds(of file: FileBytes) throws -> Int64? {
    guard let (place, size, tick) = try found(in: file) else { return nil }
    let duration = try ticks(at: place, size, of: file) * tick
    return duration > 0 ? Int64(exactly: duration.rounded(.towardZero)) : nil
  }

  fileprivate static func ticks(at place: UInt64, _ size: Int, of file: FileBytes) throws -> Double {
    let bits = try file.read(at: place, size).bigEndian(at: 0, size)
    return size == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(bits)))
  }

  /// The duration's field in `file`: its offset, its bytes, and the nanoseconds of a tick; nil without one.
  fileprivate static func found(in file: FileBytes) throws -> (place: UInt64, size: Int, tick: Double)? {
    var offset: UInt64 = 0
    while let element = try MatroskaElement(at: offset, of: file), element.id != MatroskaID.cluster {
      guard element.id == MatroskaID.info else {
        guard let next = element.id == MatroskaID.segment ? element.body : element.end, next > offset else { break }
        offset = next
        continue
      }
      let info = try MatroskaNode(at: offset, of: file)
      let scale = try info.number(MatroskaID.timestampScale, of: file) ?? 1_000_000
      guard let duration = try info.children(of: file).first(where: { $0.id == MatroskaID.duration }), scale > 0 else {
        return nil
      }
      let size = Int(clamping: duration.size)
      return size == 4 || size == 8 ? (duration.body, size, Double(scale)) : nil
    }
    return nil
  }

  /// `ticks` as a number of 4 or 8 bytes (RFC 8794 §7.3).
  fileprivate static func bytes(of ticks: Double, _ size: Int) -> [UInt8] {
    [UInt8](bigEndian: size == 8 ? ticks.bitPattern : UInt64(Float(ticks).bitPattern), size)
  }
}

extension HeaderCorrection.Field {
  /// Nil where the file says no duration.
  fileprivate init?(durationOfMatroska file: FileBytes) throws {
    guard let (place, size, tick) = try MatroskaDuration.found(in: file) else { return nil }
    let ticks = try MatroskaDuration.ticks(at: place, size, of: file)
    self.init(offset: place, bytes: MatroskaDuration.bytes(of: ticks + 1_000_000_000 / tick, size))
  }
}
