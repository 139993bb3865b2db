import { recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import { lockDevice } from '../devices/device-store.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { madeBy } from './command-store.ts'
import { enqueue } from './outbox.ts'

/**
 * Lets a gateway look again for what is behind it; what it finds comes as its next inventory. `id` is the command's: done
 * before under it, it is not done again.
 * @throws Refusal `not_found`, `forbidden`, `command_running`; `key_reused` when the id is another act's
 */
export const scanGateway = async (
  { db, changeEvents, commands }: Pick<Context, 'db' | 'changeEvents' | 'commands'>,
  caller: Caller,
  { gatewayId, id }: { gatewayId: string; id: string },
): Promise<void> => {
  const { who, now } = caller
  const stationId = await transact(db, async (trx) => {
    const gateway = await lockDevice(trx, gatewayId, visibleStations(who, now))
    if (gateway?.kind !== 'gateway') return refuse('not_found')
    mustManage(who, gateway)
    const [before] = await madeBy(trx, id)
    if (before) return before.op === 'scan' && before.gateway_id === gatewayId ? null : refuse('key_reused')
    await enqueue(trx, {
      id,
      stationId: gateway.station_id,
      gatewayId,
      op: 'scan',
      targets: [gateway],
      createdBy: who.accountId,
      now,
    })
    await recordDone(trx, caller, {
      companyId: gateway.company_id,
      action: 'gateway.scan',
      objectKind: 'device',
      objectId: gatewayId,
      detail: { commandId: id },
    })
    return gateway.station_id
  })
  if (stationId === null) return
  commands.queued.tell(gatewayId)
  changeEvents.tell({ type: 'changed', stationId, what: 'commands' })
}
