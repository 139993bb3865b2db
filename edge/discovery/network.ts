import { connect } from 'node:net'
import type { DeviceReport } from '../engine/reading.ts'
import { openDevice } from '../open-device.ts'
import { askAnnounced } from './ask-announced.ts'
import { askLogger, type Logger } from './ask-logger.ts'

/** What a search does to a network. */
export type SearchNetwork = {
  /** One connection, which ends at once. */
  isOpen: (host: string, port: number, signal: AbortSignal) => Promise<boolean>
  /** One datagram; null = nobody that is known answers it. */
  logger: (host: string, signal: AbortSignal) => Promise<Logger | null>
  /** Addresses that devices announce, by their host. */
  announced: (signal: AbortSignal) => Promise<ReadonlyMap<string, readonly string[]>>
  /** What answers at an address; null = nothing that is known. */
  read: (url: string, signal: AbortSignal) => Promise<DeviceReport | null>
}

/** How long a connection may take, and an answer, ms. No source: chosen. */
const [CONNECT_MS, ASK_MS] = [700, 1_500]

const isOpen: SearchNetwork['isOpen'] = (host, port, signal) =>
  new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (open: boolean): void => {
      signal.removeEventListener('abort', close)
      socket.destroy()
      resolve(open)
    }
    const close = (): void => end(false)
    socket.setTimeout(CONNECT_MS, close)
    socket.once('connect', () => end(true)).on('error', close)
    signal.addEventListener('abort', close)
    if (signal.aborted) close()
  })

const read: SearchNetwork['read'] = async (url, signal) => {
  if (signal.aborted) return null
  try {
    const device = openDevice(url, {
      profile: null,
      secret: null,
      manners: { timeoutMs: ASK_MS, tries: 1 },
    })
    signal.addEventListener('abort', device.close)
    try {
      return await device.read()
    } finally {
      signal.removeEventListener('abort', device.close)
      device.close()
    }
  } catch {
    return null
  }
}

/** The networks that stand behind these own addresses. */
export const realNetwork = (own: readonly string[]): SearchNetwork => ({
  isOpen,
  logger: (host, signal) => askLogger(host, signal),
  announced: (signal) => askAnnounced(own, signal),
  read,
})
