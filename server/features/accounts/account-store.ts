import type { Selectable, Updateable } from 'kysely'
import type { TimePlace } from '../../platform/page/page.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { AccountTable } from '../../platform/db/tables/accounts.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs } from '../../platform/db/known-statement.ts'
import { type Scope, visibleAccounts, visibleCompanies } from './scope.ts'
import { anywhere } from '../../platform/search/part-of-text.ts'
import { SHARED_STATIONS_MAX } from '#domain/accounts/limits.ts'

export type AccountRow = Selectable<AccountTable>

export const accountOfKey = (db: Db, key: string) =>
  db.selectFrom('account').selectAll().where('account_key', '=', key).executeTakeFirst()

export const accountOfId = (db: Db, id: string) =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

export const anyAccount = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined

const withCompany = (db: Db) =>
  db
    .selectFrom('account')
    .leftJoin('company', 'company.id', 'account.company_id')
    .select([
      'account.id',
      'account.account',
      'account.account_key',
      'account.name',
      'account.role',
      'account.extra_permissions',
      'account.company_id',
      'account.language',
      'account.disabled_at',
      'account.created_at',
      'account.version',
      'company.name as company_name',
    ])

export type AccountWithCompany = Awaited<ReturnType<ReturnType<typeof withCompany>['execute']>>[number]

export const accountWithCompany = (db: Db, id: string): Promise<AccountWithCompany> =>
  withCompany(db).modifyFront(knownAs('account')).where('account.id', '=', id).executeTakeFirstOrThrow()

/** Stations that are shared with somebody to be looked at alone, and are not their own. */
export const lookOnlyOf = async (
  db: Db,
  { id, role, company_id: companyId }: Pick<AccountWithCompany, 'id' | 'role' | 'company_id'>,
): Promise<string[]> => {
  if (role === null || role === 'administrator') return []
  const rows = await db
    .selectFrom('station_share')
    .innerJoin('station', 'station.id', 'station_share.station_id')
    .select('station.id')
    .where('station_share.account_id', '=', id)
    .where('station_share.rights', '=', 'view')
    .where('station.deleted_at', 'is', null)
    .where((eb) =>
      role === 'owner'
        ? eb('station.owner_account_id', 'is distinct from', id)
        : eb('station.company_id', 'is distinct from', companyId),
    )
    .orderBy('station.id')
    .limit(SHARED_STATIONS_MAX)
    .execute()
  return rows.map((row) => row.id)
}

/** By account name, after `afterKey`, `limit` at the most. */
export const accountsSeenBy = (
  db: Db,
  who: Scope,
  {
    afterKey,
    search,
    role,
    limit,
  }: { afterKey: string | null; search: string; role: AccountTable['role']; limit: number },
) =>
  withCompany(db)
    .where(visibleAccounts(who))
    .$if(role !== null, (query) => query.where('account.role', '=', role))
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('account.name', 'ilike', anywhere(search)),
          eb('account.account', 'ilike', anywhere(search)),
        ]),
      ),
    )
    .$if(afterKey !== null, (query) => query.where('account.account_key', '>', afterKey ?? ''))
    .orderBy('account.account_key')
    .limit(limit)
    .execute()

/** Locked until the transaction ends; undefined when it is not there or not to be seen. */
export const lockVisibleAccount = (tx: Db, who: Scope, id: string) =>
  tx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where(visibleAccounts(who))
    .forUpdate()
    .executeTakeFirst()

/** Locked, so that two administrators cannot take each other out at once. */
export const lockActiveAdministrators = async (tx: Db): Promise<string[]> => {
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export type NewAccount = {
  id: string
  account: string
  key: string
  name: string
  passwordHash: string
  role: AccountTable['role']
  companyId: string | null
  language?: 'zh_CN' | 'en'
}

/** False when the id or the name is taken. */
export const insertAccount = async (db: Db, now: number, one: NewAccount): Promise<boolean> => {
  const row = await db
    .insertInto('account')
    .values({
      id: one.id,
      account: one.account.normalize('NFC').trim(),
      account_key: one.key,
      name: one.name,
      password_hash: one.passwordHash,
      role: one.role,
      company_id: one.companyId,
      created_at: new Date(now),
      ...(one.language ? { language: one.language } : {}),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the fields and counts the version up. */
export const updateAccount = async (
  db: Db,
  id: string,
  fields: Updateable<Tables['account']>,
): Promise<void> => {
  await db
    .updateTable('account')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Without a new version: nothing that anybody sees has changed. */
export const rehashPassword = async (db: Db, id: string, from: string, to: string): Promise<void> => {
  await db
    .updateTable('account')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute()
}

/** False when the id is taken. */
export const insertCompany = async (
  db: Db,
  now: number,
  one: { id: string; name: string },
): Promise<boolean> => {
  const row = await db
    .insertInto('company')
    .values({ id: one.id, name: one.name, created_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const companyOf = async (
  db: Db,
  id: string,
): Promise<{ id: string; name: string; createdAt: number } | undefined> =>
  db
    .selectFrom('company')
    .select(['id', 'name', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()

export const visibleCompany = (db: Db, who: Scope, id: string) =>
  db.selectFrom('company').select('id').where('id', '=', id).where(visibleCompanies(who)).executeTakeFirst()

/** Oldest first, after a place, `limit` at the most. */
export const companiesSeenBy = (
  db: Db,
  who: Scope,
  { after, search, limit }: { after: TimePlace | null; search: string; limit: number },
) =>
  db
    .selectFrom('company')
    .select(['id', 'name', 'created_at'])
    .where(visibleCompanies(who))
    .$if(search !== '', (query) => query.where('name', 'ilike', anywhere(search)))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('created_at', '>', instant(after?.at ?? 0)),
          eb.and([eb('created_at', '=', instant(after?.at ?? 0)), eb('id', '>', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export const nameOfAccount = (db: Db, id: string) =>
  db.selectFrom('account').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

export const namesOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()

export const visibleAccount = (db: Db, who: Scope, id: string) =>
  db.selectFrom('account').select('id').where('id', '=', id).where(visibleAccounts(who)).executeTakeFirst()

export const signInName = (db: Db, accountId: string) =>
  db.selectFrom('account').select('account').where('id', '=', accountId).executeTakeFirst()
