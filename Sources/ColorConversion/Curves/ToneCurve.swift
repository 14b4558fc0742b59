/// Brings light of a high peak under a lower one: ITU-R BT.2390's EETF, a curve over PQ that leaves what is dark as it
/// is and bends what is bright, by a Hermite spline, to end at the display's peak.
///
/// It is applied to the largest of red, green and blue, and the others follow in proportion: hues stay, and no component
/// leaves the display's range.
struct ToneCurve: Hashable {
  /// The brightest light of the source, in cd/m².
  let sourcePeak: Double
  /// The brightest light of the target, in cd/m².
  let targetPeak: Double

  /// The luminance that `luminance` becomes, both in cd/m².
  func apply(to luminance: Double) -> Double {
    guard targetPeak < sourcePeak else { return min(luminance, targetPeak) }
    let top = TransferCurve.perceptual(ofLuminance: sourcePeak)
    let limit = TransferCurve.perceptual(ofLuminance: targetPeak) / top
    let knee = 1.5 * limit - 0.5
    let value = min(1, TransferCurve.perceptual(ofLuminance: luminance) / top)
    guard value > knee else { return luminance }
    let t = (value - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let bent =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * limit
    return min(targetPeak, TransferCurve.luminance(ofPerceptual: bent * top))
  }
}
