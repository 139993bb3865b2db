import type { ReadingPart } from '#domain/analyses/analysis.ts'
import type { needsOf } from '#domain/analyses/run-analyses.ts'
import type { HourMean, RuleDevice, RuleReading, StationWindow } from '#domain/analyses/station-window.ts'
import { hoursDue, runsBetween } from '#domain/analyses/daily-run.ts'
import { windowMs } from '#domain/analyses/station-window.ts'
import { givesPower } from '#domain/devices/kinds.ts'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import { facesOf } from '#domain/stations/faces.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { actOn } from '../../stations/commanded.ts'
import { hourRows, type DeviceRow, type RuleStation, devicesOf, stringsOf } from './window-store.ts'
import { readingsByDevice } from './said-store.ts'
import type { Act } from '../../stations/find-acts.ts'
import { readActs } from '../../stations/find-acts.ts'
import { roofsOf } from '../../stations/find-roofs.ts'
import { planesOf } from '../../telemetry/plane-store.ts'

/** What rules look at, for many stations in seven statements, and one more when the day of some of them is over. */

/** The specification's interval of the collection. */
export const STEP_MS = 5 * 60_000

const MINUTE_MS = 60_000
/**
 * A look by index costs as much as two readings that are read in a row: with more in a minute it is less to look minute by
 * minute. Where most of those looks find nothing it is more. Measured.
 */
const THICK = 2
const THIN = 1 / 4

/** Which of the devices have several readings a minute, by what was seen of them the last time. */
export type ThickDevices = Set<number>

/**
 * Live readings only, unless `filledIn`: what is filled in afterwards raises nothing. `thick` is kept from one look to the
 * next and changes what the look costs, not what it gives.
 */
export const readingsIn = async (
  db: Db,
  nos: readonly number[],
  span: { from: number; to: number; filledIn: boolean; parts: ReadonlySet<ReadingPart> },
  thick: ThickDevices = new Set(),
): Promise<Map<number, RuleReading[]>> => {
  const minutes = (span.to - span.from) / MINUTE_MS
  const dense = nos.filter((no) => thick.has(no))
  const usual = nos.filter((no) => !thick.has(no))
  const [few, many] = await Promise.all([
    usual.length === 0 ? [] : readingsByDevice(db, { nos: usual, ...span }),
    dense.length === 0 ? [] : readingsByDevice(db, { nos: dense, ...span, thick: true }),
  ])
  const seen = new Map<number, number>(dense.map((no) => [no, 0]))
  const found = new Map<number, RuleReading[]>()
  for (const { no, nth, readings } of [...few, ...many]) {
    seen.set(no, nth)
    found.set(no, readings)
  }
  for (const [no, count] of seen)
    if (!thick.has(no) && count > THICK * minutes) thick.add(no)
    else if (count < minutes * THIN) thick.delete(no)
  return found
}

const standing = (acts: readonly Act[] | undefined, ts: number) => {
  const { offSince, limitPct } = actOn(acts, ts)
  return { offSince, limitPct }
}

const HOUR = 3_600_000

/** By look at a station's day, the hours of that day by device. */
type HoursByLook = ReadonlyMap<number, ReadonlyMap<string, readonly HourMean[]>>

/** The hours that stations look at between two instants, in a statement a look; most steps are nobody's. */
const hoursOf = async (
  db: Db,
  stations: readonly RuleStation[],
  rows: ReadonlyMap<string, readonly DeviceRow[]>,
  acts: ReadonlyMap<string, readonly Act[]>,
  span: { before: number; to: number },
): Promise<(stationId: string) => HoursByLook> => {
  const asked = stations.flatMap((station) =>
    runsBetween(span.before, span.to, signedPosition(station).longitude).map((look) => ({ look, station })),
  )
  const found = new Map<string, Map<number, Map<string, HourMean[]>>>()
  for (const [look, mine] of Map.groupBy(asked, ({ look: at }) => at)) {
    const devices = mine.flatMap(({ station }) =>
      (rows.get(station.id) ?? []).filter(({ kind }) => givesPower(kind)),
    )
    const byNo = new Map(devices.map((device) => [device.no, device]))
    for (const { station } of mine)
      found.set(station.id, (found.get(station.id) ?? new Map()).set(look, new Map()))
    if (devices.length === 0) continue
    for (const { no, hour, ...mean } of await hourRows(db, {
      nos: [...byNo.keys()],
      from: look - 24 * HOUR,
      to: look,
    })) {
      const device = byNo.get(no)
      const own = device === undefined ? undefined : found.get(device.stationId)?.get(look)
      if (device === undefined || own === undefined) continue
      const from = hour * HOUR
      const held = [from, from + HOUR].some((ts) => {
        const { offSince, limitPct } = standing(acts.get(device.id), ts)
        return offSince !== null || limitPct !== null
      })
      const hours = own.get(device.id) ?? []
      if (hours.length === 0) own.set(device.id, hours)
      hours.push({ ...mean, from, heldBack: mean.heldBack || held })
    }
  }
  return (stationId) => found.get(stationId) ?? new Map()
}

const latestOf = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b)

/** W of its modules, or their number; null = one module. */
const sizeOf = ({ kind, brand, model, modules }: DeviceRow, moduleW: number | null): number | null =>
  kind !== 'optimizer'
    ? null
    : (moduleW ?? ((modules ?? 1) > 1 ? modules : (modulesOfOptimizer(brand, model) ?? modules)))

/** Optimizers of one string are divided by the same kind of figure: W when all are known, else numbers of modules. */
const sizesOf = (rows: readonly DeviceRow[]): Map<string, number | null> => {
  const out = new Map<string, number | null>()
  for (const group of Map.groupBy(rows, ({ parentId }) => parentId).values()) {
    const known = group.every(({ kind, moduleW }) => kind !== 'optimizer' || moduleW !== null)
    for (const row of group) out.set(row.id, sizeOf(row, known ? row.moduleW : null))
  }
  return out
}

export type LoadedStation = {
  station: RuleStation
  /** The window at an instant that was asked for. */
  at: (ts: number) => StationWindow
}

export type LoadOptions = {
  /** First and last instant that will be judged. */
  from: number
  to: number
  listeningSince: number
  /** What those that will look at it need. */
  needs: ReturnType<typeof needsOf>
  /** For a rehearsal: readings that were filled in count, and a device was heard when it measured. */
  rehearsal?: boolean
  thick?: ThickDevices
}

export const loadStations = async (
  db: Db,
  stations: readonly RuleStation[],
  { from, to, listeningSince, needs, rehearsal = false, thick }: LoadOptions,
): Promise<LoadedStation[]> => {
  const ids = stations.map(({ id }) => id)
  if (ids.length === 0) return []
  const back = Math.max(...stations.map(({ reportMin }) => windowMs(reportMin)))
  const [devices, strings, acts, planes, roofs] = await Promise.all([
    devicesOf(db, ids),
    stringsOf(db, ids),
    readActs(db, ids, to),
    planesOf(db, ids),
    roofsOf(db, ids),
  ])
  const readings = await readingsIn(
    db,
    devices.map(({ no }) => no),
    { from: from - back, to, filledIn: rehearsal, parts: needs.readings },
    thick,
  )
  const sizes = sizesOf(devices)
  const byStation = Map.groupBy(devices, ({ stationId }) => stationId)
  const hours =
    needs.hours.size === 0
      ? null
      : await hoursOf(db, stations, byStation, acts, { before: from - STEP_MS, to })
  return stations.map((station): LoadedStation => {
    const position = signedPosition(station)
    const rows = byStation.get(station.id) ?? []
    const inverters = new Set(rows.map(({ id }) => id))
    const frame = {
      position,
      faces: facesOf({ ...station, latitude: position.latitude }, roofs.get(station.id) ?? null),
      country: station.country,
      reportMin: station.reportMin,
      listeningSince,
      strings: strings.filter(({ inverterId }) => inverters.has(inverterId)),
    }
    const keep = windowMs(station.reportMin)
    const looks = hours?.(station.id)
    let before = from - STEP_MS
    const all = rows.map((row) => ({ row, all: readings.get(row.no) ?? [], first: 0, last: 0 }))
    return {
      station,
      at: (ts) => {
        const cut = all.map((one) => {
          // Instants only rise, so the cut only moves on.
          while (one.last < one.all.length && (one.all[one.last]?.ts ?? 0) <= ts) one.last += 1
          while (one.first < one.last && (one.all[one.first]?.ts ?? 0) <= ts - keep) one.first += 1
          return {
            row: one.row,
            readings: one.all.slice(one.first, one.last),
            newest: one.all[one.last - 1]?.ts ?? null,
          }
        })
        const due = hoursDue(before, ts, position.longitude)
        before = ts
        const heardThrough = new Map<string, number>()
        if (rehearsal)
          for (const { row, newest } of cut)
            if (row.gatewayId !== null && newest !== null)
              heardThrough.set(row.gatewayId, Math.max(newest, heardThrough.get(row.gatewayId) ?? 0))
        return {
          ...frame,
          at: ts,
          hours: (due && looks?.get(due.to)) ?? null,
          devices: cut.map(({ row, readings: own, newest }): RuleDevice => ({
            id: row.id,
            kind: row.kind,
            sn: row.sn,
            model: row.model,
            gatewayId: row.gatewayId,
            parentId: row.parentId,
            stringNo: row.stringNo,
            ratedW: row.ratedW,
            size: sizes.get(row.id) ?? null,
            plane: planes.get(row.id) ?? null,
            heardAt: rehearsal
              ? row.kind === 'gateway'
                ? (heardThrough.get(row.id) ?? null)
                : newest
              : latestOf(row.heardAt, row.kind === 'gateway' ? row.birthAt : null),
            connected: rehearsal || row.connected === true,
            clockOffsetMs: rehearsal ? null : row.clockOffsetMs,
            shownW: row.shownW,
            ...standing(acts.get(row.id), ts),
            readings: own,
          })),
        }
      },
    }
  })
}
