import { recordDone } from '../../platform/audit/audit.ts'
import { lastSaved } from '../accounts/find-last-saved.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import { dropNowhere, lockArray, clearSpots } from '../devices/place-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { AreaInput, AreaRow } from './array-store.ts'
import { findArea, insertArea, removeArea, updateArea, countAreas } from './array-store.ts'
import { presentArea } from './present-array.ts'
import { stationToChange } from './station-to-change.ts'
import type { Caller } from '../accounts/who.ts'
import { AREAS_OF_STATION } from '#domain/devices/limits.ts'

type ArrayContext = Pick<Context, 'db' | 'changeEvents'>

const note = async (
  trx: Db,
  caller: Caller,
  area: { id: string; companyId: string; stationId: string },
  action: string,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordDone(trx, caller, {
    companyId: area.companyId,
    action,
    objectKind: 'area',
    objectId: area.id,
    detail: { stationId: area.stationId, ...detail },
  })

/** @throws Refusal `not_found`, `forbidden`, `array_full`, `wrong_state` for a used id */
export const addArea = async (
  { db, changeEvents }: ArrayContext,
  caller: Caller,
  { id, stationId, input }: { id: string; stationId: string; input: AreaInput },
): Promise<AreaRow> => {
  const made = await transact(db, async (trx) => {
    const { companyId } = await stationToChange(trx, caller, stationId)
    if ((await countAreas(trx, stationId)) >= AREAS_OF_STATION) refuse('array_full')
    if (!(await insertArea(trx, { id, stationId, input, now: caller.now })))
      refuse('wrong_state', { field: 'id' })
    await note(trx, caller, { id, companyId, stationId }, 'area.add', input)
    return (await findArea(trx, id, visibleStations(caller.who, caller.now))) ?? refuse('not_found')
  })
  changeEvents.tell({ type: 'changed', stationId, what: 'array' })
  return made
}

/** Finds, checks and locks an area, its station's array first. */
const areaToChange = async (trx: Db, caller: Caller, id: string): Promise<AreaRow> => {
  const scope = visibleStations(caller.who, caller.now)
  const seen = (await findArea(trx, id, scope)) ?? refuse('not_found')
  mustManage(caller.who, seen)
  await lockArray(trx, seen.stationId)
  return (await findArea(trx, id, scope, true)) ?? refuse('not_found')
}

/** @throws Refusal `not_found`, `forbidden`, or `version_stale` with the present one and who saved it */
export const editArea = async (
  { db, changeEvents }: ArrayContext,
  caller: Caller,
  edit: { id: string; version: number; input: AreaInput },
): Promise<AreaRow> => {
  const saved = await transact(db, async (trx) => {
    const row = await areaToChange(trx, caller, edit.id)
    if (row.version !== edit.version)
      refuse('version_stale', {
        current: {
          area: presentArea(row),
          version: row.version,
          ...(await lastSaved(trx, 'area', row.id)),
        },
      })
    await updateArea(trx, row.id, edit.input)
    if (edit.input.rows < row.rows || edit.input.cols < row.cols) {
      await clearSpots(trx, row.id, edit.input, caller.now)
      await dropNowhere(trx, row.stationId, caller.now)
    }
    const { id, company_id: companyId, stationId } = row
    await note(trx, caller, { id, companyId, stationId }, 'area.edit', {
      before: presentArea(row),
      after: edit.input,
    })
    return (await findArea(trx, row.id, visibleStations(caller.who, caller.now))) ?? refuse('not_found')
  })
  changeEvents.tell({ type: 'changed', stationId: saved.stationId, what: 'array' })
  return saved
}

/** @throws Refusal `not_found`, `forbidden` */
export const deleteArea = async (
  { db, changeEvents }: ArrayContext,
  caller: Caller,
  id: string,
): Promise<void> => {
  const gone = await transact(db, async (trx) => {
    const row = await areaToChange(trx, caller, id)
    await clearSpots(trx, row.id, { rows: 0, cols: 0 }, caller.now)
    await removeArea(trx, row.id, caller.now)
    await dropNowhere(trx, row.stationId, caller.now)
    const { company_id: companyId, stationId } = row
    await note(trx, caller, { id, companyId, stationId }, 'area.delete', { name: row.name })
    return row
  })
  changeEvents.tell({ type: 'changed', stationId: gone.stationId, what: 'array' })
}
