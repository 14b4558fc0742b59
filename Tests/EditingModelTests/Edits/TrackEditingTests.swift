import EditingModel
import MediaFormats
import MediaTime
import Testing

@Suite("Removing from a track and scaling it")
struct TrackEditingTests {
  private let twoClips = row(("a", 4), ("b", 3))

  // MARK: Removing

  @Test func `removal closes the gap and clips the segments that overlap it`() throws {
    var track = twoClips
    try track.removeTimeRange(range(3, 5))
    #expect(track.words == ["a 0…3", "b 1…3"])
    #expect(track.duration == seconds(5) && track.isInOrder)
  }

  @Test func `removal within a segment leaves two`() throws {
    var track = twoClips
    try track.removeTimeRange(range(1, 2))
    #expect(track.words == ["a 0…1", "a 2…4", "b 0…3"])
    #expect(track.isInOrder)
  }

  @Test func `removal of whole segments leaves the others as they are`() throws {
    var track = row(("a", 2), ("b", 2), ("c", 2), ("d", 2))
    try track.removeTimeRange(range(2, 6))
    #expect(track.words == ["a 0…2", "d 0…2"])
    #expect(track.isInOrder)
  }

  @Test func `removal may go beyond the end`() throws {
    for duration in [seconds(100), .positiveInfinity] {
      var track = twoClips
      try track.removeTimeRange(CMTimeRange(start: seconds(5), duration: duration))
      #expect(track.words == ["a 0…4", "b 0…1"])
    }
    var track = twoClips
    try track.removeTimeRange(range(7, 9))
    try track.removeTimeRange(range(2, 2))
    #expect(track == twoClips)
  }

  @Test func `removal of everything leaves an empty track`() throws {
    var track = twoClips
    track.preferredVolume = 0.5
    try track.removeTimeRange(range(0, 7))
    #expect(track.segments.isEmpty && track.duration == .zero && track.preferredVolume == 0.5)
  }

  @Test func `segments of continuous media are joined again`() throws {
    var track = twoClips
    try track.insertTimeRange(range(0, 2), of: source("x"), at: seconds(1))
    try track.removeTimeRange(range(1, 3))
    #expect(track.segments == twoClips.segments)
  }

  @Test func `segments of other speeds or pitch algorithms are not joined`() throws {
    var track = row(("a", 2), ("x", 1), ("a", 2))
    track.segments[2].timeMapping.source = range(2, 6)
    try track.removeTimeRange(range(2, 3))
    #expect(track.words == ["a 0…2", "a 2…6 in 2"])
    track = row(("a", 2), ("x", 1), ("a", 2))
    track.segments[2].timeMapping.source = range(2, 4)
    track.segments[2].timePitch = .varispeed
    try track.removeTimeRange(range(2, 3))
    #expect(track.words == ["a 0…2", "a 2…4"])
  }

  @Test func `an empty edit that comes to be the end is removed too`() throws {
    var track = row(("a", 2), ("-", 2), ("b", 2))
    try track.removeTimeRange(range(4, 6))
    #expect(track.words == ["a 0…2"])
    track = row(("a", 2), ("-", 2), ("b", 2))
    try track.removeTimeRange(range(3, 6))
    #expect(track.words == ["a 0…2"])
  }

  @Test func `a track that ended in an empty edit keeps it`() throws {
    var track = row(("a", 2), ("-", 2))
    try track.removeTimeRange(range(0, 1))
    #expect(track.words == ["a 1…2", "- 2"])
    try track.removeTimeRange(range(2, 3))
    #expect(track.words == ["a 1…2", "- 1"])
  }

  @Test func `a border without an exact time in the media is refused`() {
    var track = CompositionTrack(id: 3, mediaType: .video)
    let third = CMTimeRange(start: .zero, duration: seconds(1, over: 2_147_483_647))
    track.segments = [CompositionTrackSegment(source: media(), sourceRange: third, targetRange: range(0, 7))]
    let error = editError(track) { try $0.removeTimeRange(range(1, 2)) }
    #expect(error?.code == .timeNotExact && error?.argument == "timeRange" && error?.trackID == 3)
  }

  @Test func `invalid time ranges are refused`() {
    let before = editError(twoClips) { try $0.removeTimeRange(range(-1, 2)) }
    #expect(before?.code == .invalidTime && before?.argument == "timeRange.start")
    let backwards = editError(twoClips) { try $0.removeTimeRange(range(4, 2)) }
    #expect(backwards?.code == .invalidDuration && backwards?.argument == "timeRange.duration")
    let invalid = editError(twoClips) { try $0.removeTimeRange(.invalid) }
    #expect(invalid?.code == .invalidTime)
  }

  // MARK: Scaling

  @Test func `scaling changes only what it covers and moves what follows`() throws {
    var track = twoClips
    try track.scaleTimeRange(range(1, 6), toDuration: seconds(10))
    #expect(track.words == ["a 0…1", "a 1…4 in 6", "b 0…2 in 4", "b 2…3"])
    #expect(track.duration == seconds(12) && track.isInOrder)
  }

  @Test func `a second of media shown in half the time is twice as fast`() throws {
    var track = CompositionTrack(id: 1, mediaType: .video)
    let clip = CMTimeRange(start: seconds(24, over: 24), duration: seconds(24, over: 24))
    try track.insertTimeRange(clip, of: source("a"), at: seconds(24, over: 24))
    try track.insertTimeRange(clip, of: source("b"), at: .invalid)
    try track.scaleTimeRange(clip, toDuration: seconds(12, over: 24))
    #expect(track.words == ["- 1", "a 1…2 in 1/2", "b 1…2"])
    #expect(track.segments[1].timeMapping.target.duration.timescale == 24)
    #expect(track.segments[2].timeMapping.target.start == seconds(36, over: 24))
  }

  @Test func `empty edits are scaled too`() throws {
    var track = row(("a", 2), ("-", 2), ("b", 2))
    try track.scaleTimeRange(range(1, 5), toDuration: seconds(2))
    #expect(track.words == ["a 0…1", "a 1…2 in 1/2", "- 1", "b 0…1 in 1/2", "b 1…2"])
  }

  @Test func `of a range that goes beyond the end, the covered part is scaled by the same factor`() throws {
    var track = twoClips
    try track.scaleTimeRange(range(5, 9), toDuration: seconds(8))
    #expect(track.words == ["a 0…4", "b 0…1", "b 1…3 in 4"])
    var after = twoClips
    try after.scaleTimeRange(range(7, 9), toDuration: seconds(8))
    #expect(after == twoClips)
  }

  @Test func `scaling to nothing removes`() throws {
    var track = twoClips
    try track.scaleTimeRange(range(3, 5), toDuration: .zero)
    #expect(track.words == ["a 0…3", "b 1…3"])
  }

  @Test func `scaling back joins what was split`() throws {
    var track = twoClips
    try track.scaleTimeRange(range(1, 2), toDuration: seconds(1, over: 3))
    #expect(track.words == ["a 0…1", "a 1…2 in 1/3", "a 2…4", "b 0…3"])
    try track.scaleTimeRange(
      CMTimeRange(start: seconds(1), duration: seconds(1, over: 3)), toDuration: seconds(1))
    #expect(track.segments == twoClips.segments)
  }

  @Test func `scaling twice multiplies`() throws {
    var track = twoClips
    try track.scaleTimeRange(range(0, 4), toDuration: seconds(2))
    try track.scaleTimeRange(range(0, 2), toDuration: seconds(1))
    #expect(track.words == ["a 0…4 in 1", "b 0…3"])
  }

  @Test func `invalid ranges and durations of a scaling are refused`() {
    let empty = editError(twoClips) { try $0.scaleTimeRange(range(1, 1), toDuration: seconds(1)) }
    #expect(empty?.code == .invalidDuration && empty?.argument == "timeRange.duration")
    let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(editError(twoClips) { try $0.scaleTimeRange(endless, toDuration: seconds(1)) }?.code == .invalidDuration)
    for duration in [seconds(-1), .invalid, .indefinite, .positiveInfinity] {
      let error = editError(twoClips) { try $0.scaleTimeRange(range(1, 2), toDuration: duration) }
      #expect(error?.code == .invalidDuration && error?.argument == "duration")
    }
    let inexact = editError(twoClips) {
      try $0.scaleTimeRange(range(0, 7), toDuration: seconds(1, over: 2_147_483_647))
    }
    #expect(inexact?.code == .timeNotExact && inexact?.argument == "duration")
  }
}
