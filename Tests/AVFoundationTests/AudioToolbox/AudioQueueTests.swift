import AVFoundation
import AudioToolbox
import Synchronization
import TestSupport
import Testing

/// Queues of buffers, by Audio Toolbox' functions: rendered when asked for and by the clock, and recorded from the test tone.
@Suite("Audio queues") struct AudioQueueTests {
  /// What fills the buffers of a queue.
  private final class Filler: @unchecked Sendable {
    var queue: AudioQueueRef?
    /// The packets that are left; where all have one size, any number of them.
    var packets: [[UInt8]]
    let perBuffer: Int
    var buffers: [AudioQueueBufferRef] = []
    let given = Mutex(0)
    let running = Mutex<[UInt32]>([])

    init(_ packets: [[UInt8]], perBuffer: Int) { (self.packets, self.perBuffer) = (packets, perBuffer) }

    /// Fills `buffer` and puts it into the queue; where nothing is left, has that stop.
    func fill(_ queue: AudioQueueRef, _ buffer: AudioQueueBufferRef) {
      given.withLock { $0 += 1 }
      let next = packets.prefix(perBuffer)
      packets.removeFirst(next.count)
      guard !next.isEmpty else {
        #expect(AudioQueueStop(queue, false) == noErr)
        return
      }
      var place = 0
      let places = next.map { packet in
        defer { place += packet.count }
        buffer.pointee.mAudioData.advanced(by: place).copyMemory(from: packet, byteCount: packet.count)
        return AudioStreamPacketDescription(
          mStartOffset: Int64(place), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
      }
      buffer.pointee.mAudioDataByteSize = UInt32(place)
      #expect(AudioQueueEnqueueBuffer(queue, buffer, UInt32(places.count), places) == noErr)
    }

    /// Makes a queue of `format` with `count` buffers, which are filled.
    func open(_ format: AudioStreamBasicDescription, buffers count: Int = 3, _ runLoop: CFRunLoop? = nil) throws
      -> AudioQueueRef
    {
      var (format, made): (AudioStreamBasicDescription, AudioQueueRef?) = (format, nil)
      let user = Unmanaged.passUnretained(self).toOpaque()
      let mode = CFRunLoopMode.defaultMode.rawValue
      #expect(AudioQueueNewOutput(&format, Self.callback, user, runLoop, mode, 0, &made) == noErr)
      let queue = try #require(made)
      let listener: AudioQueuePropertyListenerProc = { user, queue, property in
        var (isRunning, size) = (UInt32(9), UInt32(4))
        #expect(AudioQueueGetProperty(queue, property, &isRunning, &size) == noErr)
        guard let user else { return }
        Unmanaged<Filler>.fromOpaque(user).takeUnretainedValue().running.withLock { $0.append(isRunning) }
      }
      #expect(AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, listener, user) == noErr)
      for _ in 0..<count {
        var buffer: AudioQueueBufferRef?
        #expect(AudioQueueAllocateBuffer(queue, 20_000, &buffer) == noErr)
        buffers.append(try #require(buffer))
      }
      self.queue = queue
      return queue
    }

    func fillAll(_ queue: AudioQueueRef) {
      for buffer in buffers where !packets.isEmpty { fill(queue, buffer) }
      given.withLock { $0 = 0 }
    }

    static let callback: AudioQueueOutputCallback = { user, queue, buffer in
      guard let user else { return }
      Unmanaged<Filler>.fromOpaque(user).takeUnretainedValue().fill(queue, buffer)
    }
  }

  private static func pcm(_ rate: Double, _ channels: UInt32, float: Bool = false) -> AudioStreamBasicDescription {
    let size = (float ? 4 : 2) * channels
    return AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: float ? 9 : 12, mBytesPerPacket: size,
      mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: channels, mBitsPerChannel: float ? 32 : 16,
      mReserved: 0)
  }

  /// Renders `queue` as `format` until there is nothing more, `count` samples at a time.
  private func rendered(_ queue: AudioQueueRef, _ format: AudioStreamBasicDescription, _ count: UInt32) throws
    -> [UInt8]
  {
    var target: AudioQueueBufferRef?
    #expect(AudioQueueAllocateBuffer(queue, count * format.mBytesPerFrame, &target) == noErr)
    let buffer = try #require(target)
    var (all, time): ([UInt8], AudioTimeStamp) = ([], AudioTimeStamp())
    #expect(AudioQueueOfflineRender(queue, &time, buffer, 0) == noErr && buffer.pointee.mAudioDataByteSize == 0)
    while true {
      #expect(AudioQueueOfflineRender(queue, &time, buffer, count) == noErr)
      let size = Int(buffer.pointee.mAudioDataByteSize)
      all += UnsafeRawBufferPointer(start: buffer.pointee.mAudioData, count: size)
      time.mSampleTime += Double(count)
      if size < Int(count * format.mBytesPerFrame) { return all }
    }
  }

  @Test func `what is put into a queue comes out bit for bit when it is asked for, and buffers come back`() throws {
    let bytes = [UInt8](SoundFile(.noise(seed: 8)) { $0.count = 10_000 }.pcm())
    let frames = stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
    var format = Self.pcm(48_000, 2)
    let filler = Filler(frames, perBuffer: 777)
    let queue = try filler.open(format)
    #expect(AudioQueueSetOfflineRenderFormat(queue, &format, nil) == noErr)
    filler.fillAll(queue)
    #expect(AudioQueueEnqueueBuffer(queue, filler.buffers[0], 0, nil) == kAudioQueueErr_BufferEnqueuedTwice)
    #expect(AudioQueueStart(queue, nil) == noErr)
    #expect(try rendered(queue, format, 1_000) == bytes)
    #expect(filler.given.withLock { $0 } == 13 && filler.running.withLock { $0 } == [1, 0])
    var time = AudioTimeStamp()
    #expect(AudioQueueGetCurrentTime(queue, nil, &time, nil) == kAudioQueueErr_InvalidRunState)
  }

  @Test func `packets are decoded as ffmpeg does, at another rate and as loud as is said`() async throws {
    let sound = SoundFile(.tone(hertz: 440)) { ($0.container, $0.codec) = ("aac", .aac) }
    var file: AudioFileID?
    #expect(AudioFileOpenURL(try await sound.url() as CFURL, .readPermission, 0, &file) == noErr)
    let opened = try #require(file)
    var (format, size) = (AudioStreamBasicDescription(), UInt32(MemoryLayout<AudioStreamBasicDescription>.size))
    #expect(AudioFileGetProperty(opened, kAudioFilePropertyDataFormat, &size, &format) == noErr)
    var (packets, bytes): ([[UInt8]], [UInt8]) = ([], [UInt8](repeating: 0, count: 10_000))
    while true {
      var (length, count) = (UInt32(10_000), UInt32(1))
      guard AudioFileReadPacketData(opened, false, &length, nil, Int64(packets.count), &count, &bytes) == noErr else {
        break
      }
      packets.append(Array(bytes.prefix(Int(length))))
    }
    let filler = Filler(packets, perBuffer: 10)
    let queue = try filler.open(format)
    var wanted = Self.pcm(24_000, 2, float: true)
    #expect(AudioQueueSetOfflineRenderFormat(queue, &wanted, nil) == noErr)
    #expect(AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 0.5) == noErr)
    #expect(AudioQueueSetParameter(queue, kAudioQueueParam_Pan, 1) == noErr)
    #expect(AudioQueueSetParameter(queue, kAudioQueueParam_PlayRate, 2) == kAudioQueueErr_InvalidParameter)
    filler.fillAll(queue)
    #expect(AudioQueueStart(queue, nil) == noErr)
    let made = try rendered(queue, wanted, 512).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(made.count == packets.count * 1_024)
    let (left, right) = ((0..<made.count / 2).map { made[$0 * 2] }, (0..<made.count / 2).map { made[$0 * 2 + 1] })
    let fit = Samples.fit(440, in: right, 4_000..<40_000, rate: 24_000)
    #expect(abs(fit.level - 0.25) < 0.01 && fit.rest < 0.05 && left.allSatisfy { $0 == 0 })
  }

  @Test func `a volume is reached in a straight line, over the time that is said`() throws {
    var format = Self.pcm(1_000, 1, float: true)
    let one: [UInt8] = withUnsafeBytes(of: Float(1)) { Array($0) }
    let filler = Filler(Array(repeating: one, count: 300), perBuffer: 100)
    let queue = try filler.open(format)
    #expect(AudioQueueSetOfflineRenderFormat(queue, &format, nil) == noErr)
    filler.fillAll(queue)
    #expect(AudioQueueSetParameter(queue, kAudioQueueParam_VolumeRampTime, 0.1) == noErr)
    #expect(AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 0) == noErr)
    #expect(AudioQueueStart(queue, nil) == noErr)
    let made = try rendered(queue, format, 64).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    for (number, sample) in made.enumerated() {
      #expect(abs(sample - max(0, 1 - Float(number) / 100)) < 1e-5, "\(number)")
    }
    #expect(made.count == 300)
  }

  @Test func `by the clock buffers are played one behind the other, and a queue ends when they have been`() async throws
  {
    let frames = [[UInt8]](repeating: [0, 0x40], count: 9_600)
    let filler = Filler(frames, perBuffer: 1_600)
    let queue = try filler.open(Self.pcm(48_000, 1))
    var isOn: UInt32 = 1
    #expect(AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &isOn, 4) == noErr)
    filler.fillAll(queue)
    #expect(AudioQueueStart(queue, nil) == noErr)
    #expect(
      await Poll.eventually {
        var (levels, size) = (AudioQueueLevelMeterState(), UInt32(8))
        let status = AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentLevelMeter, &levels, &size)
        return status == noErr && levels.mPeakPower == 0.5
      })
    #expect(await Poll.eventually { filler.running.withLock { $0 } == [1, 0] })
    #expect(filler.given.withLock { $0 } == 6)
    #expect(AudioQueueDispose(queue, true) == noErr)
    #expect(AudioQueueEnqueueBuffer(queue, filler.buffers[0], 0, nil) == kAudioQueueErr_DisposalPending)
  }

  @Test func `a queue that is stopped at once gives all buffers back, and takes none meanwhile`() throws {
    final class Back: @unchecked Sendable { var statuses: [OSStatus] = [] }
    let back = Back()
    var (format, made): (AudioStreamBasicDescription, AudioQueueRef?) = (Self.pcm(48_000, 1), nil)
    let callback: AudioQueueOutputCallback = { user, queue, buffer in
      guard let user else { return }
      let back = Unmanaged<Back>.fromOpaque(user).takeUnretainedValue()
      back.statuses.append(AudioQueueEnqueueBuffer(queue, buffer, 0, nil))
    }
    let user = Unmanaged.passUnretained(back).toOpaque()
    #expect(AudioQueueNewOutput(&format, callback, user, nil, nil, 0, &made) == noErr)
    let queue = try #require(made)
    for _ in 0..<3 {
      var buffer: AudioQueueBufferRef?
      #expect(AudioQueueAllocateBuffer(queue, 100_000, &buffer) == noErr)
      let filled = try #require(buffer)
      #expect(AudioQueueEnqueueBuffer(queue, filled, 0, nil) == kAudioQueueErr_BufferEmpty)
      filled.pointee.mAudioDataByteSize = 100_000
      #expect(AudioQueueEnqueueBuffer(queue, filled, 0, nil) == noErr)
    }
    var prepared: UInt32 = 0
    #expect(AudioQueuePrime(queue, 1_000, &prepared) == noErr && prepared == 1_000)
    #expect(
      AudioQueueStart(queue, nil) == noErr && AudioQueuePause(queue) == noErr && AudioQueueStart(queue, nil) == noErr)
    #expect(AudioQueueStop(queue, true) == noErr)
    #expect(back.statuses == Array(repeating: kAudioQueueErr_EnqueueDuringReset, count: 3))
    format.mFormatID = kAudioFormatQDesign2
    #expect(
      AudioQueueNewOutput(&format, callback, user, nil, nil, 0, &made) == kAudioFormatUnsupportedDataFormatError
        && made == nil)
  }

  @Test func `what was decoded before a queue is reset is not played`() throws {
    let filler = Filler([[UInt8]](repeating: [0, 0x40], count: 3_000), perBuffer: 1_000)
    var format = Self.pcm(48_000, 1)
    let queue = try filler.open(format)
    #expect(AudioQueueSetOfflineRenderFormat(queue, &format, nil) == noErr)
    filler.fillAll(queue)
    var prepared: UInt32 = 0
    #expect(AudioQueuePrime(queue, 500, &prepared) == noErr && prepared == 500)
    #expect(AudioQueueReset(queue) == noErr && filler.given.withLock { $0 } == 3)
    #expect(AudioQueuePrime(queue, 500, &prepared) == noErr && prepared == 0)
  }

  @Test func `all that is in a queue is decoded at once, and not what its callback puts into it meanwhile`() throws {
    let filler = Filler([[UInt8]](repeating: [0, 0x40], count: 100_000), perBuffer: 1_500)
    var format = Self.pcm(48_000, 1)
    let queue = try filler.open(format)
    #expect(AudioQueueSetOfflineRenderFormat(queue, &format, nil) == noErr)
    filler.fillAll(queue)
    var prepared: UInt32 = 0
    #expect(AudioQueuePrime(queue, 0, &prepared) == noErr && prepared == 4_500)
    // What the callback has put into it is decoded the next time.
    #expect(AudioQueuePrime(queue, 0, &prepared) == noErr && prepared > 4_500)
  }

  @Test(arguments: [kAudioFormatLinearPCM, kAudioFormatMPEG4AAC])
  func `the device is recorded into buffers, as samples or packets`(id: AudioFormatID) async throws {
    final class Heard: Sendable {
      let packets = Mutex<[[UInt8]]>([])
      let starts = Mutex<[Double]>([])
    }
    let heard = Heard()
    var (format, made): (AudioStreamBasicDescription, AudioQueueRef?) = (Self.pcm(16_000, 1), nil)
    if id != kAudioFormatLinearPCM {
      format = AudioStreamBasicDescription()
      (format.mSampleRate, format.mFormatID, format.mChannelsPerFrame) = (16_000, id, 1)
    }
    let callback: AudioQueueInputCallback = { user, queue, buffer, time, count, places in
      guard let user else { return }
      let heard = Unmanaged<Heard>.fromOpaque(user).takeUnretainedValue()
      let size = Int(buffer.pointee.mAudioDataByteSize)
      let bytes = UnsafeRawBufferPointer(start: buffer.pointee.mAudioData, count: size)
      heard.starts.withLock { $0.append(time.pointee.mSampleTime) }
      heard.packets.withLock { packets in
        guard let places else { return packets.append(Array(bytes)) }
        for place in UnsafeBufferPointer(start: places, count: Int(count)) {
          let first = Int(place.mStartOffset)
          packets.append(Array(bytes[first..<first + Int(place.mDataByteSize)]))
        }
      }
      _ = AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    }
    let user = Unmanaged.passUnretained(heard).toOpaque()
    #expect(AudioQueueNewInput(&format, callback, user, nil, nil, 0, &made) == noErr)
    let queue = try #require(made)
    var device: CFString = "audiotestsrc"
    let status = withUnsafePointer(to: &device) { place in
      AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, place, UInt32(MemoryLayout<CFString>.size))
    }
    #expect(status == noErr)
    var (largest, size) = (UInt32(0), UInt32(4))
    #expect(AudioQueueGetProperty(queue, kAudioQueueProperty_MaximumOutputPacketSize, &largest, &size) == noErr)
    for _ in 0..<3 {
      var buffer: AudioQueueBufferRef?
      #expect(AudioQueueAllocateBuffer(queue, max(1_600, largest), &buffer) == noErr)
      #expect(AudioQueueEnqueueBuffer(queue, try #require(buffer), 0, nil) == noErr)
    }
    #expect(AudioQueueStart(queue, nil) == noErr)
    #expect(await Poll.eventually { heard.starts.withLock { $0.count } >= 4 })
    #expect(AudioQueueStop(queue, true) == noErr)
    let (packets, starts) = (heard.packets.withLock { $0 }, heard.starts.withLock { $0 })
    #expect(starts.first == 0)
    if id == kAudioFormatLinearPCM {
      // A sine of a quarter of what can be, in buffers that follow one another. Where none has come back in time behind the first three,
      // sound is lost, and time goes on.
      #expect(packets.dropLast().allSatisfy { $0.count == 1_600 } && Array(starts.prefix(3)) == [0, 800, 1_600])
      #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= 800 }, "\(starts)")
      let samples = packets.flatMap { $0.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) } }
      let peak = samples.map { abs(Int($0)) }.max() ?? 0
      #expect(abs(peak - 8_192) < 100)
    } else {
      #expect(packets.count >= 4 && packets.allSatisfy { !$0.isEmpty && $0.count <= Int(largest) })
    }
    #expect(
      (AudioQueueGetPropertySize(queue, kAudioQueueProperty_MagicCookie, &size) == noErr)
        == (id != kAudioFormatLinearPCM))
    #expect(AudioQueueDispose(queue, true) == noErr)
  }
}
