import CoreMedia
import Foundation
import Synchronization

// SAFETY: samples are written into the queue's own buffers, behind the existing ones, within their capacity.

/// Recording into the buffers of a queue: a device, an encoder, and the buffer that is being filled.
///
/// Threads: any; what comes from the device, one block at a time. Lock order: `state`, then the queue's.
final class AudioQueueRecording: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private weak let queue: OpaqueAudioQueue?
  private let session = AVCaptureSession()
  private let output = AVCaptureAudioDataOutput()
  private let state: Mutex<State>

  private struct State: @unchecked Sendable {
    // @unchecked: the converter is used under the lock.
    var converter: OpaqueAudioConverter?
    /// The format of what the device gives.
    var source = AudioStreamBasicDescription()
    var filled: Filled?
    /// Number of samples of the queue's rate that have been recorded.
    var sampleTime: Double
    var isStopped = false
  }

  /// The buffer that is being filled.
  private struct Filled {
    let place: OpaqueAudioQueue.Place
    let start: Double
    /// Number of bytes in it, and number of those that there is room for.
    var (size, room): (Int, Int)
    var packets: [AudioStreamPacketDescription] = []
  }

  /// Records from `device` into the buffers of `queue`; nil where it cannot be opened.
  init?(_ queue: OpaqueAudioQueue, _ device: AVCaptureDevice, from sampleTime: Double) {
    self.queue = queue
    state = Mutex(State(sampleTime: sampleTime))
    super.init()
    guard let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input) else { return nil }
    session.addInput(input)
    output.audioSettings = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
      AVLinearPCMIsNonInterleaved: false,
    ]
    output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "audio queue"))
    guard session.canAddOutput(output) else { return nil }
    session.addOutput(output)
    session.startRunning()
    guard session.isRunning else { return nil }
  }

  /// Gives the device back, and what has been recorded into the last buffer to the program.
  func stop() {
    session.stopRunning()
    let filled = state.withLock { state in
      state.isStopped = true
      defer { state.filled = nil }
      return state.filled
    }
    guard let filled else { return }
    if filled.size > 0 { give(filled) } else { queue?.putBack(filled.place) }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard let queue, let format = sampleBuffer.formatDescription?.audioStreamBasicDescription else { return }
    let full = state.withLock { state -> [Filled] in
      guard !state.isStopped else { return [] }
      if state.converter == nil || state.source != format {
        (state.converter, state.source) = (OpaqueAudioConverter(format, queue.format), format)
      }
      guard let converter = state.converter else { return [] }
      let sound = unsafe try? sampleBuffer.withAudioBufferList { list, _ in
        unsafe converter.sound(UInt32(clamping: sampleBuffer.numSamples), in: list, nil)
      }
      guard case .sound(let sound) = sound else { return [] }
      let full = Self.fill(&state, converter, sound, queue)
      let time = state.sampleTime
      queue.state.withLock { $0.sampleTime = time }
      return full
    }
    for filled in full { give(filled) }
  }

  private func give(_ filled: Filled) {
    let time = AudioTimeStamp(
      mSampleTime: filled.start, mHostTime: DispatchTime.now().uptimeNanoseconds, mRateScalar: 1,
      mFlags: .sampleHostTimeValid)
    queue?.leave(filled.place)
    queue?.give(filled.place, time, filled.packets)
  }

  /// Puts the encoded `sound` into buffers; returns the full ones.
  private static func fill(
    _ state: inout State, _ converter: OpaqueAudioConverter, _ sound: AVAudioBuffer, _ queue: OpaqueAudioQueue
  ) -> [Filled] {
    var full: [Filled] = []
    var rest: AVAudioBuffer? = sound
    let (packet, length) = (queue.format.mBytesPerPacket, queue.format.mFramesPerPacket)
    while true {
      if state.filled == nil, let place = queue.nextEmpty(), let buffer = unsafe place.buffer {
        unsafe buffer.pointee.mAudioDataByteSize = 0
        let room = unsafe Int(buffer.pointee.mAudioDataBytesCapacity)
        state.filled = Filled(place: place, start: state.sampleTime, size: 0, room: room)
      }
      // Without a buffer what comes is lost, and time goes on.
      let room = min(1 << 16, state.filled.map { $0.room - $0.size } ?? 1 << 16)
      var count: UInt32 = packet > 0 ? 1 << 12 : 1
      let (bytes, status) = made(converter, room, &count) {
        defer { rest = nil }
        return rest.map { .sound($0) } ?? .status(kAudioQueueErr_BufferEmpty)
      }
      state.sampleTime += Double(count) * Double(max(1, length))
      if var filled = state.filled, let buffer = unsafe filled.place.buffer {
        unsafe buffer.pointee.mAudioData.advanced(by: filled.size).copyMemory(from: bytes, byteCount: bytes.count)
        if packet == 0, count > 0 {
          filled.packets.append(
            AudioStreamPacketDescription(
              mStartOffset: Int64(filled.size), mVariableFramesInPacket: 0, mDataByteSize: UInt32(bytes.count)))
        }
        filled.size += bytes.count
        unsafe buffer.pointee.mAudioDataByteSize = UInt32(filled.size)
        state.filled = filled
        let next = packet > 0 ? Int(packet) : converter.converter.maximumOutputPacketSize
        if filled.room - filled.size < max(1, next) {
          full.append(filled)
          state.filled = nil
          continue
        }
      }
      if count == 0 || status != noErr { return full }
    }
  }

  /// Up to `count` packets of what `ask` gives, in `room` bytes; how many there are, and what was said.
  private static func made(
    _ converter: OpaqueAudioConverter, _ room: Int, _ count: inout UInt32,
    from ask: () -> OpaqueAudioConverter.Given
  ) -> ([UInt8], OSStatus) {
    var bytes = [UInt8](repeating: 0, count: room)
    let (size, status) = converter.fill(&bytes, &count) { _ in ask() }
    return (Array(bytes.prefix(size)), status)
  }
}

extension OpaqueAudioQueue {
  /// Begins to record, or goes on.
  func startRecording() -> OSStatus {
    let (phase, isDisposed, name, time) = state.withLock { ($0.phase, $0.isDisposed, $0.device, $0.sampleTime) }
    guard !isDisposed else { return kAudioQueueErr_DisposalPending }
    guard phase == .stopped || phase == .paused else { return noErr }
    guard let device = name.map({ AVCaptureDevice(uniqueID: $0) }) ?? AVCaptureDevice.default(for: .audio),
      device.hasMediaType(.audio)
    else { return kAudioQueueErr_InvalidDevice }
    state.withLock { $0.phase = .running }
    guard let recording = AudioQueueRecording(self, device, from: phase == .paused ? time : 0) else {
      state.withLock { $0.phase = phase }
      return kAudioQueueErr_CannotStart
    }
    state.withLock { $0.recording = recording }
    if phase == .stopped { tell(kAudioQueueProperty_IsRunning) }
    return noErr
  }

  /// The next buffer to be recorded into, which leaves those that wait.
  fileprivate func nextEmpty() -> Place? {
    state.withLock { state in
      guard !state.waiting.isEmpty else { return nil }
      let place = state.waiting.removeFirst().place
      state.playing = place
      return place
    }
  }

  /// Notes that the buffer at `place` is not recorded into any more.
  fileprivate func leave(_ place: Place) {
    state.withLock { if $0.playing == place { $0.playing = nil } }
  }

  /// Has the buffer at `place`, into which nothing was recorded, be the next again.
  fileprivate func putBack(_ place: Place) {
    state.withLock { state in
      guard state.playing == place else { return }
      state.playing = nil
      state.waiting.insert(Entry(place: place), at: 0)
    }
  }
}
