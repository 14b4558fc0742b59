import AVFoundation
import TestSupport
import Testing

@Suite("Rules of assets")
struct AssetRules {
  /// AVAsset.h, "URL": the one it was made with.
  @Test func `an asset says its URL, whether there is a file or not`() {
    let url = URL(fileURLWithPath: "/nowhere/film.mov")
    #expect(AVURLAsset(url: url).url == url)
  }

  /// AVAsset.h, "preferredRate", "preferredVolume", "preferredTransform": 1, 1 and the identity.
  @Test func `a film is played at its own rate, volume and orientation`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    #expect(asset.preferredRate == 1 && asset.preferredVolume == 1 && asset.preferredTransform == .identity)
  }

  /// AVAsset.h, "trackWithTrackID:": nil if there is no such track.
  @Test func `a film has no track of a number that none has`() async throws {
    let asset = AVURLAsset(url: try await Films.second())
    #expect(asset.track(withTrackID: 99) == nil)
    #expect(try await asset.loadTrack(withTrackID: 99) == nil)
  }

  /// AVAsset.h, "tracksWithMediaType:": an empty array if there is none.
  @Test func `a film without sound has no tracks of sound`() async throws {
    let asset = AVURLAsset(url: try await Films.second())
    #expect(asset.tracks(withMediaType: .audio).isEmpty && asset.tracks(withMediaType: .text).isEmpty)
  }

  /// AVAsset.h, "tracksWithMediaCharacteristic:".
  @Test func `tracks are found by their characteristic`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    #expect(asset.tracks(withMediaCharacteristic: .audible).map(\.mediaType) == [.audio])
    #expect(asset.tracks(withMediaCharacteristic: .visual).map(\.mediaType) == [.video])
    #expect(asset.tracks(withMediaCharacteristic: .legible).isEmpty)
  }

  /// AVAsynchronousKeyValueLoading.h, "status(of:)": not yet loaded before it is asked for.
  @Test func `a property is not loaded before it is asked for`() {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mov"))
    var isWaiting = false
    if case .notYetLoaded = asset.status(of: .duration) { isWaiting = true }
    #expect(isWaiting)
  }

  /// AVAsynchronousKeyValueLoading.h, "status(of:)": failed with the error.
  @Test func `a property that could not be loaded has failed`() async {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mov"))
    _ = try? await asset.load(.duration)
    var hasFailed = false
    if case .failed = asset.status(of: .duration) { hasFailed = true }
    #expect(hasFailed)
  }

  /// AVAsset.h, "AVKeyValueStatus": 0 to 4.
  @Test func `the numbers of states are Apple's`() {
    let states: [AVKeyValueStatus] = [.unknown, .loading, .loaded, .failed, .cancelled]
    #expect(states.map(\.rawValue) == [0, 1, 2, 3, 4])
  }

  /// AVAsset.h, "unusedTrackID": no track has it.
  @Test func `an unused number is no track's`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    #expect(asset.unusedTrackID() != kCMPersistentTrackID_Invalid)
    #expect(!asset.tracks.map(\.trackID).contains(asset.unusedTrackID()))
  }

  /// AVAsset.h, "tracks": numbers are positive.
  @Test func `each track of a film has a valid number`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    #expect(asset.tracks.allSatisfy { $0.trackID > 0 })
  }

  /// AVAsset.h, "availableChapterLocales": empty without chapters.
  @Test func `a film without chapters has no languages of chapters`() async throws {
    #expect(AVURLAsset(url: try await Films.second()).availableChapterLocales.isEmpty)
  }

  /// AVError.h: the domain and the number of an error.
  @Test func `an error is of AVFoundation's domain, with its number`() {
    let error = AVError(.exportFailed) as NSError
    #expect(error.domain == AVFoundationErrorDomain && error.code == -11_820)
  }

  /// AVError.h: names of numbers.
  @Test func `errors have Apple's numbers`() {
    let codes: [AVError.Code] = [
      .unknown, .decodeFailed, .contentIsProtected, .noImageAtTime, .decoderNotFound, .encoderNotFound,
      .operationNotSupportedForAsset, .invalidVideoComposition, .operationInterrupted, .incompatibleAsset,
      .videoCompositorFailed, .noSourceTrack,
    ]
    #expect(
      codes.map(\.rawValue) == [
        -11_800, -11_821, -11_831, -11_832, -11_833, -11_834, -11_838, -11_841, -11_847, -11_848, -11_858, -11_869,
      ])
  }

  /// AVError.h, "AVError.Code": matched in a catch clause.
  @Test func `an error is caught by its code`() {
    var isCaught = false
    do { throw AVError(.diskFull) } catch AVError.diskFull { isCaught = true } catch {}
    #expect(isCaught)
  }

  /// AVAsset.h, "canContainFragments", "containsFragments", "overallDurationHint": NO, NO and invalid of a movie without fragments.
  @Test func `a movie says whether it is in fragments`() async throws {
    let whole = AVURLAsset(url: try await Films.second())
    #expect(try await whole.load(.canContainFragments) == false && !whole.containsFragments)
    #expect(try await !whole.load(.overallDurationHint).isValid)
    let folder = try ScratchFolder()
    let file = folder.url("fragments.mp4")
    try await MediaTools.ffmpeg([
      "-i", whole.url.path, "-c", "copy", "-movflags", "frag_keyframe+empty_moov", file.path,
    ])
    let parts = AVURLAsset(url: file)
    #expect(try await parts.load(.canContainFragments) && parts.containsFragments)
  }

  /// AVAsset.h, "referenceRestrictions": those that are in force.
  @Test func `a file may refer to no other`() {
    let asset = AVURLAsset(
      url: URL(fileURLWithPath: "/nowhere/film.mov"), options: [AVURLAssetReferenceRestrictionsKey: 0])
    #expect(asset.referenceRestrictions == .forbidAll)
    #expect(AVAssetReferenceRestrictions.defaultPolicy == .forbidLocalReferenceToRemote)
    #expect(AVAssetReferenceRestrictions.forbidLocalReferenceToLocal.rawValue == 8)
  }

  /// AVAsset.h, "naturalSize": that of the pictures; zero without any.
  @Test func `a film is as large as its pictures`() async throws {
    let (film, composition) = (AVURLAsset(url: try await Films.second()), AVMutableComposition())
    #expect(film.naturalSize == CGSize(width: 320, height: 180))
    #expect((composition as AVAsset).naturalSize == .zero)
    composition.naturalSize = CGSize(width: 64, height: 36)
    #expect((composition as AVAsset).naturalSize == CGSize(width: 64, height: 36))
  }

  /// AVAsset.h, "lyrics": nil without any; "compatibleWithSavedPhotosAlbum".
  @Test func `a song's words are read, and there is no album of photos`() async throws {
    let folder = try ScratchFolder()
    let file = folder.url("song.m4a")
    let sound = try await SoundFile(.tone(hertz: 440)) { $0.count = 48_000 }.url()
    try await MediaTools.ffmpeg(["-i", sound.path, "-c:a", "aac", "-metadata", "lyrics=La la la", file.path])
    let song = AVURLAsset(url: file)
    #expect(try await song.load(.lyrics) == "La la la" && song.lyrics == "La la la")
    #expect(try await AVURLAsset(url: Films.second()).load(.lyrics) == nil)
    #expect(!song.isCompatibleWithSavedPhotosAlbum)
  }

  /// AVAsset.h, "audiovisualTypes", "audiovisualMIMETypes", "isPlayableExtendedMIMEType:".
  @Test func `readable types are listed by their names`() {
    #expect(AVURLAsset.audiovisualTypes().contains(.mov) && AVURLAsset.audiovisualTypes().contains(.wav))
    #expect(Set(AVURLAsset.audiovisualMIMETypes()).isSuperset(of: ["video/quicktime", "video/mp4", "audio/mpeg"]))
    #expect(AVURLAsset.isPlayableExtendedMIMEType("video/mp4"))
    #expect(AVURLAsset.isPlayableExtendedMIMEType("video/mp4; codecs=\"avc1.42E01E, mp4a.40.2\""))
    #expect(!AVURLAsset.isPlayableExtendedMIMEType("video/mp4; codecs=\"avc1.42E01E, none.1\""))
    #expect(!AVURLAsset.isPlayableExtendedMIMEType("video/mp4; codecs=\"mp4a.40.42\""))
    #expect(!AVURLAsset.isPlayableExtendedMIMEType("text/plain") && !AVURLAsset.isPlayableExtendedMIMEType(""))
  }

  /// AVAsset.h, "variants": those of a multivariant playlist.
  @Test func `a file has no variants`() async throws {
    #expect(try await AVURLAsset(url: Films.second()).load(.variants).isEmpty)
  }
}
