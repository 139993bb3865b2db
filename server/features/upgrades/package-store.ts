import { olderThan } from '../../platform/page/older-than.ts'
import type { TimePlace } from '../../platform/page/page.ts'
import type { Expression, Selectable, SqlBool, Insertable } from 'kysely'
import { expressionBuilder, sql } from 'kysely'
import { ofCompany, type Scope } from '../accounts/scope.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { FirmwareImageTable, FirmwarePackageTable } from '../../platform/db/tables/upgrades.ts'
import type { Db } from '../../platform/db/handle.ts'
import { anywhere } from '../../platform/search/part-of-text.ts'

export type PackageRow = Selectable<FirmwarePackageTable>
/** Without its data, which is read in pieces. */
export type ImageRow = Omit<Selectable<FirmwareImageTable>, 'data'>

const imageColumns = [
  'id',
  'package_id',
  'no',
  'level',
  'vendor',
  'model',
  'hw_min',
  'hw_max',
  'version',
  'sequence',
  'bytes',
  'sha256',
  'expires_at',
  'key_id',
  'signature',
] as const

/** Packages of the own company and of the installation; all for an administrator. */
export const visiblePackages = (who: Scope): Expression<SqlBool> => {
  const eb = expressionBuilder<Tables, 'firmware_package'>()
  if (who.role === 'administrator') return sql<SqlBool>`true`
  if (who.role === null) return sql<SqlBool>`false`
  const common = eb('firmware_package.company_id', 'is', null)
  return eb.or([common, ofCompany('firmware_package.company_id', who.companyId)])
}

const shown = (db: Db, scope: Expression<SqlBool>) =>
  db
    .selectFrom('firmware_package')
    .leftJoin('account as uploader', 'uploader.id', 'firmware_package.uploaded_by')
    .leftJoin('account as approver', 'approver.id', 'firmware_package.approved_by')
    .leftJoin('account as withdrawer', 'withdrawer.id', 'firmware_package.withdrawn_by')
    .selectAll('firmware_package')
    .select([
      'uploader.name as uploaded_by_name',
      'approver.name as approved_by_name',
      'withdrawer.name as withdrawn_by_name',
    ])
    .where(scope)
export type ShownPackage = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export const findPackage = async (
  db: Db,
  scope: Expression<SqlBool>,
  id: string,
): Promise<ShownPackage | undefined> =>
  shown(db, scope).where('firmware_package.id', '=', id).executeTakeFirst()

/** Whoever's it is; for whoever decides by it. */
export const packageOfId = async (db: Db, id: string): Promise<PackageRow | undefined> =>
  db.selectFrom('firmware_package').selectAll().where('id', '=', id).executeTakeFirst()

/** One in scope, locked until the end of the transaction. */
export const lockPackage = async (
  trx: Db,
  scope: Expression<SqlBool>,
  id: string,
): Promise<PackageRow | undefined> =>
  trx
    .selectFrom('firmware_package')
    .selectAll()
    .where('id', '=', id)
    .where(scope)
    .forUpdate()
    .executeTakeFirst()

export const packagesInScope = async (
  db: Db,
  scope: Expression<SqlBool>,
  page: {
    state: PackageRow['state'] | undefined
    /** Only those whose list was signed by one of these, and that have not expired by then. */
    usable: { keyIds: readonly string[]; now: number } | null
    search: string
    before: TimePlace | null
    limit: number
  },
): Promise<ShownPackage[]> =>
  shown(db, scope)
    .$if(page.state !== undefined, (query) =>
      query.where('firmware_package.state', '=', page.state ?? 'uploaded'),
    )
    .$if(page.usable !== null, (query) =>
      query
        .where('firmware_package.state', '=', 'approved')
        .where('firmware_package.expires_at', '>', instant(page.usable?.now ?? 0))
        .where(sql<SqlBool>`firmware_package.key_id = ANY(${[...(page.usable?.keyIds ?? [])]}::text[])`),
    )
    .$if(page.search !== '', (query) => {
      const pattern = anywhere(page.search)
      return query.where((eb) =>
        eb.or([
          eb('firmware_package.name', 'ilike', pattern),
          eb('firmware_package.version', 'ilike', pattern),
          eb('firmware_package.vendor', 'ilike', pattern),
        ]),
      )
    })
    .where(olderThan('firmware_package.uploaded_at', 'firmware_package.id', page.before))
    .orderBy('firmware_package.uploaded_at', 'desc')
    .orderBy('firmware_package.id', 'desc')
    .limit(page.limit)
    .execute()

export const imagesOf = async (db: Db, packageIds: readonly string[]): Promise<ImageRow[]> =>
  packageIds.length === 0
    ? []
    : db
        .selectFrom('firmware_image')
        .select(imageColumns)
        .where('package_id', 'in', [...packageIds])
        .orderBy('package_id')
        .orderBy('no')
        .execute()

/** What is stored of an image now: its length and its SHA-256 (hex), computed where it lies. */
export const storedImage = async (
  db: Db,
  imageId: string,
): Promise<{ bytes: number; sha256: string } | undefined> =>
  db
    .selectFrom('firmware_image')
    .select([
      sql<number>`octet_length(data)`.as('bytes'),
      sql<string>`encode(sha256(data), 'hex')`.as('sha256'),
    ])
    .where('id', '=', imageId)
    .executeTakeFirst()

/** Bytes from `from` on, at most `count`. */
export const readImage = async (
  db: Db,
  imageId: string,
  from: number,
  count: number,
): Promise<Buffer | null> => {
  const row = await db
    .selectFrom('firmware_image')
    .select(sql<Buffer>`substring(data FROM ${from + 1}::int FOR ${count}::int)`.as('piece'))
    .where('id', '=', imageId)
    .executeTakeFirst()
  return row?.piece ?? null
}

export const stateOfPackage = (trx: Db, packageId: string) =>
  trx.selectFrom('firmware_package').select('state').where('id', '=', packageId).executeTakeFirstOrThrow()

export const markWithdrawn = async (trx: Db, accountId: string, id: string, now: number): Promise<void> => {
  await trx
    .updateTable('firmware_package')
    .set({ state: 'withdrawn', withdrawn_by: accountId, withdrawn_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

export const markApproved = async (trx: Db, accountId: string, id: string, now: number): Promise<void> => {
  await trx
    .updateTable('firmware_package')
    .set({ state: 'approved', approved_by: accountId, approved_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

export const insertImage = async (trx: Db, row: Insertable<FirmwareImageTable>): Promise<void> => {
  await trx.insertInto('firmware_image').values(row).execute()
}

/** Undefined when the id is taken. */
export const insertPackage = (trx: Db, row: Insertable<FirmwarePackageTable>) =>
  trx
    .insertInto('firmware_package')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
