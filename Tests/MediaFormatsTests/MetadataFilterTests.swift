import MediaFormats
import MediaTime
import Testing

struct MetadataFilterTests {
  private let metadata = FileMetadata(
    items: [
      MetadataItem(.init(.iTunes, "©nam"), .text("The Sea")),
      MetadataItem(.init(.iTunes, "©xyz"), .text("+48.2+016.3/")),
      MetadataItem(.init(.iTunes, "©mak"), .text("Camera")),
      MetadataItem(.init(.iTunes, "©too"), .text("Lavf")),
      MetadataItem(.init(.iTunes, "©day"), .text("2021-05-04T10:11:12Z")),
      MetadataItem(.init(.iTunes, "zzzz"), .text("own")),
      MetadataItem(.init(.iTunes, "©nam"), .text("Track"), trackNumber: 2),
    ], chapters: [Chapter(start: .zero, end: nil, titles: [.init("One")])], notes: ["left out"])

  @Test func `for sharing, nothing says where, when to the minute and with what`() {
    let shared = MetadataFilter.forSharing.filtered(metadata)
    #expect(shared.items.map(\.text) == ["The Sea"])
    #expect(shared.chapters == metadata.chapters && shared.notes.isEmpty)
  }

  @Test func `a day is a work's`() {
    let day = FileMetadata(items: [MetadataItem(.init(.iTunes, "©day"), .text("2021-05-04"))])
    #expect(MetadataFilter.forSharing.filtered(day).items.count == 1)
  }

  @Test func `all is what is said of the film, and none is nothing`() {
    #expect(MetadataFilter.all.filtered(metadata).items.count == 5)
    #expect(MetadataFilter.none.filtered(metadata) == FileMetadata())
  }
}
