import AVFoundation
import TestSupport
import Testing

/// Members of classes that programs make subclasses of.
@Suite("Overridden members") struct OverridingTests {
  private final class NotingPlayer: AVPlayer, @unchecked Sendable {
    // @unchecked: as its superclass; the notes are.
    let notes = CallLog<String>()

    override func setMediaSelectionCriteria(
      _ criteria: AVPlayerMediaSelectionCriteria?, forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) {
      notes.add("criteria \(mediaCharacteristic.rawValue)")
      super.setMediaSelectionCriteria(criteria, forMediaCharacteristic: mediaCharacteristic)
    }

    override func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
      notes.add("rate \(rate)")
    }
    override func seek(to time: CMTime) async -> Bool {
      notes.add("seek")
      return true
    }
    override func seek(to date: Date) { notes.add("date") }
    override func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
      notes.add("preroll")
    }
    override func cancelPendingPrerolls() { notes.add("cancel") }
    override var allowsExternalPlayback: Bool {
      get { false }
      set { notes.add("external \(newValue)") }
    }
    override var isExternalPlaybackActive: Bool { true }
    override var appliesMediaSelectionCriteriaAutomatically: Bool {
      get { false }
      set {}
    }
  }

  private final class NotingItem: AVPlayerItem, @unchecked Sendable {
    // @unchecked: as its superclass; the notes are.
    let notes = CallLog<String>()

    override func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup)
    { notes.add("select") }
    override func seek(to time: CMTime) async -> Bool {
      notes.add("seek")
      return false
    }
    override var asset: AVAsset { AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mp4")) }
    override var isPlaybackBufferFull: Bool { true }
    override var timebase: CMTimebase? { nil }
    override var preferredPeakBitRate: Double {
      get { 5 }
      set { notes.add("rate \(newValue)") }
    }
    override var externalMetadata: [AVMetadataItem] {
      get { [AVMutableMetadataItem()] }
      set {}
    }
  }

  @Test func `a player's subclass is asked, whoever asks`() async {
    let noting = NotingPlayer()
    let player: AVPlayer = noting
    let criteria = AVPlayerMediaSelectionCriteria(preferredLanguages: ["de"], preferredMediaCharacteristics: nil)
    player.setMediaSelectionCriteria(criteria, forMediaCharacteristic: .audible)
    #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .audible) === criteria)
    player.setRate(1, time: .zero, atHostTime: .invalid)
    #expect(await player.seek(to: .zero))
    // Those that do not wait.
    func ask() {
      player.seek(to: Date())
      player.preroll(atRate: 1)
      player.cancelPendingPrerolls()
    }
    ask()
    player.allowsExternalPlayback = true
    #expect(!player.allowsExternalPlayback && player.isExternalPlaybackActive)
    #expect(!player.appliesMediaSelectionCriteriaAutomatically)
    let audible = AVMediaCharacteristic.audible.rawValue
    #expect(
      noting.notes.entries
        == ["criteria \(audible)", "rate 1.0", "seek", "date", "preroll", "cancel", "external true"])
  }

  @Test func `an item's subclass is asked, whoever asks`() async {
    let noting = NotingItem(asset: AVMutableComposition())
    let item: AVPlayerItem = noting
    #expect(await item.seek(to: .zero) == false)
    item.preferredPeakBitRate = 7
    #expect(item.preferredPeakBitRate == 5 && item.isPlaybackBufferFull && item.timebase == nil)
    #expect((item.asset as? AVURLAsset)?.url.lastPathComponent == "film.mp4")
    #expect(item.externalMetadata.count == 1 && noting.notes.entries == ["seek", "rate 7.0"])
  }

  /// An item whose asset is asked for by way of what the item's lock guards, and which looks at a player when it ends.
  private final class LookingItem: AVPlayerItem, @unchecked Sendable {
    // @unchecked: as its superclass; the rest is set before others have it.
    weak var watched: AVPlayer?
    let ends = CallLog<Bool>()
    override var asset: AVAsset {
      _ = videoComposition
      return super.asset
    }
    deinit { ends.add(watched?.currentItem == nil) }
  }

  @Test func `an item's subclass may look at itself and at its player, whenever it is called`() async throws {
    let player = AVPlayer()
    var item: LookingItem? = LookingItem(url: try await Films.first())
    item?.watched = player
    let ends = try #require(item?.ends)
    player.replaceCurrentItem(with: item)
    #expect(await Poll.eventually { player.currentItem?.status == .readyToPlay })
    #expect(item?.tracks.count == 2)
    item = nil
    // A player lets go of an item that is taken out of it.
    player.replaceCurrentItem(with: nil)
    #expect(await Poll.eventually { ends.entries == [true] })
  }

  /// A player of a file that its program chooses.
  private final class FilePlayer: AVAudioPlayer, @unchecked Sendable {
    // @unchecked: as its superclass.
    override init(contentsOf url: URL) throws { try super.init(contentsOf: url) }
  }

  @Test func `a player of sound has subclasses with initializers of their own`() async throws {
    let sound = try await SoundFile(.tone(hertz: 440)).url()
    #expect(try FilePlayer(contentsOf: sound).prepareToPlay())
    #expect(throws: (any Error).self) { try FilePlayer(contentsOf: URL(filePath: "/missing.wav")) }
  }
}
