import AVFoundation
import Foundation
import MediaToolbox
import Synchronization
import TestSupport
import Testing

/// Taps: functions of the program's own that look at the sound of a track on its way into the mix, and change it.
@Suite("Taps of tracks' sound") struct TapTests {
  /// What the functions of a tap note.
  private final class Notes: Sendable {
    struct State: Sendable {
      var events: [String] = []
      var peak: Float = 0
      var end = CMTime.zero
      var isInOrder = true
    }
    let state = Mutex(State())

    /// A tap that logs its callbacks, and halves its samples.
    func halving(_ flags: MTAudioProcessingTapCreationFlags) throws -> MTAudioProcessingTap {
      var callbacks = MTAudioProcessingTapCallbacks(
        version: kMTAudioProcessingTapCallbacksVersion_0, clientInfo: Unmanaged.passRetained(self).toOpaque(),
        init: { _, clientInfo, storage in storage.pointee = clientInfo },
        finalize: { tap in
          let notes = Unmanaged<Notes>.fromOpaque(MTAudioProcessingTapGetStorage(tap))
          notes.takeUnretainedValue().state.withLock { $0.events.append("finalize") }
          notes.release()
        },
        prepare: { tap, most, format in
          let rate = Int(format.pointee.mSampleRate)
          let channels = format.pointee.mChannelsPerFrame
          Notes.of(tap).state.withLock { $0.events.append("prepare \(most) \(rate) \(channels)") }
        },
        unprepare: { tap in Notes.of(tap).state.withLock { $0.events.append("unprepare") } },
        process: { tap, count, flags, list, countOut, flagsOut in
          var range = CMTimeRange.zero
          let status = MTAudioProcessingTapGetSourceAudio(tap, count, list, flagsOut, &range, countOut)
          let buffers = UnsafeMutableAudioBufferListPointer(list)
          var peak: Float = 0
          for buffer in buffers {
            let data = buffer.mData?.assumingMemoryBound(to: Float.self)
            for index in 0..<countOut.pointee {
              peak = max(peak, abs(data?[index] ?? 0))
              data?[index] *= 0.5
            }
          }
          let highest = peak
          Notes.of(tap).state.withLock { state in
            state.isInOrder =
              state.isInOrder && status == 0 && range.start == state.end
              && (flags & kMTAudioProcessingTapFlag_StartOfStream != 0) == (range.start == .zero)
            state.end = range.end
            state.peak = max(state.peak, highest)
          }
        })
      var tap: Unmanaged<MTAudioProcessingTap>?
      #expect(MTAudioProcessingTapCreate(kCFAllocatorDefault, &callbacks, flags, &tap) == 0)
      return try #require(tap).takeRetainedValue()
    }

    static func of(_ tap: MTAudioProcessingTap) -> Notes {
      Unmanaged<Notes>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).takeUnretainedValue()
    }
  }

  /// The samples of `asset`'s tracks of sound, mixed as `mix` says, as numbers.
  private func samples(_ asset: AVAsset, _ mix: AVAudioMix?) throws -> [Float] {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderAudioMixOutput(
      audioTracks: asset.tracks(withMediaType: .audio),
      audioSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
      ])
    output.audioMix = mix
    reader.add(output)
    #expect(reader.startReading())
    var bytes = Data()
    while let buffer = output.copyNextSampleBuffer() { bytes += try #require(buffer.dataBuffer).dataBytes() }
    #expect(reader.status == .completed)
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  private func mix(
    _ asset: AVAsset, _ tap: MTAudioProcessingTap, ramp: CMTimeRange? = nil
  ) -> AVAudioMix {
    let parameters = AVMutableAudioMixInputParameters(track: asset.tracks(withMediaType: .audio).first)
    parameters.audioTapProcessor = tap
    if let ramp { parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: ramp) }
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    return mix
  }

  @Test func `a tap sees every sample of its track once and in order, and what it makes is heard`() async throws {
    let asset = AVURLAsset(url: try await SoundFile(.noise(seed: 41)) { $0.count = 60_001 }.url())
    let plain = try samples(asset, nil)
    let notes = Notes()
    do {
      let mix = mix(asset, try notes.halving(kMTAudioProcessingTapCreationFlag_PreEffects))
      #expect(mix.inputParameters.first?.audioTapProcessor != nil)
      #expect(try samples(asset, mix) == plain.map { $0 / 2 })
    }
    #expect(await Poll.eventually { notes.state.withLock { $0.events.last == "finalize" } })
    let state = notes.state.withLock { $0 }
    #expect(state.events == ["prepare 8192 48000 2", "unprepare", "finalize"] && state.isInOrder)
    #expect(state.end >= CMTime(value: 60_001, timescale: 48_000) && state.peak == plain.map(abs).max())
  }

  @Test func `before the volume a tap sees the track as it is, behind it what the volume leaves`() async throws {
    let asset = AVURLAsset(url: try await SoundFile(.constant(16_384)) { $0.count = 48_000 }.url())
    let ramp = CMTimeRange(start: .zero, duration: CMTime(value: 48_000, timescale: 48_000))
    let (before, behind) = (Notes(), Notes())
    let first = try samples(
      asset, mix(asset, try before.halving(kMTAudioProcessingTapCreationFlag_PreEffects), ramp: ramp))
    let second = try samples(
      asset, mix(asset, try behind.halving(kMTAudioProcessingTapCreationFlag_PostEffects), ramp: ramp))
    #expect(before.state.withLock { $0.peak } == 0.5)
    #expect(behind.state.withLock { $0.peak < 0.5 && $0.peak > 0.499 })
    #expect(first.count == second.count && zip(first, second).allSatisfy { abs($0 - $1) < 1e-5 })
    #expect(abs(first[48_000] - 0.125) < 1e-4)
  }

  @Test func `an export is heard through it, track by track`() async throws {
    let composition = AVMutableComposition()
    for seed: UInt64 in [42, 43] {
      let asset = AVURLAsset(url: try await SoundFile(.noise(seed: seed)) { $0.count = 24_000 }.url())
      let track = try #require(
        composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
      let whole = CMTimeRange(start: .zero, duration: CMTime(value: 24_000, timescale: 48_000))
      try track.insertTimeRange(whole, of: asset.tracks(withMediaType: .audio)[0], at: .zero)
    }
    let notes = Notes()
    let mix = mix(composition, try notes.halving(kMTAudioProcessingTapCreationFlag_PostEffects))
    let folder = try ScratchFolder()
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleM4A))
    session.audioMix = mix
    try await session.export(to: folder.url("mix.m4a"), as: .m4a)
    #expect(notes.state.withLock { $0.events.first == "prepare 8192 48000 2" && $0.isInOrder })
    let single = try samples(AVURLAsset(url: try await SoundFile(.noise(seed: 42)) { $0.count = 24_000 }.url()), nil)
    let other = try samples(AVURLAsset(url: try await SoundFile(.noise(seed: 43)) { $0.count = 24_000 }.url()), nil)
    let mixed = try samples(composition, mix)
    #expect(
      zip(mixed, zip(single, other)).allSatisfy { abs($0 - ($1.0 / 2 + $1.1)) < 1e-6 } && mixed.count == single.count)
  }

  @Test func `a tap says of itself where it comes, and gives no sound outside of its function`() throws {
    let notes = Notes()
    let tap = try notes.halving(kMTAudioProcessingTapCreationFlag_PreEffects)
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    #expect(MTAudioProcessingTapGetSourceAudio(tap, 10, list.unsafeMutablePointer, nil, nil, nil) != 0)
    var callbacks = MTAudioProcessingTapCallbacks(
      version: kMTAudioProcessingTapCallbacksVersion_0, clientInfo: nil, init: nil, finalize: nil, prepare: nil,
      unprepare: nil, process: { _, _, _, _, _, _ in })
    var none: MTAudioProcessingTap?
    #expect(MTAudioProcessingTapCreate(nil, &callbacks, 0, &none) != 0 && none == nil)
  }
}
