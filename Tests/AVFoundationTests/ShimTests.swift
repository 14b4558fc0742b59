import AVFoundation
import AVKit
import CoreLocation
import MobileCoreServices
import OSLog
import Testing
import UniformTypeIdentifiers
import VideoToolbox

@Suite("Modules beside AVFoundation")
struct ShimTests {
  @Test func `types of files are known by identifiers and endings`() {
    #expect(UTType.quickTimeMovie.identifier == AVFileType.mov.rawValue)
    #expect(UTType(filenameExtension: "MP4") == .mpeg4Movie && UTType("public.mpeg-4") == .mpeg4Movie)
    #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
    #expect(UTType("org.example.none") == nil && UTType(filenameExtension: "xyz") == nil)
    #expect(UTType.mpeg4Movie.preferredFilenameExtension == "mp4" && UTType.jpeg.preferredMIMEType == "image/jpeg")
    #expect(UTType.mpeg4Movie.conforms(to: .movie) && UTType.mpeg4Movie.conforms(to: .audiovisualContent))
    #expect(
      UTType.movie.conforms(to: .movie) && !UTType.movie.isSubtype(of: .movie) && !UTType.mp3.conforms(to: .movie))
    #expect(UTType.movie.isSupertype(of: .quickTimeMovie) && UTType(mimeType: "video/quicktime") == .quickTimeMovie)
    #expect(UTType.png.tags[.filenameExtension] == ["png"])
    let url = URL(fileURLWithPath: "film")
    #expect(url.appendingPathExtension(for: .mpeg4Movie).lastPathComponent == "film.mp4")
    #expect(UTTypeConformsTo(kUTTypeMPEG4, kUTTypeMovie) && kUTTypeJPEG == "public.jpeg")
  }

  @Test func `a log takes values of any kind`() {
    let log = Logger(subsystem: "org.example.film", category: "tests")
    let name: String? = nil
    log.debug("frame \(7, privacy: .public) of \(name)")
    log.log(level: .info, "\([1, 2])")
    #expect(OSLogType.error != .fault)
  }

  /// An operation that says by itself when it is finished.
  private final class Finishing: Operation, @unchecked Sendable {
    // @unchecked: it is used by its queue alone.
    private var isDone = false
    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { isDone }
    override func start() {
      willChangeValue(forKey: "isFinished")
      isDone = true
      didChangeValue(forKey: "isFinished")
    }
  }

  @Test func `an operation tells its queue that it is finished`() {
    let (queue, operation, finished) = (OperationQueue(), Finishing(), DispatchSemaphore(value: 0))
    operation.completionBlock = { finished.signal() }
    queue.addOperation(operation)
    #expect(finished.wait(timeout: .now() + 30) == .success)
  }

  @Test func `locations have their values`() {
    let paris = CLLocation(latitude: 48.8566, longitude: 2.3522)
    let london = CLLocation(latitude: 51.5074, longitude: -0.1278)
    #expect(abs(paris.distance(from: london) - 343_500) < 1_500 && paris.course == -1)
    #expect(CLLocationCoordinate2DIsValid(paris.coordinate))
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
  }

  @Test func `names of encoders' settings are Apple's`() {
    let settings: [String: Any] = [AVVideoProfileLevelKey: kVTProfileLevel_HEVC_Main_AutoLevel as String]
    #expect(settings[AVVideoProfileLevelKey] as? String == "HEVC_Main_AutoLevel")
    #expect(kVTCompressionPropertyKey_AverageBitRate as String == "AverageBitRate")
  }
}
