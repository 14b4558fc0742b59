import AVFoundation
import TestSupport
import Testing

@Suite("Names that are objects, and names of metadata")
struct BridgedNameTests {
  @Test func `a key is an object where one is asked for`() {
    let item = AVMutableMetadataItem()
    item.keySpace = .common
    item.key = AVMetadataKey.commonKeyTitle as NSCopying & NSObjectProtocol
    #expect(item.identifier == .commonIdentifierTitle && item.commonKey == .commonKeyTitle)
    #expect(AVFileType.mp4 as NSString == "public.mpeg-4")
    let key: Any = NSString(string: "artist")
    #expect(key as? AVMetadataKey == .commonKeyArtist)
  }

  @Test func `identifiers of ID3 begin with a name of their own`() {
    typealias Item = AVMetadataItem
    #expect(Item.identifier(forKey: "TIT2", keySpace: .id3) == .id3MetadataTitleDescription)
    #expect(AVMetadataIdentifier.id3MetadataTitleDescription.rawValue == "id3/TIT2")
    #expect(Item.keySpace(forIdentifier: .id3MetadataLeadPerformer) == .id3)
    #expect(Item.key(forIdentifier: .id3MetadataLeadPerformer) as? String == "TPE1")
    #expect(AVMetadataKey.id3MetadataKeyAttachedPicture.rawValue == "APIC")
    #expect(Item.keySpace(forIdentifier: .identifier3GPUserDataTitle) == .isoUserData)
    #expect(AVMetadataIdentifier.quickTimeUserDataTrackName.rawValue == "udta/tnam")
  }

  @Test func `a sound's tags of ID3 are found by their identifiers`() async throws {
    let folder = try ScratchFolder()
    let file = folder.url("tagged.mp3")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "sine=duration=0.2", "-metadata", "title=A title", "-metadata", "artist=Someone", file.path,
    ])
    let metadata = try await AVURLAsset(url: file).load(.metadata)
    let titles = AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .id3MetadataTitleDescription)
    #expect(titles.map(\.stringValue) == ["A title"] && titles.first?.keySpace == .id3)
    #expect(titles.first?.commonKey == .commonKeyTitle)
    let artists = AVMetadataItem.metadataItems(
      from: metadata, withKey: AVMetadataKey.id3MetadataKeyLeadPerformer, keySpace: .id3)
    #expect(artists.first?.stringValue == "Someone")
  }

  @Test func `a center's notifications come one after the other`() async throws {
    let (center, name) = (NotificationCenter(), Notification.Name("shown"))
    let (first, second) = (NSNumber(value: 1), NSNumber(value: 2))
    var all = center.notifications(named: name).makeAsyncIterator()
    var ofSecond = center.notifications(named: name, object: second).makeAsyncIterator()
    center.post(name: name, object: first)
    center.post(name: Notification.Name("hidden"), object: first)
    center.post(name: name, object: second)
    #expect(await all.next()?.object as? NSNumber == 1)
    #expect(await all.next()?.object as? NSNumber == 2)
    #expect(await ofSecond.next()?.object as? NSNumber == 2)
  }

  @Test func `a task that is cancelled has no more notifications`() async {
    let waiting = Task {
      for await _ in NotificationCenter().notifications(named: Notification.Name("never")) { return false }
      return true
    }
    waiting.cancel()
    #expect(await waiting.value)
  }
}
