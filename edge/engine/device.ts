import type { TopicMap } from '#domain/edges/topic-map.ts'
import type { DeviceReport } from './reading.ts'

export type RegisterTable = 'holding' | 'input'

/** Registers of one unit of a device. Addresses are those of the protocol, from 0 on. All rejects are `DeviceError`s. */
export type RegisterAccess = {
  /** 1 to 125 registers; of the table of holding registers unless said otherwise. */
  read: (address: number, count: number, table?: RegisterTable) => Promise<Uint16Array>
  /** One holding register, by function 6. Only control writes. */
  writeOne: (address: number, word: number) => Promise<void>
  /** 1 to 123 holding registers at once, by function 16. */
  writeMany: (address: number, words: readonly number[]) => Promise<void>
}

/** What reading needs of them. */
export type ReadableRegisters = Pick<RegisterAccess, 'read'>

/** A device at an address. Nothing is connected before the first `read`. */
export type Device = {
  /** All that it says now. Rejects with a `DeviceError`; the next call connects again. */
  read: () => Promise<DeviceReport>
  /** null = it has no registers. */
  registers: RegisterAccess | null
  /** Ends the connection, at once; what is being read rejects. */
  close: () => void
}

/** How a device wants to be asked, where it differs from what its profile says. */
export type Manners = {
  /** Nothing is asked so long after connecting, ms. */
  settleMs?: number
  /** Nothing is asked so long after an answer, ms. */
  gapMs?: number
  /** A connection, and an answer, may take so long, ms. */
  timeoutMs?: number
  /** A request is made so often before it is given up. */
  tries?: number
  /** Registers of one request. */
  longest?: number
}

/** What is known of a device beyond its address. */
export type DeviceWishes = {
  /** null = the device is to be recognised. */
  profile: string | null
  /** A password or token, as the device wants it; null = none. */
  secret: string | null
  /** A mapping of one's own, of what is published; absent: none. */
  map?: TopicMap | null
  manners?: Manners
}
