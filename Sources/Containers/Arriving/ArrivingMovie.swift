/// An MP4 or QuickTime file whose movie box comes before the media: the packets of its first track of sound, in the order of the file.
struct ArrivingMovie: ArrivingFile {
  private let brand: String
  private(set) var facts: ArrivingSound.Facts?
  /// The offsets and sizes of the packets in the file, in the order of their offsets.
  private var packets: [(offset: UInt64, size: Int)] = []
  /// The number of the packet that comes next.
  private var next = 0

  /// The longest movie box that is read.
  private static let largest: UInt64 = 1 << 28

  init(brand: String) { self.brand = brand }

  mutating func read(_ arrived: inout ArrivedBytes) throws(ArrivingSound.Fault) -> ArrivingSound.Packets {
    while facts == nil {
      let head = arrived.peek(16)
      guard head.count == 16 else { return .init() }
      let short = head.bigEndian(at: 0, 4)
      let size = short == 1 ? head.bigEndian(at: 8, 8) : short
      guard size >= (short == 1 ? 16 : 8) else { throw .damage }
      switch String(decoding: head[4..<8], as: UTF8.self) {
      case "moov":
        guard size <= Self.largest else { throw .damage }
        guard let movie = arrived.take(Int(size)) else { return .init() }
        try read(movie)
      case "mdat": throw .order
      // Fragments say where their packets are by themselves.
      case "moof": throw .codec
      default:
        guard size <= UInt64.max / 4 else { throw .damage }
        arrived.skip(size)
      }
    }
    var found = ArrivingSound.Packets()
    while next < packets.count {
      let packet = packets[next]
      guard packet.offset >= arrived.offset else { throw .order }
      arrived.skip(packet.offset - arrived.offset)
      guard let bytes = arrived.take(packet.size) else { return found }
      found.append(bytes)
      next += 1
    }
    arrived.skip(UInt64(arrived.count))
    return found
  }

  mutating func jump(to offset: UInt64) {
    next = packets.firstIndex { $0.offset >= offset } ?? packets.count
  }

  func place(ofPacket number: Int64) -> UInt64? {
    number < Int64(packets.count) ? packets[Int(number)].offset - packets[0].offset : nil
  }

  // MARK: The movie box

  private mutating func read(_ movie: [UInt8]) throws(ArrivingSound.Fault) {
    guard let box = MovieBoxes(movie)["moov"] else { throw .damage }
    let inside = MovieBoxes(movie, inside: box)
    for track in inside.all("trak") {
      func box(_ names: String...) -> MovieBoxes.Box? {
        names.reduce(track) { parent, name in
          parent.flatMap { MovieBoxes(movie, inside: $0)[name] }
        }
      }
      guard let handler = box("mdia", "hdlr"), movie.dropFirst(handler.content + 8).starts(with: "soun".utf8) else {
        continue
      }
      guard let table = box("mdia", "minf", "stbl"), let entry = box("mdia", "minf", "stbl", "stsd"),
        var facts = Self.facts(movie, entry, .movie(brand: brand))
      else { throw .codec }
      packets = try Self.packets(movie, table)
      guard let first = packets.first else { throw .codec }
      facts.offset = first.offset
      facts.byteCount = packets.reduce(0) { $0 + UInt64($1.size) }
      facts.packetCount = UInt64(packets.count)
      facts.largestPacket = packets.map(\.size).max()
      if let times = box("mdia", "minf", "stbl", "stts"), facts.packetLength == 0 {
        facts.packetLength = Int(movie.bigEndian(at: times.content + 12, 4))
      }
      facts.sound = Self.edit(
        movie, box("edts", "elst"), of: box("mdia", "mdhd"), in: inside["mvhd"], rate: facts.rate)
      self.facts = facts
      return
    }
    throw .codec
  }

  /// The facts of the first entry of the descriptions in `box`; nil of codecs that are not read.
  private static func facts(
    _ movie: [UInt8], _ box: MovieBoxes.Box, _ container: ArrivingSound.Container
  ) -> ArrivingSound.Facts? {
    var list = box
    // A version, flags, and how many there are.
    list.body += 8
    guard let entry = MovieBoxes(movie, inside: list).first else { return nil }
    let start = Int(entry.offset)
    let version = movie.bigEndian(at: start + 16, 2)
    guard version < 2 else { return nil }
    var children = entry
    children.body = entry.offset + (version == 1 ? 52 : 36)
    var boxes = MovieBoxes(movie, inside: children)
    // QuickTime has a decoder's boxes in one of their own.
    if let wave = boxes["wave"] { boxes = MovieBoxes(movie, inside: wave) }
    func content(_ name: String) -> [UInt8]? {
      boxes[name].map { Array(movie[$0.content..<Int($0.end)]) }
    }
    let channels = Int(movie.bigEndian(at: start + 24, 2))
    var facts = ArrivingSound.Facts(
      container, entry.type, rate: Int(movie.bigEndian(at: start + 32, 2)), channels: channels)
    facts.packetLength = 0
    switch entry.type {
    case "mp4a":
      guard let descriptor = content("esds").map({ Array($0.dropFirst(4)) }),
        let fields = StreamDescriptors.fields(descriptor)
      else { return nil }
      if fields.bitRate > 0 { facts.bitRate = fields.bitRate }
      // MPEG-1's Layer III, and that of its lower rates.
      if [0x69, 0x6B].contains(fields.kind) {
        facts.codec = ".mp3"
        facts.packetLength = Self.packetLength(ofMP3: facts.rate)
        break
      }
      guard let configuration = AudioSpecificConfig(fields.configuration) else { return nil }
      facts.codec = configuration.hasSecondChannel ? "aacp" : configuration.hasBands ? "aach" : "aac "
      facts.rate = configuration.outputRate
      if configuration.channels > 0 { facts.channels = configuration.channels }
      if configuration.hasSecondChannel { facts.channels = 2 }
      facts.packetLength = configuration.hasBands ? 2_048 : 1_024
      facts.configuration = descriptor
    case "alac":
      guard let configuration = content("alac"), configuration.count >= 28 else { return nil }
      facts.configuration = Array(configuration.dropFirst(4))
      facts.packetLength = Int(facts.configuration.bigEndian(at: 0, 4))
      facts.channels = Int(facts.configuration[9])
      facts.rate = Int(facts.configuration.bigEndian(at: 20, 4))
    case "fLaC":
      guard let box = boxes["dfLa"] else { return nil }
      facts.codec = "flac"
      facts.configuration = Array(movie[Int(box.offset)..<Int(box.end)])
      // STREAMINFO stands behind the box's header and its own.
      facts.rate = Int(facts.configuration.bigEndian(at: 26, 3) >> 4)
    case ".mp3": facts.packetLength = Self.packetLength(ofMP3: facts.rate)
    case "ac-3": facts.packetLength = 1_536
    default: return nil
    }
    return facts.rate > 0 && facts.channels > 0 ? facts : nil
  }

  /// Samples of a packet of MP3 with `rate` samples a second: the lower rates have half as many.
  private static func packetLength(ofMP3 rate: Int) -> Int { rate < 32_000 ? 576 : 1_152 }

  /// The samples that the first edit leaves out, and those that it has.
  private static func edit(
    _ movie: [UInt8], _ list: MovieBoxes.Box?, of media: MovieBoxes.Box?, in header: MovieBoxes.Box?, rate: Int
  ) -> (leading: Int, count: Int64)? {
    guard let list, let media, let header, movie.bigEndian(at: list.content + 4, 4) == 1 else { return nil }
    let width = list.isLong(in: movie) ? 8 : 4
    let duration = Double(movie.bigEndian(at: list.content + 8, width))
    let time = movie.bigEndian(at: list.content + 8 + width, width)
    // An edit of nothing has the time −1.
    guard time < UInt64(Int32.max) else { return nil }
    func scale(_ box: MovieBoxes.Box) -> Double {
      Double(movie.bigEndian(at: box.content + (box.isLong(in: movie) ? 20 : 12), 4))
    }
    guard scale(media) > 0, scale(header) > 0 else { return nil }
    return (
      Int((Double(time) * Double(rate) / scale(media)).rounded()),
      Int64((duration * Double(rate) / scale(header)).rounded())
    )
  }

  /// The offsets and sizes of the packets in the sample table `table`.
  private static func packets(
    _ movie: [UInt8], _ table: MovieBoxes.Box
  ) throws(ArrivingSound.Fault) -> [(offset: UInt64, size: Int)] {
    let boxes = MovieBoxes(movie, inside: table)
    func entries(_ type: String) -> MovieSampleTable.Entries? { .init(type, in: boxes, of: movie) }
    // A movie in fragments has empty tables.
    guard let list = entries("stsz"), list.number(at: 8) > 0 else { throw .codec }
    guard let sizes = MovieSampleTable.SampleSizes(list), sizes.count <= MovieSampleTable.largest,
      let chunks = MovieSampleTable.Chunks(entries("stsc"), short: entries("stco"), long: entries("co64"))?
        .filled(with: sizes.count)
    else { throw .damage }
    var packets: [(offset: UInt64, size: Int)] = []
    packets.reserveCapacity(sizes.count)
    for chunk in chunks {
      var offset = chunk.offset
      guard offset < UInt64.max / 4 else { throw .damage }
      for sample in chunk.samples {
        packets.append((offset, Int(clamping: sizes[sample])))
        offset += sizes[sample]
      }
    }
    // Chunks may stand in any order.
    return packets.sorted { $0.offset < $1.offset }
  }
}
