// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

// The results of Video Toolbox's functions, beside `noErr`.

/// A session has no such property.
public let kVTPropertyNotSupportedErr: OSStatus = -12_900
/// A property is read-only.
public let kVTPropertyReadOnlyErr: OSStatus = -12_901
/// An argument is not valid.
public let kVTParameterErr: OSStatus = -12_902
/// The session has been invalidated.
public let kVTInvalidSessionErr: OSStatus = -12_903
/// There is no memory.
public let kVTAllocationFailedErr: OSStatus = -12_904
/// Pictures are not brought from one of the formats to the other.
public let kVTPixelTransferNotSupportedErr: OSStatus = -12_905
/// There is no decoder of the codec.
public let kVTCouldNotFindVideoDecoderErr: OSStatus = -12_906
/// A decoder or an encoder cannot begin.
public let kVTCouldNotCreateInstanceErr: OSStatus = -12_907
/// There is no encoder of the codec.
public let kVTCouldNotFindVideoEncoderErr: OSStatus = -12_908
/// Data cannot be decoded.
public let kVTVideoDecoderBadDataErr: OSStatus = -12_909
/// Data are of a format that is not decoded.
public let kVTVideoDecoderUnsupportedDataFormatErr: OSStatus = -12_910
/// A decoder has failed.
public let kVTVideoDecoderMalfunctionErr: OSStatus = -12_911
/// An encoder has failed.
public let kVTVideoEncoderMalfunctionErr: OSStatus = -12_912
/// A decoder is not free.
public let kVTVideoDecoderNotAvailableNowErr: OSStatus = -12_913
/// Pictures of the format are not turned.
public let kVTImageRotationNotSupportedErr: OSStatus = -12_914
/// Pictures of the format are not turned.
public let kVTPixelRotationNotSupportedErr: OSStatus = -12_914
/// An encoder is not free.
public let kVTVideoEncoderNotAvailableNowErr: OSStatus = -12_915
/// The session takes no data of another format.
public let kVTFormatDescriptionChangeNotSupportedErr: OSStatus = -12_916
/// Nothing says what the source's colors are.
public let kVTInsufficientSourceColorDataErr: OSStatus = -12_917
/// Colors cannot be corrected.
public let kVTCouldNotCreateColorCorrectionDataErr: OSStatus = -12_918
/// Colors were not converted.
public let kVTColorSyncTransformConvertFailedErr: OSStatus = -12_919
/// A decoder may not be used.
public let kVTVideoDecoderAuthorizationErr: OSStatus = -12_210
/// An encoder may not be used.
public let kVTVideoEncoderAuthorizationErr: OSStatus = -12_211
/// Pictures whose colors were corrected were not transferred.
public let kVTColorCorrectionPixelTransferFailedErr: OSStatus = -12_212
/// The passes' storage is another film's.
public let kVTMultiPassStorageIdentifierMismatchErr: OSStatus = -12_213
/// The passes' storage cannot be read.
public let kVTMultiPassStorageInvalidErr: OSStatus = -12_214
/// A time does not follow the last.
public let kVTFrameSiloInvalidTimeStampErr: OSStatus = -12_215
/// A range of times does not follow the last.
public let kVTFrameSiloInvalidTimeRangeErr: OSStatus = -12_216
/// There is no such filter.
public let kVTCouldNotFindTemporalFilterErr: OSStatus = -12_217
/// Pictures may not be transferred.
public let kVTPixelTransferNotPermittedErr: OSStatus = -12_218
/// Pictures whose colors were corrected were not turned.
public let kVTColorCorrectionImageRotationFailedErr: OSStatus = -12_219
/// A decoder has gone.
public let kVTVideoDecoderRemovedErr: OSStatus = -17_690
/// A session has failed.
public let kVTSessionMalfunctionErr: OSStatus = -17_691
/// A decoder is another processor's.
public let kVTVideoDecoderNeedsRosettaErr: OSStatus = -17_692
/// An encoder is another processor's.
public let kVTVideoEncoderNeedsRosettaErr: OSStatus = -17_693
/// A picture's reference is missing.
public let kVTVideoDecoderReferenceMissingErr: OSStatus = -17_694
/// A decoder's callback was not reached.
public let kVTVideoDecoderCallbackMessagingErr: OSStatus = -17_695
/// A decoder has failed, and does not say why.
public let kVTVideoDecoderUnknownErr: OSStatus = -17_696
/// An extension is switched off.
public let kVTExtensionDisabledErr: OSStatus = -17_697
/// Layers of pictures are numbered otherwise.
public let kVTVideoEncoderMVHEVCVideoLayerIDsMismatchErr: OSStatus = -17_698
/// A group of buffers cannot be given.
public let kVTCouldNotOutputTaggedBufferGroupErr: OSStatus = -17_699
