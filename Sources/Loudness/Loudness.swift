/// The loudness of sound, after EBU R 128 and ITU-R BS.1770-4.
///
/// Loudness is in LUFS, loudness units below digital full scale; a difference of 1 LU is one of 1 dB. It is nil where all of
/// the sound lies below the gate of -70 LUFS, or is shorter than the window.
public struct Loudness: Hashable, Sendable, Codable {
  /// The loudness of the whole, gated: what a programme is to be brought to (-23 LUFS in EBU R 128).
  public var integrated: Double?
  /// The range from the soft to the loud parts, in LU (EBU Tech 3342).
  public var range: Double
  /// The loudest 400 ms.
  public var maximumMomentary: Double?
  /// The loudest 3 s.
  public var maximumShortTerm: Double?
  /// The highest level between samples as well, of four times as many, in dBTP; nil for digital silence. Over 0 a player's
  /// converter can clip.
  public var truePeak: Double?
  /// The highest sample, in dBFS; nil for digital silence.
  public var samplePeak: Double?
  /// The short-term loudness (3 s) at the end of each second from the third on; nil where there is silence.
  public var shortTerm: [Double?]
}
