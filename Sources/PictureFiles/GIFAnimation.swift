import MediaFormats

/// An animated GIF: pictures that are laid over one another on a transparent screen, as browsers show them.
final class GIFAnimation: PictureAnimation {
  var width: Int { blocks.width }
  var height: Int { blocks.height }
  let durations: [Int]
  var statedSeconds: [Double] { blocks.pictures.map { Double($0.delay) / 100 } }
  var playCount: Int? { blocks.playCount }
  let keyPictures: [Int]
  private(set) var position = 0
  private let blocks: GIFBlocks
  private let bytes: [UInt8]
  let hasAlpha: Bool
  private var decoder = LZWDecoder()
  private var screen: AnimationScreen

  /// Opens the file at `path`.
  init(_ path: String) throws(PictureError) {
    bytes = [UInt8](try AnimationFile.bytes(of: path))
    blocks = try GIFBlocks(bytes)
    try PictureLimits.check(width: blocks.width, height: blocks.height, limit: PictureLimits.animated)
    guard let first = blocks.pictures.first else { throw PictureError(.unreadable, "The GIF has no picture.") }
    screen = AnimationScreen(width: blocks.width, height: blocks.height)
    durations = blocks.pictures.map { Self.shownDuration(10 * $0.delay) }
    hasAlpha = try Self.hasAlpha(blocks, beginningWith: first, in: bytes)
    keyPictures = blocks.pictures.indices.filter { [blocks] number in
      // A picture that is cleared after its time leaves nothing, where it covered everything.
      number == 0
        || blocks.covers(blocks.pictures[number]) && blocks.pictures[number].transparent == nil
          && blocks.pictures[number].disposal != .restore
        || blocks.covers(blocks.pictures[number - 1]) && blocks.pictures[number - 1].disposal == .clear
    }
  }

  /// Whether some of the screen is transparent at any time: where the first picture leaves it so, or one is taken away. Behind an opaque
  /// picture, transparent samples stand for those that have not changed.
  private static func hasAlpha(
    _ blocks: GIFBlocks, beginningWith first: GIFBlocks.Picture, in bytes: [UInt8]
  ) throws(PictureError) -> Bool {
    guard blocks.covers(first), !blocks.pictures.contains(where: { $0.disposal == .clear }),
      blocks.pictures.count == 1 || first.disposal != .restore
    else { return true }
    guard let transparent = first.transparent else { return false }
    try PictureLimits.check(width: first.width, height: first.height, limit: PictureLimits.animated)
    var decoder = LZWDecoder()
    let count = first.width * first.height
    let samples = try decoder.samples(in: bytes, at: first.data, count: count)
    return samples.count < count || samples.contains { $0 == transparent || $0 >= first.table.count }
  }

  func move(toKeyPicture number: Int) {
    position = number
    screen.reset()
  }

  func next() throws(PictureError) -> RawPicture {
    guard blocks.pictures.indices.contains(position) else { throw PictureError(.unreadable, "The GIF has ended.") }
    let picture = blocks.pictures[position]
    screen.begin(
      left: picture.left, top: picture.top, width: picture.width, height: picture.height, disposal: picture.disposal)
    try draw(picture)
    position += 1
    return RawPicture(
      width: width, height: height, layout: hasAlpha ? .rgba : .rgbx, bytes: screen.bytes, rowBytes: 4 * width,
      color: .sRGB)
  }

  private func draw(_ picture: GIFBlocks.Picture) throws(PictureError) {
    let (across, down) = (picture.width, picture.height)
    guard across > 0, down > 0 else { return }
    try PictureLimits.check(width: across, height: down, limit: PictureLimits.animated)
    let samples = try decoder.samples(in: bytes, at: picture.data, count: across * down)
    let visible = min(across, width - picture.left)
    guard visible > 0 else { return }
    for (number, row) in picture.rows.enumerated() where picture.top + row < height {
      let start = number * across
      guard start < samples.count else { return }
      var target = 4 * ((picture.top + row) * width + picture.left)
      for sample in samples[start..<min(samples.count, start + visible)] {
        defer { target += 4 }
        guard sample != picture.transparent, sample < picture.table.count else { continue }
        let color = picture.table.offset + 3 * Int(sample)
        screen.bytes[target] = bytes[color]
        screen.bytes[target + 1] = bytes[color + 1]
        screen.bytes[target + 2] = bytes[color + 2]
        screen.bytes[target + 3] = 255
      }
    }
  }
}

extension GIFBlocks {
  /// Whether `picture` covers the whole screen.
  fileprivate func covers(_ picture: Picture) -> Bool {
    picture.left == 0 && picture.top == 0 && picture.width >= width && picture.height >= height
  }
}

extension GIFBlocks.Picture {
  /// The rows in the order in which they are stored.
  fileprivate var rows: [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }
}
