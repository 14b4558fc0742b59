import Foundation
import TestSupport
import Testing

extension StudioPageTests {
  /// Playing: pictures beside the clock of the sound.
  @Suite struct Playing {
    /// One clip with its sound, and nothing else.
    private static func text(seconds: Int) -> String {
      """
      { "gstedit": 1, "assets": { "one": { "uri": "media/one.mp4" } },
        "composition": { "tracks": [
          { "id": 1, "kind": "video", "segments": [ { "asset": "one", "in": 0, "duration": \(seconds) } ] },
          { "id": 2, "kind": "audio", "segments": [ { "asset": "one", "in": 0, "duration": \(seconds) } ] } ] } }

      """
    }

    /// A frame that was drawn while playing.
    private struct Shown: Decodable, Sendable {
      /// Its number, as the page says.
      let frame: Int
      /// The film's time at which it was drawn, by the clock of the sound.
      let clock: Double
      /// What the pixels were.
      let luma: [UInt8]
    }

    private struct Run: Decodable, Sendable {
      let shown: [Shown]
      let dropped: Int
      let hasSound: Bool
      let hertz: Double
    }

    @Test func `frames come in order beside the clock of the sound, and what is left out is counted`() async throws {
      let seconds = ProofScope.isFull ? 10 : 5
      try await StudioPage.with(["media/one.mp4": try await Films.film(1)], text: Self.text(seconds: seconds)) { page in
        try await page.settlePicture()
        try await page.browser.run(
          """
          const { listen } = await import("/page/state.js");
          const { player, sound } = studio;
          window.run = { shown: [], hasSound: false, hertz: 0 };
          let analyser = null;
          listen("shown", (frame) => {
            if (!player.isPlaying || !player.run?.isRunning) return;
            run.hasSound ||= player.run.hasSound;
            const small = new OffscreenCanvas(64, 36);
            small.getContext("2d", { willReadFrequently: true }).drawImage(player.pictures.canvas, 0, 0, 64, 36);
            run.shown.push({ frame, clock: player.clock(), small });
            if (sound.run?.gain && !analyser) {
              analyser = new AnalyserNode(sound.context, { fftSize: 8192 });
              sound.run.gain.connect(analyser);
            }
            if (analyser && run.shown.length === 60) {
              const levels = new Float32Array(analyser.frequencyBinCount);
              analyser.getFloatFrequencyData(levels);
              run.hertz = levels.indexOf(Math.max(...levels)) * sound.context.sampleRate / analyser.fftSize;
            }
          })
          """)
        try await page.press(.space)
        try await page.wait("playing", until: "studio.player.isPlaying")
        try await page.wait("the end", until: "!studio.player.isPlaying", within: 180)
        let run = try await page.browser.script(
          """
          const luma = (small) => {
            const { data } = small.getContext("2d").getImageData(0, 0, 64, 36);
            const found = [];
            for (let at = 0; at < data.length; at += 4) found.push(Math.round(16 + 0.257 * data[at] + 0.504 * data[at + 1] + 0.098 * data[at + 2]));
            return found;
          };
          return { ...run, dropped: studio.player.droppedFrames,
            shown: run.shown.map(({ frame, clock, small }) => ({ frame, clock, luma: luma(small) })) };
          """, as: Run.self)
        let frames = run.shown.map(\.frame)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 < $1 }, "Frames come in order.")
        for shown in run.shown {
          #expect(
            FrameReading(luma: shown.luma, width: 64, height: 36) == .frame(FrameCode(film: 1, index: shown.frame)))
        }
        let gaps = zip(frames, frames.dropFirst()).reduce(0) { $0 + $1.1 - $1.0 - 1 }
        #expect(run.dropped == gaps, "What is left out is counted.")
        // How late each is, in frames, by the clock at the moment at which it was drawn. None is early.
        let late = run.shown.map { Int(($0.clock * 30 + 1e-6).rounded(.down)) - $0.frame }
        #expect(late.allSatisfy { $0 >= 0 }, "No frame is early.")
        #expect(late.sorted()[late.count / 2] <= 1, "Frames are shown when they are due.")
        #expect(run.hasSound, "The clock is that of the sound.")
        #expect(abs(run.hertz - 220) < 12, "The film's own tone is heard.")
        #expect(frames.count > 60 && (frames.last ?? 0) > seconds * 30 - 15, "It plays to the end.")
        Figures.say(
          "played \(seconds) s: \(frames.count) frames shown, \(run.dropped) dropped, at most \(late.max() ?? 0) frames late"
        )
      }
    }

    /// What was shown of the demo.
    private struct Demo: Decodable, Sendable {
      let frames: [Int]
      let clocks: [Double]
      let dropped: Int
    }

    /// The talk's film, with its cross-fades, titles and layers. How many frames the machine has time for is asked in the long form alone,
    /// in which nothing runs beside it.
    @Test func `the demo plays to its end, at the pace of its sound`() async throws {
      try await StudioPage.with(Talk.media, text: try Talk.text()) { page in
        try await page.settlePicture()
        try await page.browser.run("studio.player.seek(110)")
        try await page.wait("the rabbit", until: "document.getElementById('picture').dataset.frame === '110'")
        try await page.keepPicture(named: "Studio")
        try await page.browser.run("studio.player.seek(0)")
        try await page.settlePicture()
        try await page.browser.run(
          """
          const { listen } = await import("/page/state.js");
          const { player } = studio;
          window.demo = { frames: [], clocks: [] };
          listen("shown", (frame) => {
            if (!player.isPlaying || !player.run?.isRunning) return;
            demo.frames.push(frame);
            demo.clocks.push(player.clock());
          })
          """)
        try await page.press(.space)
        try await page.wait("playing", until: "studio.player.isPlaying")
        try await page.wait("the end", until: "!studio.player.isPlaying", within: 300)
        let run = try await page.browser.script(
          "return { ...demo, dropped: studio.player.droppedFrames }", as: Demo.self)
        let late = zip(run.frames, run.clocks).map { Int(($1 * 24 + 1e-6).rounded(.down)) - $0 }
        #expect(zip(run.frames, run.frames.dropFirst()).allSatisfy { $0 < $1 } && late.allSatisfy { $0 >= 0 })
        #expect((run.frames.last ?? 0) > 300, "It plays to the end.")
        Figures.say(
          "the demo: \(run.frames.count) frames shown, \(run.dropped) dropped, at most \(late.max() ?? 0) frames late")
        if ProofScope.isFull { #expect(run.dropped <= run.frames.count / 50, "It does not stall.") }
      }
    }

    /// A frame and the click on it, each at the machine's time in milliseconds.
    private struct Together: Decodable, Sendable {
      /// When the frame was drawn.
      let seen: Double
      /// When the click left the device, by the device's own statement.
      let heard: Double
    }

    @Test func `a click is heard when its frame is seen`() async throws {
      let (frame, seconds) = (75, 6)
      let film = try await IndexedFilm(film: 1) { film in
        film.timing = .constant(FrameRate(30))
        film.frameCount = 30 * seconds
        film.options = ["-g", "15"]
        film.sound = SoundFile(.click(at: Fraction(frame, 30))) { sound in
          sound.count = 48_000 * seconds
        }
        film.container = "mov"
      }.url()
      let text = Self.text(seconds: seconds).replacing("one.mp4", with: "one.mov")
      try await StudioPage.with(["media/one.mov": film], text: text) { page in
        try await page.settlePicture()
        // The page's own clock decides what is drawn. Here is asked what the device says of the samples that pass it.
        try await page.browser.run(
          """
          const { listen } = await import("/page/state.js");
          const { player, sound } = studio;
          window.together = { seen: null, click: null, heard: null };
          let analyser = null;
          let watched = null;
          const samples = new Float32Array(4096);
          const look = () => {
            const { context, run } = sound;
            if (run?.gain && run !== watched) {
              watched = run;
              analyser = new AnalyserNode(context, { fftSize: samples.length });
              run.gain.connect(analyser);
            }
            if (run && run === watched && together.click === null) {
              const now = context.currentTime;
              analyser.getFloatTimeDomainData(samples);
              const at = samples.findIndex((sample) => Math.abs(sample) > 0.2);
              if (at >= 0) together.click = now - (samples.length - at) / context.sampleRate;
            }
            const { contextTime, performanceTime } = context?.getOutputTimestamp() ?? {};
            if (together.click !== null && together.heard === null && performanceTime && contextTime >= together.click)
              together.heard = performanceTime - (contextTime - together.click) * 1000;
            setTimeout(look, 8);
          };
          look();
          listen("shown", (frame) => {
            if (player.isPlaying && frame >= \(frame) && together.seen === null) together.seen = performance.now();
          })
          """)
        var apart: [Double] = []
        for _ in 0..<(ProofScope.isFull ? 5 : 2) {
          try await page.browser.run("Object.assign(together, { seen: null, click: null, heard: null })")
          try await page.press(.home)
          try await page.press(.space)
          try await page.wait("both", until: "together.seen !== null && together.heard !== null")
          let both = try await page.value("together", as: Together.self)
          apart.append(both.seen - both.heard)
          try await page.press("k")
          try await page.wait("rest", until: "!studio.player.isPlaying")
        }
        Figures.say(
          "a frame is seen \(apart.map { "\(Int($0.rounded()))" }.joined(separator: ", ")) ms after its click")
        let best = try #require(apart.map(abs).min())
        #expect(best <= 40, "Picture and sound are within 40 ms of each other: \(apart)")
      }
    }
  }
}
