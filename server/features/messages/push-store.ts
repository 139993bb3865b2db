import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { pushRoutes } from '#contract/http/push.ts'
import type { Who } from '../accounts/who.ts'
import { isQuietAt } from '../alarms/acknowledgement-store.ts'
import { alarmMessages } from '#domain/messages/message-kinds.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { SESSIONS_MAX } from '#domain/accounts/limits.ts'

type View = z.output<(typeof pushRoutes)['GET /api/push']['output']>['subscriptions'][number]
export type Keys = { p256dh: string; auth: string }

export const subscriptionsOf = async (db: Db, who: Pick<Who, 'accountId' | 'sessionId'>): Promise<View[]> => {
  const rows = await db
    .selectFrom('push_subscription as push')
    .innerJoin('session', 'session.id', 'push.session_id')
    .where('push.account_id', '=', who.accountId)
    .select([
      'push.id',
      'push.session_id',
      'push.created_at',
      'push.told_at',
      'push.failed_at',
      'push.failure',
      'session.browser',
    ])
    .orderBy('push.created_at', 'desc')
    .limit(SESSIONS_MAX)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    browser: row.browser,
    here: row.session_id === who.sessionId,
    createdAt: row.created_at,
    toldAt: row.told_at,
    failedAt: row.failed_at,
    failure: row.failure,
  }))
}

/**
 * This session's browser is told. An endpoint is one browser's: whoever was told there before is told no more, and
 * what this session had before goes.
 */
export const subscribe = async (
  trx: Db,
  who: Pick<Who, 'accountId' | 'sessionId'>,
  now: number,
  given: { endpoint: string; keys: Keys },
): Promise<void> => {
  await trx
    .deleteFrom('push_subscription')
    .where((eb) => eb.or([eb('session_id', '=', who.sessionId), eb('endpoint', '=', given.endpoint)]))
    .execute()
  await trx
    .insertInto('push_subscription')
    .values({
      id: randomUUID(),
      account_id: who.accountId,
      session_id: who.sessionId,
      endpoint: given.endpoint,
      p256dh: given.keys.p256dh,
      auth: given.keys.auth,
      created_at: new Date(now),
    })
    .execute()
}

/** False when the person has no such subscription. */
export const unsubscribe = async (db: Db, accountId: string, id: string): Promise<boolean> => {
  const gone = await db
    .deleteFrom('push_subscription')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export const dropSubscription = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute()
}

/** Messages that were just made go to the browsers of their people when they are due, in the caller's transaction. */
export const queuePushes = async (trx: Db, now: number, messageIds: readonly string[]): Promise<void> => {
  if (messageIds.length === 0) return
  await sql`
    INSERT INTO push_delivery (id, subscription_id, message_id, created_at, next_at)
    SELECT gen_random_uuid(), s.id, m.id, ${new Date(now)}::timestamptz, m.due_at
      FROM message m JOIN push_subscription s ON s.account_id = m.account_id
     WHERE m.id = ANY(${[...messageIds]}::uuid[])`.execute(trx)
}

/** A message to try it with; one that still waits is enough. False when the person has no such subscription. */
export const queueTrial = async (db: Db, now: number, accountId: string, id: string): Promise<boolean> => {
  const found = await db
    .selectFrom('push_subscription')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!found) return false
  await db
    .deleteFrom('push_delivery')
    .where('subscription_id', '=', id)
    .where('message_id', 'is', null)
    .execute()
  const at = new Date(now)
  await db
    .insertInto('push_delivery')
    .values({ id: randomUUID(), subscription_id: id, message_id: null, created_at: at, next_at: at })
    .execute()
  return true
}

/** The push of a new alarm that somebody has acknowledged meanwhile waits until that is over. */
const isHeld = (delivery: 'one' | 'other', now: number) => sql`EXISTS (
  SELECT FROM message m JOIN alarm_acknowledgement k ON k.alarm_id = m.alarm_id JOIN alarm ON alarm.id = k.alarm_id
   WHERE m.id = ${sql.ref(`${delivery}.message_id`)} AND m.kind = 'alarm_raised' AND ${isQuietAt(now)})`

export type DuePush = {
  id: string
  message_id: string | null
  attempts: number
  subscription_id: string
  account_id: string
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  language: 'en' | 'zh_CN'
}

/** Takes all that is due for up to `limit` browsers, for `leaseMs`; see `takeDue` of webhooks. */
export const takeDuePushes = async (
  db: Db,
  now: number,
  leaseMs: number,
  limit: number,
): Promise<DuePush[]> => {
  const { rows } = await sql<DuePush>`
    UPDATE push_delivery d SET next_at = ${instant(now + leaseMs)}, attempts = d.attempts + 1
      FROM push_subscription s JOIN account a ON a.id = s.account_id
     WHERE s.id = d.subscription_id AND d.id IN (
       SELECT one.id FROM push_delivery one
        WHERE one.next_at <= ${instant(now)} AND NOT ${isHeld('one', now)} AND one.subscription_id IN (
          SELECT DISTINCT other.subscription_id FROM push_delivery other
           WHERE other.next_at <= ${instant(now)} AND NOT ${isHeld('other', now)} LIMIT ${limit})
        ORDER BY one.next_at FOR UPDATE OF one SKIP LOCKED)
    RETURNING d.id, d.message_id, d.attempts, s.id AS subscription_id, s.account_id, s.session_id, s.endpoint,
              s.p256dh, s.auth, a.language`.execute(db)
  return rows
}

export const notePushes = async (db: Db, ids: readonly string[], nextAt: number | null): Promise<void> => {
  if (ids.length === 0) return
  await db
    .updateTable('push_delivery')
    .set({ next_at: nextAt === null ? null : new Date(nextAt) })
    .where('id', 'in', [...ids])
    .execute()
}

export const noteSubscription = async (
  db: Db,
  id: string,
  at: number,
  failure: string | null,
): Promise<void> => {
  await db
    .updateTable('push_subscription')
    .set(failure === null ? { told_at: new Date(at), failure } : { failed_at: new Date(at), failure })
    .where('id', '=', id)
    .execute()
}

/** Drops what was taken or given up before that moment (epoch ms). Gives how many. */
export const forgetPushes = async (db: Db, before: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('push_delivery')
    .where('next_at', 'is', null)
    .where('created_at', '<', instant(before))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The messages among these that there is nothing to be told of any more: read, their alarm has ended, or answered. */
export const pastMessages = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('message')
    .leftJoin('alarm', (join) =>
      join.onRef('alarm.id', '=', 'message.alarm_id').on('message.kind', 'in', [...alarmMessages]),
    )
    .leftJoin('control_question as question', 'question.id', 'message.id')
    .where('message.id', 'in', [...ids])
    .where((eb) =>
      eb.or([
        eb('message.read_at', 'is not', null),
        eb('alarm.status', '=', 'closed'),
        eb('question.answer', 'is not', null),
      ]),
    )
    .select('message.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
