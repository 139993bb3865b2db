/** Holding registers of one unit of a device. Addresses are those of the protocol, from 0 on. */
export type Registers = {
  /** Rejects with a `DeviceError`. */
  read: (address: number, count: number) => Promise<Uint16Array>
}
