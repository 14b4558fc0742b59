// swift-format-ignore-file: AlwaysUseLowerCamelCase

import EditingModel
import MediaFormats

// SAFETY: a description's layout stands in memory of its own, which is written once.

/// A usual layout of channels: its lower 16 bits are how many there are.
public typealias AudioChannelLayoutTag = UInt32
/// The purpose of a channel.
public typealias AudioChannelLabel = UInt32

/// The channels' descriptions give the layout.
public let kAudioChannelLayoutTag_UseChannelDescriptions: AudioChannelLayoutTag = 0
/// A bit for each channel gives the layout.
public let kAudioChannelLayoutTag_UseChannelBitmap: AudioChannelLayoutTag = 1 << 16
/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// Left and right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2
/// Left, right, center, low frequencies, left and right surround.
public let kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = 121 << 16 | 6

/// Channels in order without speakers: their number is in the lower 16 bits.
public let kAudioChannelLayoutTag_DiscreteInOrder: AudioChannelLayoutTag = 147 << 16
/// Channels without positions: their number is in the lower 16 bits.
public let kAudioChannelLayoutTag_Unknown: AudioChannelLayoutTag = 0xFFFF_0000

/// The number of channels in a layout (`AudioChannelLayoutTag_GetNumberOfChannels`).
public func AudioChannelLayoutTag_GetNumberOfChannels(_ inLayoutTag: AudioChannelLayoutTag) -> UInt32 {
  inLayoutTag & 0xFFFF
}

/// The channels that there are, a bit each (`AudioChannelBitmap`).
public struct AudioChannelBitmap: OptionSet, Hashable, Sendable {
  /// The bits.
  public var rawValue: UInt32
  /// These bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The form of a channel's coordinates (`AudioChannelFlags`).
public struct AudioChannelFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public var rawValue: UInt32
  /// These bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One channel of a layout (`AudioChannelDescription`).
public struct AudioChannelDescription: Sendable {
  /// Its purpose.
  public var mChannelLabel: AudioChannelLabel
  /// The form of its coordinates.
  public var mChannelFlags: AudioChannelFlags
  /// Its place.
  public var mCoordinates: (Float32, Float32, Float32)

  /// All zero.
  public init() { self.init(mChannelLabel: 0, mChannelFlags: [], mCoordinates: (0, 0, 0)) }
  /// The fields as they are.
  public init(
    mChannelLabel: AudioChannelLabel, mChannelFlags: AudioChannelFlags, mCoordinates: (Float32, Float32, Float32)
  ) {
    (self.mChannelLabel, self.mChannelFlags, self.mCoordinates) = (mChannelLabel, mChannelFlags, mCoordinates)
  }
}

/// The purposes of channels (`AudioChannelLayout`), with Core Audio's layout in memory.
public struct AudioChannelLayout: Sendable {
  /// The layout, where it is a usual one.
  public var mChannelLayoutTag: AudioChannelLayoutTag
  /// Its channels, where a bitmap tells them.
  public var mChannelBitmap: AudioChannelBitmap
  /// The number of descriptions.
  public var mNumberChannelDescriptions: UInt32
  /// The first description; the others stand behind it in memory.
  public var mChannelDescriptions: AudioChannelDescription

  /// All zero.
  public init() {
    self.init(
      mChannelLayoutTag: 0, mChannelBitmap: [], mNumberChannelDescriptions: 0,
      mChannelDescriptions: AudioChannelDescription())
  }
  /// The fields as they are.
  public init(
    mChannelLayoutTag: AudioChannelLayoutTag, mChannelBitmap: AudioChannelBitmap, mNumberChannelDescriptions: UInt32,
    mChannelDescriptions: AudioChannelDescription
  ) {
    (self.mChannelLayoutTag, self.mChannelBitmap) = (mChannelLayoutTag, mChannelBitmap)
    self.mNumberChannelDescriptions = mNumberChannelDescriptions
    self.mChannelDescriptions = mChannelDescriptions
  }
}

/// The purposes of channels as a value (`ManagedAudioChannelLayout`).
public struct ManagedAudioChannelLayout: Hashable, Sendable {
  /// The layout.
  public var tag: AudioChannelLayoutTag
  /// The number of channels.
  public var numberOfChannels: Int { Int(AudioChannelLayoutTag_GetNumberOfChannels(tag)) }
  /// The layout `tag`.
  public init(tag: AudioChannelLayoutTag) { self.tag = tag }
}

extension ManagedAudioChannelLayout {
  /// The channels of the sound `format`: mono, stereo, 5.1, or unknown ones; nil of pictures.
  init?(_ format: FormatDescription) {
    guard let layout = format.audio?.layout, layout.channels > 0 else { return nil }
    let usual = [
      1: kAudioChannelLayoutTag_Mono, 2: kAudioChannelLayoutTag_Stereo, 6: kAudioChannelLayoutTag_MPEG_5_1_A,
    ]
    let isUsual = layout.channels == 1 || layout.withSidesBehind == .standard(layout.channels)
    let unknown = kAudioChannelLayoutTag_Unknown | UInt32(clamping: min(layout.channels, 0xFFFF))
    self.init(tag: isUsual ? usual[layout.channels] ?? unknown : unknown)
  }
}

extension CMFormatDescription {
  /// The channels of its sound: those that were stated, or else mono, stereo, 5.1, or unknown ones; nil of pictures.
  public var audioChannelLayout: ManagedAudioChannelLayout? {
    unsafe channelLayout.map { unsafe ManagedAudioChannelLayout(tag: $0.pointee.mChannelLayoutTag) }
      ?? ManagedAudioChannelLayout(format)
  }
}
