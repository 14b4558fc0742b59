// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreMedia
public import Foundation
import Synchronization

/// A choice of settings (`AVOutputSettingsPreset`).
public struct AVOutputSettingsPreset: RawRepresentable, Hashable, Sendable {
  /// AVFoundation's name.
  public let rawValue: String
  /// The choice of this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// 640×480, H.264.
  public static let preset640x480 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset640x480")
  /// 960×540, H.264.
  public static let preset960x540 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset960x540")
  /// 1280×720, H.264.
  public static let preset1280x720 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset1280x720")
  /// 1920×1080, H.264.
  public static let preset1920x1080 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset1920x1080")
  /// 3840×2160, H.264.
  public static let preset3840x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset3840x2160")
  /// 1920×1080, HEVC.
  public static let hevc1920x1080 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC1920x1080")
  /// 3840×2160, HEVC.
  public static let hevc3840x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC3840x2160")
  /// 7680×4320, HEVC.
  public static let hevc7680x4320 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC7680x4320")

  /// Pixels across and down, the codec, and bits a second at 30 frames a second.
  fileprivate var choice: (width: Int, height: Int, codec: AVVideoCodecType, bits: Double)? {
    switch self {
    case .preset640x480: (640, 480, .h264, 2_000_000)
    case .preset960x540: (960, 540, .h264, 3_500_000)
    case .preset1280x720: (1_280, 720, .h264, 6_000_000)
    case .preset1920x1080: (1_920, 1_080, .h264, 12_000_000)
    case .preset3840x2160: (3_840, 2_160, .h264, 45_000_000)
    case .hevc1920x1080: (1_920, 1_080, .hevc, 7_500_000)
    case .hevc3840x2160: (3_840, 2_160, .hevc, 25_000_000)
    case .hevc7680x4320: (7_680, 4_320, .hevc, 80_000_000)
    default: nil
    }
  }
}

/// Settings for a writer's inputs, by a choice and by what the source is (`AVOutputSettingsAssistant`).
///
/// Pictures are not made larger than those of the source, and keep their shape; bits a second follow the size and the rate. Apple does not
/// say which numbers its assistant gives: these are what the encoders here take for good pictures. Threads: any.
public final class AVOutputSettingsAssistant: NSObject, Sendable {
  private let choice: (width: Int, height: Int, codec: AVVideoCodecType, bits: Double)
  private let state = Mutex(State())

  private struct State: Sendable {
    var videoFormat: CMVideoFormatDescription?
    var audioFormat: CMAudioFormatDescription?
    var average = CMTime(value: 1, timescale: 30)
    var shortest = CMTime(value: 1, timescale: 30)
  }

  /// Settings by `presetIdentifier`; nil for one that is not known.
  public init?(preset presetIdentifier: AVOutputSettingsPreset) {
    guard let choice = presetIdentifier.choice else { return nil }
    self.choice = choice
    super.init()
  }

  /// The choices that there are.
  public class func availableOutputSettingsPresets() -> [AVOutputSettingsPreset] {
    [
      .preset640x480, .preset960x540, .preset1280x720, .preset1920x1080, .preset3840x2160, .hevc1920x1080,
      .hevc3840x2160, .hevc7680x4320,
    ]
  }

  /// The format of the source's pictures; nil where it is not known.
  public var sourceVideoFormat: CMVideoFormatDescription? {
    get { state.withLock(\.videoFormat) }
    set { state.withLock { $0.videoFormat = newValue } }
  }
  /// The format of the source's sound; nil where it is not known.
  public var sourceAudioFormat: CMAudioFormatDescription? {
    get { state.withLock(\.audioFormat) }
    set { state.withLock { $0.audioFormat = newValue } }
  }
  /// Average duration of the source's frames: 1/30 s unless it is set.
  public var sourceVideoAverageFrameDuration: CMTime {
    get { state.withLock(\.average) }
    set { state.withLock { $0.average = newValue } }
  }
  /// Duration of the shortest of the source's frames: 1/30 s unless it is set.
  public var sourceVideoMinFrameDuration: CMTime {
    get { state.withLock(\.shortest) }
    set { state.withLock { $0.shortest = newValue } }
  }

  /// The kind of file.
  public var outputFileType: AVFileType { .mov }

  /// Settings for pictures.
  public var videoSettings: [String: Any]? {
    let size = size
    let duration = sourceVideoAverageFrameDuration.seconds
    let rate = duration.isFinite && duration > 0 ? 1 / duration : 30
    let share = Double(size.width * size.height) / Double(choice.width * choice.height)
    // Twice as many frames need half as many bits again, as they are more alike.
    let bits = choice.bits * share * pow(rate / 30, 0.585)
    var compression: [String: Any] = [
      AVVideoAverageBitRateKey: Int(bits.rounded()), AVVideoExpectedSourceFrameRateKey: Int(rate.rounded()),
      AVVideoMaxKeyFrameIntervalKey: max(1, Int((rate * 2).rounded())),
    ]
    if choice.codec == .h264 { compression[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel }
    return [
      AVVideoCodecKey: choice.codec.rawValue, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height,
      AVVideoCompressionPropertiesKey: compression,
    ]
  }

  /// Settings for sound: AAC with the source's rate, as far as it can be, and its channels, two at most.
  public var audioSettings: [String: Any]? {
    let stream = sourceAudioFormat?.audioStreamBasicDescription
    let channels = min(2, max(1, Int(stream?.mChannelsPerFrame ?? 2)))
    let rate = stream.map { min(48_000, max(8_000, $0.mSampleRate)) } ?? 44_100
    return [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
      AVEncoderBitRateKey: 96_000 * channels,
    ]
  }

  /// The size of pictures: the choice's, or as much of it as the source's shape fills, its sides even.
  private var size: (width: Int, height: Int) {
    guard let source = sourceVideoFormat?.dimensions, source.width > 0, source.height > 0 else {
      return (choice.width, choice.height)
    }
    let (width, height) = (Double(source.width), Double(source.height))
    let scale = min(1, Double(choice.width) / width, Double(choice.height) / height)
    func even(_ side: Double) -> Int { max(2, Int((side * scale / 2).rounded()) * 2) }
    return (even(width), even(height))
  }
}
