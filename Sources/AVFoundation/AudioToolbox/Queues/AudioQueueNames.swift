// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

// SAFETY: a buffer's memory is its queue's, and is there as long as that is, or until it is freed.

/// Property of a queue, four letters (`AudioQueuePropertyID`).
public typealias AudioQueuePropertyID = UInt32
/// Parameter that a queue has while it plays (`AudioQueueParameterID`).
public typealias AudioQueueParameterID = UInt32
/// Value of a parameter.
public typealias AudioQueueParameterValue = Float32

/// Whether the queue runs, with calls of listeners: a `UInt32` (`'aqrn'`).
public let kAudioQueueProperty_IsRunning: AudioQueuePropertyID = 0x6171_726E
/// Samples a second of the device: a `Double`; the queue's own, for what plays has none (`'aqsr'`).
public let kAudioQueueDeviceProperty_SampleRate: AudioQueuePropertyID = 0x6171_7372
/// Number of the device's channels: a `UInt32`, likewise (`'aqdc'`).
public let kAudioQueueDeviceProperty_NumberChannels: AudioQueuePropertyID = 0x6171_6463
/// The device, by its identifier: a `CFString`. A queue that records has that one, those that play have none (`'aqcd'`).
public let kAudioQueueProperty_CurrentDevice: AudioQueuePropertyID = 0x6171_6364
/// The decoder's configuration, set by the program or made by the encoder: bytes (`'aqmc'`).
public let kAudioQueueProperty_MagicCookie: AudioQueuePropertyID = 0x6171_6D63
/// Largest size of a recorded packet, in bytes: a `UInt32` (`'xops'`).
public let kAudioQueueProperty_MaximumOutputPacketSize: AudioQueuePropertyID = 0x786F_7073
/// The format of what is recorded: an `AudioStreamBasicDescription` (`'aqft'`).
public let kAudioQueueProperty_StreamDescription: AudioQueuePropertyID = 0x6171_6674
/// The positions of channels: not available here (`'aqcl'`).
public let kAudioQueueProperty_ChannelLayout: AudioQueuePropertyID = 0x6171_636C
/// Whether levels are measured: a `UInt32` (`'aqme'`).
public let kAudioQueueProperty_EnableLevelMetering: AudioQueuePropertyID = 0x6171_6D65
/// The levels of the last block, against full scale: an ``AudioQueueLevelMeterState`` of each channel (`'aqmv'`).
public let kAudioQueueProperty_CurrentLevelMeter: AudioQueuePropertyID = 0x6171_6D76
/// The same in decibels (`'aqmd'`).
public let kAudioQueueProperty_CurrentLevelMeterDB: AudioQueuePropertyID = 0x6171_6D64
/// Error by which the queue's sound could not be decoded or encoded: a `UInt32`, 0 where there is none (`'qcve'`).
public let kAudioQueueProperty_ConverterError: AudioQueuePropertyID = 0x7163_7665
/// Whether the tempo can be another: a `UInt32`, 0: it cannot (`'q_tp'`).
public let kAudioQueueProperty_EnableTimePitch: AudioQueuePropertyID = 0x715F_7470

/// Volume, 0 to 1.
public let kAudioQueueParam_Volume: AudioQueueParameterID = 1
/// Rate: always 1.
public let kAudioQueueParam_PlayRate: AudioQueueParameterID = 2
/// Shift of pitch, in cents: always 0.
public let kAudioQueueParam_Pitch: AudioQueueParameterID = 3
/// Time in which another volume is reached, in seconds.
public let kAudioQueueParam_VolumeRampTime: AudioQueueParameterID = 4
/// Balance of sound of two channels: -1 the left one alone, 1 the right one.
public let kAudioQueueParam_Pan: AudioQueueParameterID = 13

/// The buffer is none of the queue's.
public let kAudioQueueErr_InvalidBuffer: OSStatus = -66_687
/// There is nothing in the buffer.
public let kAudioQueueErr_BufferEmpty: OSStatus = -66_686
/// The queue is being disposed of.
public let kAudioQueueErr_DisposalPending: OSStatus = -66_685
/// There is no such property.
public let kAudioQueueErr_InvalidProperty: OSStatus = -66_684
/// The value has another size, or there is no room for it.
public let kAudioQueueErr_InvalidPropertySize: OSStatus = -66_683
/// There is no such parameter, or it cannot be set to that.
public let kAudioQueueErr_InvalidParameter: OSStatus = -66_682
/// It cannot be begun.
public let kAudioQueueErr_CannotStart: OSStatus = -66_681
/// There is no such device.
public let kAudioQueueErr_InvalidDevice: OSStatus = -66_680
/// The buffer is in the queue.
public let kAudioQueueErr_BufferInQueue: OSStatus = -66_679
/// It cannot be done while it runs, or while it does not.
public let kAudioQueueErr_InvalidRunState: OSStatus = -66_678
/// It is done with queues that play alone, or with those that record.
public let kAudioQueueErr_InvalidQueueType: OSStatus = -66_677
/// The caller lacks the permission.
public let kAudioQueueErr_Permissions: OSStatus = -66_676
/// The property cannot have this value.
public let kAudioQueueErr_InvalidPropertyValue: OSStatus = -66_675
/// There is no codec for it.
public let kAudioQueueErr_CodecNotFound: OSStatus = -66_673
/// The codec cannot be reached.
public let kAudioQueueErr_InvalidCodecAccess: OSStatus = -66_672
/// The server is gone.
public let kAudioQueueErr_QueueInvalidated: OSStatus = -66_671
/// There was no buffer for what came.
public let kAudioQueueErr_RecordUnderrun: OSStatus = -66_668
/// The buffer is in the queue twice.
public let kAudioQueueErr_BufferEnqueuedTwice: OSStatus = -66_666
/// It cannot be begun at present.
public let kAudioQueueErr_CannotStartYet: OSStatus = -66_665
/// The queue is being emptied.
public let kAudioQueueErr_EnqueueDuringReset: OSStatus = -66_632
/// It is rendered by the clock, or it is not.
public let kAudioQueueErr_InvalidOfflineMode: OSStatus = -66_626

/// Memory for sound in a queue (`AudioQueueBuffer`).
@unsafe public struct AudioQueueBuffer {
  /// Number of bytes that there is room for.
  public let mAudioDataBytesCapacity: UInt32
  /// The bytes.
  public let mAudioData: UnsafeMutableRawPointer
  /// Number of them that are sound.
  public var mAudioDataByteSize: UInt32
  /// The program's own value.
  public var mUserData: UnsafeMutableRawPointer?
  /// Number of packets' places that there is room for.
  public let mPacketDescriptionCapacity: UInt32
  /// Places of the packets.
  public let mPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  /// Number of them that are set.
  public var mPacketDescriptionCount: UInt32
}

/// A buffer of a queue.
public typealias AudioQueueBufferRef = UnsafeMutablePointer<AudioQueueBuffer>

/// Value that a parameter is set to with a buffer (`AudioQueueParameterEvent`).
public struct AudioQueueParameterEvent: Hashable, Sendable {
  /// Number of the parameter.
  public var mID: AudioQueueParameterID
  /// Value that it is set to.
  public var mValue: AudioQueueParameterValue

  /// Nothing.
  public init() { self.init(mID: 0, mValue: 0) }
  /// The fields as they are.
  public init(mID: AudioQueueParameterID, mValue: AudioQueueParameterValue) { (self.mID, self.mValue) = (mID, mValue) }
}

/// The levels of a channel (`AudioQueueLevelMeterState`).
public struct AudioQueueLevelMeterState: Hashable, Sendable {
  /// The average one, by power.
  public var mAveragePower: Float32
  /// The largest.
  public var mPeakPower: Float32

  /// None.
  public init() { self.init(mAveragePower: 0, mPeakPower: 0) }
  /// The fields as they are.
  public init(mAveragePower: Float32, mPeakPower: Float32) {
    (self.mAveragePower, self.mPeakPower) = (mAveragePower, mPeakPower)
  }
}

/// Called when a buffer has been played, and may be filled again.
public typealias AudioQueueOutputCallback =
  @Sendable (_ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> Void
/// Is given a buffer of recorded sound, when it began, and where its packets are.
public typealias AudioQueueInputCallback =
  @Sendable (
    _ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef,
    _ inStartTime: UnsafePointer<AudioTimeStamp>, _ inNumberPacketDescriptions: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
  ) -> Void
/// Called when a property has another value.
public typealias AudioQueuePropertyListenerProc =
  @Sendable (_ inUserData: UnsafeMutableRawPointer?, _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID) -> Void
/// As ``AudioQueueOutputCallback``, on a queue of the program's.
public typealias AudioQueueOutputCallbackBlock =
  @Sendable (_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> Void
/// As ``AudioQueueInputCallback``, on a queue of the program's.
public typealias AudioQueueInputCallbackBlock =
  @Sendable (
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inStartTime: UnsafePointer<AudioTimeStamp>,
    _ inNumberPacketDescriptions: UInt32, _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
  ) -> Void
