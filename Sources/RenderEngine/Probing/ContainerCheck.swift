import Containers
import MediaDecoding

/// A check of a file's container structure, without decoding.
struct ContainerCheck {
  /// Places at which the file violates its container's rules.
  private(set) var faults: [ContainerFault] = []
  /// The packets of a transport stream.
  private(set) var transport: TransportPackets?
  /// The blocks of a Matroska file.
  private(set) var matroska: MatroskaBlocks?
  /// The pages of an Ogg file.
  private(set) var ogg: OggPages?
  /// The tags of a Flash video file.
  private(set) var flash: FlashTags?

  /// Looks at `file`, which is a `container`.
  init(_ file: FileBytes, as container: MediaContainer) throws {
    if case .still(_, _, let name) = container {
      faults = try StillPictureEnd(file).faults(of: name)
      return
    }
    if let end = try container.declaredEnd(of: file), end > file.count {
      faults.append(.cutShort(file, by: end - file.count))
    }
    switch container {
    case .streams(.aviDemuxer, _) where faults.isEmpty: faults += try AVIIndex(file).faults
    case .streams(.matroskaDemuxer, _):
      let blocks = try MatroskaBlocks(file)
      faults += blocks.faults
      matroska = blocks
    case .streams(.transportStreamDemuxer, _):
      let packets = try TransportPackets(file)
      faults += packets.faults
      transport = packets
    case .streams(.oggDemuxer, _):
      let pages = try OggPages(file)
      faults += pages.faults
      ogg = pages
    case .streams(.programStreamDemuxer, _): faults += try ProgramPackets(file).faults
    case .streams(.flashDemuxer, _):
      let tags = try FlashTags(file)
      faults += tags.faults
      flash = tags
    case .streams(.mxfDemuxer, _): faults += try MaterialPackets(file).faults
    case .streams(.asfDemuxer, _) where faults.isEmpty: faults += try ASFPackets(file).faults
    case .single(let parsers, _) where parsers.contains(.ivfParser): faults += try IVFFrames(file).faults
    default: break
    }
  }
}

extension MediaContainer {
  /// The end of the media, in bytes, as the file states it; nil without a statement.
  fileprivate func declaredEnd(of file: FileBytes) throws -> UInt64? {
    if isMovie {
      // Bytes behind the movie need not be boxes: cameras and mail gateways append all sorts of data.
      let media: Set<String> = ["moov", "moof", "mdat"]
      let boxes = try MovieBoxes(file).last { media.contains($0.type) }?.end
      let samples = try MovieTracks(of: file)?.mediaEnd(in: file)
      return [boxes, samples].compactMap(\.self).max()
    }
    switch self {
    case .streams(.asfDemuxer, _): return try ASFProperties(file)?.fileSize
    case .listed(.samples, _): if let end = try SampleFile(file)?.declaredEnd { return end }
    case .single(let parsers, _) where parsers.contains(.auParser): return try SampleFile.declaredEnd(ofAU: file)
    case .single:
      if let wave = try WaveFile(file), wave.isLong { return wave.samples.upperBound }
    default: break
    }
    // Writers disagree on whether the byte that makes a length even counts.
    return try RIFFChunks(file)?.declaredEnd.map { $0 - 1 }
  }
}
