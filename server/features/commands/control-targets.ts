import { kindPlace } from '#domain/devices/kinds.ts'
import { canDo, type ControlOp, meansChildren } from '#domain/commands/control-ops.ts'
import { type InverterFacts, type Reach, reachOf } from '#domain/commands/control-reach.ts'
import { stateNow } from '../devices/device-state-now.ts'
import { devicesById, type DeviceNow } from '../devices/device-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { StationRow } from '../stations/station-store.ts'
import { stringsAmong } from '../arrays/array-store.ts'
import { countChildren, countInverters, membersOf, behind } from './target-store.ts'
import { ratedForReadings } from '#domain/telemetry/reading-ranges.ts'

export type Chosen = { deviceIds: readonly string[]; stringIds?: readonly string[] | undefined }
export type Targets = {
  /** Each once: by kind, string, position and serial. */
  targets: DeviceNow[]
  /** Chosen devices and strings that cannot do it. */
  unable: number
}

const inOrder = (a: DeviceNow, b: DeviceNow): number =>
  kindPlace(a.kind) - kindPlace(b.kind) ||
  (a.string_no ?? 0) - (b.string_no ?? 0) ||
  (a.position ?? 0) - (b.position ?? 0) ||
  (a.sn_key < b.sn_key ? -1 : 1)

/**
 * The devices that are meant. The ids are of this station, or it does not know them.
 * @throws Refusal `not_found`
 */
export const targetsFor = async (
  db: Db,
  stationId: string,
  op: ControlOp,
  { deviceIds, stringIds = [] }: Chosen,
): Promise<Targets> => {
  const named = [...new Set(deviceIds)]
  const strings = [...new Set(stringIds)]
  const [rows, ownStrings] = await Promise.all([
    devicesById(db, named),
    strings.length === 0 ? [] : stringsAmong(db, stationId, strings),
  ])
  if (rows.length < named.length || rows.some((row) => row.station_id !== stationId)) refuse('not_found')
  if (ownStrings.length < strings.length) refuse('not_found')
  const gateways = meansChildren(op) ? rows.filter(({ kind }) => kind === 'gateway').map(({ id }) => id) : []
  const [members, children] = await Promise.all([membersOf(db, strings), behind(db, gateways)])
  const direct = rows.filter(({ kind }) => canDo(op, kind))
  const meant = new Set(
    [...direct, ...members, ...children].filter(({ kind }) => canDo(op, kind)).map(({ id }) => id),
  )
  const known = new Map(direct.map((row) => [row.id, row]))
  const further = await devicesById(
    db,
    [...meant].filter((id) => !known.has(id)),
  )
  return {
    targets: [...direct, ...further].toSorted(inOrder),
    unable: rows.filter(({ kind, id }) => !canDo(op, kind) && !gateways.includes(id)).length,
  }
}

/** How much power these devices of a station reach, as they are at `now`. */
export const reachOfTargets = async (
  db: Db,
  station: Pick<StationRow, 'id' | 'capacity_w'>,
  targets: readonly DeviceNow[],
  now: number,
): Promise<Reach> => {
  const ids = [
    ...new Set(
      targets.flatMap(({ kind, id, parent_id: parent }) =>
        kind === 'inverter' ? [id] : parent === null ? [] : [parent],
      ),
    ),
  ]
  const [inverters, counted, { n }] = await Promise.all([
    devicesById(db, ids),
    ids.length === 0 ? [] : countChildren(db, ids),
    countInverters(db, station.id),
  ])
  const count = (id: string, kind: string): number =>
    counted.find((row) => row.parent_id === id && row.kind === kind)?.n ?? 0
  const facts = inverters.map((row): InverterFacts => ({
    id: row.id,
    ratedW: ratedForReadings(row.rated_w, row.shown_w),
    powerW: stateNow(row, now).powerW,
    optimizers: count(row.id, 'optimizer'),
    shutdowns: count(row.id, 'shutdown'),
  }))
  const reached = targets.map(({ id, kind, parent_id: parentId }) => ({ id, kind, parentId }))
  return reachOf(reached, facts, station.capacity_w / Math.max(1, n))
}
