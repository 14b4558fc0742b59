public import MediaFormats
public import MediaTime

/// A level of H.264 or HEVC: bounds that players of it are made for.
public struct EncodingLevel: Hashable, Sendable {
  /// Its number, as "4.1".
  public let name: String
  /// Bits a second at most, in the profiles of 8 bits; of H.264's high profile, a quarter more.
  public let bitrate: Int
  /// The size of a picture at most: macroblocks of H.264, luma samples of HEVC.
  let size: Int
  /// As many a second.
  let rate: Int
  /// Macroblocks that H.264's decoder keeps; 0 of HEVC, whose encoder looks after that by itself.
  let kept: Int

  private init(_ name: String, size: Int, rate: Int, kilobits: Int, kept: Int = 0) {
    (self.name, self.size, self.rate, self.bitrate, self.kept) = (name, size, rate, kilobits * 1_000, kept)
  }

  /// The level called `name` of `codec`.
  ///
  /// - Throws: `RenderError` with `.unsupported`, which names those that there are.
  public static func named(_ name: String, of codec: VideoCodec) throws(RenderError) -> EncodingLevel {
    let all = levels(of: codec)
    let plain = name.hasSuffix(".0") ? String(name.dropLast(2)) : name
    if let level = all.first(where: { $0.name == plain }) { return level }
    throw RenderError(
      .unsupported, "\(codec.format.title) cannot be written at a level \(name).",
      remedy: all.isEmpty
        ? "Leave the level out: its encoder finds it." : "Choose \(all.map(\.name).joined(separator: ", ")).")
  }

  /// The levels of `codec`, the lowest first; none where they cannot be chosen.
  public static func levels(of codec: VideoCodec) -> [EncodingLevel] {
    switch codec {
    case .h264: h264
    case .hevc: hevc
    default: []
    }
  }

  /// ITU-T H.264 table A-1.
  private static let h264 = [
    EncodingLevel("1", size: 99, rate: 1_485, kilobits: 64, kept: 396),
    EncodingLevel("1.1", size: 396, rate: 3_000, kilobits: 192, kept: 900),
    EncodingLevel("1.2", size: 396, rate: 6_000, kilobits: 384, kept: 2_376),
    EncodingLevel("1.3", size: 396, rate: 11_880, kilobits: 768, kept: 2_376),
    EncodingLevel("2", size: 396, rate: 11_880, kilobits: 2_000, kept: 2_376),
    EncodingLevel("2.1", size: 792, rate: 19_800, kilobits: 4_000, kept: 4_752),
    EncodingLevel("2.2", size: 1_620, rate: 20_250, kilobits: 4_000, kept: 8_100),
    EncodingLevel("3", size: 1_620, rate: 40_500, kilobits: 10_000, kept: 8_100),
    EncodingLevel("3.1", size: 3_600, rate: 108_000, kilobits: 14_000, kept: 18_000),
    EncodingLevel("3.2", size: 5_120, rate: 216_000, kilobits: 20_000, kept: 20_480),
    EncodingLevel("4", size: 8_192, rate: 245_760, kilobits: 20_000, kept: 32_768),
    EncodingLevel("4.1", size: 8_192, rate: 245_760, kilobits: 50_000, kept: 32_768),
    EncodingLevel("4.2", size: 8_704, rate: 522_240, kilobits: 50_000, kept: 34_816),
    EncodingLevel("5", size: 22_080, rate: 589_824, kilobits: 135_000, kept: 110_400),
    EncodingLevel("5.1", size: 36_864, rate: 983_040, kilobits: 240_000, kept: 184_320),
    EncodingLevel("5.2", size: 36_864, rate: 2_073_600, kilobits: 240_000, kept: 184_320),
    EncodingLevel("6", size: 139_264, rate: 4_177_920, kilobits: 240_000, kept: 696_320),
    EncodingLevel("6.1", size: 139_264, rate: 8_355_840, kilobits: 480_000, kept: 696_320),
    EncodingLevel("6.2", size: 139_264, rate: 16_711_680, kilobits: 800_000, kept: 696_320),
  ]

  /// ITU-T H.265 tables A.8 and A.9, main tier.
  private static let hevc = [
    EncodingLevel("1", size: 36_864, rate: 552_960, kilobits: 128),
    EncodingLevel("2", size: 122_880, rate: 3_686_400, kilobits: 1_500),
    EncodingLevel("2.1", size: 245_760, rate: 7_372_800, kilobits: 3_000),
    EncodingLevel("3", size: 552_960, rate: 16_588_800, kilobits: 6_000),
    EncodingLevel("3.1", size: 983_040, rate: 33_177_600, kilobits: 10_000),
    EncodingLevel("4", size: 2_228_224, rate: 66_846_720, kilobits: 12_000),
    EncodingLevel("4.1", size: 2_228_224, rate: 133_693_440, kilobits: 20_000),
    EncodingLevel("5", size: 8_912_896, rate: 267_386_880, kilobits: 25_000),
    EncodingLevel("5.1", size: 8_912_896, rate: 534_773_760, kilobits: 40_000),
    EncodingLevel("5.2", size: 8_912_896, rate: 1_069_547_520, kilobits: 60_000),
    EncodingLevel("6", size: 35_651_584, rate: 1_069_547_520, kilobits: 60_000),
    EncodingLevel("6.1", size: 35_651_584, rate: 2_139_095_040, kilobits: 120_000),
    EncodingLevel("6.2", size: 35_651_584, rate: 4_278_190_080, kilobits: 240_000),
  ]

  /// Macroblocks of a picture of `size`.
  private static func macroblocks(_ size: PixelSize) -> Int { (size.width + 15) / 16 * ((size.height + 15) / 16) }

  /// The number of pictures of `size` that H.264's decoder keeps at most.
  public func keptPictures(of size: PixelSize) -> Int { min(16, kept / max(1, Self.macroblocks(size))) }

  /// Refuses pictures that are too large, too many or of too many bits for the level that `video` names.
  ///
  /// - Throws: `RenderError` with `.unsupported`, which names the lowest level that they fit.
  public static func check(
    _ video: VideoSettings, size: PixelSize, frameDuration: Rational
  ) throws(RenderError) {
    guard let name = video.level else { return }
    let level = try named(name, of: video.codec)
    let area = video.codec == .h264 ? macroblocks(size) : size.width * size.height
    let perSecond = Double(area) / max(frameDuration.seconds, 1e-6)
    func fits(_ level: EncodingLevel) -> Bool {
      area <= level.size && perSecond <= Double(level.rate) * 1.001
        && (video.rateControl?.bitrate ?? 0) <= level.bitrate
    }
    guard !fits(level) else { return }
    let fitting = levels(of: video.codec).first(where: fits)
    let bits = video.rateControl?.bitrate.map { ", \($0) bits a second" } ?? ""
    let rate = (100 / max(frameDuration.seconds, 1e-6)).rounded() / 100
    throw RenderError(
      .unsupported,
      "Pictures of \(size.width)×\(size.height), \(rate) a second\(bits), do not fit into level \(level.name) of \(video.codec.format.title).",
      remedy: fitting.map { "Choose level \($0.name) or a higher one." }
        ?? "No level takes them: make them smaller or fewer.")
  }
}
