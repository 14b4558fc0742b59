import EditServices
import EditingModel
import Foundation
import GStreamer
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import TestSupport
import Testing

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Which decoders are chosen, with what GStreamer 1.22's elements declare on machines that have devices; and what stands
/// behind them, by decoders that this machine has.
@Suite("Decoders in hardware")
struct HardwareDecoderTests {
  /// What pads declare: of VA-API on a graphics chip, of NVIDIA's card, of the older VA-API elements, of a small computer.
  private static let registry: [String: (sinkCaps: String, sourceCaps: String)] = [
    "vah264dec": (
      "video/x-h264,profile=(string){main,baseline,high,progressive-high,constrained-baseline},"
        + "width=[1,4096],height=[1,4096],alignment=au,stream-format={avc,avc3,byte-stream}",
      "video/x-raw(memory:VAMemory),width=[1,4096],format={NV12};video/x-raw,format={NV12},width=[1,4096]"
    ),
    "vah265dec": (
      "video/x-h265,profile=(string){main,main-10},width=[1,8192],height=[1,8192],alignment=au",
      "video/x-raw(memory:VAMemory),format={NV12,P010_10LE}"
    ),
    "vavp9dec": (
      "video/x-vp9,profile=(string){0,2},width=[64,8192],alignment=frame", "video/x-raw,format={NV12,P010_10LE}"
    ),
    "nvh265dec": (
      "video/x-h265,stream-format=byte-stream,alignment=au,profile=(string){main,main-10},width=[144,8192],height=[144,8192]",
      "video/x-raw(memory:CUDAMemory),format={NV12,P010_10LE}"
    ),
    "vaapimpeg2dec": (
      "video/mpeg,mpegversion=2,systemstream=false",
      "video/x-raw(memory:VASurface),format={ENCODED,NV12,I420};video/x-raw,format={NV12,I420}"
    ),
    "v4l2slvp8dec": ("video/x-vp8", "video/x-raw,format={NV12,YUY2,NV12_4L4}"),
    "v4l2h264dec": ("video/x-h264,stream-format=byte-stream,alignment=au", "video/x-raw,format={NV12_64Z32}"),
    "vapostproc": ("video/x-raw(ANY)", "video/x-raw(ANY)"),
    "cudadownload": ("video/x-raw(ANY)", "video/x-raw(ANY)"),
  ]

  private static func templates(_ element: ElementName, in names: Set<String>) throws -> DecoderChoice.Templates? {
    guard names.contains(element.factory), let pads = registry[element.factory] else { return nil }
    return .init(sinkCaps: try Caps(pads.sinkCaps), sourceCaps: try Caps(pads.sourceCaps))
  }

  private func choice(
    _ caps: String, profile: String? = nil, width: Int = 1920, height: Int = 1080, format: String = "I420",
    alpha: Bool = false, _ wish: HardwareAcceleration = .prefer, having installed: Set<String>
  ) throws -> DecoderChoice {
    let usual = try StreamCodec(streamCaps: try Caps(caps))
    let facts = VideoTrackFacts(
      codec: usual.name, size: PixelSize(width: width, height: height), pixelAspect: .one, orientation: .up,
      timing: .constant(start: .zero, frameDuration: try Rational(1, 25), count: 1), format: format, hasAlpha: alpha,
      isInterlaced: false, colorimetry: .bt709)
    return try DecoderChoice(DecodedStream(facts, usual, profile: profile), wish, usual: usual) {
      try Self.templates($0, in: installed)
    }
  }

  private static let all = Set(registry.keys)
  private static let h264 = "video/x-h264,stream-format=avc,alignment=au"
  private static let hevc = "video/x-h265,stream-format=hvc1,alignment=au"

  @Test func `a device decodes what it declares, and only when asked`() throws {
    #expect(try choice(Self.h264, .off, having: Self.all).element == .h264Decoder)
    #expect(try choice(Self.h264, .off, having: Self.all).note == nil)
    let high = try choice(Self.h264, profile: "high", having: Self.all)
    #expect(high.element.factory == "vah264dec" && high.note == nil)
    // The processor's memory is among what it gives, and a parser brings packets into its form.
    #expect(high.fetching == HardwareFetching(download: nil, format: "I420"))
    #expect(high.parser == .h264Parser)
    #expect(try choice(Self.h264, profile: "constrained-high", having: Self.all).fetching != nil)
    #expect(try choice("video/x-vp8", having: Self.all).element.factory == "v4l2slvp8dec")
    #expect(try choice("video/mpeg,mpegversion=2", having: Self.all).element.factory == "vaapimpeg2dec")
    let deep = try choice("video/x-vp9", format: "I420_10LE", having: Self.all)
    #expect(deep.element.factory == "vavp9dec" && deep.fetching?.format == "I420_10LE" && deep.parser == .vp9Parser)
  }

  @Test func `pictures in a device's memory are fetched by the element that can`() throws {
    #expect(try choice(Self.hevc, having: Self.all).fetching?.download == .cudaDownload)
    let va = try choice(Self.hevc, having: ["nvh265dec", "vah265dec", "vapostproc"])
    #expect(va.element.factory == "vah265dec" && va.fetching?.download == .vaDownload)
    let none = try choice(Self.hevc, having: ["vah265dec"])
    #expect(none.element == .h265Decoder && none.fetching == nil)
    #expect(none.note?.contains("the pictures of vah265dec (VA-API) stay in its memory without vapostproc") == true)
  }

  @Test func `profiles, sizes, pixels and alpha that a device does not take are decoded as usual, which is said`()
    throws
  {
    let chroma = try choice(Self.h264, profile: "high-4:2:2", format: "Y42B", having: ["vah264dec", "v4l2h264dec"])
    #expect(chroma.element == .h264Decoder)
    #expect(
      chroma.note
        == "This machine has no hardware that decodes H.264 (high-4:2:2) of 1920x1080: vah264dec (VA-API) does not take it, and v4l2h264dec (V4L2) gives other pixels than Y42B, and of nvh264dec (NVDEC), vaapih264dec (VA-API), v4l2slh264dec (V4L2) none is there; avdec_h264 is used."
    )
    #expect(try choice(Self.h264, profile: "high", width: 8192, height: 4320, having: ["vah264dec"]).fetching == nil)
    #expect(try choice("video/x-vp9", format: "Y444", having: Self.all).fetching == nil)
    #expect(try choice("video/x-vp8", format: "A420", alpha: true, having: Self.all).fetching == nil)
    #expect(
      try choice("video/x-prores", having: Self.all).note
        == "No hardware is known here that decodes ProRes of 1920x1080; avdec_prores is used.")
  }

  @Test func `hardware that is required and not there is an error that says what is missing`() throws {
    let missing = #expect(throws: RenderError.self) { try self.choice(Self.h264, .require, having: []) }
    #expect(missing?.code == .missingPlugin)
    #expect(
      missing?.message
        == "This machine has no hardware that decodes H.264 of 1920x1080: of nvh264dec (NVDEC), vah264dec (VA-API), vaapih264dec (VA-API), v4l2slh264dec (V4L2), v4l2h264dec (V4L2) none is there."
    )
    let unknown = #expect(throws: RenderError.self) {
      try self.choice("video/x-prores", .require, having: Self.all)
    }
    #expect(unknown?.code == .unsupported)
  }

  /// A decoder on the processor stands for a device's.
  @Test func `pictures that are fetched are the same, at the same times`() async throws {
    let film = try await SmallPicture.film(3, frameCount: 40).url()
    let index = try MediaIndexStore(cache: nil).index(of: AssetReference(url: film), cancellation: Cancellation())
    let usual = index.videoAddress(0)
    var fetched = usual
    fetched.codec.decode(
      by: DecoderChoice(
        element: .h264Decoder, fetching: HardwareFetching(download: .deinterlace, format: "I420"), parser: .h264Parser,
        note: nil))
    func pictures(_ address: StreamAddress) throws -> [(time: Int64?, planes: [[UInt8]])] {
      let reader = try StreamReader(address, from: nil, capacity: 4, threads: 2, cancellation: Cancellation())
      defer { [reader.close()].settle() }
      var pictures: [(Int64?, [[UInt8]])] = []
      while let picture = try reader.next() {
        pictures.append((picture.streamTime, try picture.buffer.planes(of: VideoFormat(picture.caps))))
      }
      return pictures
    }
    let (plain, through) = (try pictures(usual), try pictures(fetched))
    #expect(plain.count > 10 && plain.map(\.time) == through.map(\.time))
    #expect(plain.map(\.planes) == through.map(\.planes))
  }

  @Test func `missing hardware is reported of an edit, and refused where it is required`() async throws {
    let url = try await SmallPicture.film(3, frameCount: 40).url()
    let edit = SoundEdits.whole(url, seconds: 1, .video)
    let renderer = Engine.renderer()
    func decoders(_ wish: HardwareAcceleration) async throws -> [DecoderUse] {
      var settings = RenderSettings()
      settings.hardwareDecoding = wish
      let plan = try await edit.plan(settings: settings, renderer: renderer)
      #expect(plan.text.contains("decoders in hardware: prefer") == (wish == .prefer))
      #expect(try JSONDecoder().decode(RenderPlan.self, from: JSONEncoder().encode(plan)) == plan)
      return try await renderer.decoders(of: plan)
    }
    #expect(try await decoders(.off) == [])
    let use = try #require(try await decoders(.prefer).first)
    #expect(use.isHardware == (use.note == nil))
    var asked = RenderSettings()
    asked.hardwareDecoding = .prefer
    let explained = try await edit.explanation(at: .zero, settings: asked, renderer: renderer)
    #expect(explained.picture?.layers.first?.decoder == use)
    guard !use.isHardware else { return }
    #expect(use.name == "avdec_h264" && use.note?.contains("vah264dec (VA-API)") == true)
    let error = await #expect(throws: RenderError.self) { try await decoders(.require) }
    #expect(error?.code == .missingPlugin && error?.clip?.asset == AssetReference(url: url))
    // A reader of the file is refused the same way.
    var settings = VideoReadingSettings()
    settings.hardware = .require
    let refusal = await #expect(throws: RenderError.self) {
      try await AssetReaderFilmTests.read(url, .video, .video(settings))
    }
    #expect(refusal?.code == .missingPlugin)
  }
}
