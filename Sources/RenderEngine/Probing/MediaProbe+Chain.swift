import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

extension MediaProbe {
  // QUIRK: Ogg: `oggdemux` ends the streams of one link of a chain and begins others with the next, at another time. In:
  // GStreamer 1.22. Test: "a chain of Ogg files is one sound".
  /// The index of a chain of Ogg files, which is one sound; nil where the file is no chain.
  ///
  /// Each link has another number of samples, another time, and for most codecs another delay at its beginning: it is read as a
  /// file of its own.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the links are no sound of one kind.
  func chainIndex(_ container: MediaContainer) throws -> MediaIndex? {
    guard case .streams(.oggDemuxer, _) = container else { return nil }
    let file = try FileBytes(asset.url.path, isReadOnly: true)
    let ranges = try OggLinks(file).ranges
    guard ranges.count > 1 else { return nil }
    guard ranges.count <= Self.mostLinks else { throw Self.unlike(ranges.count, "are more than \(Self.mostLinks)") }
    let faults = try ContainerCheck(file, as: container).faults
    try refuse(faults)
    var links: [MediaIndex] = []
    for range in ranges {
      try cancellation.check()
      let window = HeaderCorrection(fields: [], window: range)
      var scan = try MediaScan(
        asset, container: container, headerCorrection: window, endsAtErrors: damagePolicy == .keep,
        cancellation: cancellation)
      // A link that was cut off before its first sound adds nothing.
      guard scan.streams.contains(where: { !$0.packets.isEmpty }) else { continue }
      try scan.hidePreSkip(in: OggOpusStarts(of: file, from: range.lowerBound))
      links.append(try index(of: scan, container: container, headerCorrection: window))
    }
    guard var whole = links.first, let sound = whole.facts.audioTracks.first else {
      throw Self.unlike(ranges.count, "have no sound")
    }
    for link in links {
      guard link.facts.videoTracks.isEmpty, link.facts.audioTracks.count == 1 else {
        throw Self.unlike(ranges.count, "are films, or hold several sounds")
      }
      let other = link.facts.audioTracks[0]
      guard (other.sampleRate, other.layout, other.codec) == (sound.sampleRate, sound.layout, sound.codec) else {
        throw Self.unlike(
          ranges.count,
          "differ: \(sound.codec) of \(sound.sampleRate) Hz in \(sound.channels) channels, and \(other.codec) of "
            + "\(other.sampleRate) Hz in \(other.channels)")
      }
      if other.losslessFormat != sound.losslessFormat { whole.facts.audioTracks[0].losslessFormat = .integer32 }
    }
    whole.links = links
    whole.facts.audioTracks[0].sampleCount = links.reduce(0) { $0 + $1.facts.audioTracks[0].sampleCount }
    let track = whole.facts.audioTracks[0]
    whole.facts.duration = try Rational(track.firstSample + track.sampleCount, Int64(track.sampleRate))
    whole.facts.damage = faults.map(\.sentence)
    return whole
  }

  /// Limit of the links in a chain: weeks of titles.
  private static let mostLinks = 10_000

  private static func unlike(_ count: Int, _ what: String) -> RenderError {
    RenderError(
      .unsupported, "The Ogg file is a chain of \(count) files, which \(what).",
      remedy: "Make one file of it first, as with: ffmpeg -i FILE -c:a flac NEW.flac.")
  }
}
