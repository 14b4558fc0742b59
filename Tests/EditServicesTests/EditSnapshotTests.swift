import EditServices
import EditingModel
import Rendering
import ScriptedRendering
import Testing

struct EditSnapshotTests {
  @Test func `media is named once, in order of first use`() throws {
    let cat = try film("cat")
    let dog = try film("dog")
    #expect(cuts(of: [dog, cat, dog, cat]).assets == [dog.asset, cat.asset])
  }

  @Test func `media of tracks that take no part is not asked for`() throws {
    var edit = cuts(of: [try film("cat")])
    edit.composition.tracks[0].isEnabled = false
    #expect(edit.assets.isEmpty)
  }

  @Test func `an inspector names each file that cannot be read`() async throws {
    let cat = try film("cat")
    let dog = try film("dog")
    let results = await MediaInspector(renderer: ScriptedRenderer(media: [cat])).results(of: [dog.asset, cat.asset])
    guard case .failure(let error) = results.first else {
      Issue.record("the missing file was found")
      return
    }
    #expect(error.code == .mediaMissing)
    #expect(error.asset == dog.asset)
    #expect(try results.last?.get() == cat)
  }
}
