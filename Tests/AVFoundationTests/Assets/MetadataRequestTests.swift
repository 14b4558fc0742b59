import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

/// Items of metadata whose values a program gives when they are needed.
@Suite("Requests for values of metadata")
struct MetadataRequestTests {
  private static var place: AVMutableMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: "mdta/org.demo.place")
    item.value = "unused" as NSString
    (item.time, item.extendedLanguageTag) = (frames(3), "de")
    return item
  }

  @Test func `a value is asked for once, when it is needed`() async throws {
    let count = Mutex(0)
    let item = AVMetadataItem(propertiesOf: Self.place) { request in
      #expect(request.metadataItem?.identifier?.rawValue == "mdta/org.demo.place")
      count.withLock { $0 += 1 }
      // Somewhere else, and later.
      DispatchQueue.global().async { request.respond(value: "Wien" as NSString) }
    }
    #expect(item.identifier?.rawValue == "mdta/org.demo.place" && item.time == frames(3))
    #expect(item.extendedLanguageTag == "de" && count.withLock { $0 } == 0)
    #expect(unsafe item.statusOfValue(forKey: "value", error: nil) == .unknown)
    #expect(unsafe item.statusOfValue(forKey: "identifier", error: nil) == .loaded)
    #expect(try await item.load(.stringValue) == "Wien")
    #expect(unsafe item.statusOfValue(forKey: "value", error: nil) == .loaded)
    #expect(item.stringValue == "Wien" && item.numberValue == nil && count.withLock { $0 } == 1)
    // A copy has it, too.
    let copy = try #require(item.mutableCopy() as? AVMutableMetadataItem)
    #expect(copy.stringValue == "Wien" && count.withLock { $0 } == 1)
    copy.value = 7 as NSNumber
    #expect(copy.numberValue == 7 && item.stringValue == "Wien")
  }

  @Test func `a getter waits for the value`() {
    let item = AVMetadataItem(propertiesOf: Self.place) { $0.respond(value: NSNumber(value: 42)) }
    #expect(item.numberValue == 42)
  }

  @Test func `an error is thrown, and there is no value`() async throws {
    let item = AVMetadataItem(propertiesOf: Self.place) { $0.respond(error: AVError(.noDataCaptured)) }
    await #expect(throws: AVError.self) { try await item.load(.value) }
    #expect(item.value == nil && item.stringValue == nil)
    var error: NSError?
    #expect(unsafe item.statusOfValue(forKey: "value", error: &error) == .failed)
    #expect(error?.code == AVError.Code.noDataCaptured.rawValue)
    // A second response changes nothing, nor does none.
    let twice = AVMetadataItem(propertiesOf: Self.place) { request in
      request.respond(value: "a" as NSString)
      request.respond(value: "b" as NSString)
    }
    #expect(twice.stringValue == "a")
    let silent = AVMetadataItem(propertiesOf: Self.place) { _ in }
    await #expect(throws: AVError.self) { try await silent.load(.value) }
  }

  @Test func `values are loaded by the older function, too`() async throws {
    let item = AVMetadataItem(propertiesOf: Self.place) { $0.respond(value: "Wien" as NSString) }
    await withCheckedContinuation { continuation in
      item.loadValuesAsynchronously(forKeys: ["value"]) { continuation.resume() }
    }
    #expect(unsafe item.statusOfValue(forKey: "value", error: nil) == .loaded && item.stringValue == "Wien")
  }

  @Test func `a group has no label and no name of its own`() {
    let group = AVTimedMetadataGroup(items: [Self.place], timeRange: frames(0, 3))
    #expect(group.classifyingLabel == nil && group.uniqueID == nil)
  }

  // MARK: Movies

  @Test func `a movie says whether it has fragments`() async throws {
    let folder = try ScratchFolder()
    let url = folder.url("fragments.mp4")
    try await MediaTools.ffmpeg([
      "-i", try await Films.second().path, "-c", "copy", "-movflags", "+frag_keyframe+empty_moov", url.path,
    ])
    let movie = AVMovie(url: url)
    #expect(movie.canContainMovieFragments && movie.containsMovieFragments)
    #expect(try await movie.load(.containsMovieFragments))
    let plain = AVMovie(url: try await Films.second())
    #expect(!plain.canContainMovieFragments && !plain.containsMovieFragments)
  }

  @Test func `tracks that stand for one another do so in what is written`() async throws {
    let folder = try ScratchFolder()
    let movie = try AVMutableMovie(url: try await Films.first(), options: nil, error: ())
    let sound = try #require(movie.tracks(withMediaType: .audio).first)
    sound.alternateGroupID = 5
    let picture = try #require(movie.tracks(withMediaType: .video).first)
    #expect(sound.alternateGroupID == 5 && picture.mediaDataStorage == nil)
    try movie.writeHeader(to: folder.url("groups.mov"), fileType: .mov)
    let written = AVMovie(url: folder.url("groups.mov"))
    let groups = written.tracks.map(\.alternateGroupID)
    #expect(groups == [picture.alternateGroupID, 5] && written.tracks.allSatisfy { $0.mediaDataStorage == nil })
    let again = try #require(written.mutableCopy() as? AVMutableMovie)
    #expect(again.tracks(withMediaType: .audio).map(\.alternateGroupID) == [5])
  }
}
