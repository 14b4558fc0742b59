import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// Plans copies of media that is known by its facts: a packet is a picture, or 1,024 samples, and decoded when it is
/// presented. Every one is a key frame, and a part is exact to the packet.
struct ScriptedCopy {
  private let media: [AssetReference: MediaFacts]

  init(_ media: [AssetReference: MediaFacts]) {
    self.media = media
  }

  /// The plan of `copy`.
  func plan(_ copy: PacketCopy) throws -> CopyPlan {
    var parts: [CopyPlan.Part] = []
    var tracks: [CopyPlan.Track] = []
    var time = Rational.zero
    for part in copy.parts {
      guard let facts = media[part.asset] else {
        throw RenderError(.mediaMissing, "The file does not exist.", asset: part.asset)
      }
      let range = part.range.map { $0.start..<min($0.end, facts.duration) } ?? .zero..<facts.duration
      let streams = try self.streams(of: facts, range, isWhole: part.range == nil)
      if parts.isEmpty {
        tracks = streams.map(\.track)
      } else {
        for (index, stream) in streams.enumerated() where tracks.indices.contains(index) {
          tracks[index].packetCount += stream.track.packetCount
        }
      }
      let end = try time + range.upperBound - range.lowerBound
      parts.append(
        CopyPlan.Part(
          part.asset, range: part.range.map { $0.start..<$0.end }, zero: .zero, start: range.lowerBound,
          shift: try time - range.lowerBound, target: time..<end,
          streams: streams.enumerated().map { index, stream in
            var stream = stream.stream
            stream.track = index
            return stream
          }))
      time = end
    }
    for index in tracks.indices where copy.fileType.isMovie {
      tracks[index].edits = [CopyPlan.Edit(duration: time, mediaTime: .zero)]
    }
    return CopyPlan(
      copy.fileType, tracks: tracks, parts: parts, start: parts.first?.start ?? .zero, duration: time, isExact: true)
  }

  private typealias Pair = (track: CopyPlan.Track, stream: CopyPlan.Stream)

  private func streams(of facts: MediaFacts, _ range: Range<Rational>, isWhole: Bool) throws -> [Pair] {
    var pairs: [Pair] = []
    for track in facts.videoTracks {
      let length = track.timing.nominalFrameDuration ?? facts.duration
      pairs.append(
        try pair(.pictures, track.codec, length, tick: length, range, number: pairs.count, isWhole: isWhole))
    }
    for track in facts.audioTracks {
      let rate = Int64(track.sampleRate)
      var pair = try pair(
        .sound, track.codec, Rational(1_024, rate), tick: Rational(1, rate), range, number: pairs.count,
        isWhole: isWhole)
      pair.track.sampleRate = track.sampleRate
      pairs.append(pair)
    }
    return pairs
  }

  private func pair(
    _ kind: CopyPlan.Kind, _ codec: String, _ length: Rational, tick: Rational, _ range: Range<Rational>, number: Int,
    isWhole: Bool
  ) throws -> Pair {
    let first = try Int((range.lowerBound / length).floor())
    let end = max(first + 1, try Int((range.upperBound / length).ceil()))
    let start = try Rational(Int64(first)) * length
    let presentation = try start..<Rational(Int64(end)) * length
    let packets = CopyPlan.Packets(count: end - first, isAll: isWhole, numbers: [first...end - 1])
    return (
      CopyPlan.Track(kind, codec: codec, tick: tick, packetCount: end - first),
      CopyPlan.Stream(track: 0, stream: number, packets: packets, decoding: start, presentation: presentation)
    )
  }
}
