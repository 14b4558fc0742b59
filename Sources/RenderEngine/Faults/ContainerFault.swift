import GStreamer
import Rendering

/// A place where a file is not what its container demands. Demuxers pass over it, and play less.
struct ContainerFault: Hashable, Sendable, Codable {
  /// Where, in bytes from the file's beginning.
  var offset: UInt64
  /// What was found there, as the end of a sentence: "4 of its transport packets are missing".
  var finding: String
  /// Whether nothing follows.
  var isEnd = false

  /// How many are listed of a file.
  static let capacity = 100

  /// "The file is cut short: 812 of its bytes are missing at the end."
  var sentence: String {
    isEnd ? "The file is cut short: \(finding)." : "The file is damaged at byte \(offset): \(finding)."
  }

  /// The error of a file that has the fault.
  var error: RenderError {
    RenderError(.mediaUnreadable, sentence, remedy: DamagePolicy.remedy)
  }
}

extension MediaContainer {
  /// Where `file` is not what the container demands, as far as that shows without decoding.
  func faults(of file: FileBytes) throws -> [ContainerFault] {
    if case .still(_, _, let name) = self { return try StillPictureEnd(file).faults(of: name) }
    var faults: [ContainerFault] = []
    if let end = try declaredEnd(of: file), end > file.count {
      faults.append(.cutShort(file, by: end - file.count))
    }
    guard case .streams(let demuxer, _) = self else { return faults }
    switch demuxer {
    case .aviDemuxer where faults.isEmpty: faults += try AVIIndex(file).faults
    case .matroskaDemuxer: faults += try MatroskaBlocks(file).faults
    case .transportStreamDemuxer: faults += try TransportPackets(file).faults
    case .oggDemuxer: faults += try OggPages(file).faults
    case .programStreamDemuxer: faults += try ProgramPackets(file).faults
    case .flashDemuxer: faults += try FlashTags(file).faults
    default: break
    }
    return faults
  }

  /// Where the media end, in bytes, according to the file; nil where it does not say.
  private func declaredEnd(of file: FileBytes) throws -> UInt64? {
    if isMovie {
      // What follows the movie need not be boxes: cameras and mail gateways append all sorts of data.
      let media: Set<String> = ["moov", "moof", "mdat"]
      return try MovieBoxes(file).last { media.contains($0.type) }?.end
    }
    if case .streams(.asfDemuxer, _) = self { return try Self.endOfASF(file) }
    // Writers disagree on whether the byte that makes a length even counts.
    return try RIFFChunks(file)?.declaredEnd.map { $0 - 1 }
  }
}

extension MediaContainer {
  /// The size that an ASF file's header names, but for a broadcast's (ASF specification 01.20.03, §3.2).
  private static func endOfASF(_ file: FileBytes) throws -> UInt64? {
    let properties: [UInt8] = [
      0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
    ]
    var offset: UInt64 = 30
    let end = try file.read(at: 16, 8).littleEndian(at: 0, 8)
    while offset + 24 <= min(end, file.count) {
      let object = try file.read(at: offset, 104)
      guard object.count > 24 else { return nil }
      if object.starts(with: properties), object.count > 92 {
        return object[88] & 1 == 0 ? object.littleEndian(at: 40, 8) : nil
      }
      offset += max(24, object.littleEndian(at: 16, 8))
    }
    return nil
  }
}

extension ContainerFault {
  /// The fault of `file`, of which the last `count` bytes are missing.
  static func cutShort(_ file: FileBytes, by count: UInt64) -> ContainerFault {
    ContainerFault(offset: file.count, finding: "\(count) of its bytes are missing at the end", isEnd: true)
  }
}
