import CoreMedia

/// Status of a call that is refused, by Core Audio's number.
struct StatusError: Error {
  let status: OSStatus
}
