/// The duration that `matroskademux` reads (`Duration`, RFC 9559 §5.1.2.10).
///
/// ```
///  presented            ├──────── duration ────────┤
///  times of blocks   ├──┼────────────────────── ▓▓▓│▓       Opus: later by the codec's delay (§5.1.4.1.25)
///  matroskademux 1.22, after a seek                ┊ stops here: the last packet is missing
/// ```
extension HeaderCorrection {
  /// A duration of a second more than `file`, Matroska or WebM, says, and what `correction` has; that alone where it says none.
  static func prolonging(_ file: FileBytes, besides correction: HeaderCorrection?) throws -> HeaderCorrection? {
    guard let field = try Field(durationOfMatroska: file) else { return correction }
    let fields = ((correction?.fields ?? []) + [field]).sorted { $0.offset < $1.offset }
    return HeaderCorrection(fields: fields, window: correction?.window)
  }
}

extension HeaderCorrection.Field {
  /// Nil where the file says no duration.
  fileprivate init?(durationOfMatroska file: FileBytes) throws {
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
      let bytes = try duration.bytes(of: file, most: 8)
      let second = 1_000_000_000 / Double(scale)
      var longer = [UInt8](repeating: 0, count: bytes.count)
      switch bytes.count {
      case 4:
        let ticks = Float(bitPattern: UInt32(bytes.bigEndian(at: 0, 4))) + Float(second)
        longer.setBigEndian(UInt64(ticks.bitPattern), at: 0, 4)
      case 8:
        let ticks = Double(bitPattern: bytes.bigEndian(at: 0, 8)) + second
        longer.setBigEndian(ticks.bitPattern, at: 0, 8)
      default: return nil
      }
      self.init(offset: duration.body, bytes: longer)
      return
    }
    return nil
  }
}
