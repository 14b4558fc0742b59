import AVFoundation
import Foundation
import TestSupport
import Testing

/// Samples that a program puts into the tracks of a movie, as programs do that give films chapters.
@Suite("Samples of movies")
struct MovieSampleTests {
  /// A title as QuickTime's text has it: its length, and its letters.
  private func title(_ text: String, lasting duration: CMTime, at time: CMTime = .zero) throws -> CMSampleBuffer {
    let letters = Array(text.utf8)
    let bytes = [UInt8(letters.count >> 8), UInt8(letters.count & 255)] + letters
    let block = try CMBlockBuffer(length: bytes.count)
    try unsafe bytes.withUnsafeBytes { try unsafe block.replaceDataBytes(with: $0) }
    let format = try CMTextFormatDescription(mediaType: .text, mediaSubType: .qt)
    return try CMSampleBuffer(
      dataBuffer: block, formatDescription: format, numSamples: 1,
      sampleTimings: [CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)],
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

  @Test func `a sample lasts until the next one is decoded, and is inserted behind the others`() async throws {
    let movie = AVMutableMovie()
    let track = try #require(movie.addMutableTrack(withMediaType: .text, copySettingsFrom: nil, options: nil))
    #expect(track.mediaPresentationTimeRange == frames(0, 0))
    for (name, time) in [("One", 5), ("Two", 20)] as [(String, Int64)] {
      try unsafe track.append(
        title(name, lasting: frames(10), at: frames(time)), decodeTime: nil, presentationTime: nil)
    }
    // As long as it says, and 5 more to the next one.
    #expect(track.mediaPresentationTimeRange == frames(0, 25) && track.mediaDecodeTimeRange == frames(0, 25))
    #expect(track.timeRange == frames(0, 0))
    for range in [frames(15, 25), frames(0, 15)] {
      track.insertMediaTimeRange(range, into: CMTimeRange(start: .invalid, duration: range.duration))
    }
    #expect(track.timeRange == frames(0, 25))
    let folder = try ScratchFolder()
    let url = folder.url("titles.mov")
    try movie.writeHeader(to: url, fileType: .mov)
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: .text).first), outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    var found: [CMTime] = []
    while let sample = output.copyNextSampleBuffer() { found.append(sample.presentationTimeStamp) }
    #expect(found == [.zero, frames(10)])
  }

  @Test func `samples that several tasks append are all there`() async throws {
    let movie = AVMutableMovie()
    let track = try #require(movie.addMutableTrack(withMediaType: .text, copySettingsFrom: nil, options: nil))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        let title = try title("\(number)", lasting: frames(1))
        group.addTask { try unsafe track.append(title, decodeTime: nil, presentationTime: nil) }
      }
      try await group.waitForAll()
    }
    #expect(track.mediaPresentationTimeRange == frames(0, 200))
  }

  @Test func `languages that are stated are in the file, and codes leave tags alone`() async throws {
    let movie = AVMutableMovie(url: try await Films.first())
    let sound = try #require(movie.tracks(withMediaType: .audio).first)
    let track = try #require(movie.addMutableTrack(withMediaType: .text, copySettingsFrom: nil, options: nil))
    (sound.languageCode, track.extendedLanguageTag, track.languageCode) = ("deu", "de-CH", "deu")
    #expect(track.extendedLanguageTag == "de-CH" && track.languageCode == "deu")
    try unsafe track.append(title("Eins", lasting: frames(10)), decodeTime: nil, presentationTime: nil)
    track.insertMediaTimeRange(frames(0, 10), into: frames(0, 10))
    let folder = try ScratchFolder()
    let url = folder.url("german.mov")
    try movie.writeHeader(to: url, fileType: .mov)
    let written = AVURLAsset(url: url)
    #expect(written.tracks(withMediaType: .audio).map(\.extendedLanguageTag) == ["de"])
    #expect(written.tracks(withMediaType: .text).map(\.extendedLanguageTag) == ["de-CH"])
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
