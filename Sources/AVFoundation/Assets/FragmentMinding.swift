// swift-format-ignore-file: AlwaysUseLowerCamelCase

import EditServices
public import Foundation
import GstEdit
import Synchronization

/// Assets that can be minded: asked time and again whether their file has got fragments (`AVFragmentMinding`).
public protocol AVFragmentMinding: AnyObject {
  /// Whether a minder minds it.
  var isAssociatedWithFragmentMinder: Bool { get }
}

/// State of a minded asset's file when it was looked at.
///
/// Threads: any. Lock order: `looking`, then `state`, and under that nothing.
final class FragmentMinding: Sendable {
  private let state = Mutex(State())
  /// Held while the file is looked at.
  private let looking = Mutex(())

  private struct State: Sendable {
    var isMinded = false
    /// Bytes and date of the file.
    var mark: Mark?
  }

  /// Facts of a file that change when it does.
  private struct Mark: Equatable, Sendable {
    var length: Int
    var date: Date?

    init(_ url: URL) {
      let found = try? FileManager.default.attributesOfItem(atPath: url.path)
      length = (found?[.size] as? NSNumber)?.intValue ?? 0
      date = found?[.modificationDate] as? Date
    }
  }

  /// The properties of an asset whose changes observers are notified of.
  private struct Facts {
    var duration: CMTime
    var containsFragments: Bool
    var canContainFragments: Bool
    var ranges: [CMPersistentTrackID: CMTimeRange]

    init(_ asset: AVAsset) {
      (duration, containsFragments) = (asset.duration, asset.containsFragments)
      canContainFragments = asset.canContainFragments
      let tracks = (try? asset.trackObjects()) ?? []
      ranges = Dictionary(tracks.map { ($0.trackID, $0.timeRange) }) { first, _ in first }
    }
  }

  /// Whether a minder minds the asset.
  var isMinded: Bool { state.withLock(\.isMinded) }

  /// Has a minder mind the asset; false where one does already.
  func begin() -> Bool {
    state.withLock { state in
      guard !state.isMinded else { return false }
      state.isMinded = true
      return true
    }
  }

  /// Has no minder mind the asset any more.
  func end() { state.withLock { $0.isMinded = false } }

  /// Reloads `asset` where its file has changed, and notifies observers. A file that cannot be read, as while a
  /// fragment is being written, is tried again the next time. Blocks.
  func look(at asset: AVAsset) {
    looking.withLock { _ in
      guard case .file(let file) = asset.source, file.url.isFileURL else { return }
      let mark = Mark(file.url)
      guard state.withLock({ $0.mark }) != mark else { return }
      // What was loaded before is what observers know.
      let known = Facts(asset)
      do { try asset.renew(URLAsset(url: file.url)) } catch { return }
      state.withLock { $0.mark = mark }
      tell(asset, known, Facts(asset))
    }
  }

  private func tell(_ asset: AVAsset, _ known: Facts, _ new: Facts) {
    let center = NotificationCenter.default
    if new.duration != known.duration { center.post(name: AVAsset.durationDidChangeNotification, object: asset) }
    if new.containsFragments, !known.containsFragments {
      center.post(name: AVAsset.containsFragmentsDidChangeNotification, object: asset)
    }
    if known.canContainFragments, !new.canContainFragments {
      center.post(name: AVAsset.wasDefragmentedNotification, object: asset)
    }
    for track in (try? asset.trackObjects()) ?? [] where known.ranges[track.trackID] != new.ranges[track.trackID] {
      center.post(name: AVAssetTrack.timeRangeDidChangeNotification, object: track)
      center.post(name: AVAssetTrack.segmentsDidChangeNotification, object: track)
    }
  }
}

/// Looks at the files of assets at intervals, and notifies observers of appended fragments (`AVFragmentedAssetMinder`).
///
/// Notifications come on any thread. Minded assets are kept; an asset has one minder at a time. Threads: any. Lock
/// order: only `state`.
open class AVFragmentedAssetMinder: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let state = Mutex(State())
  private let timer: any DispatchSourceTimer

  private struct State: @unchecked Sendable {
    // @unchecked: assets are handed out as they are.
    var assets: [any AVAsset & AVFragmentMinding] = []
    var interval: TimeInterval = 10
  }

  /// A minder of nothing, which looks every 10 s.
  public override init() {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "AVFragmentedAssetMinder"))
    super.init()
    timer.setEventHandler { [weak self] in self?.look() }
    schedule()
    timer.activate()
  }

  /// A minder of `asset`, which looks every `mindingInterval` seconds.
  public convenience init(asset: any AVAsset & AVFragmentMinding, mindingInterval: TimeInterval) {
    self.init()
    self.mindingInterval = mindingInterval
    addFragmentedAsset(asset)
  }

  deinit {
    timer.cancel()
    for asset in state.withLock(\.assets) { Self.minding(of: asset)?.end() }
  }

  /// Interval between two looks, in seconds; 10 unless set.
  open var mindingInterval: TimeInterval {
    get { state.withLock(\.interval) }
    set {
      state.withLock { $0.interval = newValue }
      schedule()
    }
  }

  /// Assets that are minded.
  open var assets: [any AVAsset & AVFragmentMinding] { state.withLock { Minded(assets: $0.assets) }.assets }

  private struct Minded: @unchecked Sendable {
    // @unchecked: handed on as they are.
    let assets: [any AVAsset & AVFragmentMinding]
  }

  /// Has `asset` be minded. One that is minded already ends the process, as AVFoundation's exception does, and so does what is neither an
  /// ``AVFragmentedAsset`` nor an ``AVFragmentedMovie``.
  open func addFragmentedAsset(_ asset: any AVAsset & AVFragmentMinding) {
    guard let minding = Self.minding(of: asset), minding.begin() else {
      Misuse.raise("*** -[AVFragmentedAssetMinder addFragmentedAsset:] The asset is minded already, or cannot be")
    }
    let minded = Minded(assets: [asset])
    state.withLock { $0.assets += minded.assets }
  }

  /// Has `asset` not be minded any more. One that is not is passed over.
  open func removeFragmentedAsset(_ asset: any AVAsset & AVFragmentMinding) {
    let minded = Minded(assets: [asset])
    let isThere = state.withLock { state in
      defer { state.assets.removeAll { $0 === minded.assets[0] } }
      return state.assets.contains { $0 === minded.assets[0] }
    }
    if isThere { Self.minding(of: asset)?.end() }
  }

  private static func minding(of asset: AVAsset) -> FragmentMinding? {
    (asset as? AVFragmentedAsset)?.minding ?? (asset as? AVFragmentedMovie)?.minding
  }

  private func schedule() {
    let interval = (mindingInterval.isNaN ? 10 : mindingInterval).within(0.001...1e9)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(1))
  }

  private func look() { for asset in assets { Self.minding(of: asset)?.look(at: asset) } }
}

/// An ``AVFragmentedAssetMinder`` of movies (`AVFragmentedMovieMinder`). Threads: any.
open class AVFragmentedMovieMinder: AVFragmentedAssetMinder, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// A minder of `movie`, which looks every `mindingInterval` seconds.
  public convenience init(movie: AVFragmentedMovie, mindingInterval: TimeInterval) {
    self.init(asset: movie, mindingInterval: mindingInterval)
  }

  /// Movies that are minded.
  open var movies: [AVFragmentedMovie] { assets.compactMap { $0 as? AVFragmentedMovie } }
  /// Has `movie` be minded, as ``AVFragmentedAssetMinder/addFragmentedAsset(_:)``.
  open func add(_ movie: AVFragmentedMovie) { addFragmentedAsset(movie) }
  /// Has `movie` not be minded any more.
  open func remove(_ movie: AVFragmentedMovie) { removeFragmentedAsset(movie) }
}

extension AVAsset {
  /// The duration changed, as when a fragment was appended to a minded asset.
  public class var durationDidChangeNotification: Notification.Name {
    Notification.Name("AVAssetDurationDidChangeNotification")
  }
  /// It has got its first fragment.
  public class var containsFragmentsDidChangeNotification: Notification.Name {
    Notification.Name("AVAssetContainsFragmentsDidChangeNotification")
  }
  /// It was written anew as a movie to which no fragments can be added.
  public class var wasDefragmentedNotification: Notification.Name {
    Notification.Name("AVAssetWasDefragmentedNotification")
  }
}

extension AVAssetTrack {
  /// The time range changed, as when a fragment was appended to a minded asset.
  public class var timeRangeDidChangeNotification: Notification.Name {
    Notification.Name("AVAssetTrackTimeRangeDidChangeNotification")
  }
  /// Its segments are others.
  public class var segmentsDidChangeNotification: Notification.Name {
    Notification.Name("AVAssetTrackSegmentsDidChangeNotification")
  }
}

extension Notification.Name {
  /// ``AVAsset/durationDidChangeNotification``.
  public static let AVAssetDurationDidChange = AVAsset.durationDidChangeNotification
  /// ``AVAsset/containsFragmentsDidChangeNotification``.
  public static let AVAssetContainsFragmentsDidChange = AVAsset.containsFragmentsDidChangeNotification
  /// ``AVAsset/wasDefragmentedNotification``.
  public static let AVAssetWasDefragmented = AVAsset.wasDefragmentedNotification
  /// ``AVAssetTrack/timeRangeDidChangeNotification``.
  public static let AVAssetTrackTimeRangeDidChange = AVAssetTrack.timeRangeDidChangeNotification
  /// ``AVAssetTrack/segmentsDidChangeNotification``.
  public static let AVAssetTrackSegmentsDidChange = AVAssetTrack.segmentsDidChangeNotification
}
