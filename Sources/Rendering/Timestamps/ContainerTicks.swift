/// The units in which containers count time.
enum ContainerTicks {
  /// Nanoseconds in a second: the finest ticks there are, in which timestamps arrive.
  static let nanosecondRate: Int64 = 1_000_000_000

  /// Usual ticks in a second, fewest first.
  ///
  /// 600 and 1200 are QuickTime's, 1000 Matroska's and Flash's, 90000 MPEG's; 10240 … 19200 are what FFmpeg makes of a
  /// whole frame rate (doubled until it exceeds 10000) and 12000 … 240000 of one over 1001; 22050 … 96000 are sample
  /// rates; 1000000 is WebM's finest and AVI's, 10000000 Windows'.
  static let rates: [Int64] = [
    600, 1_000, 1_200, 10_000, 10_240, 11_520, 11_988, 12_000, 12_288, 12_800, 15_000, 15_360, 16_000, 16_384, 18_432,
    19_200, 22_050, 23_976, 24_000, 25_000, 30_000, 32_000, 44_100, 48_000, 50_000, 59_940, 60_000, 90_000, 96_000,
    100_000, 120_000, 180_000, 192_000, 240_000, 1_000_000, 10_000_000, nanosecondRate,
  ]
}
