/// The size, the sample depth and the order of pictures in a sequence parameter set.
package struct SequenceSet: Hashable {
  /// Pixels from left to right, and from top to bottom, of what is shown.
  package private(set) var width = 0
  package private(set) var height = 0
  /// 0 of gray, 1 of 4:2:0, 2 of 4:2:2, 3 of 4:4:4.
  package private(set) var chroma = 1
  /// Bits of a sample of luma, and of chroma.
  package private(set) var lumaBits = 8
  package private(set) var chromaBits = 8
  /// Whether pictures of H.264 whose quantizer is zero are lossless (`qpprime_y_zero_transform_bypass_flag`).
  package private(set) var isLossless = false
  /// Whether it says that pictures are shown in the order in which they are decoded: by counting them so in H.264 (`pic_order_cnt_type`, ITU-T
  /// H.264 §8.2.1.3), by `sps_max_num_reorder_pics` in HEVC.
  package private(set) var keepsOrder = false

  /// The set of H.264 in `unit`, a NAL unit with its header (ITU-T H.264 §7.3.2.1.1); nil where it is none, or ends before.
  package init?(h264 unit: [UInt8]) {
    guard unit.count > 4, unit[0] & 0x1F == 7 else { return nil }
    var reader = ExpGolombCodes(unit[4...])
    guard reader.next() != nil else { return nil }
    if H264SampleDepth.isSignaled(by: unit[1]) {
      guard let depth = H264SampleDepth(&reader), depth.chroma <= 3, let color = reader.next(), color <= 6 else {
        return nil
      }
      (chroma, lumaBits, chromaBits) = (depth.chroma, depth.bits, 8 + color)
      isLossless = reader.bits(1) == 1
      guard let hasMatrix = reader.bits(1) else { return nil }
      if hasMatrix == 1 { guard Self.skipMatrices(chroma == 3 ? 12 : 8, &reader) else { return nil } }
    }
    guard reader.next() != nil, let order = reader.next() else { return nil }
    switch order {
    case 0: guard reader.next() != nil else { return nil }
    case 1:
      reader.skip()
      guard reader.next() != nil, reader.next() != nil, let count = reader.next() else { return nil }
      for _ in 0..<count { guard reader.next() != nil else { return nil } }
    default: keepsOrder = order == 2
    }
    guard reader.next() != nil else { return nil }
    reader.skip()
    guard let across = reader.next(), let down = reader.next(), let isWhole = reader.bits(1) else { return nil }
    reader.skip(isWhole == 1 ? 1 : 2)
    let rows = 2 - isWhole
    let step = (across: chroma == 1 || chroma == 2 ? 2 : 1, down: (chroma == 1 ? 2 : 1) * rows)
    guard let cut = Self.cut(&reader) else { return nil }
    (width, height) = (16 * (across + 1) - step.across * cut.across, 16 * (down + 1) * rows - step.down * cut.down)
    guard width > 0, height > 0 else { return nil }
  }

  /// The set of HEVC in `unit`, a NAL unit with its header (ITU-T H.265 §7.3.2.2.1); nil where it is none, or ends before.
  package init?(hevc unit: [UInt8]) {
    guard unit.count > 14, unit[0] >> 1 & 0x3F == 33 else { return nil }
    var reader = ExpGolombCodes(unit[2...])
    reader.skip(4)
    guard let layers = reader.bits(3) else { return nil }
    reader.skip(1 + 88 + 8)
    if layers > 0 {
      // For each sub-layer, whether a profile and a level are present.
      var flags: [Int] = []
      for _ in 0..<layers { flags.append(reader.bits(2) ?? 0) }
      reader.skip(2 * (8 - layers))
      for flag in flags { reader.skip((flag & 2 != 0 ? 88 : 0) + (flag & 1 != 0 ? 8 : 0)) }
    }
    guard reader.next() != nil, let chroma = reader.next(), chroma <= 3 else { return nil }
    if chroma == 3 { reader.skip() }
    guard let across = reader.next(), let down = reader.next(), let cut = Self.cut(&reader), let luma = reader.next(),
      let color = reader.next(), luma <= 8, color <= 8
    else { return nil }
    (self.chroma, lumaBits, chromaBits) = (chroma, 8 + luma, 8 + color)
    width = across - (chroma == 1 || chroma == 2 ? 2 : 1) * cut.across
    height = down - (chroma == 1 ? 2 : 1) * cut.down
    guard width > 0, height > 0 else { return nil }
    keepsOrder = Self.mostReordered(layers, &reader) == 0
  }

  /// The most pictures that are decoded before one that is shown before them, in HEVC of `layers` sub-layers above the first, behind the sample
  /// depths; nil where the set ends before.
  private static func mostReordered(_ layers: Int, _ reader: inout ExpGolombCodes) -> Int? {
    guard reader.next() != nil, let isEach = reader.bits(1) else { return nil }
    var most = 0
    for _ in 0...(isEach == 1 ? layers : 0) {
      guard reader.next() != nil, let count = reader.next(), reader.next() != nil else { return nil }
      most = max(most, count)
    }
    return most
  }

  /// The cropping of pictures at their sides, in units of chroma's.
  private static func cut(_ reader: inout ExpGolombCodes) -> (across: Int, down: Int)? {
    guard let isCut = reader.bits(1) else { return nil }
    guard isCut == 1 else { return (0, 0) }
    guard let left = reader.next(), let right = reader.next(), let top = reader.next(), let bottom = reader.next()
    else { return nil }
    return (left + right, top + bottom)
  }

  /// Leaves out `count` matrices of scaling; false where the set ends before.
  private static func skipMatrices(_ count: Int, _ reader: inout ExpGolombCodes) -> Bool {
    for number in 0..<count {
      guard let isThere = reader.bits(1) else { return false }
      guard isThere == 1 else { continue }
      var (last, next) = (8, 8)
      for _ in 0..<(number < 6 ? 16 : 64) {
        if next != 0 {
          guard let code = reader.next() else { return false }
          // Numbers with a sign: 0, 1, −1, 2, −2, …
          let difference = code % 2 == 1 ? (code + 1) / 2 : -(code / 2)
          next = (last + difference + 256) % 256
        }
        last = next == 0 ? last : next
      }
    }
    return true
  }
}
