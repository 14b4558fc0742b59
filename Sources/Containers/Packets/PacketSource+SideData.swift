import CAVFormat
package import MediaFormats
package import Rendering

// SAFETY: the stream is one that libavformat has, and lives as long as the source.

extension PacketSource {
  /// What the file says of its pictures beside their samples, by the numbers of their streams: in its header, and in the first packet of each,
  /// unless others come in masses before it. Continues with the first packet of all.
  package func sideData() -> [Int: [PictureSideData]] {
    let pictures = streams.filter { $0.kind == .pictures }
    var found: [Int: Set<PictureSideData>] = [:]
    for stream in pictures {
      guard let pointer = unsafe pointer(toStream: stream.index) else { continue }
      if unsafe gste_surrounds(pointer) != 0 { found[stream.index, default: []].insert(.spherical) }
      if unsafe gste_is_stereoscopic(pointer) != 0 { found[stream.index, default: []].insert(.stereo3D) }
      if unsafe gste_is_dolby_vision(pointer) != 0 { found[stream.index, default: []].insert(.dolbyVision) }
    }
    var awaited = Set(pictures.map(\.index))
    var rest = Self.mostPackets
    // A fault is found where the file is read as a whole.
    while !awaited.isEmpty, rest > 0, let packet = try? next() {
      rest -= 1
      guard awaited.remove(packet.stream) != nil else { continue }
      let stream = streams[packet.stream]
      if packet.hasDynamicHDR { found[packet.stream, default: []].insert(.dynamicHDR) }
      guard let sets = ParameterSets(stream.configuration, codec: stream.codec) else { continue }
      let data = RegisteredUserData(packet.bytes, isHEVC: stream.codec == "hevc", lengthSize: sets.lengthSize)
      found[packet.stream, default: []].formUnion(data.kinds)
    }
    _ = rewind()
    return found.mapValues { kinds in PictureSideData.allCases.filter(kinds.contains) }
  }

  /// Limit of the packets among which the first of each picture is looked for.
  private static let mostPackets = 64

  /// What stream number `stream` is for, as the file says.
  package func dispositions(ofStream stream: Int) -> [TrackDisposition] {
    guard let pointer = unsafe pointer(toStream: stream) else { return [] }
    let flags = unsafe pointer.pointee.disposition
    return TrackDisposition.allCases.filter { flags & $0.flag != 0 }
  }
}

extension TrackDisposition {
  /// libavformat's flag.
  fileprivate var flag: Int32 {
    switch self {
    case .comment: AV_DISPOSITION_COMMENT
    case .dub: AV_DISPOSITION_DUB
    case .original: AV_DISPOSITION_ORIGINAL
    case .hearingImpaired: AV_DISPOSITION_HEARING_IMPAIRED
    case .visualImpaired: AV_DISPOSITION_VISUAL_IMPAIRED
    }
  }
}
