import AVFoundation
import Foundation
import TestSupport
import Testing

/// Movies in fragments that grow while they are looked at.
@Suite("Fragmented assets")
struct FragmentedAssetTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Where the boxes of `data` begin, with their types.
  private func boxes(of data: Data) -> [(start: Int, type: String)] {
    var (place, found) = (0, [(start: Int, type: String)]())
    while place + 8 <= data.count {
      let length = data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      found.append((place, String(decoding: data[place + 4..<place + 8], as: UTF8.self)))
      guard length >= 8 else { break }
      place += length
    }
    return found
  }

  /// A movie of 3 s in three fragments, and what there is of it after the first.
  private func film() async throws -> (whole: Data, part: Data) {
    let url = folder.url("fragments.mp4")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=3", "-c:v", "libx264", "-g", "10", "-bf", "0",
      "-movflags", "frag_keyframe+empty_moov+default_base_moof", url.path,
    ])
    let whole = try Data(contentsOf: url)
    let fragments = boxes(of: whole).filter { $0.type == "moof" }.map(\.start)
    return (whole, whole.prefix(try #require(fragments.dropFirst().first)))
  }

  /// Received notifications, until all that are awaited have come.
  private final class Told: Sendable {
    private let all = AsyncStream<Notification.Name>.makeStream()

    func listen(for name: Notification.Name, of object: AnyObject) -> any NSObjectProtocol {
      NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { [all] in
        all.continuation.yield($0.name)
      }
    }

    /// Waits until all of `awaited` have come.
    func wait(for awaited: Set<Notification.Name>) async {
      var missing = awaited
      for await name in all.stream {
        missing.remove(name)
        if missing.isEmpty { return }
      }
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a minded asset grows with its file, and says so`() async throws {
    let (whole, part) = try await film()
    let url = folder.url("growing.mp4")
    try part.write(to: url)
    let asset = AVFragmentedAsset(url: url)
    let track: AVFragmentedAssetTrack = try #require(asset.tracks(withMediaType: .video).first)
    #expect(asset.canContainFragments && asset.containsFragments)
    #expect(asset.duration.seconds == 1 && track.timeRange.duration.seconds == 1)
    #expect(!asset.isAssociatedWithFragmentMinder)

    let minder = AVFragmentedAssetMinder(asset: asset, mindingInterval: 0.02)
    #expect(asset.isAssociatedWithFragmentMinder && minder.assets.count == 1 && minder.mindingInterval == 0.02)
    let told = Told()
    let observers = [
      told.listen(for: .AVAssetDurationDidChange, of: asset),
      told.listen(for: .AVAssetTrackTimeRangeDidChange, of: track),
    ]
    try whole.write(to: url)
    await told.wait(for: [.AVAssetDurationDidChange, .AVAssetTrackTimeRangeDidChange])
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    #expect(asset.duration.seconds == 3 && track.timeRange.duration.seconds == 3)
    // The object stands for the same track, as of AVFoundation's fragmented assets.
    #expect(asset.track(withTrackID: track.trackID) === track)
    #expect(try await asset.load(.duration).seconds == 3)

    minder.removeFragmentedAsset(asset)
    #expect(!asset.isAssociatedWithFragmentMinder && minder.assets.isEmpty)
  }

  @Test func `an asset that is not minded stays what it was`() async throws {
    let (whole, part) = try await film()
    let url = folder.url("left.mp4")
    try part.write(to: url)
    let movie = AVFragmentedMovie(url: url)
    #expect(movie.tracks.first?.timeRange.duration.seconds == 1)
    try whole.write(to: url)
    #expect(movie.duration.seconds == 1)
    #expect(AVFragmentedMovie(url: url).duration.seconds == 3)
  }

  @Test func `minders look every ten seconds, and end with what they mind`() async throws {
    let (_, part) = try await film()
    let url = folder.url("minded.mp4")
    try part.write(to: url)
    let movie = AVFragmentedMovie(url: url)
    #expect(AVFragmentedAssetMinder().mindingInterval == 10)
    do {
      let minder = AVFragmentedMovieMinder(movie: movie, mindingInterval: 60)
      #expect(minder.movies.first === movie && movie.isAssociatedWithFragmentMinder)
      minder.remove(movie)
      minder.add(movie)
    }
    #expect(!movie.isAssociatedWithFragmentMinder)
  }
}
