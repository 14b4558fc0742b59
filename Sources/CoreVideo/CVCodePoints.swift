// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

// Colors by the numbers of ITU-T H.273, and by Core Video's words. There are more of them here than pictures are converted between.

/// A word that is handed out as Core Foundation hands out strings (`Unmanaged`).
public struct CVUnmanagedString: Hashable, Sendable {
  private let word: CFString

  fileprivate init(_ word: CFString) { self.word = word }
  /// The word.
  public func takeUnretainedValue() -> CFString { word }
  /// The word.
  public func takeRetainedValue() -> CFString { word }
}

/// Words and their numbers: a word's first number is its own, and each of the others means it, too.
private struct CodePoints {
  let numbers: [(word: CFString, codes: [Int32])]

  /// The number of a word that has none of its own.
  static let unspecified: Int32 = 2

  func code(of word: CFString?) -> Int32 {
    numbers.first { $0.word == word }?.codes.first ?? Self.unspecified
  }

  func word(of code: Int32) -> CVUnmanagedString? {
    numbers.first { $0.codes.contains(code) }.map { CVUnmanagedString($0.word) }
  }

  static let primaries = CodePoints(numbers: [
    (kCVImageBufferColorPrimaries_ITU_R_709_2, [1]), (kCVImageBufferColorPrimaries_EBU_3213, [5]),
    (kCVImageBufferColorPrimaries_SMPTE_C, [6, 7]), (kCVImageBufferColorPrimaries_ITU_R_2020, [9]),
    (kCVImageBufferColorPrimaries_DCI_P3, [11]), (kCVImageBufferColorPrimaries_P3_D65, [12]),
    (kCVImageBufferColorPrimaries_P22, [22]),
  ])
  static let transfers = CodePoints(numbers: [
    (kCVImageBufferTransferFunction_ITU_R_709_2, [1, 6]), (kCVImageBufferTransferFunction_SMPTE_240M_1995, [7]),
    (kCVImageBufferTransferFunction_Linear, [8]), (kCVImageBufferTransferFunction_sRGB, [13]),
    (kCVImageBufferTransferFunction_ITU_R_2020, [14, 15]), (kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ, [16]),
    (kCVImageBufferTransferFunction_SMPTE_ST_428_1, [17]), (kCVImageBufferTransferFunction_ITU_R_2100_HLG, [18]),
  ])
  static let matrices = CodePoints(numbers: [
    (kCVImageBufferYCbCrMatrix_ITU_R_709_2, [1]), (kCVImageBufferYCbCrMatrix_ITU_R_601_4, [6, 5]),
    (kCVImageBufferYCbCrMatrix_SMPTE_240M_1995, [7]), (kCVImageBufferYCbCrMatrix_ITU_R_2020, [9]),
  ])
}

/// The number of a matrix; 2 of nil and of other words.
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
  CodePoints.matrices.code(of: yCbCrMatrixString)
}
/// The word of a matrix; nil where Core Video has none.
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> CVUnmanagedString? {
  CodePoints.matrices.word(of: yCbCrMatrixCodePoint)
}
/// The number of primaries; 2 of nil and of other words.
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
  CodePoints.primaries.code(of: colorPrimariesString)
}
/// The word of primaries; nil where Core Video has none.
public func CVColorPrimariesGetStringForIntegerCodePoint(_ colorPrimariesCodePoint: Int32) -> CVUnmanagedString? {
  CodePoints.primaries.word(of: colorPrimariesCodePoint)
}
/// The number of a transfer; 2 of nil and of other words.
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
  CodePoints.transfers.code(of: transferFunctionString)
}
/// The word of a transfer; nil where Core Video has none.
public func CVTransferFunctionGetStringForIntegerCodePoint(_ transferFunctionCodePoint: Int32) -> CVUnmanagedString? {
  CodePoints.transfers.word(of: transferFunctionCodePoint)
}
