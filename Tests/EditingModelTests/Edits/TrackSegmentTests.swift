import EditingModel
import MediaFormats
import MediaTime
import Testing

@Suite("A track's segments")
struct TrackSegmentTests {
  private let track = row(("a", 4), ("-", 1), ("b", 3))

  @Test func `the segment at a time is the one whose half-open target contains it`() {
    #expect(track.segment(forTrackTime: .zero) == track.segments[0])
    #expect(track.segment(forTrackTime: seconds(3_999, over: 1_000)) == track.segments[0])
    #expect(track.segment(forTrackTime: seconds(4)) == track.segments[1])
    #expect(track.segment(forTrackTime: seconds(5)) == track.segments[2])
    #expect(track.segment(forTrackTime: seconds(7_999, over: 1_000)) == track.segments[2])
  }

  @Test func `there is none before zero, from the end on, or at no finite time`() {
    for time in [seconds(-1), seconds(8), seconds(9), .invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(track.segment(forTrackTime: time) == nil)
    }
    #expect(CompositionTrack(id: 1, mediaType: .video).segment(forTrackTime: .zero) == nil)
  }

  @Test func `segments are set as they are, unchecked`() {
    var other = track
    other.segments = [segment(3, 4)]
    #expect(other.segments == [segment(3, 4)])
    #expect(!other.isInOrder)
  }

  @Test func `segments in order are good for any track`() throws {
    try track.validateTrackSegments(track.segments)
    try track.validateTrackSegments([])
    var broken = track
    broken.segments = [segment(3, 4)]
    try broken.validateTrackSegments(track.segments)
  }

  @Test func `the first starts at zero and each other where the one before ends`() {
    let late = editError(track) { try $0.validateTrackSegments([segment(1, 2)]) }
    #expect(late?.code == .segmentsNotContiguous && late?.argument == "segments[0].targetStart")
    let gap = editError(track) { try $0.validateTrackSegments([segment(0, 2), segment(3, 4)]) }
    #expect(gap?.code == .segmentsNotContiguous && gap?.argument == "segments[1].targetStart")
    let overlap = editError(track) { try $0.validateTrackSegments([segment(0, 2), segment(1, 4)]) }
    #expect(overlap?.code == .segmentsNotContiguous && overlap?.argument == "segments[1].targetStart")
    #expect(overlap?.trackID == 1)
  }

  @Test func `targets and sources last, and sources start at zero or later`() {
    func error(_ change: (inout CompositionTrackSegment) -> Void) -> EditError? {
      var segment = segment(0, 2)
      change(&segment)
      return editError(track) { try $0.validateTrackSegments([segment]) }
    }
    let place = error { $0.timeMapping.target.duration = .zero }
    #expect(place?.code == .invalidDuration && place?.argument == "segments[0].targetDuration")
    let start = error { $0.timeMapping.source.start = seconds(-1) }
    #expect(start?.code == .invalidTime && start?.argument == "segments[0].sourceStart")
    let length = error { $0.timeMapping.source.duration = .indefinite }
    #expect(length?.code == .invalidDuration && length?.argument == "segments[0].sourceDuration")
    let index = error { $0.source?.trackIndex = -1 }
    #expect(index?.code == .invalidSegments && index?.argument == "segments[0].trackIndex")
    let end = error { $0.timeMapping.target.duration = .positiveInfinity }
    #expect(end?.code == .invalidDuration)
  }
}
