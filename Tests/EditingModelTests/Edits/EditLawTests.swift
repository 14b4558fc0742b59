import EditingModel
import MediaFormats
import MediaTime
import Testing

/// What holds for every edit, tried on thousands that nobody thought up.
///
/// A track is a function from time to what is shown. Each verb is checked against what it does to that function, read off
/// the segments one by one and in exact numbers.
@Suite("Laws of editing")
struct EditLawTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `segments stay in order and every verb does to the time line what it says`(seed: UInt64) throws {
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

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `scaling there and back leaves the track as it was`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    // Other names side by side, so that no two segments could be one.
    let original = edits.track(clips: 8)
    var track = original
    let range = edits.range(upTo: 20)
    let duration = CMTime(value: .random(in: 1...90, using: &edits.generator), timescale: 10)
    let end = CMTimeMinimum(range.end, original.duration)
    guard range.start < end else { return }
    do {
      try track.scaleTimeRange(range, toDuration: duration)
      try track.validateTrackSegments(track.segments)
      #expect(try track.mediaDurations() == original.mediaDurations())
      try track.scaleTimeRange(CMTimeRange(start: range.start, duration: duration), toDuration: range.duration)
    } catch let error as EditError where error.code == .timeNotExact {
      return
    }
    #expect(track.segments == original.segments)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `all tracks of a composition stay in step`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    var film = Composition(tracks: [edits.track(clips: 8), edits.track(clips: 5), edits.track(clips: 3)])
    for (index, id) in ([1, 2, 3] as [TrackID]).enumerated() { film.tracks[index].id = id }
    for _ in 0..<10 {
      let before = film
      let edit = edits.nextOfComposition(for: film)
      do {
        try edit.make(on: &film)
      } catch let error as EditError {
        #expect(error.code == .timeNotExact, "\(edit): \(error)")
        #expect(film == before)
        continue
      }
      #expect(film.validate() == [])
      for (track, old) in zip(film.tracks, before.tracks) {
        for time in try edits.times(in: track, around: old) {
          try #expect(track.shown(at: time) == edit.shown(at: time, of: old), "\(edit) at \(time)")
        }
      }
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a flattened composition shows what it showed`(seed: UInt64) throws {
    var edits = RandomEdits(seed: seed)
    let inner = Composition(tracks: [edits.track(clips: 12)])
    let range = edits.range(upTo: 20)
    guard range.start < inner.duration else { return }
    let start = edits.time(upTo: 20)
    var film = Composition()
    try film.insertTimeRange(range, of: inner, at: start)
    let from = try #require(range.start.rational)
    let at = try #require(start.rational)
    let end = try #require(CMTimeMinimum(range.end, inner.duration).rational)
    for time in try edits.times(in: inner.tracks[0], around: inner.tracks[0]) where time >= from && time < end {
      try #expect(film.tracks[0].shown(at: at + time - from) == inner.tracks[0].shown(at: time))
    }
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
