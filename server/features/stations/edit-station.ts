import type { StationContact, StationInput } from '#domain/stations/fields.ts'
import { pastPricesAfter } from '#domain/telemetry/prices.ts'
import { dayAt } from '#domain/telemetry/local-days.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustOwn } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import type { StationFieldsView } from './present-station.ts'
import { presentStation } from './present-station.ts'
import { checkContact, checkStationInput } from './station-checks.ts'
import { pastPricesOf, putPastPrices } from './price-store.ts'
import { changePicture } from './station-picture.ts'
import type { StationRow } from './station-store.ts'
import { findStation, gatewaySerials, lastChange, updateContact, updateStation } from './station-store.ts'
import { lockToManage } from './station-to-manage.ts'
import type { Caller } from '../accounts/who.ts'
import { PAST_PRICES_MAX } from '#domain/stations/limits.ts'

const unseen = new Set(['version', 'companyName', 'ownerAccountName', 'capacityW', 'createdAt', 'code', 'id'])
const masked = (phone: unknown): string => `…${String(phone).slice(-3)}`

/** What changed, before and after; telephone numbers by their last three digits. */
const differences = (before: StationFieldsView, after: StationFieldsView): Record<string, unknown> => {
  const now = new Map<string, unknown>(Object.entries(after))
  return Object.fromEntries(
    Object.entries(before)
      .filter(([key, old]) => !unseen.has(key) && JSON.stringify(old) !== JSON.stringify(now.get(key)))
      .map(([key, old]) => [
        key,
        key === 'phone' ? [masked(old), masked(now.get(key))] : [old, now.get(key)],
      ]),
  )
}

/**
 * Locks a station, changes it, and writes down what has changed.
 * @throws Refusal `not_found`, `forbidden`, or `version_stale` with the present station, and who saved it when, when somebody was faster.
 */
const changeLocked = async (
  trx: Db,
  caller: Caller,
  { id, version }: { id: string; version: number },
  change: (row: StationRow, before: StationFieldsView) => Promise<void>,
): Promise<{ before: StationFieldsView; after: StationRow }> => {
  const row = await lockToManage(trx, caller, id)
  const before = presentStation(row)
  if (before.version !== version) {
    const changed = await lastChange(trx, id)
    refuse('version_stale', {
      current: { station: before, changedBy: changed?.name ?? null, changedAt: changed?.at ?? null },
    })
  }
  await change(row, before)
  const seen = visibleStations(caller.who, caller.now)
  const after = (await findStation(trx, id, seen)) ?? refuse('not_found')
  await recordDone(trx, caller, {
    companyId: row.company_id,
    action: 'station.edit',
    objectKind: 'station',
    objectId: id,
    detail: differences(before, presentStation(after)),
  })
  return { before, after }
}

/** What was in force before is kept for its time. @throws Refusal `date_invalid` for a first day that is ahead, `prices_full` */
const keepPrices = async (trx: Db, row: StationRow, input: StationInput, now: number): Promise<void> => {
  const today = dayAt(now, input.timeZone)
  const { tariff, tariffFrom } = input
  if (tariffFrom && tariffFrom > today) refuse('date_invalid', { field: 'tariffFrom' })
  const past = (await pastPricesOf(trx, [row.id])).get(row.id) ?? []
  // Where nobody had entered a price yet, the first holds for all that is past.
  const from = past.length === 0 && row.tariff === null ? null : today
  const after = pastPricesAfter(past, row.tariff, tariff, tariffFrom === undefined ? from : tariffFrom)
  if (after.length > PAST_PRICES_MAX) refuse('prices_full', { field: 'tariffFrom' })
  if (JSON.stringify(after) !== JSON.stringify(past)) await putPastPrices(trx, row.id, after)
}

/**
 * Replaces what people enter. Another time zone or reporting time books the energy of all days anew; another reporting
 * time goes to the gateways after the commit.
 * @throws Refusal `not_found`, `forbidden`, `version_stale` and what `checkStationInput` finds.
 */
export const editStation = async (
  context: Pick<Context, 'db' | 'changeEvents' | 'devices' | 'energy' | 'log'>,
  caller: Caller,
  edit: { id: string; version: number; input: StationInput },
): Promise<StationRow> => {
  const { id, input } = edit
  const { who, now } = caller
  const done = await transact(context.db, async (trx) => {
    const { before, after } = await changeLocked(trx, caller, edit, async (row, present) => {
      const { companyId, ownerAccountId, imageFileId } = present
      if (input.companyId !== companyId || (input.ownerAccountId ?? null) !== ownerAccountId)
        mustOwn(who, row)
      await checkStationInput(trx, who, input, present)
      await changePicture(trx, caller, id, { from: imageFileId, to: input.imageFileId ?? null })
      await keepPrices(trx, row, input, now)
      await updateStation(trx, id, input)
      if (present.timeZone !== input.timeZone || present.reportMin !== input.reportMin)
        await context.energy.markStationDue(trx, id, now)
    })
    const gateways = before.reportMin === input.reportMin ? [] : await gatewaySerials(trx, id)
    return { after, gateways }
  })
  context.changeEvents.tell({ type: 'changed', stationId: id, what: 'station' })
  for (const gateway of done.gateways) {
    // The change stands whether or not the broker answers: each birth sends the settings again.
    await context.devices.sendConfig(gateway).catch((error: unknown) => {
      context.log.warn({ err: error, gateway }, 'the reporting time could not be sent now')
    })
  }
  return done.after
}

/**
 * Replaces whom to call about a station.
 * @throws Refusal `not_found`, `forbidden`, `version_stale`, `country_unknown`
 */
export const editContact = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: Caller,
  edit: { id: string; version: number; contact: StationContact },
): Promise<StationRow> => {
  checkContact(edit.contact)
  const { after } = await transact(db, (trx) =>
    changeLocked(trx, caller, edit, () => updateContact(trx, edit.id, edit.contact)),
  )
  changeEvents.tell({ type: 'changed', stationId: edit.id, what: 'station' })
  return after
}
