import AVFoundation
import Foundation
import TestSupport
import Testing

/// Tracks of timecode, written and read as programs of the editing room do.
@Suite("Timecode")
struct TimecodeTests {
  private static let dropFrame = try? CMTimeCodeFormatDescription(
    timeCodeFormatType: .timeCode32, frameDuration: CMTime(value: 1_001, timescale: 30_000), frameQuanta: 30,
    flags: [.dropFrame, .twentyFourHourMax])

  /// A sample that says which frame of a day `frame` is, for `duration`.
  private static func sample(
    _ frame: UInt32, as format: CMFormatDescription, from start: CMTime = .zero, lasting duration: CMTime
  ) throws -> CMSampleBuffer {
    let block = try CMBlockBuffer(length: 4)
    try block.fillDataBytes(with: 0)
    var bytes = frame.bigEndian
    try unsafe withUnsafeBytes(of: &bytes) { try unsafe block.replaceDataBytes(with: $0) }
    let sample = try CMSampleBuffer(
      dataBuffer: block, formatDescription: format, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(duration: duration, presentationTimeStamp: start, decodeTimeStamp: .invalid)
      ], sampleSizes: [4])
    try sample.makeDataReady()
    return sample
  }

  /// The numbers of the samples of the track of timecode of `asset`, and when each holds.
  private static func numbers(in asset: AVAsset) throws -> [(frame: UInt32, start: CMTime, duration: CMTime)] {
    let track = try #require(asset.tracks(withMediaType: .timecode).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    #expect(reader.canAdd(output))
    reader.add(output)
    #expect(reader.startReading())
    var found: [(UInt32, CMTime, CMTime)] = []
    while let sample = output.copyNextSampleBuffer() {
      let bytes = try #require(try sample.dataBuffer?.dataBytes())
      #expect(bytes.count == 4)
      found.append((bytes.reduce(0) { $0 << 8 | UInt32($1) }, sample.presentationTimeStamp, sample.duration))
    }
    #expect(reader.status == .completed)
    return found
  }

  @Test func `a movie of a timecode alone is written and read`() async throws {
    let format = try #require(Self.dropFrame)
    let folder = try ScratchFolder()
    let url = folder.url("timecode.mov")
    let writer = try AVAssetWriter(url: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .timecode, outputSettings: nil)
    #expect(writer.canAdd(input))
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let length = CMTime(value: 1_001 * 90, timescale: 30_000)
    #expect(input.append(try Self.sample(107_892, as: format, lasting: length)))
    input.markAsFinished()
    writer.endSession(atSourceTime: length)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")

    let asset = AVURLAsset(url: url)
    let track = try #require(asset.tracks(withMediaType: .timecode).first)
    #expect(asset.tracks.count == 1 && asset.duration == length)
    #expect(track.timeRange == CMTimeRange(start: .zero, duration: length) && track.naturalTimeScale == 30_000)
    let read = try #require(track.formatDescriptions.first as? CMFormatDescription)
    #expect(read.mediaType == .timeCode && read.mediaSubType == .timeCode32)
    #expect(read.frameDuration == CMTime(value: 1_001, timescale: 30_000) && read.frameQuanta == 30)
    #expect(read.timeCodeFlags == [.dropFrame, .twentyFourHourMax])
    let numbers = try Self.numbers(in: asset)
    #expect(numbers.map(\.frame) == [107_892] && numbers[0].start == .zero && numbers[0].duration == length)
    // Another reader's opinion: an hour, to the frame, in drop frame.
    let words = try await MediaTools.ffprobe([
      "-show_entries", "stream_tags=timecode", "-of", "csv=p=0", url.path,
    ])
    #expect(words.contains("01:00:00;00"), "\(words)")
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func `pictures have a timecode, which begins anew`(type: AVFileType) async throws {
    var made: CMFormatDescription?
    #expect(
      CMTimeCodeFormatDescriptionCreate(
        allocator: nil, timeCodeFormatType: kCMTimeCodeFormatType_TimeCode32, frameDuration: frames(1), frameQuanta: 30,
        flags: kCMTimeCodeFlag_24HourMax, extensions: nil, formatDescriptionOut: &made) == noErr)
    let format = try #require(made)
    let asset = AVURLAsset(url: try await Films.first())
    let video = try #require(asset.tracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: video, outputSettings: nil)
    reader.add(output)
    let folder = try ScratchFolder()
    let url = folder.url(type == .mov ? "both.mov" : "both.mp4")
    let writer = try AVAssetWriter(url: url, fileType: type)
    let pictures = AVAssetWriterInput(
      mediaType: .video, outputSettings: nil, sourceFormatHint: video.formatDescriptions[0] as? CMFormatDescription)
    let input = AVAssetWriterInput(mediaType: .timecode, outputSettings: nil, sourceFormatHint: format)
    writer.add(pictures)
    writer.add(input)
    let kind = AVAssetTrack.AssociationType.timecode.rawValue
    #expect(!input.canAddTrackAssociation(withTrackOf: pictures, type: kind))
    pictures.addTrackAssociation(withTrackOf: input, type: kind)
    #expect(writer.startWriting() && reader.startReading())
    writer.startSession(atSourceTime: .zero)
    #expect(input.append(try Self.sample(1_800, as: format, lasting: frames(10))))
    #expect(input.append(try Self.sample(9_000, as: format, from: frames(20), lasting: frames(10))))
    input.markAsFinished()
    while let buffer = output.copyNextSampleBuffer() { #expect(pictures.append(buffer)) }
    pictures.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let numbers = try Self.numbers(in: AVURLAsset(url: url))
    #expect(numbers.map(\.frame) == [1_800, 9_000])
    // A timecode counts on until it begins anew.
    #expect(numbers.map(\.start) == [.zero, frames(20)] && numbers.map(\.duration) == [frames(20), frames(10)])
    let words = try await MediaTools.ffprobe([
      "-show_entries", "stream_tags=timecode:stream=codec_tag_string", "-of", "csv=p=0", url.path,
    ])
    #expect(words.contains("00:01:00:00"), "\(words)")
    // What a track of timecode is asked for that pictures have, it does not have, without an error.
    let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .timecode).first)
    let found = try await track.load(.formatDescriptions, .nominalFrameRate, .minFrameDuration)
    #expect(found.0.map(\.frameQuanta) == [30] && found.1 == 0 && !found.2.isValid)
    let rest = try await track.load(.naturalSize, .estimatedDataRate, .requiresFrameReordering)
    #expect(rest == (.zero, 0, false))
  }

  @Test func `frames of two fields say so`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("fields.mp4")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc=s=128x72:r=25:d=1", "-c:v", "libx264", "-flags", "+ildct+ilme", "-x264opts",
      "tff=1",
      url.path,
    ])
    let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
    let format = try #require(try await track.load(.formatDescriptions).first)
    let count = CMFormatDescriptionGetExtension(format, extensionKey: kCMFormatDescriptionExtension_FieldCount)
    #expect((count as? NSNumber)?.intValue == 2)
  }

  @Test func `a timecode that began before the session goes on in it`() async throws {
    let format = try #require(Self.dropFrame)
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(url: folder.url("later.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .timecode, outputSettings: nil)
    writer.add(input)
    #expect(writer.startWriting())
    func time(_ frame: Int64) -> CMTime { CMTime(value: 1_001 * frame, timescale: 30_000) }
    writer.startSession(atSourceTime: time(60))
    #expect(input.append(try Self.sample(1_000, as: format, lasting: time(90))))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let numbers = try Self.numbers(in: AVURLAsset(url: folder.url("later.mov")))
    #expect(numbers.map(\.frame) == [1_060] && numbers.map(\.duration) == [time(30)])
  }

  @Test func `a writer to which nothing came fails`() async throws {
    let format = try #require(Self.dropFrame)
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(url: folder.url("nothing.mov"), fileType: .mov)
    writer.add(AVAssetWriterInput(mediaType: .timecode, outputSettings: nil, sourceFormatHint: format))
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    await writer.finishWriting()
    #expect(writer.status == .failed && writer.error != nil)
    #expect(!FileManager.default.fileExists(atPath: folder.url("nothing.mov").path))
  }

  @Test func `formats that say nothing are refused`() {
    func status(_ duration: CMTime, _ quanta: UInt32, _ type: CMTimeCodeFormatType) -> OSStatus {
      var made: CMFormatDescription?
      return CMTimeCodeFormatDescriptionCreate(
        allocator: nil, timeCodeFormatType: type, frameDuration: duration, frameQuanta: quanta, flags: 0,
        extensions: nil, formatDescriptionOut: &made)
    }
    #expect(status(frames(1), 30, kCMTimeCodeFormatType_Counter64) == noErr)
    for (duration, quanta, type) in [
      (CMTime.zero, 30, kCMTimeCodeFormatType_TimeCode32), (.invalid, 30, kCMTimeCodeFormatType_TimeCode32),
      (frames(1), 0, kCMTimeCodeFormatType_TimeCode32), (frames(1), 256, kCMTimeCodeFormatType_TimeCode32),
      (frames(1), 30, kCMMetadataFormatType_Boxed),
    ] as [(CMTime, UInt32, CMTimeCodeFormatType)] {
      #expect(status(duration, quanta, type) == kCMFormatDescriptionError_InvalidParameter)
    }
  }
}
