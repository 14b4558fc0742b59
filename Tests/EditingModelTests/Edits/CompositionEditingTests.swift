import EditingModel
import MediaFormats
import MediaTime
import Testing

@Suite("Editing all tracks at once")
struct CompositionEditingTests {
  private let film = Composition(tracks: [row(("a", 4), ("b", 3), id: 1), row(("c", 2), id: 2)])

  // MARK: Inserting a file

  @Test func `a file's tracks make tracks where there are none`() throws {
    var film = Composition()
    try film.insertTimeRange(range(1, 5), of: file("x"), at: .zero)
    #expect(film.words == ["1: x 1…5", "2: x 1…5"])
    #expect(film.tracks.map(\.mediaType) == [.video, .audio])
    #expect(film.validate() == [])
  }

  @Test func `a second file goes into the same tracks, at its time`() throws {
    var film = Composition()
    try film.insertTimeRange(range(0, 4), of: file("x"), at: .zero)
    try film.insertTimeRange(range(5, 7), of: file("y"), at: seconds(4))
    try film.insertTimeRange(range(0, 1), of: file("z"), at: seconds(2))
    #expect(film.words == ["1: x 0…2, z 0…1, x 2…4, y 5…7", "2: x 0…2, z 0…1, x 2…4, y 5…7"])
  }

  @Test func `pictures of another size make a track of their own, and everything else makes room`() throws {
    var film = Composition()
    try film.insertTimeRange(range(0, 4), of: file("x"), at: .zero)
    try film.insertTimeRange(range(0, 2), of: file("y", size: Size(width: 640, height: 360)), at: seconds(1))
    #expect(film.words == ["1: x 0…1, - 2, x 1…4", "2: x 0…1, y 0…2, x 1…4", "3: - 1, y 0…2"])
    #expect(film.tracks.map(\.mediaType) == [.video, .audio, .video])
  }

  @Test func `two tracks of one kind go into two tracks`() throws {
    var stereo = file("x", video: nil)
    var second = stereo.tracks[0]
    second.trackID = 3
    second.index = 1
    stereo.tracks.append(second)
    var film = Composition()
    try film.insertTimeRange(range(0, 2), of: stereo, at: .zero)
    try film.insertTimeRange(range(2, 4), of: stereo, at: seconds(2))
    #expect(film.words == ["1: x 0…2, x 2…4", "2: x 0…2, x 2…4"])
    #expect(film.tracks.map { $0.segments.map { $0.source?.trackIndex } } == [[0, 0], [1, 1]])
  }

  @Test func `a track that gets less is filled up with nothing, and all stay in step`() throws {
    var film = Composition()
    try film.insertTimeRange(range(0, 4), of: file("x"), at: .zero)
    try film.insertTimeRange(range(0, 10), of: file("y", video: 3, audio: 2), at: seconds(1))
    #expect(film.words == ["1: x 0…1, y 0…3, x 1…4", "2: x 0…1, y 0…2, - 1, x 1…4"])
    var silent = Composition()
    try silent.insertTimeRange(range(0, 4), of: file("x"), at: .zero)
    try silent.insertTimeRange(range(0, 2), of: file("y", audio: nil), at: seconds(1))
    #expect(silent.words == ["1: x 0…1, y 0…2, x 1…4", "2: x 0…1, - 2, x 1…4"])
  }

  @Test func `past the end of a track, an empty edit leads to what is inserted`() throws {
    var film = film
    try film.insertTimeRange(range(0, 1), of: file("x"), at: seconds(8))
    #expect(film.words == ["1: a 0…4, b 0…3, - 1, x 0…1", "2: c 0…2", "3: - 8, x 0…1"])
  }

  @Test func `a track that has ended makes no room`() throws {
    var film = film
    try film.insertTimeRange(range(0, 1), of: file("x", audio: nil), at: seconds(3))
    #expect(film.words == ["1: a 0…3, x 0…1, a 3…4, b 0…3", "2: c 0…2"])
  }

  @Test func `a range without end goes to the end of the file`() throws {
    var film = Composition()
    let rest = CMTimeRange(start: seconds(7), duration: .positiveInfinity)
    try film.insertTimeRange(rest, of: file("x"), at: .zero)
    #expect(film.words == ["1: x 7…10", "2: x 7…10"])
  }

  @Test func `new tracks take over neither transform, volume nor language`() throws {
    var asset = file("x", audio: nil)
    asset.tracks[0].videoProperties?.preferredTransform = .scale(x: -1, y: 1)
    asset.tracks[0].extendedLanguageTag = "de"
    var film = Composition()
    try film.insertTimeRange(range(0, 1), of: asset, at: .zero)
    let track = film.tracks[0]
    #expect(track.preferredTransform == .identity && track.preferredVolume == 1 && track.extendedLanguageTag == nil)
  }

  @Test func `a range of no duration inserts nothing`() throws {
    var film = film
    try film.insertTimeRange(range(3, 3), of: file("x"), at: seconds(1))
    #expect(film == self.film)
  }

  @Test func `a range outside the file, and times that are none, are refused`() {
    func error(_ timeRange: CMTimeRange, _ startTime: CMTime) -> EditError? {
      refusal(film) { try $0.insertTimeRange(timeRange, of: file("x"), at: startTime) }
    }
    #expect(error(range(10, 11), .zero)?.code == .outsideMedia)
    #expect(error(range(-1, 1), .zero)?.argument == "timeRange.start")
    #expect(error(range(2, 1), .zero)?.argument == "timeRange.duration")
    for time in [CMTime.invalid, .indefinite, .positiveInfinity, seconds(-1)] {
      #expect(error(range(0, 1), time)?.argument == "startTime")
    }
    #expect(
      refusal(film) { try $0.insertTimeRange(range(0, 1), of: Asset(media().asset, tracks: []), at: .zero) } != nil)
  }

  // MARK: Inserting a composition

  @Test func `a composition is inserted flattened`() throws {
    var inner = Composition(tracks: [row(("p", 2), ("-", 1), ("q", 3), id: 5), row(("r", 3), id: 6)])
    inner.tracks[1].mediaType = .audio
    var film = film
    try film.insertTimeRange(range(1, 5), of: inner, at: seconds(2))
    #expect(film.words == ["1: a 0…2, p 1…2, - 1, q 0…2, a 2…4, b 0…3", "2: c 0…2", "3: - 2, r 1…3"])
    #expect(film.validate() == [])
  }

  @Test func `tracks with nothing in the range are not inserted`() throws {
    let inner = Composition(tracks: [row(("p", 6), id: 1), row(("q", 2), id: 2)])
    var film = Composition()
    try film.insertTimeRange(range(3, 9), of: inner, at: .zero)
    #expect(film.words == ["1: p 3…6"])
  }

  @Test func `tracks that show nothing in the range are not inserted either, and the others make room`() throws {
    let inner = Composition(tracks: [row(("p", 6), id: 1), row(("-", 3), ("q", 3), id: 2)])
    var film = Composition()
    try film.insertTimeRange(range(0, 3), of: inner, at: .zero)
    #expect(film.words == ["1: p 0…3"])
    try film.insertTimeRange(range(3, 5), of: inner, at: seconds(1))
    #expect(film.words == ["1: p 0…1, p 3…5, p 1…3", "2: - 1, q 0…2"])
    try film.insertTimeRange(range(0, 2), of: inner, at: seconds(2))
    #expect(film.words == ["1: p 0…1, p 3…4, p 0…2, p 4…5, p 1…3", "2: - 1, q 0…1, - 2, q 1…2"])
    // Nothing at all makes room in all of them.
    try film.insertTimeRange(range(0, 1), of: Composition(tracks: [row(("-", 3), ("r", 3))]), at: .zero)
    #expect(film.words == ["1: - 1, p 0…1, p 3…4, p 0…2, p 4…5, p 1…3", "2: - 2, q 0…1, - 2, q 1…2"])
  }

  @Test func `tracks that are not enabled are inserted like the others`() throws {
    var inner = Composition(tracks: [row(("p", 6))])
    inner.tracks[0].isEnabled = false
    var film = Composition()
    try film.insertTimeRange(range(0, 6), of: inner, at: .zero)
    #expect(film.words == ["1: p 0…6"] && film.tracks[0].isEnabled)
  }

  @Test func `a composition can be inserted into itself`() throws {
    var film = film
    try film.insertTimeRange(range(0, 7), of: film, at: seconds(7))
    #expect(film.words == ["1: a 0…4, b 0…3, a 0…4, b 0…3", "2: c 0…2, - 5, c 0…2"])
    #expect(film.duration == seconds(14))
  }

  @Test func `a composition that ends before the range is refused`() {
    let error = refusal(film) { try $0.insertTimeRange(range(7, 8), of: film, at: .zero) }
    #expect(error?.code == .outsideMedia)
  }

  // MARK: Snapshots

  @Test func `whoever was handed the composition sees none of the edits made since`() throws {
    var film = film
    let handedOver = film
    let track = film.tracks[0]
    try film.insertTimeRange(range(0, 2), of: file("x"), at: seconds(1))
    try film.scaleTimeRange(range(0, 2), toDuration: seconds(5))
    try film.editTrack(1) { track in
      try track.removeTimeRange(range(3, 4))
      track.preferredVolume = 0
    }
    try film.removeTrack(2)
    #expect(film != handedOver)
    #expect(handedOver == self.film && track == self.film.tracks[0])
    // Nor do edits of the copy reach the original.
    var copy = handedOver
    try copy.removeTimeRange(range(0, 7))
    #expect(handedOver == self.film)
  }

  // MARK: Room, removal and speed

  @Test func `room is made in all tracks that reach so far`() throws {
    var film = film
    try film.insertEmptyTimeRange(range(1, 3))
    #expect(film.words == ["1: a 0…1, - 2, a 1…4, b 0…3", "2: c 0…1, - 2, c 1…2"])
    try film.insertEmptyTimeRange(range(5, 6))
    #expect(film.words == ["1: a 0…1, - 2, a 1…3, - 1, a 3…4, b 0…3", "2: c 0…1, - 2, c 1…2"])
    let before = film
    try film.insertEmptyTimeRange(CMTimeRange(start: film.duration, duration: seconds(1)))
    #expect(film == before)
  }

  @Test func `removal takes from all tracks and leaves them there`() throws {
    var film = film
    try film.removeTimeRange(range(1, 5))
    #expect(film.words == ["1: a 0…1, b 1…3", "2: c 0…1"])
    try film.removeTimeRange(CMTimeRange(start: .zero, duration: .positiveInfinity))
    #expect(film.words == ["1: ", "2: "])
  }

  @Test func `scaling changes all tracks by the same factor`() throws {
    var film = film
    try film.scaleTimeRange(range(1, 5), toDuration: seconds(8))
    #expect(film.words == ["1: a 0…1, a 1…4 in 6, b 0…1 in 2, b 1…3", "2: c 0…1, c 1…2 in 2"])
    #expect(film.validate() == [])
  }

  @Test func `an edit that one track refuses is made on none`() {
    var film = film
    let odd = CMTimeRange(start: .zero, duration: seconds(1, over: 2_147_483_647))
    film.tracks[1].segments = [CompositionTrackSegment(source: media(), sourceRange: odd, targetRange: range(0, 7))]
    let before = film
    #expect(throws: EditError.self) { try film.removeTimeRange(range(1, 2)) }
    #expect(throws: EditError.self) { try film.insertEmptyTimeRange(range(1, 2)) }
    #expect(throws: EditError.self) { try film.scaleTimeRange(range(1, 2), toDuration: seconds(3)) }
    #expect(throws: EditError.self) { try film.insertTimeRange(range(0, 1), of: file("x"), at: seconds(1)) }
    #expect(film == before)
    #expect(refusal(film) { try $0.removeTimeRange(range(1, 2)) }?.trackID == 2)
  }

  @Test func `times that are none are refused`() {
    #expect(refusal(film) { try $0.insertEmptyTimeRange(.invalid) }?.code == .invalidTime)
    #expect(refusal(film) { try $0.removeTimeRange(range(3, 1)) }?.code == .invalidDuration)
    #expect(refusal(film) { try $0.scaleTimeRange(range(0, 1), toDuration: .indefinite) }?.argument == "duration")
    #expect(refusal(film) { try $0.scaleTimeRange(range(1, 1), toDuration: seconds(1)) }?.code == .invalidDuration)
    let late = CMTimeRange(start: seconds(50), duration: .zero)
    #expect(refusal(film) { try $0.scaleTimeRange(late, toDuration: seconds(1)) }?.code == .invalidDuration)
  }
}
