import EditingModel

// The properties of assets. Those of the tracks themselves stand in extensions of their own, since compositions have tracks of their own
// class.

extension AVPartialAsyncProperty where Root: AVAsset {
  /// From zero to the end of the longest track.
  public static var duration: AVAsyncProperty<Root, CMTime> { .init("duration") { try $0.content().duration } }
  /// All tracks.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init("tracks") { try $0.trackObjects() } }
  /// The rate at which it is meant to be played: 1.
  public static var preferredRate: AVAsyncProperty<Root, Float> { .init("preferredRate") { $0.preferredRate } }
  /// The gain of its first sound; 1 where there is none.
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    .init("preferredVolume") { try $0.content().preferredVolume }
  }
  /// Transform that turns the first video track's pictures upright.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    .init("preferredTransform") { try $0.content().preferredTransform }
  }
  /// Whether durations and times are exact: always.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    .init("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
  }
  /// Whether it can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .capability("playable") }
  /// Whether it can be exported.
  public static var isExportable: AVAsyncProperty<Root, Bool> { .capability("exportable") }
  /// Whether it can be read by a reader.
  public static var isReadable: AVAsyncProperty<Root, Bool> { .capability("readable") }
  /// Whether compositions can be made of it.
  public static var isComposable: AVAsyncProperty<Root, Bool> { .capability("composable") }
  /// Whether it is encrypted.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    .init(
      "hasProtectedContent", prepare: { try await $0.loadCapabilities() }, status: { $0.capabilityStatus },
      { $0.hasProtectedContent })
  }
}

extension AVAsyncProperty where Root: AVAsset, Value == Bool {
  /// Whether the asset can be used: known, and false, of a file that cannot be read as well.
  fileprivate static func capability(_ key: String) -> AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(
      key, prepare: { try await $0.loadCapabilities() }, status: { $0.capabilityStatus }, { $0.isPlayable })
  }
}

extension AVPartialAsyncProperty where Root: AVComposition {
  /// All tracks.
  public static var tracks: AVAsyncProperty<Root, [AVCompositionTrack]> {
    .init("tracks") { try $0.trackObjects().compactMap { $0 as? AVCompositionTrack } }
  }
}

extension AVPartialAsyncProperty where Root: AVMutableComposition {
  /// All tracks.
  public static var tracks: AVAsyncProperty<Root, [AVMutableCompositionTrack]> {
    .init("tracks") { try $0.trackObjects().compactMap { $0 as? AVMutableCompositionTrack } }
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The formats of its media.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    .init("formatDescriptions") { try $0.formats() }
  }
  /// Whether it can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init("playable") { $0.isPlayable } }
  /// Whether it can be decoded.
  public static var isDecodable: AVAsyncProperty<Root, Bool> { .init("decodable") { $0.isDecodable } }
  /// Whether it is played by default.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { .init("enabled") { $0.isEnabled } }
  /// Whether its media are in its own file.
  public static var isSelfContained: AVAsyncProperty<Root, Bool> { .init("selfContained") { $0.isSelfContained } }
  /// Bytes of all its packets.
  public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
    .init("totalSampleDataLength") { try $0.fact(0, \.totalSampleDataLength) }
  }
  /// Characteristics of its media.
  public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
    .init("mediaCharacteristics") { try $0.characteristics() }
  }
  /// From its first frame or sample to the end of its last.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init("timeRange") { $0.timeRange } }
  /// Units a second of its times.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    .init("naturalTimeScale") { $0.naturalTimeScale }
  }
  /// Bits a second, on the average.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
    .init("estimatedDataRate") { Float(try $0.fact(0, \.estimatedDataRate)) }
  }
  /// The language, ISO 639-2/T.
  public static var languageCode: AVAsyncProperty<Root, String?> { .init("languageCode") { $0.languageCode } }
  /// The language, a BCP 47 tag.
  public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
    .init("extendedLanguageTag") { $0.extendedLanguageTag }
  }
  /// The size of its pictures, before they are turned upright.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> {
    .init("naturalSize") { CGSize(try $0.fact(.zero, \.naturalSize)) }
  }
  /// Transform that turns its pictures upright.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    .init("preferredTransform") { $0.preferredTransform }
  }
  /// The gain of its sound.
  public static var preferredVolume: AVAsyncProperty<Root, Float> { .init("preferredVolume") { $0.preferredVolume } }
  /// Frames a second; 0 where it is not known.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
    .init("nominalFrameRate") { Float(try $0.fact(0, \.nominalFrameRate)) }
  }
  /// The duration of its shortest frame; invalid where it is not known.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
    .init("minFrameDuration") { try $0.fact(.invalid, \.minFrameDuration) }
  }
  /// Whether packets stand in the file in another order than they are shown in.
  public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
    .init("requiresFrameReordering") { try $0.fact(false, \.requiresFrameReordering) }
  }
  /// The parts of the media and the times at which they are shown.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> {
    .init("segments") { $0.segmentObjects() }
  }
}
