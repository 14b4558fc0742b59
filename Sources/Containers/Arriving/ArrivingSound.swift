/// A file of sound that comes in pieces, as from a network: what it is, once that has come, and its packets.
///
/// | file | what must have come before packets do |
/// |---|---|
/// | WAVE, RF64, AIFF, Core Audio | the chunks before the samples |
/// | MP3, AAC (ADTS), AC-3 | two frames that follow each other; tags before them are left out |
/// | FLAC | the blocks before the frames; a frame once the next one begins, or the last has come |
/// | MP4, QuickTime | the movie box, which must stand before the media |
///
/// Threads: one at a time.
package struct ArrivingSound {
  private var arrived = ArrivedBytes()
  private var file: (any ArrivingFile)?
  private let hint: Container?

  /// The kinds of files.
  package enum Container: Hashable, Sendable {
    case wave, rf64, aiff, aifc, coreAudio, mp3, adts, ac3, flac
    /// A movie, by its main brand.
    case movie(brand: String)
  }

  /// A reason for which a file cannot be read.
  package enum Fault: Error, Hashable {
    /// It is of no kind that is read.
    case container
    /// It holds sound of no kind that is read as it comes, or none.
    case codec
    /// The table of packets comes behind them.
    case order
    /// It has impossible values.
    case damage
  }

  /// The facts that are known before the first packet.
  package struct Facts: Hashable, Sendable {
    /// The file's kind.
    package var container: Container
    /// The codec, by Core Audio's four letters.
    package var codec: String
    /// The encoding of samples; nil of packets of a codec.
    package var coding: SampleFormat.Coding?
    /// Samples a second.
    package var rate: Int
    /// The number of channels.
    package var channels: Int
    /// Samples of each channel in a packet; 0 where packets differ.
    package var packetLength = 1
    /// Bytes of a packet; 0 where packets differ.
    package var packetSize = 0
    /// The decoder's configuration, as the file has it.
    package var configuration: [UInt8] = []
    /// The offset of the first packet, in bytes.
    package var offset: UInt64 = 0
    /// The size of all packets in bytes, where stated.
    package var byteCount: UInt64?
    /// The number of packets, where stated.
    package var packetCount: UInt64?
    /// Bits a second, where stated.
    package var bitRate: Int?
    /// The size of the largest packet in bytes, where stated.
    package var largestPacket: Int?
    /// The samples of each channel before the sound, and those of the sound, where stated.
    package var sound: (leading: Int, count: Int64)? {
      get { leading.flatMap { leading in soundLength.map { (leading, $0) } } }
      set { (leading, soundLength) = (newValue?.leading, newValue?.count) }
    }
    private var leading: Int?
    private var soundLength: Int64?

    init(_ container: Container, _ codec: String, rate: Int, channels: Int) {
      (self.container, self.codec, self.rate, self.channels) = (container, codec, rate, channels)
    }
  }

  /// Packets, one behind the other.
  package struct Packets: Hashable, Sendable {
    /// The bytes of all.
    package var bytes: [UInt8] = []
    /// The size of each in bytes; empty where all have ``Facts/packetSize``.
    package var sizes: [Int] = []

    /// None.
    package init() {}

    mutating func append(_ packet: [UInt8]) {
      bytes += packet
      sizes.append(packet.count)
    }
  }

  /// An empty file; `hint` is its likely container where its beginning does not show it.
  package init(hint: Container? = nil) { self.hint = hint }

  /// The sound's facts; nil before enough has come.
  package var facts: Facts? { file?.facts }

  /// Takes the next `bytes` of the file; the packets that have come with them.
  package mutating func take(_ bytes: [UInt8]) throws(Fault) -> Packets {
    arrived.append(bytes)
    if file == nil { file = try recognised() }
    return try file?.read(&arrived) ?? Packets()
  }

  /// Continues with byte `offset` of the file, with which a packet may begin; false before it is known what the file is.
  package mutating func jump(to offset: UInt64) -> Bool {
    guard file?.facts != nil else { return false }
    arrived.jump(to: offset)
    file?.jump(to: offset)
    return true
  }

  /// Notes that the bytes that come may not follow those before: a frame that begins in these and ends in those counts only where another
  /// follows it.
  package mutating func doubt() { file?.doubt() }

  /// The offset of packet `number` from the first packet on, in bytes, and whether that is a guess; nil where it is not
  /// known.
  package func place(ofPacket number: Int64) -> (offset: UInt64, isGuess: Bool)? {
    guard number >= 0, let facts, facts.packetCount.map({ UInt64(number) < $0 }) ?? true else { return nil }
    if facts.packetSize > 0 {
      let (place, isBeyond) = UInt64(number).multipliedReportingOverflow(by: UInt64(facts.packetSize))
      return isBeyond ? nil : (place, false)
    }
    if let place = file?.place(ofPacket: number) { return (place, false) }
    guard let bits = facts.bitRate, facts.packetLength > 0, facts.rate > 0 else { return nil }
    let seconds = Double(number) * Double(facts.packetLength) / Double(facts.rate)
    return (UInt64(min(seconds * Double(bits) / 8, 9e18)), true)
  }

  /// The file that what has come is the beginning of; nil where more is needed.
  private mutating func recognised() throws(Fault) -> (any ArrivingFile)? {
    while true {
      let head = arrived.peek(12)
      guard head.count == 12 else { return nil }
      let letters = String(decoding: head.prefix(4), as: UTF8.self)
      let type = String(decoding: head.suffix(4), as: UTF8.self)
      switch (letters, type) {
      case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"):
        return ArrivingChunks(letters == "RIFF" ? .wave : .rf64)
      case ("FORM", "AIFF"): return ArrivingChunks(.aiff)
      case ("FORM", "AIFC"): return ArrivingChunks(.aifc)
      case ("caff", _): return ArrivingChunks(.coreAudio)
      case ("fLaC", _): return ArrivingFLAC()
      case _ where head[4..<8].elementsEqual("ftyp".utf8):
        return ArrivingMovie(brand: type)
      default: break
      }
      if ["moov", "mdat", "wide", "skip", "free"].contains(String(decoding: head[4..<8], as: UTF8.self)) {
        return ArrivingMovie(brand: "qt  ")
      }
      // Tags stand before frames, and before FLAC's mark.
      let tag = ID3Tag.length(head[...])
      guard tag > 0 else { break }
      arrived.skip(tag)
    }
    let head = arrived.peek(12)
    for container in [Container.mp3, .adts, .ac3] where ArrivingFrames.Header(head, in: container) != nil {
      return ArrivingFrames(container)
    }
    // Streams of radio begin within a frame.
    guard let hint, [.mp3, .adts, .ac3].contains(hint) else { throw .container }
    return ArrivingFrames(hint)
  }
}

/// A file of one kind, as far as it has come.
protocol ArrivingFile {
  /// The facts known before the first packet; nil before they are.
  var facts: ArrivingSound.Facts? { get }
  /// The packets that are at hand in `arrived`.
  mutating func read(_ arrived: inout ArrivedBytes) throws(ArrivingSound.Fault) -> ArrivingSound.Packets
  /// Notes that the bytes that come may not follow those before.
  mutating func doubt()
  /// Continues with byte `offset` of the file.
  mutating func jump(to offset: UInt64)
  /// The offset of packet `number`, whose size is not that of all, from the first one on, in bytes; nil where it is not
  /// known.
  func place(ofPacket number: Int64) -> UInt64?
}

extension ArrivingFile {
  mutating func doubt() {}
}
