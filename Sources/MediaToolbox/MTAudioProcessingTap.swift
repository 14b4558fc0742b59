// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import Foundation
import Synchronization

// SAFETY: the callbacks are given memory that the tap keeps while they run: a list of as many buffers as there are channels, each with room
// for as many samples as were announced, and the storage that they set themselves.

/// Flags of what is processed.
public typealias MTAudioProcessingTapFlags = UInt32
/// The first samples of a rendering.
public let kMTAudioProcessingTapFlag_StartOfStream: MTAudioProcessingTapFlags = 1 << 8
/// The last samples of a rendering.
public let kMTAudioProcessingTapFlag_EndOfStream: MTAudioProcessingTapFlags = 1 << 9

/// Flags of a tap that is made.
public typealias MTAudioProcessingTapCreationFlags = UInt32
/// The track's sound comes before its volume.
public let kMTAudioProcessingTapCreationFlag_PreEffects: MTAudioProcessingTapCreationFlags = 1 << 0
/// The track's sound comes behind its volume.
public let kMTAudioProcessingTapCreationFlag_PostEffects: MTAudioProcessingTapCreationFlags = 1 << 1

/// The version of ``MTAudioProcessingTapCallbacks``.
public let kMTAudioProcessingTapCallbacksVersion_0: Int32 = 0

/// Called when a tap is made; sets its storage.
public typealias MTAudioProcessingTapInitCallback = (
  _ tap: MTAudioProcessingTap, _ clientInfo: UnsafeMutableRawPointer?,
  _ tapStorageOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>
) -> Void
/// Called when the last reference to the tap is released.
public typealias MTAudioProcessingTapFinalizeCallback = (_ tap: MTAudioProcessingTap) -> Void
/// Called when a rendering begins, with its format.
public typealias MTAudioProcessingTapPrepareCallback = (
  _ tap: MTAudioProcessingTap, _ maxFrames: CMItemCount,
  _ processingFormat: UnsafePointer<AudioStreamBasicDescription>
) -> Void
/// Called when a rendering ends.
public typealias MTAudioProcessingTapUnprepareCallback = (_ tap: MTAudioProcessingTap) -> Void
/// Puts samples into the list, after it has fetched the track's own by ``MTAudioProcessingTapGetSourceAudio(_:_:_:_:_:_:)``.
public typealias MTAudioProcessingTapProcessCallback = (
  _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ flags: MTAudioProcessingTapFlags,
  _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>, _ numberFramesOut: UnsafeMutablePointer<CMItemCount>,
  _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>
) -> Void

/// The callbacks of a tap (`MTAudioProcessingTapCallbacks`).
@unsafe public struct MTAudioProcessingTapCallbacks {
  /// ``kMTAudioProcessingTapCallbacksVersion_0``.
  public var version: Int32
  /// The argument of ``init``.
  public var clientInfo: UnsafeMutableRawPointer?
  /// Is called when the tap is made.
  public var `init`: MTAudioProcessingTapInitCallback?
  /// Is called when the last reference to it goes.
  public var finalize: MTAudioProcessingTapFinalizeCallback?
  /// Is called when a rendering begins.
  public var prepare: MTAudioProcessingTapPrepareCallback?
  /// Is called when a rendering ends.
  public var unprepare: MTAudioProcessingTapUnprepareCallback?
  /// Is called for each stretch of sound.
  public var process: MTAudioProcessingTapProcessCallback

  /// These callbacks.
  public init(
    version: Int32, clientInfo: UnsafeMutableRawPointer?, `init`: MTAudioProcessingTapInitCallback?,
    finalize: MTAudioProcessingTapFinalizeCallback?, prepare: MTAudioProcessingTapPrepareCallback?,
    unprepare: MTAudioProcessingTapUnprepareCallback?, process: @escaping MTAudioProcessingTapProcessCallback
  ) {
    unsafe self.version = version
    unsafe self.clientInfo = clientInfo
    unsafe (self.`init`, self.finalize, self.prepare) = (`init`, finalize, prepare)
    unsafe (self.unprepare, self.process) = (unprepare, process)
  }
}

/// The sound of a track on its way into the mix, which functions of the program's own look at and change (`MTAudioProcessingTap`).
///
/// Samples are floats of 32 bits, each channel in a buffer of its own, at the rate and with the channels of the output. Threads: the
/// callbacks are called from one at a time.
@safe public final class MTAudioProcessingTap: @unchecked Sendable {
  // @unchecked: what changes is changed by the one thread that renders, under `turn`.
  private let callbacks: MTAudioProcessingTapCallbacks
  /// Whether it comes behind the track's volume.
  package let isBehindVolume: Bool
  fileprivate var storage: UnsafeMutableRawPointer?
  /// Renderings wait for one another.
  private let turn = Mutex(())
  /// The source of the callback: samples of all channels by turns, how many of each it has fetched, and where they begin.
  private var source: (samples: [Double], taken: Int, first: Int64, format: AudioStreamBasicDescription)?
  private var isFirst = true

  fileprivate init(_ callbacks: MTAudioProcessingTapCallbacks, _ flags: MTAudioProcessingTapCreationFlags) {
    unsafe self.callbacks = callbacks
    isBehindVolume = flags & kMTAudioProcessingTapCreationFlag_PostEffects != 0
    unsafe callbacks.`init`?(self, callbacks.clientInfo, &storage)
  }

  deinit { unsafe callbacks.finalize?(self) }

  /// The most samples of each channel that are processed at once.
  package static let longest = 8_192

  /// Begins a rendering in `format`.
  package func prepare(_ format: AudioStreamBasicDescription) {
    turn.withLock { _ in
      isFirst = true
      var format = format
      unsafe callbacks.prepare?(self, Self.longest, &format)
    }
  }

  /// Ends a rendering.
  package func unprepare() { turn.withLock { _ in unsafe callbacks.unprepare?(self) } }

  /// The callback's result for `samples`, interleaved, the first one with number `first`.
  package func process(_ samples: [Double], from first: Int64, _ format: AudioStreamBasicDescription) -> [Double] {
    turn.withLock { _ in
      let channels = Int(format.mChannelsPerFrame)
      var made: [Double] = []
      made.reserveCapacity(samples.count)
      var start = 0
      while start < samples.count / channels {
        let count = min(Self.longest, samples.count / channels - start)
        let block = Array(samples[start * channels..<(start + count) * channels])
        source = (block, 0, first + Int64(start), format)
        made += processed(count, channels)
        source = nil
        start += count
      }
      return made
    }
  }

  /// The samples that the callback makes of the source, `count` of each channel; silence where it makes fewer.
  private func processed(_ count: Int, _ channels: Int) -> [Double] {
    let list = unsafe AudioBufferList.allocate(maximumBuffers: channels)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: count * channels)
    unsafe memory.initialize(repeating: 0, count: count * channels)
    defer {
      unsafe memory.deallocate()
      unsafe free(list.unsafeMutablePointer)
    }
    for channel in 0..<channels {
      unsafe list[channel] = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(count * 4), mData: memory + channel * count)
    }
    var (done, flags): (CMItemCount, MTAudioProcessingTapFlags) = (0, 0)
    unsafe callbacks.process(
      self, count, isFirst ? kMTAudioProcessingTapFlag_StartOfStream : 0, list.unsafeMutablePointer, &done, &flags)
    isFirst = false
    var made = [Double](repeating: 0, count: count * channels)
    for channel in 0..<min(channels, unsafe list.count) {
      // The callback may have set buffers of its own.
      guard let data = unsafe list[channel].mData?.assumingMemoryBound(to: Float.self) else { continue }
      let there = unsafe min(done, count, Int(list[channel].mDataByteSize) / 4)
      for index in 0..<max(0, there) { unsafe made[index * channels + channel] = Double(data[index]) }
    }
    return made
  }

  /// Puts the next `count` samples of the source into `list`; nil where there is none, as outside the callback.
  fileprivate func fetch(
    _ count: CMItemCount, into list: UnsafeMutableAudioBufferListPointer
  ) -> (count: CMItemCount, range: CMTimeRange, flags: MTAudioProcessingTapFlags)? {
    guard let source else { return nil }
    let channels = Int(source.format.mChannelsPerFrame)
    let given = max(0, min(count, source.samples.count / channels - source.taken))
    for channel in 0..<min(channels, unsafe list.count) {
      guard let data = unsafe list[channel].mData?.assumingMemoryBound(to: Float.self) else { continue }
      for index in 0..<given {
        unsafe data[index] = Float(source.samples[(source.taken + index) * channels + channel])
      }
      unsafe list[channel].mDataByteSize = UInt32(given * 4)
    }
    let scale = CMTimeScale(source.format.mSampleRate)
    let range = CMTimeRange(
      start: CMTime(value: source.first + Int64(source.taken), timescale: scale),
      duration: CMTime(value: Int64(given), timescale: scale))
    self.source?.taken += given
    return (given, range, isFirst ? kMTAudioProcessingTapFlag_StartOfStream : 0)
  }
}

/// Makes a tap (`MTAudioProcessingTapCreate`).
///
/// - Returns: 0; `kAudio_ParamError`, -50, for flags that say both or none of before and behind the volume.
public func MTAudioProcessingTapCreate(
  _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
  _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<Unmanaged<MTAudioProcessingTap>?>
) -> OSStatus {
  guard flags == kMTAudioProcessingTapCreationFlag_PreEffects || flags == kMTAudioProcessingTapCreationFlag_PostEffects
  else { return -50 }
  unsafe tapOut.pointee = .passRetained(MTAudioProcessingTap(callbacks.pointee, flags))
  return 0
}

/// Makes a tap (`MTAudioProcessingTapCreate`).
///
/// - Returns: 0; `kAudio_ParamError`, -50, for flags that say both or none of before and behind the volume.
public func MTAudioProcessingTapCreate(
  _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
  _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<MTAudioProcessingTap?>
) -> OSStatus {
  var made: Unmanaged<MTAudioProcessingTap>?
  let status = unsafe MTAudioProcessingTapCreate(allocator, callbacks, flags, &made)
  unsafe tapOut.pointee = unsafe made?.takeRetainedValue()
  return status
}

/// The storage that the tap's own callback has set; where there is none, an address that nothing is at.
public func MTAudioProcessingTapGetStorage(_ tap: MTAudioProcessingTap) -> UnsafeMutableRawPointer {
  unsafe tap.storage ?? nowhere
}

/// Puts the next samples of the track into the buffers of a list (`MTAudioProcessingTapGetSourceAudio`); for the process callback.
///
/// - Returns: 0; -12780 (`kMTAudioProcessingTap_InvalidArgument`) outside of the process callback.
@discardableResult public func MTAudioProcessingTapGetSourceAudio(
  _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
  _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>?, _ timeRangeOut: UnsafeMutablePointer<CMTimeRange>?,
  _ numberFramesOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  guard
    let fetched = unsafe tap.fetch(numberFrames, into: UnsafeMutableAudioBufferListPointer(bufferListInOut))
  else { return -12_780 }
  unsafe flagsOut?.pointee = fetched.flags
  unsafe timeRangeOut?.pointee = fetched.range
  unsafe numberFramesOut?.pointee = fetched.count
  return 0
}

/// The address for no storage.
nonisolated(unsafe) private let nowhere = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)

extension MTAudioProcessingTap: Hashable {
  /// A tap equals itself alone (`CFEqual`).
  public static func == (left: MTAudioProcessingTap, right: MTAudioProcessingTap) -> Bool { left === right }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
