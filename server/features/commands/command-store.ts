import { type Expression, type Selectable, type SqlBool, sql, type Insertable } from 'kysely'
import { isOpen, type CommandEvent, type CommandState } from '#domain/commands/command-states.ts'
import { ANSWER_MS } from '#domain/commands/command-times.ts'
import type { Settled } from '#domain/commands/settle.ts'
import { instant } from '../../platform/db/instant.ts'
import type { CommandTable, CommandTargetTable } from '../../platform/db/tables/commands.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { ShownCommand } from './find-shown-commands.ts'
import { shownCommands } from './find-shown-commands.ts'

export type CommandRow = Selectable<CommandTable>
export type TargetRow = Selectable<CommandTargetTable>

/** Events that are a gateway's word that it has carried a command out, as far as it could. */
const carriedOut: readonly CommandEvent[] = ['done', 'effected', 'failed']

/** A command, locked until the end of the transaction. */
export const lockCommand = async (trx: Db, id: string): Promise<CommandRow | undefined> =>
  trx.selectFrom('command').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** What one act of a person has made already: the command of this id, or those of this batch. */
export const madeBy = async (db: Db, actId: string) =>
  db
    .selectFrom('command')
    .select(['id', 'op', 'station_id', 'gateway_id'])
    .where((eb) => eb.or([eb('id', '=', actId), eb('batch_id', '=', actId)]))
    .orderBy('gateway_id')
    .execute()

export const targetsOf = async (db: Db, commandIds: readonly string[]) =>
  commandIds.length === 0
    ? []
    : db
        .selectFrom('command_target')
        .innerJoin('device', 'device.id', 'command_target.device_id')
        .selectAll('command_target')
        .select(['device.kind', 'device.name', 'device.string_no', 'device.position'])
        .select(['device.rated_w', 'device.shown_w'])
        .where('command_id', 'in', [...commandIds])
        .orderBy('command_target.sn')
        .execute()

/** The command that holds one of these devices, and by whom it was given. */
export const commandRunningOn = async (db: Db, deviceIds: readonly string[]) =>
  db
    .selectFrom('command_target')
    .innerJoin('command', 'command.id', 'command_target.command_id')
    .leftJoin('account', 'account.id', 'command.created_by')
    .select([
      'command.id',
      'command.op',
      'command.state',
      'command.created_at',
      'command_target.device_id',
      'command_target.sn',
      'account.name as by',
    ])
    .where('command_target.device_id', 'in', [...deviceIds])
    .where('command_target.open', '=', true)
    .where('command_target.proof', '=', false)
    .orderBy('command.created_at')
    .executeTakeFirst()

/** Moves a command on; with a state that is final it and its targets are closed. The row is locked by the caller. */
export const saveState = async (
  trx: Db,
  command: Pick<CommandRow, 'id' | 'sent_at' | 'accepted_at' | 'done_at'>,
  state: CommandState,
  by: { event: CommandEvent; at: number; code: string | null },
): Promise<void> => {
  const answered = state === 'accepted' || state === 'verified' || state === 'rejected'
  const ended = !isOpen(state)
  const at = new Date(by.at)
  await trx
    .updateTable('command')
    .set({
      state,
      ...(by.code === null ? {} : { code: by.code }),
      // An answer proves that it was sent, also when nobody came to note it.
      ...(command.sent_at === null && (answered || state === 'sent') ? { sent_at: at } : {}),
      ...(command.accepted_at === null && (state === 'accepted' || state === 'verified')
        ? { accepted_at: at }
        : {}),
      ...(command.done_at === null && carriedOut.includes(by.event) ? { done_at: at } : {}),
      ...(ended ? { ended_at: at } : {}),
    })
    .where('id', '=', command.id)
    .execute()
  if (ended)
    await trx
      .updateTable('command_target')
      .set({ open: false, settled_at: sql<Date>`coalesce(settled_at, ${at}::timestamptz)` })
      .where('command_id', '=', command.id)
      .execute()
}

export type TargetAnswer = {
  deviceId: string
  ok: boolean
  code: string | null
  after: Record<string, unknown> | null
  /** How it ended; it is free for another command then. null = a reading has yet to tell. */
  settles: Settled | null
}

/** Notes what was said of each device, or read of it. */
export const saveTargets = async (
  trx: Db,
  commandId: string,
  answers: readonly TargetAnswer[],
  at: number,
): Promise<void> => {
  if (answers.length === 0) return
  await sql`
    UPDATE command_target t
       SET ok = a.ok, code = a.code, after = coalesce(a.after::jsonb, t.after), state = a.state,
           settled_at = CASE WHEN a.state IS NULL THEN NULL ELSE ${new Date(at)}::timestamptz END,
           open = t.open AND a.state IS NULL
      FROM unnest(${answers.map((one) => one.deviceId)}::uuid[], ${answers.map((one) => one.ok)}::boolean[],
                  ${answers.map((one) => one.code)}::text[],
                  ${answers.map((one) => (one.after === null ? null : JSON.stringify(one.after)))}::text[],
                  ${answers.map((one) => one.settles)}::text[])
             AS a(device_id, ok, code, after, state)
     WHERE t.command_id = ${commandId} AND t.device_id = a.device_id AND t.state IS NULL`.execute(trx)
}

export type QueuedCommand = CommandRow & { gateway_sn: string }

/**
 * The next command to be sent, locked; what another server is sending is passed over. A gateway's commands go out in
 * the order they were given: one that waits behind another is not the next, also while that one is being sent.
 */
export const lockNextQueued = async (
  trx: Db,
  now: number,
  passOver: readonly string[],
): Promise<QueuedCommand | undefined> =>
  trx
    .selectFrom('command')
    .innerJoin('device as gateway', 'gateway.id', 'command.gateway_id')
    .innerJoin('gateway_link', 'gateway_link.device_id', 'gateway.id')
    .selectAll('command')
    .select('gateway.sn as gateway_sn')
    .where('command.ended_at', 'is', null)
    .where('command.state', '=', 'queued')
    .where('command.expires_at', '>', instant(now))
    .where('gateway.removed_at', 'is', null)
    .where('gateway_link.connected', '=', true)
    .where(sql<SqlBool>`command.gateway_id <> ALL(${[...passOver]}::uuid[])`)
    .where(
      sql<SqlBool>`NOT EXISTS (
        SELECT 1 FROM command older
         WHERE older.gateway_id = command.gateway_id AND older.ended_at IS NULL AND older.state = 'queued'
           AND older.expires_at > ${new Date(now)}::timestamptz
           AND (older.created_at, older.id) < (command.created_at, command.id))`,
    )
    .orderBy('command.created_at')
    .orderBy('command.id')
    .limit(1)
    .forUpdate('command')
    .skipLocked()
    .executeTakeFirst()

/** Open commands whose time is over (`overAt`), at most `limit`. */
export const overdueCommands = async (db: Db, now: number, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('command')
    .select('id')
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'queued'), eb('expires_at', '<=', instant(now))]),
        eb.and([eb('state', '<>', 'queued'), eb('expires_at', '<=', instant(now - ANSWER_MS))]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Open commands to or through these devices, locked in one order. */
export const lockOpenCommandsOf = async (trx: Db, deviceIds: readonly string[]): Promise<CommandRow[]> =>
  deviceIds.length === 0
    ? []
    : trx
        .selectFrom('command')
        .selectAll()
        .where('ended_at', 'is', null)
        .where(
          sql<SqlBool>`(command.gateway_id = ANY(${[...deviceIds]}::uuid[]) OR EXISTS (
            SELECT 1 FROM command_target t
             WHERE t.command_id = command.id AND t.device_id = ANY(${[...deviceIds]}::uuid[])))`,
        )
        .orderBy('id')
        .forUpdate()
        .execute()

/** What others want to switch on, limit or restart at a station and what has not gone out yet, locked in one order. */
export const lockQueuedByOthers = async (
  trx: Db,
  stationId: string,
  accountId: string,
): Promise<CommandRow[]> =>
  trx
    .selectFrom('command')
    .selectAll()
    .where('station_id', '=', stationId)
    .where('state', '=', 'queued')
    .where('ended_at', 'is', null)
    .where('created_by', '<>', accountId)
    .where(
      sql<SqlBool>`(command.op IN ('limit', 'restart') OR (command.op = 'switch' AND command.args->>'on' = 'true'))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()

/** The reads that prove these commands, by the command's id. */
export const proofsOf = async (db: Db, commandIds: readonly string[]) => {
  if (commandIds.length === 0) return new Map<string, CommandRow>()
  const rows = await db
    .selectFrom('command')
    .selectAll()
    .where('proof_of', 'in', [...commandIds])
    .execute()
  return new Map(rows.flatMap((row) => (row.proof_of === null ? [] : [[row.proof_of, row] as const])))
}

/** The newest activation of each of these gateways. */
export const newestActivations = async (
  db: Db,
  scope: Expression<SqlBool>,
  stationId: string,
  gatewayIds: readonly string[],
): Promise<ShownCommand[]> =>
  shownCommands(db, scope)
    .where('command.station_id', '=', stationId)
    .where(sql<SqlBool>`command.gateway_id = ANY(${[...gatewayIds]}::uuid[])`)
    .where('command.op', '=', 'activate')
    .distinctOn('command.gateway_id')
    .orderBy('command.gateway_id')
    .orderBy('command.created_at', 'desc')
    .execute()

export const hasProof = async (trx: Db, commandId: string): Promise<boolean> =>
  (await trx.selectFrom('command').select('id').where('proof_of', '=', commandId).executeTakeFirst()) !==
  undefined

/** Ids of what hangs behind a gateway, by serial key. */
export const childrenBySerial = async (
  db: Db,
  gatewayId: string,
  snKeys: readonly string[],
): Promise<string[]> => {
  if (snKeys.length === 0) return []
  const rows = await db
    .selectFrom('device')
    .select('id')
    .where('gateway_id', '=', gatewayId)
    .where('sn_key', 'in', [...snKeys])
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export const isNoted = (trx: Db, commandId: string, action: string) =>
  trx
    .selectFrom('audit')
    .select('id')
    .where('object_kind', '=', 'command')
    .where('object_id', '=', commandId)
    .where('action', '=', action)
    .executeTakeFirst()

export const insertCommand = async (trx: Db, row: Insertable<Tables['command']>): Promise<void> => {
  await trx.insertInto('command').values(row).execute()
}

export const insertTargets = (trx: Db, rows: readonly Insertable<Tables['command_target']>[]) =>
  trx
    .insertInto('command_target')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning('device_id')
    .execute()

/** Gives an open command more time. */
export const prolong = async (trx: Db, id: string, expiresAt: number): Promise<void> => {
  await trx
    .updateTable('command')
    .set({ expires_at: new Date(expiresAt) })
    .where('id', '=', id)
    .execute()
}
