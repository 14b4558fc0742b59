/// A file of chunks: WAVE, RF64, AIFF, AIFF-C, Core Audio. What says what the sound is must come before it.
struct ArrivingChunks: ArrivingFile {
  private let container: ArrivingSound.Container
  private(set) var facts: ArrivingSound.Facts?
  private var hasBegun = false
  /// The content of the chunks that have come, by their letters.
  private var chunks: [String: [UInt8]] = [:]
  /// Packets of unequal sizes, as a Core Audio file's table lists them, that have not come.
  private var sizes: ArraySlice<Int> = []
  /// The place of each of those.
  private var places: [UInt64] = []
  /// Bytes of the sound that are still to come.
  private var left = UInt64.max

  /// The longest chunk that is kept.
  private static let largest: UInt64 = 1 << 26
  /// Chunks whose content is kept.
  private static let wanted: Set<String> = ["fmt ", "ds64", "COMM", "desc", "kuki", "pakt", "chan"]

  init(_ container: ArrivingSound.Container) { self.container = container }

  private var isWave: Bool { [.wave, .rf64].contains(container) }

  mutating func read(_ arrived: inout ArrivedBytes) throws(ArrivingSound.Fault) -> ArrivingSound.Packets {
    if !hasBegun {
      guard arrived.count >= 12 else { return .init() }
      arrived.skip(container == .coreAudio ? 8 : 12)
      hasBegun = true
    }
    while facts == nil {
      guard let head = head(of: arrived) else { return .init() }
      if ["data", "SSND"].contains(head.name) {
        // The sound's own header: an offset and a block, or a count of edits.
        let own = head.name == "SSND" ? 8 : container == .coreAudio ? 4 : 0
        guard arrived.count >= head.length + own else { return .init() }
        arrived.skip(UInt64(head.length))
        let fields = arrived.take(own) ?? []
        if head.name == "SSND" { arrived.skip(fields.bigEndian(at: 0, 4)) }
        facts = try made(offset: arrived.offset, size: head.size, own: UInt64(own))
        left = facts?.byteCount ?? .max
      } else if Self.wanted.contains(head.name) {
        guard head.size <= Self.largest else { throw .damage }
        guard arrived.count >= head.length + Int(head.size) else { return .init() }
        arrived.skip(UInt64(head.length))
        chunks[head.name] = arrived.take(Int(head.size))
        if container != .coreAudio { arrived.skip(head.size % 2) }
      } else {
        guard head.size <= UInt64.max / 4 else { throw .damage }
        arrived.skip(UInt64(head.length) + head.size + (container == .coreAudio ? 0 : head.size % 2))
      }
    }
    return packets(&arrived)
  }

  private func head(of arrived: ArrivedBytes) -> (name: String, size: UInt64, length: Int)? {
    let length = container == .coreAudio ? 12 : 8
    let head = arrived.peek(length)
    guard head.count == length else { return nil }
    let size =
      isWave ? head.littleEndian(at: 4, 4) : head.bigEndian(at: 4, container == .coreAudio ? 8 : 4)
    return (String(decoding: head.prefix(4), as: UTF8.self), size, length)
  }

  private mutating func packets(_ arrived: inout ArrivedBytes) -> ArrivingSound.Packets {
    guard let facts else { return .init() }
    var packets = ArrivingSound.Packets()
    if facts.packetSize > 0 {
      let count = Int(min(UInt64(arrived.count), left)) / facts.packetSize
      packets.bytes = arrived.take(count * facts.packetSize) ?? []
      left -= UInt64(packets.bytes.count)
    } else {
      while let size = sizes.first, let packet = arrived.take(size) {
        packets.append(packet)
        sizes.removeFirst()
      }
    }
    // Chunks behind the sound are passed over.
    if left < UInt64(max(1, facts.packetSize)) || (facts.packetSize == 0 && sizes.isEmpty) {
      arrived.skip(UInt64(arrived.count))
    }
    return packets
  }

  mutating func jump(to offset: UInt64) {
    guard let facts else { return }
    let place = offset > facts.offset ? offset - facts.offset : 0
    left = facts.byteCount.map { $0 > place ? $0 - place : 0 } ?? .max
    guard facts.packetSize == 0 else { return }
    let number = places.firstIndex { $0 >= place } ?? places.count - 1
    sizes = zip(places.dropFirst(number), places.dropFirst(number + 1)).map { Int($1 - $0) }[...]
  }

  func place(ofPacket number: Int64) -> UInt64? {
    number < Int64(places.count) ? places[Int(number)] : nil
  }

  // MARK: Chunks

  private mutating func made(
    offset: UInt64, size: UInt64, own: UInt64
  ) throws(ArrivingSound.Fault) -> ArrivingSound.Facts {
    var facts: ArrivingSound.Facts
    // Lengths are unknown in files whose header was written before the sound.
    var length: UInt64? = size < own ? nil : size - own
    switch container {
    case .coreAudio:
      if size > UInt64(Int64.max) { length = nil }
      facts = try coreAudio()
    case .aiff, .aifc:
      if size >= Self.openLength { length = nil }
      guard let common = chunks["COMM"] else { throw .order }
      guard let format = SampleFormat(interchange: common, isCompressed: container == .aifc) else { throw .codec }
      facts = ArrivingSound.Facts(container, samples: format)
    default:
      if size >= Self.openLength || size == 0 { length = nil }
      if let long = chunks["ds64"] { length = long.littleEndian(at: 8, 8) }
      guard let fields = chunks["fmt "] else { throw .order }
      guard let format = SampleFormat(wave: fields) else { throw .codec }
      facts = ArrivingSound.Facts(container, samples: format)
    }
    (facts.offset, facts.byteCount) = (offset, length)
    if facts.packetSize > 0 {
      facts.packetCount = length.map { $0 / UInt64(facts.packetSize) }
      facts.byteCount = facts.packetCount.map { $0 * UInt64(facts.packetSize) }
      facts.largestPacket = facts.packetSize
      facts.bitRate =
        facts.packetLength > 0
        ? Int(Double(facts.packetSize) * 8 * Double(facts.rate) / Double(facts.packetLength)) : nil
    }
    return facts
  }

  /// Lengths from here on are what is written where they are not known.
  private static let openLength: UInt64 = 0x7FFF_0000

  private mutating func coreAudio() throws(ArrivingSound.Fault) -> ArrivingSound.Facts {
    guard let description = chunks["desc"], description.count >= 32 else { throw .order }
    let codec = String(decoding: description[8..<12], as: UTF8.self)
    let flags = description.bigEndian(at: 12, 4)
    let (size, length) = (description.bigEndian(at: 16, 4), description.bigEndian(at: 20, 4))
    let (channels, rate) = (description.bigEndian(at: 24, 4), Double(bitPattern: description.bigEndian(at: 0, 8)))
    guard (1...64).contains(channels), rate >= 1, rate < 4e6, size < 1 << 24, length < 1 << 24 else { throw .damage }
    if codec == "lpcm" || SampleFile.companding[codec] != nil {
      let bits = codec == "lpcm" ? size / channels * 8 : 8
      guard size % channels == 0, flags & 1 != 0 ? [32, 64].contains(bits) : [8, 16, 24, 32].contains(bits) else {
        throw .codec
      }
      let coding = SampleFormat.Coding.raw(bits: Int(bits), isFloat: flags & 1 != 0, isBigEndian: flags & 2 == 0)
      let format = SampleFormat(
        coding: SampleFile.companding[codec] ?? coding, rate: Int(rate), channels: Int(channels), speakers: .usual)
      return ArrivingSound.Facts(container, samples: format)
    }
    guard ["aac ", "aach", "aacp", "alac", ".mp3", "ac-3", "flac", "opus"].contains(codec) else { throw .codec }
    var facts = ArrivingSound.Facts(container, codec, rate: Int(rate), channels: Int(channels))
    (facts.packetLength, facts.packetSize) = (Int(length), Int(size))
    facts.configuration = chunks["kuki"] ?? []
    guard size == 0 else { return facts }
    // The table may stand behind the sound.
    guard let table = chunks["pakt"] else { throw .order }
    try list(table, isOfLengths: length == 0)
    facts.packetCount = UInt64(sizes.count)
    facts.largestPacket = sizes.max()
    let (valid, leading) = (table.bigEndian(at: 8, 8), table.bigEndian(at: 16, 4))
    if valid > 0, valid <= UInt64(Int64.max) { facts.sound = (Int(leading), Int64(valid)) }
    return facts
  }

  /// Notes how large each packet is: numbers of seven bits in a byte, the highest first, all but the last marked.
  private mutating func list(_ table: [UInt8], isOfLengths: Bool) throws(ArrivingSound.Fault) {
    let count = table.bigEndian(at: 0, 8)
    guard count <= UInt64(table.count) else { throw .damage }
    var rest = table.dropFirst(24)
    var sizes: [Int] = []
    sizes.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let size = Self.number(&rest) else { throw .damage }
      if isOfLengths, Self.number(&rest) == nil { throw .damage }
      sizes.append(size)
    }
    var place: UInt64 = 0
    places = [0]
    for size in sizes {
      place += UInt64(size)
      places.append(place)
    }
    self.sizes = sizes[...]
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var number = 0
    for _ in 0..<4 {
      guard let byte = bytes.popFirst() else { return nil }
      number = number << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }
}

extension ArrivingSound.Facts {
  /// The facts of samples in one piece.
  init(_ container: ArrivingSound.Container, samples format: SampleFormat) {
    let codec =
      switch format.coding {
      case .raw: "lpcm"
      case .muLaw: "ulaw"
      case .aLaw: "alaw"
      }
    self.init(container, codec, rate: format.rate, channels: format.channels)
    (coding, packetSize) = (format.coding, format.frameByteCount)
  }
}
