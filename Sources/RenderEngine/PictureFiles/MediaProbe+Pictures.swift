import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import PictureFiles
import Rendering

extension MediaProbe {
  /// The index of a file of `container` that has pictures alone; nil for others.
  ///
  /// - Throws: `RenderError` if the first picture cannot be decoded.
  func pictureIndex(_ container: MediaContainer) throws -> MediaIndex? {
    guard !container.isStill else { return try stillIndex(container) }
    guard case .pictures(let kind, _) = container, let animation = try PictureFileReader.animation(kind, of: asset)
    else { return nil }
    guard animation.durations.count > 1 else { return try stillIndex(container) }
    var starts: [Rational] = []
    var end: Int64 = 0
    let timescale = Int64(animation.timescale)
    for duration in animation.durations {
      starts.append(try Rational(end, timescale))
      end += Int64(duration)
    }
    let usual = animation.durations[0]
    let timing: FrameTiming =
      animation.durations.allSatisfy { $0 == usual }
      ? .constant(start: .zero, frameDuration: try Rational(Int64(usual), timescale), count: starts.count)
      : .variable(starts: FrameStarts(starts), end: try Rational(end, timescale))
    let picture = try translatingPictures { try animation.next() }.decoded(at: 0)
    let keys = try animation.keyPictures.map { try starts[$0].floor(scaledBy: 1_000_000_000) }
    return try index(
      container, codec: container.name, picture: picture, timing: timing,
      orientation: kind.orientation(ofFile: asset.url.path), keyTimes: keys)
  }

  /// The index of a file or sequence of pictures that look like `picture`.
  func index(
    _ container: MediaContainer, codec: String, picture: StreamReader.Decoded, timing: FrameTiming,
    orientation: Orientation = .up, keyTimes: [Int64] = []
  ) throws -> MediaIndex {
    let facts = try VideoTrackFacts(codec: codec, picture: picture.caps, timing: timing, orientation: orientation)
    return MediaIndex(
      facts: MediaFacts(
        asset: asset, container: container.name,
        duration: timing == .still ? .zero : try timing.end(of: timing.count - 1) ?? .zero,
        videoTracks: [facts], audioTracks: []),
      container: container, zero: .zero,
      videoAccess: [
        .init(
          codec: StreamCodec(still: codec, decoder: container.stillDecoder), stream: 0, isTimed: true,
          keyTimes: keyTimes)
      ], audioAccess: [])
  }

  /// Opens the one picture of `container`.
  func openStill(_ container: MediaContainer) throws -> any FrameReader {
    if case .pictures(let kind, _) = container {
      return try PictureFileReader(kind, of: asset, cancellation: cancellation)
    }
    let codec = StreamCodec(still: container.name, decoder: container.stillDecoder)
    let address = StreamAddress(asset: asset, container: container, codec: codec, mediaType: .video, index: 0)
    return try StreamReader(address, from: nil, capacity: 1, threads: 1, cancellation: cancellation)
  }
}

extension StreamAddress {
  /// A reader of a file or sequence of pictures from picture `first` on, for `run`; nil for other media.
  func pictureReader(
    of run: SourceRun, from first: Int, index: MediaIndex, cancellation: Cancellation
  ) throws -> (any FrameReader)? {
    guard case .pictures(let kind, _) = container else { return nil }
    let wanted = run.facts.timing == .still ? nil : try FrameFilter(run, of: index, decodesEverything: false)
    if case .sequence = kind {
      return try SequenceReader(asset, facts: run.facts, from: first, wanting: wanted, cancellation: cancellation)
    }
    return try PictureFileReader(kind, of: asset, from: first, wanting: wanted, cancellation: cancellation)
  }
}
