import AVFAudio
import AVFoundation
import TestSupport
import Testing

/// Nodes with functions of the program's own, rendered when asked: in samples.
@Suite("Audio nodes of functions") struct AudioFunctionNodeTests {
  private let left = Samples.noise(3_000, seed: 1)
  private let right = Samples.noise(3_000, seed: 2)

  @Test func `a tap gets every sample once, in buffers of about the size that it asks for`() throws {
    let offline = try OfflineEngine()
    let player = offline.player()
    let mixer = offline.engine.mainMixerNode
    let noise = Samples.noise(24_000, seed: 3)
    let got = Notes<[[Float]]>([])
    mixer.installTap(onBus: 0, bufferSize: 5_000, format: nil) { buffer, when in
      let data = buffer.floatChannelData?[0]
      got.change { got in
        #expect(when.sampleTime == got.reduce(0) { $0 + $1.count } && when.sampleRate == 48_000)
        got.append((0..<Int(buffer.frameLength)).map { data?[$0] ?? 9 })
      }
    }
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([noise, noise]))
    player.play()
    _ = try offline.render(20_100, block: 777)
    #expect(got.value.map(\.count) == [5_000, 5_000, 5_000, 5_000])
    #expect(got.value.flatMap { $0 } == Array(noise.prefix(20_000)))
    mixer.removeTap(onBus: 0)
    got.change { $0 = [] }
    // Less than a tenth of a second is not to be had.
    player.installTap(onBus: 0, bufferSize: 64, format: player.outputFormat(forBus: 0)) { buffer, _ in
      got.change { $0.append([Float](repeating: 0, count: Int(buffer.frameLength))) }
    }
    _ = try offline.render(9_700)
    #expect(got.value.map(\.count) == [4_800, 4_800])
  }

  @Test func `a source is asked for samples whose times follow one another`() throws {
    let offline = try OfflineEngine()
    let times = Notes<[Range<Int>]>([])
    func source(_ format: AVAudioFormat?) -> AVAudioSourceNode {
      let block: AVAudioSourceNodeRenderBlock = { isSilence, timestamp, count, list in
        let (first, count) = (Int(timestamp.pointee.mSampleTime), Int(count))
        #expect(timestamp.pointee.mFlags == .sampleTimeValid && !isSilence.pointee.boolValue)
        times.change { $0.append(first..<first + count) }
        for buffer in UnsafeMutableAudioBufferListPointer(list) {
          let samples: UnsafeMutableBufferPointer<Int16> = UnsafeMutableBufferPointer(buffer)
          let floats: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(buffer)
          if format == nil {
            for index in 0..<count { floats[index] = Float(first + index) / 8_192 }
          } else {
            for index in 0..<count { (samples[2 * index], samples[2 * index + 1]) = (Int16(first + index), -1) }
          }
        }
        return noErr
      }
      return format.map { AVAudioSourceNode(format: $0, renderBlock: block) } ?? AVAudioSourceNode(renderBlock: block)
    }
    let floats = source(nil)
    offline.connect(floats)
    let ramp = (0..<5_000).map { Float($0) / 8_192 }
    #expect(try offline.render(5_000, block: 321) == [ramp, ramp])
    let first = times.value
    #expect(first.first?.lowerBound == 0 && zip(first, first.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    // Integers by turns.
    let integers = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true))
    let second = try OfflineEngine()
    second.connect(source(integers))
    let least = [Float](repeating: -1 / 32_768, count: 100)
    #expect(try second.render(100) == [(0..<100).map { Float($0) / 32_768 }, least])
    // At another rate it is asked ahead of time, still without a gap.
    times.change { $0 = [] }
    let third = try OfflineEngine(rate: 96_000)
    third.connect(source(nil), format: offline.format)
    _ = try third.render(9_600, block: 100)
    let asked = times.value
    #expect(zip(asked, asked.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound } && asked.count < 200)
    #expect((4_800..<4_900).contains(asked.last?.upperBound ?? 0))
  }

  @Test func `a source may point to memory of its own, and one that fails is silent`() throws {
    let offline = try OfflineEngine(channels: 1)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 512)
    memory.initialize(repeating: 0.25, count: 512)
    defer { memory.deallocate() }
    nonisolated(unsafe) let place = memory
    offline.connect(
      AVAudioSourceNode { _, _, _, list in
        list.pointee.mBuffers.mData = UnsafeMutableRawPointer(place)
        return noErr
      },
      format: offline.format)
    offline.connect(
      AVAudioSourceNode { _, _, count, list in
        let samples: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(list.pointee.mBuffers)
        for index in 0..<Int(count) { samples[index] = 9 }
        return -1
      })
    #expect(try offline.render(100) == [[Float](repeating: 0.25, count: 100)])
  }

  @Test func `a sink gets what is connected to it, in its own format`() throws {
    let offline = try OfflineEngine()
    let player = AVAudioPlayerNode()
    let got = Notes<[Float]>([])
    let sink = AVAudioSinkNode { timestamp, count, list in
      let samples: UnsafeBufferPointer<Float> = UnsafeBufferPointer(list.pointee.mBuffers)
      got.change { got in
        #expect(Int(timestamp.pointee.mSampleTime) == got.count && samples.count == Int(count))
        got += samples
      }
      return noErr
    }
    offline.engine.attach(player)
    offline.engine.attach(sink)
    _ = offline.engine.outputNode
    offline.engine.connect(player, to: sink, format: try OfflineEngine.format(24_000, 1))
    #expect(sink.numberOfOutputs == 0 && sink.inputFormat(forBus: 0).sampleRate == 24_000)
    try offline.engine.start()
    player.scheduleBuffer(try Samples.buffer([left], rate: 24_000))
    player.play()
    #expect(try offline.render(3_001, block: 77)[0].allSatisfy { $0 == 0 })
    #expect(got.value == Array(left.prefix(1_500)))
  }

  @Test func `what a function gives comes in, brought to the output, and too little is said`() throws {
    let offline = try OfflineEngine(channels: 1)
    let engine = offline.engine
    let input = try Samples.buffer([left, right])
    let asked = Notes(0)
    #expect(AVAudioEngine().inputNode.setManualRenderingInputPCMFormat(input.format) { _ in nil } == false)
    #expect(
      engine.inputNode.setManualRenderingInputPCMFormat(input.format) { count in
        let sum = asked.change { asked in
          asked += Int(count)
          return asked
        }
        return sum > 600 ? nil : input.audioBufferList
      })
    #expect(engine.inputNode.inputFormat(forBus: 0) == input.format)
    engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
    let mean = zip(left, right).map { ($0 + $1) / 2 }
    // The function gives its first samples again.
    #expect(try offline.render(600, block: 300) == [Array(mean.prefix(300)) + Array(mean.prefix(300))])
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: offline.format, frameCapacity: 300))
    #expect(try engine.renderOffline(300, to: buffer) == .insufficientDataFromInputNode)
    #expect(buffer.frameLength == 300 && buffer.floatChannelData?[0][0] == 0)
    // By the clock there is nothing that comes in.
    engine.disableManualRenderingMode()
    #expect(!engine.isInManualRenderingMode && engine.inputNode.inputFormat(forBus: 0).channelCount == 0)
    #expect(throws: NSError.self) { try engine.start() }
  }
}
