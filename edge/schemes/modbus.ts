import type { Scheme, Setting } from '../device-address.ts'
import type { DeviceAddress } from '../device-address.ts'
import { registerDevice, registerProfiles } from '../register-device.ts'
import { openTcp } from '../transports/byte-link.ts'
import { mbap } from '../transports/mbap.ts'
import { ModbusUnit } from '../transports/modbus-unit.ts'
import { rtu } from '../transports/rtu.ts'
import { openSerial, type SerialSettings } from '../transports/serial-port.ts'
import { solarmanV5 } from '../transports/solarman-v5.ts'

/** The ways to registers: the same devices behind each of them. */

const unit: Setting = { least: 0, most: 255, usual: 1 }
const profiles = registerProfiles
const parities = ['none', 'even', 'odd'] as const
const hostPort = ({ host, port }: DeviceAddress): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

const opening =
  (unitOf: (address: DeviceAddress) => ModbusUnit): Scheme['open'] =>
  (address, wishes) => {
    const registers = unitOf(address)
    if (wishes.manners !== undefined) registers.obey(wishes.manners)
    return registerDevice(registers, wishes)
  }

export const modbusTcp: Scheme = {
  name: 'modbus-tcp',
  example: 'modbus-tcp://192.168.1.20:502?unit=1',
  port: 502,
  path: null,
  settings: { unit },
  profiles,
  open: opening((address) => {
    const where = hostPort(address)
    return new ModbusUnit(`tcp ${where}`, address.number('unit'), {
      where,
      open: (timeoutMs) => openTcp(address.host, address.port, timeoutMs),
      framing: mbap(),
      numbered: true,
      stays: false,
    })
  }),
}

export const rtuOverTcp: Scheme = {
  name: 'rtu-over-tcp',
  example: 'rtu-over-tcp://192.168.1.20:8899?unit=1',
  port: 8899,
  path: null,
  settings: { unit },
  profiles,
  open: opening((address) => {
    const where = hostPort(address)
    return new ModbusUnit(`rtu ${where}`, address.number('unit'), {
      where,
      open: (timeoutMs) => openTcp(address.host, address.port, timeoutMs),
      framing: rtu(),
      numbered: false,
      stays: false,
    })
  }),
}

/** The logger of an inverter; its serial number is printed on it. */
export const solarman: Scheme = {
  name: 'solarman',
  example: 'solarman://192.168.1.20:8899?serial=1712345678&unit=1',
  port: 8899,
  path: null,
  settings: { serial: { least: 1, most: 0xffff_ffff, usual: null }, unit },
  profiles,
  open: opening((address) => {
    const where = hostPort(address)
    return new ModbusUnit(`solarman ${where}`, address.number('unit'), {
      where,
      open: (timeoutMs) => openTcp(address.host, address.port, timeoutMs),
      framing: solarmanV5(address.number('serial')),
      numbered: true,
      stays: false,
    })
  }),
}

export const modbusRtu: Scheme = {
  name: 'modbus-rtu',
  example: 'modbus-rtu:///dev/ttyUSB0?baud=9600&unit=1',
  port: null,
  path: {
    pattern: /^\/dev\/(?!.*\.\.)[\w./:-]+$/,
    says: 'The address has to name a serial port, such as /dev/ttyUSB0.',
  },
  settings: {
    baud: { least: 1_200, most: 115_200, usual: 9_600 },
    parity: { choices: parities, usual: 'none' },
    stop: { least: 1, most: 2, usual: 1 },
    unit: { least: 1, most: 247, usual: 1 },
  },
  profiles,
  open: opening((address) => {
    const settings: SerialSettings = {
      path: address.path,
      baud: address.number('baud'),
      parity: parities.find((one) => one === address.choice('parity')) ?? 'none',
      stopBits: address.number('stop') === 2 ? 2 : 1,
    }
    return new ModbusUnit(`serial ${address.path}`, address.number('unit'), {
      where: address.path,
      open: () => openSerial(settings),
      framing: rtu(),
      numbered: false,
      stays: true,
    })
  }),
}
