/// The colors that a film is made in: what `videoComposition.color` of a project says.
public enum FilmColor: String, Hashable, Sendable, Codable, CaseIterable {
  /// Standard-definition video of 525 lines (ITU-R BT.601).
  case bt601
  /// High-definition video (ITU-R BT.709).
  case bt709
  /// Ultra-high-definition video of standard dynamic range and wide colors (ITU-R BT.2020).
  case bt2020
  /// High dynamic range, HLG (ITU-R BT.2100).
  case hlg
  /// High dynamic range, PQ (ITU-R BT.2100, SMPTE ST 2084).
  case pq

  /// The code points, in limited range.
  public var colorimetry: Colorimetry {
    switch self {
    case .bt601: .bt601
    case .bt709: .bt709
    case .bt2020: Colorimetry(isFullRange: false, matrix: 9, transfer: 14, primaries: 9)
    case .hlg: Colorimetry(isFullRange: false, matrix: 9, transfer: 18, primaries: 9)
    case .pq: Colorimetry(isFullRange: false, matrix: 9, transfer: 16, primaries: 9)
    }
  }
}
