import Containers
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering

/// What of a file's packets can stand in another film.
extension MediaIndex {
  /// How many bytes of a key frame are read at first: parameter sets and what else precedes its first slice are less.
  private static let beginning = 1 << 12

  /// The pictures of video track `track` as they are encoded.
  func codedPictures(
    ofVideoTrack track: Int, cancellation: Cancellation
  ) throws -> Result<CodedPictures, UncopiedPictures> {
    let (facts, access) = (self.facts.videoTracks[track], videoAccess[track])
    guard let stored = access.stored, !stored.isCounted, access.isTimed else {
      return .failure(UncopiedPictures("The container does not list when each packet is presented."))
    }
    guard let codec = VideoCodec(rawValue: stored.codec) else {
      return .failure(UncopiedPictures("The media is \(facts.codec), which is not written."))
    }
    guard access.firstLoss == nil, access.lossTimes.isEmpty, access.damagedTimes.isEmpty, access.suspectTimes.isEmpty
    else { return .failure(UncopiedPictures("The media is damaged.")) }
    let source = CompositionTrackSegment.Source(asset: self.facts.asset, trackIndex: track)
    let table = try StoredSamples(of: source, .video, self, cancellation: cancellation).table
    let packets = try StoredPackets(self.facts.asset.url.path, stored)
    let sets = ParameterSets(packets.described.configuration, codec: stored.codec)
    var pictures = CodedPictures(
      codec: codec, pixelFormat: PixelFormat.allCases.first { $0.gstreamerName == facts.format },
      configuration: packets.described.configuration,
      frames: try table.entries.map { facts.timing.frame(presentedAt: try table.time($0.presentation)) },
      entryPoints: [])
    if codec == .h264 || codec == .hevc {
      guard let sets, sets.lengthSize == 4 else {
        return .failure(UncopiedPictures("The media's parameter sets do not stand in its header."))
      }
      pictures.parameterSets = AVCConfiguration(packets.described.configuration)?.numbers ?? []
    }
    if codec == .prores {
      pictures.profile = PacketStream.proResLetters.first { $0.value == packets.described.tag }?.key
    }
    let file = try FileBytes(self.facts.asset.url.path, isReadOnly: true)
    for (place, entry) in table.entries.enumerated() where entry.isSync && pictures.frames[place] != nil {
      try cancellation.check()
      var bytes = try file.read(at: entry.offset, min(entry.byteCount, Self.beginning))
      var isEntry = EntryPoint.isOne(bytes, codec: stored.codec)
      if isEntry == nil, entry.byteCount > bytes.count {
        bytes = try file.read(at: entry.offset, entry.byteCount)
        isEntry = EntryPoint.isOne(bytes, codec: stored.codec)
      }
      if let sets, sets.areContradicted(by: bytes) {
        return .failure(UncopiedPictures("The media's parameter sets change on its way."))
      }
      if isEntry == true { pictures.entryPoints.append(place) }
    }
    return .success(pictures)
  }
}

extension FrameTiming {
  /// The frame that begins at `time`, which the container may have rounded to milliseconds; nil where none does.
  func frame(presentedAt time: Rational) -> Int? {
    let frame = nearestFrame(to: time)
    guard frame >= 0, frame < count, let start = try? start(of: frame) else { return nil }
    guard let distance = try? start - time else { return nil }
    return abs(distance.seconds) < Self.rounding ? frame : nil
  }

  /// Seconds by which a container's time may differ from the exact one.
  private static let rounding = 0.000_55
}
