import type { Scheme } from '../device-address.ts'
import { GoodWe } from '../engine/goodwe/read-goodwe.ts'
import { openTcp } from '../transports/byte-link.ts'
import { aa55Over } from '../transports/goodwe-aa55.ts'
import { mbap } from '../transports/mbap.ts'
import { ModbusUnit } from '../transports/modbus-unit.ts'
import { rtu } from '../transports/rtu.ts'
import { openUdp } from '../transports/udp-link.ts'

/** How GoodWe's radio wants to be asked. No source: chosen; it loses some datagrams, and answers within a second. */
const manners = { settleMs: 0, gapMs: 50, timeoutMs: 1_500 }

/**
 * Inverters of GoodWe over UDP, as their radio speaks: Modbus behind a mark that is passed over, and AA55; or Modbus over
 * TCP at the port 502 of newer ones.
 */
export const goodwe: Scheme = {
  name: 'goodwe',
  example: 'goodwe://192.168.1.20',
  port: 8899,
  path: null,
  settings: { over: { choices: ['udp', 'tcp'], usual: 'udp' } },
  profiles: ['goodwe'],
  open: ({ host, port, choice }, wishes) => {
    const where = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const isTcp = choice('over') === 'tcp'
    const units = new Map<number, ModbusUnit>()
    const pace = { ...manners, ...wishes.manners }
    const unit = (number: number, tries: number): ModbusUnit => {
      const opened =
        units.get(number) ??
        new ModbusUnit(`${isTcp ? 'tcp' : 'udp'} ${where}`, number, {
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
      registers: null,
      close: () => {
        for (const opened of units.values()) opened.close()
        units.clear()
      },
    }
  },
}
