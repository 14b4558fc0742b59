// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A bit rate that is the same in every packet.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// A bit rate that is the same over a longer time.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// A bit rate that follows the sound within limits: no encoder here does so.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// A bit rate that follows the sound: no encoder here does so.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

/// The usual way to another rate; there is one filter here, whatever the name.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The way of mastering to another rate; there is one filter here, whatever the name.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// The way of mastering to another rate that delays the least; there is one filter here, whatever the name.
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"

/// Samples that a converter takes to stand before and behind the sound (`AVAudioConverterPrimeMethod`).
public enum AVAudioConverterPrimeMethod: Int, Sendable {
  /// Sound before and behind it.
  case pre = 0
  /// Silence before it, and sound behind it.
  case normal = 1
  /// Silence before and behind it.
  case none = 2
}

/// Numbers of samples of each channel beside the sound (`AVAudioConverterPrimeInfo`).
public struct AVAudioConverterPrimeInfo: Hashable, Sendable {
  /// Number of samples before it.
  public var leadingFrames: AVAudioFrameCount
  /// Number of samples behind it.
  public var trailingFrames: AVAudioFrameCount

  /// None.
  public init() { self.init(leadingFrames: 0, trailingFrames: 0) }
  /// The fields as they are.
  public init(leadingFrames: AVAudioFrameCount, trailingFrames: AVAudioFrameCount) {
    (self.leadingFrames, self.trailingFrames) = (leadingFrames, trailingFrames)
  }
}

/// Kind of MPEG-4 sound in packets, in the flags of a format (`MPEG4ObjectID`).
public enum MPEG4ObjectID: Int, Sendable {
  /// AAC with prediction.
  case aac_Main = 1
  /// AAC of low complexity, the only one that is encoded here.
  case AAC_LC = 2
  /// AAC with a rate that can be lowered.
  case AAC_SSR = 3
  /// AAC with long-term prediction.
  case AAC_LTP = 4
  /// AAC with spectral band replication.
  case AAC_SBR = 5
  /// AAC in layers.
  case aac_Scalable = 6
  /// TwinVQ.
  case twinVQ = 7
  /// Speech, CELP.
  case CELP = 8
  /// Speech, HVXC.
  case HVXC = 9
}
