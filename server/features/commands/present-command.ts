import type * as z from 'zod/mini'
import { type commandRow, type commandView, ENDS_SHOWN, TARGETS_NAMED } from '#contract/http/commands.ts'
import { outcomeOf } from '#domain/commands/command-states.ts'
import { stepsOf } from '#domain/commands/settle.ts'
import type { Db } from '../../platform/db/handle.ts'
import { endsOfCommands, limitsOfCommands } from './limit-store.ts'
import { presentEnd } from './present-limit.ts'
import { type CommandRow, proofsOf, targetsOf } from './command-store.ts'
import { firstTargets, noOutcomes, outcomeCounts } from './find-command-targets.ts'
import type { ShownCommand } from './find-shown-commands.ts'
import { VALUES_MAX } from '#contract/mqtt/fields.ts'

type CommandRowView = z.output<typeof commandRow>
type CommandView = z.output<typeof commandView>
type Values = CommandView['args']

/**
 * Single values only: what a gateway or a person put there is JSON of any shape. A secret is shown to nobody, not even
 * sealed.
 */
export const plain = (values: Record<string, unknown>): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(
        (entry): entry is [string, Values[string]] =>
          entry[0] !== 'secret' && (entry[1] === null || typeof entry[1] !== 'object'),
      )
      .slice(0, VALUES_MAX),
  )

const steps = (row: ShownCommand, proof: CommandRow | undefined): CommandView['steps'] =>
  stepsOf({
    state: row.state,
    code: row.code,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    acceptedAt: row.accepted_at,
    doneAt: row.done_at,
    endedAt: row.ended_at,
    proof: proof ? { createdAt: proof.created_at, endedAt: proof.ended_at, state: proof.state } : null,
  })

/** Commands as lists tell them, in a few statements, however many devices they are for. */
export const presentCommands = async (db: Db, rows: readonly ShownCommand[]): Promise<CommandRowView[]> => {
  const ids = rows.map(({ id }) => id)
  const limiting = rows.filter(({ op }) => op === 'limit').map(({ id }) => id)
  const [counted, first, proofs, ends] = await Promise.all([
    outcomeCounts(db, 'command', ids),
    firstTargets(db, ids, TARGETS_NAMED),
    proofsOf(db, ids),
    endsOfCommands(db, limiting),
  ])
  const namedOf = Map.groupBy(first, ({ commandId }) => commandId)
  const endsOf = Map.groupBy(ends, (end) => end.command_id)
  return rows.map((row) => {
    const counts = counted.get(row.id) ?? noOutcomes()
    return {
      id: row.id,
      stationId: row.station_id,
      gateway: { id: row.gateway_id, sn: row.gateway_sn, name: row.gateway_name },
      op: row.op,
      args: plain(row.args),
      state: row.state,
      outcome: outcomeOf(row.state),
      code: row.code,
      steps: steps(row, proofs.get(row.id)),
      batchId: row.batch_id,
      createdBy: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      sentAt: row.sent_at,
      acceptedAt: row.accepted_at,
      endedAt: row.ended_at,
      total: Object.values(counts).reduce((sum, n) => sum + n, 0),
      counts,
      named: (namedOf.get(row.id) ?? []).map(({ id, kind, sn, name }) => ({ deviceId: id, kind, sn, name })),
      ends: (endsOf.get(row.id) ?? [])
        .slice(0, ENDS_SHOWN)
        .map((end) => ({ ...presentEnd(end), count: end.n })),
    }
  })
}

/** What each device of commands said, by command. */
export const presentTargets = async (
  db: Db,
  rows: readonly ShownCommand[],
): Promise<Map<string, CommandView['targets']>> => {
  const limiting = rows.filter(({ op }) => op === 'limit').map(({ id }) => id)
  const [found, limits] = await Promise.all([
    targetsOf(
      db,
      rows.map(({ id }) => id),
    ),
    limitsOfCommands(db, limiting),
  ])
  const limitOf = new Map(limits.map((limit) => [`${limit.command_id} ${limit.device_id}`, limit]))
  const targets = Map.groupBy(found, (target) => target.command_id)
  return new Map(
    rows.map((row) => [
      row.id,
      (targets.get(row.id) ?? []).map((target) => {
        const limit = limitOf.get(`${row.id} ${target.device_id}`)
        return {
          deviceId: target.device_id,
          kind: target.kind,
          sn: target.sn,
          name: target.name,
          ok: target.ok,
          code: target.code,
          after: target.after === null ? null : plain(target.after),
          state: target.state ?? row.state,
          outcome: outcomeOf(target.state ?? row.state),
          settledAt: target.settled_at,
          limit: limit ? presentEnd(limit) : null,
        }
      }),
    ]),
  )
}
