import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { ByteLink } from './byte-link.ts'
import { connectError } from './connect-trouble.ts'

/** Datagrams to one address, and from it alone, as a line of bytes. Rejects with a `DeviceError`. */
export const openUdp = async (host: string, port: number): Promise<ByteLink> => {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  let ended: ((says: string) => void) | null = null
  let isClosed = false
  const end = (says: string) => {
    if (isClosed) return
    isClosed = true
    socket.close()
    ended?.(says)
  }
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.connect(port, host, () => resolve())
    })
  } catch (error) {
    socket.close()
    throw connectError(error, `${host}:${port}`)
  }
  socket.removeAllListeners('error')
  // A machine that does not listen there says so with the next datagram.
  socket.on('error', () => end('refuses what it is sent: is this the device, and the port right?'))
  return {
    write: (bytes) => {
      if (!isClosed) socket.send(bytes)
    },
    onBytes: (take) => socket.on('message', take),
    onEnd: (take) => {
      ended = take
    },
    close: () => end('is no longer read'),
  }
}
