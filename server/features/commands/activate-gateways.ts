import { recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import { stateNow } from '../devices/device-state-now.ts'
import { devicesById } from '../devices/device-store.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { madeBy } from './command-store.ts'
import { enqueue } from './outbox.ts'

/**
 * Tells gateways to activate themselves and what is behind them. Offline ones cannot be: neither one whose
 * connection has ended nor one that was silent for three intervals. Gives the commands' ids and who was left out.
 * `id` is the batch's: done before under it, it is not done again.
 * @throws Refusal `not_found`, `forbidden`, `all_offline`, `some_offline` unless `allowPartly`, `command_running`;
 * `key_reused` when the id is another act's
 */
export const activateGateways = async (
  { db, changeEvents, commands }: Pick<Context, 'db' | 'changeEvents' | 'commands'>,
  caller: Caller,
  wanted: { id: string; stationId: string; gatewayIds: readonly string[]; allowPartly: boolean },
): Promise<{ commandIds: string[]; left: string[] }> => {
  const { who, now } = caller
  const { id: batchId, stationId } = wanted
  const station = (await findStation(db, stationId, visibleStations(who, now))) ?? refuse('not_found')
  mustManage(who, station)
  const ids = [...new Set(wanted.gatewayIds)].toSorted()
  const before = await madeBy(db, batchId)
  if (before.length > 0) {
    const same = ({ op, gateway_id }: (typeof before)[number]): boolean =>
      op === 'activate' && ids.includes(gateway_id)
    if (!before.every(same)) refuse('key_reused')
    const told = new Set(before.map(({ gateway_id }) => gateway_id))
    return { commandIds: before.map(({ id }) => id), left: ids.filter((id) => !told.has(id)) }
  }
  const found = new Map((await devicesById(db, ids)).map((row) => [row.id, row]))
  const gateways = ids.map((id) => {
    const row = found.get(id)
    return row?.kind === 'gateway' && row.station_id === stationId ? row : refuse('not_found')
  })
  const online = gateways.filter((row) => row.connected === true && stateNow(row, now).online)
  const left = gateways.filter((row) => !online.includes(row)).map(({ id }) => id)
  if (online.length === 0) refuse('all_offline', { field: 'gatewayIds' })
  if (left.length > 0 && !wanted.allowPartly)
    refuse('some_offline', { field: 'gatewayIds', current: { offline: left } })

  const commandIds = await transact(db, async (trx) => {
    const made: string[] = []
    for (const gateway of online) {
      const common = { stationId, gatewayId: gateway.id, op: 'activate', now, batchId } as const
      made.push(await enqueue(trx, { ...common, targets: [gateway], createdBy: who.accountId }))
      await recordDone(trx, caller, {
        companyId: station.company_id,
        action: 'gateway.activate',
        objectKind: 'device',
        objectId: gateway.id,
        detail: { commandId: made.at(-1), left: left.length },
      })
    }
    return made
  })
  for (const { id } of online) commands.queued.tell(id)
  changeEvents.tell({ type: 'changed', stationId, what: 'commands' })
  return { commandIds, left }
}
