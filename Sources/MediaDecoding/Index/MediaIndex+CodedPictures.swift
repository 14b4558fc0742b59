package import Containers
import EditingModel
import FoundationEssentials
import MediaFormats
package import MediaTime
package import Rendering

/// Packets of a file that can be copied into another film.
extension MediaIndex {
  /// Bytes of a key frame that are read at first: more than parameter sets and all else before its first slice.
  private static let beginning = 1 << 12

  /// The pictures of video track `track` as they are encoded.
  package func codedPictures(
    ofVideoTrack track: Int, cancellation: Cancellation
  ) throws -> Result<CodedPictures, UncopiedMedia> {
    let (facts, access) = (self.facts.videoTracks[track], videoAccess[track])
    guard let stored = access.stored, !stored.isCounted, access.isTimed else {
      return .failure(unlisted(access.stored))
    }
    guard access.parts.isEmpty else {
      return .failure(UncopiedMedia("The media is shown in \(access.parts.count) parts."))
    }
    guard let codec = VideoCodec(nameInFFmpeg: stored.codec) else {
      return .failure(UncopiedMedia("The media is \(facts.codec), which is not written."))
    }
    guard access.firstLoss == nil, access.lossTimes.isEmpty, access.damagedTimes.isEmpty, access.suspectTimes.isEmpty
    else { return .failure(UncopiedMedia("The media is damaged.")) }
    let resized = UncopiedMedia("The media's pictures have several sizes.")
    guard !access.isResized else { return .failure(resized) }
    let table: SampleTable
    switch try packetTable(of: .video, track, cancellation: cancellation) {
    case .success(let known): table = known
    case .failure(let reason): return .failure(reason)
    }
    var packets = try StoredPackets(self.facts.asset.url.path, stored)
    let sets = ParameterSets(packets.described.configuration, codec: stored.codec)
    var pictures = CodedPictures(
      codec: codec, pixelFormat: PixelFormat.allCases.first { $0.gstreamerName == facts.format },
      configuration: packets.described.copiedConfiguration,
      frames: try table.entries.map { facts.timing.frame(presentedAt: try table.time($0.presentation)) },
      entryPoints: [])
    if codec == .h264 || codec == .hevc {
      guard let sets, sets.lengthSize == 4 else {
        return .failure(UncopiedMedia("The media's parameter sets do not stand in its header."))
      }
    }
    if codec == .h264, let record = AVCConfiguration(packets.described.configuration) {
      // QUIRK: H.264: libavcodec decodes lossless pictures as others where a sequence set of another profile was in use before them.
      // In: FFmpeg 5.1. Test: "lossless pictures are encoded, as they cannot stand behind others".
      guard !record.isLossless else {
        return .failure(
          UncopiedMedia("The media's pictures are lossless H.264, which decoders take for others behind others."))
      }
      guard let profile = record.profile else {
        return .failure(UncopiedMedia("The media's profile of H.264 is none that others can stand beside."))
      }
      (pictures.profile, pictures.parameterSets) = (profile, record.numbers ?? [])
    }
    if codec == .prores {
      pictures.profile = PacketStream.proResLetters.first { $0.value == packets.described.tag }?.key
    }
    if codec == .dnxhr { pictures.profile = try packets.next().flatMap { DNxHRHeader($0.packet.bytes)?.profile } }
    // Where every picture is one, none has to be read.
    if EntryPoint.isEntryPoint([], codec: stored.codec) == true {
      pictures.entryPoints = table.entries.indices.filter { table.entries[$0].isSync && pictures.frames[$0] != nil }
      return .success(pictures)
    }
    let file = try FileBytes(self.facts.asset.url.path, isReadOnly: true)
    for (place, entry) in table.entries.enumerated() where entry.isSync && pictures.frames[place] != nil {
      try cancellation.check()
      var bytes = try file.read(at: entry.offset, min(entry.byteCount, Self.beginning))
      var isEntry = EntryPoint.isEntryPoint(bytes, codec: stored.codec)
      if isEntry == nil, entry.byteCount > bytes.count {
        bytes = try file.read(at: entry.offset, entry.byteCount)
        isEntry = EntryPoint.isEntryPoint(bytes, codec: stored.codec)
      }
      if let sets, sets.areReplaced(by: bytes) {
        return .failure(UncopiedMedia("The media's parameter sets change on its way."))
      }
      if let size = KeyFrameSize(bytes, codec: stored.codec),
        size.width != facts.size.width || size.height != facts.size.height
      {
        return .failure(resized)
      }
      if isEntry == true { pictures.entryPoints.append(place) }
    }
    return .success(pictures)
  }

  /// Why no packet is copied of a track whose packets, `stored` if libavformat finds them, have no list with their times.
  package func unlisted(_ stored: StoredStream?) -> UncopiedMedia {
    let remedy = stored == nil && !container.isMatroska ? "; a copy of its packets in MP4 or Matroska does" : ""
    return UncopiedMedia("The file (\(container.name)) does not list when each packet is presented\(remedy).")
  }
}

extension PacketStream {
  /// The decoder's configuration in a film's header for copied pictures: QuickTime's boxes beside DNxHR are the muxer's
  /// own.
  package var copiedConfiguration: [UInt8] { codec == "dnxhd" ? [] : configuration }
}

extension FrameTiming {
  /// The frame that begins at `time`, which the container may have rounded to milliseconds; nil where none does.
  package func frame(presentedAt time: Rational) -> Int? {
    let frame = nearestFrame(to: time)
    guard (0..<count).contains(frame), let start = try? start(of: frame),
      let distance = try? start < time ? time - start : start - time
    else { return nil }
    return distance < Self.rounding ? frame : nil
  }

  /// Tolerance of a container's times, in seconds: Matroska counts milliseconds.
  package static let rounding = (try? Rational(11, 20_000)) ?? .zero
}
