import { nothing } from './made-window.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { usualSettings } from '#domain/alarms/rules/all-rules.ts'
import { type OpenMemory, remember } from '#domain/analyses/memory.ts'
import { optimizerLow } from '#domain/alarms/rules/optimizer-low.ts'
import { runRules, type RuleEvent, type RuleStates } from '#domain/alarms/rules/run-rules.ts'
import {
  type RuleDevice,
  type RuleReading,
  type StationWindow,
  windowMs,
} from '#domain/analyses/station-window.ts'
import { assumedPlane, oneFace } from '#domain/stations/clear-sky.ts'
import { parseSeries } from '#simulator/replay/recorded-series.ts'
import { reportPlants } from './real-plants.ts'
import { STEP_MS } from './simulated-windows.ts'

/** The rules over measured data: what they say of each file. Places are those of the data sets, as far as they tell. */

export const dataFolder = fileURLToPath(new URL('../../simulator/data/', import.meta.url))

type Series = {
  readings: RuleReading[]
  reportMin: number
  ratedW: number
  latitude: number
  longitude: number
  country: string
}

/** AC power alone. */
const ofPower =
  (place: Pick<Series, 'ratedW' | 'latitude' | 'longitude' | 'country'>) =>
  (text: string): Series => {
    const { points, intervalMs } = parseSeries(text)
    return {
      ...place,
      reportMin: intervalMs / 60_000,
      readings: points.map(({ ts, powerW }) => ({ ...nothing, ts, p: powerW })),
    }
  }

/** SERF West: power, voltage, inverter temperature, and the two halves of its array as two trackers. Mountain standard time. */
const ofSerfWest = (text: string): Series => {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const at = (name: string): number => head.split(',').findIndex((column) => column.startsWith(name))
  const number = (cells: readonly string[], name: string): number | null => {
    const cell = cells[at(name)] ?? ''
    return cell === '' ? null : Number(cell)
  }
  const readings = lines.map((line): RuleReading => {
    const cells = line.split(',')
    const volts = number(cells, 'ac_volts')
    return {
      ...nothing,
      ts: Date.parse(`${(cells[0] ?? '').replace(' ', 'T')}-07:00`),
      p: number(cells, 'ac_power'),
      t: number(cells, 'inveter_temp'),
      u: volts === null ? null : [volts],
      mppt: [
        { n: 1, i: number(cells, 'dc_pos_current') },
        { n: 2, i: number(cells, 'dc_neg_current') },
      ],
    }
  })
  return { readings, reportMin: 15, ...serf }
}

const serf = { ratedW: 6000, latitude: 39.742, longitude: -105.179, country: 'US' }
/** By its stamps' noon the site lies about 123 degrees west; the latitude is assumed. */
const western = { ratedW: 7000, latitude: 38, longitude: -122, country: 'US' }

const files: readonly { path: string; read: (text: string) => Series }[] = [
  { path: 'inverter-5min/TAEFC1044741-2016-04.csv', read: ofPower(western) },
  { path: 'inverter-5min/TAEFC1044741-2016-10.csv', read: ofPower(western) },
  { path: 'inverter-5min/TAEFC1044741.csv', read: ofPower(western) },
  { path: 'nrel-pv-15min/serf_east_15min_ac_power-2016-08.csv', read: ofPower(serf) },
  { path: 'nrel-pv-15min/serf_east_15min_ac_power.csv', read: ofPower(serf) },
  { path: 'nrel-pv-15min/serf_west_15min.csv', read: ofSerfWest },
]

/** What the rules say of one inverter behind a gateway that reports whenever the logger did. */
const judgeSeries = ({ readings, reportMin, ratedW, latitude, longitude, country }: Series): RuleEvent[] => {
  const base = {
    model: '',
    parentId: null,
    stringNo: null,
    size: null,
    plane: null,
    connected: true,
    offSince: null,
    limitPct: null,
  }
  const states: RuleStates = new Map()
  const memory: OpenMemory = new Map()
  const events: RuleEvent[] = []
  const [first, last] = [readings[0], readings.at(-1)]
  if (first === undefined || last === undefined) return []
  let [from, to] = [0, 0]
  const start = Math.ceil(first.ts / STEP_MS) * STEP_MS
  for (let at = start; at <= last.ts; at += STEP_MS) {
    while (to < readings.length && (readings[to]?.ts ?? 0) <= at) to += 1
    while (from < to && (readings[from]?.ts ?? 0) <= at - windowMs(reportMin)) from += 1
    const heardAt = readings[to - 1]?.ts ?? null
    const devices: RuleDevice[] = [
      {
        ...base,
        id: 'gateway',
        kind: 'gateway',
        sn: 'gateway',
        gatewayId: null,
        ratedW: null,
        heardAt,
        readings: [],
      },
      {
        ...base,
        id: 'inverter',
        kind: 'inverter',
        sn: 'inverter',
        gatewayId: 'gateway',
        ratedW,
        heardAt,
        readings: readings.slice(from, to),
      },
    ]
    const window: StationWindow = {
      at,
      position: { latitude, longitude },
      faces: oneFace(assumedPlane(latitude, { tiltDeg: null, azimuthDeg: null })),
      country,
      reportMin,
      listeningSince: start,
      devices,
      strings: [],
      hours: null,
    }
    const run = runRules(window, usualSettings, states, memory)
    events.push(...run.events)
    remember(memory, run.kept)
  }
  return events
}

type Module = { serialNumber: string; lastReportDate: number; lastReportWatts: number }
const snapshots = ['7.6.175_with_cts_3phase', '8.2.4345_with_device_data', '8.3.5289_modGone']

/** A snapshot has no history: how many modules lie below the threshold at that moment, were the sun high enough. */
const judgeSnapshot = (text: string): string => {
  const modules = JSON.parse(text) as Module[]
  const at = Math.max(...modules.map((one) => one.lastReportDate)) * 1000
  const fresh = modules.filter((one) => at - one.lastReportDate * 1000 < 30 * 60_000)
  // Where the sun stands is not told: noon over the prime meridian at that instant.
  const hours = (at / 3_600_000) % 24
  const position = { latitude: 10, longitude: (12 - hours) * 15 }
  const base = {
    model: '',
    kind: 'optimizer' as const,
    gatewayId: 'gateway',
    parentId: 'inverter',
    stringNo: 1,
    ratedW: null,
    size: 1,
    plane: null,
    connected: true,
    offSince: null,
    limitPct: null,
  }
  const window: StationWindow = {
    at,
    position,
    faces: oneFace(assumedPlane(10, { tiltDeg: null, azimuthDeg: null })),
    country: 'US',
    reportMin: 15,
    listeningSince: 0,
    strings: [],
    hours: null,
    devices: fresh.map(({ serialNumber: sn, lastReportDate, lastReportWatts: p }) => ({
      ...base,
      id: sn,
      sn,
      heardAt: lastReportDate * 1000,
      readings: [{ ...nothing, ts: lastReportDate * 1000, p }],
    })),
  }
  const verdicts = optimizerLow.judge(window, optimizerLow.threshold.usual, new Map())
  const low = verdicts.filter(({ says }) => says === 'bad')
  const told = verdicts.filter(({ says }) => says !== 'hold')
  return `${modules.length} modules, ${fresh.length} of one moment, ${told.length} comparable, ${low.length} below 70 % of the median now: no alarm, three hours of it would be needed`
}

const day = (ts: number): string => new Date(ts).toISOString().slice(0, 16)

/** One line a file of those that lie in the folder. */
export const reportSeries = (folder: string): { path: string; says: string; alarms: number }[] => [
  ...files.flatMap(({ path, read }) => {
    if (!existsSync(join(folder, path))) return []
    const series = read(readFileSync(join(folder, path), 'utf8'))
    const raised = judgeSeries(series).filter(({ kind }) => kind === 'raised')
    const days = new Set(series.readings.map(({ ts }) => Math.floor(ts / 86_400_000))).size
    const counts = [...Map.groupBy(raised, ({ state }) => state.code)].map(
      ([code, some]) =>
        `${some.length} × ${code} (${some
          .slice(0, 3)
          .map(({ at }) => day(at))
          .join(', ')}${some.length > 3 ? ' …' : ''})`,
    )
    return [
      {
        path,
        alarms: raised.length,
        says: `${days} days, ${series.readings.length} readings: ${counts.length === 0 ? 'nothing' : counts.join('; ')}`,
      },
    ]
  }),
  ...reportPlants(folder),
  ...snapshots.flatMap((name) => {
    const path = [`enphase-gateway/${name}.json`, `enphase-gateway/${name}/api_v1_production_inverters`].find(
      (one) => existsSync(join(folder, one)),
    )
    return path === undefined
      ? []
      : [{ path, alarms: 0, says: judgeSnapshot(readFileSync(join(folder, path), 'utf8')) }]
  }),
]
