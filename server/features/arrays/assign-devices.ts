import { hangsInString } from '#domain/devices/kinds.ts'
import type * as z from 'zod/mini'
import type { assignConflict } from '#contract/http/arrays.ts'
import type { PlaceChange } from '#domain/devices/array.ts'
import type { WantedPlace } from '#domain/devices/plan-places.ts'
import { planPlaces } from '#domain/devices/plan-places.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { transact } from '../../platform/db/open.ts'
import type { PlaceRow } from '../devices/place-store.ts'
import { lockArray, placesOfStation, writePlan } from '../devices/place-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { areasOfStation, stringsOfStation } from './array-store.ts'
import { stationToChange } from './station-to-change.ts'
import type { Caller } from '../accounts/who.ts'
import { kindsAt } from '../devices/find-devices.ts'
import { namesOf } from '../accounts/account-store.ts'
import { PLACES_OF_STATION } from '#domain/devices/limits.ts'

type ConflictView = z.output<typeof assignConflict>
export type Assigned = { places: PlaceRow[]; conflicts: ConflictView[]; applied: boolean }

/** The changes with what each device is. Every id has to be of the station; a string holds optimizers and shutdown devices. */
const check = async (
  trx: Db,
  stationId: string,
  changes: readonly PlaceChange[],
  places: readonly PlaceRow[],
): Promise<WantedPlace[]> => {
  const devices = await kindsAt(trx, stationId, [...new Set(changes.map(({ deviceId }) => deviceId))])
  const strings = await stringsOfStation(trx, stationId)
  const areas = await areasOfStation(trx, stationId)
  const kindOf = new Map(devices.map(({ id, kind }) => [id, kind]))
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const stringIds = new Set(strings.map(({ id }) => id))
  const areaOf = new Map(areas.map((area) => [area.id, area]))
  for (const one of changes) {
    const known =
      kindOf.has(one.deviceId) &&
      (one.stringId === null || stringIds.has(one.stringId)) &&
      (one.areaId === null || areaOf.has(one.areaId)) &&
      (one.placeId === undefined || placeOf.has(one.placeId))
    if (!known) refuse('not_found')
  }
  const seen = new Set<string>()
  return changes.map((one, index): WantedPlace => {
    const kind = kindOf.get(one.deviceId) ?? refuse('not_found')
    const field = (name: string) => ({ field: `changes.${String(index)}.${name}` })
    if (seen.has(one.deviceId)) refuse('wrong_state', field('deviceId'))
    seen.add(one.deviceId)
    const inString = hangsInString(kind)
    if (one.stringId !== null && !inString) refuse('wrong_state', field('stringId'))
    if (one.placeId !== undefined && placeOf.get(one.placeId)?.kind !== kind)
      refuse('wrong_state', field('placeId'))
    const area = areaOf.get(one.areaId ?? '')
    if (area && one.row !== null && one.row > area.rows) refuse('wrong_state', field('row'))
    if (area && one.col !== null && one.col > area.cols) refuse('wrong_state', field('col'))
    return { ...one, kind }
  })
}

const nameConflicts = async (
  trx: Db,
  conflicts: readonly { deviceId: string; code: ConflictView['code']; by: string | null }[],
  places: readonly PlaceRow[],
): Promise<ConflictView[]> => {
  const placeOf = new Map(places.map((place) => [place.deviceId, place]))
  const people = [...new Set(places.flatMap(({ changedBy }) => changedBy ?? []))]
  const names = new Map(
    people.length === 0 ? [] : (await namesOf(trx, people)).map(({ id, name }) => [id, name]),
  )
  return conflicts.map(({ deviceId, code, by }) => {
    const place = by === null ? undefined : placeOf.get(by)
    return {
      deviceId,
      code,
      by,
      byPerson: names.get(place?.changedBy ?? '') ?? null,
      at: place?.changedAt ?? null,
    }
  })
}

/**
 * Says where devices hang, all or nothing. What somebody else has put there stays: then nothing is changed, or with
 * `keepOthers` all but the changes in conflict.
 * @throws Refusal `not_found` for an id that is not of the station, `forbidden`, `wrong_state` for an inverter in a
 * string, a row beyond the area or a device named twice, `array_full`
 */
export const assignDevices = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: Caller,
  given: { stationId: string; changes: readonly PlaceChange[]; keepOthers: boolean },
): Promise<Assigned> => {
  const { stationId } = given
  const outcome = await transact(db, async (trx): Promise<Assigned> => {
    const { companyId } = await stationToChange(trx, caller, stationId)
    await lockArray(trx, stationId)
    const places = await placesOfStation(trx, stationId)
    const wanted = await check(trx, stationId, given.changes, places)
    const plan = planPlaces(places, wanted, { force: false })
    if (plan.create.length > 0 && places.length + plan.create.length > PLACES_OF_STATION) refuse('array_full')
    const conflicts = await nameConflicts(trx, plan.conflicts, places)
    const applied = conflicts.length === 0 || given.keepOthers
    if (applied) {
      await writePlan(trx, stationId, plan, { by: caller.who.accountId, now: caller.now })
      await recordDone(trx, caller, {
        companyId,
        action: 'array.assign',
        objectKind: 'station',
        objectId: stationId,
        detail: { changes: given.changes.length, conflicts: conflicts.length },
      })
    }
    const named = new Set(given.changes.map(({ deviceId }) => deviceId))
    const now = applied ? await placesOfStation(trx, stationId) : places
    return { places: now.filter((place) => named.has(place.deviceId ?? '')), conflicts, applied }
  })
  if (outcome.applied) {
    changeEvents.tell({ type: 'changed', stationId, what: 'array' })
    changeEvents.tell({ type: 'changed', stationId, what: 'devices' })
  }
  return outcome
}
