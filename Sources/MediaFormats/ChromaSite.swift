/// The location of a picture's chroma samples among its luma samples (ITU-T H.273 §8.7), where there are fewer of them.
public enum ChromaSite: String, Hashable, Sendable, Codable, CaseIterable {
  /// On every other column, between two rows: MPEG-2 and everything since.
  case left
  /// Between two columns and two rows: MPEG-1, JPEG.
  case center
  /// On every other column and every other row: HDR10 and BT.2020, DV of 525 lines.
  case topLeft
  /// Between two columns, on every other row.
  case top
}
