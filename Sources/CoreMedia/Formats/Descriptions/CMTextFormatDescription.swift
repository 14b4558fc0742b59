// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Containers
public import CoreVideo
import EditingModel
import MediaFormats

// SAFETY: out parameters are written once; descriptions are read at the caller's addresses, within the sizes that it
// gives.

/// The format of text.
public typealias CMTextFormatDescription = CMFormatDescription
/// A way in which a movie's description of text stands in memory; nil, the only one here, for that of QuickTime and ISO files.
public typealias CMTextDescriptionFlavor = CFString

extension CMFormatDescription {
  /// A movie's description of its text beside the words; nil of other formats.
  fileprivate var text: TextSampleDescription? { format.data.flatMap(TextSampleDescription.init) }
}

/// Stores how text comes, goes and fills its place (`CMTextFormatDescriptionGetDisplayFlags`).
///
/// - Returns: `kCMFormatDescriptionError_ValueNotAvailable` of other formats.
public func CMTextFormatDescriptionGetDisplayFlags(
  _ desc: CMTextFormatDescription, displayFlagsOut: UnsafeMutablePointer<CMTextDisplayFlags>
) -> OSStatus {
  guard let text = desc.text else { return kCMFormatDescriptionError_ValueNotAvailable }
  unsafe displayFlagsOut.pointee = text.flags
  return noErr
}

/// Stores where text stands across and down (`CMTextFormatDescriptionGetJustification`). QuickTime's says it across.
///
/// - Returns: `kCMFormatDescriptionError_ValueNotAvailable` of other formats.
public func CMTextFormatDescriptionGetJustification(
  _ desc: CMTextFormatDescription, horizontalOut: UnsafeMutablePointer<CMTextJustificationValue>?,
  verticalOut: UnsafeMutablePointer<CMTextJustificationValue>?
) -> OSStatus {
  guard let text = desc.text else { return kCMFormatDescriptionError_ValueNotAvailable }
  unsafe horizontalOut?.pointee = CMTextJustificationValue(clamping: text.horizontal)
  unsafe verticalOut?.pointee = CMTextJustificationValue(clamping: text.vertical)
  return noErr
}

/// Stores the text's place in its track, counted from the top, or from the bottom of a track of `heightOfTextTrack`
/// (`CMTextFormatDescriptionGetDefaultTextBox`).
///
/// - Returns: `kCMFormatDescriptionError_ValueNotAvailable` of other formats.
public func CMTextFormatDescriptionGetDefaultTextBox(
  _ desc: CMTextFormatDescription, originIsAtTopLeft: Bool, heightOfTextTrack: CGFloat,
  defaultTextBoxOut: UnsafeMutablePointer<CGRect>
) -> OSStatus {
  guard let box = desc.text?.box else { return kCMFormatDescriptionError_ValueNotAvailable }
  let (top, left, bottom, right) = (CGFloat(box[0]), CGFloat(box[1]), CGFloat(box[2]), CGFloat(box[3]))
  unsafe defaultTextBoxOut.pointee = CGRect(
    x: left, y: originIsAtTopLeft ? top : heightOfTextTrack - bottom, width: right - left, height: bottom - top)
  return noErr
}

/// Stores how text looks where samples do not say it: the font's number, its face and size, and red, green, blue and alpha from 0 to 1, four
/// numbers (`CMTextFormatDescriptionGetDefaultStyle`).
///
/// - Returns: `kCMFormatDescriptionError_ValueNotAvailable` of other formats.
public func CMTextFormatDescriptionGetDefaultStyle(
  _ desc: CMTextFormatDescription, localFontIDOut: UnsafeMutablePointer<UInt16>?, boldOut: UnsafeMutablePointer<Bool>?,
  italicOut: UnsafeMutablePointer<Bool>?, underlineOut: UnsafeMutablePointer<Bool>?,
  fontSizeOut: UnsafeMutablePointer<CGFloat>?, colorComponentsOut: UnsafeMutablePointer<CGFloat>?
) -> OSStatus {
  guard let text = desc.text else { return kCMFormatDescriptionError_ValueNotAvailable }
  let style = text.style
  unsafe localFontIDOut?.pointee = UInt16(clamping: style.font)
  unsafe boldOut?.pointee = style.face & 1 != 0
  unsafe italicOut?.pointee = style.face & 2 != 0
  unsafe underlineOut?.pointee = style.face & 4 != 0
  unsafe fontSizeOut?.pointee = CGFloat(style.size)
  let most: CGFloat = text.isQuickTime ? 65_535 : 255
  for (number, part) in style.color.enumerated() {
    // QuickTime's text has no alpha.
    unsafe colorComponentsOut?[number] = text.isQuickTime && number == 3 ? 1 : CGFloat(part) / most
  }
  return noErr
}

/// Stores the name of the font with the number `localFontID` (`CMTextFormatDescriptionGetFontName`).
///
/// - Returns: `kCMFormatDescriptionError_ValueNotAvailable` of other formats, and of a number that it does not name.
public func CMTextFormatDescriptionGetFontName(
  _ desc: CMTextFormatDescription, localFontID: UInt16, fontNameOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  let text = desc.text
  let own = text.flatMap { $0.isQuickTime && $0.style.font == Int(localFontID) ? $0.fontName : nil }
  guard let name = text?.fonts[Int(localFontID)] ?? own, !name.isEmpty else {
    return kCMFormatDescriptionError_ValueNotAvailable
  }
  unsafe fontNameOut.pointee = name
  return noErr
}

/// Stores the description of text or of subtitles, as `mediaType` says, that `size` bytes of a movie's sample description are, from the
/// size of that on (`CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData`).
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` where they are none.
@discardableResult
public func CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData(
  allocator: CFAllocator?, bigEndianTextDescriptionData textDescriptionData: UnsafePointer<UInt8>, size: Int,
  flavor: CMTextDescriptionFlavor?, mediaType: CMMediaType,
  formatDescriptionOut: UnsafeMutablePointer<CMTextFormatDescription?>
) -> OSStatus {
  let bytes = unsafe Array(UnsafeBufferPointer(start: textDescriptionData, count: max(0, size)))
  guard let format = DataFormat(sampleDescription: bytes, mediaType) else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  unsafe formatDescriptionOut.pointee = CMFormatDescription(FormatDescription(format))
  return noErr
}

/// The same of the bytes in a buffer (`CMTextFormatDescriptionCreateFromBigEndianTextDescriptionBlockBuffer`).
@discardableResult
public func CMTextFormatDescriptionCreateFromBigEndianTextDescriptionBlockBuffer(
  allocator: CFAllocator?, bigEndianTextDescriptionBlockBuffer textDescriptionBlockBuffer: CMBlockBuffer,
  flavor: CMTextDescriptionFlavor?, mediaType: CMMediaType,
  formatDescriptionOut: UnsafeMutablePointer<CMTextFormatDescription?>
) -> OSStatus {
  guard let format = DataFormat(sampleDescription: textDescriptionBlockBuffer.bytes, mediaType) else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  unsafe formatDescriptionOut.pointee = CMFormatDescription(FormatDescription(format))
  return noErr
}

/// Stores a movie's sample description of text, from its size on
/// (`CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer`).
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` of other formats.
@discardableResult
public func CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer(
  allocator: CFAllocator?, textFormatDescription: CMTextFormatDescription, flavor: CMTextDescriptionFlavor?,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  guard let data = textFormatDescription.format.data, data.textMediaType != nil else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  // Six reserved bytes, and the number of the data reference.
  unsafe blockBufferOut.pointee = CMBlockBuffer(
    MovieBoxes.Box.bytes(data.codecType, [0, 0, 0, 0, 0, 0, 0, 1] + data.bytes))
  return noErr
}

extension DataFormat {
  /// Text, subtitles or captions, by their media type; nil of other data.
  var textMediaType: CMFormatDescription.MediaType? {
    switch kind {
    case .text?: .text
    case .subtitle?: .subtitle
    case .closedCaption?: .closedCaption
    default: nil
    }
  }

  /// The format in the movie's sample description `bytes`, of text or of subtitles, as `mediaType` says; nil where they are none.
  fileprivate init?(sampleDescription bytes: [UInt8], _ mediaType: CMMediaType) {
    let kind: AncillaryTrack.Kind? =
      mediaType == kCMMediaType_Text ? .text : mediaType == kCMMediaType_Subtitle ? .subtitle : nil
    guard let kind, let box = MovieBoxes(bytes).first, box.end >= box.body + 8 else { return nil }
    self.init(codecType: box.type, bytes: Array(bytes[Int(box.body + 8)..<Int(box.end)]), kind: kind)
    guard TextSampleDescription(self) != nil || box.type == "wvtt" else { return nil }
  }
}
