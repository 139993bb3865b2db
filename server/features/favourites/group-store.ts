import { type Expression, sql, type SqlBool } from 'kysely'
import { GROUPS_MAX } from '#domain/stations/limits.ts'
import type { Db } from '../../platform/db/handle.ts'

/** A condition on the table `station`: those of `scope` that are in this person's group. */
export const groupIn = (
  scope: Expression<SqlBool>,
  accountId: string,
  groupId: string,
): Expression<SqlBool> =>
  sql<SqlBool>`${scope} AND EXISTS (
    SELECT FROM station_group_member m JOIN station_group g ON g.id = m.group_id
     WHERE m.station_id = station.id AND g.id = ${groupId} AND g.account_id = ${accountId})`

export const hasGroup = async (db: Db, accountId: string, groupId: string): Promise<boolean> =>
  (await db
    .selectFrom('station_group')
    .select('id')
    .where('id', '=', groupId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined

export type Group = { id: string; name: string; stationIds: string[] }

/** This person's groups with the members in scope, the oldest first; or one of them. */
export const groupsOf = async (
  db: Db,
  accountId: string,
  scope: Expression<SqlBool>,
  groupId?: string,
): Promise<Group[]> => {
  const groups = await db
    .selectFrom('station_group')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .$if(groupId !== undefined, (query) => query.where('id', '=', groupId ?? ''))
    .orderBy('since')
    .orderBy('id')
    .execute()
  if (groups.length === 0) return []
  const members = await db
    .selectFrom('station_group_member as member')
    .innerJoin('station', 'station.id', 'member.station_id')
    .where(
      'member.group_id',
      'in',
      groups.map(({ id }) => id),
    )
    .where(scope)
    .orderBy('station.name')
    .orderBy('station.id')
    .select(['member.group_id', 'station.id'])
    .execute()
  const inGroup = Map.groupBy(members, (member) => member.group_id)
  return groups.map((group) => ({ ...group, stationIds: (inGroup.get(group.id) ?? []).map(({ id }) => id) }))
}

/** Of these stations those in scope. */
export const inScopeOf = async (
  db: Db,
  stationIds: readonly string[],
  scope: Expression<SqlBool>,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('station')
    .select('station.id')
    .where('station.id', 'in', [...stationIds])
    .where(scope)
    .execute()
  return rows.map(({ id }) => id)
}

/** `full`: this person has as many as there can be; `taken`: somebody has a group of that id. */
export const insertGroup = async (
  trx: Db,
  group: { id: string; accountId: string; name: string; now: number },
): Promise<'made' | 'full' | 'taken'> => {
  // Two at once are counted one after the other.
  await trx.selectFrom('account').select('id').where('id', '=', group.accountId).forUpdate().execute()
  const { n } = await trx
    .selectFrom('station_group')
    .where('account_id', '=', group.accountId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= GROUPS_MAX) return 'full'
  const made = await trx
    .insertInto('station_group')
    .values({ id: group.id, account_id: group.accountId, name: group.name, since: new Date(group.now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return made.length === 1 ? 'made' : 'taken'
}

/** False when this person has no such group. */
export const nameGroup = async (
  trx: Db,
  accountId: string,
  groupId: string,
  name: string,
): Promise<boolean> =>
  (await trx
    .updateTable('station_group')
    .set({ name })
    .where('id', '=', groupId)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** These are its members from now on. */
export const putMembers = async (trx: Db, groupId: string, stationIds: readonly string[]): Promise<void> => {
  await trx.deleteFrom('station_group_member').where('group_id', '=', groupId).execute()
  await trx
    .insertInto('station_group_member')
    .values(stationIds.map((id) => ({ group_id: groupId, station_id: id })))
    .execute()
}

/** All that are in it, also what is out of sight; locked, so that two acts come one after the other. null: no such group. */
export const lockMembers = async (
  trx: Db,
  accountId: string,
  groupId: string,
): Promise<ReadonlySet<string> | null> => {
  const group = await trx
    .selectFrom('station_group')
    .select('id')
    .where('id', '=', groupId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!group) return null
  const rows = await trx
    .selectFrom('station_group_member')
    .select('station_id')
    .where('group_id', '=', groupId)
    .execute()
  return new Set(rows.map(({ station_id }) => station_id))
}

export const turnMembers = async (
  trx: Db,
  groupId: string,
  stationIds: readonly string[],
  member: boolean,
): Promise<void> => {
  if (stationIds.length === 0) return
  if (member)
    await trx
      .insertInto('station_group_member')
      .values(stationIds.map((id) => ({ group_id: groupId, station_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await trx
      .deleteFrom('station_group_member')
      .where('group_id', '=', groupId)
      .where('station_id', 'in', [...stationIds])
      .execute()
}

/** False when this person has no such group. */
export const dropGroup = async (db: Db, accountId: string, groupId: string): Promise<boolean> =>
  (await db
    .deleteFrom('station_group')
    .where('id', '=', groupId)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()) !== undefined
