import { sql } from 'kysely'
import type {
  RuleDevice,
  RuleReading,
  RuleString,
  StationWindow,
} from '#domain/alarms/rules/station-window.ts'
import { windowMs } from '#domain/alarms/rules/station-window.ts'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { assumedPlane } from '#domain/stations/clear-sky.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import { stateAt } from '#domain/telemetry/device-state.ts'
import { instant } from '../../../platform/db/instant.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { planesOf } from '../../telemetry/same-plane.ts'
import { type Act, actOn, readActs } from '../../stations/commanded.ts'

/** What rules look at, for many stations in six statements. */

export type RuleStation = {
  id: string
  companyId: string
  devices: number
  latitude: number
  north: boolean
  longitude: number
  east: boolean
  tiltDeg: number | null
  azimuthDeg: number | null
  country: string
  reportMin: number
}

export const stationsWithDevices = async (db: Db, only: string | null = null): Promise<RuleStation[]> => {
  const { rows } = await sql<RuleStation>`
    SELECT s.id, s.company_id AS "companyId", count(*)::int AS devices, s.latitude, s.north, s.longitude, s.east,
           s.tilt_deg AS "tiltDeg", s.azimuth_deg AS "azimuthDeg", s.country, s.report_min AS "reportMin"
      FROM station s JOIN device d ON d.station_id = s.id AND d.removed_at IS NULL
     WHERE s.deleted_at IS NULL AND (${only}::uuid IS NULL OR s.id = ${only}::uuid)
     GROUP BY s.id ORDER BY s.id`.execute(db)
  return rows
}

type DeviceRow = {
  id: string
  no: number
  stationId: string
  kind: DeviceKind
  sn: string
  brand: string
  model: string
  gatewayId: string | null
  parentId: string | null
  stringNo: number | null
  ratedW: number | null
  modules: number | null
  moduleW: number | null
  heardAt: number | null
  birthAt: number | null
  connected: boolean | null
  clockOffsetMs: number | null
  shownW: number | null
}

const devicesOf = async (db: Db, stationIds: readonly string[]): Promise<DeviceRow[]> => {
  const { rows } = await sql<DeviceRow>`
    SELECT d.id, d.no, d.station_id AS "stationId", d.kind, d.sn, d.brand, d.model, d.gateway_id AS "gatewayId",
           d.parent_id AS "parentId", d.string_no AS "stringNo", d.rated_w AS "ratedW", p.modules,
           p.module_w AS "moduleW", l.received_at AS "heardAt", k.birth_at AS "birthAt", k.connected,
           k.clock_offset_ms AS "clockOffsetMs", d.shown_w AS "shownW"
      FROM device d
      LEFT JOIN latest l ON l.device_no = d.no
      LEFT JOIN gateway_link k ON k.device_id = d.id
      LEFT JOIN place_device pd ON pd.device_id = d.id AND pd.until IS NULL
      LEFT JOIN place p ON p.id = pd.place_id
     WHERE d.station_id = ANY(${[...stationIds]}::uuid[]) AND d.removed_at IS NULL
     ORDER BY d.no`.execute(db)
  return rows
}

const stringsOf = async (db: Db, stationIds: readonly string[]): Promise<RuleString[]> =>
  db
    .selectFrom('string')
    .select(['inverter_id as inverterId', 'no', 'mppt_no as mpptNo'])
    .where('station_id', 'in', [...stationIds])
    .where('removed_at', 'is', null)
    .execute()

type ReadingRow = Omit<RuleReading, 'state' | 'eTot'> & {
  no: number
  state: number | null
  eTot: number | null
}

/** Live readings only, unless `filledIn`: what is filled in afterwards raises nothing. */
export const readingsIn = async (
  db: Db,
  nos: readonly number[],
  from: number,
  to: number,
  filledIn: boolean,
): Promise<Map<number, RuleReading[]>> => {
  const { rows } = await sql<ReadingRow>`
    SELECT device_no AS no, ts, flags, state, p, p_dc AS "pDc", f, t, u, e_tot AS "eTot", closed, keepalive, mppt, raw
      FROM reading
     WHERE device_no = ANY(${[...nos]}::int[]) AND ts > ${instant(from)} AND ts <= ${instant(to)}
       AND (${filledIn} OR NOT hist)
     ORDER BY device_no, ts`.execute(db)
  const found = new Map<number, RuleReading[]>()
  for (const { no, state, ...row } of rows) {
    const readings = found.get(no) ?? []
    if (readings.length === 0) found.set(no, readings)
    readings.push({ ...row, state: stateAt(state) })
  }
  return found
}

const standing = (acts: readonly Act[] | undefined, ts: number) => {
  const { offSince, limitPct } = actOn(acts, ts)
  return { offSince, limitPct }
}

const latestOf = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b)

/** W of its modules, or their number; null = one module. */
const sizeOf = ({ kind, brand, model, modules, moduleW }: DeviceRow): number | null =>
  kind !== 'optimizer'
    ? null
    : (moduleW ?? ((modules ?? 1) > 1 ? modules : (modulesOfOptimizer(brand, model) ?? modules)))

/** Optimizers of one string are divided by the same kind of figure: W when all are known, else numbers of modules. */
const sizesOf = (rows: readonly DeviceRow[]): Map<string, number | null> => {
  const out = new Map<string, number | null>()
  for (const group of Map.groupBy(rows, ({ parentId }) => parentId).values()) {
    const known = group.every(({ kind, moduleW }) => kind !== 'optimizer' || moduleW !== null)
    for (const row of group) out.set(row.id, sizeOf(known ? row : { ...row, moduleW: null }))
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
  /** For a rehearsal: readings that were filled in count, and a device was heard when it measured. */
  rehearsal?: boolean
}

export const loadStations = async (
  db: Db,
  stations: readonly RuleStation[],
  { from, to, listeningSince, rehearsal = false }: LoadOptions,
): Promise<LoadedStation[]> => {
  const ids = stations.map(({ id }) => id)
  if (ids.length === 0) return []
  const back = Math.max(...stations.map(({ reportMin }) => windowMs(reportMin)))
  const [devices, strings, acts, planes] = await Promise.all([
    devicesOf(db, ids),
    stringsOf(db, ids),
    readActs(db, ids, to),
    planesOf(db, ids),
  ])
  const readings = await readingsIn(
    db,
    devices.map(({ no }) => no),
    from - back,
    to,
    rehearsal,
  )
  const sizes = sizesOf(devices)
  const byStation = Map.groupBy(devices, ({ stationId }) => stationId)
  return stations.map((station): LoadedStation => {
    const position = signedPosition(station)
    const rows = byStation.get(station.id) ?? []
    const inverters = new Set(rows.map(({ id }) => id))
    const frame = {
      position,
      plane: assumedPlane(position.latitude, station),
      country: station.country,
      reportMin: station.reportMin,
      listeningSince,
      strings: strings.filter(({ inverterId }) => inverters.has(inverterId)),
    }
    const keep = windowMs(station.reportMin)
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
        const heardThrough = new Map<string, number>()
        if (rehearsal)
          for (const { row, newest } of cut)
            if (row.gatewayId !== null && newest !== null)
              heardThrough.set(row.gatewayId, Math.max(newest, heardThrough.get(row.gatewayId) ?? 0))
        return {
          ...frame,
          at: ts,
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
