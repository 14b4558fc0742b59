import AVFoundation.AVAssetWriter
import CoreMedia.CMSampleBuffer
import TestSupport
import Testing

/// What libraries do: an actor that runs on the queue on which its writer asks for media.
actor SoundCopier {
  private let queue = DispatchSerialQueue(label: "copier", qos: .userInitiated)
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let (output, input): (AVAssetReaderTrackOutput, AVAssetWriterInput)
  private var isFirst = true
  private(set) var count = 0

  init(from output: AVAssetReaderTrackOutput, to input: AVAssetWriterInput) {
    (self.output, self.input) = (output, input)
  }

  func copy() async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      input.requestMediaDataWhenReady(on: queue) { self.assumeIsolated { $0.copyAll { done.resume() } } }
    }
  }

  /// Copies what there is room for; the first tenth of a second is trimmed.
  private func copyAll(_ done: () -> Void) {
    while input.isReadyForMoreMediaData {
      let buffer: CMSampleBuffer? = output.copyNextSampleBuffer()
      guard let sound = buffer else {
        input.markAsFinished()
        return done()
      }
      if isFirst {
        let trim = CMTimeCopyAsDictionary(CMTimeMake(value: 1, timescale: 10), allocator: kCFAllocatorDefault)
        CMSetAttachment(
          buffer as CMAttachmentBearer, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart, value: trim,
          attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        isFirst = false
      }
      count += sound.numSamples
      input.append(sound)
    }
  }
}

@Suite("Queues that actors have")
struct QueueTests {
  @Test func `an actor writes on the queue that asks it, and what is trimmed is not written`() async throws {
    let folder = try ScratchFolder()
    let asset = AVAsset(url: try await Clips.cat())
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: asset.tracks(withMediaType: .audio)[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    reader.add(output)
    var layout = AudioChannelLayout()
    memset(&layout, 0, MemoryLayout<AudioChannelLayout>.size)
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    var settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
      AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
      AVChannelLayoutKey: Data(bytes: &layout, count: MemoryLayout<AudioChannelLayout>.size),
    ]
    let writer = try AVAssetWriter(outputURL: folder.url("sound.wav"), fileType: .wav)
    #expect(MemoryLayout<AudioChannelLayout>.size == 32)
    #expect(writer.canApply(outputSettings: settings, forMediaType: .audio))
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    settings[AVNumberOfChannelsKey] = 1
    #expect(!writer.canApply(outputSettings: settings, forMediaType: .audio))
    writer.add(input)
    reader.startReading()
    writer.startWriting()
    writer.startSession(atSourceTime: CMTime(value: 1, timescale: 10))
    let copier = SoundCopier(from: output, to: input)
    await copier.copy()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(await copier.count == 96_000)
    let track = try #require(AVAsset(url: folder.url("sound.wav")).tracks(withMediaType: .audio).first)
    #expect(track.timeRange.duration == CMTime(value: 91_200, timescale: 48_000))
    let format = try #require(track.formatDescriptions.first as! CMFormatDescription?)
    #expect(format.audioChannelLayout?.tag == kAudioChannelLayoutTag_Stereo)
  }

  @Test func `attachments are kept by buffers, and go along with copies where they say so`() throws {
    var pixels: CVPixelBuffer?
    CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, nil, &pixels)
    let picture = try #require(pixels)
    var other: CVPixelBuffer?
    CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, nil, &other)
    let copy = try #require(other)
    for (key, mode) in [("one", kCMAttachmentMode_ShouldPropagate), ("two", kCMAttachmentMode_ShouldNotPropagate)] {
      CMSetAttachment(picture, key: key, value: kCFBooleanTrue, attachmentMode: mode)
    }
    CMPropagateAttachments(picture, destination: copy)
    var mode = kCMAttachmentMode_ShouldNotPropagate
    #expect(CMGetAttachment(copy, key: "one", attachmentModeOut: &mode) as? Bool == true)
    #expect(mode == kCMAttachmentMode_ShouldPropagate)
    #expect(CMGetAttachment(copy, key: "two", attachmentModeOut: nil) == nil)
    CMRemoveAttachment(copy, key: "one")
    #expect(CMCopyDictionaryOfAttachments(allocator: nil, target: copy, attachmentMode: mode) == nil)
  }
}
