import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Testing

/// The plan says of each frame which instruction it is made for, and of each run which layer it feeds.
struct OriginTests {
  @Test(arguments: 1...150)
  func `every frame knows its instruction, and every run its layer`(seed: UInt64) throws {
    let edit = try RandomEdit(seed: seed)
    let picture = try #require(try edit.plan().picture)
    for span in picture.spans {
      #expect(span.origins.first?.frames.lowerBound == span.frames.lowerBound)
      #expect(span.origins.last?.frames.upperBound == span.frames.upperBound)
      #expect(zip(span.origins, span.origins.dropFirst()).allSatisfy { $0.frames.upperBound == $1.frames.lowerBound })
      for frame in span.frames {
        let origin = try #require(span.origin(at: frame))
        let instruction = edit.videoComposition.instructions[origin.instruction]
        let time = try CMTime(exactly: picture.grid.time(of: frame))
        #expect(instruction.timeRange.containsTime(time))
        #expect(origin.layers.count == span.method.runs.count)
        for (run, layer) in zip(span.method.runs, origin.layers) {
          let layer = try #require(layer)
          let trackID = instruction.passthroughTrackID ?? instruction.layerInstructions[layer].trackID
          #expect(picture.runs[run].clip.trackID == trackID)
        }
      }
      #expect(span.origin(at: span.frames.upperBound) == nil)
    }
  }

  @Test func `what two instructions draw alike is one span with two origins`() throws {
    let composition = Composition(video: [[CompositionTrackSegment("cat", time(3), at: .zero)]])
    let layer = LayerInstruction(trackID: 1)
    let hidden = LayerInstruction(trackID: 1, opacity: Ramps([.setting(at: .zero, value: 0)]))
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 640, height: 360),
      instructions: [
        VideoCompositionInstruction(.zero, time(1), [layer]), VideoCompositionInstruction(time(1), time(2), [layer]),
        VideoCompositionInstruction(time(2), time(3), [hidden, layer]),
      ])
    let film = try MediaFacts.film("cat", size: PixelSize(width: 640, height: 360))
    let spans = try #require(try plan(composition, videoComposition, films: [film]).picture).spans
    // The second layer of the third instruction is fed by a decoder of its own.
    #expect(spans.map(\.method) == [.passthrough(run: 0), .passthrough(run: 1)])
    #expect(
      spans[0].origins == [
        PictureSpan.Origin(frames: 0..<30, instruction: 0, layers: [0]),
        PictureSpan.Origin(frames: 30..<60, instruction: 1, layers: [0]),
      ])
    #expect(spans[1].origins == [PictureSpan.Origin(frames: 60..<90, instruction: 2, layers: [1])])
  }

  @Test func `of two layers of one track each run knows its own, whatever their opacity`() throws {
    let composition = Composition(video: [[CompositionTrackSegment("cat", time(1), at: .zero)]])
    let half = Ramps<Double>([.setting(at: .zero, value: 0.5)])
    let layers = [Transform.translation(x: 640, y: 0), .identity].map { transform in
      LayerInstruction(trackID: 1, opacity: half, transform: Ramps([.setting(at: .zero, value: transform)]))
    }
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 640, height: 360),
      instructions: [VideoCompositionInstruction(.zero, time(1), layers)])
    let film = try MediaFacts.film("cat", size: PixelSize(width: 640, height: 360))
    let span = try #require(try plan(composition, videoComposition, films: [film]).picture?.spans.first)
    #expect(span.origins.map(\.layers) == [[1]])
  }

  @Test func `a compositor's tracks know their layers, and those without a layer have none`() throws {
    let composition = Composition(
      video: [
        [CompositionTrackSegment("cat", time(1), at: .zero)], [CompositionTrackSegment("dog", time(1), at: .zero)],
      ])
    var instruction = VideoCompositionInstruction(.zero, time(1), [LayerInstruction(trackID: 2)])
    instruction.requiredSourceTrackIDs = [1, 2]
    let videoComposition = VideoComposition(
      frameDuration: time(1, 30), renderSize: Size(width: 640, height: 360), instructions: [instruction],
      customCompositor: CompositorReference(name: "glow"))
    let spans = try plan(composition, videoComposition, films: [.film("cat"), .film("dog")]).picture?.spans
    #expect(spans?.map { $0.origins.map(\.layers) } == [[[nil, 0]]])
  }

  @Test func `a part keeps the origins of its frames`() throws {
    let edit = try RandomEdit(seed: 5)
    let settings = RenderSettings(timeRange: range(time(1), time(1)))
    let whole = try edit.plan(settings)
    let picture = try #require(whole.picture)
    let part = try #require(whole.renderedPart.picture)
    for frame in 0..<part.frameCount {
      let origin = try #require(part.span(at: frame)?.origin(at: frame))
      let original = try #require(picture.span(at: frame + picture.range.lowerBound))
      #expect(origin.instruction == original.origin(at: frame + picture.range.lowerBound)?.instruction)
    }
  }
}
