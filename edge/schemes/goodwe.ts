import { type DeviceAddress, hostPort, type Scheme } from '../device-address.ts'
import { DeviceError } from '../engine/device-error.ts'
import type { Device, DeviceWishes } from '../engine/device.ts'
import { GoodWe } from '../engine/goodwe/read-goodwe.ts'
import { openTcp } from '../transports/byte-link.ts'
import { aa55Over } from '../transports/goodwe-aa55.ts'
import { mbap } from '../transports/mbap.ts'
import { ModbusUnit } from '../transports/modbus-unit.ts'
import { rtu } from '../transports/rtu.ts'
import { openUdp } from '../transports/udp-link.ts'

/** How GoodWe's radio wants to be asked. No source: chosen; it loses some datagrams, and answers within a second. */
const manners = { settleMs: 0, gapMs: 50, timeoutMs: 1_500 }

type Way = 'udp' | 'tcp'
/** Where newer inverters speak Modbus over TCP. */
const TCP_PORT = 502

const openOver = (way: Way, address: DeviceAddress, wishes: DeviceWishes): Omit<Device, 'registers'> => {
  const { host, port } = address
  const where = hostPort(address)
  const isTcp = way === 'tcp'
  const units = new Map<number, ModbusUnit>()
  const pace = { ...manners, ...wishes.manners }
  const unit = (number: number, tries: number): ModbusUnit => {
    const opened =
      units.get(number) ??
      new ModbusUnit(`${way} ${where}`, number, {
        where,
        open: (timeoutMs) => (isTcp ? openTcp(host, port, timeoutMs) : openUdp(host, port)),
        framing: isTcp ? mbap() : rtu(),
        numbered: isTcp,
        stays: false,
      })
    opened.obey({ ...pace, tries })
    units.set(number, opened)
    return opened
  }
  const device = new GoodWe({ unit, aa55: isTcp ? null : aa55Over(where, () => openUdp(host, port), pace) })
  return {
    read: () => device.read(),
    close: () => {
      for (const opened of units.values()) opened.close()
      units.clear()
    },
  }
}

/**
 * Inverters of GoodWe over UDP, as their radio speaks: Modbus behind a mark that is passed over, and AA55; or Modbus over
 * TCP, as newer ones speak at port 502. Where the address does not say which, it is found out.
 */
export const goodwe: Scheme = {
  name: 'goodwe',
  example: 'goodwe://192.168.1.20',
  port: 8899,
  path: null,
  settings: { over: { choices: ['either', 'udp', 'tcp'], usual: 'either' } },
  profiles: ['goodwe'],
  open: (address, wishes) => {
    const said = address.choice('over')
    let way: Way = said === 'tcp' || (said === 'either' && address.port === TCP_PORT) ? 'tcp' : 'udp'
    let device = openOver(way, address, wishes)
    return {
      read: async () => {
        try {
          return await device.read()
        } catch (error) {
          const isNobody = error instanceof DeviceError && error.reason === 'refused'
          if (said !== 'either' || way === 'tcp' || !isNobody) throw error
          const other = openOver('tcp', address, wishes)
          try {
            const report = await other.read()
            device.close()
            ;[device, way] = [other, 'tcp']
            return report
          } catch {
            other.close()
            throw error
          }
        }
      },
      registers: null,
      close: () => device.close(),
    }
  },
}
