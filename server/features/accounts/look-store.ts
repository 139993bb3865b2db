import { type Insertable, sql, type SqlBool } from 'kysely'
import { LOOK_LINKS_SHOWN } from '#domain/accounts/look-links.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { instant } from '../../platform/db/instant.ts'
import { ofCompany, type Scope } from './scope.ts'

/** Those that somebody manages: of the own company, but none of an administrator's; an administrator all. */
const managed = (who: Scope) =>
  who.role === 'administrator'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${ofCompany('look_link.company_id', who.companyId)} OR look_link.account_id = ${who.accountId})
        AND look_link.role <> 'administrator'`

/** It shows what whoever made it saw as who they were then. */
export const madeByWhoTheyAre = sql<SqlBool>`look_link.role = account.role
   AND look_link.company_id IS NOT DISTINCT FROM account.company_id`
const alive = sql<SqlBool>`account.disabled_at IS NULL AND ${madeByWhoTheyAre}`

const shown = (db: Db, now: number) =>
  db
    .selectFrom('look_link')
    .innerJoin('account', 'account.id', 'look_link.account_id')
    .where('look_link.expires_at', '>', instant(now))
    .select([
      'look_link.id',
      'look_link.name',
      'look_link.account_id',
      'account.name as by_name',
      'look_link.created_at',
      'look_link.expires_at',
      'look_link.last_used_at',
      sql<boolean>`NOT (${alive})`.as('dead'),
      (eb) =>
        eb
          .selectFrom('session')
          .whereRef('session.look_link_id', '=', 'look_link.id')
          .select(sql<number>`count(*)::int`.as('n'))
          .as('screens'),
    ])

export type ShownLook = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export const looksManagedBy = (db: Db, who: Scope, now: number): Promise<ShownLook[]> =>
  shown(db, now)
    .where(managed(who))
    .orderBy('look_link.created_at', 'desc')
    .orderBy('look_link.id')
    .limit(LOOK_LINKS_SHOWN)
    .execute()

/** How many those are of which `looksManagedBy` tells the newest. */
export const countManagedLooks = async (db: Db, who: Scope, now: number): Promise<number> => {
  const { n } = await db
    .selectFrom('look_link')
    .where('expires_at', '>', instant(now))
    .where(managed(who))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const lookOf = (db: Db, id: string, now: number): Promise<ShownLook | undefined> =>
  shown(db, now).where('look_link.id', '=', id).executeTakeFirst()

/** How many stand beside a new one of this person. */
export const countLooks = async (db: Db, who: Scope, now: number): Promise<number> => {
  const row = await db
    .selectFrom('look_link')
    .where('expires_at', '>', instant(now))
    .where(sql<SqlBool>`(role = 'administrator') = ${who.role === 'administrator'}::boolean`)
    .where(sql<SqlBool>`company_id IS NOT DISTINCT FROM ${who.companyId}::uuid`)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirst()
  return row?.n ?? 0
}

export const insertLook = async (db: Db, row: Insertable<Tables['look_link']>): Promise<void> => {
  await db.insertInto('look_link').values(row).execute()
}

/** Gives a living link of this person another token; false where there is none of this id. */
export const renewToken = async (
  db: Db,
  one: { id: string; hash: Buffer; who: Pick<Scope, 'accountId'>; now: number },
): Promise<boolean> => {
  const row = await db
    .updateTable('look_link')
    .set({ token_hash: one.hash })
    .where('id', '=', one.id)
    .where('account_id', '=', one.who.accountId)
    .where('expires_at', '>', instant(one.now))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A link that shows something now, by its token. */
export const livingLook = (db: Db, hash: Buffer, now: number) =>
  db
    .selectFrom('look_link')
    .innerJoin('account', 'account.id', 'look_link.account_id')
    .where('look_link.token_hash', '=', hash)
    .where('look_link.expires_at', '>', instant(now))
    .where(alive)
    .select(['look_link.id', 'look_link.account_id', 'look_link.company_id', 'look_link.expires_at'])
    .forUpdate('look_link')
    .executeTakeFirst()

export const noteLook = async (db: Db, id: string, now: number): Promise<void> => {
  await db
    .updateTable('look_link')
    .set({ last_used_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/** Leaves the `kept` screens that were heard of last. */
export const endOldLooks = async (tx: Db, linkId: string, kept: number): Promise<void> => {
  await sql`DELETE FROM session WHERE id IN (
      SELECT id FROM session WHERE look_link_id = ${linkId} ORDER BY last_seen_at DESC, id OFFSET ${kept})`.execute(
    tx,
  )
}

/** Takes it away, and its screens with it; gives whose it was, null when there is none that this person manages. */
export const deleteLook = async (db: Db, id: string, who: Scope): Promise<string | null> => {
  const row = await db
    .deleteFrom('look_link')
    .where('id', '=', id)
    .where(managed(who))
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id ?? null
}

export const dropExpiredLooks = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('look_link').where('expires_at', '<=', instant(now)).execute()
}
