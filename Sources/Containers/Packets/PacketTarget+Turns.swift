import CAVFormat

extension PacketTarget {
  /// Has the pictures of stream number `stream` be turned by `matrix`, nine numbers as in a movie.
  ///
  /// - Throws: `PacketFileError` where there is no memory.
  public func turn(_ stream: Int, by matrix: [Int32]) throws(PacketFileError) {
    // SAFETY: libavformat reads nine numbers.
    guard matrix.count == 9, let stream = unsafe self.stream(stream) else { return }
    let code = unsafe gste_set_matrix(stream, matrix)
    guard code >= 0 else { throw PacketFileError(.unsupported, "The track cannot be turned.", code: code) }
  }

  /// Has the header of Matroska say of stream number `stream` that its viewer turns by `yaw` and `roll` degrees: as of pictures that
  /// surround him, for libavformat says it of no others (``MatroskaTurns``).
  ///
  /// - Throws: `PacketFileError` where there is no memory.
  public func setProjectionPose(of stream: Int, yaw: Int, roll: Int) throws(PacketFileError) {
    guard let stream = unsafe self.stream(stream) else { return }
    let code = unsafe gste_set_pose(stream, Int32(clamping: yaw), Int32(clamping: roll))
    guard code >= 0 else { throw PacketFileError(.unsupported, "The track cannot be turned.", code: code) }
  }
}
