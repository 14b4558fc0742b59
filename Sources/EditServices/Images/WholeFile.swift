import EditingModel
import MediaFormats
import MediaTime
package import Rendering

extension EditSnapshot {
  /// All of video track number `track` of a file, upright, on a grid on which every one of its frames begins.
  package init(wholeOf facts: MediaFacts, track: Int) throws(RenderError) {
    guard facts.videoTracks.indices.contains(track) else {
      throw RenderError(
        .invalidModel,
        facts.videoTracks.isEmpty
          ? "The file has no picture." : "The file has no video track number \(track), counted from 0.",
        remedy: "Use a file that has one.", asset: facts.asset)
    }
    let composition = Composition(tracks: [try CompositionTrack(wholeOf: facts, track: track)])
    var videoComposition = try RenderPlanner.defaultVideoComposition(for: composition, facts: [facts.asset: facts])
    videoComposition?.frameDuration = try exactly { () throws(RationalError) in
      let timing = facts.videoTracks[track].timing
      return try CMTime(exactly: timing.commonFrameDuration(atLeast: timing.shortestFilmFrame))
    }
    self.init(composition: composition, videoComposition: videoComposition)
  }

  /// All video tracks of a file, as `videoComposition` shows them.
  init(wholeOf facts: MediaFacts, as videoComposition: VideoComposition) throws(RenderError) {
    var tracks: [CompositionTrack] = []
    for track in facts.videoTracks.indices { tracks.append(try CompositionTrack(wholeOf: facts, track: track)) }
    self.init(composition: Composition(tracks: tracks), videoComposition: videoComposition)
  }
}

extension CompositionTrack {
  /// All of video track number `track` of a file, with the number that ``Asset`` gives it.
  fileprivate init(wholeOf facts: MediaFacts, track: Int) throws(RenderError) {
    let timing = facts.videoTracks[track].timing
    let duration = try exactly { () throws(RationalError) in
      guard timing != .still, let end = try timing.end(of: timing.count - 1) else {
        return try CMTime(exactly: .one)
      }
      return try CMTime(exactly: max(end, facts.duration))
    }
    let range = CMTimeRange(start: .zero, duration: duration)
    let segment = CompositionTrackSegment(
      source: .init(asset: facts.asset, trackIndex: track), sourceRange: range, targetRange: range)
    self.init(
      id: Asset(facts).tracks(withMediaType: .video)[track].trackID, mediaType: .video, segments: [segment])
  }
}

extension FrameTiming {
  /// The shortest duration that frames of a film of this length may have: a ten-thousandth of a second of up to 26 minutes,
  /// and 2.25 ms of ten hours.
  fileprivate var shortestFilmFrame: Rational {
    get throws(RationalError) {
      let seconds = try max(.one, (end(of: count - 1) ?? .one))
      return try Rational(1, min(10_000, max(1, (Rational(16_000_000) / seconds).floor())))
    }
  }

  /// The longest duration that all frames' starts are multiples of. Where it would be shorter than `shortest`, it is
  /// `shortest`, and a source frame is found at the first film frame that shows it.
  func commonFrameDuration(atLeast shortest: Rational) throws(RationalError) -> Rational {
    switch self {
    case .still:
      return .one
    case .constant(let start, let frameDuration, _):
      return max(shortest, (try? start.greatestCommonDivisor(with: frameDuration)) ?? shortest)
    case .variable(let starts, _):
      var common = Rational.zero
      for start in starts {
        guard let next = try? common.greatestCommonDivisor(with: start), next == .zero || next >= shortest else {
          return shortest
        }
        common = next
      }
      return common > .zero ? common : shortest
    }
  }
}

extension Rational {
  /// The greatest number that divides both; the other one where one is zero.
  fileprivate func greatestCommonDivisor(with other: Rational) throws(RationalError) -> Rational {
    var (a, b) = (self < .zero ? try .zero - self : self, other < .zero ? try .zero - other : other)
    while b > .zero { (a, b) = (b, try a - Rational((a / b).floor()) * b) }
    return a
  }
}
