package import MediaFormats
import Rendering

/// Puts into a movie's header what its pictures say of their light, where the muxer leaves it out: the display that
/// they were mastered on (`mdcv`) and their brightest light (`clli`; ISO/IEC 14496-12 §12.1.6, 12.1.7).
///
/// ```
///  before   … › stsd › hvc1 │ hvcC, colr, …
///  after    … › stsd › hvc1 │ hvcC, colr, …, mdcv, clli      every box around them grows
/// ```
package struct MovieLight {
  /// The light.
  package var light: MasteringLight

  /// The boxes of `light`.
  package init(light: MasteringLight) {
    self.light = light
  }

  /// `movie`, the bytes of a movie's header, with the light in each track of pictures; it is longer.
  package func inserted(in movie: [UInt8]) -> [UInt8] {
    var movie = movie
    // From the last to the first, so that the offsets of those that are left stay right.
    for path in MovieBoxes.descriptionsOfPictures(in: movie) {
      guard let entry = path.last else { continue }
      let present = MovieBoxes(movie, inside: entry)
      let missing = boxes.filter { box in present.first { $0.type == box.type } == nil }
      // In QuickTime, four bytes of zero may end an entry.
      let end = present.last?.end ?? entry.body
      movie.insert(missing.flatMap { MovieBoxes.Box.bytes($0.type, $0.content) }, at: end, growing: path)
    }
    return movie
  }

  /// The boxes and their contents.
  private var boxes: [(type: String, content: [UInt8])] {
    var boxes: [(type: String, content: [UInt8])] = []
    if let display = light.display, display.chromaticities.count == 8 {
      // Green, blue, red, white.
      let places = [2, 3, 4, 5, 0, 1, 6, 7].map { display.chromaticities[$0] }
      let levels = [display.maximum, display.minimum].flatMap { [UInt8](bigEndian: UInt64(clamping: $0), 4) }
      boxes.append(("mdcv", places.flatMap { [UInt8](bigEndian: UInt64(clamping: $0), 2) } + levels))
    }
    if let most = light.content {
      boxes.append(("clli", [most.maximum, most.average].flatMap { [UInt8](bigEndian: UInt64(clamping: $0), 2) }))
    }
    return boxes
  }
}

extension MovieLight {
  /// The places of red, green, blue and white in `mdcv`: green, blue and red come first.
  private static let places = [2, 0, 1, 3]

  /// The mastering light in `boxes` of a sample entry in `bytes`; nil without such boxes.
  package init?(readFrom boxes: MovieBoxes, of bytes: [UInt8]) {
    func content(of type: String, _ length: UInt64) -> Int? {
      boxes.first { $0.type == type && $0.end - $0.body >= length }.map { Int($0.body) }
    }
    func number(_ place: Int, _ length: Int) -> Int { Int(bytes.bigEndian(at: place, length)) }
    let display = content(of: "mdcv", 24).map { start in
      MasteringLight.Display(
        chromaticities: Self.places.flatMap { [number(start + 4 * $0, 2), number(start + 4 * $0 + 2, 2)] },
        maximum: number(start + 16, 4), minimum: number(start + 20, 4))
    }
    let most = content(of: "clli", 4).map { start in
      MasteringLight.Content(maximum: number(start, 2), average: number(start + 2, 2))
    }
    guard let light = MasteringLight(display: display, content: most) else { return nil }
    self.init(light: light)
  }
}
