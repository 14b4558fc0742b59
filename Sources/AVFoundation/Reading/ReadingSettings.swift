import CoreVideo
import EditServices
import Foundation
import MediaFormats
import Rendering

/// Settings of a dictionary, by their keys.
struct SettingsDictionary: @unchecked Sendable {
  // @unchecked: the values are kept and handed on as they are.
  let values: [String: Any]

  /// The number under `key`; nil where there is none.
  func number(_ key: String) -> Double? {
    guard let value = values[key] else { return nil }
    if let number = value as? NSNumber { return number.doubleValue }
    return (value as? Double) ?? (value as? Int).map(Double.init) ?? (value as? CGFloat).map { Double($0) }
  }

  /// The whole number under `key`; nil where there is none.
  func integer(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0.rounded()) } }

  /// Whether `key` is true.
  func isTrue(_ key: String) -> Bool { number(key).map { $0 != 0 } ?? (values[key] as? Bool) ?? false }

  /// The dictionary under `key`; an empty one where there is none.
  func dictionary(_ key: String) -> SettingsDictionary {
    SettingsDictionary(values: values[key] as? [String: Any] ?? [:])
  }
}

/// Form of pictures that are read: as Core Video calls it, and as the engine does.
struct PictureReading: Sendable {
  /// Pixel format of the pictures, as Core Video numbers it.
  let format: CVPixelFormat
  /// The engine's settings.
  var settings: VideoReadingSettings { VideoReadingSettings(pixelFormat: format.format) }

  /// As `settings` say: in the first of their formats that is made here, or in 4:2:0 of the limited range where they name none.
  ///
  /// - Throws: `RenderError` where none of them is.
  init(_ settings: [String: Any]?) throws(RenderError) {
    let types = settings.map { CVPixelFormat.types(in: $0) } ?? []
    let usual = types.isEmpty ? [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange] : types
    guard let format = usual.lazy.compactMap({ CVPixelFormat(type: $0) }).first else {
      throw RenderError(
        .unsupported, "Pictures are asked for in \(types.map(letters).joined(separator: ", ")), which is not made.",
        remedy: "Ask for 'BGRA', '420v', '420f' or another format that Core Video makes here.")
    }
    self.format = format
  }
}

/// Form of sound that is read.
struct SoundReading: Sendable {
  /// The width of samples.
  let sampleFormat: SampleFormat
  /// Whether channels stand by turns.
  let isInterleaved: Bool
  /// The engine's settings.
  let settings: AudioReadingSettings

  /// The format of `settings`; by default interleaved samples of 16 bits.
  ///
  /// - Throws: `RenderError` for compressed sound, and for samples that are not made here.
  init(_ settings: [String: Any]?) throws(RenderError) {
    let values = SettingsDictionary(values: settings ?? [:])
    func refuse(_ what: String) -> RenderError {
      RenderError(
        .unsupported, "Sound is asked for \(what).",
        remedy: "Ask for kAudioFormatLinearPCM of 16, 24 or 32 bits, or floats of 32, the lower byte first.")
    }
    if let id = values.integer(AVFormatIDKey), id != Int(kAudioFormatLinearPCM) {
      throw refuse("in the format \(letters(OSType(truncatingIfNeeded: id)))")
    }
    guard !values.isTrue(AVLinearPCMIsBigEndianKey) else { throw refuse("with the higher byte first") }
    let isFloat = values.isTrue(AVLinearPCMIsFloatKey)
    switch (isFloat, values.integer(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)) {
    case (true, 32): sampleFormat = .float
    case (false, 16): sampleFormat = .integer16
    case (false, 24): sampleFormat = .integer24
    case (false, 32): sampleFormat = .integer32
    case (_, let bits): throw refuse("in \(isFloat ? "floats" : "integers") of \(bits) bits")
    }
    isInterleaved = !values.isTrue(AVLinearPCMIsNonInterleaved)
    self.settings = AudioReadingSettings(
      sampleRate: values.integer(AVSampleRateKey), channels: values.integer(AVNumberOfChannelsKey),
      sampleFormat: sampleFormat)
  }
}
