import { sql } from 'kysely'
import type { LinkDevice } from '#contract/mqtt/links.ts'
import type { Db } from '../../platform/db/handle.ts'

/** What was told last of each device; of one that is told of twice the later word counts. */
export const keepLinks = async (trx: Db, told: readonly LinkDevice[]): Promise<void> => {
  const rows = [...new Map(told.map((one) => [one.id, one])).values()].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )
  for (const one of rows) {
    const fields = {
      asked: one.asked,
      answered: one.answered,
      answer_ms: one.ms ?? null,
      last_answer_at: one.at === null || one.at === undefined ? null : new Date(one.at),
      trouble_code: one.trouble?.code ?? null,
      trouble_says: one.trouble?.text ?? null,
      serials: one.sns,
    }
    await trx
      .insertInto('edge_link')
      .values({ edge_device_id: one.id, ...fields })
      .onConflict((conflict) => conflict.column('edge_device_id').doUpdateSet(fields))
      .execute()
  }
}

/** Which entries an edge refused in its answer to a revision. Entries that were changed since are left as they are. */
export const keepRefused = async (
  trx: Db,
  gatewayId: string,
  rev: number,
  refused: readonly { id: string; code: string; says: string | null }[],
): Promise<void> => {
  const ids = refused.map(({ id }) => id)
  await sql`
    UPDATE edge_device e SET refused_code = r.code, refused_says = r.says
      FROM edge_device x LEFT JOIN unnest(${ids}::text[], ${refused.map(({ code }) => code)}::text[],
                                          ${refused.map(({ says }) => says)}::text[]) AS r(id, code, says)
                           ON r.id = x.id::text
     WHERE e.id = x.id AND e.gateway_id = ${gatewayId} AND e.changed_rev <= ${rev}
       AND (e.refused_code, e.refused_says) IS DISTINCT FROM (r.code, r.says)`.execute(trx)
}
