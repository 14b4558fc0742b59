package import EditingModel
import FoundationEssentials
package import MediaTime
package import Rendering

/// A file, or a part of one, whose packets go into another file.
package struct PacketFeed {
  package let source: PacketSource
  package let asset: AssetReference
  /// The beginning of the file's presentation, and the wanted part, in the file's own time.
  package let zero: Rational
  package let range: RationalRange?
  /// The end of the presented part, in the file's own time; nil where only the packets define it.
  package let end: Rational?
  /// Its streams, by the numbers of their tracks in the new file.
  package let streams: [Int: Int]
  /// The number of the first of its tracks among all of the new file.
  package var firstTrack = 0
  /// The offset added to its times.
  package var shift = Rational.zero

  /// Largest distance of the beginnings of pictures and sound where files are joined: some packets of sound.
  private static let tolerance = (try? Rational(1, 10)) ?? .zero

  /// The presentation that libavformat passes over; nil of most files.
  private let stated: StatedPresentation?
  /// When the pictures so far are presented, in nanoseconds, where a last one stays until the file ends; and whether that was read.
  private var heldTimes: [Int64] = []
  private var holdsPicture = false
  private var reader: PartReader
  /// The packet that was read to know what is coming.
  private var head: SelectedPacket?

  /// Damage of the part that was found during reading.
  package var damage: [MediaDamage] { reader.damage.map { MediaDamage(asset: asset, stretch: nil, cause: $0) } }

  /// The first packets that were read after a search, by their streams' numbers; nil where reading began at the file's
  /// beginning.
  package var landings: [Int: PacketNumbering.Landing]? { reader.landings }

  /// The number of packets of stream number `stream` that were read.
  package func packetCount(of stream: Int) -> Int { reader.packetCount(of: stream) }

  /// The packets of `streams` of `source` that belong to `part`.
  ///
  /// - Parameter isJoined: whether others stand before or behind it: then it begins with its pictures, where sound is but a
  ///   packet ahead of them.
  package init(
    _ source: PacketSource, _ part: PacketCopy.Part, _ streams: [Int: Int], isJoined: Bool, container: CopyContainer,
    damagePolicy: DamagePolicy
  ) throws {
    self.source = source
    self.asset = part.asset
    self.streams = streams
    let stated = try StatedPresentation(of: source, at: part.asset.url.path)
    self.stated = stated.flatMap { streams.values.contains($0.stream) ? $0 : nil }
    let zero = try self.stated?.start ?? source.presentationStart(of: streams.values) ?? .zero
    self.zero = zero
    let range = try part.range.map { try RationalRange(start: $0.start + zero, end: $0.end + zero) }
    self.range = range
    let soundEnd = self.stated.flatMap { $0.heldPictures.isEmpty ? $0.end : nil }
    end = soundEnd.map { min($0, range?.end ?? $0) } ?? range?.end
    var beginning = zero
    if isJoined {
      let pictures = try source.presentationStart(of: streams.values.filter { source.streams[$0].kind == .pictures })
      if let pictures, try pictures - zero < Self.tolerance { beginning = pictures }
    }
    reader = PartReader(
      source, streams, range: range, end: end, beginning: beginning, container: container, damagePolicy: damagePolicy)
  }

  /// Whether its last picture stays until its file ends.
  package var mayHoldPicture: Bool { stated?.heldPictures.isEmpty == false }

  /// When the part begins, in the file's own time.
  package mutating func start() throws -> Rational {
    _ = try peek()
    return reader.start
  }

  /// The next packet; nil after the last.
  package mutating func next() throws -> SelectedPacket? {
    defer { head = nil }
    return try head ?? read()
  }

  /// The packet that `next()` will return.
  package mutating func peek() throws -> SelectedPacket? {
    head = try head ?? read()
    return head
  }

  private mutating func read() throws -> SelectedPacket? {
    guard var packet = try translatingPacketErrors(asset: asset, { try reader.next() }) else { return nil }
    let stream = source.streams[packet.packet.stream]
    // Without a duration in the file, a picture lasts as long as at the stream's rate, or the last one would not be shown. A movie says it
    // of each.
    let isTimeless = stream.kind == .pictures && packet.duration == .zero && !source.container.hasPrefix("mov")
    if isTimeless, let rate = stream.frameRate { packet.duration = try .one / rate }
    guard let stated, mayHoldPicture, stated.stream == packet.packet.stream else { return packet }
    heldTimes.append(try packet.presentation.rounded(scaledBy: 1_000_000_000))
    if let time = packet.packet.presentation ?? packet.packet.decoding, stated.heldPictures.contains(time) {
      let own = isTimeless ? .zero : packet.duration
      packet.duration = try max(own, min(stated.end, end ?? stated.end) - packet.presentation)
      holdsPicture = true
    }
    return packet
  }

  /// The total duration of the wanted parts of `feeds`, by the files' headers.
  package static func duration(of feeds: ArraySlice<PacketFeed>) throws -> Rational {
    try feeds.reduce(.zero) { sum, feed in
      let whole = feed.source.duration ?? feed.range?.duration ?? .zero
      return try sum + min(whole, feed.range?.duration ?? whole)
    }
  }

  /// Whether `tracks`, which end at `end` in the new file where that was wanted, show neither more nor less than was asked
  /// for.
  package mutating func isExact(end: Rational, of tracks: ArraySlice<CopiedTrack>, _ container: CopyContainer) -> Bool {
    if container.hasEditLists { return true }
    // Matroska says it of pictures at uneven times, and transport streams never.
    if holdsPicture, !container.isMatroska || !FinalPicture.isUneven(heldTimes.sorted()) { return false }
    guard reader.start == range?.start ?? zero else { return false }
    return tracks.allSatisfy { track in
      guard let trackEnd = track.partEnd else { return true }
      switch track.stream.kind {
      case .pictures: return trackEnd <= end
      case .sound: return trackEnd <= end && track.beginsOnTime
      default: return true
      }
    }
  }
}

extension PacketSource {
  /// When the presentation of the file's `streams` begins, in its own time; nil where none of them says it.
  package func presentationStart(of numbers: some Sequence<Int>) throws -> Rational? {
    let starts = try numbers.compactMap { number -> Rational? in
      let stream = streams[number]
      guard let start = stream.start, stream.kind == .pictures || stream.kind == .sound else { return nil }
      let time = try stream.seconds(start)
      // Of movies libav counts from the first presented sample, elsewhere from the first of all.
      guard stream.kind == .sound, stream.initialPadding > 0, time < .zero, stream.sampleRate > 0 else { return time }
      let presented = try time + Rational(Int64(stream.initialPadding), Int64(stream.sampleRate))
      return presented.seconds.magnitude < 0.001 ? .zero : presented
    }
    return starts.min()
  }
}
