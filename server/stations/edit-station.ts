import type { StationInput } from '#domain/stations/fields.ts'
import { auditOf, record } from '../accounts/audit.ts'
import { mustOwn } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../db/open.ts'
import type { Db, Kitchen } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import type { StationCaller } from './create-station.ts'
import type { StationFieldsView } from './present-station.ts'
import { presentStation } from './present-station.ts'
import { checkStationInput } from './station-checks.ts'
import { changePicture } from './station-picture.ts'
import type { StationRow } from './station-store.ts'
import { findStation, gatewaySerials, lastChange, updateStation } from './station-store.ts'
import { lockToManage } from './station-to-manage.ts'

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

const reread = async (trx: Db, caller: StationCaller, id: string): Promise<StationRow> =>
  (await findStation(trx, id, visibleStations(caller.who, caller.now))) ?? refuse('not_found')

/**
 * Replaces what people enter. Another time zone or reporting time books the energy of all days anew; another reporting
 * time goes to the gateways after the commit.
 * @throws Refusal `not_found`, `forbidden`, or `version_stale` with the present station, and who saved it when, when somebody was faster.
 */
export const editStation = async (
  kitchen: Pick<Kitchen, 'db' | 'news' | 'devices' | 'energy' | 'log'>,
  caller: StationCaller,
  edit: { id: string; version: number; input: StationInput },
): Promise<StationRow> => {
  const { id, version, input } = edit
  const { who, now } = caller
  const done = await transact(kitchen.db, async (trx) => {
    const row = await lockToManage(trx, caller, id)
    const before = presentStation(row)
    if (before.version !== version) {
      const changed = await lastChange(trx, id)
      refuse('version_stale', {
        current: { station: before, changedBy: changed?.name ?? null, changedAt: changed?.at ?? null },
      })
    }
    if (input.companyId !== before.companyId || (input.ownerAccountId ?? null) !== before.ownerAccountId)
      mustOwn(who, row)
    await checkStationInput(trx, who, input, before)
    await changePicture(trx, caller, id, { from: before.imageFileId, to: input.imageFileId ?? null })
    await updateStation(trx, id, input)
    if (before.timeZone !== input.timeZone || before.reportMin !== input.reportMin)
      await kitchen.energy.markStationDue(trx, id, now)
    const after = await reread(trx, caller, id)
    await record(trx, {
      ...auditOf(caller),
      companyId: row.company_id,
      action: 'station.edit',
      objectKind: 'station',
      objectId: id,
      result: 'done',
      detail: differences(before, presentStation(after)),
    })
    const gateways = before.reportMin === input.reportMin ? [] : await gatewaySerials(trx, id)
    return { after, gateways }
  })
  kitchen.news.tell({ type: 'changed', stationId: id, what: 'station' })
  for (const gateway of done.gateways) {
    // The change stands whether or not the broker answers: each birth sends the settings again.
    await kitchen.devices
      .sendConfig(gateway, { report_s: done.after.report_min * 60 })
      .catch((error: unknown) => {
        kitchen.log.warn({ err: error, gateway }, 'the reporting time could not be sent now')
      })
  }
  return done.after
}
