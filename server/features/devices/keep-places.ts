import { nowhere } from '#domain/devices/place-fields.ts'
import type { WantedPlace } from '#domain/devices/plan-places.ts'
import { planPlaces } from '#domain/devices/plan-places.ts'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import { record } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/handle.ts'
import { placesOfStation, writePlan } from './place-store.ts'
import { makeStrings, outOfStep } from './keep-store.ts'
import { PLACES_OF_STATION } from '#domain/devices/limits.ts'

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
  const planned = planPlaces(places, wanted, { force: true })
  // What a station has no room for hangs nowhere.
  const plan = {
    ...planned,
    create: planned.create.slice(0, Math.max(0, PLACES_OF_STATION - places.length)),
  }
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
