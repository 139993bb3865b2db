/** What became of the messages of a batch. */
export type StoreOutcome = {
  /** Readings that were not there before. */
  stored: number
  /** Readings not taken: too old, or of serials that are not the gateway's children. */
  refused: number
  quarantined: number
  /** Messages that had come before. */
  repeated: number
  /** Messages of gateways that are not, or no longer, known. */
  unknown: number
}
