import AVFoundation
import Foundation
import TestSupport
import Testing

/// What writers and their inputs say of tracks and fragments.
@Suite("Members of writers' inputs")
struct WriterInputMembersTests {
  private static func item(_ identifier: String, _ value: String) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: identifier)
    item.value = value as NSString
    return item
  }

  /// A second of a tone in `writer`, by `input`.
  private func write(_ input: AVAssetWriterInput, by writer: AVAssetWriter) async throws {
    let source = AVURLAsset(url: try await Films.first())
    let track = try #require(try await source.loadTracks(withMediaType: .audio).first)
    let reader = try AVAssetReader(asset: source)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    writer.add(input)
    #expect(writer.startWriting() && reader.startReading())
    writer.startSession(atSourceTime: .zero)
    while let sample = output.copyNextSampleBuffer() { #expect(input.append(sample)) }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  @Test("a track's volume and statements are in the file", arguments: [AVFileType.mov, .mp4])
  func statements(type: AVFileType) async throws {
    let folder = try ScratchFolder()
    let url = folder.url(type == .mov ? "said.mov" : "said.mp4")
    let writer = try AVAssetWriter(url: url, fileType: type)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
    #expect(input.preferredVolume == 1 && input.metadata.isEmpty)
    input.preferredVolume = 0.5
    let commentary = AVMediaCharacteristic.isAuxiliaryContent
    input.metadata = [
      Self.item("mdta/com.apple.quicktime.title", "Kommentar"), Self.item("mdta/org.demo.take", "7"),
      Self.item("udta/tagc", commentary.rawValue), Self.item("udta/%A9nam", "Überschrift"),
    ]
    #expect(input.metadata.count == 4)
    try await write(input, by: writer)
    let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .audio).first)
    #expect(track.preferredVolume == 0.5)
    let said = try await track.load(.metadata)
    func value(_ identifier: String) -> String? {
      said.first { $0.identifier?.rawValue == identifier }?.stringValue
    }
    #expect(value("mdta/com.apple.quicktime.title") == "Kommentar" && value("mdta/org.demo.take") == "7")
    #expect(value("udta/%A9nam") == "Überschrift")
    #expect(track.hasMediaCharacteristic(commentary))
    // The sound is as it was.
    let words = try await MediaTools.ffprobe(["-show_entries", "stream=codec_name", "-of", "csv=p=0", url.path])
    #expect(words.contains("aac"), "\(words)")
  }

  @Test func `statements of a track of text are in the file`() async throws {
    let folder = try ScratchFolder()
    let format = try CMFormatDescription(mediaType: .subtitle, mediaSubType: .mobile3GPP)
    let writer = try AVAssetWriter(url: folder.url("text.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil, sourceFormatHint: format)
    input.metadata = [Self.item("mdta/org.demo.take", "7"), Self.item("udta/name", "Untertitel")]
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let block = try CMBlockBuffer(length: 2)
    try block.fillDataBytes(with: 0)
    let timing = CMSampleTimingInfo(duration: frames(30), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
    #expect(
      input.append(
        try CMSampleBuffer(
          dataBuffer: block, formatDescription: format, numSamples: 1, sampleTimings: [timing], sampleSizes: [2])))
    await writer.finishWriting()
    let track = try #require(AVURLAsset(url: folder.url("text.mov")).tracks(withMediaType: .subtitle).first)
    #expect(Set(track.metadata.compactMap(\.stringValue)) == ["7", "Untertitel"])
  }

  @Test func `a file that has no place for a track's volume says so`() async throws {
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(url: folder.url("loud.wav"), fileType: .wav)
    let input = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
        AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
        AVLinearPCMIsNonInterleaved: false,
      ])
    input.preferredVolume = 0.5
    try #require(writer.canAdd(input))
    writer.add(input)
    #expect(!writer.startWriting() && writer.status == .failed && writer.error != nil)
  }

  @Test func `how media are to lie is kept until the writer starts`() async throws {
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(url: folder.url("film.mov"), fileType: .mov)
    #expect(!writer.producesCombinableFragments && writer.directoryForTemporaryFiles == nil)
    writer.directoryForTemporaryFiles = folder.url("")
    #expect(writer.directoryForTemporaryFiles == folder.url(""))
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
    #expect(input.mediaDataLocation == .interleavedWithMainMediaData && input.preferredMediaChunkAlignment == 0)
    #expect(!input.preferredMediaChunkDuration.isValid && input.sampleReferenceBaseURL == nil)
    input.preferredMediaChunkDuration = frames(15)
    input.mediaDataLocation = .beforeMainMediaDataNotInterleaved
    #expect(input.preferredMediaChunkDuration == frames(15))
    #expect(input.mediaDataLocation == .beforeMainMediaDataNotInterleaved)
    try await write(input, by: writer)
    input.preferredMediaChunkAlignment = 4_096
    #expect(input.preferredMediaChunkAlignment == 0)
  }

  @Test func `the first fragment has a length of its own`() async throws {
    let folder = try ScratchFolder()
    /// How many fragments a second of sound has behind the first, which lasts `initial`.
    func fragments(_ name: String, initial: CMTime?) async throws -> Int {
      let writer = try AVAssetWriter(url: folder.url(name), fileType: .mov)
      #expect(!writer.initialMovieFragmentInterval.isValid)
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 4)
      if let initial { writer.initialMovieFragmentInterval = initial }
      try await write(AVAssetWriterInput(mediaType: .audio, outputSettings: nil), by: writer)
      // The descriptions of fragments stay in the file when it is a movie as any other.
      var (count, bytes) = (0, try Data(contentsOf: folder.url(name))[...])
      while let place = bytes.range(of: Data("moof".utf8)) {
        count += 1
        bytes = bytes[place.upperBound...]
      }
      return count
    }
    let usual = try await fragments("usual.mov", initial: nil)
    let long = try await fragments("long.mov", initial: CMTime(value: 3, timescale: 4))
    #expect(usual >= 3 && long < usual)
  }
}
