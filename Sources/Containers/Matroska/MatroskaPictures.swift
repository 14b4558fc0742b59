package import MediaTime

// QUIRK: Matroska: `matroskademux` does not pass on crops (PixelCrop), which display sizes are counted without. In: GStreamer
// 1.22. Test: "Matroska's crops are left out, and its display size is that of what is left".
// QUIRK: Matroska: `matroskademux` does not say how pictures are turned (ProjectionPoseRoll). In: GStreamer 1.22. Test: "a turn
// goes into Matroska and back".

/// What the tracks of a Matroska or WebM file say of their pictures (RFC 9559 §5.1.4.1.28), as far as `matroskademux`
/// does not pass it on.
package struct MatroskaPictures {
  /// A track's pictures of which a part is not to be seen.
  package struct Cropped {
    /// The part that is.
    package var aperture: CleanAperture
    /// The width of a pixel over its height: the display size is that of the part.
    package var pixelAspect: Rational
  }

  /// By the numbers of the tracks.
  package private(set) var cropped: [UInt64: Cropped] = [:]
  /// The field that comes first in each frame, by the numbers of the tracks that say that there are two. `matroskademux` 1.22 does
  /// not pass on each order.
  package private(set) var firstFields: [UInt64: FieldParity] = [:]

  /// How pictures are turned, by the numbers of the tracks that say so (`ProjectionPoseRoll`), where nothing surrounds the viewer.
  package private(set) var matrices: [UInt64: DisplayMatrix] = [:]
  /// The numbers of the tracks of pictures, in the file's order.
  package private(set) var numbers: [UInt64] = []

  /// The numbers of a track's pictures.
  private enum Number: UInt32, CaseIterable {
    case width = 0xB0
    case height = 0xBA
    case cropBottom = 0x54AA
    case cropTop = 0x54BB
    case cropLeft = 0x54CC
    case cropRight = 0x54DD
    case displayWidth = 0x54B0
    case displayHeight = 0x54BA
    case displayUnit = 0x54B2
    case interlacing = 0x9A
    case fieldOrder = 0x9D
  }

  /// What `file` says; nothing where it is of another kind.
  package init(_ file: FileBytes) throws {
    var offset: UInt64 = 0
    while let element = try MatroskaElement(at: offset, of: file) {
      if element.id == MatroskaID.tracks {
        let bytes = try file.read(at: element.body, Int(min(element.size, 1 << 24)))
        for entry in Self.elements(of: bytes[...]) where entry.id == MatroskaID.trackEntry { add(entry.content) }
        return
      }
      if element.id == MatroskaID.segment {
        offset = element.body
      } else {
        // Behind a cluster of a live stream, whose length is not declared, are no tracks.
        guard let end = element.end else { return }
        offset = end
      }
    }
  }

  private mutating func add(_ entry: ArraySlice<UInt8>) {
    let parts = Self.elements(of: entry)
    guard let number = parts.first(where: { $0.id == MatroskaID.trackNumber })?.number,
      let video = parts.first(where: { $0.id == MatroskaID.video })
    else { return }
    numbers.append(number)
    addTurn(of: number, Self.elements(of: video.content))
    var said: [Number: UInt64] = [:]
    for part in Self.elements(of: video.content) { Number(rawValue: part.id).map { said[$0] = part.number } }
    func pixels(_ number: Number) -> UInt64 { said[number] ?? 0 }
    // 1: interlaced.
    if said[.interlacing] == 1 { firstFields[number] = said[.fieldOrder].flatMap(FieldParity.init(fieldOrder:)) }
    let aperture = CleanAperture(
      cutting: pixels(.cropLeft), pixels(.cropTop), pixels(.cropRight), pixels(.cropBottom))
    guard let aperture, let width = said[.width], let height = said[.height] else { return }
    let (cutAcross, cutDown) = (pixels(.cropLeft) + pixels(.cropRight), pixels(.cropTop) + pixels(.cropBottom))
    guard cutAcross < width, cutDown < height, width <= 1 << 16, height <= 1 << 16 else { return }
    var aspect = Rational.one
    if let shownWidth = said[.displayWidth], let shownHeight = said[.displayHeight], pixels(.displayUnit) <= 3,
      (1...1 << 16).contains(shownWidth), (1...1 << 16).contains(shownHeight),
      let said = try? Rational(Int64(shownWidth * (height - cutDown)), Int64(shownHeight * (width - cutAcross)))
    {
      aspect = said
    }
    cropped[number] = Cropped(aperture: aperture, pixelAspect: aspect)
  }

  /// Adds how track `number` is turned, which has `parts` of pictures.
  private mutating func addTurn(of number: UInt64, _ parts: [Part]) {
    guard let projection = parts.first(where: { $0.id == MatroskaID.projection }) else { return }
    let poses = Self.elements(of: projection.content)
    func pose(_ id: UInt32) -> Double { poses.first { $0.id == id }.flatMap(\.real) ?? 0 }
    let kind = poses.first { $0.id == MatroskaID.projectionType }?.number ?? 0
    let (yaw, roll) = (pose(MatroskaID.projectionYaw), pose(MatroskaID.projectionRoll))
    guard kind == 0, pose(MatroskaID.projectionPitch) == 0, yaw != 0 || roll != 0 else { return }
    matrices[number] = DisplayMatrix(yaw: yaw, roll: roll)
  }

  /// An element of a track.
  private struct Part {
    var id: UInt32
    var content: ArraySlice<UInt8>

    /// Its content as a number.
    var number: UInt64 { content.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

    /// Its content as a fraction, of four bytes or of eight.
    var real: Double? {
      switch content.count {
      case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
      case 8: Double(bitPattern: number)
      default: nil
      }
    }
  }

  /// The elements that lie side by side in `bytes`, those that are whole.
  private static func elements(of bytes: ArraySlice<UInt8>) -> [Part] {
    let all = Array(bytes)
    return MatroskaElement.children(of: all).map { element in
      Part(id: element.id, content: all[Int(element.body)..<Int(element.body + element.size)])
    }
  }
}

extension MatroskaPictures {
  // QUIRK: Matroska: libavformat does not say how pictures are turned. In: FFmpeg 5.1. Test: "a turn goes into Matroska and
  // back".
  /// How the pictures of `source`, the file at `path`, are turned, by the numbers of their streams. Nothing where it is no Matroska.
  package static func turns(in source: PacketSource, at path: String) throws -> [Int: DisplayMatrix] {
    guard source.container.hasPrefix("matroska") else { return [:] }
    let said = try MatroskaPictures(FileBytes(path, isReadOnly: true))
    let streams = source.streams.filter { $0.kind == .pictures }
    guard streams.count == said.numbers.count else { return [:] }
    return zip(streams, said.numbers).reduce(into: [:]) { $0[$1.0.index] = said.matrices[$1.1] }
  }
}
