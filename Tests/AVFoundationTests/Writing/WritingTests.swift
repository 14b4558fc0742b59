import AVFoundation
import TestSupport
import Testing

@Suite("Writers")
struct WritingTests {
  @Test func `a film is transcoded, picture and sound, in another size`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let folder = try ScratchFolder()
    let file = folder.url("small.mp4")
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: file, fileType: .mp4)
    let pairs = [
      (
        AVAssetReaderTrackOutput(
          track: asset.tracks(withMediaType: .video)[0],
          outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]),
        AVAssetWriterInput(
          mediaType: .video,
          outputSettings: [
            AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 192, AVVideoHeightKey: 108,
            AVVideoCompressionPropertiesKey: [
              AVVideoAverageBitRateKey: 600_000, AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel,
              AVVideoMaxKeyFrameIntervalKey: 10,
            ],
          ])
      ),
      (
        AVAssetReaderTrackOutput(
          track: asset.tracks(withMediaType: .audio)[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM]),
        AVAssetWriterInput(
          mediaType: .audio,
          outputSettings: [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVNumberOfChannelsKey: 2, AVSampleRateKey: 48_000,
            AVEncoderBitRateKey: 96_000,
          ])
      ),
    ]
    for (output, input) in pairs {
      #expect(reader.canAdd(output) && writer.canAdd(input))
      reader.add(output)
      writer.add(input)
    }
    pairs[0].1.transform = CGAffineTransform(rotationAngle: .pi)
    #expect(reader.startReading() && writer.startWriting() && writer.status == .writing)
    writer.startSession(atSourceTime: .zero)
    let group = DispatchGroup()
    for (number, (output, input)) in pairs.enumerated() {
      group.enter()
      input.requestMediaDataWhenReady(on: DispatchQueue(label: "input \(number)")) {
        while input.isReadyForMoreMediaData {
          guard let buffer = output.copyNextSampleBuffer() else {
            input.markAsFinished()
            group.leave()
            return
          }
          if !input.append(buffer) { reader.cancelReading() }
        }
      }
    }
    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    await withCheckedContinuation { done in writer.finishWriting { done.resume() } }
    #expect(writer.status == .completed && writer.error == nil && reader.status == .completed)
    let written = AVURLAsset(url: file)
    let track = try #require(try await written.loadTracks(withMediaType: .video).first)
    #expect(track.naturalSize == CGSize(width: 192, height: 108) && track.preferredTransform.a == -1)
    #expect(try await written.loadTracks(withMediaType: .audio).count == 1)
    let generator = AVAssetImageGenerator(asset: written)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    for number in [0, 13, 29] {
      #expect(try await generator.image(at: frames(Int64(number))).image.reading == Films.frames(61, [number])[0])
    }
  }

  @Test func `stills become a film`() async throws {
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(url: folder.url("stills.mov"), fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264.rawValue, AVVideoWidthKey: 128, AVVideoHeightKey: 72])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    let title = AVMutableMetadataItem()
    title.identifier = .commonIdentifierTitle
    title.value = "Stills" as NSString
    writer.metadata = [title]
    #expect(adaptor.pixelBufferPool == nil)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let pool = try #require(adaptor.pixelBufferPool)
    for number in 0..<10 {
      var buffer: CVPixelBuffer?
      CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
      let pixels = try #require(buffer)
      let luma = FrameCode(film: 5, index: number).luma(width: 128, height: 72)
      CVPixelBufferLockBaseAddress(pixels, [])
      let address = try #require(CVPixelBufferGetBaseAddress(pixels))
      for (place, level) in luma.enumerated() {
        let byte = place / 128 * CVPixelBufferGetBytesPerRow(pixels) + place % 128 * 4
        address.storeBytes(of: UInt32(0x0101_01) * UInt32(level) | 0xFF00_0000, toByteOffset: byte, as: UInt32.self)
      }
      CVPixelBufferUnlockBaseAddress(pixels, [])
      #expect(adaptor.append(pixels, withPresentationTime: frames(Int64(number) * 3)))
    }
    input.markAsFinished()
    writer.endSession(atSourceTime: frames(30))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try await FilmReader.frames(folder.url("stills.mov")) == Films.frames(5, 0..<10))
    let asset = AVURLAsset(url: folder.url("stills.mov"))
    #expect(asset.duration == frames(30))
    let items = try await asset.load(.commonMetadata)
    let found = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierTitle).first
    #expect(try await found?.load(.stringValue) == "Stills" && asset.commonMetadata.count == items.count)
  }

  @Test func `packets are written as they were read`() async throws {
    let asset = AVURLAsset(url: try await Films.second())
    let folder = try ScratchFolder()
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    reader.add(output)
    reader.startReading()
    let writer = try AVAssetWriter(outputURL: folder.url("copy.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    writer.add(input)
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    while let buffer = output.copyNextSampleBuffer() { #expect(input.append(buffer)) }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(try await FilmReader.frames(folder.url("copy.mov")) == Films.frames(62, 0..<30))
  }

  @Test func `what is not written is said before`() async throws {
    let folder = try ScratchFolder()
    #expect(throws: AVError(.unsupportedOutputSettings)) {
      try AVAssetWriter(outputURL: folder.url("sound.caf"), fileType: .caf)
    }
    let writer = try AVAssetWriter(outputURL: try folder.write("precious", to: "film.mp4"), fileType: .mp4)
    let unknown = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: "none"])
    #expect(
      !writer.canAdd(unknown) && !writer.canApply(outputSettings: [AVVideoCodecKey: "none"], forMediaType: .video))
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264]))
    #expect(!writer.startWriting() && writer.status == .failed)
    #expect((writer.error as? AVError)?.code == .fileAlreadyExists)
  }

  @Test func `any share of a codec's quality can be asked for`() throws {
    let folder = try ScratchFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("film.mov"), fileType: .mov)
    for codec in [AVVideoCodecType.h264, .hevc, .jpeg] {
      for quality in [0, 0.02, 0.5, 0.7, 0.99, 1] {
        var properties: [String: Any] = [AVVideoQualityKey: Float(quality)]
        // A profile beside it excludes what is lossless.
        if codec == .h264 { properties[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel }
        let settings: [String: Any] = [
          AVVideoCodecKey: codec, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
          AVVideoCompressionPropertiesKey: properties,
        ]
        #expect(
          writer.canApply(outputSettings: settings, forMediaType: .video), "\(codec.rawValue) in quality \(quality)")
      }
    }
  }

  @Test func `an exported film has the given metadata`() async throws {
    let folder = try ScratchFolder()
    let session = try #require(
      AVAssetExportSession(asset: AVURLAsset(url: try await Films.second()), presetName: AVAssetExportPresetPassthrough)
    )
    let item = AVMutableMetadataItem()
    (item.keySpace, item.key) = (.quickTimeMetadata, AVMetadataKey.quickTimeMetadataKeyTitle.rawValue as NSString)
    item.value = "Told" as NSString
    #expect(item.identifier == .quickTimeMetadataTitle && item.commonKey == .commonKeyTitle)
    session.metadata = [item]
    try await session.export(to: folder.url("told.mov"), as: .mov)
    let asset = AVURLAsset(url: folder.url("told.mov"))
    let found = AVMetadataItem.metadataItems(
      from: asset.metadata, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common)
    #expect(found.first?.stringValue == "Told" && !asset.availableMetadataFormats.isEmpty)
  }

  @Test func `sound is written at the rate and in the channels that the settings ask for`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let folder = try ScratchFolder()
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: asset.tracks(withMediaType: .audio)[0], outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    reader.add(output)
    let writer = try AVAssetWriter(outputURL: folder.url("sound.mov"), fileType: .mov)
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVNumberOfChannelsKey: 1, AVSampleRateKey: 44_100,
      AVEncoderBitRateKey: 64_000,
    ]
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    let place = AVMutableMetadataItem()
    (place.keySpace, place.key) = (.common, AVMetadataKey.commonKeyLocation.rawValue as NSString)
    place.value = "+48.50176+123.34368/" as NSString
    writer.metadata = [place]
    #expect(writer.canApply(outputSettings: settings, forMediaType: .audio) && writer.canAdd(input))
    writer.add(input)
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    while let buffer = output.copyNextSampleBuffer() { #expect(input.append(buffer)) }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let written = AVURLAsset(url: folder.url("sound.mov"))
    let track = try #require(try await written.loadTracks(withMediaType: .audio).first)
    let format = try #require(try await track.load(.formatDescriptions).first?.audioStreamBasicDescription)
    #expect(format.mSampleRate == 44_100 && format.mChannelsPerFrame == 1)
    #expect(abs(try await written.load(.duration).seconds - asset.duration.seconds) < 0.03)
    // Statements in words that mean the same everywhere are QuickTime's in a QuickTime movie.
    let items = try await written.load(.metadata)
    #expect(items.map(\.identifier) == [.quickTimeMetadataLocationISO6709] && items[0].commonKey == .commonKeyLocation)
    #expect(try await items[0].load(.value) as? NSString == "+48.50176+123.34368/")
  }
}
