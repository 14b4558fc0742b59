import AVFoundation
import Foundation
import TestSupport
import Testing

/// Samples that a program puts into the tracks of a movie, as programs do that give films chapters.
@Suite("Samples of movies")
struct MovieSampleTests {
  /// A title as QuickTime's text has it: its length, and its letters.
  private func title(_ text: String, lasting duration: CMTime) throws -> CMSampleBuffer {
    let letters = Array(text.utf8)
    let bytes = [UInt8(letters.count >> 8), UInt8(letters.count & 255)] + letters
    let block = try CMBlockBuffer(length: bytes.count)
    try unsafe bytes.withUnsafeBytes { try unsafe block.replaceDataBytes(with: $0) }
    let format = try CMTextFormatDescription(mediaType: .text, mediaSubType: .qt)
    return try CMSampleBuffer(
      dataBuffer: block, formatDescription: format, numSamples: 1,
      sampleTimings: [CMSampleTimingInfo(duration: duration, presentationTimeStamp: .zero, decodeTimeStamp: .invalid)],
      sampleSizes: [bytes.count])
  }

  @Test func `samples that are appended are seen where a range of them is inserted, and are chapters of the film`()
    async throws
  {
    let folder = try ScratchFolder()
    let movie = AVMutableMovie(url: try await Films.second())
    let picture = try #require(movie.tracks(withMediaType: .video).first)
    let track = try #require(movie.addMutableTrack(withMediaType: .text, copySettingsFrom: nil, options: nil))
    (track.languageCode, track.isEnabled) = ("eng", false)
    #expect(track.languageCode == "eng")
    #expect(!track.insertMediaTimeRange(frames(0, 10), into: frames(0, 10)))
    var places: [CMTime] = []
    for name in ["One", "Two", "Three"] {
      var place = CMTime.invalid
      try unsafe track.append(title(name, lasting: frames(10)), decodeTime: nil, presentationTime: &place)
      places.append(place)
    }
    #expect(places.map(\.seconds) == [0, 10, 20].map { frames($0).seconds })
    for start in [0, 10, 20] as [Int64] {
      #expect(track.insertMediaTimeRange(frames(start, start + 10), into: frames(start, start + 10)))
    }
    #expect(!track.insertMediaTimeRange(frames(25, 40), into: frames(30, 45)))
    picture.addTrackAssociation(to: track, type: .chapterList)
    let url = folder.url("chapters.mov")
    try movie.writeHeader(to: url, fileType: .mov)

    let asset = AVURLAsset(url: url)
    let groups = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    #expect(groups.map(\.timeRange) == [frames(0, 10), frames(10, 20), frames(20, 30)])
    #expect(groups.compactMap { $0.items.first?.stringValue } == ["One", "Two", "Three"])
  }

  @Test func `pictures take no samples, and text none of another format`() async throws {
    let movie = AVMutableMovie(url: try await Films.second())
    let picture = try #require(movie.tracks(withMediaType: .video).first)
    let title = try title("One", lasting: frames(10))
    #expect(throws: AVError(.operationNotSupportedForAsset)) {
      try unsafe picture.append(title, decodeTime: nil, presentationTime: nil)
    }
    let track = try #require(movie.addMutableTrack(withMediaType: .text, copySettingsFrom: nil, options: nil))
    try unsafe track.append(title, decodeTime: nil, presentationTime: nil)
    let packet = try #require(Films.samples(of: try await Films.second()).first)
    #expect(throws: AVError(.operationNotSupportedForAsset)) {
      try unsafe track.append(packet, decodeTime: nil, presentationTime: nil)
    }
  }
}
