import EditServices
import Foundation
import GstEdit
import MediaTime
import ModelValues
import ProjectFile
import ProjectServices
import Rendering
import SeededRandom
import TestSupport
import Testing

/// The film that the page shows: its document, its pictures and its sound, held against the engine and the films' own numbers.
@Suite(.oneStudio) struct FilmTests {
  let stage: StudioStage
  var visitor: Visitor { stage.visitor }

  init() throws { stage = try #require(StudioStage.shared) }

  @Test func `the document says what the film is`() async throws {
    let answer = try await visitor.get("/api/film?revision=1")
    #expect(answer.status == 200, "\(answer.text.prefix(300))")
    let film = answer.json
    let facts = [
      "revision": "1", "duration": "5", "frames": "120", "frameDuration": "1/24", "times": "null", "size": "[320,180]",
      "sampleRate": "48000", "samples": "240000", "channels": "2", "mediaDurations/one": "5", "mediaDurations/two": "5",
    ]
    for (name, value) in facts { #expect(film.word("/\(name)") == value, "\(name)") }
    let lanes = film.at("/lanes")?.elements ?? []
    let kinds: Set = [
      "track", "instructions", "layer", "ramps", "tree", "overlays", "titles", "subtitles", "volume", "spans", "strip",
    ]
    #expect(!lanes.isEmpty && Set(lanes.compactMap { $0.at("/kind")?.word }).isSubset(of: kinds))
    let boxes = lanes.first { $0.word("/kind") == "track" }?.at("/boxes")?.elements ?? []
    #expect(boxes.map { $0.at("/pointer")?.word } == (0...2).map(Film.segment))
    #expect(boxes.map { $0.at("/start")?.number } == [0, 2, 4] && boxes.last?.at("/end")?.number == 5)
    #expect(film.at("/warnings") != nil && film.at("/diagnostics") != nil)
  }

  @Test func `200 frames at random show what they should`() async throws {
    var generator = SeededGenerator(seed: 200)
    let numbers = (0..<200).map { _ in Int.random(in: 0..<Film.frameCount, using: &generator) }
    var pictures: [[UInt8]] = []
    // As the page does, on a few connections.
    for start in stride(from: 0, to: numbers.count, by: 4) {
      let part = Array(numbers[start..<start + 4])
      pictures += try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
        for (index, number) in part.enumerated() {
          group.addTask {
            let answer = try await visitor.get("/api/picture?revision=1&frame=\(number)&width=320&height=180")
            #expect(answer.status == 200 && answer.headers["x-frame"] == "\(number)")
            #expect(answer.headers["content-type"] == "image/jpeg")
            return (index, answer.body)
          }
        }
        return try await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(
          \.value)
      }
    }
    let readings = try await Film.readings(of: pictures, in: stage.scratch)
    #expect(readings == numbers.map(Film.frame))
  }

  @Test func `pictures fit into what is asked for, as JPEG or PNG`() async throws {
    let scratch = try ScratchFolder()
    for (width, height, size) in [
      (64, 36, "64x36"), (160, 160, "160x90"), (4_000, 4_000, "320x180"), (320, 45, "78x44"), (81, 4_000, "80x46"),
    ] {
      for type in ["jpeg", "png"] {
        let answer = try await visitor.get(
          "/api/picture?revision=1&frame=60&width=\(width)&height=\(height)&type=\(type)")
        #expect(answer.headers["content-type"] == "image/\(type)")
        let file = scratch.url("picture.\(type)")
        try Data(answer.body).write(to: file)
        let found = try await MediaTools.ffprobe(
          ["-show_entries", "stream=width,height", "-of", "csv=p=0:s=x", file.path])
        #expect(found.trimmingCharacters(in: .whitespacesAndNewlines) == size)
        if width >= 160, height >= 160 {
          #expect(try await FilmReader.frames(file) == [Film.frame(60)], "\(type) \(size)")
        }
      }
    }
    for frame in [Film.frameCount, 1_000_000] {
      let answer = try await visitor.get("/api/picture?revision=1&frame=\(frame)")
      #expect(answer.status == 404 && answer.hasSentence)
    }
  }

  @Test func `the page gets the program's explanation of a frame`() async throws {
    for frame in [0, 47, 48, 119] {
      let told = try await visitor.get("/api/explain?revision=1&frame=\(frame)")
      var run = ProgramRun(
        ProgramLocation.gstedit, ["explain", stage.project.path, "--at", "\(frame)/24", "--json"])
      run.directory = stage.scratch.url
      let outcome = try await run.outcome()
      let explained = try JSONDecoder().decode(JSONValue.self, from: outcome.output)
      #expect(told.status == 200 && told.json.word == explained.word)
      #expect(told.json.at("/picture") != nil && told.json.at("/sound") != nil && told.json.at("/timecode") != nil)
    }
    #expect(try await visitor.get("/api/explain?revision=1&frame=120").status == 404)
  }

  // MARK: Sound

  @Test func `the sound is the engine's, over borders, to the end, and nothing behind it`() async throws {
    let project = try Project(json: Film.text, baseURL: stage.scratch.url)
    let renderer = Engine.renderer()
    let reader = try await renderer.samples(of: try await ProjectRender(project, renderer: renderer).plan())
    defer { reader.close() }
    let wanted = try await reader.samples(0..<Int64(Film.sampleCount)).interleaved.map { Float($0) }
    let ranges = [
      0..<48_000, 95_990..<96_010, 191_000..<193_000, 0..<1, 239_999..<240_000, 239_000..<260_000, 0..<480_000,
      240_000..<240_001, 1_000_000..<1_000_010, 7..<8, 100_003..<150_001,
    ]
    for range in ranges {
      let answer = try await visitor.get("/api/sound?revision=1&from=\(range.lowerBound)&count=\(range.count)")
      let within = range.clamped(to: 0..<Film.sampleCount)
      let samples = RawSamples.floats(Data(answer.body))
      #expect(
        answer.status == 200 && samples == Array(wanted[within.lowerBound * 2..<within.upperBound * 2]), "\(range)")
    }
    let far = try await visitor.get("/api/sound?revision=1&from=4611686018427387903&count=480000")
    #expect(far.status == 200 && far.body.isEmpty)
    #expect(try await visitor.get("/api/sound?revision=1&from=0&count=480001").status == 400)
  }

  @Test func `sounds that are asked for at once are each the right one`() async throws {
    let whole = RawSamples.floats(
      Data(try await visitor.get("/api/sound?revision=1&from=0&count=\(Film.sampleCount)").body))
    #expect(whole.count == Film.sampleCount * 2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<24 {
        group.addTask {
          let start = number * 7_919 % 200_000
          let answer = try await visitor.get("/api/sound?revision=1&from=\(start)&count=9600")
          #expect(RawSamples.floats(Data(answer.body)) == Array(whole[start * 2..<(start + 9_600) * 2]), "\(start)")
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: Media at a glance

  @Test func `thumbnails are small pictures of the media, near their time`() async throws {
    var pictures: [[UInt8]] = []
    for (name, time) in [("one", "0"), ("two", "0"), ("two", "99/24"), ("one", "4.9")] {
      let answer = try await visitor.get("/api/thumbnail?asset=\(name)&time=\(time)&height=72")
      #expect(answer.status == 200 && answer.headers["content-type"] == "image/jpeg", "\(name) \(time)")
      pictures.append(answer.body)
    }
    let films = try await Film.readings(of: pictures, in: stage.scratch).map { reading -> UInt8? in
      if case .frame(let code) = reading { code.film } else { nil }
    }
    #expect(films == [1, 2, 2, 1])
    #expect(try await visitor.get("/api/thumbnail?asset=none&time=0").status == 404)
  }

  @Test func `a waveform has as many points a second as asked for, the least and the most of them`() async throws {
    for rate in [1, 50, 200] {
      let answer = try await visitor.get("/api/waveform?asset=one&perSecond=\(rate)")
      let (low, high) = (answer.json.at("/minimum")?.elements ?? [], answer.json.at("/maximum")?.elements ?? [])
      #expect(answer.json.at("/perSecond")?.whole == rate && low.count == 5 * rate && high.count == 5 * rate)
      #expect(low.allSatisfy { -1...0 ~= $0.number ?? 2 } && high.allSatisfy { 0...1 ~= $0.number ?? 2 })
      // The noise is as loud as can be.
      #expect(high.allSatisfy { $0.number ?? 0 > 0.5 } && low.allSatisfy { $0.number ?? 0 < -0.5 })
    }
    #expect(try await visitor.get("/api/waveform?asset=none").status == 404)
  }
}
