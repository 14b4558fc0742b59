import MediaFormats
import MediaTime

/// Named places of a sound, in the chunks of its file: cue points of WAVE and their labels (Multimedia Programming Interface 1.0
/// §3), markers of AIFF (Audio Interchange File Format §6).
///
/// ```
///  WAVE   cue    number, …, sample │ number, …, sample │ …
///         adtl   labl  number, name │ ltxt  number, how many samples │ …
///  AIFF   MARK   number, sample, name │ number, sample, name │ …
/// ```
///
/// Places without a name are no chapters: samplers repeat what lies between them. So do they between those of AIFF that an
/// instrument names (`INST`).
struct CuePoints {
  /// Samples a second; 0 where none are said.
  private var rate: UInt64 = 0
  /// The position of each place, in samples, by its number.
  private var samples: [UInt64: UInt64] = [:]
  /// The labels of the points.
  private var names: [UInt64: String] = [:]
  /// Length of each place in samples, by its number.
  private var lengths: [UInt64: UInt64] = [:]
  /// The places between which an instrument repeats the sound.
  private var loops: Set<UInt64> = []

  /// The longest list of places that is read, in bytes.
  private static let longest: UInt64 = 1 << 20

  /// The named places, in rising order; each ends where it says, or where the next begins, the last with the file.
  var chapters: [Chapter] {
    guard rate > 0, let scale = Int64(exactly: rate) else { return [] }
    let named = samples.filter { names[$0.key]?.isEmpty == false && !loops.contains($0.key) }
      .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    func time(_ sample: UInt64) -> Rational? {
      Int64(exactly: sample).flatMap { try? Rational($0, scale) }
    }
    return named.enumerated().compactMap { place, found in
      guard let start = time(found.value), let name = names[found.key] else { return nil }
      let length = lengths[found.key] ?? 0
      let next = place + 1 < named.count ? time(named[place + 1].value) : nil
      let end = length > 0 ? time(found.value + length) : next
      return Chapter(
        exactStart: start, exactEnd: end.flatMap { $0 > start ? $0 : nil }, titles: [Chapter.Title(name)])
    }
  }

  /// Takes over what the chunk `type` of WAVE says, whose content lies in `range` of `file`.
  mutating func note(wave type: String, _ range: Range<UInt64>, of file: FileBytes) throws {
    let bytes = try file.read(at: range.lowerBound, Int(min(UInt64(range.count), Self.longest)))
    switch type {
    case "fmt ": rate = bytes.littleEndian(at: 4, 4)
    case "cue ":
      let count = min(bytes.littleEndian(at: 0, 4), UInt64(MetadataCollection.mostItems))
      for place in stride(from: 4, to: 4 + 24 * Int(count), by: 24) where place + 24 <= bytes.count {
        samples[bytes.littleEndian(at: place, 4)] = bytes.littleEndian(at: place + 20, 4)
      }
    case "adtl": noteLabels(in: bytes)
    default: break
    }
  }

  /// Takes over what the chunk `type` of AIFF says, whose content lies in `range` of `file`.
  mutating func note(aiff type: String, _ range: Range<UInt64>, of file: FileBytes) throws {
    let bytes = try file.read(at: range.lowerBound, Int(min(UInt64(range.count), Self.longest)))
    switch type {
    case "COMM" where bytes.count >= 18: rate = SampleFile.extended(Array(bytes[8..<18])) ?? 0
    case "MARK":
      var place = 2
      while place + 7 <= bytes.count, samples.count < MetadataCollection.mostItems {
        let (number, length) = (bytes.bigEndian(at: place, 2), Int(bytes[place + 6]))
        samples[number] = bytes.bigEndian(at: place + 2, 4)
        names[number] = EncodedText.probable(Array(bytes[(place + 7)...].prefix(length)))
        // Its length and the text have an even number of bytes.
        place += 7 + length + (length + 1) % 2
      }
    case "INST":
      for place in [8, 14] where bytes.bigEndian(at: place, 2) != 0 {
        loops.formUnion([bytes.bigEndian(at: place + 2, 2), bytes.bigEndian(at: place + 4, 2)])
      }
    default: break
    }
  }

  /// Takes over the names and lengths in `bytes`, the content of a list behind its type.
  private mutating func noteLabels(in bytes: [UInt8]) {
    var place = 0
    while place + 12 <= bytes.count, names.count < MetadataCollection.mostItems {
      let size = Int(bytes.littleEndian(at: place + 4, 4))
      let number = bytes.littleEndian(at: place + 8, 4)
      switch EncodedText.latin(bytes[place..<place + 4]) {
      case "labl" where size > 4:
        names[number] = EncodedText.probable(Array(bytes[(place + 12)...].prefix(size - 4).prefix { $0 != 0 }))
      case "ltxt" where size >= 8: lengths[number] = bytes.littleEndian(at: place + 12, 4)
      default: break
      }
      place += 8 + size + size % 2
    }
  }
}
