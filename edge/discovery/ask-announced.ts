import { createSocket } from 'node:dgram'
import { decode, encode } from 'dns-packet'
import { addressesAnnounced, typesAsked } from './announced.ts'

/** Source: RFC 6762. */
export const MDNS = { address: '224.0.0.251', port: 5353 }
/** Asked twice, as a datagram may be lost. No source: chosen; answers of many come within a second. */
const [ASKED_AGAIN_MS, ANSWERS_MS] = [1_000, 2_500]
/** Hosts that may answer. No source: chosen. */
const MOST_HOSTS = 500

const question = encode({
  type: 'query',
  id: 0,
  flags: 0,
  questions: typesAsked.map((name) => ({ type: 'PTR', class: 'IN', name })),
})

/**
 * Asks the networks of these own addresses who announces one of the services of makers: from a port of its own, so that
 * answers come to it alone. What is no answer is passed over.
 */
export const askAnnounced = async (
  own: readonly string[],
  signal: AbortSignal,
  to: { address: string; port: number } = MDNS,
): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  await Promise.all(
    own.map(
      (address) =>
        new Promise<void>((resolve) => {
          const socket = createSocket({ type: 'udp4', reuseAddr: true })
          const ask = (): void => socket.send(question, to.port, to.address, () => {})
          const again = setTimeout(ask, ASKED_AGAIN_MS)
          const end = (): void => {
            clearTimeout(again)
            clearTimeout(over)
            signal.removeEventListener('abort', end)
            socket.removeAllListeners('message')
            socket.close(() => resolve())
          }
          const over = setTimeout(end, ANSWERS_MS)
          signal.addEventListener('abort', end)
          socket.on('error', () => {})
          socket.on('message', (message, { address: host }) => {
            const said = read(host, message)
            if (said.length > 0 && (found.size < MOST_HOSTS || found.has(host)))
              found.set(host, [...new Set([...(found.get(host) ?? []), ...said])])
          })
          socket.bind({ address, port: 0 }, () => {
            try {
              socket.setMulticastTTL(255)
              socket.setMulticastInterface(address)
            } catch {
              // A network without multicast has nobody who announces anything.
            }
            ask()
          })
          if (signal.aborted) end()
        }),
    ),
  )
  return found
}

const read = (host: string, message: Buffer): string[] => {
  try {
    const packet = decode(message)
    return packet.type === 'response' ? addressesAnnounced(host, packet) : []
  } catch {
    return []
  }
}
