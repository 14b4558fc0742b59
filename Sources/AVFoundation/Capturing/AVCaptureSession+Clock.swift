public import CoreMedia

extension AVCaptureSession {
  /// The clock that the times of pictures and sound are on: the machine's, whatever the devices.
  public var synchronizationClock: CMClock? { CMClockGetHostTimeClock() }
  /// As ``synchronizationClock``, by its older name.
  public var masterClock: CMClock? { synchronizationClock }
}

extension AVCaptureInput.Port {
  /// The clock that its times are on: the machine's.
  public var clock: CMClock? { CMClockGetHostTimeClock() }
}
