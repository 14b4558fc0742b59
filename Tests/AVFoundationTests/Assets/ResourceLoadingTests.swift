import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Assets of a scheme of the program's own, whose bytes a delegate gives.
@Suite("Resource loading")
struct ResourceLoadingTests {
  /// An asset of `library`, and the queue on which that is asked.
  private func asset(of library: Library, named name: String = "film.mp4") throws -> (AVURLAsset, DispatchQueue) {
    let asset = AVURLAsset(url: try #require(URL(string: "caching://shelf/\(name)")))
    let queue = DispatchQueue(label: "library")
    queue.setSpecific(key: Library.mark, value: true)
    asset.resourceLoader.setDelegate(library, queue: queue)
    return (asset, queue)
  }

  /// What the frames of `asset` show.
  private func readings(of asset: AVAsset) throws -> [FrameReading] {
    let reader = try AVAssetReader(asset: asset)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    reader.add(output)
    #expect(reader.startReading())
    var readings: [FrameReading] = []
    while let buffer = output.copyNextSampleBuffer() {
      if let picture = CMSampleBufferGetImageBuffer(buffer) { readings.append(picture.reading) }
    }
    return readings
  }

  /// The names of temporary files of resources called `name`.
  private func temporaryFiles(of name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
      .filter { $0.hasSuffix(name) }
  }

  // MARK: What is asked for

  @Test func `a delegate is asked what the resource is, and then for all of it, on its queue`() async throws {
    let bytes = try Data(contentsOf: try await Films.first())
    let library = Library(bytes)
    let (asset, queue) = try asset(of: library)
    #expect(asset.resourceLoader.delegate === library && asset.resourceLoader.delegateQueue === queue)
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .unknown && library.requests.isEmpty)
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    #expect(duration == frames(30) && tracks.map(\.mediaType) == [.video, .audio])
    let requests = library.requests
    #expect(requests.count == 2 && library.isAlwaysOnQueue)
    let (first, second) = (try #require(requests.first), try #require(requests.last))
    #expect(first.request.url == asset.url && first.request.value(forHTTPHeaderField: "Range") == "bytes=0-1")
    #expect(first.contentInformationRequest?.contentLength == Int64(bytes.count))
    let head = try #require(first.dataRequest)
    #expect(head.requestedOffset == 0 && head.requestedLength == 2 && !head.requestsAllDataToEndOfResource)
    #expect(second.contentInformationRequest == nil)
    let rest = try #require(second.dataRequest)
    #expect(rest.requestedOffset == 0 && rest.requestedLength == bytes.count && rest.requestsAllDataToEndOfResource)
    #expect(rest.currentOffset == Int64(bytes.count))
    #expect(await Poll.eventually { requests.allSatisfy { $0.isFinished && !$0.isCancelled } })
    // What was loaded is not asked for again.
    #expect(try readings(of: asset) == Films.frames(61, 0..<30) && library.requests.count == 2)
  }

  @Test func `bytes come in pieces, and requests that end early are continued`() async throws {
    let bytes = try Data(contentsOf: try await Films.second())
    let library = Library(bytes) { ($0.piece, $0.mostOfARequest) = (1_000, bytes.count / 3) }
    let (asset, _) = try asset(of: library)
    #expect(asset.duration == frames(30))
    let offsets = library.requests.compactMap(\.dataRequest?.requestedOffset)
    let continued = Array(offsets.dropFirst())
    #expect(offsets.prefix(2) == [0, 0] && continued.count > 2 && continued == continued.sorted())
    #expect(try readings(of: asset) == Films.frames(62, 0..<30))
  }

  @Test func `a resource of unknown length ends where the delegate says`() async throws {
    let bytes = try Data(contentsOf: try await Films.second())
    let library = Library(bytes) { ($0.saysLength, $0.allowsRanges) = (false, false) }
    let (asset, _) = try asset(of: library)
    #expect(try await asset.load(.duration) == frames(30))
    #expect(library.requests.last?.dataRequest?.requestedLength == .max)
  }

  @Test func `a delegate that sends to a server has the resource loaded from there`() async throws {
    let server = try FilmServer(try Data(contentsOf: try await Films.second()))
    let library = Library(Data())
    library.send(to: server.url("film.mp4"))
    let (asset, _) = try asset(of: library)
    #expect(try await asset.load(.duration) == frames(30))
    #expect(try readings(of: asset) == Films.frames(62, 0..<30) && library.requests.count == 1)
    #expect(server.heads.count == 1)
  }

  @Test func `a server's file is loaded with the asset's header fields, without a delegate`() async throws {
    let server = try FilmServer(try Data(contentsOf: try await Films.second()))
    let library = Library(Data())
    let asset = AVURLAsset(
      url: server.url("film.mp4"),
      options: [
        AVURLAssetHTTPUserAgentKey: "Shelf/7", "AVURLAssetHTTPHeaderFieldsKey": ["X-Shelf": "seven"],
      ])
    let queue = DispatchQueue(label: "nobody")
    asset.resourceLoader.setDelegate(library, queue: queue)
    #expect(try await asset.load(.duration) == frames(30))
    #expect(try readings(of: asset) == Films.frames(62, 0..<30) && library.requests.isEmpty)
    let other = AVURLAsset(url: asset.url)
    other.resourceLoader.setDelegate(library, queue: queue)
    let head = try #require(server.heads.first)
    #expect(server.heads.count == 1 && head.hasPrefix("GET /film.mp4 "))
    for field in [
      "User-Agent: Shelf/7", "X-Shelf: seven", "X-Playback-Session-Id: \(asset.httpSessionIdentifier.uuidString)",
    ] { #expect(head.lowercased().contains("\r\n\(field.lowercased())\r\n"), "\(field)") }
    #expect(queue.sync { other.duration } == frames(30) && server.heads.count == 2)
    let missing = AVURLAsset(url: server.url("none.mp4"))
    let error = await #expect(throws: URLError.self) { try await missing.load(.duration) }
    #expect(error?.code == .fileDoesNotExist)
  }

  // MARK: Services

  @Test func `exports, image generators and players take such an asset as it is`() async throws {
    let bytes = try Data(contentsOf: try await Films.first())
    let folder = try ScratchFolder()
    let (library, other, third) = (Library(bytes), Library(bytes), Library(bytes))
    let exported = try asset(of: library).0
    let session = try #require(AVAssetExportSession(asset: exported, presetName: AVAssetExportPresetPassthrough))
    try await session.export(to: folder.url("film.mp4"), as: .mp4)
    #expect(try await FilmReader.frames(folder.url("film.mp4")) == Films.frames(61, 0..<30))
    let generator = AVAssetImageGenerator(asset: try asset(of: other).0)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    #expect(
      try await generator.image(at: frames(7)).image.reading == Films.frames(61, [7])[0])
    let item = AVPlayerItem(asset: try asset(of: third).0)
    let player = AVPlayer(playerItem: item)
    #expect(await Poll.eventually { item.status != .unknown })
    #expect(item.status == .readyToPlay && item.duration == frames(30) && player.error == nil)
  }

  @Test func `a composition keeps the media of an asset that is gone`() async throws {
    let name = "kept-\(UUID().uuidString).mp4"
    let composition = AVMutableComposition()
    do {
      let library = Library(try Data(contentsOf: try await Films.second()))
      let (asset, _) = try asset(of: library, named: name)
      try composition.insertTimeRange(frames(3, 6), of: asset, at: .zero)
      #expect(composition.tracks.first?.segments.first?.sourceURL == asset.url)
      #expect(try temporaryFiles(of: name).count == 1)
    }
    #expect(try readings(of: composition) == Films.frames(62, 3..<6))
    let copy = try #require(composition.tracks.first)
    copy.segments = copy.segments
    #expect(try readings(of: composition) == Films.frames(62, 3..<6))
  }

  @Test func `the bytes of an asset go with it`() async throws {
    let name = "gone-\(UUID().uuidString).mp4"
    do {
      let library = Library(try Data(contentsOf: try await Films.second()))
      let (asset, _) = try asset(of: library, named: name)
      #expect(asset.isPlayable)
      #expect(try temporaryFiles(of: name).count == 1)
    }
    #expect(try await Poll.eventually { try temporaryFiles(of: name).isEmpty })
  }

  @Test func `assets and items of a program's own classes load by themselves`() async throws {
    let asset = ShelfAsset(url: try await Films.second(), options: nil)
    #expect(asset.url.scheme == "shelf" && asset.resourceLoader.delegate === asset.library)
    let item = ShelfItem(asset: asset)
    #expect(item.isShelved && item.asset === asset && item.status == .unknown)
    let player = AVPlayer(playerItem: item)
    #expect(await Poll.eventually { item.status != .unknown })
    #expect(item.status == .readyToPlay && item.duration == frames(30) && player.currentItem === item)
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.asset === asset && copy.status == .unknown && copy.duration.isIndefinite)
  }

  // MARK: Errors

  @Test func `what a delegate fails with, loading fails with; the next time it is asked anew`() async throws {
    let library = Library(try Data(contentsOf: try await Films.second()))
    library.fail(with: NSError(domain: "Library", code: 17))
    let (asset, _) = try asset(of: library)
    var error = await #expect(throws: (any Error).self) { try await asset.load(.duration) } as NSError?
    #expect(error?.domain == "Library" && error?.code == 17)
    #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .failed && error?.code == 17)
    #expect(asset.duration == .zero && asset.tracks.isEmpty && library.requests.count == 1)
    let item = AVPlayerItem(asset: asset)
    let player = AVPlayer(playerItem: item)
    #expect(await Poll.eventually { item.status == .failed })
    #expect((item.error as NSError?)?.domain == "Library" && player.currentItem === item)
    library.fail(with: nil)
    #expect(try await asset.load(.duration) == frames(30))
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loaded)
  }

  @Test func `without a delegate that answers, the URL is not supported`() async throws {
    let url = try #require(URL(string: "caching://shelf/film.mp4"))
    let library = Library(Data())
    library.refuse()
    let (refused, _) = try asset(of: library)
    for asset in [AVURLAsset(url: url), refused] {
      let error = await #expect(throws: URLError.self) { try await asset.load(.isPlayable) }
      #expect(error?.code == .unsupportedURL)
      #expect(throws: URLError.self) { try AVAssetReader(asset: asset) }
    }
    #expect(library.requests.count == 1)
  }

  @Test func `a resource that is no film has the error of such a file`() async throws {
    let library = Library(Data("not a film at all".utf8))
    let (asset, _) = try asset(of: library)
    await #expect(throws: AVError(.fileFormatNotRecognized)) { try await asset.load(.tracks) }
    #expect(try await !asset.load(.isPlayable))
  }

  // MARK: Waiting

  @Test func `the delegate is called for cancelled loading`() async throws {
    let library = Library(Data())
    library.keepSilent()
    let (asset, _) = try asset(of: library)
    let loading = Task { try await asset.load(.duration) }
    #expect(await Poll.eventually { library.requests.count == 1 })
    asset.cancelLoading()
    await #expect(throws: AVError(.operationCancelled)) { try await loading.value }
    #expect(await Poll.eventually { library.cancelled.count == 1 })
    let request = try #require(library.requests.first)
    #expect(library.cancelled.first === request && request.isCancelled && !request.isFinished)
    // A late answer is ignored.
    request.dataRequest?.respond(with: Data(count: 2))
    request.finishLoading()
    #expect(request.dataRequest?.currentOffset == 0 && !request.isFinished)
  }

  @Test func `getters on the delegate's own queue do not wait for it`() async throws {
    let library = Library(try Data(contentsOf: try await Films.second()))
    let (asset, queue) = try asset(of: library)
    let (early, metadata) = queue.sync { (asset.duration, asset.metadata) }
    #expect(early == .zero && metadata.isEmpty && library.requests.isEmpty)
    #expect(asset.duration == frames(30))
    #expect(queue.sync { asset.duration } == frames(30))
  }

  @Test func `files are read without a delegate`() async throws {
    let asset = AVURLAsset(url: try await Films.second())
    let library = Library(Data())
    asset.resourceLoader.setDelegate(library, queue: nil)
    asset.resourceLoader.preloadsEligibleContentKeys = true
    #expect(asset.resourceLoader.delegateQueue?.label == DispatchQueue.main.label)
    #expect(asset.duration == frames(30) && library.requests.isEmpty)
    asset.resourceLoader.setDelegate(nil, queue: nil)
    #expect(asset.resourceLoader.delegate == nil && asset.resourceLoader.delegateQueue == nil)
  }
}

/// A file that is loaded through a delegate of the asset's own.
private final class ShelfAsset: AVURLAsset, @unchecked Sendable {
  let library: Library

  override init(url URL: URL, options: [String: Any]? = nil) {
    library = Library((try? Data(contentsOf: URL)) ?? Data())
    var parts = URLComponents()
    (parts.scheme, parts.host, parts.path) = ("shelf", "films", URL.path)
    super.init(url: parts.url ?? URL, options: options)
    resourceLoader.setDelegate(library, queue: .global(qos: .userInteractive))
  }
}

private final class ShelfItem: AVPlayerItem, @unchecked Sendable {
  let isShelved: Bool

  override init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
    isShelved = (asset as? AVURLAsset)?.url.scheme == "shelf"
    super.init(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys)
  }
}

/// Gives the bytes of one film, as caches of films do: in pieces, later, from threads of its own.
private final class Library: NSObject, AVAssetResourceLoaderDelegate, Sendable {
  struct Habits: Sendable {
    /// Bytes of a piece.
    var piece = 100_000
    /// How many it gives in answer to one request.
    var mostOfARequest = Int.max
    var saysLength = true
    var allowsRanges = true
  }

  private struct State: Sendable {
    var requests: [AVAssetResourceLoadingRequest] = []
    var cancelled: [AVAssetResourceLoadingRequest] = []
    var isAlwaysOnQueue = true
    var failure: NSError?
    var isRefusing = false
    var isSilent = false
    /// Where else the film is.
    var place: URL?
  }

  /// What its queue has.
  static let mark = DispatchSpecificKey<Bool>()
  private let bytes: Data
  private let habits: Habits
  private let state = Mutex(State())

  init(_ bytes: Data, _ change: (inout Habits) -> Void = { _ in }) {
    var habits = Habits()
    change(&habits)
    (self.bytes, self.habits) = (bytes, habits)
    super.init()
  }

  var requests: [AVAssetResourceLoadingRequest] { state.withLock(\.requests) }
  var cancelled: [AVAssetResourceLoadingRequest] { state.withLock(\.cancelled) }
  var isAlwaysOnQueue: Bool { state.withLock(\.isAlwaysOnQueue) }
  func fail(with error: NSError?) { state.withLock { $0.failure = error } }
  func refuse() { state.withLock { $0.isRefusing = true } }
  func send(to place: URL) { state.withLock { $0.place = place } }
  func keepSilent() { state.withLock { $0.isSilent = true } }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool {
    let (failure, isRefusing, isSilent) = state.withLock { state in
      state.requests.append(loadingRequest)
      state.isAlwaysOnQueue = state.isAlwaysOnQueue && DispatchQueue.getSpecific(key: Self.mark) == true
      return (state.failure, state.isRefusing, state.isSilent)
    }
    guard !isRefusing, !isSilent else { return !isRefusing }
    DispatchQueue.global().async { [self] in
      if let failure { return loadingRequest.finishLoading(with: failure) }
      guard let place = state.withLock(\.place) else { return answer(loadingRequest) }
      loadingRequest.redirect = URLRequest(url: place)
      loadingRequest.response = HTTPURLResponse(url: place, statusCode: 302, httpVersion: nil, headerFields: nil)
      loadingRequest.finishLoading()
    }
    return true
  }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  ) {
    state.withLock { $0.cancelled.append(loadingRequest) }
  }

  private func answer(_ request: AVAssetResourceLoadingRequest) {
    if let information = request.contentInformationRequest {
      information.contentType = AVFileType.mp4.rawValue
      if habits.saysLength { information.contentLength = Int64(bytes.count) }
      information.isByteRangeAccessSupported = habits.allowsRanges
    }
    if let data = request.dataRequest {
      let start = Int(data.requestedOffset)
      let wanted = data.requestsAllDataToEndOfResource ? bytes.count - start : data.requestedLength
      let end = min(bytes.count, start + min(wanted, habits.mostOfARequest))
      for offset in stride(from: start, to: end, by: habits.piece) {
        data.respond(with: bytes[offset..<min(end, offset + habits.piece)])
      }
    }
    // Some delegates finish with a nil error.
    if request.contentInformationRequest == nil { request.finishLoading(with: nil) } else { request.finishLoading() }
  }
}
