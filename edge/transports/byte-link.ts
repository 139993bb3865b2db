import { connect } from 'node:net'
import { DeviceError } from '../engine/device-error.ts'
import { connectError } from './connect-trouble.ts'

/** An open line of bytes. */
export type ByteLink = {
  write: (bytes: Buffer) => void
  onBytes: (take: (bytes: Buffer) => void) => void
  /** Called once, whoever ended it; the sentence has no subject. */
  onEnd: (take: (says: string) => void) => void
  close: () => void
}

/** Rejects with a `DeviceError`. */
export const openTcp = async (host: string, port: number, timeoutMs: number): Promise<ByteLink> => {
  const where = `${host}:${port}`
  const socket = connect({ host, port, noDelay: true })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.setTimeout(timeoutMs, () => reject(new DeviceError('unreachable', `${where} does not answer.`)))
      socket.once('connect', resolve).once('error', reject)
    })
  } catch (error) {
    socket.destroy()
    throw connectError(error, where)
  }
  socket.setTimeout(0)
  return {
    write: (bytes) => socket.write(bytes),
    onBytes: (take) => socket.on('data', take),
    onEnd: (take) => {
      // A reset ends it, too: "close" follows every error.
      socket.on('error', () => undefined)
      socket.once('close', () => take('closed the connection'))
    },
    close: () => socket.destroy(),
  }
}
