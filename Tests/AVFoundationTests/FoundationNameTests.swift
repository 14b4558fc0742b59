import AVFoundation
import CoreLocation
import Testing

/// What Apple's Foundation and Core Foundation have for code beside AVFoundation.
@Suite("Names of Foundation") struct FoundationNameTests {
  @Test func `pixel buffers, pools and pictures take dictionaries of Foundation's`() throws {
    let attributes: NSDictionary = [kCVPixelBufferWidthKey: 32, kCVPixelBufferHeightKey: 16]
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 8, 4, kCVPixelFormatType_32BGRA, attributes, &buffer) == kCVReturnSuccess)
    #expect(buffer.map(CVPixelBufferGetWidth) == 8)
    #expect(CVPixelBufferCreate(nil, 8, 4, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnSuccess)
    let whole: NSMutableDictionary = [kCVPixelBufferPixelFormatTypeKey: Int(kCVPixelFormatType_32BGRA)]
    whole.addEntries(from: attributes as? [AnyHashable: Any] ?? [:])
    var pool: CVPixelBufferPool?
    #expect(CVPixelBufferPoolCreate(nil, nil as NSDictionary?, whole, &pool) == kCVReturnSuccess)
    #expect(CVPixelBufferPoolCreatePixelBuffer(nil, try #require(pool), &buffer) == kCVReturnSuccess)
    #expect(buffer.map(CVPixelBufferGetHeight) == 16)
  }

  @Test func `identifiers of Core Foundation's are texts`() {
    let text = CFUUIDCreateString(nil, CFUUIDCreate(nil)) as String?
    #expect(text.flatMap(UUID.init) != nil)
  }

  @Test func `a lock and a log come with AVFoundation`() {
    var lock = os_unfair_lock_s()
    os_unfair_lock_lock(&lock)
    os_unfair_lock_unlock(&lock)
    #expect(OSLog.default === OSLog.default && OSLogType.error != .debug)
    #expect(kUTTypeGIF as String == "com.compuserve.gif")
  }

  @Test func `progress says how long it takes and which file it is about`() {
    let progress = Progress(totalUnitCount: 4)
    #expect(progress.estimatedTimeRemaining == nil && progress.throughput == nil && progress.fileURL == nil)
    (progress.estimatedTimeRemaining, progress.throughput, progress.fileTotalCount) = (1.5, 2_000, 3)
    progress.fileURL = URL(fileURLWithPath: "/film.mov")
    #expect(progress.estimatedTimeRemaining == 1.5 && progress.throughput == 2_000 && progress.fileTotalCount == 3)
    #expect(progress.fileURL?.path == "/film.mov")
    progress.estimatedTimeRemaining = nil
    #expect(progress.estimatedTimeRemaining == nil)
  }

  @Test func `the user's folders are places of files`() {
    for folder in [URL.documentsDirectory, .moviesDirectory, .cachesDirectory, .applicationSupportDirectory] {
      #expect(folder.isFileURL && folder.path.hasPrefix("/"))
    }
  }

  @Test(.timeLimit(.minutes(10))) func `location services are off, and say so`() async {
    let (refusals, end) = AsyncStream<String>.makeStream()
    let listener = Listener(end)
    let manager = CLLocationManager()
    #expect(!CLLocationManager.locationServicesEnabled() && manager.authorizationStatus == .denied)
    manager.delegate = listener
    manager.requestLocation()
    var heard: [String] = []
    for await refusal in refusals.prefix(2) { heard.append(refusal) }
    #expect(heard == ["status 2", "error 1"])
  }

  @Test func `errors of places are caught by their codes`() {
    func refuse() throws { throw CLError(.denied, userInfo: [NSLocalizedDescriptionKey: "no"]) }
    do {
      try refuse()
    } catch CLError.network {
      Issue.record("Another code is caught.")
    } catch CLError.denied {
      return
    } catch {
      Issue.record(error)
    }
    Issue.record("The code is not caught.")
  }

  private final class Listener: CLLocationManagerDelegate {
    private let heard: AsyncStream<String>.Continuation
    init(_ heard: AsyncStream<String>.Continuation) { self.heard = heard }
    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
      heard.yield("status \(status.rawValue)")
    }
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
      heard.yield("error \((error as? CLError)?.errorCode ?? -1)")
    }
  }
}
