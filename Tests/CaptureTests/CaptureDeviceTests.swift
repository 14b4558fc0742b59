import Capture
import MediaFormats
import MediaTime
import Rendering
import ScriptedRendering
import Testing

/// Devices and formats as data: what is found, and what is chosen.
@Suite("Capture devices")
struct CaptureDeviceTests {
  private static func format(_ width: Int, _ height: Int, _ rates: ClosedRange<Rational>) -> CaptureDevice.Format {
    .video(CaptureDevice.VideoFormat(size: PixelSize(width: width, height: height), frameRates: rates))
  }

  private static let five = Rational(5)
  private static let thirty = Rational(30)

  private static let webcam = CaptureDevice(
    uniqueID: "/dev/video0", localizedName: "Webcam", deviceType: .camera, position: .front,
    formats: [
      format(640, 480, five...thirty), format(1280, 720, five...thirty), format(1920, 1080, five...thirty),
      format(2592, 1944, five...Rational(15)),
    ])
  private static let back = CaptureDevice(
    uniqueID: "/dev/video2", localizedName: "Back", deviceType: .camera, position: .back)
  private static let screen = CaptureDevice(uniqueID: "screen", localizedName: "Screen", deviceType: .screen)
  private static let line = CaptureDevice(uniqueID: "line", localizedName: "Line in", deviceType: .microphone)
  private static let pattern = CaptureDevice(
    uniqueID: "videotestsrc", localizedName: "Test pattern", deviceType: .testPattern)
  private static let tone = CaptureDevice(uniqueID: "audiotestsrc", localizedName: "Test tone", deviceType: .testTone)

  private let registry = CaptureDeviceRegistry(
    engine: ScriptedCapture([screen, webcam, back, line, pattern, tone]))

  @Test func `discovery has the kinds in the order in which they are asked for`() throws {
    let all = try registry.devices()
    let found = CaptureDevice.DiscoverySession(deviceTypes: [.camera, .screen, .camera], in: all)
    #expect(found.devices == [Self.webcam, Self.back, Self.screen])
    let atBack = CaptureDevice.DiscoverySession(
      deviceTypes: CaptureDevice.DeviceType.allCases, mediaType: .video, position: .back, in: all)
    #expect(atBack.devices == [Self.back])
    let sound = CaptureDevice.DiscoverySession(
      deviceTypes: CaptureDevice.DeviceType.allCases, mediaType: .audio, in: all)
    #expect(sound.devices == [Self.line, Self.tone])
  }

  @Test func `the default is a camera before a screen, and never a test source`() throws {
    #expect(try registry.defaultDevice(for: .video) == Self.webcam)
    #expect(try registry.defaultDevice(for: .audio) == Self.line)
    #expect(try registry.defaultDevice(.camera, position: .back) == Self.back)
    #expect(try registry.defaultDevice(.testTone) == Self.tone)
    let bare = CaptureDeviceRegistry(engine: ScriptedCapture([Self.screen, Self.pattern, Self.tone]))
    #expect(try bare.defaultDevice(for: .video) == Self.screen)
    #expect(try bare.defaultDevice(for: .audio) == nil)
    #expect(try bare.device(uniqueID: "nothing") == nil)
  }

  @Test func `presets choose the largest format that is fast enough`() throws {
    func chosen(_ preset: CapturePreset, _ asked: CaptureSettings = CaptureSettings()) throws -> String {
      let settings = try preset.settings(for: Self.webcam, asked)
      return "\(settings.size?.width ?? 0)x\(settings.size?.height ?? 0)@\(settings.frameRate ?? .zero)"
    }
    #expect(try chosen(.high) == "1920x1080@30")
    #expect(try chosen(.medium) == "1280x720@30")
    #expect(try chosen(.low) == "640x480@30")
    #expect(try chosen(.photo) == "2592x1944@15")
    #expect(try chosen(.vga640x480) == "640x480@30")
    #expect(try chosen(.high, CaptureSettings(frameRate: Rational(10))) == "1920x1080@10")
    #expect(try chosen(.low, CaptureSettings(size: PixelSize(width: 2592, height: 1944))) == "2592x1944@15")
    #expect(!CapturePreset.hd4K3840x2160.isSupported(by: Self.webcam))
    #expect(CapturePreset.hd4K3840x2160.isSupported(by: Self.back))
    #expect(throws: RenderError.self) { try chosen(.hd4K3840x2160) }
    #expect(throws: RenderError.self) { try chosen(.high, CaptureSettings(frameRate: Rational(60))) }
  }

  @Test func `a device that says nothing is asked for what the preset says`() throws {
    let settings = try CapturePreset.hd1920x1080.settings(for: Self.back, CaptureSettings())
    #expect(settings.size == PixelSize(width: 1920, height: 1080) && settings.frameRate == nil)
    #expect(try CapturePreset.high.settings(for: Self.back, CaptureSettings()).size == nil)
    #expect(try CapturePreset.inputPriority.settings(for: Self.back, CaptureSettings()).size == nil)
    let sound = CaptureSettings(sampleRate: 44_100)
    #expect(try CapturePreset.high.settings(for: Self.line, sound) == sound)
  }
}
