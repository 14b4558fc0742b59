public import CoreMedia
import Foundation
import Synchronization

/// A node that changes what comes in (`AVAudioUnit`). There are those that AVFAudio has as classes; Audio Units of the system are not there.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let isBypassed = Mutex(false)

  /// Whether what comes in goes on as it is; false unless set. Holds from the next block on.
  fileprivate var isPassedBy: Bool {
    get { isBypassed.withLock { $0 } }
    set { isBypassed.withLock { $0 = newValue } }
  }

  override var passesFormatOn: Bool { true }

  /// Which unit of AVFAudio's it stands for; all zero where it is of a program's own.
  open var audioComponentDescription: AudioComponentDescription { AudioComponentDescription() }
  /// What the unit is called that it stands for.
  open var name: String { "" }
  /// Who made it: this package, whatever unit it stands for.
  open var manufacturerName: String { "GstEdit" }
  /// The version of the unit: 1.
  open var version: Int { 1 }

  /// Would set what a file of an Audio Unit's settings says: there are no such units here.
  ///
  /// - Throws: `NSError` -10868 of `com.apple.coreaudio.avfaudio`, always.
  open func loadPreset(at url: URL) throws { throw AudioUnitError.formatNotSupported.error }
}

/// A node that changes what comes in, sample by sample (`AVAudioUnitEffect`).
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Whether what comes in goes on as it is; false unless set. Holds from the next block on.
  open var bypass: Bool {
    get { isPassedBy }
    set { isPassedBy = newValue }
  }

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    var block = cycle.input(of: self, request.count, channels: request.channels).inOrder(request.channels)
    if !bypass { process(&block, rate: request.rate) }
    return block
  }

  /// Changes `block`, of which `rate` samples are a second.
  func process(_ block: inout SoundBlock, rate: Double) {}
}

/// A node that changes how fast what comes in is heard (`AVAudioUnitTimeEffect`). It asks for more or fewer samples than it gives.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Whether what comes in goes on as it is; false unless set. Holds from the next block on.
  open var bypass: Bool {
    get { isPassedBy }
    set { isPassedBy = newValue }
  }

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    let source = { (count: Int) in
      cycle.input(of: self, count, channels: request.channels).inOrder(request.channels)
    }
    guard !bypass else {
      clear()
      return source(request.count)
    }
    return stretch(request, from: source)
  }

  /// The samples that are asked for; `source` gives as many as it is asked for.
  func stretch(_ request: RenderRequest, from source: (Int) -> SoundBlock) -> SoundBlock { source(request.count) }
}
