import EditingModel
import MediaFormats
import MediaTime
import Testing

@Suite("Inserting into a track")
struct TrackInsertionTests {
  private let empty = CompositionTrack(id: 1, mediaType: .video)
  private let twoClips = row(("a", 4), ("b", 3))

  @Test func `insertion between segments moves the later ones`() throws {
    var track = twoClips
    try track.insertTimeRange(range(10, 12), of: source("x"), at: seconds(4))
    #expect(track.words == ["a 0…4", "x 10…12", "b 0…3"])
    #expect(track.duration == seconds(9) && track.isInOrder)
  }

  @Test func `insertion at zero moves everything`() throws {
    var track = twoClips
    try track.insertTimeRange(range(10, 12), of: source("x"), at: .zero)
    #expect(track.words == ["x 10…12", "a 0…4", "b 0…3"])
    #expect(track.isInOrder)
  }

  @Test func `insertion within a segment splits it`() throws {
    var track = twoClips
    try track.insertTimeRange(range(10, 12), of: source("x"), at: seconds(1))
    #expect(track.words == ["a 0…1", "x 10…12", "a 1…4", "b 0…3"])
    #expect(track.isInOrder)
  }

  @Test func `insertion at the end appends, whether the end is named or not`() throws {
    for end in [seconds(7), .invalid] {
      var track = twoClips
      try track.insertTimeRange(range(10, 12), of: source("x"), at: end)
      #expect(track.words == ["a 0…4", "b 0…3", "x 10…12"])
      #expect(track.isInOrder)
    }
  }

  @Test func `an empty edit fills the gap before an insertion past the end`() throws {
    var track = twoClips
    try track.insertTimeRange(range(10, 12), of: source("x"), at: seconds(9))
    #expect(track.words == ["a 0…4", "b 0…3", "- 2", "x 10…12"])
    var new = empty
    try new.insertTimeRange(range(10, 12), of: source("x"), at: seconds(3))
    #expect(new.words == ["- 3", "x 10…12"])
    #expect(track.isInOrder && new.isInOrder)
  }

  @Test func `an empty edit that fills a gap is joined with one at the end`() throws {
    var track = row(("a", 4), ("-", 2))
    try track.insertTimeRange(range(10, 12), of: source("x"), at: seconds(9))
    #expect(track.words == ["a 0…4", "- 5", "x 10…12"])
  }

  @Test func `a segment at another speed is split at the exact time of its media`() throws {
    var track = CompositionTrack(id: 1, mediaType: .video)
    track.segments = [CompositionTrackSegment(source: media("a"), sourceRange: range(0, 6), targetRange: range(0, 4))]
    try track.insertTimeRange(range(10, 12), of: source("x"), at: seconds(1))
    #expect(track.words == ["a 0…3/2 in 1", "x 10…12", "a 3/2…6 in 3"])
    #expect(track.isInOrder)
  }

  @Test func `a range beyond the end of the source is clipped there`() throws {
    var track = twoClips
    try track.insertTimeRange(range(8, 20), of: source("x", lasting: 10), at: seconds(4))
    try track.insertTimeRange(
      CMTimeRange(start: seconds(9), duration: .positiveInfinity), of: source("y", lasting: 10), at: .invalid)
    #expect(track.words == ["a 0…4", "x 8…10", "b 0…3", "y 9…10"])
  }

  @Test func `where the source starts after the range, an empty edit fills the difference`() throws {
    var track = twoClips
    try track.insertTimeRange(range(0, 5), of: source("x", from: 2), at: seconds(4))
    #expect(track.words == ["a 0…4", "- 2", "x 2…5", "b 0…3"])
  }

  @Test func `any range with an end can be taken of a still image`() throws {
    var still = source("still")
    still.timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var track = empty
    try track.insertTimeRange(range(0, 5000), of: still, at: .zero)
    #expect(track.words == ["still 0…5000"])
    let endless = editError(track) {
      try $0.insertTimeRange(still.timeRange, of: still, at: .zero)
    }
    #expect(endless?.code == .invalidDuration && endless?.argument == "timeRange.duration")
  }

  @Test func `a range without duration inserts nothing`() throws {
    var track = twoClips
    try track.insertTimeRange(range(3, 3), of: source("x"), at: seconds(1))
    try track.insertTimeRange(range(300, 300), of: source("x"), at: seconds(100))
    #expect(track == twoClips)
  }

  @Test func `media that continues the segment before it is not joined with it`() throws {
    var track = twoClips
    try track.insertTimeRange(range(4, 6), of: source("a"), at: seconds(4))
    #expect(track.words == ["a 0…4", "a 4…6", "b 0…3"])
  }

  @Test func `only segments are taken over, not volume, transform or language`() throws {
    var portrait = source("x")
    portrait.videoProperties?.preferredTransform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0)
    portrait.extendedLanguageTag = "pt-BR"
    var track = empty
    try track.insertTimeRange(range(0, 1), of: portrait, at: .zero)
    #expect(track.preferredTransform == .identity && track.preferredVolume == 1 && track.extendedLanguageTag == nil)
    #expect(track.videoProperties == portrait.videoProperties)
  }

  @Test func `the target keeps the timescale of the time of insertion`() throws {
    var track = twoClips
    try track.insertTimeRange(range(0, 1), of: source("x"), at: seconds(100_100, over: 30_000))
    #expect(track.segments[1].timeMapping.target.start.timescale == 30_000)
    #expect(track.segments[1].timeMapping.source.duration.timescale == 1)
  }

  @Test func `the natural timescale is that of the first media`() throws {
    var track = empty
    #expect(track.naturalTimeScale == 600)
    let second = CMTimeRange(start: seconds(0, over: 48_000), duration: seconds(48_000, over: 48_000))
    try track.insertTimeRange(second, of: source("x"), at: seconds(2))
    #expect(track.naturalTimeScale == 48_000)
  }

  // MARK: Of another track

  @Test func `a range of a track is inserted as its segments, clipped to the range`() throws {
    var track = twoClips
    let other = row(("p", 2), ("-", 1), ("q", 5), id: 7)
    try track.insertTimeRange(range(1, 6), of: other, at: seconds(2))
    #expect(track.words == ["a 0…2", "p 1…2", "- 1", "q 0…3", "a 2…4", "b 0…3"])
    #expect(track.isInOrder)
  }

  @Test func `speed and pitch are kept`() throws {
    var fast = CompositionTrackSegment(
      source: media("q"), sourceRange: range(0, 8), targetRange: range(0, 4), timePitch: .varispeed)
    fast.timeMapping.target.duration = seconds(4)
    var track = twoClips
    try track.insertTimeRange(
      range(1, 3), of: CompositionTrack(id: 9, mediaType: .video, segments: [fast]), at: .invalid)
    #expect(track.words == ["a 0…4", "b 0…3", "q 2…6 in 2"])
    #expect(track.segments.last?.timePitch == .varispeed)
  }

  @Test func `a track can be inserted into itself`() throws {
    var track = twoClips
    try track.insertTimeRange(range(3, 5), of: track, at: .zero)
    #expect(track.words == ["a 3…4", "b 0…1", "a 0…4", "b 0…3"])
  }

  @Test func `an empty edit at the end of the range is left out at the end of the track and kept elsewhere`() throws {
    let other = row(("p", 2), ("-", 2), ("q", 2), id: 7)
    var track = twoClips
    try track.insertTimeRange(range(1, 3), of: other, at: .invalid)
    #expect(track.words == ["a 0…4", "b 0…3", "p 1…2"])
    try track.insertTimeRange(range(1, 3), of: other, at: .zero)
    #expect(track.words == ["p 1…2", "- 1", "a 0…4", "b 0…3", "p 1…2"])
  }

  @Test func `a track without media is compatible with frames of any size`() throws {
    var other = row(("-", 3))
    try other.insertTimeRange(range(0, 1), of: source("q"), at: .invalid)
    var track = empty
    try track.insertTimeRange(range(0, 2), of: other, at: .zero)
    #expect(track == empty)
    try track.insertTimeRange(range(2, 4), of: other, at: .zero)
    #expect(track.words == ["- 1", "q 0…1"] && track.videoProperties == source("q").videoProperties)
  }

  // MARK: Several ranges

  @Test func `several ranges follow each other, and no source is an empty edit`() throws {
    var track = twoClips
    try track.insertTimeRanges(
      [range(1, 2), CMTimeRange(start: .invalid, duration: seconds(3)), range(5, 7)],
      of: [source("x"), nil, source("y")], at: seconds(4))
    #expect(track.words == ["a 0…4", "x 1…2", "- 3", "y 5…7", "b 0…3"])
    #expect(track.isInOrder)
  }

  @Test func `consecutive empty edits are joined, and the track does not end in one`() throws {
    var track = twoClips
    try track.insertTimeRanges(
      [range(0, 1), range(0, 2), range(1, 2), range(0, 3)], of: [nil, nil, source("x"), nil], at: seconds(4))
    #expect(track.words == ["a 0…4", "- 3", "x 1…2", "- 3", "b 0…3"])
    track = twoClips
    try track.insertTimeRanges([range(1, 2), range(0, 1), range(0, 2)], of: [source("x"), nil, nil], at: .invalid)
    #expect(track.words == ["a 0…4", "b 0…3", "x 1…2"])
  }

  @Test func `no ranges insert nothing`() throws {
    var track = twoClips
    try track.insertTimeRanges([], of: [], at: seconds(50))
    #expect(track == twoClips)
  }

  @Test func `where one range is invalid none is inserted`() {
    let error = editError(twoClips) {
      try $0.insertTimeRanges([range(1, 2), range(500, 501)], of: [source("x"), source("y")], at: .zero)
    }
    #expect(error?.code == .outsideMedia && error?.argument == "timeRanges[1]")
    let kind = editError(twoClips) {
      try $0.insertTimeRanges([range(1, 2)], of: [source("x", .audio)], at: .zero)
    }
    #expect(kind?.code == .wrongMediaType && kind?.argument == "tracks[0]")
    let count = editError(twoClips) {
      try $0.insertTimeRanges([range(1, 2)], of: [], at: .zero)
    }
    #expect(count?.code == .countMismatch && count?.argument == "tracks")
  }

  // MARK: Empty ranges

  @Test func `an empty range moves the later segments`() throws {
    var track = twoClips
    try track.insertEmptyTimeRange(range(1, 3))
    #expect(track.words == ["a 0…1", "- 2", "a 1…4", "b 0…3"])
    try track.insertEmptyTimeRange(range(0, 1))
    #expect(track.words == ["- 1", "a 0…1", "- 2", "a 1…4", "b 0…3"])
    #expect(track.isInOrder)
  }

  @Test func `an empty range at the end or after it changes nothing`() throws {
    var track = twoClips
    try track.insertEmptyTimeRange(range(7, 9))
    try track.insertEmptyTimeRange(range(20, 21))
    try track.insertEmptyTimeRange(range(2, 2))
    #expect(track == twoClips)
  }

  @Test func `empty edits that meet are joined`() throws {
    var track = row(("a", 2), ("-", 2), ("b", 2))
    for start: Int64 in [2, 3, 4] {
      try track.insertEmptyTimeRange(range(start, start + 1))
    }
    #expect(track.words == ["a 0…2", "- 5", "b 0…2"])
    #expect(track.isInOrder)
  }
}
