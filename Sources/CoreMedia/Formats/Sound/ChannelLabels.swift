// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The numbers are those of Apple's CoreAudioBaseTypes.h.

/// A purpose that is not known.
public let kAudioChannelLabel_Unknown: AudioChannelLabel = 0xFFFF_FFFF
/// A channel that is not used.
public let kAudioChannelLabel_Unused: AudioChannelLabel = 0
/// The channel's coordinates say where it is.
public let kAudioChannelLabel_UseCoordinates: AudioChannelLabel = 100
/// The left.
public let kAudioChannelLabel_Left: AudioChannelLabel = 1
/// The right.
public let kAudioChannelLabel_Right: AudioChannelLabel = 2
/// The center.
public let kAudioChannelLabel_Center: AudioChannelLabel = 3
/// Low frequencies.
public let kAudioChannelLabel_LFEScreen: AudioChannelLabel = 4
/// The left behind.
public let kAudioChannelLabel_LeftSurround: AudioChannelLabel = 5
/// The right behind.
public let kAudioChannelLabel_RightSurround: AudioChannelLabel = 6
/// Between left and center.
public let kAudioChannelLabel_LeftCenter: AudioChannelLabel = 7
/// Between right and center.
public let kAudioChannelLabel_RightCenter: AudioChannelLabel = 8
/// The center behind.
public let kAudioChannelLabel_CenterSurround: AudioChannelLabel = 9
/// The left side.
public let kAudioChannelLabel_LeftSurroundDirect: AudioChannelLabel = 10
/// The right side.
public let kAudioChannelLabel_RightSurroundDirect: AudioChannelLabel = 11
/// Above.
public let kAudioChannelLabel_TopCenterSurround: AudioChannelLabel = 12
/// The upper left.
public let kAudioChannelLabel_VerticalHeightLeft: AudioChannelLabel = 13
/// The upper center.
public let kAudioChannelLabel_VerticalHeightCenter: AudioChannelLabel = 14
/// The upper right.
public let kAudioChannelLabel_VerticalHeightRight: AudioChannelLabel = 15
/// The upper left behind.
public let kAudioChannelLabel_TopBackLeft: AudioChannelLabel = 16
/// The upper center behind.
public let kAudioChannelLabel_TopBackCenter: AudioChannelLabel = 17
/// The upper right behind.
public let kAudioChannelLabel_TopBackRight: AudioChannelLabel = 18
/// The left at the very back.
public let kAudioChannelLabel_RearSurroundLeft: AudioChannelLabel = 33
/// The right at the very back.
public let kAudioChannelLabel_RearSurroundRight: AudioChannelLabel = 34
/// The far left.
public let kAudioChannelLabel_LeftWide: AudioChannelLabel = 35
/// The far right.
public let kAudioChannelLabel_RightWide: AudioChannelLabel = 36
/// Low frequencies, a second time.
public let kAudioChannelLabel_LFE2: AudioChannelLabel = 37
/// The left of a matrix.
public let kAudioChannelLabel_LeftTotal: AudioChannelLabel = 38
/// The right of a matrix.
public let kAudioChannelLabel_RightTotal: AudioChannelLabel = 39
/// For those who hear badly.
public let kAudioChannelLabel_HearingImpaired: AudioChannelLabel = 40
/// A narrator.
public let kAudioChannelLabel_Narration: AudioChannelLabel = 41
/// All there is.
public let kAudioChannelLabel_Mono: AudioChannelLabel = 42
/// A mix in which speech is loud.
public let kAudioChannelLabel_DialogCentricMix: AudioChannelLabel = 43
/// The center behind, direct.
public let kAudioChannelLabel_CenterSurroundDirect: AudioChannelLabel = 44
/// What is felt.
public let kAudioChannelLabel_Haptic: AudioChannelLabel = 45
/// The upper left: `VerticalHeightLeft`.
public let kAudioChannelLabel_LeftTopFront: AudioChannelLabel = 13
/// The upper center: `VerticalHeightCenter`.
public let kAudioChannelLabel_CenterTopFront: AudioChannelLabel = 14
/// The upper right: `VerticalHeightRight`.
public let kAudioChannelLabel_RightTopFront: AudioChannelLabel = 15
/// Left above.
public let kAudioChannelLabel_LeftTopMiddle: AudioChannelLabel = 49
/// Above: `TopCenterSurround`.
public let kAudioChannelLabel_CenterTopMiddle: AudioChannelLabel = 12
/// Right above.
public let kAudioChannelLabel_RightTopMiddle: AudioChannelLabel = 51
/// The upper left at the back.
public let kAudioChannelLabel_LeftTopRear: AudioChannelLabel = 52
/// The upper center at the back.
public let kAudioChannelLabel_CenterTopRear: AudioChannelLabel = 53
/// The upper right at the back.
public let kAudioChannelLabel_RightTopRear: AudioChannelLabel = 54
/// The left, at the side.
public let kAudioChannelLabel_LeftSideSurround: AudioChannelLabel = 55
/// The right, at the side.
public let kAudioChannelLabel_RightSideSurround: AudioChannelLabel = 56
/// The lower left.
public let kAudioChannelLabel_LeftBottom: AudioChannelLabel = 57
/// The lower right.
public let kAudioChannelLabel_RightBottom: AudioChannelLabel = 58
/// The lower center.
public let kAudioChannelLabel_CenterBottom: AudioChannelLabel = 59
/// The upper left behind, about the listener.
public let kAudioChannelLabel_LeftTopSurround: AudioChannelLabel = 60
/// The upper right behind, about the listener.
public let kAudioChannelLabel_RightTopSurround: AudioChannelLabel = 61
/// Low frequencies, a third time.
public let kAudioChannelLabel_LFE3: AudioChannelLabel = 62
/// The left at the back.
public let kAudioChannelLabel_LeftBackSurround: AudioChannelLabel = 63
/// The right at the back.
public let kAudioChannelLabel_RightBackSurround: AudioChannelLabel = 64
/// The picture's left edge.
public let kAudioChannelLabel_LeftEdgeOfScreen: AudioChannelLabel = 65
/// The picture's right edge.
public let kAudioChannelLabel_RightEdgeOfScreen: AudioChannelLabel = 66
/// Ambisonics of the first order: pressure.
public let kAudioChannelLabel_Ambisonic_W: AudioChannelLabel = 200
/// Ambisonics of the first order: to the front.
public let kAudioChannelLabel_Ambisonic_X: AudioChannelLabel = 201
/// Ambisonics of the first order: to the left.
public let kAudioChannelLabel_Ambisonic_Y: AudioChannelLabel = 202
/// Ambisonics of the first order: upwards.
public let kAudioChannelLabel_Ambisonic_Z: AudioChannelLabel = 203
/// The middle of two microphones, middle and sides.
public let kAudioChannelLabel_MS_Mid: AudioChannelLabel = 204
/// The sides of two microphones, middle and sides.
public let kAudioChannelLabel_MS_Side: AudioChannelLabel = 205
/// The first of two microphones in one place.
public let kAudioChannelLabel_XY_X: AudioChannelLabel = 206
/// The second of two microphones in one place.
public let kAudioChannelLabel_XY_Y: AudioChannelLabel = 207
/// What the left ear hears.
public let kAudioChannelLabel_BinauralLeft: AudioChannelLabel = 208
/// What the right ear hears.
public let kAudioChannelLabel_BinauralRight: AudioChannelLabel = 209
/// The left of headphones.
public let kAudioChannelLabel_HeadphonesLeft: AudioChannelLabel = 301
/// The right of headphones.
public let kAudioChannelLabel_HeadphonesRight: AudioChannelLabel = 302
/// Clicks.
public let kAudioChannelLabel_ClickTrack: AudioChannelLabel = 304
/// Another language.
public let kAudioChannelLabel_ForeignLanguage: AudioChannelLabel = 305
/// A channel without a place.
public let kAudioChannelLabel_Discrete: AudioChannelLabel = 400
/// The first of the channels without places; others have the numbers that follow.
public let kAudioChannelLabel_Discrete_0: AudioChannelLabel = 1 << 16

extension AudioChannelBitmap {
  /// The left.
  public static let bit_Left = AudioChannelBitmap(rawValue: 1 << 0)
  /// The right.
  public static let bit_Right = AudioChannelBitmap(rawValue: 1 << 1)
  /// The center.
  public static let bit_Center = AudioChannelBitmap(rawValue: 1 << 2)
  /// Low frequencies.
  public static let bit_LFEScreen = AudioChannelBitmap(rawValue: 1 << 3)
  /// The left behind.
  public static let bit_LeftSurround = AudioChannelBitmap(rawValue: 1 << 4)
  /// The right behind.
  public static let bit_RightSurround = AudioChannelBitmap(rawValue: 1 << 5)
  /// Between left and center.
  public static let bit_LeftCenter = AudioChannelBitmap(rawValue: 1 << 6)
  /// Between right and center.
  public static let bit_RightCenter = AudioChannelBitmap(rawValue: 1 << 7)
  /// The center behind.
  public static let bit_CenterSurround = AudioChannelBitmap(rawValue: 1 << 8)
  /// The left side.
  public static let bit_LeftSurroundDirect = AudioChannelBitmap(rawValue: 1 << 9)
  /// The right side.
  public static let bit_RightSurroundDirect = AudioChannelBitmap(rawValue: 1 << 10)
  /// Above.
  public static let bit_TopCenterSurround = AudioChannelBitmap(rawValue: 1 << 11)
  /// The upper left.
  public static let bit_VerticalHeightLeft = AudioChannelBitmap(rawValue: 1 << 12)
  /// The upper center.
  public static let bit_VerticalHeightCenter = AudioChannelBitmap(rawValue: 1 << 13)
  /// The upper right.
  public static let bit_VerticalHeightRight = AudioChannelBitmap(rawValue: 1 << 14)
  /// The upper left behind.
  public static let bit_TopBackLeft = AudioChannelBitmap(rawValue: 1 << 15)
  /// The upper center behind.
  public static let bit_TopBackCenter = AudioChannelBitmap(rawValue: 1 << 16)
  /// The upper right behind.
  public static let bit_TopBackRight = AudioChannelBitmap(rawValue: 1 << 17)
  /// The upper left.
  public static let bit_LeftTopFront = bit_VerticalHeightLeft
  /// The upper center.
  public static let bit_CenterTopFront = bit_VerticalHeightCenter
  /// The upper right.
  public static let bit_RightTopFront = bit_VerticalHeightRight
  /// Above.
  public static let bit_CenterTopMiddle = bit_TopCenterSurround
  /// Left above.
  public static let bit_LeftTopMiddle = AudioChannelBitmap(rawValue: 1 << 21)
  /// Right above.
  public static let bit_RightTopMiddle = AudioChannelBitmap(rawValue: 1 << 23)
  /// The upper left at the back.
  public static let bit_LeftTopRear = AudioChannelBitmap(rawValue: 1 << 24)
  /// The upper center at the back.
  public static let bit_CenterTopRear = AudioChannelBitmap(rawValue: 1 << 25)
  /// The upper right at the back.
  public static let bit_RightTopRear = AudioChannelBitmap(rawValue: 1 << 26)
}
