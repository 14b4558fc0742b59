import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// What is lost of the media's pictures, as far as a plan tells.
struct PictureLossTests {
  /// A track of a second of `asset` for each of `assets`, the first on top.
  private func stack(_ assets: String...) -> Composition {
    Composition(video: assets.map { [CompositionTrackSegment($0, time(1), at: .zero)] })
  }

  private func losses(
    _ composition: Composition, _ films: [MediaFacts], as videoComposition: VideoComposition? = nil,
    in pixelFormat: PixelFormat = .yuv420p, bright: PixelFormat? = nil
  ) throws -> [PictureLoss.Kind] {
    var settings = RenderSettings(pixelFormat: pixelFormat)
    settings.highDynamicRangeFormat = bright
    return try plan(composition, videoComposition, films: films, settings: settings).picture?.losses.map(\.kind) ?? []
  }

  @Test(
    arguments: [
      ("I420", 8, .yuv420p), ("YV12", 8, .yuv420p), ("NV12", 8, .yuv420p), ("AV12", 8, .yuv420p),
      ("NV12_64Z32", 8, .yuv420p), ("GRAY8", 8, .yuv420p), ("Y42B", 8, .yuv422p), ("UYVY", 8, .yuv422p),
      ("Y444", 8, .yuv444p), ("VUYA", 8, .yuv444p), ("NV12_10LE32", 10, .yuv420p10), ("P010_10LE", 10, .yuv420p10),
      ("v210", 10, .yuv422p10), ("UYVP", 10, .yuv422p10), ("Y210", 10, .yuv422p10), ("Y410", 10, .yuv444p10),
      ("P012_LE", 12, .yuv420p10), ("Y412_LE", 12, .yuv444p10), ("v216", 16, .yuv422p10), ("Y444_16LE", 16, .yuv444p10),
      ("AYUV64", 16, .yuv444p10), ("RGB16", 8, .yuv444p10), ("GBR_16LE", 16, .yuv444p10), ("RGBA64_LE", 16, .yuv444p10),
    ] as [(String, Int, PixelFormat)]) func `bits and chroma of a decoded format are known by its name`(
      name: String, bits: Int, film: PixelFormat
    )
  {
    #expect(PixelFormat.bitDepth(storedAs: name) == bits)
    #expect(PixelFormat.film(storedAs: name, hasAlpha: false) == film)
  }

  @Test func `alpha is lost where the film has none and nothing lies behind it`() throws {
    let (clear, whole) = (try MediaFacts.film("clear", hasAlpha: true), try MediaFacts.film("whole"))
    #expect(try losses(stack("clear"), [clear]) == [.alpha])
    #expect(try losses(stack("clear"), [clear], in: .yuva420p) == [])
    #expect(try losses(stack("whole"), [whole]) == [])
    // It is composed over another picture, also where that is seen but in part; below, it is lost.
    #expect(try losses(stack("clear", "whole"), [clear, whole]) == [])
    let half = LayerInstruction(trackID: 1, opacity: Ramps([.setting(at: .zero, value: 0.5)]))
    let beneath = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 1280, height: 720),
      instructions: [VideoCompositionInstruction(.zero, time(1), [half, LayerInstruction(trackID: 2)])])
    #expect(try losses(stack("whole", "clear"), [clear, whole], as: beneath) == [.alpha])
  }

  @Test func `alpha over a background of a color and that of a still are composed`() throws {
    let clear = try MediaFacts.film("clear", hasAlpha: true)
    func over(_ color: Color) -> VideoComposition {
      VideoComposition(
        frameDuration: time(1, 30), renderSize: Size(width: 1280, height: 720),
        instructions: [
          VideoCompositionInstruction(
            timeRange: range(.zero, time(1)), layerInstructions: [LayerInstruction(trackID: 1)], backgroundColor: color)
        ])
    }
    #expect(try losses(stack("clear"), [clear], as: over(.white)) == [])
    #expect(try losses(stack("clear"), [clear], as: over(.black)) == [.alpha])
    var logo = MediaFacts.still("logo", size: PixelSize(width: 1280, height: 720))
    logo.videoTracks[0].hasAlpha = true
    #expect(try losses(stack("logo"), [logo]) == [])
  }

  @Test func `only what is rendered counts, and each file once`() throws {
    let clips = [("clear", 0), ("whole", 1), ("clear", 2)].map { name, start in
      CompositionTrackSegment(name, time(1), at: time(Int64(start)))
    }
    let films = [try MediaFacts.film("clear", hasAlpha: true), try MediaFacts.film("whole")]
    #expect(try losses(Composition(video: [clips]), films) == [.alpha])
    let settings = RenderSettings(timeRange: range(time(1), time(1)))
    #expect(try plan(Composition(video: [clips]), films: films, settings: settings).picture?.losses == [])
  }

  @Test func `high dynamic range and wide colors are lost where the film has neither, and second fields always`() throws
  {
    let pq = try MediaFacts.film("pq", colorimetry: FilmColor.pq.colorimetry)
    let hlg = try MediaFacts.film("hlg", colorimetry: FilmColor.hlg.colorimetry)
    let wide = try MediaFacts.film("wide", colorimetry: FilmColor.bt2020.colorimetry)
    let usual = try MediaFacts.film("usual")
    #expect(try losses(stack("pq"), [pq]) == [.highDynamicRange])
    #expect(try losses(stack("pq"), [pq], bright: .yuv420p10) == [])
    let mixed = Composition(video: [
      ["pq", "hlg", "usual"].enumerated().map { CompositionTrackSegment($1, time(1), at: time(Int64($0))) }
    ])
    #expect(try losses(mixed, [pq, hlg, usual], bright: .yuv420p10) == [.highDynamicRange, .highDynamicRange])
    #expect(try losses(stack("wide"), [wide]) == [.wideColor])
    var fields = usual
    (fields.videoTracks[0].isInterlaced, fields.videoTracks[0].showsOneField) = (true, true)
    #expect(try losses(stack("usual"), [fields]) == [.secondField])
    // Progressive frames of a stream that may have others.
    fields.videoTracks[0].showsOneField = false
    #expect(try losses(stack("usual"), [fields]) == [])
    var deep = usual
    for (format, film, isLost) in [
      ("I420_10LE", PixelFormat.yuv420p, true), ("I420_10LE", .yuv420p10, false), ("Y42B", .yuv420p, true),
      ("Y444_12LE", .yuv444p10, true), ("Y444", .yuv444p10, false), ("NV12", .yuv420p, false), ("GBR", .yuv420p, false),
    ] {
      deep.videoTracks[0].format = format
      #expect(try losses(stack("usual"), [deep], in: film) == (isLost ? [.precision] : []), "\(format)")
    }
    var said = pq
    said.videoTracks[0].sideData = [.spherical, .dynamicHDR]
    #expect(try losses(stack("pq"), [said]) == [.sideData(.spherical), .highDynamicRange])
    #expect(
      try losses(stack("pq"), [said], bright: .yuv420p10) == [.sideData(.spherical), .sideData(.dynamicHDR)])
    var asked = VideoComposition(fit: .resizeAspect)
    asked.color = .bt2020
    #expect(try losses(stack("wide"), [wide], as: asked) == [])
  }
}
