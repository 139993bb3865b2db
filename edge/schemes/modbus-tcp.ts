import type { Scheme } from '../device-address.ts'
import { mapSunSpec } from '../engine/map-sunspec.ts'
import { readChain } from '../engine/sunspec/walk.ts'
import { ModbusTcp } from '../transports/modbus-tcp.ts'

export const modbusTcp: Scheme = {
  name: 'modbus-tcp',
  example: 'modbus-tcp://192.168.1.20:502?unit=1',
  port: 502,
  path: null,
  settings: { unit: { least: 0, most: 255, usual: 1 } },
  profiles: ['sunspec'],
  open: ({ host, port, number }, { manners }) => {
    const registers = new ModbusTcp({ ...manners, host, port, unit: number('unit') })
    return {
      read: async () => mapSunSpec(await readChain(registers, manners?.longest)),
      registers,
      close: () => registers.close(),
    }
  },
}
