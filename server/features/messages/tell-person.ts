import type { MessageKind } from '#domain/messages/message-kinds.ts'
import type { Db } from '../../platform/db/handle.ts'
import { queuePushes } from './push-store.ts'
import { insertMessages } from './message-store.ts'

/**
 * One person is told at once, whatever they have chosen: somebody asked them, or answers them, and waits. In the
 * caller's transaction; once it is done, `events` tells of `messages` at the station.
 */
export const tellPerson = async (
  trx: Db,
  now: number,
  told: { id: string; accountId: string; kind: MessageKind; stationId: string },
): Promise<void> => {
  const at = new Date(now)
  await insertMessages(trx, [
    {
      id: told.id,
      account_id: told.accountId,
      kind: told.kind,
      station_id: told.stationId,
      alarm_id: null,
      order_id: null,
      flow_id: null,
      at,
      due_at: at,
    },
  ])
  await queuePushes(trx, now, [told.id])
}
