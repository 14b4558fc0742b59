import AVFoundation
import Foundation
import TestSupport
import Testing

/// Headers of movies, and the files in which the samples lie that they refer to.
@Suite("Headers of movies")
struct MovieHeaderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A file of its own with film 61, with a key frame each five frames.
  private func source(_ name: String = "source.mov") async throws -> URL {
    let film = try await IndexedFilm(film: 61) {
      ($0.frameCount, $0.timing) = (30, .constant(FrameRate(30)))
      $0.options = ["-g", "5", "-keyint_min", "5", "-sc_threshold", "0", "-bf", "0"]
      $0.sound = SoundFile(.tone(hertz: 440)) { ($0.codec, $0.count) = (.aac, 48_000) }
    }.url()
    let url = folder.url(name)
    try FileManager.default.copyItem(at: film, to: url)
    return url
  }

  private func frame(of movie: AVAsset, at time: CMTime) async throws -> FrameReading {
    let generator = AVAssetImageGenerator(asset: movie)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    return try await generator.image(at: time).image.reading
  }

  private func size(of url: URL) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber).intValue
  }

  @Test func `samples that are copied lie in the storage, once, and headers refer to them there`() async throws {
    let (source, place) = (try await source(), folder.url("samples.mov"))
    let movie = AVMutableMovie()
    let storage = AVMediaDataStorage(url: place, options: nil)
    movie.defaultMediaDataStorage = storage
    #expect(storage.url() == place && movie.defaultMediaDataStorage === storage)
    try movie.insertTimeRange(frames(10, 20), of: AVMovie(url: source), at: .zero, copySampleData: true)
    #expect(!FileManager.default.fileExists(atPath: place.path))
    let url = folder.url("header.mov")
    try movie.writeHeader(to: url, fileType: .mov, options: .truncateDestinationToMovieHeaderOnly)
    let stored = try size(of: place)
    let header = try movie.makeMovieHeader(fileType: .mov)
    #expect(try size(of: place) == stored && stored > size(of: url))
    try FileManager.default.removeItem(at: source)
    for read in [AVMovie(url: url), AVMovie(data: header)] {
      #expect(read.duration == frames(10) && read.tracks.map(\.mediaType) == [.video, .audio])
      #expect(try await frame(of: read, at: .zero) == Films.frames(61, [10])[0])
      #expect(try await frame(of: read, at: frames(9)) == Films.frames(61, [19])[0])
    }
    // Without the storage there is nothing to read.
    try FileManager.default.removeItem(at: place)
    let gone = AVMovie(url: url)
    await #expect(throws: (any Error).self) { try await frame(of: gone, at: .zero) }
  }

  @Test func `a track's own storage goes before the movie's, and what is not copied is referred to where it is`()
    async throws
  {
    let (source, other) = (try await source(), try await source("other.mov"))
    let (places, movie) = (["own.mov", "default.mov"].map { folder.url($0) }, AVMutableMovie())
    movie.defaultMediaDataStorage = AVMediaDataStorage(url: places[1])
    try movie.insertTimeRange(frames(0, 10), of: AVMovie(url: source), at: .zero, copySampleData: true)
    let video = try #require(movie.tracks(withMediaType: .video).first)
    #expect(video.mediaDataStorage == nil)
    video.mediaDataStorage = AVMediaDataStorage(url: places[0])
    #expect(video.mediaDataStorage?.url() == places[0])
    let url = folder.url("header.mov")
    try movie.writeHeader(to: url, fileType: .mov, options: .truncateDestinationToMovieHeaderOnly)
    #expect(try size(of: places[0]) > 0 && size(of: places[1]) > 0)
    try FileManager.default.removeItem(at: source)
    #expect(try await frame(of: AVMovie(url: url), at: frames(5)) == Films.frames(61, [5])[0])

    let referring = AVMutableMovie()
    referring.defaultMediaDataStorage = AVMediaDataStorage(url: folder.url("none.mov"))
    try referring.insertTimeRange(frames(0, 10), of: AVMovie(url: other), at: .zero, copySampleData: false)
    try referring.writeHeader(to: url, fileType: .mov, options: .truncateDestinationToMovieHeaderOnly)
    #expect(!FileManager.default.fileExists(atPath: folder.url("none.mov").path))
    #expect(try await frame(of: AVMovie(url: url), at: frames(5)) == Films.frames(61, [5])[0])
    try FileManager.default.removeItem(at: other)
    let gone = AVMovie(url: url)
    await #expect(throws: (any Error).self) { try await frame(of: gone, at: .zero) }
  }

  @Test func `a movie reads no other file where its options forbid it`() async throws {
    let source = try await source()
    let movie = try AVMutableMovie(url: source, options: nil, error: ())
    let url = folder.url("header.mov")
    try movie.writeHeader(to: url, fileType: .mov, options: .truncateDestinationToMovieHeaderOnly)
    let usual = AVMovie(url: url)
    #expect(
      usual.referenceRestrictions
        == [.forbidRemoteReferenceToLocal, .forbidLocalReferenceToRemote, .forbidCrossSiteReference])
    #expect(try await frame(of: usual, at: frames(7)) == Films.frames(61, [7])[0])
    for restrictions in [AVAssetReferenceRestrictions.forbidLocalReferenceToLocal, .forbidAll] {
      let options = [AVMovieReferenceRestrictionsKey: NSNumber(value: restrictions.rawValue)]
      let closed = AVMovie(url: url, options: options)
      #expect(closed.referenceRestrictions.isSuperset(of: restrictions))
      await #expect(throws: (any Error).self) { try await frame(of: closed, at: .zero) }
      // What is in the movie's own file is no other file.
      let whole = AVMovie(url: source, options: options)
      #expect(try await frame(of: whole, at: frames(7)) == Films.frames(61, [7])[0])
      let bytes = AVMovie(data: try movie.makeMovieHeader(fileType: .mov), options: options)
      await #expect(throws: (any Error).self) { try await frame(of: bytes, at: .zero) }
    }
    // What no option makes an asset read.
    let asset = AVURLAsset(
      url: source, options: [AVURLAssetReferenceRestrictionsKey: AVAssetReferenceRestrictions().rawValue])
    #expect(asset.referenceRestrictions == .forbidAll && AVComposition().referenceRestrictions == .forbidAll)
  }

  private static func item(_ identifier: String, _ value: String) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: identifier)
    item.value = value as NSString
    return item
  }

  @Test func `QuickTime's keys stay what they are in MP4, of exports and of movies`() async throws {
    let source = try await source()
    let items = [
      Self.item("mdta/org.demo.take", "7"), Self.item("mdta/com.apple.quicktime.title", "Ein Titel"),
      Self.item(AVMetadataIdentifier.commonIdentifierArtist.rawValue, "Wer"),
    ]
    let export = try #require(
      AVAssetExportSession(asset: AVURLAsset(url: source), presetName: AVAssetExportPresetPassthrough))
    export.metadata = items
    try await export.export(to: folder.url("exported.mp4"), as: .mp4)
    let movie = try AVMutableMovie(url: source, options: nil, error: ())
    movie.metadata = items
    try movie.writeHeader(to: folder.url("movie.mp4"), fileType: .mp4)
    for name in ["exported.mp4", "movie.mp4"] {
      let asset = AVURLAsset(url: folder.url(name))
      #expect(try await asset.load(.availableMetadataFormats).contains(.quickTimeMetadata), "\(name)")
      let own = try await asset.loadMetadata(for: .quickTimeMetadata)
      func values(_ key: String) -> [String?] {
        own.filter { $0.identifier?.rawValue == "mdta/\(key)" }.map(\.stringValue)
      }
      #expect(values("org.demo.take") == ["7"] && values("com.apple.quicktime.title") == ["Ein Titel"], "\(name)")
      #expect(try await asset.load(.commonMetadata).contains { $0.stringValue == "Wer" }, "\(name)")
    }
    // Common items alone stand in the list that MP4 has for them.
    let plain = try #require(
      AVAssetExportSession(asset: AVURLAsset(url: source), presetName: AVAssetExportPresetPassthrough))
    plain.metadata = [items[2]]
    try await plain.export(to: folder.url("plain.mp4"), as: .mp4)
    let asset = AVURLAsset(url: folder.url("plain.mp4"))
    #expect(try await asset.load(.availableMetadataFormats).contains(.quickTimeMetadata) == false)
    #expect(try await asset.load(.commonMetadata).contains { $0.stringValue == "Wer" })
  }
}
