/// The goal of an encoder of pictures: the quality or the bit rate.
public enum RateControl: Hashable, Sendable {
  /// The same quality all through, on the codec's own scale (H.264: CRF 0…51, VP8 and VP9: 0…63; lower is better).
  case constantQuality(Double)
  /// Bits a second, on average.
  case averageBitrate(Int)
  /// Bits a second, in each second: for what is sent over a line of a certain width.
  case constantBitrate(Int)

  /// The quality; nil where the bit rate is kept.
  public var quality: Double? {
    if case .constantQuality(let quality) = self { quality } else { nil }
  }

  /// The bit rate; nil where the quality is kept.
  public var bitrate: Int? {
    switch self {
    case .averageBitrate(let bitrate), .constantBitrate(let bitrate): bitrate
    case .constantQuality: nil
    }
  }

  /// The control of the bit rate; nil where the quality is kept.
  public var bitrateMode: BitrateMode? {
    switch self {
    case .averageBitrate: .average
    case .constantBitrate: .constant
    case .constantQuality: nil
    }
  }

  /// `bitrate`, kept as `mode` says.
  public init(bitrate: Int, _ mode: BitrateMode) {
    self = mode == .constant ? .constantBitrate(bitrate) : .averageBitrate(bitrate)
  }
}

/// The control of a bit rate.
public enum BitrateMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Over the whole film: what is quiet leaves its bits to what is not.
  case average
  /// In every second.
  case constant
}

extension RateControl: Codable {
  private enum CodingKeys: CodingKey {
    case quality, bitrate, bitrateMode
  }

  /// Reads `{"quality": 23}` or `{"bitrate": 4000000}`.
  ///
  /// - Throws: `DecodingError`, also where both or neither stand there.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    switch (
      try keys.decodeIfPresent(Double.self, forKey: .quality), try keys.decodeIfPresent(Int.self, forKey: .bitrate)
    ) {
    case (let quality?, nil): self = .constantQuality(quality)
    case (nil, let bitrate?):
      self.init(bitrate: bitrate, try keys.decodeIfPresent(BitrateMode.self, forKey: .bitrateMode) ?? .average)
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "Expected one of the keys quality and bitrate."))
    }
  }

  /// Writes `{"quality": 23}` or `{"bitrate": 4000000}`.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .constantQuality(let quality): try keys.encode(quality, forKey: .quality)
    case .averageBitrate(let bitrate): try keys.encode(bitrate, forKey: .bitrate)
    case .constantBitrate(let bitrate):
      try keys.encode(bitrate, forKey: .bitrate)
      try keys.encode(BitrateMode.constant, forKey: .bitrateMode)
    }
  }
}
