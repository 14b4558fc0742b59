import MediaFormats
import MediaTime

/// What a track of a file or of a composition has in some range, ready to be laid into another track: pieces, one after
/// the other, wherever they stand.
struct Excerpt {
  /// Whether it shows or sounds.
  let mediaType: MediaType
  /// What its pictures are like, where that is known.
  let videoProperties: VideoTrackProperties?
  /// The pieces; none where the track has nothing in the range.
  private(set) var pieces: [CompositionTrackSegment]

  /// What `track` has in `range`: the part of its media that lies in it, after an empty edit where that begins later.
  init(of track: AssetTrack, in range: EditRange) throws(EditError) {
    self.mediaType = track.mediaType
    self.videoProperties = track.videoProperties
    self.pieces = []
    let held = track.timeRange
    let first = max(range.start, held.start.plain)
    let last = min(range.end ?? .positiveInfinity, held.end)
    guard first < last else { return }
    guard let length = last.subtracting(first), let media = CMTimeRange(exactlyFrom: first, lasting: length),
      let wait = first.subtracting(range.start)
    else { throw EditError(.inexact, argument: range.argument, trackID: nil) }
    if wait > .zero { pieces.append(.gap(lasting: wait)) }
    pieces.append(
      CompositionTrackSegment(
        source: track.source, sourceRange: media, targetRange: CMTimeRange(start: .zero, duration: media.duration)))
  }

  /// What `track` has in `range`: its segments, cut to the range.
  init(of track: CompositionTrack, in range: EditRange) throws(EditError) {
    self.mediaType = track.mediaType
    do {
      self.pieces = try Self.pieces(of: track.segments, in: range)
    } catch {
      throw EditError(error, argument: range.argument, trackID: track.id)
    }
    self.videoProperties = pieces.contains { !$0.isEmpty } ? track.videoProperties : nil
  }

  private static func pieces(
    of segments: [CompositionTrackSegment], in range: EditRange
  ) throws(EditObstacle) -> [CompositionTrackSegment] {
    var pieces: [CompositionTrackSegment] = []
    for index in segments.partitionIndex(where: { $0.end > range.start })..<segments.count {
      let segment = segments[index]
      guard segment.start.isNumeric, segment.end.isNumeric else { throw .segment(index) }
      let first = max(segment.start, range.start)
      let last = min(segment.end, range.end ?? segment.end)
      guard first < last else { break }
      pieces.append(try segment.part(from: first, to: last))
    }
    return pieces
  }

  /// An empty edit that lasts `duration`, in a track of `mediaType`.
  init(emptyFor duration: CMTime, mediaType: MediaType) {
    self.mediaType = mediaType
    self.videoProperties = nil
    self.pieces = duration > .zero ? [.gap(lasting: duration)] : []
  }

  /// Whether it shows or plays anything.
  var hasMedia: Bool { pieces.contains { !$0.isEmpty } }

  /// The excerpt, made to last `duration` by an empty edit at its end.
  func filled(to duration: CMTime) throws(EditObstacle) -> Excerpt {
    var missing = duration
    for piece in pieces {
      guard let rest = missing.subtracting(piece.duration) else { throw .inexact }
      missing = rest
    }
    guard missing > .zero else { return self }
    var filled = self
    filled.pieces.append(.gap(lasting: missing))
    return filled
  }
}

extension CompositionTrackSegment {
  /// An empty edit that lasts `duration`, wherever it stands.
  static func gap(lasting duration: CMTime) -> CompositionTrackSegment {
    CompositionTrackSegment(emptyOver: CMTimeRange(start: .zero, duration: duration))
  }
}
