// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Usual layouts of channels that programs name. The upper 16 bits are the layout, the lower ones how many channels it has.

/// Two channels for headphones.
public let kAudioChannelLayoutTag_StereoHeadphones: AudioChannelLayoutTag = 102 << 16 | 2
/// Two channels that hold more.
public let kAudioChannelLayoutTag_MatrixStereo: AudioChannelLayoutTag = 103 << 16 | 2
/// The middle and the sides.
public let kAudioChannelLayoutTag_MidSide: AudioChannelLayoutTag = 104 << 16 | 2
/// Two microphones in one place.
public let kAudioChannelLayoutTag_XY: AudioChannelLayoutTag = 105 << 16 | 2
/// Two channels as ears hear them.
public let kAudioChannelLayoutTag_Binaural: AudioChannelLayoutTag = 106 << 16 | 2
/// Ambisonics of the first order.
public let kAudioChannelLayoutTag_Ambisonic_B_Format: AudioChannelLayoutTag = 107 << 16 | 4
/// Left, right, left behind, right behind.
public let kAudioChannelLayoutTag_Quadraphonic: AudioChannelLayoutTag = 108 << 16 | 4
/// Left, right, left behind, right behind, center.
public let kAudioChannelLayoutTag_Pentagonal: AudioChannelLayoutTag = 109 << 16 | 5
/// The same with one behind.
public let kAudioChannelLayoutTag_Hexagonal: AudioChannelLayoutTag = 110 << 16 | 6
/// The same with left and right at the sides.
public let kAudioChannelLayoutTag_Octagonal: AudioChannelLayoutTag = 111 << 16 | 8
/// Four below and four above.
public let kAudioChannelLayoutTag_Cube: AudioChannelLayoutTag = 112 << 16 | 8
/// One channel.
public let kAudioChannelLayoutTag_MPEG_1_0: AudioChannelLayoutTag = 100 << 16 | 1
/// Left and right.
public let kAudioChannelLayoutTag_MPEG_2_0: AudioChannelLayoutTag = 101 << 16 | 2
/// Left, right, center.
public let kAudioChannelLayoutTag_MPEG_3_0_A: AudioChannelLayoutTag = 113 << 16 | 3
/// Center, left, right.
public let kAudioChannelLayoutTag_MPEG_3_0_B: AudioChannelLayoutTag = 114 << 16 | 3
/// Left, right, center, behind.
public let kAudioChannelLayoutTag_MPEG_4_0_A: AudioChannelLayoutTag = 115 << 16 | 4
/// Center, left, right, behind.
public let kAudioChannelLayoutTag_MPEG_4_0_B: AudioChannelLayoutTag = 116 << 16 | 4
/// Left, right, center, left behind, right behind.
public let kAudioChannelLayoutTag_MPEG_5_0_A: AudioChannelLayoutTag = 117 << 16 | 5
/// Left, right, left behind, right behind, center.
public let kAudioChannelLayoutTag_MPEG_5_0_B: AudioChannelLayoutTag = 118 << 16 | 5
/// Left, center, right, left behind, right behind.
public let kAudioChannelLayoutTag_MPEG_5_0_C: AudioChannelLayoutTag = 119 << 16 | 5
/// Center, left, right, left behind, right behind.
public let kAudioChannelLayoutTag_MPEG_5_0_D: AudioChannelLayoutTag = 120 << 16 | 5
/// Left, right, left behind, right behind, center, low frequencies.
public let kAudioChannelLayoutTag_MPEG_5_1_B: AudioChannelLayoutTag = 122 << 16 | 6
/// Left, center, right, left behind, right behind, low frequencies.
public let kAudioChannelLayoutTag_MPEG_5_1_C: AudioChannelLayoutTag = 123 << 16 | 6
/// Center, left, right, left behind, right behind, low frequencies.
public let kAudioChannelLayoutTag_MPEG_5_1_D: AudioChannelLayoutTag = 124 << 16 | 6
/// 5.1 with one behind in the middle.
public let kAudioChannelLayoutTag_MPEG_6_1_A: AudioChannelLayoutTag = 125 << 16 | 7
/// 5.1 with two before.
public let kAudioChannelLayoutTag_MPEG_7_1_A: AudioChannelLayoutTag = 126 << 16 | 8
/// Center first, with two before.
public let kAudioChannelLayoutTag_MPEG_7_1_B: AudioChannelLayoutTag = 127 << 16 | 8
/// 5.1 with two behind.
public let kAudioChannelLayoutTag_MPEG_7_1_C: AudioChannelLayoutTag = 128 << 16 | 8
/// As `MPEG_5_1_A`.
public let kAudioChannelLayoutTag_AudioUnit_5_1: AudioChannelLayoutTag = 121 << 16 | 6
/// As AAC has it: `MPEG_5_1_D`.
public let kAudioChannelLayoutTag_AAC_5_1: AudioChannelLayoutTag = 124 << 16 | 6
/// As AAC has it: `Quadraphonic`.
public let kAudioChannelLayoutTag_AAC_Quadraphonic: AudioChannelLayoutTag = 108 << 16 | 4
/// As `MPEG_5_1_A`.
public let kAudioChannelLayoutTag_Logic_5_1_A: AudioChannelLayoutTag = 121 << 16 | 6
/// As audio units have it: `Quadraphonic`.
public let kAudioChannelLayoutTag_AudioUnit_4: AudioChannelLayoutTag = 108 << 16 | 4
/// As audio units have it: `Pentagonal`.
public let kAudioChannelLayoutTag_AudioUnit_5: AudioChannelLayoutTag = 109 << 16 | 5
/// As audio units have it: `Hexagonal`.
public let kAudioChannelLayoutTag_AudioUnit_6: AudioChannelLayoutTag = 110 << 16 | 6
/// As audio units have it: `Octagonal`.
public let kAudioChannelLayoutTag_AudioUnit_8: AudioChannelLayoutTag = 111 << 16 | 8
/// As audio units have it: `MPEG_5_0_B`.
public let kAudioChannelLayoutTag_AudioUnit_5_0: AudioChannelLayoutTag = 118 << 16 | 5
/// Left, right, left behind, right behind, center, center behind.
public let kAudioChannelLayoutTag_AudioUnit_6_0: AudioChannelLayoutTag = 139 << 16 | 6
/// Left, right, left at the side, right at the side, center, left behind, right behind.
public let kAudioChannelLayoutTag_AudioUnit_7_0: AudioChannelLayoutTag = 140 << 16 | 7
/// As audio units have it: `MPEG_6_1_A`.
public let kAudioChannelLayoutTag_AudioUnit_6_1: AudioChannelLayoutTag = 125 << 16 | 7
/// As audio units have it: `MPEG_7_1_C`.
public let kAudioChannelLayoutTag_AudioUnit_7_1: AudioChannelLayoutTag = 128 << 16 | 8
