import EditServices
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import TestSupport
import Testing

/// Presentations in a real browser, from a plain file server: where there is one.
@Suite("Presentations in a browser", .enabled(if: BrowserPage.isInstalled))
struct BrowserPresentationTests {
  /// What the page saw.
  private struct Seen: Decodable {
    var failure: String?
    var duration: Double?
    /// What was asked for and what was shown, where that is not the same.
    var wrong: [[Int]]?
    var played: Double?
    var unreadable: Int?
  }

  /// Reads the cells of `FrameCode`, seeks to frames around the borders of segments, and plays two seconds.
  private static let look = """
    const video = document.createElement('video');
    video.muted = true;
    document.body.append(video);
    const on = (name) => new Promise((done, fail) => {
      const timer = setTimeout(() => fail('no ' + name), 20000);
      video.addEventListener(name, () => { clearTimeout(timer); done(); }, { once: true });
      video.addEventListener('error', () => fail(video.error.message), { once: true });
    });
    const check = (bytes) => {
      let sum = 0xFF;
      for (const byte of bytes) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit++) sum = sum & 0x80 ? (sum << 1 ^ 7) & 255 : sum << 1 & 255;
      }
      return sum ^ 0xFF;
    };
    const frame = () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [80, 40];
      const context = canvas.getContext('2d');
      context.drawImage(video, 0, 0, 80, 40);
      const pixels = context.getImageData(0, 0, 80, 40).data;
      const rows = [0, 1, 2, 3].map((row) => [0, 1, 2, 3, 4, 5, 6, 7].reduce((byte, column) =>
        byte << 1 | (pixels[((row * 10 + 5) * 80 + column * 10 + 5) * 4 + 1] > 125 ? 1 : 0), 0));
      return check(rows.slice(0, 3)) === rows[3] ? rows[0] << 8 | rows[1] : -1;
    };
    const shown = () => new Promise((done) => {
      video.requestVideoFrameCallback(done);
      setTimeout(done, 500);
    });
    const look = async () => {
      const wrong = [];
      for (const number of [0, 1, 59, 60, 61, 119, 120, 121, 179, 180, 199]) {
        const ready = on('seeked');
        video.currentTime = (number + 0.5) * 1001 / 30000;
        await ready;
        await shown();
        if (frame() !== number) wrong.push([number, frame()]);
      }
      const start = on('seeked');
      video.currentTime = 0;
      await start;
      let unreadable = 0;
      const next = () => { if (frame() < 0) unreadable++; video.requestVideoFrameCallback(next); };
      video.requestVideoFrameCallback(next);
      await video.play();
      await new Promise((done) => setTimeout(done, 2500));
      console.log('RESULT ' + JSON.stringify({
        duration: video.duration, wrong, played: video.currentTime, unreadable }));
    };
    """

  /// Appends the segments of the manifest, each of another size than the one before.
  private static let append = """
    const text = await (await fetch('film/manifest.mpd')).text();
    const manifest = new DOMParser().parseFromString(text, 'text/xml');
    const source = new MediaSource();
    video.src = URL.createObjectURL(source);
    await new Promise((done) => source.addEventListener('sourceopen', done, { once: true }));
    await Promise.all([...manifest.querySelectorAll('AdaptationSet')].map(async (set) => {
      const sizes = [...set.querySelectorAll('Representation')];
      const template = set.querySelector('SegmentTemplate');
      const buffer = source.addSourceBuffer(`${set.getAttribute('mimeType')}; codecs="${sizes[0].getAttribute('codecs')}"`);
      const add = async (name, number, size) => {
        const path = 'film/' + template.getAttribute(name).replace('$RepresentationID$', size.id)
          .replace('$Number%05d$', String(number).padStart(5, '0'));
        const bytes = await (await fetch(path)).arrayBuffer();
        await new Promise((done, fail) => {
          buffer.addEventListener('updateend', done, { once: true });
          buffer.addEventListener('error', () => fail(path), { once: true });
          buffer.appendBuffer(bytes);
        });
      };
      const count = [...set.querySelectorAll('S')].reduce((sum, run) => sum + 1 + Number(run.getAttribute('r') || 0), 0);
      for (let number = 1; number <= count; number++) {
        const size = sizes[number % sizes.length];
        await add('initialization', number, size);
        await add('media', number, size);
      }
    }));
    source.endOfStream();
    """

  private func package(_ folder: URL, _ format: MediaSegmentFormat) async throws {
    let film = try await IndexedFilm(film: 4) { film in
      film.frameCount = 200
      film.sound = SoundFile(.click(at: Fraction(2))) { ($0.count, $0.codec) = (320_000, .aac) }
    }.url()
    var conversion = FileConversion([AssetReference(url: film)])
    conversion.choices.wishes.video = VideoDescription(codec: .codec(.h264), speed: .veryfast)
    var request = PackageRequest(try await conversion.session(to: folder.appendingPathExtension("mp4")).request)
    request.film.outputURL = folder
    request.renditions = [Rendition(lines: nil), Rendition(lines: 120)]
    (request.segmentDuration, request.segmentFormat) = (Rational(2), format)
    _ = try await PackageSession(request).export()
  }

  private func look(_ start: String, _ format: MediaSegmentFormat) async throws {
    let scratch = try ScratchFolder()
    try await package(scratch.url("film"), format)
    let page = BrowserPage(in: scratch.url, running: Self.look + start + "\nawait look();")
    let seen = try await page.result(Seen.self)
    #expect(seen.failure == nil)
    #expect(seen.wrong == [] && seen.unreadable == 0, "\(seen)")
    #expect(abs((seen.duration ?? 0) - 200 * 1_001.0 / 30_000) < 0.03, "\(seen)")
    #expect(seen.played ?? 0 > 0.5, "\(seen)")
  }

  @Test(.serialized, arguments: MediaSegmentFormat.allCases)
  func `HLS is played by itself`(format: MediaSegmentFormat) async throws {
    try await look("const ready = on('loadeddata'); video.src = 'film/master.m3u8'; await ready;", format)
  }

  @Test func `segments of DASH are played, each of another size than the one before`() async throws {
    try await look("const ready = on('loadeddata');" + Self.append + "await ready;", .fragmentedMP4)
  }
}
