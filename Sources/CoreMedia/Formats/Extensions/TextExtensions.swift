// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Containers
import CoreVideo
import EditingModel
import MediaFormats

extension CMFormatDescription {
  /// The format of text, subtitles or captions that movies call by the four letters `codec`, as `extensions` say it, and what they say
  /// besides; nil of other media.
  static func text(
    of mediaType: MediaType, _ codec: FourCharCode, _ extensions: [CFString: Any]
  ) -> (format: FormatDescription, stated: Extensions)? {
    let kinds: [MediaType: AncillaryTrack.Kind] = [
      .text: .text, .subtitle: .subtitle, .closedCaption: .closedCaption,
    ]
    guard let kind = kinds[mediaType] else { return nil }
    let format = FormatDescription(DataFormat(text: FormatDescription.text(codec), kind, extensions))
    let encoded = Set(format.extensionValues.keys)
    return (format, Extensions(values: extensions.filter { !encoded.contains($0.key) }))
  }
}

extension FormatDescription {
  /// The properties of a text format, by Core Media's keys; empty for others.
  var textExtensionValues: [CFString: Any] {
    guard let data, data.textMediaType != nil else { return [:] }
    if let text = TextSampleDescription(data) { return text.extensionValues }
    var atoms: [CFString: Any] = [:]
    for box in MovieBoxes(data.bytes) {
      atoms[box.type] = Data(data.bytes[Int(box.body)..<Int(box.end)])
    }
    return atoms.isEmpty ? [:] : [kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: atoms]
  }
}

extension DataFormat {
  /// The format of `kind` with the code `codecType` of movies, described by `extensions`.
  fileprivate init(text codecType: String, _ kind: AncillaryTrack.Kind, _ extensions: [CFString: Any]) {
    if codecType == "tx3g" || codecType == "text" {
      self = TextSampleDescription(isQuickTime: codecType == "text", extensions).format(of: kind)
      return
    }
    let atoms = extensions[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] as? [CFString: Any] ?? [:]
    var boxes = atoms.compactMap { name, value in
      (value as? Data ?? (value as? NSData).map { $0 as Data }).map { (name, Array($0)) }
    }
    // What WebVTT's files begin with is needed to read its cues (ISO/IEC 14496-30 §7.5).
    if codecType == "wvtt", !boxes.contains(where: { $0.0 == "vttC" }) { boxes.append(("vttC", Array("WEBVTT".utf8))) }
    let bytes = boxes.sorted { $0.0 < $1.0 }.flatMap { MovieBoxes.Box.bytes($0, $1) }
    self.init(codecType: codecType, bytes: bytes, kind: kind)
  }
}

extension TextSampleDescription {
  /// The sample description of text by `extensions`, with defaults for missing values.
  fileprivate init(isQuickTime: Bool, _ extensions: [CFString: Any]) {
    self.init(isQuickTime: isQuickTime)
    func number(_ values: [CFString: Any], _ key: CFString) -> Int? {
      let most = Int(UInt32.max)
      if let whole = values[key] as? any BinaryInteger { return min(max(-most, Int(clamping: whole)), most) }
      return CoreVideo.number(values[key]).flatMap { Int(exactly: $0.rounded()) }.map { min(max(-most, $0), most) }
    }
    func numbers(_ values: Any?, _ keys: [CFString], _ usual: [Int]) -> [Int] {
      guard let values = values.flatMap(CMFormatDescription.dictionary) else { return usual }
      return zip(keys, usual).map { number(values, $0) ?? $1 }
    }
    flags =
      number(extensions, kCMTextFormatDescriptionExtension_DisplayFlags).map { UInt32(truncatingIfNeeded: $0) } ?? 0
    let across =
      isQuickTime
      ? kCMTextFormatDescriptionExtension_TextJustification : kCMTextFormatDescriptionExtension_HorizontalJustification
    horizontal = number(extensions, across) ?? 0
    vertical = number(extensions, kCMTextFormatDescriptionExtension_VerticalJustification) ?? 0
    background = numbers(
      extensions[kCMTextFormatDescriptionExtension_BackgroundColor], Self.colorKeys, background)
    box = numbers(extensions[kCMTextFormatDescriptionExtension_DefaultTextBox], Self.boxKeys, box)
    if let values = extensions[kCMTextFormatDescriptionExtension_DefaultStyle].flatMap(CMFormatDescription.dictionary) {
      style.start = number(values, kCMTextFormatDescriptionStyle_StartChar) ?? style.start
      style.end = number(values, kCMTextFormatDescriptionStyle_EndChar) ?? style.end
      style.font = number(values, kCMTextFormatDescriptionStyle_Font) ?? style.font
      style.face = number(values, kCMTextFormatDescriptionStyle_FontFace) ?? style.face
      style.size = number(values, kCMTextFormatDescriptionStyle_FontSize) ?? style.size
      style.height = number(values, kCMTextFormatDescriptionStyle_Height) ?? style.height
      style.ascent = number(values, kCMTextFormatDescriptionStyle_Ascent) ?? style.ascent
      style.color = numbers(values[kCMTextFormatDescriptionStyle_ForegroundColor], Self.colorKeys, style.color)
    }
    let table = extensions[kCMTextFormatDescriptionExtension_FontTable].flatMap(CMFormatDescription.dictionary)
    for (key, name) in table ?? [:] {
      if let number = Int(key), (0...65_535).contains(number) { fonts[number] = "\(name)" }
    }
    let look = extensions[kCMTextFormatDescriptionExtension_DefaultStyle].flatMap(CMFormatDescription.dictionary)
    let name = kCMTextFormatDescriptionExtension_DefaultFontName
    fontName = (extensions[name] ?? look?[name]).map { "\($0)" } ?? ""
  }

  private static let colorKeys = [
    kCMTextFormatDescriptionColor_Red, kCMTextFormatDescriptionColor_Green, kCMTextFormatDescriptionColor_Blue,
    kCMTextFormatDescriptionColor_Alpha,
  ]
  private static let boxKeys = [
    kCMTextFormatDescriptionRect_Top, kCMTextFormatDescriptionRect_Left, kCMTextFormatDescriptionRect_Bottom,
    kCMTextFormatDescriptionRect_Right,
  ]

  /// The same by Core Media's keys.
  fileprivate var extensionValues: [CFString: Any] {
    func values(_ keys: [CFString], _ numbers: [Int]) -> [CFString: Any] {
      Dictionary(uniqueKeysWithValues: zip(keys, numbers).map { ($0, NSNumber(value: $1)) })
    }
    let colorKeys = isQuickTime ? Array(Self.colorKeys.dropLast()) : Self.colorKeys
    var look: [CFString: Any] = [
      kCMTextFormatDescriptionStyle_StartChar: NSNumber(value: style.start),
      kCMTextFormatDescriptionStyle_Font: NSNumber(value: style.font),
      kCMTextFormatDescriptionStyle_FontFace: NSNumber(value: style.face),
      kCMTextFormatDescriptionStyle_FontSize: NSNumber(value: style.size),
      kCMTextFormatDescriptionStyle_ForegroundColor: values(colorKeys, style.color),
    ]
    var all: [CFString: Any] = [
      kCMTextFormatDescriptionExtension_DisplayFlags: NSNumber(value: flags),
      kCMTextFormatDescriptionExtension_BackgroundColor: values(colorKeys, background),
      kCMTextFormatDescriptionExtension_DefaultTextBox: values(Self.boxKeys, box),
    ]
    if isQuickTime {
      look[kCMTextFormatDescriptionStyle_Height] = NSNumber(value: style.height)
      look[kCMTextFormatDescriptionStyle_Ascent] = NSNumber(value: style.ascent)
      all[kCMTextFormatDescriptionExtension_TextJustification] = NSNumber(value: horizontal)
      all[kCMTextFormatDescriptionExtension_DefaultFontName] = fontName
    } else {
      look[kCMTextFormatDescriptionStyle_EndChar] = NSNumber(value: style.end)
      all[kCMTextFormatDescriptionExtension_HorizontalJustification] = NSNumber(value: horizontal)
      all[kCMTextFormatDescriptionExtension_VerticalJustification] = NSNumber(value: vertical)
      all[kCMTextFormatDescriptionExtension_FontTable] = Dictionary(
        uniqueKeysWithValues: fonts.map { ("\($0)", $1 as Any) })
    }
    all[kCMTextFormatDescriptionExtension_DefaultStyle] = look
    return all
  }
}
