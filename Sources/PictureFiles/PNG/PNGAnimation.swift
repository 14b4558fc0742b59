import MediaFormats

/// An animated PNG (APNG 1.0): pictures that are laid over one another on a transparent screen, as browsers show them. Samples of 16
/// bits are rounded to 8.
final class PNGAnimation: PictureAnimation {
  var width: Int { chunks.layout.width }
  var height: Int { chunks.layout.height }
  let durations: [Int]
  var statedSeconds: [Double] { chunks.pictures.map { Double($0.delay.parts) / Double($0.delay.whole) } }
  let timescale: Int
  var playCount: Int? { chunks.playCount }
  let keyPictures: [Int]
  private(set) var position = 0
  private let chunks: PNGChunks
  private let bytes: [UInt8]
  let hasAlpha: Bool
  private var screen: AnimationScreen

  /// Opens the file at `path`.
  init(_ path: String) throws(PictureError) {
    bytes = [UInt8](try AnimationFile.bytes(of: path))
    let chunks = try PNGChunks(bytes)
    self.chunks = chunks
    screen = AnimationScreen(width: chunks.layout.width, height: chunks.layout.height)
    let delays = chunks.pictures.map { picture in
      // As in all browsers, a picture that is to be seen for a hundredth or less is seen for a tenth.
      100 * picture.delay.parts <= picture.delay.whole ? (parts: 1, whole: 10) : picture.delay
    }
    // Times are exact where the pictures' have few denominators.
    var common = 1
    for delay in delays where common <= Self.finestTime { common *= delay.whole / Self.divisor(common, delay.whole) }
    let timescale = common <= Self.finestTime ? common : Self.finestTime
    self.timescale = timescale
    durations = delays.map { max(1, ($0.parts * timescale + $0.whole / 2) / $0.whole) }
    hasAlpha =
      chunks.layout.hasAlpha || !chunks.covers(chunks.pictures[0])
      || chunks.pictures.contains { $0.disposal == .clear }
    keyPictures = chunks.pictures.indices.filter { number in
      let picture = chunks.pictures[number]
      return number == 0 || chunks.covers(picture) && !picture.isBlended && picture.disposal != .restore
    }
  }

  func move(toKeyPicture number: Int) {
    position = number
    screen.reset()
  }

  func next() throws(PictureError) -> RawPicture {
    guard chunks.pictures.indices.contains(position) else { throw PictureError(.unreadable, "The PNG has ended.") }
    let picture = chunks.pictures[position]
    screen.begin(
      left: picture.left, top: picture.top, width: picture.width, height: picture.height, disposal: picture.disposal)
    var packed: [UInt8] = []
    for range in picture.data { packed += bytes[range] }
    draw(try chunks.layout.pixels(in: packed, width: picture.width, height: picture.height), of: picture)
    position += 1
    return RawPicture(
      width: width, height: height, layout: hasAlpha ? .rgba : .rgbx, bytes: screen.bytes, rowBytes: 4 * width,
      color: .sRGB)
  }

  /// The resolution of times, in parts of a second.
  private static let finestTime = 1_000_000

  /// The greatest common divisor.
  private static func divisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : divisor(second, first % second)
  }

  private func draw(_ pixels: [UInt8], of picture: PNGChunks.Picture) {
    for row in 0..<picture.height {
      let target = 4 * ((picture.top + row) * width + picture.left)
      let source = 4 * row * picture.width
      guard picture.isBlended else {
        for index in 0..<4 * picture.width { screen.bytes[target + index] = pixels[source + index] }
        continue
      }
      for index in stride(from: 0, to: 4 * picture.width, by: 4) where pixels[source + index + 3] > 0 {
        blend(pixels, source + index, at: target + index)
      }
    }
  }

  /// Lays a pixel, whose colors are not multiplied by its alpha, over that of the screen.
  private func blend(_ pixels: [UInt8], _ source: Int, at target: Int) {
    let above = Int(pixels[source + 3]) * 255
    let below = (255 - Int(pixels[source + 3])) * Int(screen.bytes[target + 3])
    let all = above + below
    for part in 0..<3 {
      let sum = Int(pixels[source + part]) * above + Int(screen.bytes[target + part]) * below
      screen.bytes[target + part] = UInt8((sum + all / 2) / all)
    }
    screen.bytes[target + 3] = UInt8((all + 127) / 255)
  }
}

extension PNGChunks {
  /// Whether `picture` covers the whole screen.
  fileprivate func covers(_ picture: Picture) -> Bool {
    picture.width == layout.width && picture.height == layout.height
  }
}
