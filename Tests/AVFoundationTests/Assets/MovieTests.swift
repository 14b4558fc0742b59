import AVFoundation
import Foundation
import TestSupport
import Testing

/// Movies that are edited and written without that anything is encoded.
@Suite("Movies")
struct MovieTests {
  /// Film 61, with a key frame each five frames, so that parts can begin there.
  private static func film() async throws -> URL {
    try await IndexedFilm(film: 61) {
      ($0.frameCount, $0.timing) = (30, .constant(FrameRate(30)))
      $0.options = ["-g", "5", "-keyint_min", "5", "-sc_threshold", "0", "-bf", "0"]
      $0.sound = SoundFile(.tone(hertz: 440)) { ($0.codec, $0.count) = (.aac, 48_000) }
    }.url()
  }

  private func frame(of url: URL, at time: CMTime) async throws -> FrameReading {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    return try await generator.image(at: time).image.reading
  }

  /// The packets of the pictures of `url`.
  private func packets(of url: URL) throws -> [Data] {
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: .video).first), outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    var packets: [Data] = []
    while let buffer = output.copyNextSampleBuffer() {
      packets.append(try #require(try buffer.dataBuffer?.dataBytes()))
    }
    return packets
  }

  /// A timecode that begins at frame `frame` of a day and lasts `duration`, 30 frames a second.
  private func timecode(from frame: UInt32, lasting duration: CMTime, in folder: ScratchFolder) async throws -> AVMovie
  {
    let format = try CMTimeCodeFormatDescription(
      timeCodeFormatType: .timeCode32, frameDuration: frames(1), frameQuanta: 30, flags: [.twentyFourHourMax])
    let url = folder.url("timecode-\(frame).mov")
    let writer = try AVAssetWriter(url: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .timecode, outputSettings: nil)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let block = try CMBlockBuffer(length: 4)
    try block.fillDataBytes(with: 0)
    var bytes = frame.bigEndian
    try unsafe withUnsafeBytes(of: &bytes) { try unsafe block.replaceDataBytes(with: $0) }
    let timing = CMSampleTimingInfo(duration: duration, presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
    #expect(
      input.append(
        try CMSampleBuffer(
          dataBuffer: block, formatDescription: format, numSamples: 1, sampleTimings: [timing], sampleSizes: [4])))
    await writer.finishWriting()
    return AVMovie(url: url)
  }

  private func numbers(in asset: AVAsset) throws -> [(frame: UInt32, start: CMTime)] {
    let track = try #require(asset.tracks(withMediaType: .timecode).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    var found: [(UInt32, CMTime)] = []
    while let sample = output.copyNextSampleBuffer() {
      let bytes = try #require(try sample.dataBuffer?.dataBytes())
      found.append((bytes.reduce(0) { $0 << 8 | UInt32($1) }, sample.presentationTimeStamp))
    }
    return found
  }

  @Test func `a part is removed and the rest is written as it is`() async throws {
    let source = try await Self.film()
    let movie = try AVMutableMovie(url: source, options: nil, error: ())
    #expect(movie.tracks.map(\.mediaType) == [.video, .audio] && movie.duration == AVMovie(url: source).duration)
    #expect(!movie.isModified)
    movie.removeTimeRange(frames(5, 20))
    #expect(movie.isModified)
    let folder = try ScratchFolder()
    let url = folder.url("cut.mov")
    try movie.writeHeader(to: url, fileType: .mov)
    #expect(!movie.isModified)
    for (time, number) in [(0, 0), (4, 4), (5, 20), (14, 29)] {
      #expect(try await frame(of: url, at: frames(Int64(time))) == Films.frames(61, [number])[0])
    }
    let known = Set(try packets(of: source))
    #expect(try packets(of: url).allSatisfy(known.contains))
    // The file itself is written again in its own place.
    let again = try AVMutableMovie(url: url, options: nil, error: ())
    again.removeTimeRange(frames(0, 5))
    try again.writeHeader(to: url, fileType: .mov, options: .addMovieHeaderToDestination)
    #expect(try await frame(of: url, at: .zero) == Films.frames(61, [20])[0])
  }

  @Test func `a part is removed amid groups of pictures, and the movie is read by frame`() async throws {
    let source = try await IndexedFilm(film: 61) {
      ($0.frameCount, $0.timing) = (30, .constant(FrameRate(30)))
      $0.options = ["-g", "12", "-bf", "2"]
    }.url()
    let movie = try AVMutableMovie(url: source, options: nil, error: ())
    movie.removeTimeRange(frames(7, 17))
    let folder = try ScratchFolder()
    let url = folder.url("cut.mov")
    try movie.writeHeader(to: url, fileType: .mov)
    let kept = Array(0..<7) + Array(17..<30)
    for place in [19, 7, 6, 0, 8] {
      #expect(try await frame(of: url, at: frames(Int64(place))) == Films.frames(61, [kept[place]])[0])
    }
    #expect(AVURLAsset(url: url).tracks[0].timeRange == frames(0, 20))
  }

  @Test func `a movie gets a timecode, which goes with its pictures`() async throws {
    let folder = try ScratchFolder()
    let code = try await timecode(from: 107_892, lasting: frames(30), in: folder)
    let from = try #require(try await code.loadTracks(withMediaType: .timecode).first)
    let movie = try AVMutableMovie(url: try await Self.film(), options: nil, error: ())
    let track = try #require(movie.addMutableTracksCopyingSettings(from: [from]).first)
    track.mediaDataStorage = AVMediaDataStorage(url: folder.url("samples"), options: nil)
    try track.insertTimeRange(from.timeRange, of: from, at: .zero, copySampleData: true)
    for video in movie.tracks(withMediaType: .video) { video.addTrackAssociation(to: track, type: .timecode) }
    #expect(try numbers(in: movie).map(\.frame) == [107_892])
    movie.removeTimeRange(frames(10, 15))
    // Behind the gap the count goes on where it was.
    #expect(try numbers(in: movie).map(\.frame) == [107_892, 107_907])
    let url = folder.url("coded.mov")
    try movie.writeHeader(to: url, fileType: .mov)
    let written = AVMovie(url: url)
    #expect(written.tracks.map(\.mediaType) == [.video, .audio, .timecode])
    let read = try numbers(in: written)
    #expect(read.map(\.frame) == [107_892, 107_907] && read.map(\.start) == [.zero, frames(10)])
    #expect(try await frame(of: url, at: frames(10)) == Films.frames(61, [15])[0])
    let words = try await MediaTools.ffprobe([
      "-show_entries", "stream=codec_tag_string:stream_tags=timecode", "-of", "csv=p=0", url.path,
    ])
    #expect(words.contains("tmcd,00:59:56:12") || words.contains("tmcd,01:00"), "\(words)")
    // A copy that loses the timecode again.
    let plain = try #require(written.mutableCopy() as? AVMutableMovie)
    for track in plain.tracks(withMediaType: .timecode) { plain.removeTrack(track) }
    try plain.writeHeader(to: folder.url("plain.mp4"), fileType: .mp4)
    #expect(AVMovie(url: folder.url("plain.mp4")).tracks.map(\.mediaType) == [.video, .audio])
  }

  @Test func `a movie of bytes lives on in what is made of it`() async throws {
    let folder = try ScratchFolder()
    let movie = try AVMutableMovie(data: Data(contentsOf: try await Self.film()), options: nil, error: ())
    let copy = try #require(AVMovie(data: Data(contentsOf: try await Self.film())).mutableCopy() as? AVMutableMovie)
    copy.removeTimeRange(frames(0, 10))
    for (movie, number) in [(movie, 0), (copy, 10)] {
      let url = folder.url("bytes-\(number).mov")
      try movie.writeHeader(to: url, fileType: .mov)
      #expect(try await frame(of: url, at: .zero) == Films.frames(61, [number])[0])
    }
  }

  @Test func `tracks that are not enabled stay, and stay so`() async throws {
    let folder = try ScratchFolder()
    let source = try await SelectionFilms.film(in: folder, seconds: 1)
    let movie = try AVMutableMovie(url: source, options: nil, error: ())
    #expect(movie.tracks(withMediaType: .audio).map(\.isEnabled) == [true, false])
    let code = try await timecode(from: 0, lasting: frames(30), in: folder)
    let from = try #require(code.tracks(withMediaType: .timecode).first)
    let track = try #require(movie.addMutableTrack(withMediaType: .timecode, copySettingsFrom: from))
    try track.insertTimeRange(from.timeRange, of: from, at: .zero, copySampleData: true)
    track.isEnabled = false
    let url = folder.url("written.mov")
    try movie.writeHeader(to: url, fileType: .mov)
    let written = AVMovie(url: url)
    #expect(written.tracks.map(\.mediaType) == [.video, .audio, .audio, .text, .text, .timecode])
    #expect(written.tracks.map(\.isEnabled) == [true, true, false, true, false, false])
    #expect(written.tracks(withMediaType: .audio).map(\.extendedLanguageTag) == ["en", "de"])
  }

  @Test func `what is inserted moves all tracks alike`() async throws {
    let folder = try ScratchFolder()
    let code = try await timecode(from: 500, lasting: frames(10), in: folder)
    let movie = try AVMutableMovie(url: try await Self.film(), options: nil, error: ())
    try movie.insertTimeRange(
      CMTimeRange(start: .zero, duration: .positiveInfinity), of: code, at: .zero, copySampleData: true)
    try movie.insertTimeRange(
      frames(0, 10), of: AVMovie(url: try await Self.film()), at: frames(5), copySampleData: true)
    #expect(movie.tracks(withMediaType: .video).first?.timeRange.end == frames(50))
    #expect(try numbers(in: movie).map(\.frame) == [500, 505])
    #expect(try numbers(in: movie).map(\.start) == [.zero, frames(15)])
  }

  @Test func `movies are joined`() async throws {
    let movie = AVMutableMovie()
    let (first, second) = (AVURLAsset(url: try await Self.film()), AVMovie(url: try await Self.film()))
    try movie.insertTimeRange(frames(0, 30), of: first, at: .zero, copySampleData: true)
    try movie.insertTimeRange(frames(10, 20), of: second, at: frames(30), copySampleData: true)
    #expect(movie.tracks.count == 2 && movie.duration == frames(40))
    let folder = try ScratchFolder()
    try movie.writeHeader(to: folder.url("joined.mov"), fileType: .mov)
    for (time, number) in [(0, 0), (29, 29), (30, 10), (39, 19)] {
      #expect(try await frame(of: folder.url("joined.mov"), at: frames(Int64(time))) == Films.frames(61, [number])[0])
    }
  }

  @Test func `a header alone refers to the media where they are`() async throws {
    let folder = try ScratchFolder()
    let source = try await Self.film()
    let movie = try AVMutableMovie(url: source, options: nil, error: ())
    movie.removeTimeRange(frames(5, 20))
    let header = try movie.makeMovieHeader(fileType: .mov)
    let size = try #require(try FileManager.default.attributesOfItem(atPath: source.path)[.size] as? NSNumber)
    #expect(header.count < size.intValue)
    let url = folder.url("header.mov")
    try movie.writeHeader(to: url, fileType: .mov, options: .truncateDestinationToMovieHeaderOnly)
    for asset in [AVMovie(data: header), AVMovie(url: url)] {
      let generator = AVAssetImageGenerator(asset: asset)
      (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
      for (time, number) in [(4, 4), (5, 20), (14, 29)] {
        let image = try await generator.image(at: frames(Int64(time))).image
        #expect(image.reading == Films.frames(61, [number])[0])
      }
    }
  }

  @Test func `what cannot be done is said`() async throws {
    let folder = try ScratchFolder()
    #expect(throws: (any Error).self) { try AVMutableMovie(url: folder.url("none.mov"), options: nil, error: ()) }
    #expect(throws: (any Error).self) {
      try AVMutableMovie().writeHeader(to: folder.url("empty.mov"), fileType: .mov)
    }
    let movie = try AVMutableMovie(url: try await Self.film(), options: nil, error: ())
    #expect(!movie.isCompatible(withFileType: .wav) && !movie.isCompatible(withFileType: .m4a))
    #expect(movie.addMutableTrack(withMediaType: .muxed, copySettingsFrom: nil) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.url("header.mov").path))
  }
}
