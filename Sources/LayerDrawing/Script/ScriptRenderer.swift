import CLibass
import CSurfaceLoops
import Compositing
import EditingModel
import MediaFormats
import Subtitles

/// Draws a script of SubStation Alpha in pictures of one size. C: `ASS_Renderer` with its `ASS_Track` and its `ASS_Library`.
///
/// A picture follows from the script and the time alone, whatever was drawn before it. libass gives an event a place among others when it
/// first draws it, and keeps it there. So the times at which events came that may have been in the way are drawn first, and what a
/// drawing decides besides is forgotten after it.
///
/// Fonts are those of the machine, by fontconfig, and those that the script brings. Nothing else is read, and nothing is written.
///
/// Threads: one at a time.
@safe final class ScriptRenderer {
  let script: SubtitleScript
  /// The size of the pictures.
  let size: PixelSize
  /// The size of the picture that widths of borders count pixels of, where the script does not scale them.
  let storageSize: PixelSize

  private let library: OpaquePointer
  private let renderer: OpaquePointer
  private let track: UnsafeMutablePointer<ASS_Track>
  /// The first and the last of the times that were drawn so that events have their places; nil where none has.
  private var approached: (first: Int64, last: Int64)?
  /// The last drawing, and the time for which it was made.
  private var last: (moment: Int64, picture: Surface?)?

  /// Megabytes of drawn letters that are kept.
  private static let cacheSize: Int32 = 128
  private static let longestSide = 16_384

  /// The columns of the events as they are handed over; those before the style are read by themselves.
  private static let columns =
    "\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"

  /// Draws `script` in pictures of `size`, which show a picture of `storageSize`.
  ///
  /// - Throws: `CompositingError` where there is no memory for it.
  init(_ script: SubtitleScript, size: PixelSize, storageSize: PixelSize) throws(CompositingError) {
    guard (1...Self.longestSide).contains(size.width), (1...Self.longestSide).contains(size.height),
      let library = unsafe ass_library_init()
    else { throw Self.noMemory(size) }
    unsafe libass_shim_silence(library)
    unsafe ass_set_extract_fonts(library, 1)
    guard let renderer = unsafe ass_renderer_init(library) else {
      unsafe ass_library_done(library)
      throw Self.noMemory(size)
    }
    guard let track = unsafe ass_new_track(library) else {
      unsafe ass_renderer_done(renderer)
      unsafe ass_library_done(library)
      throw Self.noMemory(size)
    }
    self.script = script
    self.size = size
    self.storageSize = storageSize
    unsafe self.library = library
    unsafe self.renderer = renderer
    unsafe self.track = track
    unsafe ass_set_frame_size(renderer, Int32(size.width), Int32(size.height))
    unsafe ass_set_storage_size(renderer, Int32(storageSize.width), Int32(storageSize.height))
    unsafe ass_set_cache_limits(renderer, 0, Self.cacheSize)
    var header = Array((script.header + script.fonts + Self.columns).utf8CString)
    unsafe header.withUnsafeMutableBufferPointer {
      unsafe ass_process_codec_private(track, $0.baseAddress, Int32($0.count - 1))
    }
    // Events have numbers of their own, which are not searched for twins.
    unsafe ass_set_check_readorder(track, 0)
    for (index, event) in script.events.enumerated() {
      var fields = Array("\(index),\(event.fields)".utf8CString)
      unsafe fields.withUnsafeMutableBufferPointer {
        unsafe ass_process_chunk(track, $0.baseAddress, Int32($0.count - 1), event.start, event.end - event.start)
      }
    }
    // As ffmpeg's filter has it: the font that fontconfig finds for each family, and the script's own.
    unsafe ass_set_fonts(renderer, nil, nil, Int32(ASS_FONTPROVIDER_AUTODETECT.rawValue), nil, 1)
  }

  deinit {
    unsafe ass_free_track(track)
    unsafe ass_renderer_done(renderer)
    unsafe ass_library_done(library)
  }

  private static func noMemory(_ size: PixelSize) -> CompositingError {
    CompositingError(
      .invalidPictureFormat, "Subtitles cannot be drawn in a picture of \(size) pixels.",
      remedy: "Give it a width and a height of 1 to \(longestSide).")
  }

  /// The script at `moment`, in milliseconds of its own: a surface over the pixels that something is seen on; nil where there are none.
  ///
  /// - Throws: `CompositingError` where there is no memory for it.
  func picture(at moment: Int64) throws(CompositingError) -> Surface? {
    if let last, last.moment == moment { return last.picture }
    approach(moment)
    let places = unsafe places(at: moment)
    let first = unsafe ass_render_frame(renderer, track, moment, nil)
    let picture = unsafe try surface(of: first)
    unsafe restore(places)
    last = (moment, picture)
    return picture
  }

  // MARK: Places

  /// Has events stand where they would if the script had run up to `moment`.
  private func approach(_ moment: Int64) {
    let times = script.timeline.approach(to: moment)
    if let before = approached, before.first != times.first || before.last > times.last ?? .min {
      unsafe events.forEach { unsafe libass_shim_clear_place($0) }
      approached = nil
    }
    for time in times where time > approached?.last ?? .min {
      unsafe _ = ass_render_frame(renderer, track, time, nil)
    }
    if let first = times.first, let last = times.last { approached = (first, last) }
  }

  private var events: [UnsafeMutablePointer<ASS_Event>] {
    unsafe (0..<Int(track.pointee.n_events)).map { unsafe track.pointee.events + $0 }
  }

  /// An event, and what says where it stands; nothing where that is not decided.
  private typealias Place = (event: UnsafeMutablePointer<ASS_Event>, bytes: [UInt8])

  /// The places of the events that are seen at `moment`.
  private func places(at moment: Int64) -> [Place] {
    unsafe events.compactMap { event in
      let start = unsafe event.pointee.Start
      guard start <= moment, unsafe moment - start < event.pointee.Duration else { return nil }
      var bytes = [UInt8](repeating: 0, count: unsafe libass_shim_place_size(event))
      if !bytes.isEmpty {
        unsafe bytes.withUnsafeMutableBytes { unsafe libass_shim_copy_place(event, $0.baseAddress) }
      }
      return unsafe (event, bytes)
    }
  }

  /// Has events stand where they stood.
  private func restore(_ places: [Place]) {
    for unsafe(event, bytes) in unsafe places {
      // SAFETY: libass allocates what says where an event stands once, and never in another size.
      if !bytes.isEmpty, unsafe bytes.count == libass_shim_place_size(event) {
        unsafe bytes.withUnsafeBytes { unsafe libass_shim_put_place(event, $0.baseAddress) }
      } else {
        unsafe libass_shim_clear_place(event)
      }
    }
  }

  // MARK: Pictures

  /// The surface of the list from `first` on: coverages with a color each, later ones over earlier ones.
  private func surface(of first: UnsafeMutablePointer<ASS_Image>?) throws(CompositingError) -> Surface? {
    var (left, top, right, bottom) = (size.width, size.height, 0, 0)
    var next = unsafe first
    while let image = unsafe next?.pointee {
      unsafe next = image.next
      guard unsafe image.w > 0, unsafe image.h > 0, unsafe image.color & 0xFF < 0xFF else { continue }
      unsafe (left, top) = (min(left, Int(image.dst_x)), min(top, Int(image.dst_y)))
      unsafe (right, bottom) = (max(right, Int(image.dst_x + image.w)), max(bottom, Int(image.dst_y + image.h)))
    }
    (left, top) = (max(0, left), max(0, top))
    (right, bottom) = (min(size.width, right), min(size.height, bottom))
    guard left < right, top < bottom else { return nil }
    let area = PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    let surface = try Surface(covering: area)
    surface.withPixels { pixels in
      unsafe next = first
      while let image = unsafe next?.pointee {
        unsafe Self.composite(image, over: &pixels, of: area)
        unsafe next = image.next
      }
    }
    return surface
  }

  /// Lays `image` over `pixels`, which are those of `area`.
  private static func composite(_ image: ASS_Image, over pixels: inout MutableSpan<UInt32>, of area: PixelRectangle) {
    let (x, y) = unsafe (Int(image.dst_x) - area.x, Int(image.dst_y) - area.y)
    let (left, top) = (max(0, -x), max(0, -y))
    let (right, bottom) = unsafe (min(Int(image.w), area.width - x), min(Int(image.h), area.height - y))
    guard left < right, top < bottom, let bitmap = unsafe image.bitmap, pixels.count == area.width * area.height else {
      return
    }
    // Red, green, blue, and how clear it is.
    let color = unsafe image.color >> 8 | (255 - image.color & 0xFF) << 24
    // SAFETY: rows and columns are cut to those of both; the last row of a bitmap may end with its width.
    unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      guard let target = pixels.baseAddress else { return }
      for row in top..<bottom {
        unsafe surface_loops_lay_color(
          bitmap + row * Int(image.stride) + left, Int32(right - left), color,
          target + (y + row) * area.width + x + left)
      }
    }
  }
}
