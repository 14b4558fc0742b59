import Rendering
import Testing

/// What is missing of an installation.
struct InstallationTests {
  private func element(
    _ factory: String, _ serves: [String], _ version: String?, _ purpose: Installation.Purpose = .pictureDecoders
  ) -> Installation.Element {
    Installation.Element(
      factory: factory, purpose: purpose, serves: serves, package: "package-of-\(factory)", version: version)
  }

  @Test func `an element is missing unless others of its purpose serve all that it does`() {
    let installation = Installation(elements: [
      element("vp9dec", ["VP9"], nil), element("avdec_vp9", ["VP9"], "1.22.0"),
      element("mpeg2", ["MPEG-2", "MPEG-1"], nil), element("mpeg1", ["MPEG-1"], "1.22.0"),
      element("x264enc", ["H.264"], "1.22.0", .encoders), element("avdec_h264", ["H.264"], nil),
    ])
    #expect(installation.missing.map(\.factory) == ["mpeg2", "avdec_h264"])
    #expect(installation.served(by: .pictureDecoders) == ["VP9", "MPEG-2", "MPEG-1", "H.264"])
    #expect(installation.isServed("MPEG-1", by: .pictureDecoders))
    #expect(!installation.isServed("MPEG-2", by: .pictureDecoders))
    #expect(!installation.isServed("H.264", by: .pictureDecoders))
  }
}
