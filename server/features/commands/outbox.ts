import { randomUUID } from 'node:crypto'
import {
  type CommandEvent,
  type CommandOp,
  type CommandState,
  looksOnly,
  nextState,
} from '#domain/commands/command-states.ts'
import { lifetimeMs } from '#domain/commands/command-times.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  commandRunningOn,
  type CommandRow,
  lockOpenCommandsOf,
  lockQueuedByOthers,
  saveState,
  insertCommand,
  insertTargets,
} from './command-store.ts'

export type NewCommand = {
  /** By which whoever repeats the act finds it; a new one unless said. */
  id?: string
  stationId: string
  gatewayId: string
  op: CommandOp
  /** As the wire names them (contract/mqtt/command.ts): `{ on: false }`, `{ old, new }`. */
  args?: Readonly<Record<string, string | number | boolean | readonly string[] | object>>
  /** Devices concerned, at least one; the gateway itself for what it does alone. Serials as they are stored. */
  targets: readonly { id: string; sn: string }[]
  /** null = the installation itself. */
  createdBy: string | null
  /** Epoch ms. */
  now: number
  batchId?: string | null
  /** The command whose effect this read proves. Reads do not count as their devices' one command. */
  proofOf?: string | null
  /** ms from `now` until it is no longer delivered; by its operation unless said. */
  lifetime?: number
}

/**
 * Writes a command with the change that wants it: `trx` is the caller's transaction. It is sent after the commit, in
 * the order given, as soon as its gateway is connected (tell `context.commands.queued` then, so that it goes at once).
 * Gives its id.
 * @throws Refusal `command_running` when a device has an open command: `current` names the first
 */
export const enqueue = async (trx: Db, command: NewCommand): Promise<string> => {
  const { now, op, proofOf = null } = command
  const id = command.id ?? randomUUID()
  const expiresAt = new Date(now + (command.lifetime ?? lifetimeMs[op]))
  await insertCommand(trx, {
    id,
    station_id: command.stationId,
    gateway_id: command.gatewayId,
    op,
    args: JSON.stringify(command.args ?? {}),
    state: 'queued',
    code: null,
    proof_of: proofOf,
    batch_id: command.batchId ?? null,
    created_by: command.createdBy,
    created_at: new Date(now),
    expires_at: expiresAt,
  })
  // In one order for everybody, so that two who want the same devices do not wait for each other.
  const targets = command.targets.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const taken = await insertTargets(
    trx,
    targets.map((target) => ({
      command_id: id,
      device_id: target.id,
      sn: target.sn,
      // What only looks holds nobody up.
      proof: looksOnly(op),
      ok: null,
      code: null,
    })),
  )
  if (taken.length < targets.length) {
    const held = new Set(taken.map((row) => row.device_id))
    const busy = targets.filter((target) => !held.has(target.id)).map((target) => target.id)
    const first = await commandRunningOn(trx, busy)
    refuse('command_running', {
      current: first && {
        commandId: first.id,
        op: first.op,
        state: first.state,
        deviceId: first.device_id,
        sn: first.sn,
        at: first.created_at,
        by: first.by,
      },
    })
  }
  return id
}

/** Moves a locked command on by `event`; null when that changes nothing. */
export const moveOn = async (
  trx: Db,
  command: CommandRow,
  event: CommandEvent,
  at: number,
  code: string | null = null,
): Promise<CommandState | null> => {
  const state = nextState(command.state, event)
  if (state !== null) await saveState(trx, command, state, { event, at, code })
  return state
}

/**
 * Ends what is open on these devices or goes through them, in the caller's transaction: they are removed or moved.
 * Gives how many commands ended.
 */
export const cancelOpen = async (
  trx: Db,
  deviceIds: readonly string[],
  at: number,
  code = 'device_removed',
): Promise<number> => {
  const open = await lockOpenCommandsOf(trx, deviceIds)
  for (const command of open) await moveOn(trx, command, 'cancelled', at, code)
  return open.length
}

/**
 * Ends what others have asked of a station and what has not gone out yet, in the transaction of the person who checks
 * in there. Switching off stays: it only takes voltage away. Gives how many commands ended.
 */
export const withdrawQueued = async (
  trx: Db,
  stationId: string,
  accountId: string,
  at: number,
): Promise<number> => {
  const queued = await lockQueuedByOthers(trx, stationId, accountId)
  for (const command of queued) await moveOn(trx, command, 'cancelled', at, 'checked_in')
  return queued.length
}
