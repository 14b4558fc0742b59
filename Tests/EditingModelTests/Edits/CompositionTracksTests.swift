import EditingModel
import MediaFormats
import MediaTime
import Testing

@Suite("A composition's tracks")
struct CompositionTracksTests {
  @Test func `tracks are added at the end and numbered from 1`() {
    var movie = Composition()
    #expect(movie.unusedTrackID() == 1)
    #expect(movie.addTrack(withMediaType: .video) == 1)
    #expect(movie.addTrack(withMediaType: .audio) == 2)
    #expect(movie.tracks.map(\.mediaType) == [.video, .audio])
    #expect(movie.tracks.allSatisfy { $0.segments.isEmpty && $0.isEnabled })
    #expect(movie.unusedTrackID() == 3)
  }

  @Test func `a preferred number is given where it is free`() {
    var movie = Composition()
    #expect(movie.addTrack(withMediaType: .video, preferredTrackID: 7) == 7)
    #expect(movie.addTrack(withMediaType: .video, preferredTrackID: 7) == 1)
    #expect(movie.addTrack(withMediaType: .video, preferredTrackID: -2) == 2)
    #expect(movie.addTrack(withMediaType: .video, preferredTrackID: 3) == 3)
    #expect(movie.addTrack(withMediaType: .video, preferredTrackID: .invalid) == 4)
  }

  @Test func `a removed track's number is not given again`() throws {
    var movie = Composition(tracks: [row(("a", 2), id: 1), row(("b", 3), id: 2)])
    #expect(try movie.removeTrack(2).words == ["b 0…3"])
    #expect(movie.words == ["1: a 0…2"])
    #expect(movie.addTrack(withMediaType: .video, preferredTrackID: 2) == 3)
    #expect(movie.unusedTrackID() == 4)
    #expect(movie.retiredTrackIDs == [2])
  }

  @Test func `a track that does not exist can be neither removed nor edited`() {
    let movie = Composition(tracks: [row(("a", 2), id: 1), row(("b", 3), id: 4)])
    let removal = editError(movie) { try $0.removeTrack(3) }
    #expect(removal?.code == .unknownTrack && removal?.argument == "id" && removal?.trackID == 3)
    #expect(removal?.expected == "one of 1, 4")
    let edit = editError(movie) { try $0.editTrack(3) { $0.isEnabled = false } }
    #expect(edit?.code == .unknownTrack)
  }

  @Test func `a track is edited in place`() throws {
    var movie = Composition(tracks: [row(("a", 2), id: 1), row(("b", 3), id: 4)])
    let duration = try movie.editTrack(4) { track in
      try track.insertTimeRange(range(0, 2), of: source("x"), at: .invalid)
      track.preferredVolume = 0.5
      track.preferredTransform = .scale(x: 2, y: 2)
      track.extendedLanguageTag = "fr"
      track.isEnabled = false
      return track.duration
    }
    #expect(duration == seconds(5))
    #expect(movie.words == ["1: a 0…2", "4: b 0…3, x 0…2"])
    let track = movie.tracks[1]
    #expect(track.preferredVolume == 0.5 && track.preferredTransform == .scale(x: 2, y: 2))
    #expect(track.extendedLanguageTag == "fr" && !track.isEnabled)
  }

  @Test func `the compatible track is of the same kind, size and orientation`() throws {
    var movie = Composition()
    let sound = movie.addTrack(withMediaType: .audio)
    #expect(movie.mutableTrack(compatibleWith: source("a")) == nil)
    let first = movie.addTrack(withMediaType: .video)
    #expect(movie.mutableTrack(compatibleWith: source("a")) == first)
    try movie.editTrack(first) { track in
      try track.insertTimeRange(range(0, 1), of: source("a"), at: .zero)
    }
    #expect(movie.mutableTrack(compatibleWith: source("b")) == first)
    #expect(movie.mutableTrack(compatibleWith: source("c", .audio)) == sound)
    let small = source("d", size: Size(width: 640, height: 360))
    #expect(movie.mutableTrack(compatibleWith: small) == nil)
    var portrait = source("e")
    portrait.videoProperties?.preferredTransform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0)
    #expect(movie.mutableTrack(compatibleWith: portrait) == nil)
    var faster = source("f")
    faster.videoProperties?.minFrameDuration = seconds(1, over: 60)
    #expect(movie.mutableTrack(compatibleWith: faster) == first)
    try movie.removeTimeRange(range(0, 1))
    #expect(movie.mutableTrack(compatibleWith: small) == first)
  }

  @Test func `an asset finds its track that is compatible with another`() throws {
    let asset = file("a")
    var movie = Composition()
    try movie.insertTimeRange(range(0, 1), of: file("b"), at: .zero)
    #expect(asset.compatibleTrack(for: movie.tracks[0])?.mediaType == .video)
    #expect(asset.compatibleTrack(for: movie.tracks[1])?.trackID == 2)
    #expect(file("c", size: Size(width: 2, height: 2)).compatibleTrack(for: movie.tracks[0]) == nil)
    #expect(file("c", video: nil).compatibleTrack(for: movie.tracks[0]) == nil)
  }

  @Test func `an asset's tracks are found by number and by kind`() {
    let asset = file("a", video: 9, audio: 10)
    #expect(asset.duration == seconds(10))
    #expect(asset.tracks(withMediaType: .audio).map(\.trackID) == [2])
    #expect(asset.track(withTrackID: 1)?.mediaType == .video)
    #expect(asset.track(withTrackID: 3) == nil)
    #expect(Asset(media().asset, tracks: []).duration == .zero)
    #expect(asset.tracks[0].naturalSize == Size(width: 1280, height: 720) && asset.tracks[1].naturalSize == .zero)
    #expect(asset.tracks[0].preferredTransform == .identity && !asset.tracks[1].minFrameDuration.isValid)
  }
}
