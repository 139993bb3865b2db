import { isOpen } from '#domain/commands/command-states.ts'
import { overAt, PROGRESS_MS } from '#domain/commands/command-times.ts'
import type { Db } from '../../platform/db/handle.ts'
import { gatewayBySerial } from '../devices/device-store.ts'
import { type CommandRow, lockCommand, prolong } from './command-store.ts'
import { moveOn } from './outbox.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The open command that a gateway says something about, locked, in the caller's transaction. `unknown`, `foreign`: none
 * of this gateway; `over`: it has ended, or its time has.
 */
export const openCommandOf = async (
  trx: Db,
  gatewaySn: string,
  commandId: string,
  at: number,
): Promise<CommandRow | 'unknown' | 'foreign' | 'over'> => {
  if (!uuid.test(commandId)) return 'unknown'
  const gateway = await gatewayBySerial(trx, gatewaySn)
  const command = gateway && (await lockCommand(trx, commandId))
  if (!gateway || !command) return 'unknown'
  if (command.gateway_id !== gateway.id) return 'foreign'
  return !isOpen(command.state) || at >= overAt(command.state, command.expires_at) ? 'over' : command
}

/** A gateway is at it: the command is accepted, if it was not, and has time until the next word. */
export const noteProgress = async (trx: Db, command: CommandRow, at: number): Promise<void> => {
  if (command.state !== 'accepted') await moveOn(trx, command, 'accepted', at)
  await prolong(trx, command.id, Math.max(command.expires_at, at + PROGRESS_MS))
}
