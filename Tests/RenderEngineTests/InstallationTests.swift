import Foundation
import GstEdit
import Testing

@testable import MediaDecoding
@testable import MediaWriting
@testable import RenderEngine

/// What the engine says of this machine, which has everything.
@Suite struct InstallationTests {
  @Test func `everything is installed, with versions and packages`() throws {
    let installation = try Engine.installation()
    #expect(installation.missing.isEmpty)
    #expect(installation.elements.allSatisfy { $0.package != nil && $0.version?.isEmpty != true })
    // Only encoders and decoders in hardware may be absent.
    let hardware =
      HardwareFamily.allCases.flatMap { family in
        family.decoders.values + [.h264, .hevc].flatMap { family.encoders(of: $0) }
      } + [.vaDownload, .vaapiDownload, .cudaDownload, .openGLDownload]
    #expect(
      installation.elements.allSatisfy { $0.isInstalled || hardware.map(\.factory).contains($0.factory) })
    #expect(Set(installation.elements.map(\.purpose)) == Set(Installation.Purpose.allCases))
    #expect(Engine.version == "GStreamer \(installation.libraries.first?.version ?? "")")
    #expect(installation.libraries.allSatisfy { $0.version.first?.isNumber == true }, "\(installation.libraries)")
    #expect(installation.containers.filter { !$0.missing.isEmpty } == [])
    #expect(Set(installation.containers.map(\.name)).count == installation.containers.count)
  }

  @Test func `this machine writes every row of the table`() {
    let formats = Engine.renderer().writableFormats()
    #expect(formats.map(\.fileType) == FileType.allCases)
    #expect(formats.allSatisfy { $0.video.allSatisfy(\.isAvailable) && $0.audio.allSatisfy(\.isAvailable) })
  }

  @Test func `the self-test finds nothing, and leaves nothing behind`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = try await SelfTest(renderer: Engine.renderer()).run(in: folder)
    #expect(report.problems == [])
    #expect(report.settings == ExportRules.defaults(for: .mp4))
    #expect(report.frameCount == 10)
    #expect(report.sampleCount == 19_200)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
