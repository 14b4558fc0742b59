import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing
import UniformTypeIdentifiers

/// Movies that a writer hands to its delegate in segments, as programs do that make streams of HTTP Live Streaming.
@Suite("Writing segments")
struct SegmentWritingTests {
  /// What a stream's maker keeps of each segment.
  private final class Packager: NSObject, AVAssetWriterDelegate, Sendable {
    let segments = Mutex<[(data: Data, type: AVAssetSegmentType, report: AVAssetSegmentReport?)]>([])

    func assetWriter(
      _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
      segmentReport: AVAssetSegmentReport?
    ) {
      segments.withLock { $0.append((segmentData, segmentType, segmentReport)) }
    }
  }

  /// A delegate that has the method without a report alone.
  private final class Uploader: NSObject, AVAssetWriterDelegate, Sendable {
    let types = Mutex<[AVAssetSegmentType]>([])

    func assetWriter(
      _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType
    ) {
      types.withLock { $0.append(segmentType) }
    }
  }

  private static let start = CMTime(value: 10, timescale: 1)

  private static func picture(_ number: Int, in adaptor: AVAssetWriterInputPixelBufferAdaptor) throws -> CVPixelBuffer {
    let pool = try #require(adaptor.pixelBufferPool)
    var made: CVPixelBuffer?
    CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made)
    let picture = try #require(made)
    CVPixelBufferLockBaseAddress(picture, [])
    defer { CVPixelBufferUnlockBaseAddress(picture, []) }
    let base = try #require(unsafe CVPixelBufferGetBaseAddress(picture))
    let count = CVPixelBufferGetBytesPerRow(picture) * CVPixelBufferGetHeight(picture)
    unsafe memset(base, Int32(40 + number), count)
    return picture
  }

  /// Writes `count` pictures, 30 a second, with `writer`.
  private func write(_ count: Int, with writer: AVAssetWriter, flushing: Set<Int> = []) async throws {
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 160, AVVideoHeightKey: 96,
      ])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey as String: 160,
        kCVPixelBufferHeightKey as String: 96,
      ])
    #expect(writer.canAdd(input))
    writer.add(input)
    try #require(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: Self.start)
    for number in 0..<count {
      if flushing.contains(number) { writer.flushSegment() }
      await Poll.eventually { input.isReadyForMoreMediaData }
      let time = CMTimeAdd(Self.start, CMTime(value: CMTimeValue(number), timescale: 30))
      #expect(adaptor.append(try Self.picture(number, in: adaptor), withPresentationTime: time))
    }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  @Test func `a stream's header and its segments come to the delegate, with reports`() async throws {
    let packager = Packager()
    let writer = AVAssetWriter(contentType: UTType(AVFileType.mp4.rawValue)!)
    #expect(writer.preferredOutputSegmentInterval == .invalid && writer.initialSegmentStartTime == .invalid)
    writer.shouldOptimizeForNetworkUse = true
    writer.outputFileTypeProfile = .mpeg4AppleHLS
    writer.preferredOutputSegmentInterval = CMTime(seconds: 1, preferredTimescale: 1)
    writer.initialSegmentStartTime = Self.start
    writer.delegate = packager
    try await write(75, with: writer)
    let segments = packager.segments.withLock { $0 }
    #expect(segments.map(\.type) == [.initialization, .separable, .separable, .separable])
    #expect(segments[0].report?.trackReports.isEmpty == true)
    let reports = segments.dropFirst().compactMap { $0.report?.trackReports.first }
    #expect(reports.map(\.mediaType) == [.video, .video, .video] && reports.map(\.trackID) == [1, 1, 1])
    #expect(reports.map(\.duration.seconds) == [1, 1, 0.5])
    #expect(reports.map(\.earliestPresentationTimeStamp.seconds) == [0, 1, 2])
    #expect(reports.allSatisfy { $0.firstVideoSampleInformation?.isSyncSample == true })
    let folder = try ScratchFolder()
    let url = folder.url("film.mp4")
    try segments.reduce(into: Data()) { $0 += $1.data }.write(to: url)
    let asset = AVURLAsset(url: url)
    #expect(try await asset.load(.duration) == CMTime(value: 75, timescale: 30))
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    reader.add(output)
    #expect(reader.startReading())
    var count = 0
    while let buffer = output.copyNextSampleBuffer() {
      let picture = try #require(CMSampleBufferGetImageBuffer(buffer))
      CVPixelBufferLockBaseAddress(picture, .readOnly)
      let green = unsafe CVPixelBufferGetBaseAddress(picture)?.load(fromByteOffset: 1, as: UInt8.self)
      CVPixelBufferUnlockBaseAddress(picture, .readOnly)
      let level = Int(try #require(green))
      #expect(abs(level - (40 + count)) <= 3, "picture \(count)")
      count += 1
    }
    #expect(count == 75)
  }

  @Test func `flushing ends a segment, and a delegate may leave reports alone`() async throws {
    let uploader = Uploader()
    let writer = AVAssetWriter(contentType: .mpeg4Movie)
    writer.outputFileTypeProfile = .mpeg4CMAFCompliant
    writer.preferredOutputSegmentInterval = .indefinite
    writer.delegate = uploader
    try await write(20, with: writer, flushing: [5, 12])
    #expect(uploader.types.withLock { $0 } == [.initialization, .separable, .separable, .separable])
  }

  @Test func `what cannot be written in segments fails when writing starts`() throws {
    let writer = AVAssetWriter(contentType: .jpeg)
    #expect(!writer.startWriting() && writer.status == .failed && writer.error != nil)
    let application = AVAssetWriter(contentType: .mpeg4Movie)
    application.outputFileTypeProfile = .mpeg4CMAFCompliant
    for _ in 0..<2 {
      application.add(
        AVAssetWriterInput(
          mediaType: .audio,
          outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]))
    }
    #expect(!application.startWriting())
  }
}
