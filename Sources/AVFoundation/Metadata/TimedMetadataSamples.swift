import Containers
public import CoreMedia
import Foundation

/// Groups of metadata as the samples of a track.
extension AVTimedMetadataGroup {
  /// Statements of `sampleBuffer`, a sample of a track of metadata, for as long as it holds; nil of other media, and of one that is empty.
  public convenience init?(sampleBuffer: CMSampleBuffer) {
    guard let keys = sampleBuffer.formatDescription?.metadataKeys, let data = sampleBuffer.dataBuffer else {
      return nil
    }
    let time = sampleBuffer.presentationTimeStamp
    let items = keys.values(in: data.bytes).map { key, bytes -> AVMetadataItem in
      let item = AVMutableMetadataItem()
      item.identifier = AVMetadataIdentifier(key.identifier)
      item.dataType = key.dataType
      item.extendedLanguageTag = key.languageTag
      item.value = TimedMetadataValue.value(of: bytes, as: key.dataType)
      (item.time, item.duration) = (time, sampleBuffer.duration)
      return AVMetadataItem(item.values)
    }
    guard !items.isEmpty else { return nil }
    self.init(items: items, timeRange: CMTimeRange(start: time, duration: sampleBuffer.duration))
  }

  /// The format of a track that can hold this group: a writer's input takes it as its hint. Nil where an item has no identifier.
  public func copyFormatDescription() -> CMMetadataFormatDescription? {
    var specifications: [[CFString: Any]] = []
    for item in items {
      guard let identifier = item.identifier else { return nil }
      var values: [CFString: Any] = [
        kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: identifier.rawValue,
        kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType:
          item.dataType ?? TimedMetadataValue.usualType(of: item.value),
      ]
      values[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag] = item.extendedLanguageTag
      specifications.append(values)
    }
    var description: CMFormatDescription?
    // SAFETY: the description is stored before the call returns.
    unsafe CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
      allocator: nil, metadataType: kCMMetadataFormatType_Boxed, metadataSpecifications: specifications,
      formatDescriptionOut: &description)
    return description
  }

  /// The group as a sample of `format`; nil where that declares no place for an item, or an item's value is not of the type that it
  /// declares.
  func sampleBuffer(as format: CMMetadataFormatDescription) -> CMSampleBuffer? {
    guard let keys = format.metadataKeys else { return nil }
    var values: [(localID: UInt32, bytes: [UInt8])] = []
    for item in items {
      let named = keys.keys.filter { $0.identifier == item.identifier?.rawValue }
      guard
        let key = named.first(where: { $0.languageTag == item.extendedLanguageTag })
          ?? named.first(where: { $0.languageTag == nil }),
        let bytes = TimedMetadataValue.bytes(of: item, as: key.dataType ?? item.dataType)
      else { return nil }
      values.append((key.localID, bytes))
    }
    let timing = CMSampleTimingInfo(
      duration: timeRange.duration, presentationTimeStamp: timeRange.start, decodeTimeStamp: .invalid)
    return CMSampleBuffer(data: CMBlockBuffer(format.metadataSample(of: values)), format: format, timing: [timing])
  }
}
