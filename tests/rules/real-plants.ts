import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { usualSettings } from '#domain/alarms/rules/all-rules.ts'
import { type RuleEvent, runRules, type RuleStates } from '#domain/alarms/rules/run-rules.ts'
import { hoursDue } from '#domain/analyses/daily-run.ts'
import { type OpenMemory, remember } from '#domain/analyses/memory.ts'
import type { RuleReading } from '#domain/analyses/station-window.ts'
import { hourMeans } from './hour-means.ts'
import { device } from './made-window.ts'
import { STEP_MS } from './simulated-windows.ts'

/** Measured plants of many inverters, whose peers are judged over days. Their files are not kept here. */

const HOUR = 3_600_000
type Plant = {
  path: string
  ratedW: number
  reportMin: number
  latitude: number
  longitude: number
  country: string
  /** The zone of its stamps, and their form: `15-05-2020 00:00` or ISO. */
  offset: string
}
/** AC power in kW of inverters named in `SOURCE_KEY`. The rating is chosen above the highest power that was measured. */
const plants: readonly Plant[] = [
  {
    path: 'plant-15min/Plant_1_Generation_Data.csv',
    ratedW: 1_450_000,
    reportMin: 15,
    latitude: 15,
    longitude: 77,
    country: 'IN',
    offset: '+05:30',
  },
]

const stampOf = (text: string, offset: string): number => {
  const [, day, month, year, clock] = /^(\d\d)-(\d\d)-(\d{4}) (\d\d:\d\d)/.exec(text) ?? []
  return Date.parse(
    year === undefined ? `${text.replace(' ', 'T')}${offset}` : `${year}-${month}-${day}T${clock}${offset}`,
  )
}

type Row = { ts: number; inverter: string; powerW: number }
const rowsOf = (text: string, { offset }: Plant): Row[] => {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const names = head.split(',')
  const [at, key, power] = ['DATE_TIME', 'SOURCE_KEY', 'AC_POWER'].map((name) => names.indexOf(name))
  return lines
    .map((line): Row => {
      const cells = line.split(',')
      return {
        ts: stampOf(cells[at ?? 0] ?? '', offset),
        inverter: cells[key ?? 0] ?? '',
        powerW: 1000 * Number(cells[power ?? 0]),
      }
    })
    .toSorted((a, b) => a.ts - b.ts)
}

/** What the rule over days says of the plant, step by step as the collection would. */
const judgePlant = (rows: readonly Row[], plant: Plant): RuleEvent[] => {
  const { ratedW, reportMin, latitude, longitude, country } = plant
  const inverters = new Map<string, RuleReading[]>()
  const hours = hourMeans()
  const states: RuleStates = new Map()
  const memory: OpenMemory = new Map()
  const events: RuleEvent[] = []
  const [first, last] = [rows[0]?.ts ?? 0, rows.at(-1)?.ts ?? 0]
  let next = 0
  for (let at = Math.ceil(first / STEP_MS) * STEP_MS; at <= last + 12 * HOUR; at += STEP_MS) {
    for (let row = rows[next]; row !== undefined && row.ts <= at; row = rows[(next += 1)]) {
      const [reading] = device('', {}, [{ ts: row.ts, p: row.powerW }]).readings
      if (reading === undefined) continue
      inverters.set(row.inverter, [...(inverters.get(row.inverter) ?? []), reading])
      hours.add(row.inverter, reading)
    }
    const due = hoursDue(at - STEP_MS, at, longitude)
    const devices = [...inverters].map(([id, readings]) => {
      while ((readings[0]?.ts ?? at) <= at - HOUR) readings.shift()
      return { ...device(id, { ratedW, heardAt: readings.at(-1)?.ts ?? null }), readings }
    })
    const window = {
      at,
      position: { latitude, longitude },
      faces: [{ tiltDeg: latitude, azimuthDeg: 180, share: 1 }],
      country,
      reportMin,
      listeningSince: first,
      devices,
      strings: [],
      hours: due && hours.between(due),
    }
    const run = runRules(window, usualSettings, states, memory, ['below_peers'])
    remember(memory, run.kept)
    events.push(...run.events)
  }
  return events
}

const day = (ts: number): string => new Date(ts).toISOString().slice(0, 10)

/** One line a plant whose file lies in the folder. */
export const reportPlants = (folder: string): { path: string; says: string; alarms: number }[] =>
  plants.flatMap((plant) => {
    const path = join(folder, plant.path)
    if (!existsSync(path)) return []
    const rows = rowsOf(readFileSync(path, 'utf8'), plant)
    const raised = judgePlant(rows, plant).filter(({ kind }) => kind === 'raised')
    const days = new Set(rows.map(({ ts }) => day(ts))).size
    const inverters = new Set(rows.map(({ inverter }) => inverter)).size
    const told = raised.map(
      ({ at, state }) => `${state.deviceId} ${day(at)}, ${state.readings['deficitPercent']} % below`,
    )
    return [
      {
        path: plant.path,
        alarms: raised.length,
        says: `${inverters} inverters, ${days} days: ${told.join('; ') || 'nothing'}`,
      },
    ]
  })
