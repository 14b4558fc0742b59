import AVFoundation.AVCaptureDevice
import AVFoundation.AVPlayerItem
import CoreMedia.CMSync
import QuartzCore.CALayer
import Testing
import VideoToolbox.VTCompressionSession

import class AVFoundation.AVPlayer
import protocol AVFoundation.AVVideoCompositing
import struct CoreMedia.CMTime
import func CoreMedia.CMTimeMake
import let CoreMedia.kCMTimeZero

/// Frameworks imported by their headers, and by single names, as older programs do.
@Suite("Submodules") struct SubmoduleTests {
  @Test func `the frameworks are there, whichever header is named`() {
    let item = AVPlayerItem(asset: AVMutableComposition())
    let player = AVPlayer(playerItem: item)
    let clock: CMClock = CMClockGetHostTimeClock()
    let time: CMTime = CMTimeMake(value: 0, timescale: 600)
    let session: VTCompressionSession? = nil
    #expect(player.currentItem === item && clock.time > time && time == kCMTimeZero)
    #expect(session == nil && CALayer().sublayers == nil)
  }
}
