import Containers
import GStreamer
import MediaDecoding
import MediaFormats
import Rendering

extension MediaScan.Stream {
  /// Offsets at which the packets of a stream without a container skip bytes of `file`, or end early; `window` is the
  /// part that was read.
  func faults(
    of file: FileBytes, in container: MediaContainer, _ window: Range<UInt64>?
  ) throws -> [ContainerFault] {
    // Other parsers count samples.
    let byBytes: [ElementName] = [.mpegAudioParser, .aacParser, .ac3Parser]
    guard case .single(let parsers, _) = container, parsers.contains(where: byBytes.contains),
      !parsers.contains(.waveParser)
    else { return [] }
    var faults: [ContainerFault] = []
    if let declared = declaredFrames, packets.count + 1 < declared {
      faults.append(
        ContainerFault(
          offset: file.count, finding: "\(declared - packets.count) of its \(declared) packets are missing", isEnd: true
        ))
    }
    guard let start = packets.first?.offset, packets.dropFirst().allSatisfy({ $0.offset ?? 0 > start }) else {
      return faults
    }
    let shift = try window?.lowerBound ?? ID3Tag.length(in: file)
    for (packet, next) in zip(packets, packets.dropFirst()) {
      guard let end = packet.offset.map({ shift + $0 + UInt64(packet.byteCount) }), let start = next.offset,
        start + shift > end, faults.count < ContainerFault.capacity
      else { continue }
      let left = try file.read(at: end, Int(min(start + shift - end, 1 << 16)))
      guard !ID3Tag.isTag(left) else { continue }
      faults.append(ContainerFault(offset: end, finding: "\(start + shift - end) bytes are no packets"))
    }
    if let last = packets.last, let offset = last.offset {
      let end = shift + offset + UInt64(last.byteCount)
      let tag = try ID3Tag.length(in: file, at: end)
      let left = try file.read(at: end, 1 << 16)
      let following = try file.read(at: end + tag, 2)
      if tag > 0, following.count == 2, following[0] == 0xFF, following[1] & 0xE0 == 0xE0 {
        faults.append(ContainerFault(offset: end + tag, finding: "sound of another kind follows"))
      }
      // A packet that is cut begins as all others do.
      if left.count >= 2, head.count >= 2, left[0] == head[0], left[1] & 0xE0 == head[1] & 0xE0 {
        faults.append(ContainerFault(offset: end, finding: "its last packet is not whole", isEnd: true))
      }
    }
    return faults
  }

  /// The correction of the number of packets that the encoder's tag in `file` counts, where there are more: `mpegaudioparse` 1.22
  /// would leave out all behind them. Recordings that were joined have such a tag.
  func countCorrection(of file: FileBytes, besides correction: HeaderCorrection?) throws -> HeaderCorrection? {
    guard let declared = declaredFrames, declared > 0, packets.count > declared + 1 else { return nil }
    let window = correction?.window
    let start = try window?.lowerBound ?? ID3Tag.length(in: file)
    let bytes = try file.read(at: start, 4_096)
    guard let tag = bytes.indices.first(where: { bytes[$0...].starts(with: head.prefix(40)) }),
      let mark = bytes[tag...].indices.first(where: { index in
        ["Xing", "Info"].contains { bytes[index...].starts(with: $0.utf8) }
      })
    else { return nil }
    // The tag's own packet does not count.
    let count = [UInt8](bigEndian: packets.count - 1, 4)
    let offset = (window == nil ? start : 0) + UInt64(mark) + 8
    return HeaderCorrection(fields: [.init(offset: offset, bytes: count)], window: window)
  }
}

extension MediaScan {
  /// Refuses pictures that are called raw and differ in size: AVI files without a codec's name hold other packets.
  func checkRawPictures() throws(RenderError) {
    for stream in streams where stream.mediaType == .video && stream.codec.name == "raw video" {
      // A packet of nothing repeats the picture before.
      guard Set(stream.packets.map(\.byteCount)).subtracting([0]).count > 1 else { continue }
      throw RenderError(
        .unsupported,
        "The picture is called raw, but its frames differ in size: it is coded in a way that is not named.",
        remedy: "Convert the file from its source again, as with: ffmpeg -i SOURCE -c:v ffv1 NEW.mkv.",
        underlying: stream.caps.description)
    }
  }
}

extension TransportPackets {
  // QUIRK: MPEG transport stream: `tsdemux` has a packet presented when it is decoded, where five seconds and more lie between.
  // In: GStreamer 1.22. Test: "a transport stream whose pictures are shown five seconds after they are decoded is refused".
  /// Refuses pictures that come so seldom, in another order than they are shown in, that a demuxer mistakes their times.
  ///
  /// - Throws: `RenderError` with `.unsupported` where `scan` has packets of a stream at other times than the file.
  func refuseOtherTimes(in scan: MediaScan) throws(RenderError) {
    guard clock.isContinuous else { return }
    for stream in scan.streams where stream.mediaType == .video {
      guard let own = stream.identity.number.flatMap({ times[Int($0)] }), own.count == stream.packets.count,
        let first = own.first
      else { continue }
      // The clock has 33 bits. What a demuxer gives no time has one as well.
      let shifts = zip(stream.packets, own).map { packet, ticks in
        packet.time.map { $0 - (ticks < first - 1 << 32 ? ticks + 1 << 33 : ticks) * 100_000 / 9 }
      }
      let known = shifts.compactMap(\.self)
      guard let least = known.min(), let most = known.max(), most - least > 1_000_000 || known.count < shifts.count
      else { continue }
      throw RenderError(
        .unsupported,
        "The pictures of the transport stream are so far apart that GStreamer mistakes when they are shown.",
        remedy: "Write it anew, as with: ffmpeg -i FILE -c copy NEW.mkv.")
    }
  }
}
