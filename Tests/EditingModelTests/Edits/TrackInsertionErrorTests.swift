import EditingModel
import MediaFormats
import MediaTime
import Testing

@Suite("Invalid insertions into a track")
struct TrackInsertionErrorTests {
  private let empty = CompositionTrack(id: 1, mediaType: .video)
  private let twoClips = row(("a", 4), ("b", 3))

  @Test(arguments: [
    (CMTime.negativeInfinity, "negative infinity"), (.positiveInfinity, "infinite"), (.indefinite, "indefinite"),
    (seconds(-1), "-1 s"), (CMTime(value: 1, timescale: 1, flags: .valid, epoch: 4), "epoch 4"),
  ])
  func `a time that is not finite, or before zero, is refused`(time: CMTime, found: String) {
    let start = editError(twoClips) {
      try $0.insertTimeRange(range(0, 1), of: source("x"), at: time)
    }
    #expect(start?.code == .invalidTime && start?.argument == "startTime")
    #expect(start?.message.contains(found) == true)
    let first = editError(twoClips) {
      try $0.insertTimeRange(CMTimeRange(start: time, duration: seconds(1)), of: source("x"), at: .zero)
    }
    #expect(first?.code == .invalidTime && first?.argument == "timeRange.start")
    let room = editError(twoClips) {
      try $0.insertEmptyTimeRange(CMTimeRange(start: time, duration: seconds(1)))
    }
    #expect(room?.code == .invalidTime && room?.argument == "timeRange.start")
  }

  @Test(arguments: [CMTime.negativeInfinity, .indefinite, .invalid, seconds(-1)])
  func `a duration that is not finite, or negative, is refused`(duration: CMTime) {
    var timeRange = range(0, 1)
    timeRange.duration = duration
    let errors = [
      editError(twoClips) {
        try $0.insertTimeRange(timeRange, of: source("x"), at: .zero)
      },
      editError(twoClips) {
        try $0.insertTimeRange(timeRange, of: twoClips, at: .zero)
      },
      editError(twoClips) {
        try $0.insertEmptyTimeRange(timeRange)
      },
    ]
    for error in errors { #expect(error?.code == .invalidDuration && error?.argument == "timeRange.duration") }
  }

  @Test func `an invalid start of the range is refused`() {
    let error = editError(twoClips) {
      try $0.insertTimeRange(.invalid, of: source("x"), at: .zero)
    }
    #expect(error?.code == .invalidTime && error?.argument == "timeRange.start")
  }

  @Test func `times too large to be exact are refused, and nothing is changed`() {
    let huge = CMTime(value: .max, timescale: 1)
    var track = twoClips
    let late = CMTimeRange(start: huge, duration: seconds(1))
    #expect(throws: EditError.self) { try track.insertTimeRange(late, of: source("x"), at: .zero) }
    #expect(throws: EditError.self) { try track.insertTimeRange(range(0, 1), of: source("x"), at: huge) }
    #expect(throws: EditError.self) {
      try track.insertEmptyTimeRange(CMTimeRange(start: .zero, duration: huge))
    }
    #expect(track == twoClips)
    let error = editError(twoClips) {
      try $0.insertEmptyTimeRange(CMTimeRange(start: .zero, duration: huge))
    }
    #expect(error?.code == .timeNotExact && error?.trackID == 1)
  }

  @Test func `timescales without a common multiple are refused rather than rounded`() {
    var track = empty
    let odd = CMTimeRange(start: .zero, duration: seconds(1, over: 2_147_483_647))
    #expect(throws: Never.self) { try track.insertTimeRange(odd, of: source("x"), at: .zero) }
    let before = track
    let other = CMTimeRange(start: .zero, duration: seconds(1, over: 2_147_483_629))
    let error = editError(track) {
      try $0.insertTimeRange(other, of: source("y"), at: .invalid)
    }
    #expect(error?.code == .timeNotExact)
    #expect(track == before)
  }

  @Test func `a range outside the source is refused, with the source's range in the message`() {
    let error = editError(twoClips) {
      try $0.insertTimeRange(range(12, 15), of: source("x", lasting: 10), at: .zero)
    }
    #expect(
      error.map(String.init(describing:))
        == "timeRange (track 1): There is nothing of x between 12 s and 15 s. Expected a range within 0 s … 10 s.")
    let flattened = editError(twoClips) {
      try $0.insertTimeRange(range(7, 9), of: twoClips, at: .zero)
    }
    #expect(flattened?.code == .outsideMedia)
  }

  @Test func `a source of the other media type is refused`() {
    let sound = editError(twoClips) {
      try $0.insertTimeRange(range(0, 1), of: source("x", .audio), at: .zero)
    }
    #expect(sound?.code == .wrongMediaType && sound?.argument == "track")
    let track = editError(twoClips) {
      try $0.insertTimeRange(range(0, 1), of: CompositionTrack(id: 4, mediaType: .audio), at: .zero)
    }
    #expect(track?.code == .wrongMediaType)
  }

  @Test func `a track whose own segments are out of order is refused`() {
    var track = twoClips
    track.segments[1].timeMapping.target.start = .indefinite
    let codes = [range(0, 1), range(5, 6)].map { range in
      editError(track) { try $0.insertEmptyTimeRange(range) }?.code
    }
    #expect(codes == [.invalidSegments, .invalidSegments])
    let source = editError(twoClips) {
      try $0.insertTimeRange(range(0, 7), of: track, at: .zero)
    }
    #expect(source?.code == .invalidSegments)
  }
}
