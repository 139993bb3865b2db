import { randomUUID } from 'node:crypto'
import { type Expression, type Selectable, sql, type SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { webhookView } from '#contract/http/messages.ts'
import { type WebhookEvent, webhookEvents } from '#domain/messages/message-kinds.ts'
import { ofCompany } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import { instant } from '../../platform/db/instant.ts'
import type { WebhookTable } from '../../platform/db/tables/messages.ts'
import type { Db } from '../../platform/db/handle.ts'
import { WEBHOOKS_SHOWN } from '#domain/messages/limits.ts'

export type WebhookView = z.output<typeof webhookView>
export type WebhookRow = Selectable<WebhookTable>

const HIDDEN = '***'

/** Puts an event into the outbox of every address that wants it, in the caller's transaction. */
export const queueEvent = async (
  trx: Db,
  now: number,
  given: { event: WebhookEvent; stationId: string; body: object },
): Promise<void> => {
  const hooks = await trx
    .selectFrom('webhook')
    .innerJoin('station', (join) => join.on('station.id', '=', given.stationId))
    .select('webhook.id')
    .where('webhook.enabled', '=', true)
    .where(sql<boolean>`${given.event} = ANY(webhook.events)`)
    .where((eb) =>
      eb.or([
        eb('webhook.company_id', 'is', null),
        eb('webhook.company_id', '=', eb.ref('station.company_id')),
      ]),
    )
    .execute()
  if (hooks.length === 0) return
  await trx
    .insertInto('webhook_delivery')
    .values(
      hooks.map(({ id: webhookId }) => {
        const id = randomUUID()
        return {
          id,
          webhook_id: webhookId,
          event: given.event,
          body: JSON.stringify({ id, event: given.event, ...given.body }),
          created_at: new Date(now),
          next_at: new Date(now),
        }
      }),
    )
    .execute()
}

/** An address as it is shown: a password in it is never given back. */
export const shownAddress = (url: string): string => {
  const read = new URL(url)
  if (read.password === '') return url
  read.password = HIDDEN
  return read.href
}

/** Those that somebody may see: every one for an administrator, else those of the own company. */
export const visibleWebhooks = (who: Pick<Who, 'role' | 'companyId'>): Expression<SqlBool> => {
  if (who.role === 'administrator') return sql<SqlBool>`true`
  return ofCompany('webhook.company_id', who.companyId)
}

/** Addresses of one company, or with null of the whole installation. */
export const countWebhooks = async (trx: Db, companyId: string | null): Promise<number> => {
  const { n } = await trx
    .selectFrom('webhook')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(sql<SqlBool>`company_id IS NOT DISTINCT FROM ${companyId}::uuid`)
    .executeTakeFirstOrThrow()
  return n
}

/** Whether there is one with this id: the call that made it is repeated when its answer was lost. */
export const hasWebhook = async (trx: Db, id: string): Promise<boolean> =>
  (await trx.selectFrom('webhook').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** How many there are of which `webhooksOf` tells the first. */
export const countVisibleWebhooks = async (db: Db, who: Pick<Who, 'role' | 'companyId'>): Promise<number> => {
  const { n } = await db
    .selectFrom('webhook')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(visibleWebhooks(who))
    .executeTakeFirstOrThrow()
  return n
}

export const webhooksOf = async (
  db: Db,
  who: Pick<Who, 'role' | 'companyId'>,
  id?: string,
): Promise<WebhookView[]> => {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('webhook_delivery')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')
        .where('next_at', 'is not', null)
        .as('waiting'),
    )
    .where(visibleWebhooks(who))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .limit(WEBHOOKS_SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    url: shownAddress(row.url),
    companyId: row.company_id,
    events: webhookEvents.filter((event) => row.events.includes(event)),
    enabled: row.enabled,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
    failedAt: row.failed_at,
    failure: row.failure,
    waiting: row.waiting ?? 0,
  }))
}

export type DueDelivery = {
  id: string
  webhook_id: string
  event: string
  body: string
  attempts: number
  url: string
  secret: string
}

/**
 * Takes what is due: from now until `leaseMs` have passed nobody else takes it, so that a server that dies over it
 * leaves it to the others.
 */
export const takeDue = async (
  db: Db,
  now: number,
  leaseMs: number,
  limit: number,
): Promise<DueDelivery[]> => {
  const { rows } = await sql<DueDelivery>`
    UPDATE webhook_delivery d SET next_at = ${instant(now + leaseMs)}, attempts = d.attempts + 1
      FROM webhook w
     WHERE w.id = d.webhook_id AND d.id IN (
       SELECT one.id FROM webhook_delivery one JOIN webhook h ON h.id = one.webhook_id
        WHERE one.next_at <= ${instant(now)} AND h.enabled ORDER BY one.next_at LIMIT ${limit} FOR UPDATE OF one SKIP LOCKED)
    RETURNING d.id, d.webhook_id, d.event, d.body, d.attempts, w.url, w.secret`.execute(db)
  return rows
}

export const noteDelivery = async (
  db: Db,
  delivery: DueDelivery,
  outcome: { at: number; failure: string | null; nextAt: number | null },
): Promise<void> => {
  const { at, failure, nextAt } = outcome
  const done = failure === null
  await db
    .updateTable('webhook_delivery')
    .set({
      next_at: nextAt === null ? null : new Date(nextAt),
      done_at: done ? new Date(at) : null,
      failure,
    })
    .where('id', '=', delivery.id)
    .execute()
  await db
    .updateTable('webhook')
    .set(done ? { delivered_at: new Date(at), failure: null } : { failed_at: new Date(at), failure })
    .where('id', '=', delivery.webhook_id)
    .execute()
}

/** Drops what was taken or given up before that moment (epoch ms). Gives how many. */
export const forgetDeliveries = async (db: Db, before: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_delivery')
    .where('next_at', 'is', null)
    .where('created_at', '<', instant(before))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Takes an address away; gives what it was, undefined when it is not the caller's to see. */
export const removeWebhook = (trx: Db, webhookId: string, who: Who) =>
  trx
    .deleteFrom('webhook')
    .where('id', '=', webhookId)
    .where(visibleWebhooks(who))
    .returning(['url', 'company_id'])
    .executeTakeFirst()

export const updateWebhook = async (
  trx: Db,
  {
    url,
    secret,
    events,
    enabled,
    id,
  }: {
    url: string | undefined
    secret: string | undefined
    events: ('alarm.raised' | 'order.changed')[] | undefined
    enabled: boolean | undefined
    id: string
  },
): Promise<void> => {
  await trx
    .updateTable('webhook')
    .set((eb) => ({
      ...(url === undefined ? {} : { url }),
      ...(secret === undefined ? {} : { secret }),
      ...(events === undefined ? {} : { events: [...new Set(events)] }),
      ...(enabled === undefined ? {} : { enabled }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export const lockWebhook = (trx: Db, id: string, who: Who) =>
  trx
    .selectFrom('webhook')
    .select(['version', 'url'])
    .where('id', '=', id)
    .where(visibleWebhooks(who))
    .forUpdate()
    .executeTakeFirst()

export const insertWebhook = async (
  trx: Db,
  {
    id,
    url,
    secret,
    companyId,
    events,
    accountId,
    now,
  }: {
    id: string
    url: string
    secret: string
    companyId: string | null
    events: ('alarm.raised' | 'order.changed')[]
    accountId: string
    now: number
  },
): Promise<void> => {
  await trx
    .insertInto('webhook')
    .values({
      id,
      url,
      secret,
      company_id: companyId,
      events: [...new Set(events)],
      created_by: accountId,
      created_at: new Date(now),
    })
    .execute()
}
