/// The meaning of a picture's numbers: range, matrix, transfer and primaries, by their code points in ITU-T H.273.
///
/// A nil range or a code point of 2 is "not said".
public struct Colorimetry: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Whether 8-bit luma runs over 0…255 (full) or 16…235 (limited); nil if not said.
  public var isFullRange: Bool?
  /// H.273 §8.3: 0 RGB, 1 BT.709, 5 and 6 BT.601, 9 BT.2020; 2 not said.
  public var matrix: Int
  /// H.273 §8.2: 1 BT.709, 6 BT.601, 13 sRGB, 16 PQ, 18 HLG; 2 not said.
  public var transfer: Int
  /// H.273 §8.1: 1 BT.709, 5 BT.601 625-line, 6 BT.601 525-line, 9 BT.2020; 2 not said.
  public var primaries: Int

  /// The meaning with these code points.
  public init(isFullRange: Bool?, matrix: Int, transfer: Int, primaries: Int) {
    self.isFullRange = isFullRange
    self.matrix = matrix
    self.transfer = transfer
    self.primaries = primaries
  }

  /// Limited-range BT.709, what high-definition video is.
  public static let bt709 = Colorimetry(isFullRange: false, matrix: 1, transfer: 1, primaries: 1)
  /// Limited-range BT.601 of 525 lines.
  public static let bt601 = Colorimetry(isFullRange: false, matrix: 6, transfer: 6, primaries: 6)
  /// sRGB: full-range RGB as stills have it.
  public static let sRGB = Colorimetry(isFullRange: true, matrix: 0, transfer: 13, primaries: 1)
  /// Nothing said at all.
  public static let unspecified = Colorimetry(isFullRange: nil, matrix: 2, transfer: 2, primaries: 2)

  /// The colorimetry assumed for video of `height` lines without one: limited-range BT.709 above 576 lines, BT.601 up
  /// to that. It is GStreamer's rule and most players'.
  public static func assumed(height: Int) -> Colorimetry { height > 576 ? .bt709 : .bt601 }

  /// The same with everything that is not said taken from `other`.
  public func completed(from other: Colorimetry) -> Colorimetry {
    Colorimetry(
      isFullRange: isFullRange ?? other.isFullRange, matrix: matrix == 2 ? other.matrix : matrix,
      transfer: transfer == 2 ? other.transfer : transfer, primaries: primaries == 2 ? other.primaries : primaries)
  }

  /// The assumed colorimetry of a source, in a picture of `height` lines that is shown in the colors `output`.
  ///
  /// The range: full for RGB, else limited. High dynamic range has BT.2020's matrix and primaries. Else the matrix is that of
  /// ``assumed(height:)``, and transfer and primaries are the output's, so that nothing is converted on a guess, unless
  /// that has high dynamic range or wide colors, which a picture says of itself.
  public func completed(height: Int, output: Colorimetry) -> Colorimetry {
    let assumed = Self.assumed(height: height)
    let isFullRange = matrix == 0
    if isHighDynamicRange {
      return completed(
        from: Colorimetry(isFullRange: isFullRange, matrix: 9, transfer: transfer, primaries: 9))
    }
    let isOrdinary = !output.isHighDynamicRange && output.primaries != 9
    return completed(
      from: Colorimetry(
        isFullRange: isFullRange, matrix: assumed.matrix,
        transfer: isOrdinary ? output.transfer : assumed.transfer,
        primaries: isOrdinary ? output.primaries : assumed.primaries))
  }

  /// Whether the transfer is one of high dynamic range (PQ or HLG).
  public var isHighDynamicRange: Bool { transfer == 16 || transfer == 18 }

  /// Whether the primaries are wider than BT.709's and BT.601's: BT.2020's, or P3's (H.273 §8.1).
  public var hasWideColor: Bool { primaries == 9 || primaries == 11 || primaries == 12 }

  /// "BT.709, limited range": the numbers by the names of those that define them (H.273), each once; "matrix 5" for one without a
  /// name. What is not said is left out.
  public var words: String {
    func name(_ names: [Int: String], _ number: Int, _ kind: String) -> String? {
      number == 2 ? nil : names[number] ?? "\(kind) \(number)"
    }
    let parts = [
      ("primaries", name(Self.primariesNames, primaries, "primaries")),
      ("transfer", name(Self.transferNames, transfer, "transfer")),
      ("matrix", name(Self.matrixNames, matrix, "matrix")),
    ].compactMap { kind, name in name.map { (kind, $0) } }
    let names = Set(parts.map(\.1))
    let words =
      names.count == 1 && parts.count == 3
      ? [parts[0].1] : parts.map { kind, name in name.hasPrefix(kind) ? name : "\(kind) \(name)" }
    let range = isFullRange.map { $0 ? "full range" : "limited range" }
    return (words + [range].compactMap(\.self)).joined(separator: ", ")
  }

  /// Names of primaries (H.273 table 2).
  private static let primariesNames = [
    1: "BT.709", 4: "BT.470 M", 5: "BT.601 (PAL)", 6: "BT.601", 7: "SMPTE 240M", 8: "film", 9: "BT.2020", 10: "XYZ",
    11: "DCI-P3", 12: "Display P3", 22: "EBU 3213",
  ]

  /// Names of transfer characteristics (H.273 table 3).
  private static let transferNames = [
    1: "BT.709", 4: "gamma 2.2", 5: "gamma 2.8", 6: "BT.601", 7: "SMPTE 240M", 8: "linear", 11: "xvYCC", 13: "sRGB",
    14: "BT.2020", 15: "BT.2020", 16: "PQ", 17: "DCI", 18: "HLG",
  ]

  /// Names of matrices (H.273 table 4).
  private static let matrixNames = [
    0: "RGB", 1: "BT.709", 4: "FCC", 5: "BT.601 (PAL)", 6: "BT.601", 7: "SMPTE 240M", 8: "YCgCo", 9: "BT.2020",
    10: "BT.2020 constant luminance",
  ]

  /// "limited 1/1/1": range, matrix/transfer/primaries.
  public var description: String {
    let range =
      switch isFullRange {
      case nil: "unknown"
      case true?: "full"
      case false?: "limited"
      }
    return "\(range) \(matrix)/\(transfer)/\(primaries)"
  }
}
