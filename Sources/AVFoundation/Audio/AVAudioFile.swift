import Containers
import CoreMedia
import EditServices
import EditingModel
public import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import Waiting

// SAFETY: a format is copied from the address that the caller gives.

/// A file of sound that is read or written in samples (`AVAudioFile`). Calls block. Threads: one at a time.
///
/// ```swift
/// let file = try AVAudioFile(forReading: url)
/// let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4096)!
/// while file.framePosition < file.length { try file.read(into: buffer) }
/// ```
open class AVAudioFile: NSObject, @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time, as Apple's is.
  /// URL of the file.
  public let url: URL
  /// Format of the sound in the file.
  public let fileFormat: AVAudioFormat
  /// Format of its samples in buffers.
  public let processingFormat: AVAudioFormat
  private var access: Access

  private enum Access {
    case reading(any SoundFileSamples)
    case writing(SoundFileWriting)
    case packets(SoundPacketWriting)
    case closed(length: AVAudioFramePosition)
  }

  /// A file that is read in the standard format, at its own rate and with its own channels.
  ///
  /// - Throws: `AVError` where it is missing, or there is no sound in it that can be read.
  public convenience init(forReading fileURL: URL) throws {
    try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// A file that is read in `format`, at its own rate and with its own channels.
  ///
  /// - Throws: `AVError` where it is missing, or there is no sound in it that can be read.
  public init(forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
    let reading: any SoundFileSamples = try SoundPacketReading(fileURL) ?? SoundFileReading(fileURL)
    (url, fileFormat, access) = (fileURL, reading.format, .reading(reading))
    processingFormat = try Self.processing(reading.format, format, isInterleaved: interleaved)
    super.init()
  }

  /// A file that is written as `settings` say, from samples in the standard format; what was there is replaced.
  ///
  /// - Throws: `AVError` where such a file is not written, or not there.
  public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
    try self.init(forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
  }

  /// A file that is written as `settings` say, from samples in `format`; what was there is replaced.
  ///
  /// - Throws: `AVError` where such a file is not written, or not there.
  public convenience init(
    forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
  ) throws {
    let isCoreAudio = fileURL.pathExtension.lowercased() == "caf"
    try self.init(
      forWriting: fileURL, isCoreAudio ? .coreAudio : .type(FileType(pathExtension: fileURL.pathExtension)), settings,
      format, isInterleaved: interleaved)
  }

  /// Kind of a file that is written.
  enum Kind {
    /// One that the writers of movies write; nil is no kind.
    case type(FileType?)
    /// Core Audio's own.
    case coreAudio
  }

  /// The same, of the kind `kind`, whatever it is called.
  init(
    forWriting fileURL: URL, _ kind: Kind, _ settings: [String: Any], _ format: AVAudioCommonFormat,
    isInterleaved: Bool
  ) throws {
    guard let written = AVAudioFormat(settings: settings) else { throw AVError(.unsupportedOutputSettings) }
    url = fileURL
    fileFormat = written
    processingFormat = try Self.processing(written, format, isInterleaved: isInterleaved)
    access =
      switch kind {
      case .type(let type): .writing(try SoundFileWriting(fileURL, type, settings))
      case .coreAudio:
        .packets(
          try SoundPacketWriting(
            fileURL, written, of: processingFormat, bitRate: (settings[AVEncoderBitRateKey] as? NSNumber)?.intValue))
      }
    super.init()
  }

  deinit { close() }

  private static func processing(
    _ file: AVAudioFormat, _ format: AVAudioCommonFormat, isInterleaved: Bool
  ) throws -> AVAudioFormat {
    let layout =
      file.channelLayout ?? AVAudioChannelLayout.unnamed(file.channelCount)
    guard format != .otherFormat, let layout else { throw AVError(.unsupportedOutputSettings) }
    return AVAudioFormat(
      commonFormat: format, sampleRate: file.sampleRate, interleaved: isInterleaved, channelLayout: layout)
  }

  /// Number of samples of each channel; of one that is written, so far.
  public var length: AVAudioFramePosition {
    switch access {
    case .reading(let reading): reading.length
    case .writing(let writing): writing.length
    case .packets(let writing): writing.length
    case .closed(let length): length
    }
  }

  /// The number of the sample that is read next; setting it goes there. Of one that is written, its length.
  public var framePosition: AVAudioFramePosition {
    get { if case .reading(let reading) = access { reading.position } else { length } }
    set { if case .reading(let reading) = access { reading.seek(to: min(max(0, newValue), reading.length)) } }
  }

  /// Whether it has not been closed.
  public var isOpen: Bool { if case .closed = access { false } else { true } }

  /// Reads the next samples into `buffer`, as many as it has room for or are left.
  ///
  /// - Throws: `AVError` where they cannot be read.
  open func read(into buffer: AVAudioPCMBuffer) throws {
    try read(into: buffer, frameCount: buffer.frameCapacity)
  }

  /// Reads the next samples into `buffer`, `frames` of them or as many as it has room for or are left.
  ///
  /// - Throws: `AVError` where they cannot be read.
  open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
    guard case .reading(let reading) = access else { throw AVError(.operationNotSupportedForAsset) }
    if buffer.format != processingFormat {
      Misuse.raise("required condition is false: [buffer format] == [file processingFormat]")
    }
    let samples = try reading.next(Int(min(frames, buffer.frameCapacity)))
    buffer.frameLength = AVAudioFrameCount(samples.count / Int(processingFormat.channelCount))
    _ = buffer.put(samples, at: 0)
  }

  /// Writes the samples of `buffer`.
  ///
  /// - Throws: `AVError` where they cannot be written.
  open func write(from buffer: AVAudioPCMBuffer) throws {
    if case .packets(let writing) = access {
      guard buffer.format.channelCount == processingFormat.channelCount else {
        throw AVError(.unsupportedOutputSettings)
      }
      return try writing.write(buffer)
    }
    guard case .writing(let writing) = access else { throw AVError(.operationNotSupportedForAsset) }
    guard let samples = buffer.interleaved(), buffer.format.channelCount == processingFormat.channelCount else {
      throw AVError(.unsupportedOutputSettings)
    }
    try writing.write(
      samples, channels: Int(buffer.format.channelCount), rate: Int(buffer.format.sampleRate))
  }

  /// Closes it: what was written is there then. It is closed when the last reference to it goes, too.
  open func close() {
    let length = length
    switch access {
    case .writing(let writing): writing.finish()
    case .packets(let writing): try? writing.finish()
    case .reading, .closed: break
    }
    access = .closed(length: length)
  }
}

/// The sound of a file, one sample after another.
private final class SoundFileReading: SoundFileSamples {
  let format: AVAudioFormat
  let length: AVAudioFramePosition
  private let asset: AVURLAsset
  private let track: AVAssetTrack
  private var reader: (AVAssetReader, AVAssetReaderTrackOutput)?
  private var ahead = SamplesAhead()

  /// The number of the next sample.
  private(set) var position: AVAudioFramePosition = 0

  init(_ url: URL) throws {
    let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    try translated { _ = try asset.content() }
    guard let track = asset.tracks(withMediaType: .audio).first,
      let description = track.formatDescriptions.first as? CMFormatDescription
    else { throw AVError(.fileFormatNotRecognized) }
    (self.asset, self.track) = (asset, track)
    format = AVAudioFormat(cmAudioFormatDescription: description).asStored(in: url)
    let rate = CMTimeScale(format.sampleRate)
    length = max(0, track.timeRange.duration.convertScale(rate, method: .roundHalfAwayFromZero).value)
  }

  /// The next samples of all channels by turns, `count` of each or as many as are left.
  func next(_ count: Int) throws -> ArraySlice<Double> {
    let channels = Int(format.channelCount)
    let wanted = min(count, Int(clamping: length - position)) * channels
    let (reader, output) = try opened()
    let taken = try ahead.take(wanted) {
      guard let buffer = output.copyNextSampleBuffer(), let data = buffer.dataBuffer else {
        if let error = reader.error { throw error }
        return nil
      }
      return SampleBlock(start: 0, channels: channels, linearPCM: data.bytes, as: .float).interleaved
    }
    position += AVAudioFramePosition(wanted / channels)
    return taken
  }

  /// Has sample number `position` be the next.
  func seek(to position: AVAudioFramePosition) {
    guard position != self.position else { return }
    (self.position, reader, ahead) = (position, nil, SamplesAhead())
  }

  private func opened() throws -> (AVAssetReader, AVAssetReaderTrackOutput) {
    if let reader { return reader }
    let made = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
      ])
    let start = track.timeRange.start + CMTime(value: position, timescale: CMTimeScale(format.sampleRate))
    made.timeRange = CMTimeRange(start: start, duration: .positiveInfinity)
    made.add(output)
    guard made.startReading() else { throw made.error ?? AVError(.unknown) }
    reader = (made, output)
    return (made, output)
  }
}

/// A file of sound that comes about, one sample after another.
private final class SoundFileWriting {
  private let writer: AssetWriter
  private let input: AssetWriterInput
  private(set) var length: AVAudioFramePosition = 0

  init(_ url: URL, _ type: FileType?, _ settings: [String: Any]) throws {
    (writer, input) = try translated {
      guard let type else { throw AVError(.fileFormatNotRecognized) }
      let writer = AssetWriter(
        outputURL: url, fileType: type, renderer: Engine.renderer())
      let input = AssetWriterInput(
        mediaType: .audio, outputSettings: try WritingSettings.settings(settings, for: .audio))
      try writer.add(input)
      return (writer, input)
    }
    try FileReplacement.replacing(url) { [writer] in
      try translated {
        try writer.startWriting()
        try writer.startSession(atSourceTime: .zero)
      }
    }
  }

  /// Writes `samples`, those of all `channels` by turns, `rate` a second, behind those before.
  func write(_ samples: [Double], channels: Int, rate: Int) throws {
    guard !samples.isEmpty else { return }
    let block = SampleBlock(start: length, channels: channels, interleaved: samples)
    let format = FormatDescription(
      codecType: nil, codec: "PCM", media: .audio(.init(sampleRate: rate, layout: .standard(channels))))
    let buffer = SampleBuffer(
      .samples(block), presentationTime: CMTime(value: length, timescale: CMTimeScale(rate)),
      formatDescription: format)
    try translated { try input.append(buffer) as Void }
    length += AVAudioFramePosition(samples.count / channels)
  }

  func finish() {
    input.markAsFinished()
    _ = try? CallingThread.run { [writer] in try await writer.finishWriting() }
  }
}

extension AVAudioFormat {
  /// The format with the sample encoding in the header of the file at `url`, which tracks do not have.
  func asStored(in url: URL) -> AVAudioFormat {
    let (fields, layout) = (fields, channelLayout)
    guard fields.mFormatID == kAudioFormatLinearPCM, fields.mBitsPerChannel == 0,
      let file = try? FileBytes(url.path, isReadOnly: true), let samples = try? SampleFile(file)?.format,
      var stored = AudioStreamBasicDescription(
        samples.coding, rate: fields.mSampleRate, channels: fields.mChannelsPerFrame)
    else { return self }
    return unsafe AVAudioFormat(streamDescription: &stored, channelLayout: layout) ?? self
  }
}
