import CoreGraphics
import CoreMedia
import Foundation
import MediaFormats
import Synchronization

// SAFETY: buffers are memory that the queue has made, and frees when it is disposed of or goes; what the program gives stays its own.

/// A queue of buffers that are played, or recorded into (`AudioQueueRef`).
public typealias AudioQueueRef = OpaqueAudioQueue

/// Plays the buffers that a program fills, one behind the other, or records into them.
///
/// ```
///  output   program ─▶ buffers ─▶ decoder ─▶ volume ─▶ discarded    played by the machine's clock, or rendered when it
///  is asked for
///            ▲                       │
///            └────── callback ◀──────┘  a buffer is done once the next one is needed
///  input    device ─▶ encoder ─▶ buffers ─▶ callback
/// ```
///
/// Output is discarded: servers have no sound card, and none is looked for. Timing and callbacks are those of a queue
/// with a sound card. The callback is called on the queue's own thread, the program's run loop or its dispatch queue,
/// as the program chose. A queue without a reference stops. Threads: any, but what is rendered when it is asked for,
/// one at a time. Lock order: only `state`; callbacks are called under none.
@safe public final class OpaqueAudioQueue: @unchecked Sendable {
  // @unchecked: what changes is under a lock, but for what renders, which is used by one thread at a time.
  /// The format of the buffers.
  let format: AudioStreamBasicDescription
  /// The callback that buffers are given back to.
  private let client: Client
  private let delivery: Delivery
  let state = Mutex(State())
  /// Renderer that decodes and mixes; used by the thread that renders alone.
  lazy var renderer = AudioQueueRenderer(self)

  /// Callback for buffers that are done.
  @safe enum Client: Sendable {
    case output(@Sendable (OpaqueAudioQueue, AudioQueueBufferRef) -> Void)
    case input(AudioQueueInputCallbackBlock)
  }

  /// Thread, run loop or queue on which callbacks are called.
  enum Delivery: @unchecked Sendable {
    // @unchecked: a run loop is handed timers alone, which it takes from any thread.
    case ownThread
    case loop(RunLoop, mode: String)
    case queue(DispatchQueue)
  }

  /// A buffer of the queue, by where it is.
  struct Place: Hashable, Sendable {
    private let number: UInt
    init(_ buffer: AudioQueueBufferRef) { number = UInt(bitPattern: buffer) }
    /// The buffer.
    var buffer: AudioQueueBufferRef? { unsafe AudioQueueBufferRef(bitPattern: number) }
  }

  /// A buffer in the queue.
  struct Entry {
    let place: Place
    /// Sound in the buffer; nil of one that is recorded into.
    var sound: AVAudioBuffer?
    /// Parameters that are set when the buffer begins.
    var events: [AudioQueueParameterEvent] = []
  }

  enum Phase: Sendable { case stopped, running, paused, stopping }

  /// A listener for changes of a property.
  @safe struct Listener: Sendable {
    let property: AudioQueuePropertyID
    let call: AudioQueuePropertyListenerProc
    let user: UInt
  }

  struct State: @unchecked Sendable {
    // @unchecked: the sound in buffers is a copy, which one that renders is handed as it is.
    var buffers: Set<Place> = []
    var waiting: [Entry] = []
    /// The buffer that is being played, or recorded into.
    var playing: Place?
    var phase = Phase.stopped
    var (isEmptying, isDisposed, isFlushed) = (false, false, false)
    /// Number of times that the played sound was forgotten.
    var epoch = 0
    /// Number of samples that have been rendered since it was started.
    var sampleTime = 0.0
    var volume = AudioQueueVolume()
    var listeners: [Listener] = []
    /// The levels of the last block; nil where they are not measured.
    var levels: [AudioQueueLevelMeterState]?
    var cookie: [UInt8]?
    /// Format of rendering on request; nil where the clock is followed.
    var offline: AudioStreamBasicDescription?
    var thread: RenderThread?
    var recording: AudioQueueRecording?
    /// The device that is recorded from, by its identifier.
    var device: String?
    var converterStatus: OSStatus = noErr
  }

  init?(_ format: AudioStreamBasicDescription, _ client: Client, _ delivery: Delivery) {
    var format = format
    if format.mFormatID == kAudioFormatLinearPCM {
      guard PCMBytes(format) != nil, format.mSampleRate >= 1, format.mSampleRate < 1e7 else { return nil }
    } else if format.mFramesPerPacket == 0, let codec = AudioCodec(format.mFormatID) {
      format.mFramesPerPacket = codec.packetLength(rate: format.mSampleRate)
    }
    let samples = AudioQueueRenderer.samples(format)
    let isOutput = if case .output = client { true } else { false }
    guard OpaqueAudioConverter(isOutput ? format : samples, isOutput ? samples : format) != nil else { return nil }
    (self.format, self.client, self.delivery) = (format, client, delivery)
    if case .queue(let queue) = delivery { queue.setSpecific(key: Self.mark, value: ObjectIdentifier(queue)) }
  }

  private static let mark = DispatchSpecificKey<ObjectIdentifier>()

  var isOutput: Bool { if case .output = client { true } else { false } }

  // MARK: Buffers

  /// Memory for `size` bytes, and for `count` places of packets.
  func allocate(_ size: UInt32, places count: UInt32) -> AudioQueueBufferRef {
    let places =
      count > 0 ? UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: Int(count)) : nil
    unsafe places?.initialize(repeating: AudioStreamPacketDescription(), count: Int(count))
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(1, Int(size)), alignment: 16)
    let buffer = AudioQueueBufferRef.allocate(capacity: 1)
    unsafe buffer.initialize(
      to: AudioQueueBuffer(
        mAudioDataBytesCapacity: size, mAudioData: bytes, mAudioDataByteSize: 0, mUserData: nil,
        mPacketDescriptionCapacity: count, mPacketDescriptions: places, mPacketDescriptionCount: 0))
    let place = unsafe Place(buffer)
    state.withLock { _ = $0.buffers.insert(place) }
    return unsafe buffer
  }

  /// Frees `buffer`; false of one that is not the queue's, or is in it.
  func free(_ buffer: AudioQueueBufferRef) -> Bool {
    let place = unsafe Place(buffer)
    let isFree = state.withLock { state in
      let isWaiting = state.playing == place || state.waiting.contains { $0.place == place }
      return !isWaiting && state.buffers.remove(place) != nil
    }
    if isFree { Self.release(place) }
    return isFree
  }

  private static func release(_ place: Place) {
    guard let buffer = unsafe place.buffer else { return }
    unsafe buffer.pointee.mAudioData.deallocate()
    unsafe buffer.pointee.mPacketDescriptions?.deallocate()
    unsafe buffer.deallocate()
  }

  deinit { for place in state.withLock({ $0.buffers }) { Self.release(place) } }

  /// Puts `entry` into the queue.
  func enqueue(_ entry: Entry) -> OSStatus {
    state.withLock { state in
      guard !state.isDisposed else { return kAudioQueueErr_DisposalPending }
      guard !state.isEmptying else { return kAudioQueueErr_EnqueueDuringReset }
      guard state.buffers.contains(entry.place) else { return kAudioQueueErr_InvalidBuffer }
      let isThere = state.playing == entry.place || state.waiting.contains { $0.place == entry.place }
      guard !isThere else { return kAudioQueueErr_BufferEnqueuedTwice }
      state.waiting.append(entry)
      return noErr
    }
  }

  // MARK: Callbacks

  /// Gives the buffer at `place`, which has been played, back to the program.
  func giveBack(_ place: Place) {
    guard case .output(let call) = client else { return }
    deliver { [weak self] in
      guard let self, let buffer = unsafe place.buffer else { return }
      unsafe call(self, buffer)
    }
  }

  /// Gives the buffer at `place`, which is recorded, with where its packets are to the program.
  func give(_ place: Place, _ time: AudioTimeStamp, _ packets: [AudioStreamPacketDescription]) {
    guard case .input(let call) = client else { return }
    deliver { [weak self] in
      guard let self, let buffer = unsafe place.buffer else { return }
      var time = time
      let count = UInt32(clamping: packets.count)
      unsafe packets.withUnsafeBufferPointer { packets in
        unsafe call(self, buffer, &time, count, packets.isEmpty ? nil : packets.baseAddress)
      }
    }
  }

  /// Calls the listeners for a change of `property`.
  func tell(_ property: AudioQueuePropertyID) {
    for listener in state.withLock(\.listeners) where listener.property == property {
      deliver { [weak self] in
        guard let self else { return }
        unsafe listener.call(UnsafeMutableRawPointer(bitPattern: listener.user), self, property)
      }
    }
  }

  private func deliver(_ call: @escaping @Sendable () -> Void) {
    switch delivery {
    case .ownThread: call()
    case .loop(let loop, let mode): if RunLoop.current === loop { call() } else { loop.carryOut(in: mode, call) }
    case .queue(let queue):
      if DispatchQueue.getSpecific(key: Self.mark) == ObjectIdentifier(queue) {
        call()
      } else if state.withLock({ $0.offline != nil }) {
        // The rendering thread waits for the buffers that the call enqueues.
        queue.sync(execute: call)
      } else {
        queue.async(execute: call)
      }
    }
  }
}
