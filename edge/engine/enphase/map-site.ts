import { at, listAt, numberAt, textAt } from '../json.ts'
import type { DeviceReading, RawValue } from '../reading.ts'
import { known } from '../sunspec/values.ts'
import { aboutEnphase } from './map-modules.ts'

const MILLI = 1000
/** Lines of a meter. */
const MOST_LINES = 3
/** Batteries of one gateway. No source: chosen. */
const MOST = 100

/** What the gateway calls the meter in its own data: the second of its inputs. */
const GRID_METER = 'EIM2'

/**
 * The meter at the grid, of `ivp/meters` and `ivp/meters/readings`; none = there is none, or it is switched off. Meters
 * of production and of batteries measure what inverters and batteries say themselves.
 */
export const gridMeter = (meters: unknown, readings: unknown, gateway: string): DeviceReading[] => {
  const meter = (Array.isArray(meters) ? meters : []).find(
    (one) => textAt(one, 'measurementType') === 'net-consumption' && textAt(one, 'state') === 'enabled',
  )
  const eid = numberAt(meter, 'eid')
  const said = (Array.isArray(readings) ? readings : []).find((one) => numberAt(one, 'eid') === eid)
  const atS = numberAt(said, 'timestamp')
  if (meter === undefined || said === undefined || atS === null || atS <= 0) return []
  const lines = listAt(said, 'channels').slice(0, Math.min(MOST_LINES, numberAt(meter, 'phaseCount') ?? 1))
  const ofLines = (name: string) => {
    const values = lines.map((line) => numberAt(line, name))
    return values.some((value) => value !== null) ? values : null
  }
  return [
    {
      sn: `${gateway}${GRID_METER}`,
      t: 'meter',
      ts: atS * MILLI,
      st: null,
      m: known({
        p: numberAt(said, 'activePower'),
        q: numberAt(said, 'reactivePower'),
        s: numberAt(said, 'apparentPower'),
        pf: numberAt(said, 'pwrFactor'),
        f: numberAt(said, 'freq'),
        u: ofLines('voltage'),
        i: ofLines('current'),
        // Seen from the house: delivered is drawn from the grid.
        e_in: numberAt(said, 'actEnergyDlvd'),
        e_out: numberAt(said, 'actEnergyRcvd'),
      }),
      raw: known<RawValue>({ meteringStatus: textAt(meter, 'meteringStatus')?.slice(0, 64) }),
      about: aboutEnphase('IQ Gateway', null),
      alarms: null,
      controls: null,
    },
  ]
}

/**
 * Batteries of `ivp/ensemble/inventory`, with what `ivp/ensemble/power` says of them now. One whose power is not said has
 * the time of its own report; one that the gateway does not hear is left out.
 */
export const batteries = (inventory: unknown, power: unknown): DeviceReading[] =>
  (Array.isArray(inventory) ? inventory : [])
    .filter((group) => textAt(group, 'type') === 'ENCHARGE')
    .flatMap((group) => listAt(group, 'devices'))
    .slice(0, MOST)
    .flatMap((battery) => {
      const [sn, atS] = [textAt(battery, 'serial_num'), numberAt(battery, 'last_rpt_date')]
      if (sn === null || at(battery, 'communicating') === false) return []
      // The colon is the gateway's own.
      const now = listAt(power, 'devices:').find((one) => textAt(one, 'serial_num') === sn)
      const milliwatts = numberAt(now, 'real_power_mw')
      const temperature = numberAt(battery, 'temperature')
      const isLive = now !== undefined
      if (!isLive && (atS === null || atS <= 0)) return []
      return [
        {
          sn,
          t: 'battery',
          ...(isLive || atS === null ? {} : { ts: atS * MILLI }),
          st: null,
          // More than 0 is what the battery gives.
          m: known({
            p: milliwatts === null ? null : milliwatts / MILLI,
            soc: numberAt(now, 'soc') ?? (isLive ? null : numberAt(battery, 'percentFull')),
            t: isLive ? null : temperature,
          }),
          raw: known<RawValue>({
            ...(isLive ? { temperature, maxCellTemp: numberAt(battery, 'maxCellTemp') } : {}),
            last_rpt_date: atS,
            admin_state_str: textAt(battery, 'admin_state_str')?.slice(0, 64),
            encharge_capacity: numberAt(battery, 'encharge_capacity'),
            apparent_power_mva: numberAt(now, 'apparent_power_mva'),
          }),
          about: aboutEnphase(textAt(battery, 'part_num'), textAt(battery, 'img_pnum_running')),
          alarms: null,
          controls: null,
        } satisfies DeviceReading,
      ]
    })

/**
 * The lifetime energy of the site, of `api/v1/production`, for firmware whose modules say none of their own: the gateway
 * counts as one more inverter, with energy, and with power only where no module says any.
 */
export const siteEnergy = (
  production: unknown,
  { gateway, sw, isAlone }: { gateway: string; sw: string; isAlone: boolean },
): DeviceReading[] => {
  const [wh, watts] = [numberAt(production, 'wattHoursLifetime'), numberAt(production, 'wattsNow')]
  const e_tot = wh !== null && wh > 0 ? wh : null
  if (e_tot === null && (!isAlone || watts === null)) return []
  return [
    {
      sn: gateway,
      t: 'inverter',
      st: null,
      m: known({ p: isAlone ? watts : null, e_tot }),
      raw: known<RawValue>({ wattsNow: watts }),
      about: aboutEnphase('IQ Gateway', sw),
      alarms: null,
      controls: null,
    },
  ]
}
