import GstEdit

/// What a picture's numbers mean, as programs are told of it: code points of ITU-T H.273; what a file does not say is
/// left out.
struct ColorimetryDocument: Encodable {
  let range: String?
  let matrix: Int?
  let transfer: Int?
  let primaries: Int?

  init(_ colorimetry: Colorimetry) {
    let notSaid = 2
    range = colorimetry.isFullRange.map { $0 ? "full" : "limited" }
    matrix = colorimetry.matrix == notSaid ? nil : colorimetry.matrix
    transfer = colorimetry.transfer == notSaid ? nil : colorimetry.transfer
    primaries = colorimetry.primaries == notSaid ? nil : colorimetry.primaries
  }
}
