import EditServices
import MediaFormats
import Rendering
import Testing

/// Which media's packets are copied by default, and which only where all that can be are.
struct SmartRenderingPolicyTests {
  private func reason(_ policy: SmartRenderingPolicy, _ codec: VideoCodec, _ profile: String?) -> String? {
    var pictures = CodedPictures(codec: codec, pixelFormat: .yuv420p, frames: [0], entryPoints: [0])
    pictures.profile = profile
    guard case .failure(let media) = policy.copied(pictures) else { return nil }
    return media.sentence
  }

  @Test func `H.264 is copied by default where every decoder knows its profile`() {
    for profile in ["baseline", "main", "high"] { #expect(reason(.automatic, .h264, profile) == nil) }
    for profile in ["high10", "high422", "high444"] {
      #expect(reason(.automatic, .h264, profile)?.contains(profile) == true)
      #expect(reason(.always, .h264, profile) == nil)
    }
    #expect(reason(.automatic, .h264, nil) != nil && reason(.automatic, .prores, "hq") == nil)
  }
}
