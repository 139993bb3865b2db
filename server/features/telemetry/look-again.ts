import type { PoolClient } from 'pg'
import { darkPeriod, type Position } from '#domain/stations/sun.ts'
import { generationFlags, isHybrid } from '#domain/telemetry/generation.ts'
import { hasFlag, qualityFlags, STILL_FLAGS } from '#domain/telemetry/quality-flags.ts'
import { reassessFlags } from '#domain/telemetry/reading-quality.ts'
import type { DeviceFacts } from '#domain/telemetry/reading-ranges.ts'
import {
  type AskedReading,
  dcPowerW,
  NO_LIGHT_DEG,
  powerInTheDark,
  STILL_REACH_MS,
  stillFrom,
  stillMarks,
} from '#domain/telemetry/still-power.ts'
import { type DarkReading, markStill } from './mark-still.ts'
import {
  followedReadings,
  readingsAround,
  saveStill,
  type Stretch,
  type StretchReading,
} from './still-store.ts'

/** A reading before one that may have been stored already; `device`: as its readings are held against. */
export type PerhapsLate = { deviceNo: number; ts: number; device: DeviceFacts; position: Position }

/** A reading that came, up to the next of its device that came with it. */
const gapsOf = (came: readonly PerhapsLate[]): Stretch[] => {
  const sorted = came.toSorted((a, b) => a.deviceNo - b.deviceNo || a.ts - b.ts)
  return sorted.map(({ deviceNo, ts }, index) => {
    const next = sorted[index + 1]
    const end = ts + STILL_REACH_MS
    return {
      deviceNo,
      fromTs: ts,
      toTs: next?.deviceNo === deviceNo ? Math.min(next.ts, end) : end,
    }
  })
}

/**
 * What is followed by another that has to do with it, and what came along with it before: of several that came between
 * two others the last alone is followed by one that was there, and any of them may be what told the two apart.
 */
const withThoseBefore = (
  followed: readonly { deviceNo: number; ts: number }[],
  came: readonly PerhapsLate[],
): { deviceNo: number; ts: number }[] => {
  const found = [...followed]
  const groups = Map.groupBy(came, ({ deviceNo }) => deviceNo)
  for (const [deviceNo, of] of Map.groupBy(followed, (one) => one.deviceNo)) {
    const taken = new Set(of.map(({ ts }) => ts))
    let next = Number.POSITIVE_INFINITY
    for (const { ts } of (groups.get(deviceNo) ?? []).toSorted((a, b) => b.ts - a.ts)) {
      if (taken.has(ts)) next = ts
      else if (next - ts <= STILL_REACH_MS) {
        found.push({ deviceNo, ts })
        next = ts
      }
    }
  }
  return found
}

/** Instants of devices, those near each other as one stretch, so that no reading between them is looked at twice. */
const stretchesOf = (points: readonly { deviceNo: number; ts: number }[]): Stretch[] => {
  const found: Stretch[] = []
  for (const { deviceNo, ts } of points.toSorted((a, b) => a.deviceNo - b.deviceNo || a.ts - b.ts)) {
    const last = found.at(-1)
    if (last?.deviceNo === deviceNo && ts - last.toTs <= STILL_REACH_MS) last.toTs = ts
    else found.push({ deviceNo, fromTs: ts, toTs: ts })
  }
  return found
}

type Own = Pick<PerhapsLate, 'device' | 'position'>
type Assessed = AskedReading & { flags: number; own: number }

/** `own`: the flags that it would have without any other reading. */
const assessed = (row: StretchReading, { device, position }: Own): Assessed => {
  const { ts, flags, saidW: powerW, saidWh: eTotWh, raw } = row
  // Older readings keep beside the raw codes what had no column then.
  const before = { i_out: row.i_out ?? raw?.['i_out'], irr: row.irr ?? raw?.['irr'] }
  const own = reassessFlags(flags & ~qualityFlags.still, { ...row, ...before }, device)
  const [acW, pvW, pvWh, pDc] = [row.p, row.p_pv, row.e_pv, row.p_dc] as (number | null)[]
  const power = { acW: acW ?? null, pvW: pvW ?? null, pvWh: pvWh ?? null }
  const dcW = isHybrid(power) ? null : dcPowerW(pDc ?? null, row.mppt as { p: number | null }[] | null)
  const asked =
    !hasFlag(generationFlags(power, own), 'power') && powerInTheDark({ ts, powerW, dcW }, device, position)
  if (!asked) return { ts, powerW, eTotWh, flags, own, dark: null }
  const since = darkPeriod(ts, position, NO_LIGHT_DEG)?.since ?? ts
  return { ts, powerW, eTotWh, flags, own, dark: { since, from: stillFrom(ts, since) } }
}

/**
 * Sets aside power that stands still in the dark, and what a late reading shows not to have stood still no longer: as if
 * all readings had come in their order. The newest reading of a device is looked at by `markStill` in sets; what came
 * before another, or several at once, here: only these, and what they repeat. Gives the devices whose newest live reading
 * was another one by that.
 */
export const lookForStill = async (
  client: PoolClient,
  {
    dark,
    perhapsLate,
    repeated,
  }: { dark: readonly DarkReading[]; perhapsLate: readonly PerhapsLate[]; repeated: boolean },
): Promise<number[]> => {
  if (perhapsLate.length === 0) return []
  const followed = await followedReadings(client, gapsOf(perhapsLate), repeated)
  const several = [...Map.groupBy(dark, ({ deviceNo }) => deviceNo).values()].filter(
    ({ length }) => length > 1,
  )
  const again = stretchesOf([...withThoseBefore(followed, perhapsLate), ...several.flat()])
  const whole = new Set(several.map(([one]) => one?.deviceNo))
  await markStill(
    client,
    dark.filter(({ deviceNo }) => !whole.has(deviceNo)),
  )
  if (again.length === 0) return []
  const owns = new Map<number, Own>(perhapsLate.map(({ deviceNo, ...own }) => [deviceNo, own]))
  const readings = Map.groupBy(await readingsAround(client, again), ({ stretch }) => stretch)
  const changed = again.flatMap(({ deviceNo, fromTs, toTs }, stretch) => {
    const own = owns.get(deviceNo)
    if (own === undefined) return []
    const rows = (readings.get(stretch) ?? []).map((row) => assessed(row, own))
    const marks = stillMarks(rows)
    return rows.flatMap(({ ts, flags, own: without }) =>
      ts < fromTs - STILL_REACH_MS || ts > toTs + STILL_REACH_MS || marks.has(ts) === hasFlag(flags, 'still')
        ? []
        : [{ deviceNo, ts, flags: marks.has(ts) ? flags | STILL_FLAGS : without }],
    )
  })
  return changed.length === 0 ? [] : saveStill(client, changed)
}
