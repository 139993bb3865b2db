import { recordDone } from '../../platform/audit/audit.ts'
import { lastSaved } from '../accounts/find-last-saved.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import { dropNowhere, followPlaces, lockArray, membersOf, removeStrings } from '../devices/place-store.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import type { StringRow } from './array-store.ts'
import { findString } from './array-store.ts'
import { presentString } from './present-array.ts'
import { stationToChange } from './station-to-change.ts'
import type { Caller } from '../accounts/who.ts'
import { inverterAt } from '../devices/find-devices.ts'
import {
  insertString,
  updateString,
  lockStrings,
  type StringInput,
  countStrings,
} from '../devices/string-store.ts'
import { STRINGS_OF_STATION } from '#domain/devices/limits.ts'

type ArrayContext = Pick<Context, 'db' | 'changeEvents'>

/** @throws Refusal `not_found` for station or inverter, `forbidden`, `array_full`, `string_no_taken`, `wrong_state` for a used id */
export const addString = async (
  { db, changeEvents }: ArrayContext,
  caller: Caller,
  one: StringInput & { id: string; stationId: string; inverterId: string },
): Promise<StringRow> => {
  const scope = visibleStations(caller.who, caller.now)
  const made = await transact(db, async (trx) => {
    const station = await stationToChange(trx, caller, one.stationId)
    const inverter = await inverterAt(trx, one.inverterId, station.id)
    if (!inverter) refuse('not_found')
    if ((await countStrings(trx, station.id)) >= STRINGS_OF_STATION) refuse('array_full')
    const saved = await insertString(trx, { ...one, now: caller.now })
    if (saved === 'id') refuse('wrong_state', { field: 'id' })
    if (saved === 'number') refuse('string_no_taken', { field: 'no' })
    await recordDone(trx, caller, {
      companyId: station.companyId,
      action: 'string.add',
      objectKind: 'string',
      objectId: one.id,
      detail: { stationId: station.id, no: one.no, capacityW: one.capacityW },
    })
    return (await findString(trx, one.id, scope)) ?? refuse('not_found')
  })
  changeEvents.tell({ type: 'changed', stationId: made.stationId, what: 'array' })
  return made
}

/** @throws Refusal `not_found`, `forbidden`, `string_no_taken`, or `version_stale` with the present one and who saved it */
export const editString = async (
  { db, changeEvents }: ArrayContext,
  caller: Caller,
  edit: { id: string; version: number; input: StringInput },
): Promise<StringRow> => {
  const scope = visibleStations(caller.who, caller.now)
  const saved = await transact(db, async (trx) => {
    const seen = (await findString(trx, edit.id, scope)) ?? refuse('not_found')
    mustManage(caller.who, seen)
    await lockArray(trx, seen.stationId)
    const row = (await findString(trx, edit.id, scope, true)) ?? refuse('not_found')
    if (row.version !== edit.version)
      refuse('version_stale', {
        current: {
          string: presentString(row),
          version: row.version,
          ...(await lastSaved(trx, 'string', row.id)),
        },
      })
    if (!(await updateString(trx, row.id, edit.input))) refuse('string_no_taken', { field: 'no' })
    if (edit.input.no !== row.no) await followPlaces(trx, await membersOf(trx, [row.id]))
    await recordDone(trx, caller, {
      companyId: row.company_id,
      action: 'string.edit',
      objectKind: 'string',
      objectId: row.id,
      detail: {
        no: [row.no, edit.input.no],
        name: [row.name, edit.input.name],
        capacityW: [row.capacityW, edit.input.capacityW],
      },
    })
    return (await findString(trx, row.id, scope)) ?? refuse('not_found')
  })
  changeEvents.tell({ type: 'changed', stationId: saved.stationId, what: 'array' })
  return saved
}

/** All of them are of the station, or none is deleted. @throws Refusal `not_found`, `forbidden` */
export const deleteStrings = async (
  { db, changeEvents }: ArrayContext,
  caller: Caller,
  given: { stationId: string; ids: readonly string[] },
): Promise<number> => {
  const ids = [...new Set(given.ids)]
  await transact(db, async (trx) => {
    const station = await stationToChange(trx, caller, given.stationId)
    await lockArray(trx, station.id)
    const found = await lockStrings(trx, ids, station.id)
    if (found.length < ids.length) refuse('not_found')
    const members = await membersOf(trx, ids)
    await removeStrings(trx, ids, caller.now)
    await followPlaces(trx, members)
    await dropNowhere(trx, station.id, caller.now)
    for (const { id, no } of found)
      await recordDone(trx, caller, {
        companyId: station.companyId,
        action: 'string.delete',
        objectKind: 'string',
        objectId: id,
        detail: { stationId: station.id, no },
      })
  })
  changeEvents.tell({ type: 'changed', stationId: given.stationId, what: 'array' })
  changeEvents.tell({ type: 'changed', stationId: given.stationId, what: 'devices' })
  return ids.length
}
