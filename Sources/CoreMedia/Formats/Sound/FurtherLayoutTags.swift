// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Layouts by the names of standards, files and codecs. The numbers are those of Apple's CoreAudioBaseTypes.h; those of which readers and
// writers know the order of the channels stand in ChannelLayoutTags.swift.
//
// L, R, C, LFE: left, right, center, low frequencies; Ls, Rs, Cs: surround; Rls, Rrs: rear surround; Lsd, Rsd, Csd: direct surround; Lc, Rc:
// beside the center; Lw, Rw: wide; Lt, Rt: a matrix; Vhl, Vhc, Vhr: upper front; Ts: above; Ltm, Rtm: upper middle; Ltr, Rtr: upper rear.

/// L R Ls Rs C LFE Lc Rc.
public let kAudioChannelLayoutTag_Emagic_Default_7_1: AudioChannelLayoutTag = 129 << 16 | 8
/// L R C LFE Ls Rs Lt Rt.
public let kAudioChannelLayoutTag_SMPTE_DTV: AudioChannelLayoutTag = 130 << 16 | 8
/// The layout `Mono`.
public let kAudioChannelLayoutTag_ITU_1_0 = kAudioChannelLayoutTag_Mono
/// The layout `Stereo`.
public let kAudioChannelLayoutTag_ITU_2_0 = kAudioChannelLayoutTag_Stereo
/// L R Cs.
public let kAudioChannelLayoutTag_ITU_2_1: AudioChannelLayoutTag = 131 << 16 | 3
/// L R Ls Rs.
public let kAudioChannelLayoutTag_ITU_2_2: AudioChannelLayoutTag = 132 << 16 | 4
/// The layout `MPEG_3_0_A`.
public let kAudioChannelLayoutTag_ITU_3_0 = kAudioChannelLayoutTag_MPEG_3_0_A
/// The layout `MPEG_4_0_A`.
public let kAudioChannelLayoutTag_ITU_3_1 = kAudioChannelLayoutTag_MPEG_4_0_A
/// The layout `MPEG_5_0_A`.
public let kAudioChannelLayoutTag_ITU_3_2 = kAudioChannelLayoutTag_MPEG_5_0_A
/// The layout `MPEG_5_1_A`.
public let kAudioChannelLayoutTag_ITU_3_2_1 = kAudioChannelLayoutTag_MPEG_5_1_A
/// The layout `MPEG_7_1_C`.
public let kAudioChannelLayoutTag_ITU_3_4_1 = kAudioChannelLayoutTag_MPEG_7_1_C
/// The layout `Mono`.
public let kAudioChannelLayoutTag_DVD_0 = kAudioChannelLayoutTag_Mono
/// The layout `Stereo`.
public let kAudioChannelLayoutTag_DVD_1 = kAudioChannelLayoutTag_Stereo
/// The layout `ITU_2_1`.
public let kAudioChannelLayoutTag_DVD_2 = kAudioChannelLayoutTag_ITU_2_1
/// The layout `ITU_2_2`.
public let kAudioChannelLayoutTag_DVD_3 = kAudioChannelLayoutTag_ITU_2_2
/// L R LFE.
public let kAudioChannelLayoutTag_DVD_4: AudioChannelLayoutTag = 133 << 16 | 3
/// L R LFE Cs.
public let kAudioChannelLayoutTag_DVD_5: AudioChannelLayoutTag = 134 << 16 | 4
/// L R LFE Ls Rs.
public let kAudioChannelLayoutTag_DVD_6: AudioChannelLayoutTag = 135 << 16 | 5
/// The layout `MPEG_3_0_A`.
public let kAudioChannelLayoutTag_DVD_7 = kAudioChannelLayoutTag_MPEG_3_0_A
/// The layout `MPEG_4_0_A`.
public let kAudioChannelLayoutTag_DVD_8 = kAudioChannelLayoutTag_MPEG_4_0_A
/// The layout `MPEG_5_0_A`.
public let kAudioChannelLayoutTag_DVD_9 = kAudioChannelLayoutTag_MPEG_5_0_A
/// L R C LFE.
public let kAudioChannelLayoutTag_DVD_10: AudioChannelLayoutTag = 136 << 16 | 4
/// L R C LFE Cs.
public let kAudioChannelLayoutTag_DVD_11: AudioChannelLayoutTag = 137 << 16 | 5
/// The layout `MPEG_5_1_A`.
public let kAudioChannelLayoutTag_DVD_12 = kAudioChannelLayoutTag_MPEG_5_1_A
/// The layout `DVD_8`.
public let kAudioChannelLayoutTag_DVD_13 = kAudioChannelLayoutTag_DVD_8
/// The layout `DVD_9`.
public let kAudioChannelLayoutTag_DVD_14 = kAudioChannelLayoutTag_DVD_9
/// The layout `DVD_10`.
public let kAudioChannelLayoutTag_DVD_15 = kAudioChannelLayoutTag_DVD_10
/// The layout `DVD_11`.
public let kAudioChannelLayoutTag_DVD_16 = kAudioChannelLayoutTag_DVD_11
/// The layout `DVD_12`.
public let kAudioChannelLayoutTag_DVD_17 = kAudioChannelLayoutTag_DVD_12
/// L R Ls Rs LFE.
public let kAudioChannelLayoutTag_DVD_18: AudioChannelLayoutTag = 138 << 16 | 5
/// The layout `MPEG_5_0_B`.
public let kAudioChannelLayoutTag_DVD_19 = kAudioChannelLayoutTag_MPEG_5_0_B
/// The layout `MPEG_5_1_B`.
public let kAudioChannelLayoutTag_DVD_20 = kAudioChannelLayoutTag_MPEG_5_1_B
/// The layout `MPEG_3_0_B`.
public let kAudioChannelLayoutTag_AAC_3_0 = kAudioChannelLayoutTag_MPEG_3_0_B
/// The layout `MPEG_4_0_B`.
public let kAudioChannelLayoutTag_AAC_4_0 = kAudioChannelLayoutTag_MPEG_4_0_B
/// The layout `MPEG_5_0_D`.
public let kAudioChannelLayoutTag_AAC_5_0 = kAudioChannelLayoutTag_MPEG_5_0_D
/// C L R Ls Rs Cs.
public let kAudioChannelLayoutTag_AAC_6_0: AudioChannelLayoutTag = 141 << 16 | 6
/// C L R Ls Rs Cs LFE.
public let kAudioChannelLayoutTag_AAC_6_1: AudioChannelLayoutTag = 142 << 16 | 7
/// C L R Ls Rs Rls Rrs.
public let kAudioChannelLayoutTag_AAC_7_0: AudioChannelLayoutTag = 143 << 16 | 7
/// The layout `MPEG_7_1_B`.
public let kAudioChannelLayoutTag_AAC_7_1 = kAudioChannelLayoutTag_MPEG_7_1_B
/// C L R Ls Rs Rls Rrs LFE.
public let kAudioChannelLayoutTag_AAC_7_1_B: AudioChannelLayoutTag = 183 << 16 | 8
/// C L R Ls Rs LFE Vhl Vhr.
public let kAudioChannelLayoutTag_AAC_7_1_C: AudioChannelLayoutTag = 184 << 16 | 8
/// C L R Ls Rs Rls Rrs Cs.
public let kAudioChannelLayoutTag_AAC_Octagonal: AudioChannelLayoutTag = 144 << 16 | 8
/// L R C Vhc Lsd Rsd Ls Rs Vhl Vhr Lw Rw Csd Cs LFE LFE2.
public let kAudioChannelLayoutTag_TMH_10_2_std: AudioChannelLayoutTag = 145 << 16 | 16
/// The layout `TMH_10_2_std`, and Lc Rc, for those who hear badly, for those who see badly, and what is felt.
public let kAudioChannelLayoutTag_TMH_10_2_full: AudioChannelLayoutTag = 146 << 16 | 21
/// L R Ls Rs C Lc Rc.
public let kAudioChannelLayoutTag_AudioUnit_7_0_Front: AudioChannelLayoutTag = 148 << 16 | 7
/// The layout `MPEG_7_1_A`.
public let kAudioChannelLayoutTag_AudioUnit_7_1_Front = kAudioChannelLayoutTag_MPEG_7_1_A
/// C LFE.
public let kAudioChannelLayoutTag_AC3_1_0_1: AudioChannelLayoutTag = 149 << 16 | 2
/// L C R.
public let kAudioChannelLayoutTag_AC3_3_0: AudioChannelLayoutTag = 150 << 16 | 3
/// L C R Cs.
public let kAudioChannelLayoutTag_AC3_3_1: AudioChannelLayoutTag = 151 << 16 | 4
/// L C R LFE.
public let kAudioChannelLayoutTag_AC3_3_0_1: AudioChannelLayoutTag = 152 << 16 | 4
/// L R Cs LFE.
public let kAudioChannelLayoutTag_AC3_2_1_1: AudioChannelLayoutTag = 153 << 16 | 4
/// L C R Cs LFE.
public let kAudioChannelLayoutTag_AC3_3_1_1: AudioChannelLayoutTag = 154 << 16 | 5
/// L C R Ls Rs Cs.
public let kAudioChannelLayoutTag_EAC_6_0_A: AudioChannelLayoutTag = 155 << 16 | 6
/// L C R Ls Rs Rls Rrs.
public let kAudioChannelLayoutTag_EAC_7_0_A: AudioChannelLayoutTag = 156 << 16 | 7
/// L C R Ls Rs LFE Cs.
public let kAudioChannelLayoutTag_EAC3_6_1_A: AudioChannelLayoutTag = 157 << 16 | 7
/// L C R Ls Rs LFE Ts.
public let kAudioChannelLayoutTag_EAC3_6_1_B: AudioChannelLayoutTag = 158 << 16 | 7
/// L C R Ls Rs LFE Vhc.
public let kAudioChannelLayoutTag_EAC3_6_1_C: AudioChannelLayoutTag = 159 << 16 | 7
/// L C R Ls Rs LFE Rls Rrs.
public let kAudioChannelLayoutTag_EAC3_7_1_A: AudioChannelLayoutTag = 160 << 16 | 8
/// L C R Ls Rs LFE Lc Rc.
public let kAudioChannelLayoutTag_EAC3_7_1_B: AudioChannelLayoutTag = 161 << 16 | 8
/// L C R Ls Rs LFE Lsd Rsd.
public let kAudioChannelLayoutTag_EAC3_7_1_C: AudioChannelLayoutTag = 162 << 16 | 8
/// L C R Ls Rs LFE Lw Rw.
public let kAudioChannelLayoutTag_EAC3_7_1_D: AudioChannelLayoutTag = 163 << 16 | 8
/// L C R Ls Rs LFE Vhl Vhr.
public let kAudioChannelLayoutTag_EAC3_7_1_E: AudioChannelLayoutTag = 164 << 16 | 8
/// L C R Ls Rs LFE Cs Ts.
public let kAudioChannelLayoutTag_EAC3_7_1_F: AudioChannelLayoutTag = 165 << 16 | 8
/// L C R Ls Rs LFE Cs Vhc.
public let kAudioChannelLayoutTag_EAC3_7_1_G: AudioChannelLayoutTag = 166 << 16 | 8
/// L C R Ls Rs LFE Ts Vhc.
public let kAudioChannelLayoutTag_EAC3_7_1_H: AudioChannelLayoutTag = 167 << 16 | 8
/// C L R LFE.
public let kAudioChannelLayoutTag_DTS_3_1: AudioChannelLayoutTag = 168 << 16 | 4
/// C L R Cs LFE.
public let kAudioChannelLayoutTag_DTS_4_1: AudioChannelLayoutTag = 169 << 16 | 5
/// Lc Rc L R Ls Rs.
public let kAudioChannelLayoutTag_DTS_6_0_A: AudioChannelLayoutTag = 170 << 16 | 6
/// C L R Rls Rrs Ts.
public let kAudioChannelLayoutTag_DTS_6_0_B: AudioChannelLayoutTag = 171 << 16 | 6
/// C Cs L R Rls Rrs.
public let kAudioChannelLayoutTag_DTS_6_0_C: AudioChannelLayoutTag = 172 << 16 | 6
/// Lc Rc L R Ls Rs LFE.
public let kAudioChannelLayoutTag_DTS_6_1_A: AudioChannelLayoutTag = 173 << 16 | 7
/// C L R Rls Rrs Ts LFE.
public let kAudioChannelLayoutTag_DTS_6_1_B: AudioChannelLayoutTag = 174 << 16 | 7
/// C Cs L R Rls Rrs LFE.
public let kAudioChannelLayoutTag_DTS_6_1_C: AudioChannelLayoutTag = 175 << 16 | 7
/// C L R Ls Rs LFE Cs.
public let kAudioChannelLayoutTag_DTS_6_1_D: AudioChannelLayoutTag = 182 << 16 | 7
/// Lc C Rc L R Ls Rs.
public let kAudioChannelLayoutTag_DTS_7_0: AudioChannelLayoutTag = 176 << 16 | 7
/// Lc C Rc L R Ls Rs LFE.
public let kAudioChannelLayoutTag_DTS_7_1: AudioChannelLayoutTag = 177 << 16 | 8
/// Lc Rc L R Ls Rs Rls Rrs.
public let kAudioChannelLayoutTag_DTS_8_0_A: AudioChannelLayoutTag = 178 << 16 | 8
/// Lc C Rc L R Ls Cs Rs.
public let kAudioChannelLayoutTag_DTS_8_0_B: AudioChannelLayoutTag = 179 << 16 | 8
/// Lc Rc L R Ls Rs Rls Rrs LFE.
public let kAudioChannelLayoutTag_DTS_8_1_A: AudioChannelLayoutTag = 180 << 16 | 9
/// Lc C Rc L R Ls Cs Rs LFE.
public let kAudioChannelLayoutTag_DTS_8_1_B: AudioChannelLayoutTag = 181 << 16 | 9
/// The layout `DVD_4`.
public let kAudioChannelLayoutTag_WAVE_2_1 = kAudioChannelLayoutTag_DVD_4
/// The layout `MPEG_3_0_A`.
public let kAudioChannelLayoutTag_WAVE_3_0 = kAudioChannelLayoutTag_MPEG_3_0_A
/// The layout `ITU_2_2`.
public let kAudioChannelLayoutTag_WAVE_4_0_A = kAudioChannelLayoutTag_ITU_2_2
/// L R Rls Rrs.
public let kAudioChannelLayoutTag_WAVE_4_0_B: AudioChannelLayoutTag = 185 << 16 | 4
/// The layout `MPEG_5_0_A`.
public let kAudioChannelLayoutTag_WAVE_5_0_A = kAudioChannelLayoutTag_MPEG_5_0_A
/// L R C Rls Rrs.
public let kAudioChannelLayoutTag_WAVE_5_0_B: AudioChannelLayoutTag = 186 << 16 | 5
/// The layout `MPEG_5_1_A`.
public let kAudioChannelLayoutTag_WAVE_5_1_A = kAudioChannelLayoutTag_MPEG_5_1_A
/// L R C LFE Rls Rrs.
public let kAudioChannelLayoutTag_WAVE_5_1_B: AudioChannelLayoutTag = 187 << 16 | 6
/// L R C LFE Cs Ls Rs.
public let kAudioChannelLayoutTag_WAVE_6_1: AudioChannelLayoutTag = 188 << 16 | 7
/// L R C LFE Rls Rrs Ls Rs.
public let kAudioChannelLayoutTag_WAVE_7_1: AudioChannelLayoutTag = 189 << 16 | 8
/// L R C LFE Ls Rs Rls Rrs Vhl Vhr Ltr Rtr.
public let kAudioChannelLayoutTag_Atmos_7_1_4: AudioChannelLayoutTag = 192 << 16 | 12
/// L R C LFE Ls Rs Rls Rrs Lw Rw Vhl Vhr Ltm Rtm Ltr Rtr.
public let kAudioChannelLayoutTag_Atmos_9_1_6: AudioChannelLayoutTag = 193 << 16 | 16
/// L R C LFE Ls Rs Ltm Rtm.
public let kAudioChannelLayoutTag_Atmos_5_1_2: AudioChannelLayoutTag = 194 << 16 | 8
/// L R C LFE Ls Rs Vhl Vhr Ltr Rtr.
public let kAudioChannelLayoutTag_Atmos_5_1_4: AudioChannelLayoutTag = 195 << 16 | 10
/// L R C LFE Ls Rs Rls Rrs Ltm Rtm.
public let kAudioChannelLayoutTag_Atmos_7_1_2: AudioChannelLayoutTag = 196 << 16 | 10
