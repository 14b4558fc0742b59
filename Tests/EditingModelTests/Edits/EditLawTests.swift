import EditingModel
import MediaFormats
import MediaTime
import Testing

/// Laws that hold for every edit, tested on thousands of random ones.
///
/// A track is a function from time to the media that is shown. Each edit is checked against its definition on that
/// function, which is evaluated segment by segment in exact numbers.
@Suite("Laws of editing")
struct EditLawTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `segments stay in order and every edit does to the timeline what it says`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    var track = CompositionTrack(id: 1, mediaType: .video)
    var made = 0
    for _ in 0..<40 {
      let before = track
      let edit = edits.next(for: track)
      do {
        try edit.make(on: &track)
      } catch let error as EditError {
        #expect(error.code == .timeNotExact, "\(edit): \(error)")
        #expect(track == before, "\(edit) was refused and left something behind")
        continue
      }
      made += 1
      try track.validateTrackSegments(track.segments)
      #expect(!(track.segments.last?.isEmpty ?? false))
      try #expect(track.exactDuration == edit.duration(after: before), "\(edit)")
      for time in try edits.times(in: track, around: before) {
        try #expect(track.shown(at: time) == edit.shown(at: time, of: before), "\(edit) at \(time)")
      }
    }
    #expect(made > 30)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `removing what was inserted leaves the track as it was`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    let original = edits.track(clips: 8)
    var track = original
    let media = edits.range(upTo: 50)
    let start = edits.time(upTo: 30)
    try track.insertTimeRange(media, of: source("x"), at: start)
    #expect(track != original)
    try track.removeTimeRange(CMTimeRange(start: start, duration: media.duration))
    #expect(track.segments == original.segments)
    try track.insertEmptyTimeRange(CMTimeRange(start: start, duration: media.duration))
    if start < original.duration {
      try track.removeTimeRange(CMTimeRange(start: start, duration: media.duration))
    }
    #expect(track.segments == original.segments)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `insertion keeps all media that was there and adds what it inserts`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    var track = edits.track(clips: 8)
    let before = try track.mediaDurations()
    let media = edits.range(upTo: 50)
    try track.insertTimeRange(media, of: source("x"), at: edits.time(upTo: 30))
    var after = try track.mediaDurations()
    #expect(after.removeValue(forKey: "x") == media.duration.rational)
    #expect(after == before)
  }

  @Test func `scaling there and back leaves the track as it was`() throws {
    var restored = 0
    for seed in 0..<400 as Range<UInt64> {
      var edits = RandomEdits(seed: seed)
      // No two segments that meet are of the same file, so that none can be joined.
      let original = edits.track(clips: 8)
      var track = original
      let range = edits.range(within: original)
      let duration = CMTime(value: .random(in: 1...90, using: &edits.generator), timescale: 10)
      do {
        try track.scaleTimeRange(range, toDuration: duration)
        try track.validateTrackSegments(track.segments)
        #expect(try track.mediaDurations() == original.mediaDurations(), "seed \(seed)")
        try track.scaleTimeRange(CMTimeRange(start: range.start, duration: duration), toDuration: range.duration)
      } catch let error as EditError where error.code == .timeNotExact {
        continue
      }
      restored += 1
      #expect(track.segments == original.segments, "seed \(seed)")
    }
    // The others end at times that no timescale holds.
    #expect(restored > 270)
  }

  @Test func `all tracks of a composition stay in sync`() throws {
    var made = 0
    for seed in 0..<100 as Range<UInt64> {
      var edits = RandomEdits(seed: seed)
      var movie = Composition(tracks: [edits.track(clips: 8), edits.track(clips: 5), edits.track(clips: 3)])
      for (index, id) in ([1, 2, 3] as [TrackID]).enumerated() { movie.tracks[index].id = id }
      for _ in 0..<10 {
        let before = movie
        let edit = edits.nextOfComposition(for: movie)
        do {
          try edit.make(on: &movie)
        } catch let error as EditError {
          #expect(error.code == .timeNotExact, "\(edit): \(error)")
          #expect(movie == before)
          continue
        }
        if movie != before { made += 1 }
        #expect(movie.validate() == [])
        for (track, old) in zip(movie.tracks, before.tracks) {
          for time in try edits.times(in: track, around: old) {
            try #expect(track.shown(at: time) == edit.shown(at: time, of: old), "\(edit) at \(time)")
          }
        }
      }
    }
    #expect(made > 900)
  }

  @Test func `a flattened composition shows what it showed`() throws {
    var compared = 0
    for seed in 0..<100 as Range<UInt64> {
      var edits = RandomEdits(seed: seed)
      let inner = Composition(tracks: [edits.track(clips: 12)])
      let range = edits.range(within: inner.tracks[0])
      let start = edits.time(upTo: 20)
      var movie = Composition()
      try movie.insertTimeRange(range, of: inner, at: start)
      let from = try #require(range.start.rational)
      let at = try #require(start.rational)
      let end = try #require(CMTimeMinimum(range.end, inner.duration).rational)
      let borders = inner.tracks[0].segments.compactMap(\.timeMapping.target.start.rational)
      let times = [from] + borders + (try edits.times(in: inner.tracks[0], around: inner.tracks[0]))
      for time in times where time >= from && time < end {
        compared += 1
        try #expect(movie.track(withTrackID: 1)?.shown(at: at + time - from) == inner.tracks[0].shown(at: time))
      }
    }
    #expect(compared > 280)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the segment at a time is the one that a search from the start finds`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    let track = edits.track(clips: Int(seed % 9))
    for _ in 0..<20 {
      let time = edits.time(upTo: 40)
      #expect(
        track.segment(forTrackTime: time) == track.segments.first { $0.timeMapping.target.containsTime(time) })
    }
  }
}
