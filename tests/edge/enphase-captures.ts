import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { leaves, type Point } from './compared.ts'
import { data } from './definitions.ts'
import type { Pages } from './other-side.ts'

type Reading = {
  sn: string | null
  t: string
  ts?: number
  m: Record<string, unknown>
  raw: Record<string, unknown>
}
type Json = Record<string, unknown>
export type EnphaseCapture = {
  name: string
  pages: Pages
  /** What lets one in: a token, digest with the end of the serial, or nothing. */
  login: { kind: 'bearer' | 'digest'; password: string }
  points: (readings: Reading[]) => Record<string, Point[]>
}

/** Where a file of a capture stands on the gateway; `production.json` is asked for in two ways. */
const paths: Record<string, string> = {
  info: '/info',
  api_v1_production: '/api/v1/production',
  api_v1_production_inverters: '/api/v1/production/inverters',
  ivp_pdm_device_data: '/ivp/pdm/device_data',
  ivp_meters: '/ivp/meters',
  ivp_meters_readings: '/ivp/meters/readings',
  ivp_ensemble_inventory: '/ivp/ensemble/inventory',
  ivp_ensemble_power: '/ivp/ensemble/power',
}

const get = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, name) => (found as Record<string | number, unknown> | undefined)?.[name],
    value,
  )
const number = (value: unknown, ...path: (string | number)[]): number | null => {
  const found = get(value, ...path)
  return typeof found === 'number' ? found : null
}
const over = (value: number | null, by: number): number | null => (value === null ? null : value / by)
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])

const read = (folder: string, file: string): unknown => {
  const path = join(folder, file)
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const capture = (set: string, name: string): EnphaseCapture => {
  const folder = join(data, set, name)
  const json = (file: string) => read(folder, file)
  const info = readFileSync(join(folder, 'info'), 'utf8')
  const serial = /<sn>(\d+)<\/sn>/.exec(info)?.[1] ?? ''
  const pages: Pages = Object.fromEntries(
    Object.entries(paths).flatMap(([file, path]) => {
      if (!existsSync(join(folder, file))) return []
      const body = readFileSync(join(folder, file), 'utf8')
      return [[path, { status: /404 - Not Found/.test(body) ? 404 : 200, body, type: 'text/plain' }]]
    }),
  )
  const isToken = /<web-tokens>true/.test(info)
  return {
    name: `${set}/${name}`,
    pages,
    login: isToken
      ? { kind: 'bearer', password: 'the-token-of-this-test' }
      : { kind: 'digest', password: serial.slice(-6) },
    points: (readings) => {
      const of = (sn: unknown): Reading | undefined => readings.find((one) => one.sn === sn)
      const rows: Record<string, Point[]> = {}
      const details = Object.values((json('ivp_pdm_device_data') as Json | undefined) ?? {}).filter(
        (module) => get(module, 'devName') === 'pcu',
      )
      const reported = list(json('api_v1_production_inverters'))
      if (details.length > 0)
        rows['ivp_pdm_device_data'] = details.flatMap((module): Point[] => {
          const reading = of(get(module, 'sn'))
          const isGone = get(module, 'modGone') === true
          const channel = get(module, 'channels', 0)
          const last = (field: string) => number(channel, 'lastReading', field)
          const amperes = over(last('acCurrentInmA'), 1000)
          if (isGone)
            return [{ name: `${String(get(module, 'sn'))} gone`, says: null, found: reading?.m['p'] }]
          const said: [string, number | null, unknown][] = [
            ['watts.now', number(channel, 'watts', 'now'), reading?.m['p']],
            ['endDate', last('endDate'), (reading?.ts ?? 0) / 1000],
            ['acVoltage', over(last('acVoltageINmV'), 1000), get(reading?.m['u'], 0)],
            ['acFrequency', over(last('acFrequencyINmHz'), 1000), reading?.m['f']],
            ['acCurrent', amperes === 0 ? null : amperes, get(reading?.m['i'], 0)],
            ['dcVoltage', over(last('dcVoltageINmV'), 1000), get(reading?.m['mppt'], 0, 'u')],
            ['dcCurrent', over(last('dcCurrentINmA'), 1000), get(reading?.m['mppt'], 0, 'i')],
            ['channelTemp', last('channelTemp'), reading?.m['t']],
            [
              'joulesProduced',
              over(number(channel, 'lifetime', 'joulesProduced'), 3600),
              reading?.m['e_tot'],
            ],
          ]
          return said.map(([field, says, found]) => ({
            name: `${String(get(module, 'sn'))} ${field}`,
            says,
            found,
          }))
        })
      else if (reported.length > 0)
        rows['api_v1_production_inverters'] = [
          ...reported.flatMap((module): Point[] => {
            const reading = of(module['serialNumber'])
            return [
              { name: 'lastReportWatts', says: number(module, 'lastReportWatts'), found: reading?.m['p'] },
              {
                name: 'lastReportDate',
                says: number(module, 'lastReportDate'),
                found: (reading?.ts ?? 0) / 1000,
              },
            ]
          }),
          {
            name: 'modules',
            says: reported.length,
            found: readings.filter(({ t, ts }) => t === 'inverter' && ts !== undefined).length,
          },
          {
            name: 'wattHoursLifetime',
            says: number(json('api_v1_production'), 'wattHoursLifetime'),
            found: of(serial)?.m['e_tot'],
          },
        ]
      const net = list(json('ivp_meters')).find((one) => one['measurementType'] === 'net-consumption')
      const meter = readings.find(({ t }) => t === 'meter')
      if (net !== undefined) {
        const said = list(json('ivp_meters_readings')).find((one) => one['eid'] === net['eid'])
        const isOn = net['state'] === 'enabled'
        const field = (name: string, found: unknown): Point => ({
          name,
          says: isOn ? number(said, name) : null,
          found,
        })
        rows['ivp_meters_readings'] = [
          field('activePower', meter?.m['p']),
          field('reactivePower', meter?.m['q']),
          field('apparentPower', meter?.m['s']),
          field('pwrFactor', meter?.m['pf']),
          field('freq', meter?.m['f']),
          field('actEnergyDlvd', meter?.m['e_in']),
          field('actEnergyRcvd', meter?.m['e_out']),
          ...Array.from({ length: number(net, 'phaseCount') ?? 0 }, (_, line) => [
            {
              name: `voltage ${line}`,
              says: isOn ? number(said, 'channels', line, 'voltage') : null,
              found: get(meter?.m['u'], line),
            },
            {
              name: `current ${line}`,
              says: isOn ? number(said, 'channels', line, 'current') : null,
              found: get(meter?.m['i'], line),
            },
          ]).flat(),
        ]
      }
      const stored = list(json('ivp_ensemble_inventory')).filter(({ type }) => type === 'ENCHARGE')
      const batteries = stored.flatMap(({ devices }) => list(devices))
      if (batteries.length > 0)
        rows['ivp_ensemble_inventory and power'] = batteries.flatMap((battery): Point[] => {
          const reading = of(battery['serial_num'])
          const now = list(get(json('ivp_ensemble_power'), 'devices:')).find(
            (one) => one['serial_num'] === battery['serial_num'],
          )
          return [
            { name: 'real_power_mw', says: over(number(now, 'real_power_mw'), 1000), found: reading?.m['p'] },
            { name: 'soc', says: number(now, 'soc'), found: reading?.m['soc'] },
            { name: 'percentFull', says: number(battery, 'percentFull'), found: reading?.m['soc'] },
            { name: 'temperature', says: number(battery, 'temperature'), found: reading?.raw['temperature'] },
          ]
        })
      // What else the pages say: fields without a place in readings, and pages that are not asked for.
      const others: Point[] = []
      for (const file of readdirSync(folder)) {
        const said = leaves(json(file)).length
        const all = rows[file]
        const left =
          file in paths
            ? 'fields of a page that readings have no place for'
            : 'of a page that is not asked for'
        const rest = Array.from({ length: Math.max(0, said - (all?.length ?? 0)) }, () => ({
          name: file,
          left,
        }))
        if (all === undefined) others.push(...rest)
        else all.push(...rest)
      }
      if (others.length > 0) rows['other pages'] = others
      return rows
    },
  }
}

export const enphaseCaptures = (): EnphaseCapture[] =>
  ['enphase-firmwares', 'enphase-gateway'].flatMap((set) =>
    readdirSync(join(data, set), { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .map(({ name }) => capture(set, name)),
  )
