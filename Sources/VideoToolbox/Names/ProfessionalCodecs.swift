// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

/// Makes decoders of professional codecs known: those that there are are known already.
public func VTRegisterProfessionalVideoWorkflowVideoDecoders() {}
/// Makes encoders of professional codecs known: those that there are are known already.
public func VTRegisterProfessionalVideoWorkflowVideoEncoders() {}
/// Makes a decoder known where it can be had: those that there are are known already.
public func VTRegisterSupplementalVideoDecoderIfAvailable(_ codecType: CMVideoCodecType) {}
