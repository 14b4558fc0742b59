/// What a file says of its pictures beside their samples and colors (side data, in FFmpeg's word), and a film that is encoded of them does not.
public enum PictureSideData: String, Hashable, Sendable, Codable, CaseIterable {
  /// Pictures surround the viewer: 360° (Spherical Video V2, Matroska's `Projection`).
  case spherical
  /// Pictures hold one view for each eye (`st3d`, Matroska's `StereoMode`).
  case stereo3D
  /// How the light of each scene is brought to a display, and a layer of more light (Dolby Vision's RPU).
  case dolbyVision
  /// How the light of each scene is brought to a display (HDR10+, SMPTE ST 2094-40).
  case dynamicHDR
  /// Captions among the pictures (CEA-608 and CEA-708, ATSC A/53 part 4).
  case closedCaptions
}
