import type { Site } from '#gateway/site.ts'
import { exchangeList } from './exchanges.ts'
import type { Fault } from './faults.ts'
import { ownDevices } from './firmware-devices.ts'
import { liarReadings } from './liar-readings.ts'
import type { SimulatedStation } from './simulated-station.ts'

/**
 * What hangs on one gateway of a simulated station.
 * @throws when the station has no such gateway.
 */
export function simulatedSite(station: SimulatedStation, sn: string, faults: readonly Fault[]): Site {
  const own = station.spec.gateways.find((one) => one.sn === sn)
  if (!own) throw new Error(`${station.spec.key} has no gateway ${sn}`)
  const { inverters: _, weather: __, house: ___, network: ____, ...identity } = own
  const built = station.inventory(sn)
  const exchanges = exchangeList()
  const present = (ts: number) => exchanges.readings(station.readingsAt(ts, { gateway: sn }))
  return {
    identity,
    reportSeconds: station.spec.reportMin * 60,
    inventory: () => exchanges.inventory(built),
    readings: (ts) => [...present(ts), ...liarReadings(faults, ts)],
    alarms: (ts) => station.alarmsAt(ts, sn),
    turn: (target, on, ts) => station.turn(exchanges.original(target), on, ts),
    limit: (target, limit, ts) =>
      'pct' in limit ? station.limit(exchanges.original(target), limit.pct, ts) : 'unable',
    restart: (target, ts) => station.restart(exchanges.original(target), ts),
    settings(target, ts): Record<string, number> {
      const known = station.settingsAt(exchanges.original(target), ts)
      return known ? { limit_pct: known.limitPct, up_s: known.upS } : {}
    },
    exchange(old, replacement, ts) {
      const counted = present(ts).find((item) => item.sn === old)?.m.e_tot
      exchanges.exchange(old, replacement, typeof counted === 'number' ? counted : null)
    },
    firmwareDevices: () => ownDevices(own, exchanges.inventory(built)),
  }
}
