import EditingModel
import MediaFormats
import MediaTime
import Rendering
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

  @Test func `a picture in a picture, turned, cut out and moving`() throws {
    let composition = Composition(
      video: [
        [CompositionTrackSegment("cat", time(2), at: .zero)],
        [CompositionTrackSegment("phone", from: time(1), time(2), at: .zero)],
      ])
    let corner = Transform.scale(x: 0.25, y: 0.25).concatenating(.translation(x: 900, y: 40))
    let turned = Orientation.right.transform(for: Size(width: 640, height: 480)).concatenating(corner)
    let inset = LayerInstruction(
      trackID: 2, opacity: Ramps([.setting(at: .zero, value: 0.8)]),
      transform: Ramps([
        .setting(at: .zero, value: turned),
        .ramp(range: range(time(1), time(1)), from: turned, to: .identity),
      ]),
      cropRectangle: Ramps([.setting(at: .zero, value: Rectangle(x: 64, y: 48, width: 512, height: 384))]))
    let videoComposition = VideoComposition(
      frameDuration: time(1, 25), renderSize: Size(width: 1280, height: 720),
      instructions: [VideoCompositionInstruction(.zero, time(2), [inset, LayerInstruction(trackID: 1)])])
    let plan = try plan(
      composition, videoComposition,
      films: [.film("cat", rate: fraction(50)), .film("phone", size: PixelSize(width: 640, height: 480))])
    #expect(
      plan.text == """
        picture 1280x720 yuv420p, limited 1/1/1
          50 frames of 1/25 s to 00:00:02.000, from 00:00:00.000 of the composition
          run 0: frames 0..<50 from cat (track 1, segment 0), 1280x720 I420
            source 0 + k · 1/25 s, frames 0…98 (50 frames, 49 dropped)
          run 1: frames 0..<50 from phone (track 2, segment 0), 640x480 I420
            source 1 + k · 1/25 s, frames 30…88 (50 frames, 9 dropped)
          frames 0..<25 at 00:00:00.000: mix on #000000
            run 0 at 1280x720+0+0, opacity 1
            run 1 crop 512x384+64+48 turned right at 96x128+912+56, opacity 0.8
          frames 25..<50 at 00:00:01.000: warp on #000000
            run 0 by [1 0 0 1 0 0], opacity 1
            run 1 crop [64 48 512 384] by [0 0.25 -0.25 0 1020 40] → [0.96 0.01 -0.01 0.96 40.8 1.6], opacity 0.8
        no sound

        """)
  }

  @Test func `a still, a gap and a change of speed, from the middle on`() throws {
    let composition = Composition(
      video: [
        [
          CompositionTrackSegment("title", time(2), at: .zero), .empty(time(1), at: time(2)),
          CompositionTrackSegment("cat", from: time(1), time(4), at: time(3), lasting: time(2)),
          CompositionTrackSegment("cat", from: time(5), time(1), at: time(5), lasting: time(2)),
        ]
      ],
      audio: [[.empty(time(3), at: .zero), CompositionTrackSegment("cat", from: time(1, 3), time(4), at: time(3))]])
    let plan = try plan(
      composition, films: [.still("title", size: PixelSize(width: 1280, height: 720)), .film("cat")],
      settings: RenderSettings(timeRange: CMTimeRange(start: time(1), end: time(6))))
    #expect(
      plan.text == """
        picture 1280x720 yuv420p, limited 1/1/1
          150 frames of 1/30 s to 00:00:05.000, from 00:00:01.000 of the composition
          run 0: frames 0..<30 from title (track 1, segment 0), 1280x720 RGB
            source still
          run 1: frames 60..<120 from cat (track 1, segment 2), 1280x720 I420
            source 1 + k · 1/15 s at 2×, frames 30…148 (60 frames, 59 dropped)
          run 2: frames 120..<150 from cat (track 1, segment 3), 1280x720 I420
            source 5 + k · 1/60 s at 1/2×, frames 150…164 (15 frames, 15 repeated)
          frames 0..<30 at 00:00:00.000: passthrough run 0
          frames 30..<60 at 00:00:01.000: empty #000000
          frames 60..<120 at 00:00:02.000: passthrough run 1
          frames 120..<150 at 00:00:04.000: passthrough run 2
        sound 48000 Hz, 2 channels, 240000 samples to 00:00:05.000
          track 2
            samples 0..<96000 at 00:00:00.000: silence
            samples 96000..<240000 at 00:00:02.000: cat (track 2, segment 1) from sample 16000, AAC 48000 Hz, 2 channels
            volume 0..<240000: 1

        """)
  }

  @Test func `sound at another speed says how fast, and what becomes of its pitch`() throws {
    var tape = CompositionTrackSegment("voice", from: time(1), time(1), at: time(2, 7), lasting: time(2))
    tape.timePitch = .varispeed
    let fast = CompositionTrackSegment("voice", time(5), at: .zero, lasting: time(2, 7))
    let plan = try plan(Composition(audio: [[fast, tape]]), films: [.film("voice", sampleRate: 44_100, channels: 1)])
    #expect(
      plan.text == """
        no picture
        sound 44100 Hz, 1 channel, 100800 samples to 00:00:02.285
          track 1
            samples 0..<12600 at 00:00:00.000: voice (track 1, segment 0) from sample 0 at 35/2×, pitch preserved, AAC 44100 Hz, 1 channel
            samples 12600..<100800 at 00:00:00.285: voice (track 1, segment 1) from sample 44100 at 1/2×, varispeed, AAC 44100 Hz, 1 channel
            volume 0..<100800: 1

        """)
  }
}
