import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// The probe of one video track of a file: its frames' exact times, and its pictures' format.
struct VideoTrackProbe {
  /// The presentation times of the frames, in stream time.
  let timing: FrameTiming
  /// Access to its pictures.
  var access: MediaIndex.VideoAccess {
    var access = decoding
    access.profile = stream.profile
    return access
  }
  private var decoding: MediaIndex.VideoAccess
  private let caps: Caps
  /// Whether the first decoded picture says that it has two fields.
  private let hasFields: Bool
  private let stream: MediaScan.Stream
  private let orientation: Orientation

  /// Probes `stream`, and decodes as much of it as is needed.
  ///
  /// - Parameters:
  ///   - tag: the orientation in the file's tags, which counts where no movie's header says it.
  ///   - isDamaged: whether the container is, so that pictures may have been lost.
  init(
    _ stream: MediaScan.Stream, at address: StreamAddress, tag: String?, isDamaged: Bool, cancellation: Cancellation
  ) throws {
    self.stream = stream
    orientation = stream.matrix?.orientation ?? Orientation(imageOrientationTag: tag)
    let hint = try stream.caps.frameDuration()
    let isRateless = address.container.isContinuous && hint.map { $0 < Self.leastFrame } ?? false
    try Self.checkEnd(of: stream)
    let fields = stream.codec.signalsFieldOrder ? nil : stream.firstField
    if !stream.storedTimes.isEmpty,
      let first = try Self.firstPicture(of: stream, at: address, cancellation: cancellation)
    {
      (caps, hasFields) = (first.caps, first.buffer.isInterlaced)
      decoding = MediaIndex.VideoAccess(
        codec: stream.codec, stream: address.index, stored: stream.stored, isTimed: false,
        firstField: FieldParity(of: first.buffer, caps: first.caps, declared: fields))
      timing = FrameTiming.snapped(timestamps: stream.storedTimes, lastDuration: nil, hint: hint)
      return
    }
    if !isRateless,
      let (times, hiddenUntil, hiddenFrom) = Self.presentationTimes(
        of: stream.packets, from: stream.shownStart, until: stream.shownEnd, lasting: Self.exactEnd(of: stream)),
      let first = try Self.firstPicture(of: stream, at: address, cancellation: cancellation)
    {
      (caps, hasFields) = (first.caps, first.buffer.isInterlaced)
      decoding = MediaIndex.VideoAccess(
        codec: stream.codec, stream: address.index, stored: stream.stored, isTimed: true,
        firstField: FieldParity(of: first.buffer, caps: first.caps, declared: fields),
        firstTime: hiddenUntil, hiddenFrom: hiddenFrom,
        keyTimes: Self.keyTimes(of: stream),
        lossTimes: isDamaged ? stream.lossTimes + Self.lossTimes(in: times.map(\.time)) : [],
        damagedTimes: stream.damagedTimes, suspectTimes: Self.spread(stream.suspectTimes, in: stream.packets))
      // Frames before the first that can be decoded, whose key frame is missing, are not counted.
      let decodable = times.drop { $0.time < (first.streamTime ?? .min) - 1_000 }
      decoding.isResized = !stream.changes.isEmpty
      decoding.hasDeclaredFields = try fields != nil && !VideoFormat(caps).isInterlaced
      timing = Self.timing(
        decodable.map(\.time), lasting: decodable.last?.duration, hint: hint, in: address.container)
      return
    }
    // The container has no presentation times: decode all frames, once.
    let reader = try StreamReader(address, from: nil, capacity: 4, threads: 2, cancellation: cancellation)
    defer { [reader.close()].settle() }
    var times: [Int64?] = []
    var seen: StreamReader.Decoded?
    while let frame = try reader.next() {
      seen = seen ?? frame
      times.append(frame.streamTime)
    }
    guard let seen else { throw Self.undecodable }
    (caps, hasFields) = (seen.caps, seen.buffer.isInterlaced)
    decoding = MediaIndex.VideoAccess(
      codec: stream.codec, stream: address.index, stored: stream.stored, isTimed: false,
      firstField: FieldParity(of: seen.buffer, caps: seen.caps, declared: fields))
    let decodedDuration = try seen.caps.frameDuration()
    let declared = times.compactMap(\.self)
    if isDamaged { decoding.firstLoss = Self.firstLoss(in: stream.packets) }
    let isOrdered = zip(declared, declared.dropFirst()).allSatisfy { $0 < $1 }
    let ordered = isOrdered ? declared : address.container.roundsTimes ? FrameTiming.spread(declared) : nil
    if isRateless || address.container.isContinuous && Self.areTicks(declared) {
      timing = .constant(start: .zero, frameDuration: try .one / PacketSource.assumedRate, count: times.count)
    } else if declared.count == times.count, let ordered {
      timing = Self.timing(ordered, lasting: nil, hint: hint ?? decodedDuration, in: address.container)
    } else {
      let start = try Rational(declared.first ?? 0, 1_000_000_000)
      let duration = try hint ?? decodedDuration ?? .one / PacketSource.assumedRate
      timing = .constant(start: start, frameDuration: duration, count: times.count)
    }
  }

  /// The exact times of frames at `times`, in nanoseconds, in a file of `container` that claims the frame duration `hint`.
  ///
  /// Parsers of streams without a container add up durations in whole nanoseconds, so that times drift from those of the rate: of
  /// 1001/30000 s they are 33,366,666 ns apart.
  private static func timing(
    _ times: [Int64], lasting lastDuration: Int64?, hint: Rational?, in container: MediaContainer
  ) -> FrameTiming {
    if container.isContinuous, let hint, let first = times.first, let start = try? Rational(first, 1_000_000_000),
      zip(times, times.dropFirst()).allSatisfy({ abs(Double($1 - $0) - hint.seconds * 1_000_000_000) <= 1 })
    {
      return .constant(start: start, frameDuration: hint, count: times.count)
    }
    return FrameTiming.snapped(timestamps: times, lastDuration: lastDuration, hint: hint)
  }

  /// A lower limit of frame durations, in seconds: a stream without a container below it counts in ticks, and has no
  /// frame rate. Its frames last 1/25 s, the common assumption.
  private static let leastFrame = (try? .one / PacketSource.mostPictures) ?? .zero

  // QUIRK: H.264 stream: `h264parse` counts ticks where a stream says that there are too many in a second, and says no rate. In:
  // GStreamer 1.26. Test: "H.264 that counts in milliseconds has 25 pictures a second".
  /// Whether `times` follow each other faster than frames do.
  private static func areTicks(_ times: [Int64]) -> Bool {
    let sorted = times.sorted()
    return sorted.count > 1 && zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 < 2_000_000 }
  }

  /// The facts for planning, in the asset's time, whose zero is `zero` in stream time.
  func facts(zero: Rational) throws -> VideoTrackFacts {
    let codec = stream.codec.name
    var facts = try VideoTrackFacts(
      identity: stream.identity, codec: codec, picture: caps, stream: stream.caps,
      timing: timing.shifted(by: -zero),
      orientation: orientation)
    facts.isInterlaced = facts.isInterlaced || decoding.hasDeclaredFields
    // In mixed streams each frame says whether it has two.
    facts.showsOneField = facts.isInterlaced && (caps.string("interlace-mode") != "mixed" || hasFields)
    // The colors in a movie's header go before those of the stream: that of DNxHD has two values alone, and one of them
    // stands for anything.
    if codec == "DNxHD", let colors = stream.colors, facts.colorimetry.matrix != 0 {
      facts.colorimetry = colors.completed(from: facts.colorimetry)
    }
    // QUIRK: ProRes: libavcodec leaves the range, of which there is one (SMPTE RDD 36 §6.1.1), to the file, and QuickTime's
    // `nclc` cannot say it. In: FFmpeg 7. Test: "is written in ten bits by every codec that is used for it, and says so".
    if codec == "ProRes", facts.colorimetry != .unspecified {
      facts.colorimetry.isFullRange = facts.colorimetry.isFullRange ?? false
    }
    facts.sideData = stream.sideData
    facts.cleanAperture = stream.cleanAperture?.area(of: facts.size)
    if facts.colorimetry.isHighDynamicRange { facts.light = facts.light ?? stream.light }
    // A movie's header says a pixel's width instead of the stream, and its matrix changes it.
    facts.pixelAspect = try (stream.pixelAspect ?? facts.pixelAspect) * (stream.matrix?.pixelAspect ?? .one)
    return facts
  }

  private static var undecodable: RenderError {
    RenderError(
      .mediaUnreadable, "No frame of the file can be decoded.",
      remedy: "Check that the file plays; it may be damaged or cut short.")
  }

  /// Rejects media of which `qtdemux` 1.22 does not deliver the end, as where an edit list begins far inside them.
  private static func checkEnd(of stream: MediaScan.Stream) throws(RenderError) {
    let times = stream.packets.compactMap(\.time)
    guard let first = times.min(), let last = times.max(), let end = stream.presentationEnd,
      let missing = lostEnd(
        from: first, to: last.addingSaturated(stream.packets.last?.duration ?? 0), shownFrom: stream.shownStart,
        until: end)
    else { return }
    throw RenderError(
      .mediaUnreadable,
      "The file's edit list begins inside a group of pictures, and its last \(missing / 1_000_000) ms cannot be read.",
      remedy: "Encode it anew, as with: ffmpeg -i FILE -c:v libx264 -crf 18 NEW.mp4.")
  }

  /// The length of what is presented, from `start` until `end`, behind pictures from `first` to `last`, which cannot be read; nil where
  /// nothing is lost. All in nanoseconds.
  static func lostEnd(from first: Int64, to last: Int64, shownFrom start: Int64, until end: Int64) -> Int64? {
    let missing = Int64(clamping: Int128(end) - Int128(last))
    return first < start.addingSaturated(-100_000_000) && missing > 250_000_000 ? missing : nil
  }

  /// The presentation times of key frames. Unknown where every frame is marked as a key frame and no parser has checked
  /// it.
  private static func keyTimes(of stream: MediaScan.Stream) -> [Int64] {
    let keys = stream.packets.filter(\.isKey)
    guard stream.codec.parser != nil || keys.count < stream.packets.count else { return [] }
    return keys.compactMap(\.time).sorted()
  }

  /// `times`, each until the first key frame after it: what lies before that may refer to what is damaged.
  private static func spread(_ times: [Range<Int64>], in packets: [MediaScan.Packet]) -> [Range<Int64>] {
    guard !times.isEmpty else { return [] }
    let keys = packets.filter(\.isKey).compactMap(\.time).sorted()
    return times.map { range in
      let next = keys.partitioningIndex { $0 >= range.upperBound }
      return range.lowerBound..<max(range.upperBound, next < keys.count ? keys[next] : .max)
    }
  }

  /// The presentation time of the first frame after each gap: frames before it were lost, which it may refer to.
  private static func lossTimes(in times: [Int64]) -> [Int64] {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    guard let usual = steps.isEmpty ? nil : steps[steps.count / 2] else { return [] }
    return zip(times, times.dropFirst()).filter { $1 - $0 > usual * 3 / 2 }.map(\.1)
  }

  /// The number of the first packet behind a possible loss: in a stream with times for only some packets, the one after
  /// the last that has a time before a gap.
  private static func firstLoss(in packets: [MediaScan.Packet]) -> Int? {
    let timed = packets.indices.filter { packets[$0].time != nil }
    let steps = zip(timed, timed.dropFirst()).compactMap { earlier, later -> (number: Int, step: Int64)? in
      guard let start = packets[earlier].time, let end = packets[later].time else { return nil }
      return (earlier, (end - start) / Int64(later - earlier))
    }
    guard let usual = steps.map(\.step).filter({ $0 > 0 }).min() else { return packets.isEmpty ? nil : 0 }
    return steps.first { $0.step > usual + usual / 50 }.map { $0.number + 1 }
  }

  /// The first picture of `stream`; nil where the container gives times in the order of decoding to pictures that are
  /// shown in another, as for B-frames of MPEG-4 in AVI and what was copied from there: then only decoding finds the
  /// order and the number of pictures.
  private static func firstPicture(
    of stream: MediaScan.Stream, at address: StreamAddress, cancellation: Cancellation
  ) throws -> StreamReader.Decoded? {
    let threads = stream.codec.needsTwoThreadsForOpenGOP ? 2 : 1
    let reader = try StreamReader(address, from: nil, capacity: 1, threads: threads, cancellation: cancellation)
    defer { [reader.close()].settle() }
    guard let first = try reader.next() else { throw undecodable }
    let times = stream.packets.compactMap(\.time)
    guard reordering.contains(stream.codec.name), times.count > 1, !keepsOrder(stream),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }), var last = first.streamTime
    else { return first }
    for _ in 1..<looks {
      guard let time = try reader.next()?.streamTime else { break }
      guard time > last else { return nil }
      last = time
    }
    return first
  }

  /// Whether the parameter sets of `stream` say that its pictures are shown in the order in which they are decoded.
  private static func keepsOrder(_ stream: MediaScan.Stream) -> Bool {
    // In other forms sets stand among the packets, too.
    guard let form = stream.caps.string("stream-format"), ["avc", "hvc1"].contains(form), let stored = stream.stored,
      let sets = stream.caps.bytes("codec_data")
    else { return false }
    return ParameterSets(sets, codec: stored.codec)?.keepOrder == true
  }

  /// Codecs with pictures that are shown in another order than that of decoding.
  private static let reordering: Set<String> = ["H.264", "HEVC", "MPEG-4 Visual"]
  /// Pictures that are decoded to see their order: more than lie between two that are shown in order.
  private static let looks = 6

  /// The exact end of the presentation of `stream`, by an edit list in fine ticks or Matroska's duration; that of a single
  /// picture where it is more than a tick behind its packet's end; nil elsewhere.
  private static func exactEnd(of stream: MediaScan.Stream) -> Int64? {
    if let end = stream.stored?.blocks?.lastPictureEnd {
      guard let last = stream.packets.max(by: { $0.time ?? .min < $1.time ?? .min }), let time = last.time else {
        return nil
      }
      return FinalPicture.outlastsPacket(from: time, lasting: last.duration ?? 0, until: end) ? end : nil
    }
    guard let timescale = stream.endTimescale, timescale > 0 else { return nil }
    if timescale < MovieTracks.fineTimescale {
      guard stream.packets.count == 1, let packet = stream.packets.first, let time = packet.time,
        let end = stream.presentationEnd,
        end.addingSaturated(-time.addingSaturated(packet.duration ?? 0)) > Int64(1_000_000_000 / timescale)
      else { return nil }
    }
    return stream.presentationEnd
  }

  /// The frames' presentation times in order from `start` on, without those outside the edit list; `hiddenUntil` is the
  /// first presented frame's start if frames before it are hidden, and `hiddenFrom` the first hidden frame's start
  /// behind them. Nil where a packet has no time, or two have the same. Where times are uneven, the last frame is shown
  /// until `exactEnd`: its packet's duration may belong to another frame, the last in decoding order.
  private static func presentationTimes(
    of packets: [MediaScan.Packet], from start: Int64, until end: Int64?, lasting exactEnd: Int64?
  ) -> (shown: [(time: Int64, duration: Int64?)], hiddenUntil: Int64?, hiddenFrom: Int64?)? {
    var times: [(time: Int64, duration: Int64?)] = []
    times.reserveCapacity(packets.count)
    for packet in packets {
      guard let time = packet.time else { return nil }
      times.append((time, packet.duration))
    }
    times.sort { $0.time < $1.time }
    guard zip(times, times.dropFirst()).allSatisfy({ $0.time < $1.time }) else { return nil }
    // A frame that begins before the presentation is shown from its start on, if it lasts until then.
    guard let firstInside = times.firstIndex(where: { $0.time >= start }) else { return nil }
    let straddles = firstInside > 0 && times[firstInside].time > start + 1_000
    var kept = times[(straddles ? firstInside - 1 : firstInside)...]
    if let end, let first = kept.first {
      kept = kept.prefix { $0.time < end || $0.time == first.time }
      if let last = kept.last, let duration = last.duration, last.time + duration > end {
        kept[kept.endIndex - 1].duration = max(1, end - last.time)
      }
    }
    if let exactEnd, let last = kept.last, exactEnd - last.time > (last.duration ?? 0) + 1_000,
      FinalPicture.isUneven(kept.map(\.time))
    {
      kept[kept.endIndex - 1].duration = exactEnd - last.time
    }
    let hiddenUntil = firstInside > 0 ? kept.first?.time : nil
    let hiddenFrom = kept.endIndex < times.endIndex ? times[kept.endIndex].time : nil
    return (straddles ? [(start, nil)] + kept.dropFirst() : Array(kept), hiddenUntil, hiddenFrom)
  }
}
