import { overAt } from '#domain/commands/command-times.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { lockCommand, overdueCommands } from './command-store.ts'
import { expireWaiting } from './control-store.ts'
import { moveOn } from './outbox.ts'

const AT_ONCE = 500

/** Ends open commands whose time is over, and what no second person came to decide. Gives how many commands. */
export const expireCommands = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  now: number,
): Promise<number> => {
  const stations = new Map<string, number>()
  for (const id of await overdueCommands(db, now, AT_ONCE)) {
    const stationId = await transact(db, async (trx) => {
      const command = await lockCommand(trx, id)
      // An answer may have come first.
      if (!command || command.ended_at !== null || now < overAt(command.state, command.expires_at))
        return null
      const late = command.state === 'queued' ? null : 'no_answer'
      return (await moveOn(trx, command, 'expired', now, late)) === null ? null : command.station_id
    })
    if (stationId !== null) stations.set(stationId, (stations.get(stationId) ?? 0) + 1)
  }
  const waited = await expireWaiting(db, now)
  for (const stationId of new Set([...stations.keys(), ...waited]))
    changeEvents.tell({ type: 'changed', stationId, what: 'commands' })
  return [...stations.values()].reduce((sum, n) => sum + n, 0)
}
