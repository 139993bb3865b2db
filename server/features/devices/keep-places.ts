import { sql } from 'kysely'
import { nowhere } from '#domain/devices/place-fields.ts'
import type { WantedPlace } from '#domain/devices/plan-places.ts'
import { planPlaces } from '#domain/devices/plan-places.ts'
import { stringKinds, type DeviceKind } from '#domain/devices/kinds.ts'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import { record } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/handle.ts'
import { placesOfStation, writePlan } from './place-store.ts'

/** A string for each number that a device names under its inverter. */
const makeStrings = async (
  trx: Db,
  stationId: string,
  ids: readonly string[],
  now: number,
): Promise<void> => {
  await sql`
    INSERT INTO string (id, station_id, inverter_id, no, created_at)
    SELECT gen_random_uuid(), ${stationId}::uuid, i.id, d.string_no, ${new Date(now)}::timestamptz
      FROM device d JOIN device i ON i.id = d.parent_id AND i.removed_at IS NULL AND i.kind = 'inverter'
       AND i.station_id = d.station_id
     WHERE d.id = ANY(${[...ids]}::uuid[]) AND d.removed_at IS NULL AND d.kind = ANY(${[...stringKinds]}::text[])
       AND d.string_no IS NOT NULL
     GROUP BY i.id, d.string_no
    ON CONFLICT (inverter_id, no) WHERE removed_at IS NULL DO NOTHING`.execute(trx)
}

type Said = {
  id: string
  sn: string
  kind: DeviceKind
  brand: string
  model: string
  placeId: string | null
  /** As the device's row says it. */
  stringId: string | null
  position: number | null
}

/** Devices whose place is missing or says something else than they do. */
const outOfStep = async (trx: Db, ids: readonly string[]): Promise<Said[]> => {
  const { rows } = await sql<Said>`
    SELECT d.id, d.sn, d.kind, d.brand, d.model, p.id AS "placeId", s.id AS "stringId", d.position
      FROM device d
      LEFT JOIN place_device n ON n.device_id = d.id AND n.until IS NULL
      LEFT JOIN place p ON p.id = n.place_id
      LEFT JOIN string s ON s.inverter_id = d.parent_id AND s.no = d.string_no AND s.removed_at IS NULL
       AND d.kind = ANY(${[...stringKinds]}::text[])
     WHERE d.id = ANY(${[...ids]}::uuid[]) AND d.removed_at IS NULL
       AND (p.id IS NULL OR (s.id IS NOT NULL AND (p.string_id IS DISTINCT FROM s.id
            OR (d.position IS NOT NULL AND p.position IS DISTINCT FROM d.position))))
     ORDER BY d.no`.execute(trx)
  return rows
}

/**
 * Brings strings and places in step with what the rows of these devices say: each gets a place, and a string for the
 * number it names. What the rows say wins over what a person assigned (the rows come from a gateway, or from the
 * person themself), which is noted. The station's array has to be locked. True when anything changed.
 */
export const keepPlaces = async (
  trx: Db,
  stationId: string,
  ids: readonly string[],
  change: { by: string | null; now: number; gatewaySn?: string },
): Promise<boolean> => {
  if (ids.length === 0) return false
  await makeStrings(trx, stationId, ids, change.now)
  const said = await outOfStep(trx, ids)
  if (said.length === 0) return false
  const places = await placesOfStation(trx, stationId)
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const wanted = said.map((one): WantedPlace => {
    const present = one.placeId === null ? undefined : placeOf.get(one.placeId)
    const modules = one.kind === 'optimizer' ? (modulesOfOptimizer(one.brand, one.model) ?? 1) : 1
    return {
      ...(present ?? { ...nowhere, modules }),
      placeId: undefined,
      deviceId: one.id,
      kind: one.kind,
      stringId: one.stringId,
      position: one.position ?? (present?.stringId === one.stringId ? (present?.position ?? null) : null),
    }
  })
  const plan = planPlaces(places, wanted, { force: true })
  await writePlan(trx, stationId, plan, change)
  const byPerson = said.filter(({ placeId }) => (placeOf.get(placeId ?? '')?.changedBy ?? null) !== null)
  const evicted = plan.evicted.filter((id) =>
    places.some((place) => place.deviceId === id && place.changedBy !== null),
  )
  if (change.gatewaySn !== undefined && byPerson.length + evicted.length > 0)
    await record(trx, {
      at: change.now,
      action: 'array.gateway-wins',
      objectKind: 'station',
      objectId: stationId,
      result: 'done',
      detail: { gateway: change.gatewaySn, moved: byPerson.map(({ sn }) => sn).slice(0, 100), evicted },
    })
  return true
}
