import CoreMedia
public import Foundation
import MediaFormats
import Rendering

extension AVAudioConverter {
  /// Configuration that a decoder begins with: of packets that are made, the encoder's; of those that are decoded, the one that was set, or is stated
  /// by the format; nil where there is none. It is an ES_Descriptor of AAC, ALACSpecificConfig, a box `dfLa` of FLAC, OpusHead.
  ///
  /// Set it before the first packet is decoded; of packets that are made it is not set.
  public var magicCookie: Data? {
    get { encoding?.magicCookie ?? decoding?.magicCookie }
    set { decoding?.magicCookie = newValue }
  }

  /// Largest size of a packet that is made, in bytes; of samples, the size that a sample of all channels has in a buffer.
  public var maximumOutputPacketSize: Int {
    encoding.map { (try? $0.opened().largestPacket) ?? 0 } ?? Int(outputFormat.fields.mBytesPerPacket)
  }

  /// Samples of each channel beside the sound.
  ///
  /// Of packets that are made: how many a decoder gives before it, and how many behind it, which is known once all is converted. Of packets that
  /// are decoded: how many of them are left out before it and behind it, none unless set. Set it before the first packet is decoded.
  public var primeInfo: AVAudioConverterPrimeInfo {
    get { encoding?.primeInfo ?? decoding?.primeInfo ?? AVAudioConverterPrimeInfo() }
    set { decoding?.primeInfo = newValue }
  }

  // MARK: Bit rates

  /// Bits a second of packets that are made; 0 of others, and where nothing is lost.
  ///
  /// Set it before the first sample, or before ``reset()``. A rate that the encoder does not take changes nothing.
  public var bitRate: Int {
    get { encoding?.bitRate ?? 0 }
    set { encoding?.bitRate = newValue }
  }

  /// Strategy of the bit rate, one of the names that begin with `AVAudioBitRateStrategy`; nil where none can be set.
  ///
  /// MP3 and Opus are constant or average, AAC is average, AC-3 is constant; others change nothing. Set it before the first sample, or before
  /// ``reset()``.
  public var bitRateStrategy: String? {
    get { encoding?.strategy }
    set { encoding?.keep(newValue) }
  }

  /// The bit rates that the codec has; nil where nothing is encoded, or nothing is lost.
  public var availableEncodeBitRates: [NSNumber]? { numbers(encoding?.codec.encodedBitRates) }

  /// The bit rates that the codec has of the output's rate and channels; nil where nothing is encoded, or nothing is lost.
  public var applicableEncodeBitRates: [NSNumber]? {
    numbers(encoding?.codec.bitRates(rate: outputFormat.sampleRate, channels: Int(outputFormat.channelCount)))
  }

  /// The sample rates that the codec has, in samples a second; nil where nothing is encoded.
  public var availableEncodeSampleRates: [NSNumber]? { numbers(encoding?.codec.encodedRates) }

  /// The sample rates that the codec has with the bit rate that is set; nil where nothing is encoded.
  public var applicableEncodeSampleRates: [NSNumber]? {
    guard let encoding else { return nil }
    let channels = Int(outputFormat.channelCount)
    return numbers(
      encoding.codec.encodedRates.filter { rate in
        encoding.codec.bitRates(rate: Double(rate), channels: channels)?.contains { $0 >= encoding.bitRate } ?? true
      })
  }

  /// The layouts of channels that the codec has, by their tags; nil where nothing is encoded.
  public var availableEncodeChannelLayoutTags: [NSNumber]? {
    encoding?.codec.encodedLayouts.map { NSNumber(value: $0) }
  }

  private func numbers(_ values: [Int]?) -> [NSNumber]? { values?.map { NSNumber(value: $0) } }
}

extension AVAudioFormat {
  /// Whether sound stands in packets.
  var isCompressed: Bool { fields.mFormatID != kAudioFormatLinearPCM }

  /// Whether `other` has the same packets, as far as these are not said by the encoder.
  func isSameCompression(as other: AVAudioFormat) -> Bool {
    fields.mFormatID == other.fields.mFormatID && matches(other)
  }
}
