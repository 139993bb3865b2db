import type * as z from 'zod/mini'
import type { eachResult } from '#contract/http/each.ts'
import { auditOf, record } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from './who.ts'

export type EachResult = z.output<typeof eachResult>
type Refused = NonNullable<EachResult['refused']>

export const done = (id: string, before = false): EachResult => ({ id, before, refused: null })

export const refusedWith = (
  id: string,
  { code, detail: { field, why } }: Pick<Refusal, 'code' | 'detail'>,
  before = false,
): EachResult => ({ id, before, refused: { code, field: field ?? null, why: why ?? null } })

const sameRefusal = (a: Refused, b: Refused): boolean =>
  a.code === b.code && a.field === b.field && a.why === b.why

/**
 * The answer to an act on many. That somebody asked for what they may not see or change is noted, as it is where they
 * ask for one.
 * @throws Refusal the one that all of them were refused with, unless it was only asked what would come of it
 */
export const answerEach = async (
  db: Db,
  caller: Caller,
  asked: { action: string; objectKind: string; preview: boolean },
  results: EachResult[],
): Promise<{ results: EachResult[] }> => {
  const [first] = results
  const only = first?.refused
  if (
    only &&
    !asked.preview &&
    results.every(({ refused }) => refused !== null && sameRefusal(refused, only))
  )
    return refuse(only.code, {
      ...(only.field !== null && { field: only.field }),
      ...(only.why !== null && { why: only.why }),
    })
  for (const code of ['not_found', 'forbidden'] as const) {
    const ids = results.flatMap(({ id, refused }) => (refused?.code === code ? [id] : []))
    if (ids.length > 0)
      await record(db, {
        ...auditOf(caller),
        action: asked.action,
        objectKind: asked.objectKind,
        result: code,
        detail: { ids: ids.slice(0, 20), count: ids.length },
      })
  }
  return { results }
}
