import { ServerTCP } from 'modbus-serial'

/** A device behind a port: what its holding registers say now, and what is written into them. */
export type EmulatedUnit = {
  unit: number
  /** Registers from `base` on. */
  registers(): Uint16Array
  base: number
  /** False: it takes no such register. */
  write(address: number, value: number): boolean
}

export type ModbusHost = { port: number; close(): Promise<void> }

const ILLEGAL_ADDRESS = 2
/** Of the library: it asks us for every unit. */
const EVERY_UNIT = 255
const refuse = (): never => {
  throw Object.assign(new Error('no such register'), { modbusErrorCode: ILLEGAL_ADDRESS })
}

/** Serves units over Modbus TCP. Rejects when the port is taken. */
export const serveModbus = async (
  host: string,
  port: number,
  units: readonly EmulatedUnit[],
): Promise<ModbusHost> => {
  const unitOf = (id: number): EmulatedUnit => units.find(({ unit }) => unit === id) ?? refuse()
  const read = (address: number, count: number, id: number): number[] => {
    const { base, registers } = unitOf(id)
    const all = registers()
    if (address < base || address + count > base + all.length) return refuse()
    return [...all.subarray(address - base, address - base + count)]
  }
  const write = (address: number, value: number, id: number): void => {
    if (!unitOf(id).write(address, value)) refuse()
  }
  const server = new ServerTCP(
    {
      getHoldingRegister: (address: number, id: number) => read(address, 1, id)[0] ?? 0,
      getMultipleHoldingRegisters: read,
      setRegister: write,
      setRegisterArray: (address: number, values: number[], id: number) =>
        values.forEach((value, at) => write(address + at, value, id)),
    },
    { host, port, unitID: EVERY_UNIT },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('initialized', () => resolve())
    server.once('serverError', (error: Error | null) => reject(error ?? new Error('no server')))
  })
  // A client that goes without a word is no trouble of the host.
  server.on('socketError', () => undefined)
  return {
    port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
