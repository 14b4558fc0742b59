import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

extension MediaProbe {
  /// The file's facts by its beginning and its declared duration, without reading the rest: the streams, their first
  /// pictures and sounds, and their approximate durations. Precise where that takes no longer; a file without a
  /// declared duration is read whole.
  ///
  /// - Throws: `RenderError` that names the file.
  func estimate() throws(RenderError) -> MediaFacts {
    try translating(asset: asset) {
      if let sequence = try sequenceIndex() { return sequence.facts }
      let found = try identify()
      if let whole = try pictureIndex(found) ?? chainIndex(found) ?? dataIndex(found) { return whole.facts }
      let (scan, container, headerCorrection) = try self.scan(found, extent: .beginning)
      if scan.isTabulated { return try index(of: scan, container: container, headerCorrection: headerCorrection).facts }
      guard let length = scan.declaredDuration else { return try run().facts }
      let duration = try Rational(length, 1_000_000_000)
      var facts = MediaFacts(
        asset: asset, container: container.name, duration: duration, videoTracks: [], audioTracks: [])
      facts.isPrecise = false
      for (stream, address) in addresses(of: scan, container: container, headerCorrection: headerCorrection) {
        let reader = try StreamReader(address, from: nil, capacity: 2, threads: 1, cancellation: cancellation)
        defer { [reader.close()].settle() }
        guard let caps = try reader.next()?.caps else { continue }
        switch stream.mediaType {
        case .video:
          facts.videoStorage.append(stream.storage)
          let rate = [stream.caps, caps].lazy.compactMap { $0.fraction("framerate") }.first { $0.numerator > 0 }
          let frameDuration = try Rational(Int64(rate?.denominator ?? 1), Int64(rate?.numerator ?? 25))
          let count = Int(max(1, try (duration / frameDuration).rounded()))
          facts.videoTracks.append(
            try VideoTrackFacts(
              identity: stream.identity, codec: stream.codec.name, picture: caps, stream: stream.caps,
              timing: .constant(start: .zero, frameDuration: frameDuration, count: count),
              orientation: Orientation(imageOrientationTag: scan.imageOrientation)))
        case .audio:
          facts.audioStorage.append(stream.storage)
          let format = try AudioFormat(caps)
          facts.audioTracks.append(
            AudioTrackFacts(
              identity: stream.identity, codec: stream.codec.name, sampleRate: format.rate, channels: format.channels,
              layout: format.layout,
              firstSample: 0, sampleCount: try duration.rounded(scaledBy: Int64(format.rate)), losslessFormat: nil))
        }
      }
      guard !facts.videoTracks.isEmpty || !facts.audioTracks.isEmpty else { return try run().facts }
      return facts
    }
  }
}
