import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Rendering of sample buffers")
struct SampleRenderingTests {
  /// A picture of 8 × 4 whose pixels all have this green, in BGRA.
  private func picture(green: UInt8) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, 8, 4, kCVPixelFormatType_32BGRA, nil, &made)
    let picture = try #require(made)
    try fill(picture, green: green)
    return picture
  }

  private func fill(_ picture: CVPixelBuffer, green: UInt8) throws {
    CVPixelBufferLockBaseAddress(picture, [])
    defer { CVPixelBufferUnlockBaseAddress(picture, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(picture))
    let bytesPerRow = CVPixelBufferGetBytesPerRow(picture)
    for row in 0..<4 {
      for column in 0..<8 {
        let pixel = [0, green, 0, 255] as [UInt8]
        for (index, byte) in pixel.enumerated() {
          base.storeBytes(of: byte, toByteOffset: row * bytesPerRow + column * 4 + index, as: UInt8.self)
        }
      }
    }
  }

  private func sample(_ picture: CVPixelBuffer, at time: CMTime) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      imageBuffer: picture, formatDescription: CMFormatDescription(imageBuffer: picture),
      sampleTiming: CMSampleTimingInfo(
        duration: frames(1), presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  private func sound(at time: CMTime, count: Int = 4_800) throws -> CMSampleBuffer {
    let stream = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagIsSignedInteger,
      mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16,
      mReserved: 0)
    var block: CMBlockBuffer?
    CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: count * 2, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0, dataLength: count * 2, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &block)
    return try CMSampleBuffer(
      dataBuffer: block, formatDescription: try CMFormatDescription(audioStreamBasicDescription: stream),
      numSamples: count, presentationTimeStamp: time, packetDescriptions: [])
  }

  /// A stopped timebase, so that time passes only on the test's request.
  private func standing() -> CMTimebase { CMTimebase(sourceClock: .hostTimeClock) }

  /// Thirty pictures, most of them with references on both sides.
  private func film() async throws -> URL {
    try await IndexedFilm(film: 63) {
      ($0.frameCount, $0.timing) = (30, .constant(FrameRate(30)))
      $0.options = ["-g", "12", "-bf", "2"]
    }.url()
  }

  // MARK: Pictures

  @Test func `a layer shows the picture that is due by its timebase, until the next one is`() throws {
    let (layer, timebase) = (AVSampleBufferDisplayLayer(), standing())
    #expect(layer.status == .unknown && !layer.isReadyForDisplay && layer.contents == nil)
    layer.controlTimebase = timebase
    #expect(layer.timebase === timebase && layer.sampleBufferRenderer.timebase === timebase)
    let pictures = try (0..<3).map { try picture(green: UInt8(50 + 50 * $0)) }
    for (number, picture) in pictures.enumerated() {
      layer.enqueue(try sample(picture, at: frames(Int64(30 + number * 30))))
    }
    #expect(layer.status == .rendering && layer.error == nil && layer.hasSufficientMediaDataForReliablePlaybackStart)
    let renderer = layer.sampleBufferRenderer
    #expect(renderer.displayedPixelBuffer() == nil && !layer.isReadyForDisplay)
    timebase.setTime(frames(30))
    #expect(renderer.displayedPixelBuffer() === pictures[0] && layer.isReadyForDisplay)
    timebase.setTime(frames(89))
    #expect(renderer.copyDisplayedPixelBuffer() === pictures[1])
    timebase.setTime(frames(1_000))
    #expect(renderer.displayedPixelBuffer() === pictures[2])
    // What comes late is left out, and what comes after a jump back is not.
    layer.enqueue(try sample(pictures[0], at: frames(40)))
    #expect(renderer.displayedPixelBuffer() === pictures[2])
    layer.flush()
    #expect(renderer.displayedPixelBuffer() === pictures[2] && !layer.hasSufficientMediaDataForReliablePlaybackStart)
    timebase.setTime(frames(45))
    layer.enqueue(try sample(pictures[0], at: frames(40)))
    #expect(renderer.displayedPixelBuffer() === pictures[0])
    layer.flushAndRemoveImage()
    #expect(renderer.displayedPixelBuffer() == nil && layer.contents == nil && layer.status == .rendering)
  }

  @Test func `a layer is rendered with its picture, placed by its gravity`() throws {
    let layer = AVSampleBufferDisplayLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    layer.controlTimebase = standing()
    layer.enqueue(try sample(try picture(green: 200), at: .zero))
    func pixels() throws -> [Pixels.Pixel] {
      let context = try bitmap(40, 40)
      layer.render(in: context)
      let pixels = Pixels(try #require(context.makeImage()))
      return [pixels[20, 20], pixels[20, 4]]
    }
    // Twice as wide as high: with all of it in the square there is blue above it.
    #expect(layer.videoGravity == .resizeAspect)
    let whole = try pixels()
    #expect(whole[0].isNear(0, 200, 0, 2) && whole[1].isNear(0, 0, 255, 2))
    layer.videoGravity = .resize
    #expect(try pixels().allSatisfy { $0.isNear(0, 200, 0, 2) })
    // A buffer that was drawn into anew is another picture.
    let drawn = try picture(green: 90)
    layer.enqueue(try sample(drawn, at: .zero))
    #expect(try pixels()[0].isNear(0, 90, 0, 2))
    try fill(drawn, green: 10)
    layer.enqueue(try sample(drawn, at: .zero))
    #expect(try pixels()[0].isNear(0, 10, 0, 2))
  }

  @Test func `a picture that is to be displayed immediately is, whatever the time`() throws {
    let renderer = AVSampleBufferVideoRenderer()
    let layer = AVSampleBufferDisplayLayer()
    layer.controlTimebase = standing()
    let (now, hidden) = (try picture(green: 1), try picture(green: 2))
    let buffer = try sample(now, at: frames(900))
    buffer.sampleAttachments[0][.displayImmediately] = true
    layer.enqueue(buffer)
    let unseen = try sample(hidden, at: .zero)
    unseen.sampleAttachments[0][.doNotDisplay] = true
    layer.enqueue(unseen)
    #expect(layer.sampleBufferRenderer.displayedPixelBuffer() === now)
    renderer.expectMinimumUpcomingSampleBufferPresentationTime(frames(3))
    #expect(renderer.presentationTimeExpectation == .minimumUpcoming(frames(3)))
    renderer.resetUpcomingSampleBufferPresentationTimeExpectations()
    #expect(renderer.presentationTimeExpectation == .none)
    // Without a layer or a synchronizer it goes by the machine's time.
    renderer.enqueue(try sample(hidden, at: CMClock.hostTimeClock.time + frames(30_000)))
    #expect(renderer.displayedPixelBuffer() == nil)
    renderer.enqueue(try sample(now, at: CMClock.hostTimeClock.time))
    #expect(renderer.displayedPixelBuffer() === now)
  }

  @Test func `there is room for thirty pictures whose time has not come, and room is signaled`() async throws {
    let (renderer, synchronizer) = (AVSampleBufferVideoRenderer(), AVSampleBufferRenderSynchronizer())
    synchronizer.addRenderer(renderer)
    let (picture, count) = (try picture(green: 9), Kept(0))
    let samples = try (0..<40).map { try sample(picture, at: frames(Int64($0))) }
    renderer.requestMediaDataWhenReady(on: DispatchQueue(label: "media")) {
      while renderer.isReadyForMoreMediaData {
        let next = count.change { count in
          defer { count += 1 }
          return count
        }
        guard next < samples.count else { return renderer.stopRequestingMediaData() }
        renderer.enqueue(samples[next])
      }
    }
    // The first is shown at zero.
    #expect(await Poll.eventually { count.value == 31 } && !renderer.isReadyForMoreMediaData)
    synchronizer.setRate(0, time: frames(60))
    #expect(await Poll.eventually { count.value == 41 })
    #expect(renderer.isReadyForMoreMediaData && renderer.displayedPixelBuffer() === picture)
    let metrics = await renderer.videoPerformanceMetrics
    #expect(metrics?.numberOfCorruptedFrames == 0)
  }

  @Test func `packets are decoded, in whatever order they stand`() async throws {
    let packets = try Films.samples(of: try await film())
    #expect(packets.count == 30)
    let (layer, timebase) = (AVSampleBufferDisplayLayer(), standing())
    layer.controlTimebase = timebase
    func shown() -> FrameReading? { (layer.contents as? CGImage)?.reading }
    let ready = Kept([Bool]())
    let observation = layer.observe(\.isReadyForDisplay, options: .new) { _, change in
      ready.change { $0 += [change.newValue].compactMap(\.self) }
    }
    for packet in packets { layer.enqueue(packet) }
    for number in [0, 1, 2, 7, 8, 20, 29] {
      timebase.setTime(frames(Int64(number)))
      #expect(shown() == Films.frames(63, [number])[0])
    }
    let metrics = await layer.sampleBufferRenderer.videoPerformanceMetrics
    #expect(metrics?.numberOfCorruptedFrames == 0 && layer.status == .rendering)
    #expect(ready.value == [true])
    observation.invalidate()
    // One at a time: each is due although others could come before it. Nothing need say which can be decoded by itself.
    timebase.setTime(frames(100))
    for packets in [Array(packets.prefix(6)), try packets.prefix(6).map(Films.unmarked)] {
      layer.flushAndRemoveImage()
      var newest = 0
      for packet in packets {
        layer.enqueue(packet)
        newest = max(newest, Int(packet.presentationTimeStamp.convertScale(30, method: .default).value))
        #expect(shown() == Films.frames(63, [newest])[0], "\(packet)")
      }
    }
  }

  /// A picture of 16 × 16 of this green and blue, as JPEG.
  private func jpeg(green: Double, blue: Double) throws -> Data {
    let context = try bitmap(16, 16)
    context.setFillColor(CGColor(red: 0, green: green, blue: blue, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
    let data = NSMutableData()
    let destination = try #require(
      CGImageDestinationCreateWithData(data as CFMutableData, "public.jpeg" as CFString, 1, nil))
    CGImageDestinationAddImage(destination, try #require(context.makeImage()), nil)
    #expect(CGImageDestinationFinalize(destination))
    return Data(referencing: data)
  }

  @Test func `pictures of JPEG are decoded by themselves, several of one buffer each at its time`() throws {
    let pictures = [try jpeg(green: 1, blue: 0), try jpeg(green: 0, blue: 1)]
    let bytes = pictures[0] + pictures[1]
    var block: CMBlockBuffer?
    CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: bytes.count, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0, dataLength: bytes.count, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &block)
    let filled = try #require(block)
    try bytes.withUnsafeBytes { try filled.replaceDataBytes(with: $0) }
    var format: CMVideoFormatDescription?
    CMVideoFormatDescriptionCreate(
      allocator: nil, codecType: kCMVideoCodecType_JPEG, width: 16, height: 16, extensions: nil,
      formatDescriptionOut: &format)
    let buffer = try CMSampleBuffer(
      dataBuffer: filled, formatDescription: format, numSamples: 2,
      sampleTimings: [CMTime.zero, frames(30)].map {
        CMSampleTimingInfo(duration: frames(30), presentationTimeStamp: $0, decodeTimeStamp: .invalid)
      },
      sampleSizes: pictures.map(\.count))
    let (layer, timebase) = (AVSampleBufferDisplayLayer(), standing())
    layer.controlTimebase = timebase
    layer.enqueue(buffer)
    func shown() throws -> Pixels {
      let image = layer.contents as? CGImage
      return Pixels(try #require(image))
    }
    let first = try shown()
    #expect(first.width == 16 && first[8, 8].isNear(0, 255, 0) && layer.error == nil)
    timebase.setTime(frames(30))
    #expect(try shown()[8, 8].isNear(0, 0, 255) && layer.error == nil)
  }

  @Test func `what is not decoded is a failure until it is flushed`() async throws {
    let layer = AVSampleBufferDisplayLayer()
    layer.controlTimebase = standing()
    let (failed, errors) = (Kept(0), Kept<[AVError.Code]>([]))
    let center = NotificationCenter.default
    let tokens = [
      center.addObserver(forName: .AVSampleBufferDisplayLayerFailedToDecode, object: layer, queue: nil) { note in
        let error = note.userInfo?[AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey] as? AVError
        errors.change { $0 += [error?.code].compactMap(\.self) }
      },
      center.addObserver(
        forName: .AVSampleBufferDisplayLayerRequiresFlushToResumeDecodingDidChange, object: layer, queue: nil
      ) { _ in failed.change { $0 += 1 } },
    ]
    defer { for token in tokens { center.removeObserver(token) } }
    layer.enqueue(try sound(at: .zero))
    #expect(layer.sampleBufferRenderer.displayedPixelBuffer() == nil)
    #expect(layer.status == .failed && layer.requiresFlushToResumeDecoding && !layer.isReadyForMoreMediaData)
    #expect((layer.error as? AVError)?.code == .decoderNotFound)
    #expect(await Poll.eventually { errors.value == [.decoderNotFound] && failed.value == 1 })
    let picture = try picture(green: 3)
    layer.enqueue(try sample(picture, at: .zero))
    #expect(layer.sampleBufferRenderer.displayedPixelBuffer() == nil)
    layer.flush()
    #expect(layer.status == .unknown && layer.error == nil && !layer.requiresFlushToResumeDecoding)
    layer.enqueue(try sample(picture, at: .zero))
    #expect(layer.sampleBufferRenderer.displayedPixelBuffer() === picture && failed.value == 2)
  }

  // MARK: Sound

  @Test func `a renderer of sound takes three seconds, and more when they have passed`() async throws {
    let (renderer, synchronizer) = (AVSampleBufferAudioRenderer(), AVSampleBufferRenderSynchronizer())
    #expect(renderer.status == .unknown && renderer.volume == 1 && !renderer.isMuted && renderer.timebase.rate == 0)
    #expect(renderer.audioTimePitchAlgorithm == .timeDomain && renderer.audioOutputDeviceUniqueID == nil)
    synchronizer.addRenderer(renderer)
    #expect(renderer.timebase === synchronizer.timebase && !renderer.hasSufficientMediaDataForReliablePlaybackStart)
    var count: Int64 = 0
    while renderer.isReadyForMoreMediaData, count < 100 {
      renderer.enqueue(try sound(at: CMTime(value: count, timescale: 10)))
      count += 1
    }
    #expect(count == 30 && renderer.status == .rendering && renderer.hasSufficientMediaDataForReliablePlaybackStart)
    synchronizer.setRate(0, time: CMTime(value: 2, timescale: 1))
    #expect(renderer.isReadyForMoreMediaData)
    #expect(await renderer.flush(fromSourceTime: CMTime(value: 5, timescale: 2)))
    #expect(!(await renderer.flush(fromSourceTime: CMTime(value: 1, timescale: 1))))
    synchronizer.setRate(0, time: CMTime(value: 5, timescale: 2))
    #expect(!renderer.hasSufficientMediaDataForReliablePlaybackStart)
    renderer.enqueue(try sample(try picture(green: 0), at: .zero))
    #expect(renderer.status == .failed && (renderer.error as? AVError)?.code == .invalidSourceMedia)
    renderer.flush()
    #expect(renderer.status == .unknown && renderer.error == nil)
  }

  // MARK: Synchronizers

  @Test func `time begins when every renderer has something`() async throws {
    let synchronizer = AVSampleBufferRenderSynchronizer()
    let (sounds, layer) = (AVSampleBufferAudioRenderer(), AVSampleBufferDisplayLayer())
    synchronizer.addRenderer(sounds)
    synchronizer.addRenderer(layer)
    #expect(synchronizer.renderers.count == 2 && synchronizer.renderers.last === layer)
    #expect(layer.timebase === synchronizer.timebase && synchronizer.delaysRateChangeUntilHasSufficientMediaData)
    synchronizer.setRate(2, time: frames(60))
    #expect(synchronizer.rate == 2 && synchronizer.timebase.rate == 0 && synchronizer.currentTime() == frames(60))
    layer.enqueue(try sample(try picture(green: 4), at: frames(60)))
    #expect(synchronizer.timebase.rate == 0)
    sounds.enqueue(try sound(at: CMTime(value: 2, timescale: 1)))
    #expect(synchronizer.timebase.rate == 2)
    synchronizer.rate = 0
    let stopped = synchronizer.currentTime()
    #expect(stopped >= frames(60) && synchronizer.currentTime() == stopped && synchronizer.rate == 0)
    synchronizer.delaysRateChangeUntilHasSufficientMediaData = false
    layer.flush()
    sounds.flush()
    let host = CMClock.hostTimeClock.time
    synchronizer.setRate(1, time: .zero, atHostTime: host - CMTime(value: 100, timescale: 1))
    #expect(synchronizer.timebase.time(atClockTime: host) == CMTime(value: 100, timescale: 1))
    synchronizer.rate = 0
    #expect(await synchronizer.removeRenderer(sounds, at: .invalid))
    #expect(!(await synchronizer.removeRenderer(sounds, at: .invalid)))
    #expect(synchronizer.renderers.count == 1 && sounds.timebase !== synchronizer.timebase)
    // Later, when time gets there.
    let removed = Kept<Bool?>(nil)
    synchronizer.setRate(0, time: .zero)
    synchronizer.removeRenderer(layer, at: frames(30)) { isRemoved in removed.change { $0 = isRemoved } }
    #expect(synchronizer.renderers.count == 1)
    synchronizer.setRate(0, time: frames(31))
    #expect(await Poll.eventually { removed.value == true } && synchronizer.renderers.isEmpty)
  }

  @Test func `observers are called at multiples, at borders and at jumps`() async throws {
    let synchronizer = AVSampleBufferRenderSynchronizer()
    let (times, borders) = (Kept<[CMTime]>([]), Kept(0))
    let queue = DispatchQueue(label: "observers")
    let periodic = synchronizer.addPeriodicTimeObserver(forInterval: frames(3), queue: queue) { time in
      times.change { $0.append(time) }
    }
    let boundary = synchronizer.addBoundaryTimeObserver(forTimes: [NSValue(time: frames(5))], queue: queue) {
      borders.change { $0 += 1 }
    }
    synchronizer.setRate(0, time: frames(300))
    #expect(await Poll.eventually { times.value == [frames(300)] } && borders.value == 0)
    synchronizer.setRate(1, time: .zero)
    #expect(await Poll.eventually { times.value.count >= 4 && borders.value == 1 })
    synchronizer.rate = 0
    let passed = Array(times.value.dropFirst())
    #expect(passed == passed.sorted() && synchronizer.currentTime() > frames(5))
    synchronizer.removeTimeObserver(periodic)
    synchronizer.removeTimeObserver(boundary)
    queue.sync {}
    let count = times.value.count
    synchronizer.setRate(0, time: .zero)
    queue.sync {}
    #expect(times.value.count == count)
    // Periodic observers are not called for each interval up to the end of time.
    let last = synchronizer.addPeriodicTimeObserver(forInterval: frames(30), queue: queue) { _ in }
    synchronizer.setRate(1, time: CMTime(value: .max, timescale: 1))
    synchronizer.setRate(-1, time: CMTime(value: -Int64.max, timescale: 1))
    synchronizer.setRate(0, time: .zero)
    synchronizer.removeTimeObserver(last)
  }

  /// AVSampleBufferRenderSynchronizer.h, "addRenderer:": one that is in a synchronizer raises an exception.
  @Test func `a renderer in two synchronizers ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let renderer = AVSampleBufferAudioRenderer()
      let synchronizers = [AVSampleBufferRenderSynchronizer(), AVSampleBufferRenderSynchronizer()]
      for synchronizer in synchronizers { synchronizer.addRenderer(renderer) }
    }
  }
}
