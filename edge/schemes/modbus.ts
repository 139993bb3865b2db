import { type DeviceAddress, hostPort, type Scheme, type Setting } from '../device-address.ts'
import { DeviceError } from '../engine/device-error.ts'
import type { Device } from '../engine/device.ts'
import { registerDevice, registerProfiles } from '../register-device.ts'
import { openTcp } from '../transports/byte-link.ts'
import { mbap } from '../transports/mbap.ts'
import { ModbusUnit } from '../transports/modbus-unit.ts'
import { rtu } from '../transports/rtu.ts'
import { openSerial, type SerialSettings } from '../transports/serial-port.ts'
import { solarmanV5 } from '../transports/solarman-v5.ts'

/** The ways to registers: the same devices behind each of them. */

const unitSetting: Setting = { least: 0, most: 255, usual: 1 }
const profiles = registerProfiles
const parities = ['none', 'even', 'odd'] as const

/** Where devices are that are not at unit 1: SunSpec of SMA, its own registers, Kostal, others. No source: units of profiles, and Kostal's. */
const OTHER_UNITS = [126, 3, 71, 2, 247, 0]
/** Modbus: a gateway reaches no such unit. */
const noSuchUnit = [10, 11]
const isAtAnother = (error: unknown): boolean =>
  error instanceof DeviceError && noSuchUnit.includes(error.exception ?? 0)

/**
 * Where the address says no unit, the first one that there is behind it. `namesOthers`: a unit may say which others there
 * are, as loggers do.
 */
const opening =
  (unitOf: (address: DeviceAddress, unit: number) => ModbusUnit, namesOthers = false): Scheme['open'] =>
  (address, wishes) => {
    const registersOf = (unit: number): ModbusUnit => {
      const registers = unitOf(address, unit)
      if (wishes.manners !== undefined) registers.obey(wishes.manners)
      return registers
    }
    const open = (own: number): Device => {
      const registers = registersOf(own)
      const others = { own, ask: (object: number) => registers.objects(object), unit: registersOf }
      return registerDevice(registers, wishes, namesOthers ? others : null)
    }
    const others = URL.parse(address.url)?.searchParams.has('unit') === true ? [] : [...OTHER_UNITS]
    let device = open(address.number('unit'))
    return {
      read: async () => {
        try {
          return await device.read()
        } catch (error) {
          if (!isAtAnother(error)) throw error
          for (const unit of others) {
            const other = open(unit)
            try {
              const report = await other.read()
              device.close()
              device = other
              return report
            } catch (trouble) {
              other.close()
              if (!isAtAnother(trouble)) throw trouble
            }
          }
          throw error
        }
      },
      get registers() {
        return device.registers
      },
      close: () => device.close(),
    }
  }

export const modbusTcp: Scheme = {
  name: 'modbus-tcp',
  example: 'modbus-tcp://192.168.1.20:502?unit=1',
  port: 502,
  path: null,
  settings: { unit: unitSetting },
  profiles,
  open: opening((address, unit) => {
    const where = hostPort(address)
    return new ModbusUnit(`tcp ${where}`, unit, {
      where,
      open: (timeoutMs) => openTcp(address.host, address.port, timeoutMs),
      framing: mbap(),
      numbered: true,
      stays: false,
    })
  }, true),
}

export const rtuOverTcp: Scheme = {
  name: 'rtu-over-tcp',
  example: 'rtu-over-tcp://192.168.1.20:8899?unit=1',
  port: 8899,
  path: null,
  settings: { unit: unitSetting },
  profiles,
  open: opening((address, unit) => {
    const where = hostPort(address)
    return new ModbusUnit(`rtu ${where}`, unit, {
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
  settings: { serial: { least: 1, most: 0xffff_ffff, usual: null }, unit: unitSetting },
  profiles,
  open: opening((address, unit) => {
    const where = hostPort(address)
    return new ModbusUnit(`solarman ${where}`, unit, {
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
  open: opening((address, unit) => {
    const settings: SerialSettings = {
      path: address.path,
      baud: address.number('baud'),
      parity: parities.find((one) => one === address.choice('parity')) ?? 'none',
      stopBits: address.number('stop') === 2 ? 2 : 1,
    }
    return new ModbusUnit(`serial ${address.path}`, unit, {
      where: address.path,
      open: () => openSerial(settings),
      framing: rtu(),
      numbered: false,
      stays: true,
    })
  }),
}
