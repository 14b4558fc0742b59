import CoreMedia

/// Why something is not done, by Core Audio's number.
struct StatusError: Error {
  let status: OSStatus
}
