import Dispatch
import MediaFormats
import MediaTime
import Rendering
import Waiting

/// Begins the tracks of a writer's file, each with the first buffer of its input, and says what the file is when all are known.
///
/// ```
///  pictures  1 2 3 … encoded, held │ finished
///  sound                           │ 1 2 3 … │            the header, once each has a packet
///  another                                   │ finished   without a buffer: no track
/// ```
///
/// Threads: one of its own, and one for each input.
final class WriterBeginning {
  private let inputs: [AssetWriterInput]
  private let file: WriterPlan.Whole
  private let output: WriterOutput
  private let renderer: any Renderer
  private let run: WriterRun
  /// The file, which is begun with its first media.
  private var writer: (any MediaWriter)?
  /// The inputs that have a track, by their numbers, with the first buffers of those that begin with one.
  private var begun: [Int: SampleBuffer?] = [:]

  /// The beginning of `file`, of `inputs`, into `output`.
  init(
    _ inputs: [AssetWriterInput], _ file: WriterPlan.Whole, to output: WriterOutput, by renderer: any Renderer,
    _ run: WriterRun
  ) {
    (self.inputs, self.file, self.output, self.renderer, self.run) = (inputs, file, output, renderer, run)
  }

  /// Begins each track when its input has a buffer, until all have one or never will. Blocks.
  func begin() throws(RenderError) {
    let arrivals = Monitor<[Int]>([])
    var awaited: Set<Int> = []
    for (number, input) in inputs.enumerated() {
      guard input.isAwaited else {
        begun.updateValue(nil, forKey: number)
        continue
      }
      awaited.insert(number)
      input.queue.onFirstBuffer { arrivals.change { $0.append(number) } }
    }
    while !awaited.isEmpty {
      let numbers = arrivals.wait { arrived -> [Int]? in
        defer { arrived = [] }
        return arrived.isEmpty ? nil : arrived
      }
      guard run.status == .writing else { return }
      for number in numbers.sorted() {
        awaited.remove(number)
        guard let first = inputs[number].queue.first else { continue }
        begun[number] = first
        if inputs[number].mediaType != nil, !file.fileType.isPictureSequence { try beginTrack(number, first) }
      }
    }
    try settle()
  }

  /// Begins the track of input number `number`, of media, and passes on what is appended.
  private func beginTrack(_ number: Int, _ first: SampleBuffer) throws(RenderError) {
    let input = inputs[number]
    let own = try WriterPlan(file, of: [(input, first)])
    let track: WriterTrack
    var place = own.places.first ?? nil
    switch place {
    case .pictures: track = .pictures
    case .sound(_, let rate):
      let before = inputs[..<number].count { $0.mediaType == .audio && $0.outputSettings != nil }
      (track, place) = (.sound(before), .sound(before, rate: rate))
    case .packets:
      let before = inputs[..<number].count { $0.mediaType != nil && $0.outputSettings == nil }
      (track, place) = (.packets(before), .packets(before))
    case .text, .data, .chapters, nil:
      throw RenderError(
        .outOfRange, "Nothing says what is appended to \(input.words(number)).",
        remedy: "Give the buffers a format description, or the input settings that say it.")
    }
    try check(own.settings)
    let writer = try openWriter()
    try writer.begin(track, as: try run.settings(own.settings))
    if let place { pass(input, to: place, of: writer) }
  }

  /// Rejects, by name, what the engine does not encode.
  private func check(_ settings: WriterSettings) throws(RenderError) {
    try RenderError.catching { try renderer.check(settings.export) }
    if let video = settings.export.video, let pictures = settings.pictures {
      try EncodingLevel.check(video, size: pictures.size, frameDuration: pictures.frameDuration)
    }
  }

  /// The file, whose tracks of media are open.
  private func openWriter() throws(RenderError) -> any MediaWriter {
    if let writer { return writer }
    var settings = try WriterPlan(file, of: []).settings
    settings.hasOpenTracks = true
    return try open(settings)
  }

  private func open(_ settings: WriterSettings) throws(RenderError) -> any MediaWriter {
    let (settings, renderer, output, run) = (try run.settings(settings), renderer, output, run)
    let check = { () throws(RenderError) in if run.status != .writing { throw run.error ?? .cancelled() } }
    let open = { @Sendable in try await renderer.writer(settings, to: output) { _ in } }
    let opened = try AwaitedWork.value(of: open, checking: check) { $0.cancel() }
    try run.set(opened)
    writer = opened
    return opened
  }

  /// Says what the file is, of all that have begun; what is no media begins now.
  private func settle() throws(RenderError) {
    let numbers = begun.keys.sorted()
    let plan = try WriterPlan(file, of: numbers.map { (inputs[$0], begun[$0] ?? nil) })
    guard plan.places.contains(where: { $0?.isMedia == true }) else {
      throw RenderError(.outOfRange, "Nothing was appended.", remedy: "Append a buffer to an input at least.")
    }
    guard let writer else {
      let whole = try open(plan.settings)
      for (number, place) in zip(numbers, plan.places) {
        if let place { pass(inputs[number], to: place, of: whole) }
      }
      return
    }
    try writer.settle(try run.settings(plan.settings))
    for (number, place) in zip(numbers, plan.places) where inputs[number].mediaType == nil {
      if let place { pass(inputs[number], to: place, of: writer) }
    }
  }

  /// Passes on what is appended to `input`, on a thread of its own.
  private func pass(_ input: AssetWriterInput, to place: WriterPlan.Place, of writer: any MediaWriter) {
    let pump = InputPump(queue: input.queue, place: place, writer: writer, run: run)
    run.work.enter()
    DedicatedThread.start(named: "asset writer input") { [run] in
      defer { run.work.leave() }
      do throws(RenderError) {
        try pump.pump()
      } catch {
        run.end(error)
      }
    }
  }
}
