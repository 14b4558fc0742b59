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
}
