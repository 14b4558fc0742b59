import Containers
import CoreMedia
import Foundation
import MediaFormats

extension OpaqueAudioFileStreamID {
  /// A property's value.
  func value(of property: AudioFileStreamPropertyID) -> Result<PropertyValue, StatusError> {
    guard let facts else { return .failure(StatusError(status: kAudioFileStreamError_DataUnavailable)) }
    if let value = facts.value(of: property) { return .success(value) }
    let isKnown = ArrivingSound.Facts.statedProperties.contains(property)
    return .failure(
      StatusError(status: isKnown ? kAudioFileStreamError_ValueUnknown : kAudioFileStreamError_UnsupportedProperty))
  }
}

extension ArrivingSound.Facts {
  /// Properties that a file may lack.
  static let statedProperties: Set<AudioFileStreamPropertyID> = [
    kAudioFileStreamProperty_ChannelLayout, kAudioFileStreamProperty_MagicCookieData,
    kAudioFileStreamProperty_AudioDataByteCount, kAudioFileStreamProperty_AudioDataPacketCount,
    kAudioFileStreamProperty_BitRate, kAudioFileStreamProperty_PacketTableInfo,
    kAudioFileStreamProperty_MaximumPacketSize, kAudioFileStreamProperty_PacketSizeUpperBound,
    kAudioFileStreamProperty_AverageBytesPerPacket,
  ]

  /// A property's value; nil where there is none.
  func value(of property: AudioFileStreamPropertyID) -> PropertyValue? {
    switch property {
    case kAudioFileStreamProperty_ReadyToProducePackets: PropertyValue(UInt32(1))
    case kAudioFileStreamProperty_FileFormat: PropertyValue(container.type)
    case kAudioFileStreamProperty_DataFormat: PropertyValue(description)
    case kAudioFileStreamProperty_FormatList:
      PropertyValue(
        AudioFormatListItem(
          mASBD: description, mChannelLayoutTag: layoutTag ?? kAudioChannelLayoutTag_Unknown | UInt32(channels)))
    case kAudioFileStreamProperty_ChannelLayout:
      // A tag, no bits, no descriptions.
      layoutTag.map { PropertyValue(($0, UInt32(0), UInt32(0))) }
    case kAudioFileStreamProperty_MagicCookieData: cookie.map { PropertyValue(bytes: $0) }
    case kAudioFileStreamProperty_DataOffset: PropertyValue(Int64(clamping: offset))
    case kAudioFileStreamProperty_AudioDataByteCount: byteCount.map { PropertyValue($0) }
    case kAudioFileStreamProperty_AudioDataPacketCount: packetCount.map { PropertyValue($0) }
    case kAudioFileStreamProperty_BitRate: bitRate.map { PropertyValue(UInt32(clamping: $0)) }
    case kAudioFileStreamProperty_PacketTableInfo: table.map { PropertyValue($0) }
    case kAudioFileStreamProperty_MaximumPacketSize: largestPacket.map { PropertyValue(UInt32(clamping: $0)) }
    case kAudioFileStreamProperty_PacketSizeUpperBound:
      (largestPacket ?? bound).map { PropertyValue(UInt32(clamping: $0)) }
    case kAudioFileStreamProperty_AverageBytesPerPacket:
      byteCount.flatMap { total in packetCount.flatMap { $0 > 0 ? PropertyValue(Double(total) / Double($0)) : nil } }
    default: nil
    }
  }

  /// The format of the packets.
  var description: AudioStreamBasicDescription {
    let channels = UInt32(clamping: channels)
    if let format = coding.flatMap({ AudioStreamBasicDescription($0, rate: Double(rate), channels: channels) }) {
      return format
    }
    var format = AudioStreamBasicDescription()
    (format.mSampleRate, format.mFormatID) = (Double(rate), FourCharCode(letters: codec))
    (format.mChannelsPerFrame, format.mFramesPerPacket) = (channels, UInt32(clamping: packetLength))
    format.mBytesPerPacket = UInt32(clamping: packetSize)
    if coding != nil { (format.mBytesPerFrame, format.mBitsPerChannel) = (UInt32(clamping: packetSize), 8) }
    if let bits = sourceBits { format.mFormatFlags = [16: 1, 20: 2, 24: 3, 32: 4][bits] ?? 0 }
    return format
  }

  /// Bits a sample of the source of lossless packets.
  private var sourceBits: Int? {
    switch codec {
    // ALACSpecificConfig has them in its sixth byte, STREAMINFO in five bits of two of its bytes.
    case "alac" where configuration.count >= 24: Int(configuration[5])
    case "flac":
      FLACStreamInfo(Array(configuration.suffix(FLACStreamInfo.byteCount)))?.depth
    default: nil
    }
  }

  /// Configuration that a decoder begins with, as Core Audio's programs hand it on; nil where there is none.
  private var cookie: [UInt8]? {
    guard !configuration.isEmpty else { return nil }
    switch container {
    case .adts: return MagicCookie.cookie(configuration, of: .aac, bitRate: bitRate ?? 0).map { [UInt8]($0) }
    case .flac: return MagicCookie.cookie(configuration, of: .flac, bitRate: 0).map { [UInt8]($0) }
    default: return configuration
    }
  }

  /// The largest size of a packet in bytes, by the codec's rules; nil without such a rule.
  private var bound: Int? {
    switch codec {
    // 6,144 bits of each channel.
    case "aac ", "aach", "aacp": 768 * max(1, channels)
    // 320,000 bits a second at 32,000 samples.
    case ".mp3": 1_441
    case "ac-3": 3_840
    default: nil
    }
  }

  private var layoutTag: AudioChannelLayoutTag? {
    channels == 1 ? kAudioChannelLayoutTag_Mono : channels == 2 ? kAudioChannelLayoutTag_Stereo : nil
  }

  private var table: AudioFilePacketTableInfo? {
    guard let sound, let packetCount, packetLength > 0 else { return nil }
    let all = Int64(clamping: packetCount) * Int64(packetLength)
    return AudioFilePacketTableInfo(
      mNumberValidFrames: sound.count, mPrimingFrames: Int32(clamping: sound.leading),
      mRemainderFrames: Int32(clamping: max(0, all - Int64(sound.leading) - sound.count)))
  }
}

extension ArrivingSound.Container {
  /// By Core Audio's letters.
  var type: AudioFileTypeID {
    switch self {
    case .wave: return kAudioFileWAVEType
    case .rf64: return kAudioFileRF64Type
    case .aiff: return kAudioFileAIFFType
    case .aifc: return kAudioFileAIFCType
    case .coreAudio: return kAudioFileCAFType
    case .mp3: return kAudioFileMP3Type
    case .adts: return kAudioFileAAC_ADTSType
    case .ac3: return kAudioFileAC3Type
    case .flac: return kAudioFileFLACType
    case .movie(let brand):
      if brand.hasPrefix("3g2") { return kAudioFile3GP2Type }
      if brand.hasPrefix("3gp") { return kAudioFile3GPType }
      return brand == "M4A " ? kAudioFileM4AType : brand == "M4B " ? kAudioFileM4BType : kAudioFileMPEG4Type
    }
  }

  /// Kind of frames without a file around them, by its number; nil of other kinds, which say what they are.
  init?(_ type: AudioFileTypeID) {
    switch type {
    case kAudioFileMP3Type: self = .mp3
    case kAudioFileAAC_ADTSType: self = .adts
    case kAudioFileAC3Type: self = .ac3
    default: return nil
    }
  }
}

extension AudioStreamBasicDescription {
  /// Samples as numbers that are stored as `coding` says, those of all channels by turns; nil of others.
  init?(_ coding: Containers.SampleFormat.Coding, rate: Double, channels: UInt32) {
    guard case .raw(let bits, let isFloat, let isBigEndian, let isUnsigned) = coding else { return nil }
    var flags = kAudioFormatFlagIsPacked
    if isFloat { flags |= kAudioFormatFlagIsFloat } else if !isUnsigned { flags |= kAudioFormatFlagIsSignedInteger }
    if isBigEndian { flags |= kAudioFormatFlagIsBigEndian }
    let size = UInt32(bits / 8) * channels
    self.init(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: size,
      mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: channels, mBitsPerChannel: UInt32(bits),
      mReserved: 0)
  }
}
