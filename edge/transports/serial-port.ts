import { DeviceError } from '../engine/device-error.ts'
import type { ByteLink } from './byte-link.ts'

export type SerialSettings = {
  path: string
  baud: number
  parity: 'none' | 'even' | 'odd'
  stopBits: 1 | 2
}

/**
 * From Node 26.4 on what the library's binary part was told is noticed only when something else happens in the program
 * (serialport/node-serialport#3148, unmended in 13.0): so something does. The time is chosen, without a source.
 */
const HEARTBEAT_MS = 10

const troubles: readonly (readonly [RegExp, string])[] = [
  [/no such file|ENOENT/i, 'There is no serial port {path}: is the adapter plugged in, and its name right?'],
  [
    /permission denied|EACCES/i,
    'The serial port {path} may not be opened: the user of this program has to be in the group of serial ports (dialout).',
  ],
  [/lock|busy|EBUSY/i, 'Another program has the serial port {path} open.'],
]

const openError = (error: unknown, path: string): DeviceError => {
  const says = error instanceof Error ? error.message : String(error)
  const known = troubles.find(([pattern]) => pattern.test(says))?.[1]
  return new DeviceError(
    known === undefined ? 'unreachable' : 'refused',
    (known ?? `The serial port {path} cannot be opened (${says}).`).replace('{path}', path),
  )
}

/** The library is loaded with the first serial port: its binary part need not exist where there is none. */
export const openSerial = async ({ path, baud, parity, stopBits }: SerialSettings): Promise<ByteLink> => {
  const { SerialPort } = await import('serialport')
  const port = new SerialPort({ path, baudRate: baud, parity, stopBits, dataBits: 8, autoOpen: false })
  try {
    await new Promise<void>((resolve, reject) => {
      port.open((error) => (error === null ? resolve() : reject(error)))
    })
  } catch (error) {
    throw openError(error, path)
  }
  const heartbeat = setInterval(() => undefined, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    write: (bytes) => port.write(bytes),
    onBytes: (take) => port.on('data', take),
    onEnd: (take) => {
      port.on('error', () => undefined)
      port.once('close', () => take('was unplugged or closed'))
    },
    close: () => {
      clearInterval(heartbeat)
      if (port.isOpen) port.close(() => undefined)
    },
  }
}
