import AVFoundation
import Testing

@Suite("Rules of player items")
struct PlayerItemRules {
  private let item = AVPlayerItem(asset: AVMutableComposition())

  /// AVPlayerItem.h, "asset": the one it was made with.
  @Test func `an item says its asset`() {
    let asset = AVMutableComposition()
    #expect(AVPlayerItem(asset: asset).asset === asset)
  }

  /// AVPlayerItem.h, "initWithURL:": an asset of that URL.
  @Test func `an item of a URL has an asset of it`() {
    let url = URL(fileURLWithPath: "/nowhere/film.mov")
    #expect((AVPlayerItem(url: url).asset as? AVURLAsset)?.url == url)
  }

  /// AVPlayerItem.h, "status": unknown until it is in a player; "error": nil.
  @Test func `a fresh item's status is unknown, without an error`() {
    #expect(item.status == .unknown && item.error == nil)
  }

  /// AVPlayerItem.h, "forwardPlaybackEndTime", "reversePlaybackEndTime": kCMTimeInvalid by default.
  @Test func `a fresh item has no end of its own`() {
    #expect(!item.forwardPlaybackEndTime.isValid && !item.reversePlaybackEndTime.isValid)
  }

  /// AVPlayerItem.h, "audioMix", "videoComposition", "customVideoCompositor": nil by default.
  @Test func `a fresh item has neither mix nor video composition`() {
    #expect(item.audioMix == nil && item.videoComposition == nil && item.customVideoCompositor == nil)
  }

  /// AVPlayerItem.h, "presentationSize": zero until it is known.
  @Test func `a fresh item has no size`() { #expect(item.presentationSize == .zero) }

  /// AVPlayerItem.h, "loadedTimeRanges", "seekableTimeRanges": empty until it is known.
  @Test func `a fresh item has nothing loaded`() {
    #expect(item.loadedTimeRanges.isEmpty && item.seekableTimeRanges.isEmpty)
  }

  /// AVPlayerItem.h, "outputs": none.
  @Test func `a fresh item has no outputs`() { #expect(item.outputs.isEmpty) }

  /// AVPlayerItem.h, "preferredForwardBufferDuration": 0 by default.
  @Test func `a fresh item leaves the buffer's length open`() {
    #expect(item.preferredForwardBufferDuration == 0 && !item.canUseNetworkResourcesForLiveStreamingWhilePaused)
  }

  /// AVPlayerItem.h, "forwardPlaybackEndTime": may be set.
  @Test func `an end that is set is kept, and may be taken back`() {
    item.forwardPlaybackEndTime = frames(9)
    #expect(item.forwardPlaybackEndTime == frames(9))
    item.forwardPlaybackEndTime = .invalid
    #expect(!item.forwardPlaybackEndTime.isValid)
  }

  /// AVPlayerItem.h, "audioTimePitchAlgorithm": AVAudioTimePitchAlgorithmTimeDomain by default since iOS 15.
  @Test func `a fresh item keeps pitch in the domain of time`() {
    #expect(item.audioTimePitchAlgorithm == .timeDomain)
  }

  /// AVPlayerItem.h, "audioMix": copied.
  @Test func `an item's mix is a copy`() {
    let mix = AVMutableAudioMix()
    item.audioMix = mix
    mix.inputParameters = [AVMutableAudioMixInputParameters()]
    #expect(item.audioMix !== mix && item.audioMix?.inputParameters.isEmpty == true)
  }

  /// AVPlayerItem.h, "videoComposition": copied.
  @Test func `an item's video composition is a copy`() {
    let (composition, instruction) = (AVMutableVideoComposition(), AVMutableVideoCompositionInstruction())
    instruction.timeRange = frames(0, 9)
    (composition.frameDuration, composition.renderSize) = (frames(1), CGSize(width: 64, height: 36))
    composition.instructions = [instruction]
    item.videoComposition = composition
    composition.renderSize = .zero
    #expect(item.videoComposition !== composition && item.videoComposition?.renderSize.width == 64)
  }

  /// AVPlayerItem.h, "addOutput:", "removeOutput:".
  @Test func `an output is the item's until it is removed`() {
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    #expect(item.outputs.first === output)
    item.remove(output)
    #expect(item.outputs.isEmpty)
  }

  /// NSCopying of AVPlayerItem: another item of the same asset, which has not been in a player.
  @Test func `a copy of an item is another of the same asset`() throws {
    let player = AVPlayer(playerItem: item)
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy !== item && copy.asset === item.asset && copy.status == .unknown)
    #expect(AVPlayer(playerItem: copy).currentItem === copy && player.currentItem === item)
  }

  /// AVPlayerItem.h, "AVPlayerItemStatus": 0 to 2.
  @Test func `the numbers of states are Apple's`() {
    let states: [AVPlayerItem.Status] = [.unknown, .readyToPlay, .failed]
    #expect(states.map(\.rawValue) == [0, 1, 2])
  }

  /// AVPlayerItemOutput.h, "hasNewPixelBufferForItemTime:": NO without an item.
  @Test func `an output of no item has no picture`() {
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
    #expect(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil) == nil)
  }

  /// AVPlayerItem.h, "automaticallyLoadedAssetKeys": those it was made with.
  @Test func `an item says which keys it loads`() {
    let named = AVPlayerItem(asset: AVMutableComposition(), automaticallyLoadedAssetKeys: ["duration"])
    #expect(named.automaticallyLoadedAssetKeys == ["duration"] && item.automaticallyLoadedAssetKeys.isEmpty)
  }

  /// AVPlayerItem.h, "externalMetadata", "seekingWaitsForVideoCompositionRendering", "videoApertureMode".
  @Test func `a fresh item states nothing besides, and shows the clean aperture`() {
    #expect(item.externalMetadata.isEmpty && !item.seekingWaitsForVideoCompositionRendering)
    #expect(item.videoApertureMode == .cleanAperture)
    (item.externalMetadata, item.seekingWaitsForVideoCompositionRendering) = ([AVMetadataItem()], true)
    #expect(item.externalMetadata.count == 1 && item.seekingWaitsForVideoCompositionRendering)
  }

  /// AVPlayerItem.h, "currentDate", "seekToDate:": nil and NO without dates.
  @Test func `an item without dates is at none, and goes to none`() {
    #expect(item.currentDate() == nil && !item.seek(to: Date()))
    #expect(!item.automaticallyPreservesTimeOffsetFromLive && !item.configuredTimeOffsetFromLive.isValid)
  }
}
