// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Containers
public import CoreVideo
import EditingModel
import MediaFormats

// SAFETY: sets are read at the caller's addresses, within the sizes that it gives; those that are given out stand in
// memory of their own, which is written once and lives as long as the description.

/// Further boxes of a movie's sample description, by their names: `avcC`, `hvcC`.
public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString = "SampleDescriptionExtensionAtoms"

extension CMFormatDescription {
  /// The description of H.264 with these parameter sets, sequence and picture sets without start codes, in packets in which the lengths of
  /// NAL units have `nalUnitHeaderLength` bytes: 1, 2 or 4.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where they are invalid.
  public convenience init(h264ParameterSets parameterSets: [Data], nalUnitHeaderLength: Int = 4) throws {
    try self.init(parameterSets.map(Array.init), isHEVC: false, nalUnitHeaderLength, Extensions())
  }

  /// The same of HEVC, with video parameter sets.
  ///
  /// - Throws: As ``init(h264ParameterSets:nalUnitHeaderLength:)``.
  public convenience init(
    hevcParameterSets parameterSets: [Data], nalUnitHeaderLength: Int = 4, extensions: Extensions? = nil
  ) throws {
    try self.init(parameterSets.map(Array.init), isHEVC: true, nalUnitHeaderLength, extensions ?? Extensions())
  }

  fileprivate convenience init(
    _ sets: [[UInt8]], isHEVC: Bool, _ lengthSize: Int, _ extensions: Extensions
  ) throws {
    let sequence = sets.lazy.compactMap { isHEVC ? SequenceSet(hevc: $0) : SequenceSet(h264: $0) }.first
    guard [1, 2, 4].contains(lengthSize), let sequence,
      let record = ParameterSets.configuration(of: sets, isHEVC: isHEVC, lengthSize: lengthSize)
    else { throw NSError(kCMFormatDescriptionError_InvalidParameter) }
    try self.init(
      videoCodecType: isHEVC ? .hevc : .h264, width: sequence.width, height: sequence.height,
      extensions: extensions.with(record, called: isHEVC ? "hvcC" : "avcC"))
  }

  /// The record that a movie tells a decoder of H.264 (`avcC`) or HEVC (`hvcC`); nil where it is not known.
  package var decoderConfiguration: (bytes: [UInt8], isHEVC: Bool)? {
    let atoms = extensions.values[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] as? [CFString: Any]
    if let record = atoms?["avcC"] as? Data { return (Array(record), false) }
    if let record = atoms?["hvcC"] as? Data { return (Array(record), true) }
    return nil
  }

  private var sets: ParameterSets? {
    decoderConfiguration.flatMap { ParameterSets($0.bytes, codec: $0.isHEVC ? "hevc" : "h264") }
  }

  /// The parameter sets of H.264 or HEVC, in the order in which they are decoded; none where they are not known.
  public var parameterSets: [Data] { (sets?.units ?? []).map { Data($0) } }

  /// Bytes of the lengths of NAL units in packets; nil where their number is not known.
  public var nalUnitHeaderLength: Int? { sets?.lengthSize }
}

extension CMFormatDescription.Extensions {
  /// The same, and the record `bytes` in the box `name` of a sample description.
  package func with(_ bytes: [UInt8], called name: CFString) -> Self {
    let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    var atoms = values[key] as? [CFString: Any] ?? [:]
    atoms[name] = Data(bytes)
    return Self(values: values.merging([key: atoms]) { _, new in new })
  }
}

/// Stores a description of H.264 with the parameter sets at `parameterSetPointers`
/// (``CMFormatDescription/init(h264ParameterSets:nalUnitHeaderLength:)``).
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` where they are invalid.
@discardableResult
public func CMVideoFormatDescriptionCreateFromH264ParameterSets(
  allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
  parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength: Int32,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  let sets = unsafe sets(parameterSetCount, parameterSetPointers, parameterSetSizes)
  let made = try? CMFormatDescription(sets, isHEVC: false, Int(nalUnitHeaderLength), .init())
  unsafe formatDescriptionOut.pointee = made
  return made == nil ? kCMFormatDescriptionError_InvalidParameter : noErr
}

/// Stores a description of HEVC with the parameter sets at `parameterSetPointers`
/// (``CMFormatDescription/init(hevcParameterSets:nalUnitHeaderLength:extensions:)``).
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` where they are invalid.
@discardableResult
public func CMVideoFormatDescriptionCreateFromHEVCParameterSets(
  allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
  parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  let sets = unsafe sets(parameterSetCount, parameterSetPointers, parameterSetSizes)
  let made = try? CMFormatDescription(sets, isHEVC: true, Int(nalUnitHeaderLength), .init(base: extensions))
  unsafe formatDescriptionOut.pointee = made
  return made == nil ? kCMFormatDescriptionError_InvalidParameter : noErr
}

@unsafe private func sets(
  _ count: Int, _ pointers: UnsafePointer<UnsafePointer<UInt8>>, _ sizes: UnsafePointer<Int>
) -> [[UInt8]] {
  (0..<max(0, count)).map { number in
    unsafe Array(UnsafeBufferPointer(start: pointers[number], count: max(0, sizes[number])))
  }
}

/// The place of parameter set number `parameterSetIndex` of H.264, as long as `videoDesc` lives; its length, the number
/// of sets, and the bytes of lengths.
///
/// - Returns: `kCMFormatDescriptionError_ValueNotAvailable` of what is no H.264, or whose sets are not known;
///   `kCMFormatDescriptionError_InvalidParameter` where there are fewer.
@discardableResult
public func CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
  _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
  parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, parameterSetSizeOut: UnsafeMutablePointer<Int>?,
  parameterSetCountOut: UnsafeMutablePointer<Int>?, nalUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  unsafe parameterSet(
    of: videoDesc, isHEVC: false, parameterSetIndex, parameterSetPointerOut, parameterSetSizeOut, parameterSetCountOut,
    nalUnitHeaderLengthOut)
}

/// The same of HEVC.
@discardableResult
public func CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
  _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
  parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, parameterSetSizeOut: UnsafeMutablePointer<Int>?,
  parameterSetCountOut: UnsafeMutablePointer<Int>?, nalUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  unsafe parameterSet(
    of: videoDesc, isHEVC: true, parameterSetIndex, parameterSetPointerOut, parameterSetSizeOut, parameterSetCountOut,
    nalUnitHeaderLengthOut)
}

@unsafe private func parameterSet(
  of description: CMFormatDescription, isHEVC: Bool, _ number: Int,
  _ place: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ size: UnsafeMutablePointer<Int>?,
  _ count: UnsafeMutablePointer<Int>?, _ lengthSize: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  guard description.decoderConfiguration?.isHEVC == isHEVC else { return kCMFormatDescriptionError_ValueNotAvailable }
  let sets = description.storedParameterSets
  unsafe count?.pointee = sets.count
  unsafe lengthSize?.pointee = Int32(clamping: description.nalUnitHeaderLength ?? 0)
  guard unsafe place != nil || size != nil else { return noErr }
  guard sets.indices.contains(number) else { return kCMFormatDescriptionError_InvalidParameter }
  unsafe place?.pointee = sets[number].start
  unsafe size?.pointee = sets[number].count
  return noErr
}

/// Bytes at a place that lasts as long as their owner.
///
/// Threads: any: nothing is written after they are made.
@safe final class StoredBytes: @unchecked Sendable {
  // @unchecked: what is at the place does not change.
  let start: UnsafePointer<UInt8>
  let count: Int

  init(_ bytes: [UInt8]) {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    for (place, byte) in bytes.enumerated() { unsafe memory[place] = byte }
    unsafe start = UnsafePointer(memory)
    count = bytes.count
  }

  deinit { unsafe start.deallocate() }
}
