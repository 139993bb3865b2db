import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

type Counts = { stations: ReadonlyMap<string, number>; people: ReadonlyMap<string, number> }

const byCompany = (rows: readonly { company_id: string | null; n: number }[]): Map<string, number> =>
  new Map(rows.map((row) => [row.company_id ?? '', row.n]))

/** How many stations stand in companies, and how many people of theirs can sign in. */
export const countOfCompanies = async (db: Db, ids: readonly string[]): Promise<Counts> => {
  if (ids.length === 0) return { stations: new Map(), people: new Map() }
  const n = sql<number>`count(*)::int`.as('n')
  const [stations, people] = await Promise.all([
    db
      .selectFrom('station')
      .select(['company_id', n])
      .where('company_id', 'in', [...ids])
      .where('deleted_at', 'is', null)
      .groupBy('company_id')
      .execute(),
    db
      .selectFrom('account')
      .select(['company_id', n])
      .where('company_id', 'in', [...ids])
      .where('disabled_at', 'is', null)
      .groupBy('company_id')
      .execute(),
  ])
  return { stations: byCompany(stations), people: byCompany(people) }
}
