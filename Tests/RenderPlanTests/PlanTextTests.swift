import Composition
import MediaTime
import RenderPlan
import Testing

/// Whole plans as their canonical text: what `gstedit plan` prints.
struct PlanTextTests {
  @Test func `one clip passes through with its sound`() throws {
    let segment = CompositionTrackSegment("cat", time(8), at: .zero)
    let plan = try plan(
      Composition(video: [[segment]], audio: [[segment]]), films: [.film("cat", rate: fraction(30_000, 1_001))])
    #expect(
      plan.text == """
        picture 1280x720 yuv420p, limited 1/1/1
          240 frames of 1001/30000 s to 00:00:08.008, from 00:00:00.000 of the composition
          run 0: frames 0..<240 from cat (track 1, segment 0), 1280x720 I420
            source 0 + k · 1001/30000 s, frames 0…239 (240 frames)
          frames 0..<240 at 00:00:00.000: passthrough run 0
        sound 48000 Hz, 2 channels, 384000 samples to 00:00:08.000
          track 2
            samples 0..<384000 at 00:00:00.000: cat (track 2, segment 0) from sample 0, AAC 48000 Hz, 2 channels
            volume 0..<384000: 1

        """)
  }

  @Test func `a cross-fade mixes only while both are seen`() throws {
    let composition = Composition(
      video: [
        [CompositionTrackSegment("cat", time(8), at: .zero)],
        [.empty(time(7), at: .zero), CompositionTrackSegment("dog", from: time(21, 2), time(8), at: time(7))],
      ])
    let fade = Ramps<Double>([.ramp(range: range(time(7), time(1)), from: 1, to: 0)])
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 1280, height: 720),
      instructions: [
        VideoCompositionInstruction(.zero, time(7), [LayerInstruction(trackID: 1)]),
        VideoCompositionInstruction(
          time(7), time(8), [LayerInstruction(trackID: 1, opacity: fade), LayerInstruction(trackID: 2)]),
        VideoCompositionInstruction(time(8), time(15), [LayerInstruction(trackID: 2)]),
      ])
    let plan = try plan(composition, videoComposition, films: [.film("cat"), .film("dog")])
    #expect(
      plan.text == """
        picture 1280x720 yuv420p, limited 1/1/1
          450 frames of 1/30 s to 00:00:15.000, from 00:00:00.000 of the composition
          run 0: frames 0..<240 from cat (track 1, segment 0), 1280x720 I420
            source 0 + k · 1/30 s, frames 0…239 (240 frames)
          run 1: frames 210..<450 from dog (track 2, segment 1), 1280x720 I420
            source 21/2 + k · 1/30 s, frames 315…554 (240 frames)
          frames 0..<210 at 00:00:00.000: passthrough run 0
          frames 210..<240 at 00:00:07.000: mix on #000000
            run 1 at 1280x720+0+0, opacity 1
            run 0 at 1280x720+0+0, opacity 1 → 0.033333
          frames 240..<450 at 00:00:08.000: passthrough run 1
        no sound

        """)
  }

  @Test func `a volume ramp and silence stand on whole samples`() throws {
    let composition = Composition(
      audio: [[CompositionTrackSegment("voice", time(2), at: .zero), .empty(time(1), at: time(2))]])
    let ramps = Ramps<Double>([
      .setting(at: .zero, value: 1), .ramp(range: range(time(1), time(1, 2)), from: 1, to: 0.2),
    ])
    let mix = AudioMix(inputParameters: [AudioMixInputParameters(trackID: 1, volume: ramps)])
    let plan = try plan(
      composition, mix: mix, films: [.film("voice", sampleRate: 44_100, channels: 1, lossless: .integer16)])
    #expect(
      plan.text == """
        no picture
        sound 44100 Hz, 1 channel, 132300 samples to 00:00:03.000, lossless integer16
          track 1
            samples 0..<88200 at 00:00:00.000: voice (track 1, segment 0) from sample 0, PCM 44100 Hz, 1 channel
            samples 88200..<132300 at 00:00:02.000: silence
            volume 0..<44100: 1
            volume 44100..<66150: 1 → 0.2
            volume 66150..<132300: 0.2

        """)
  }
}
