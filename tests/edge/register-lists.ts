import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DeviceReport } from '#edge/engine/reading.ts'
import { data } from './definitions.ts'
import type { Served } from './emulator.ts'

const folder = join(data, 'huawei-sungrow-growatt-solis-solarman-sma-registers')
export const hasLists = existsSync(join(folder, 'huawei-sun2000.csv'))
export const noLists = `skipped: no lists of registers in ${folder}`

type Row = { at: number; table: 'holding' | 'input'; what: string; unit: string; value: string | null }
export type Encoded = Served & { rows: Row[] }
export type Asked = {
  file: string
  family?: readonly string[]
  seed: number
  /** Raw values by address, or by table and address. */
  raw?: Readonly<Record<string, number | string>>
  absent?: boolean
  /** Addresses, or address and name. */
  skip?: readonly (number | string)[]
  /** Registers of texts of which the list gives one. */
  words?: Readonly<Record<string, number>>
  /** Rows of a second list. */
  more?: { file: string; only: readonly number[] }
}

/** A device encoded by `encode-list.py`. */
export const encodeList = (asked: Asked): Encoded => {
  const { stdout, stderr } = spawnSync(
    'python3',
    [fileURLToPath(new URL('encode-list.py', import.meta.url))],
    { input: `${JSON.stringify({ ...asked, folder })}\n`, maxBuffer: 2 ** 26 },
  )
  if (stderr.length > 0) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString()) as Encoded
}

/**
 * Where the value of a row has to be: the kind of the reading and the path in it (`m.p`, `m.mppt.2.u`, `raw.Status`,
 * `about.ratedW`, `sn`); `times`: how many of our units one of the row's is, and -1 where the maker counts the other way.
 */
export type Place = { t: string; path: string; times?: number }
/** By what the list calls a value. The numbers of a pattern stand in `path` as `$1`. */
export type Places = readonly (readonly [RegExp, Place])[]

const placeOf = (row: Row, places: Places): Place | null => {
  const found = places.find(([pattern]) => pattern.test(`${row.at} ${row.what}`))
  if (found === undefined) return null
  const [pattern, place] = found
  const [, ...groups] = pattern.exec(`${row.at} ${row.what}`) ?? []
  return { ...place, path: place.path.replace(/\$(\d)/g, (_, n) => groups[Number(n) - 1] ?? '') }
}

const child = (of: unknown, key: string): unknown => {
  if (Array.isArray(of)) {
    const numbered = of.find(
      (one: { n?: number }) => typeof one === 'object' && one?.n === Number(key),
    ) as unknown
    // Phases stand in their order, trackers and strings by their number.
    return numbered ?? (typeof of[0] === 'object' ? undefined : (of[Number(key) - 1] as unknown))
  }
  return typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined
}

export type ListTally = { rows: number; equal: number; null: number; wrong: string[]; unplaced: string[] }

/** What was read against what the list says. A value that is none has to be absent, and never 0. */
export const compareList = (encoded: Encoded, report: DeviceReport, places: Places): ListTally => {
  const tally: ListTally = { rows: 0, equal: 0, null: 0, wrong: [], unplaced: [] }
  for (const row of encoded.rows) {
    const place = placeOf(row, places)
    if (place === null) {
      tally.unplaced.push(`${row.at} ${row.what}`)
      continue
    }
    if (place.path === '') continue
    tally.rows += 1
    const reading = report.readings.find(({ t }) => t === place.t)
    const found = place.path.split('.').reduce<unknown>(child, reading)
    const isText = row.value !== null && !/^-?[\d.]+(E[-+]?\d+)?$/.test(row.value)
    const wanted = row.value === null ? null : isText ? row.value : Number(row.value) * (place.times ?? 1)
    if (found === undefined || found === null) {
      if (wanted === null) tally.equal += 1
      else tally.null += 1
      // A lifetime counter of 0 and a rating of 0 are none.
      if (wanted !== null && (wanted !== 0 || !/energy|total|rated/.test(row.what)))
        tally.wrong.push(`${row.at} ${row.what}: nothing instead of ${wanted}`)
    } else if (
      found === wanted ||
      (typeof found === 'number' &&
        typeof wanted === 'number' &&
        Math.abs(found - wanted) <= Math.abs(wanted) * 1e-9)
    )
      tally.equal += 1
    else if (typeof found === 'string' && found === String(wanted)) tally.equal += 1
    else
      tally.wrong.push(`${row.at} ${row.what}: ${JSON.stringify(found)} instead of ${wanted} (${place.path})`)
  }
  return tally
}
