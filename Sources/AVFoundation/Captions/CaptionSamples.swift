import Containers
import CoreGraphics
import CoreMedia
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import ModelValues
import Subtitles

extension AVCaptionGroup {
  /// Captions of the sample in `buffer`, of text or subtitles; nil where it is none, or of a format that is not read.
  convenience init?(sampleBuffer buffer: CMSampleBuffer) {
    guard let data = buffer.formatDescription?.format.data, let coding = SubtitleCoding(codecType: data.codecType),
      let bytes = buffer.dataBuffer?.bytes
    else { return nil }
    var header = data.bytes
    if coding == .movieWebVTT {
      let box = MovieBoxes(header)["vttC"]
      header = box.map { Array(header[Int($0.body)..<Int($0.end)]) } ?? []
    }
    var reader = SubtitleTrackReader(coding, header: header)
    reader.add(SubtitlePacket(bytes, from: .zero, to: .one))
    let range = CMTimeRange(start: buffer.presentationTimeStamp, duration: buffer.duration)
    self.init(captions: reader.document.cues.map { AVCaption($0.text, in: range) }, timeRange: range)
  }

  /// The sample that says the same, in `format`: timed text of 3GPP, or QuickTime's; nil of another format.
  func sampleBuffer(as format: CMFormatDescription) -> CMSampleBuffer? {
    guard let data = format.format.data, let description = TextSampleDescription(data) else { return nil }
    var text = SubtitleText([])
    for caption in captions {
      if !text.runs.isEmpty { text.runs.append(SubtitleText.Run("\n")) }
      text.runs += caption.runs(like: description)
    }
    var document = SubtitleDocument()
    document.cues = [SubtitleCue(start: .zero, end: .one, text: text)]
    // Letters that are written are an eighteenth as high as their track.
    let writer = SubtitleTrackWriter(document, as: .movieText, width: 0, height: 18 * description.style.size)
    let bytes = captions.isEmpty ? [0, 0] : writer.packets.first?.bytes ?? [0, 0]
    let timing = CMSampleTimingInfo(
      duration: timeRange.duration, presentationTimeStamp: timeRange.start, decodeTimeStamp: .invalid)
    return CMSampleBuffer(data: CMBlockBuffer(bytes), format: format, timing: [timing], sizes: [bytes.count])
  }
}

extension AVCaption {
  /// `text`, which is read in `range`.
  fileprivate convenience init(_ text: SubtitleText, in range: CMTimeRange) {
    var state = State(text.plain, range)
    state.looks = text.runs.flatMap { run in
      var look = CaptionLook()
      look.weight = run.style.isBold ? .bold : .unknown
      look.style = run.style.isItalic ? .italic : .unknown
      if run.style.isUnderlined { look.decoration.insert(.underline) }
      if run.style.isStruckThrough { look.decoration.insert(.lineThrough) }
      look.textColor = run.style.color.map { CGColor($0) }
      look.backgroundColor = run.style.backgroundColor.map { CGColor($0) }
      look.ruby = run.annotation.map { AVCaptionRuby(text: $0) }
      return Array(repeating: look, count: run.text.utf16.count)
    }
    self.init(state)
  }

  /// The text, and its looks as far as timed text has them: weight, slant, underlines and color; unset ones as in
  /// `description`. QuickTime's text has the letters alone, as its style records differ.
  fileprivate func runs(like description: TextSampleDescription) -> [SubtitleText.Run] {
    let values = values
    let (text, looks) = (values.text, values.looks)
    guard !description.isQuickTime else { return text.isEmpty ? [] : [SubtitleText.Run(text)] }
    let levels = description.style.color.map { Double($0) / 255 }
    let usual = Color(red: levels[0], green: levels[1], blue: levels[2], alpha: levels[3])
    var runs: [SubtitleText.Run] = []
    var place = text.startIndex
    while place < text.endIndex {
      let look = looks[text.utf16.distance(from: text.startIndex, to: place)]
      var end = place
      // A letter looks as its first unit does.
      while end < text.endIndex, looks[text.utf16.distance(from: text.startIndex, to: end)] == look {
        end = text.index(after: end)
      }
      var run = SubtitleText.Run(String(text[place..<end]))
      run.style.isBold = look.weight == .bold
      run.style.isItalic = look.style == .italic
      run.style.isUnderlined = look.decoration.contains(.underline)
      let isPlain = !run.style.isBold && !run.style.isItalic && !run.style.isUnderlined
      run.style.color = look.textColor?.color ?? (isPlain ? nil : usual)
      runs.append(run)
      place = end
    }
    return runs
  }
}
