import AVFoundation
import Testing

@Suite("Rules of metadata items")
struct MetadataItemRules {
  private let item = AVMutableMetadataItem()

  /// AVMetadataItem.h, "identifier", "key", "keySpace", "value": nil by default.
  @Test func `a fresh item says nothing`() {
    #expect(item.identifier == nil && item.key == nil && item.keySpace == nil && item.commonKey == nil)
    #expect(item.value == nil && item.stringValue == nil && item.numberValue == nil)
    #expect(item.dateValue == nil && item.dataValue == nil && item.extendedLanguageTag == nil)
  }

  /// AVMetadataItem.h, "identifier": its parts are key space and key.
  @Test func `an identifier sets key space and key`() {
    item.identifier = .quickTimeMetadataTitle
    #expect(item.keySpace == .quickTimeMetadata)
    #expect(item.key as? NSString == NSString(string: AVMetadataKey.quickTimeMetadataKeyTitle.rawValue))
  }

  /// AVMetadataItem.h, "commonKey": of an item of the common key space, its key.
  @Test func `the common key of a common item is its key`() {
    item.identifier = .commonIdentifierTitle
    #expect(item.commonKey == .commonKeyTitle && item.keySpace == .common)
  }

  /// AVMetadataItem.h, "stringValue": of text, the text.
  @Test func `a text is its string value`() {
    item.value = NSString(string: "Film")
    #expect(item.stringValue == "Film" && item.value as? NSString == "Film")
  }

  /// AVMetadataItem.h, "numberValue": of a number, the number.
  @Test func `a number is its number value`() {
    item.value = NSNumber(value: 12)
    #expect(item.numberValue == 12)
  }

  /// AVMetadataItem.h, "numberValue": nil for what is no number.
  @Test func `words are no number`() {
    item.value = NSString(string: "Film")
    #expect(item.numberValue == nil)
  }

  /// AVMetadataItem.h, "dataValue": of data, the data.
  @Test func `data is its data value`() {
    item.value = NSData(data: Data([1, 2, 3]))
    #expect(item.dataValue == Data([1, 2, 3]))
  }

  /// AVMetadataItem.h, "dateValue": of a date, the date.
  @Test func `a date is its date value`() {
    let date = Date(timeIntervalSinceReferenceDate: 1_000)
    item.value = date as NSDate
    #expect(item.dateValue == date)
  }

  /// AVMetadataItem.h, "value": copied.
  @Test func `a value is copied when it is set`() {
    let text = NSMutableString(string: "before")
    item.value = text
    text.setString("after")
    #expect(item.stringValue == "before")
  }

  /// AVMetadataItem.h, "extendedLanguageTag", "dataType", "time", "duration": may be set.
  @Test func `what is set on an item is kept`() {
    (item.extendedLanguageTag, item.dataType) = ("it", "com.apple.metadata.datatype.UTF-8")
    (item.time, item.duration) = (frames(3), frames(4))
    #expect(item.extendedLanguageTag == "it" && item.dataType == "com.apple.metadata.datatype.UTF-8")
    #expect(item.time == frames(3) && item.duration == frames(4))
  }

  /// NSCopying of AVMetadataItem: an immutable snapshot.
  @Test func `a copy of an item is immutable and stays`() throws {
    item.value = NSString(string: "before")
    let copy = try #require(item.copy() as? AVMetadataItem)
    item.value = NSString(string: "after")
    #expect(!(copy is AVMutableMetadataItem) && copy.stringValue == "before")
  }

  /// NSMutableCopying of AVMetadataItem: independent.
  @Test func `a mutable copy of an item is another`() throws {
    item.identifier = .commonIdentifierTitle
    let copy = try #require(item.mutableCopy() as? AVMutableMetadataItem)
    copy.value = NSString(string: "other")
    #expect(copy.identifier == .commonIdentifierTitle && item.value == nil)
  }

  /// AVMetadataItem.h, "metadataItemsFromArray:filteredByIdentifier:": those of the identifier, in their order.
  @Test func `items are found by their identifier`() {
    let other = AVMutableMetadataItem()
    (item.identifier, other.identifier) = (.quickTimeMetadataTitle, .quickTimeMetadataArtist)
    let found = AVMetadataItem.metadataItems(from: [item, other], filteredByIdentifier: .quickTimeMetadataArtist)
    #expect(found == [other])
  }

  /// AVMetadataItem.h, "metadataItemsFromArray:withKey:keySpace:": nil keys and key spaces are any.
  @Test func `items are found by their key space`() {
    let other = AVMutableMetadataItem()
    (item.identifier, other.identifier) = (.quickTimeMetadataTitle, .commonIdentifierTitle)
    #expect(AVMetadataItem.metadataItems(from: [item, other], withKey: nil, keySpace: .quickTimeMetadata) == [item])
    #expect(AVMetadataItem.metadataItems(from: [item, other], withKey: nil, keySpace: nil) == [item, other])
  }

  /// AVTimedMetadataGroup.h, "items", "timeRange": those it was made with.
  @Test func `a group says its items and its range`() {
    let group = AVTimedMetadataGroup(items: [item], timeRange: frames(2, 5))
    #expect(group.items == [item] && group.timeRange == frames(2, 5))
  }

  /// NSMutableCopying of AVTimedMetadataGroup: independent.
  @Test func `a mutable copy of a group is another`() throws {
    let group = AVTimedMetadataGroup(items: [item], timeRange: frames(2, 5))
    let copy = try #require(group.mutableCopy() as? AVMutableTimedMetadataGroup)
    (copy.items, copy.timeRange) = ([], frames(0, 1))
    #expect(group.items.count == 1 && group.timeRange == frames(2, 5))
    #expect(copy.items.isEmpty && copy.timeRange == frames(0, 1))
  }

  /// AVMetadataItem.h, "locale", "startDate", "extraAttributes": nil by default, and settable.
  @Test func `a statement has a locale, a date and other attributes`() throws {
    #expect(item.locale == nil && item.startDate == nil && item.extraAttributes == nil)
    let (locale, date) = (Locale(identifier: "de_CH"), Date(timeIntervalSince1970: 1_000))
    (item.locale, item.startDate, item.extraAttributes) = (locale, date, [.baseURI: "film"])
    #expect(item.locale == locale && item.extendedLanguageTag == "de-CH")
    #expect(item.startDate == date && item.extraAttributes?[.baseURI] as? String == "film")
    let copy = try #require(item.copy() as? AVMetadataItem)
    #expect(copy.locale == locale && copy.startDate == date && copy.extraAttributes?.count == 1)
    item.extendedLanguageTag = "en"
    #expect(item.locale?.language.languageCode == "en")
  }

  /// AVMetadataItem.h, "metadataItemsFromArray:withLocale:", "…filteredAndSortedAccordingToPreferredLanguages:",
  /// "…filteredByMetadataItemFilter:".
  @Test func `statements are found by language and by filter`() {
    let stated = [("en", AVMetadataIdentifier.commonIdentifierTitle), ("de", .commonIdentifierLocation)]
    let items = stated.map { tag, name in
      let item = AVMutableMetadataItem()
      (item.extendedLanguageTag, item.identifier, item.value) = (tag, name, NSString(string: tag))
      return item
    }
    #expect(AVMetadataItem.metadataItems(from: items, with: Locale(identifier: "de-AT")) == [items[1]])
    let sorted = AVMetadataItem.metadataItems(
      from: items, filteredAndSortedAccordingToPreferredLanguages: ["de", "en"])
    #expect(sorted == [items[1], items[0]])
    #expect(AVMetadataItem.metadataItems(from: items, filteredBy: .forSharing()) == [items[0]])
  }
}
