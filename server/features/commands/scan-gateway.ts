import { recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Caller } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import { lockDevice } from '../devices/device-store.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../platform/refusal.ts'
import { enqueue } from './outbox.ts'

/**
 * Lets a gateway look again for what is behind it; what it finds comes as its next inventory. Gives the command's id.
 * @throws Refusal `not_found`, `forbidden`, `command_running`
 */
export const scanGateway = async (
  { db, changeEvents, commands }: Pick<Context, 'db' | 'changeEvents' | 'commands'>,
  caller: Caller,
  gatewayId: string,
): Promise<string> => {
  const { who, now } = caller
  const made = await transact(db, async (trx) => {
    const gateway = await lockDevice(trx, gatewayId, visibleStations(who, now))
    if (gateway?.kind !== 'gateway') return refuse('not_found')
    mustManage(who, gateway)
    const stationId = gateway.station_id
    const id = await enqueue(trx, {
      stationId,
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
    return { id, stationId }
  })
  commands.queued.tell(gatewayId)
  changeEvents.tell({ type: 'changed', stationId: made.stationId, what: 'commands' })
  return made.id
}
