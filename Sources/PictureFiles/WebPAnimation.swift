import CWebP
import FoundationEssentials
import MediaFormats

/// A WebP file (RFC 9649): one picture, or several. C: `WebPAnimDecoder`.
@safe final class WebPAnimation: PictureAnimation {
  let width: Int
  let height: Int
  let durations: [Int]
  let statedSeconds: [Double]
  let playCount: Int?
  let keyPictures = [0]
  private(set) var position = 0
  let hasAlpha: Bool
  /// The file. The decoder reads in it.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let decoder: OpaquePointer

  /// Opens the file at `path`.
  init(_ path: String) throws(PictureError) {
    let file = try AnimationFile.bytes(of: path)
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
    unsafe file.withUnsafeBytes { file in unsafe UnsafeMutableRawBufferPointer(bytes).copyMemory(from: file) }
    do throws(PictureError) {
      var data = unsafe WebPData(bytes: bytes.baseAddress, size: file.count)
      let index = try unsafe Self.index(of: &data)
      let limit = index.durations.count > 1 ? PictureLimits.animated : PictureLimits.still
      try PictureLimits.check(width: index.width, height: index.height, limit: limit)
      guard let decoder = unsafe WebPAnimDecoderNewInternal(&data, nil, WEBP_DEMUX_ABI_VERSION) else {
        throw Self.damaged
      }
      (width, height, hasAlpha) = (index.width, index.height, index.hasAlpha)
      durations = index.durations.map(Self.shownDuration)
      statedSeconds = index.durations.map { Double($0) / 1_000 }
      playCount = index.playCount
      unsafe self.bytes = bytes
      unsafe self.decoder = decoder
    } catch {
      unsafe bytes.deallocate()
      throw error
    }
  }

  deinit {
    unsafe WebPAnimDecoderDelete(decoder)
    unsafe bytes.deallocate()
  }

  func move(toKeyPicture number: Int) {
    unsafe WebPAnimDecoderReset(decoder)
    position = 0
  }

  func next() throws(PictureError) -> RawPicture {
    var pixels: UnsafeMutablePointer<UInt8>?
    var end: Int32 = 0
    guard unsafe WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let start = unsafe pixels else {
      throw PictureError(.unreadable, "Picture \(position) of the WebP file cannot be decoded.")
    }
    position += 1
    // SAFETY: the decoder's canvas has four bytes for each of the file's pixels.
    let copy = unsafe [UInt8](UnsafeBufferPointer(start: start, count: 4 * width * height))
    return RawPicture(
      width: width, height: height, layout: hasAlpha ? .rgba : .rgbx, bytes: copy, rowBytes: 4 * width,
      color: .sRGB)
  }

  private typealias Index = (width: Int, height: Int, durations: [Int], hasAlpha: Bool, playCount: Int?)

  /// The index of the file's pictures.
  private static func index(of data: inout WebPData) throws(PictureError) -> Index {
    guard let demuxer = unsafe WebPDemuxInternal(&data, 0, nil, WEBP_DEMUX_ABI_VERSION) else { throw damaged }
    defer { unsafe WebPDemuxDelete(demuxer) }
    let width = unsafe Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH))
    let height = unsafe Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT))
    var picture = unsafe WebPIterator()
    guard unsafe WebPDemuxGetFrame(demuxer, 1, &picture) != 0 else { throw damaged }
    defer { unsafe WebPDemuxReleaseIterator(&picture) }
    var durations: [Int] = []
    // Parts that no picture covers are transparent: at the beginning, and where a picture is taken away after its time. One that is blended
    // with those before it leaves opaque what was.
    var hasAlpha = unsafe Int(picture.width) < width || Int(picture.height) < height
    repeat {
      durations.append(unsafe Int(picture.duration))
      let isReplacing = unsafe durations.count == 1 || picture.blend_method == WEBP_MUX_NO_BLEND
      if unsafe isReplacing && picture.has_alpha != 0 || picture.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND {
        hasAlpha = true
      }
    } while unsafe WebPDemuxNextFrame(&picture) != 0
    let count = unsafe Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT))
    return (width, height, durations, hasAlpha, count == 0 ? nil : count)
  }

  private static var damaged: PictureError {
    PictureError(.unreadable, "The WebP file is damaged or cut short.")
  }
}
