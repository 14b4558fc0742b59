import ColorConversion
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import Rendering

/// Lays decoded pictures over blurred copies of themselves.
///
/// ```
///  decoded ─► scaled ───────────────────────────────────────────────────────────┐
///     └─────► 120 pixels ─► three boxes, darkened ─► enlarged, dithered ─► picture ─► written over it
/// ```
///
/// The copy is a picture of 120 pixels in 16 bits, which is blurred there, so that what it costs does not grow with the
/// blur; as it has no detail left when it is enlarged, no pixel of it shows.
///
/// Threads: one at a time.
struct BackdropConversion: Sendable {
  private let reduction: VideoConverter
  private let small: PictureFormat
  private let enlargement: VideoConverter
  private let scaling: PictureConversion
  private let target: PictureFormat
  private let inner: PictureFormat
  private let place: PixelRectangle
  private let blur: BackdropBlur

  /// The longer edge of the picture that is blurred, in pixels.
  private static let smallEdge = 120

  /// The conversion of pictures as `source` describes them to `target`, whose size is that of `backdrop`.
  init(_ source: DecodedPicture, to target: PictureFormat, as backdrop: Backdrop) throws {
    let longer = max(backdrop.size.width, backdrop.size.height)
    func reduced(_ edge: Int) -> Int { max(1, min(edge, (edge * Self.smallEdge + longer / 2) / longer)) }
    let size = PixelSize(width: reduced(backdrop.size.width), height: reduced(backdrop.size.height))
    small = try target.with(name: "Y444_16LE", size: size)
    inner = try target.with(size: PixelSize(width: backdrop.place.width, height: backdrop.place.height))
    self.target = target
    place = backdrop.place
    reduction = try VideoConverter(
      from: source.picture(showing: backdrop.crop), to: VideoConverter.Picture(small.video, color: small.color),
      orientation: backdrop.orientation)
    enlargement = try VideoConverter(
      from: VideoConverter.Picture(small.video, color: small.color),
      to: VideoConverter.Picture(target.video, color: target.color), isDithered: true)
    scaling = try PictureConversion(
      from: source, to: inner, crop: backdrop.pictureCrop, orientation: backdrop.orientation)
    blur = BackdropBlur(size: size, color: small.color)
  }

  /// `picture`, converted.
  func apply(to picture: Buffer) throws -> Buffer {
    let copy = try reduction.convert(picture)
    let mapped = try MappedPicture(copy, format: small.video, extents: small.planeExtents, isWritable: true)
    for plane in 0..<3 {
      try mapped.withMutableBytes(ofPlane: plane) { blur.apply(to: &$0, of: mapped.planes[plane], plane) }
    }
    mapped.makeReadOnly()
    let whole = try enlargement.convert(copy)
    try write(try scaling.apply(to: picture), onto: whole)
    return whole
  }

  /// Writes `picture` over `whole`, at its place.
  private func write(_ picture: Buffer, onto whole: Buffer) throws {
    let from = try MappedPicture(picture, format: inner.video, extents: inner.planeExtents, isWritable: false)
    let onto = try MappedPicture(whole, format: target.video, extents: target.planeExtents, isWritable: true)
    let bytes = target.video.depth > 8 ? 2 : 1
    for plane in from.planes.indices {
      let shifts = plane == 0 ? (width: 0, height: 0) : target.chromaShifts
      let (column, row) = ((place.x >> shifts.width) * bytes, place.y >> shifts.height)
      let (source, room) = (from.planes[plane], onto.planes[plane])
      try from.withBytes(ofPlane: plane) { samples in
        try onto.withMutableBytes(ofPlane: plane) { output in
          for line in 0..<source.height {
            let start = (row + line) * room.bytesPerRow + column
            var target = output._mutatingExtracting(start..<start + source.rowByteCount)
            let first = line * source.bytesPerRow
            target.copy(samples.extracting(first..<first + source.rowByteCount))
          }
        }
      }
    }
    onto.makeReadOnly()
  }
}

extension PictureFormat {
  /// The bytes of a row, and the rows, of each plane of a planar format.
  fileprivate var planeExtents: [(rowByteCount: Int, height: Int)] {
    (0..<3).map { plane in
      let shifts = plane == 0 ? (width: 0, height: 0) : chromaShifts
      let width = (size.width + (1 << shifts.width) - 1) >> shifts.width
      return (width * (video.depth > 8 ? 2 : 1), (size.height + (1 << shifts.height) - 1) >> shifts.height)
    }
  }
}

extension MutableSpan<UInt8> {
  /// Writes `bytes`, which are as many, over it.
  fileprivate mutating func copy(_ bytes: Span<UInt8>) {
    for index in indices { self[index] = bytes[index] }
  }
}
