import { type Impact, impactNow } from '#domain/alarms/impact.ts'
import { courses, isSamePlane } from '#domain/analyses/planes.ts'
import { sleepsWithoutLight } from '#domain/devices/kinds.ts'
import { expectedPowerW, type Plane } from '#domain/stations/clear-sky.ts'
import type { RoofArea } from '#domain/stations/faces.ts'
import type { AttentionReason } from '#domain/stations/station-kinds.ts'
import { soundRatedW } from '#domain/telemetry/shown-power.ts'
import type { Db } from '../../platform/db/handle.ts'
import { stateNow } from '../devices/device-state-now.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import { isDarkAt, modulesOfPart } from '../stations/station-light.ts'
import { roofsOf } from '../stations/find-roofs.ts'
import { coursesOf, planesOf } from '../telemetry/plane-store.ts'
import { devicesBeside, type StationFacts, stationFacts } from './trouble-store.ts'

export type Troubled = {
  id: string
  stationId: string
  reason: AttentionReason | null
  /** An alarm of it may cost energy by itself. */
  costly: boolean
  ratedW: number | null
}

type Beside = {
  rows: readonly DeviceNow[]
  planes: ReadonlyMap<string, Plane>
  learned: ReadonlyMap<string, object>
}

const sizeOf = ({ kind, rated_w, shown_w }: DeviceNow): number | null =>
  // Optimizers of one model stand over modules of one size: which it is does not matter among themselves.
  kind === 'optimizer' ? 1 : soundRatedW(rated_w, shown_w)

/** Those that a device is held against: of its kind, healthy, under the same sky. */
const peersOf = (own: DeviceNow, beside: Beside, ill: ReadonlySet<string>): DeviceNow[] => {
  const others = beside.rows.filter(
    (one) =>
      one.id !== own.id &&
      one.kind === own.kind &&
      !ill.has(one.id) &&
      (own.kind === 'inverter'
        ? one.station_id === own.station_id
        : one.parent_id === own.parent_id && one.string_no === own.string_no && one.model === own.model),
  )
  const courseOf = (id: string) => courses.parse(beside.learned.get(id))
  const placed = (id: string) => ({ id, plane: beside.planes.get(id) ?? null })
  const same = others.filter(({ id }) => isSamePlane(courseOf, placed(own.id), placed(id)) === true)
  return same.length > 0
    ? same
    : others.filter(({ id }) => isSamePlane(courseOf, placed(own.id), placed(id)) === null)
}

/** What each of these costs at `now`. What gives no power, or is behind a silent gateway, is looked up nowhere. */
export const impactsOf = async (
  db: Db,
  all: readonly Troubled[],
  now: number,
): Promise<{ impacts: ReadonlyMap<string, Impact>; stations: ReadonlyMap<string, StationFacts> }> => {
  const stationIds = [...new Set(all.map(({ stationId }) => stationId))]
  const costing = all.filter(({ reason, costly }) => reason === 'shutdown' || costly)
  const [stations, rows] = await Promise.all([
    stationFacts(db, stationIds),
    devicesBeside(
      db,
      costing.map(({ id }) => id),
    ),
  ])
  const sites = [...new Set(rows.map((row) => row.station_id))]
  const [planes, roofs, learned] = await Promise.all([
    planesOf(db, sites),
    roofsOf(db, sites),
    coursesOf(
      db,
      rows.flatMap(({ id, kind }) => (kind === 'inverter' ? [id] : [])),
    ),
  ])
  const beside: Beside = { rows, planes, learned }
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const ill = new Set(costing.map(({ id }) => id))
  const dark = new Map([...stations].map(([id, station]) => [id, isDarkAt(station, now)]))
  const impacts = new Map<string, Impact>()
  for (const one of all) {
    const row = rowOf.get(one.id)
    const station = stations.get(one.stationId)
    const size = row === undefined ? null : sizeOf(row)
    const peerShares =
      row === undefined
        ? []
        : peersOf(row, beside, ill).flatMap((peer) => {
            const { powerW } = stateNow(peer, now)
            const itsSize = sizeOf(peer)
            return powerW === null || itsSize === null || itsSize <= 0 ? [] : [powerW / itsSize]
          })
    impacts.set(
      one.id,
      impactNow({
        ...one,
        powerW: row === undefined ? null : stateNow(row, now).powerW,
        isDark: dark.get(one.stationId) ?? false,
        needsLight: row !== undefined && sleepsWithoutLight(row.kind),
        size,
        peerShares,
        clearSkyW:
          row?.kind === 'inverter' && station !== undefined
            ? shareOfSky(row, beside, { ...station, roof: roofs.get(station.id) ?? null }, now)
            : null,
      }),
    )
  }
  return { impacts, stations }
}

/** What a clear sky would give of the station's capacity that this inverter has, W. */
const shareOfSky = (
  own: DeviceNow,
  { rows, planes }: Beside,
  station: StationFacts & { roof: RoofArea[] | null },
  now: number,
): number | null => {
  const size = sizeOf(own)
  const all = rows.reduce(
    (sum, row) =>
      row.kind === 'inverter' && row.station_id === own.station_id ? sum + (sizeOf(row) ?? 0) : sum,
    0,
  )
  if (size === null || all <= 0) return null
  return expectedPowerW(now, modulesOfPart(station, station.roof, { size, all, plane: planes.get(own.id) }))
}
