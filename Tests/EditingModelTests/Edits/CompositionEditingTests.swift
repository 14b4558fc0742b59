import EditingModel
import MediaFormats
import MediaTime
import Testing

@Suite("Editing all tracks at once")
struct CompositionEditingTests {
  private let movie = Composition(tracks: [row(("a", 4), ("b", 3), id: 1), row(("c", 2), id: 2)])

  // MARK: Inserting a file

  @Test func `a file's tracks go into new tracks where there are none`() throws {
    var movie = Composition()
    try movie.insertTimeRange(range(1, 5), of: file("x"), at: .zero)
    #expect(movie.words == ["1: x 1…5", "2: x 1…5"])
    #expect(movie.tracks.map(\.mediaType) == [.video, .audio])
    #expect(movie.validate() == [])
  }

  @Test func `a second file goes into the same tracks, at its time`() throws {
    var movie = Composition()
    try movie.insertTimeRange(range(0, 4), of: file("x"), at: .zero)
    try movie.insertTimeRange(range(5, 7), of: file("y"), at: seconds(4))
    try movie.insertTimeRange(range(0, 1), of: file("z"), at: seconds(2))
    #expect(movie.words == ["1: x 0…2, z 0…1, x 2…4, y 5…7", "2: x 0…2, z 0…1, x 2…4, y 5…7"])
  }

  @Test func `frames of another size go into a new track, and the other tracks get empty edits`() throws {
    var movie = Composition()
    try movie.insertTimeRange(range(0, 4), of: file("x"), at: .zero)
    try movie.insertTimeRange(range(0, 2), of: file("y", size: Size(width: 640, height: 360)), at: seconds(1))
    #expect(movie.words == ["1: x 0…1, - 2, x 1…4", "2: x 0…1, y 0…2, x 1…4", "3: - 1, y 0…2"])
    #expect(movie.tracks.map(\.mediaType) == [.video, .audio, .video])
  }

  /// The file `name` with two tracks of sound, with their enabled flags in `enabled`.
  private func alternatives(_ name: String, enabled: [Bool]) -> Asset {
    var asset = file(name, video: nil)
    var second = asset.tracks[0]
    (second.trackID, second.index) = (3, 1)
    asset.tracks.append(second)
    for (index, isEnabled) in enabled.enumerated() { asset.tracks[index].isEnabled = isEnabled }
    return asset
  }

  @Test func `tracks that a file does not play become tracks that are not enabled`() throws {
    var movie = Composition()
    try movie.insertTimeRange(range(0, 2), of: alternatives("x", enabled: [false, true]), at: .zero)
    #expect(movie.tracks.map(\.isEnabled) == [false, true])
    #expect(movie.tracks.map { $0.segments[0].source?.trackIndex } == [0, 1])
    // What is enabled follows what is, whatever its number.
    try movie.insertTimeRange(range(0, 1), of: alternatives("y", enabled: [true, false]), at: seconds(2))
    #expect(movie.tracks.map { $0.segments.map { $0.source?.trackIndex } } == [[0, 1], [1, 0]])
    // Where nothing is enabled the first is played, and a file of one track plays that.
    try movie.insertTimeRange(range(0, 1), of: alternatives("z", enabled: [false, false]), at: seconds(3))
    #expect(movie.tracks.map { $0.segments[2].source?.trackIndex } == [1, 0])
    var single = file("w", video: nil)
    single.tracks[0].isEnabled = false
    try movie.insertTimeRange(range(0, 1), of: single, at: seconds(4))
    #expect(movie.tracks.map(\.isEnabled) == [false, true] && movie.tracks[1].segments.last?.source?.asset.name == "w")
    #expect(movie.validate() == [])
  }

  @Test func `two tracks of one kind go into two tracks`() throws {
    var stereo = file("x", video: nil)
    var second = stereo.tracks[0]
    second.trackID = 3
    second.index = 1
    stereo.tracks.append(second)
    var movie = Composition()
    try movie.insertTimeRange(range(0, 2), of: stereo, at: .zero)
    try movie.insertTimeRange(range(2, 4), of: stereo, at: seconds(2))
    #expect(movie.words == ["1: x 0…2, x 2…4", "2: x 0…2, x 2…4"])
    #expect(movie.tracks.map { $0.segments.map { $0.source?.trackIndex } } == [[0, 0], [1, 1]])
  }

  @Test func `a track that gets less media gets an empty edit, and all stay in sync`() throws {
    var movie = Composition()
    try movie.insertTimeRange(range(0, 4), of: file("x"), at: .zero)
    try movie.insertTimeRange(range(0, 10), of: file("y", video: 3, audio: 2), at: seconds(1))
    #expect(movie.words == ["1: x 0…1, y 0…3, x 1…4", "2: x 0…1, y 0…2, - 1, x 1…4"])
    var silent = Composition()
    try silent.insertTimeRange(range(0, 4), of: file("x"), at: .zero)
    try silent.insertTimeRange(range(0, 2), of: file("y", audio: nil), at: seconds(1))
    #expect(silent.words == ["1: x 0…1, y 0…2, x 1…4", "2: x 0…1, - 2, x 1…4"])
  }

  @Test func `past the end of a track, an empty edit fills the gap`() throws {
    var movie = movie
    try movie.insertTimeRange(range(0, 1), of: file("x"), at: seconds(8))
    #expect(movie.words == ["1: a 0…4, b 0…3, - 1, x 0…1", "2: c 0…2", "3: - 8, x 0…1"])
  }

  @Test func `a track that ends before the insertion is not changed`() throws {
    var movie = movie
    try movie.insertTimeRange(range(0, 1), of: file("x", audio: nil), at: seconds(3))
    #expect(movie.words == ["1: a 0…3, x 0…1, a 3…4, b 0…3", "2: c 0…2"])
  }

  @Test func `a range without end is clipped to the end of the file`() throws {
    var movie = Composition()
    let rest = CMTimeRange(start: seconds(7), duration: .positiveInfinity)
    try movie.insertTimeRange(rest, of: file("x"), at: .zero)
    #expect(movie.words == ["1: x 7…10", "2: x 7…10"])
  }

  @Test func `new tracks take over neither transform, volume nor language`() throws {
    var asset = file("x", audio: nil)
    asset.tracks[0].videoProperties?.preferredTransform = .scale(x: -1, y: 1)
    asset.tracks[0].extendedLanguageTag = "de"
    var movie = Composition()
    try movie.insertTimeRange(range(0, 1), of: asset, at: .zero)
    let track = movie.tracks[0]
    #expect(track.preferredTransform == .identity && track.preferredVolume == 1 && track.extendedLanguageTag == nil)
  }

  @Test func `a range without duration inserts nothing`() throws {
    var movie = movie
    try movie.insertTimeRange(range(3, 3), of: file("x"), at: seconds(1))
    #expect(movie == self.movie)
  }

  @Test func `a range outside the file and invalid times are refused`() {
    func error(_ timeRange: CMTimeRange, _ startTime: CMTime) -> EditError? {
      editError(movie) { try $0.insertTimeRange(timeRange, of: file("x"), at: startTime) }
    }
    #expect(error(range(10, 11), .zero)?.code == .outsideMedia)
    #expect(error(range(-1, 1), .zero)?.argument == "timeRange.start")
    #expect(error(range(2, 1), .zero)?.argument == "timeRange.duration")
    for time in [CMTime.invalid, .indefinite, .positiveInfinity, seconds(-1)] {
      #expect(error(range(0, 1), time)?.argument == "startTime")
    }
    #expect(
      editError(movie) { try $0.insertTimeRange(range(0, 1), of: Asset(media().asset, tracks: []), at: .zero) } != nil)
  }

  // MARK: Inserting a composition

  @Test func `a composition is inserted flattened`() throws {
    var inner = Composition(tracks: [row(("p", 2), ("-", 1), ("q", 3), id: 5), row(("r", 3), id: 6)])
    inner.tracks[1].mediaType = .audio
    var movie = movie
    try movie.insertTimeRange(range(1, 5), of: inner, at: seconds(2))
    #expect(movie.words == ["1: a 0…2, p 1…2, - 1, q 0…2, a 2…4, b 0…3", "2: c 0…2", "3: - 2, r 1…3"])
    #expect(movie.validate() == [])
  }

  @Test func `tracks with nothing in the range are not inserted`() throws {
    let inner = Composition(tracks: [row(("p", 6), id: 1), row(("q", 2), id: 2)])
    var movie = Composition()
    try movie.insertTimeRange(range(3, 9), of: inner, at: .zero)
    #expect(movie.words == ["1: p 3…6"])
  }

  @Test func `tracks with empty edits alone in the range are not inserted either, and the others get empty edits`()
    throws
  {
    let inner = Composition(tracks: [row(("p", 6), id: 1), row(("-", 3), ("q", 3), id: 2)])
    var movie = Composition()
    try movie.insertTimeRange(range(0, 3), of: inner, at: .zero)
    #expect(movie.words == ["1: p 0…3"])
    try movie.insertTimeRange(range(3, 5), of: inner, at: seconds(1))
    #expect(movie.words == ["1: p 0…1, p 3…5, p 1…3", "2: - 1, q 0…2"])
    try movie.insertTimeRange(range(0, 2), of: inner, at: seconds(2))
    #expect(movie.words == ["1: p 0…1, p 3…4, p 0…2, p 4…5, p 1…3", "2: - 1, q 0…1, - 2, q 1…2"])
    // Nothing at all makes room in all of them.
    try movie.insertTimeRange(range(0, 1), of: Composition(tracks: [row(("-", 3), ("r", 3))]), at: .zero)
    #expect(movie.words == ["1: - 1, p 0…1, p 3…4, p 0…2, p 4…5, p 1…3", "2: - 2, q 0…1, - 2, q 1…2"])
  }

  @Test func `tracks that are not enabled are inserted like the others`() throws {
    var inner = Composition(tracks: [row(("p", 6))])
    inner.tracks[0].isEnabled = false
    var movie = Composition()
    try movie.insertTimeRange(range(0, 6), of: inner, at: .zero)
    #expect(movie.words == ["1: p 0…6"] && movie.tracks[0].isEnabled)
  }

  @Test func `a composition can be inserted into itself`() throws {
    var movie = movie
    try movie.insertTimeRange(range(0, 7), of: movie, at: seconds(7))
    #expect(movie.words == ["1: a 0…4, b 0…3, a 0…4, b 0…3", "2: c 0…2, - 5, c 0…2"])
    #expect(movie.duration == seconds(14))
  }

  @Test func `a composition that ends before the range is refused`() {
    let error = editError(movie) { try $0.insertTimeRange(range(7, 8), of: movie, at: .zero) }
    #expect(error?.code == .outsideMedia)
  }

  // MARK: Snapshots

  @Test func `a copy of the composition has none of the later edits`() throws {
    var movie = movie
    let snapshot = movie
    let track = movie.tracks[0]
    try movie.insertTimeRange(range(0, 2), of: file("x"), at: seconds(1))
    try movie.scaleTimeRange(range(0, 2), toDuration: seconds(5))
    try movie.editTrack(1) { track in
      try track.removeTimeRange(range(3, 4))
      track.preferredVolume = 0
    }
    try movie.removeTrack(2)
    #expect(movie != snapshot)
    #expect(snapshot == self.movie && track == self.movie.tracks[0])
    // Nor do edits of the copy reach the original.
    var copy = snapshot
    try copy.removeTimeRange(range(0, 7))
    #expect(snapshot == self.movie)
  }

  // MARK: Room, removal and speed

  @Test func `an empty range is inserted into all tracks that extend so far`() throws {
    var movie = movie
    try movie.insertEmptyTimeRange(range(1, 3))
    #expect(movie.words == ["1: a 0…1, - 2, a 1…4, b 0…3", "2: c 0…1, - 2, c 1…2"])
    try movie.insertEmptyTimeRange(range(5, 6))
    #expect(movie.words == ["1: a 0…1, - 2, a 1…3, - 1, a 3…4, b 0…3", "2: c 0…1, - 2, c 1…2"])
    let before = movie
    try movie.insertEmptyTimeRange(CMTimeRange(start: movie.duration, duration: seconds(1)))
    #expect(movie == before)
  }

  @Test func `removal shortens all tracks and removes none`() throws {
    var movie = movie
    try movie.removeTimeRange(range(1, 5))
    #expect(movie.words == ["1: a 0…1, b 1…3", "2: c 0…1"])
    try movie.removeTimeRange(CMTimeRange(start: .zero, duration: .positiveInfinity))
    #expect(movie.words == ["1: ", "2: "])
  }

  @Test func `scaling changes all tracks by the same factor`() throws {
    var movie = movie
    try movie.scaleTimeRange(range(1, 5), toDuration: seconds(8))
    #expect(movie.words == ["1: a 0…1, a 1…4 in 6, b 0…1 in 2, b 1…3", "2: c 0…1, c 1…2 in 2"])
    #expect(movie.validate() == [])
  }

  @Test func `an edit that one track refuses is made on none`() {
    var movie = movie
    let odd = CMTimeRange(start: .zero, duration: seconds(1, over: 2_147_483_647))
    movie.tracks[1].segments = [CompositionTrackSegment(source: media(), sourceRange: odd, targetRange: range(0, 7))]
    let before = movie
    #expect(throws: EditError.self) { try movie.removeTimeRange(range(1, 2)) }
    #expect(throws: EditError.self) { try movie.insertEmptyTimeRange(range(1, 2)) }
    #expect(throws: EditError.self) { try movie.scaleTimeRange(range(1, 2), toDuration: seconds(3)) }
    #expect(throws: EditError.self) { try movie.insertTimeRange(range(0, 1), of: file("x"), at: seconds(1)) }
    #expect(movie == before)
    #expect(editError(movie) { try $0.removeTimeRange(range(1, 2)) }?.trackID == 2)
  }

  @Test func `invalid times are refused`() {
    #expect(editError(movie) { try $0.insertEmptyTimeRange(.invalid) }?.code == .invalidTime)
    #expect(editError(movie) { try $0.removeTimeRange(range(3, 1)) }?.code == .invalidDuration)
    #expect(editError(movie) { try $0.scaleTimeRange(range(0, 1), toDuration: .indefinite) }?.argument == "duration")
    #expect(editError(movie) { try $0.scaleTimeRange(range(1, 1), toDuration: seconds(1)) }?.code == .invalidDuration)
    let late = CMTimeRange(start: seconds(50), duration: .zero)
    #expect(editError(movie) { try $0.scaleTimeRange(late, toDuration: seconds(1)) }?.code == .invalidDuration)
  }
}
