import Documents
import EditServices
import EditingModel
import Foundation
import MediaAnalysis
import MediaFormats
import MediaTime
import Rendering

/// Small pictures and waveforms of media, by which segments are known in the timeline.
///
/// Made once for each state of a file, and kept within a bound.
actor MediaPreviews {
  private let renderer: any Renderer
  /// The finished previews, by their requests.
  private var made: [Request: Task<[UInt8], any Error>] = [:]
  /// The requests, the longest ago first.
  private var order: [Request] = []
  /// The generators of the media that were last looked at, whose decoders stay open.
  private var generators: [(asset: AssetReference, stamp: FileStamp, generator: ImageGenerator)] = []

  private static let (most, mostGenerators) = (2_000, 8)

  /// The request of a preview of a file in a state.
  private struct Request: Hashable {
    var asset: AssetReference
    var stamp: FileStamp
    var kind: Kind

    enum Kind: Hashable {
      case thumbnail(time: CMTime, height: Int)
      case waveform(pointsPerSecond: Int)
    }
  }

  init(renderer: any Renderer) {
    self.renderer = renderer
  }

  /// The picture that `asset` shows at `time` or near it, `height` pixels high at most, as JPEG.
  func thumbnail(of asset: AssetReference, at time: Rational, height: Int) async throws -> [UInt8] {
    let (stamp, time) = (FileStamp(of: asset.url), try CMTime(exactly: time))
    let kind = Request.Kind.thumbnail(time: time, height: height)
    return try await result(of: Request(asset: asset, stamp: stamp, kind: kind)) { [renderer] generator in
      var generator = generator
      generator.maximumSize = PixelSize(width: height * 4, height: height)
      let image = try await generator.image(at: time)
      return try await renderer.imageData(of: image.picture, as: .jpeg, quality: 0.8)
    }
  }

  /// The waveform of the sound of `asset`, all channels in one, as JSON.
  func waveform(of asset: AssetReference, pointsPerSecond: Int) async throws -> [UInt8] {
    let request = Request(
      asset: asset, stamp: FileStamp(of: asset.url), kind: .waveform(pointsPerSecond: pointsPerSecond))
    return try await result(of: request) { [renderer] _ in
      var generator = WaveformGenerator(of: asset, renderer: renderer)
      generator.resolution = .pointsPerSecond(Double(pointsPerSecond))
      generator.mixesChannels = true
      let waveform = try await generator.waveform()
      let channel = waveform.channels.first
      let document: JSONObject = [
        "perSecond": pointsPerSecond, "minimum": Self.short(channel?.minimums),
        "maximum": Self.short(channel?.maximums),
      ]
      return Array(JSONOutput.line(document).utf8)
    }
  }

  /// Levels with three decimals, as many as a drawing shows.
  private static func short(_ levels: [Double]?) -> [Double] { (levels ?? []).map { ($0 * 1_000).rounded() / 1_000 } }

  /// The preview of `request`, which exists or is made by `make` now.
  private func result(
    of request: Request, _ make: @escaping @Sendable (ImageGenerator) async throws -> [UInt8]
  ) async throws -> [UInt8] {
    if let task = made[request] { return try await task.value }
    let generator = generator(of: request.asset, request.stamp)
    let task = Task { try await make(generator) }
    made[request] = task
    order.append(request)
    if order.count > Self.most { made[order.removeFirst()] = nil }
    do {
      return try await task.value
    } catch {
      // A preview that failed is tried again when it is asked for again.
      made[request] = nil
      order.removeAll { $0 == request }
      throw error
    }
  }

  private func generator(of asset: AssetReference, _ stamp: FileStamp) -> ImageGenerator {
    if let index = generators.firstIndex(where: { $0.asset == asset && $0.stamp == stamp }) {
      generators.append(generators.remove(at: index))
    } else {
      generators.append((asset, stamp, ImageGenerator(of: asset, renderer: renderer)))
      if generators.count > Self.mostGenerators { generators.removeFirst() }
    }
    return generators[generators.count - 1].generator
  }
}

/// A file's state: it has changed where this has.
struct FileStamp: Hashable, Sendable {
  /// The bytes it holds; nil where there is no file.
  let byteCount: Int64?
  /// The time of its writing.
  let modification: Date?
  /// Its number in its file system, another one after it was replaced.
  let number: UInt64?

  init(of url: URL) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
    byteCount = (attributes?[.size] as? NSNumber)?.int64Value
    modification = attributes?[.modificationDate] as? Date
    number = (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
  }
}
