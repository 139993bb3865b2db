import { sql } from 'kysely'
import { foldText } from '#domain/telemetry/fold-text.ts'
import type { FoldChange, LedgerFold } from '#domain/telemetry/ledger-fold.ts'
import { plainArray, quoted } from '../../platform/db/plain-array.ts'
import type { Db } from '../../platform/db/handle.ts'
import { insertAside, saveDays, saveSpans } from './energy-store.ts'

/** Where books stand, by their numbers, as `foldText` tells it. `basis`: what a fold was computed by. */
export const foldsOf = async (
  trx: Db,
  nos: readonly number[],
): Promise<Map<number, { basis: string; text: string }>> => {
  if (nos.length === 0) return new Map()
  const { rows } = await sql<{ no: number; basis: string; text: string }>`
    SELECT device_no AS no, basis, fold #>> '{}' AS text FROM energy_fold
     WHERE device_no = ANY(${plainArray(nos)}::int[])`.execute(trx)
  return new Map(rows.map(({ no, basis, text }) => [no, { basis, text }]))
}

/** Writes where books stand; of those whose place is not known (null) nothing stays. */
export const putFolds = async (
  trx: Db,
  folds: readonly { no: number; basis: string; fold: LedgerFold | null }[],
): Promise<void> => {
  const lost = folds.filter(({ fold }) => fold === null).map(({ no }) => no)
  if (lost.length > 0) await trx.deleteFrom('energy_fold').where('device_no', 'in', lost).execute()
  const known = folds.flatMap(({ no, basis, fold }) =>
    fold === null ? [] : [{ no, basis: quoted(basis), text: quoted(foldText(fold)) }],
  )
  if (known.length === 0) return
  await sql`
    INSERT INTO energy_fold (device_no, basis, fold)
    SELECT no, basis, to_jsonb(told)
      FROM unnest(${plainArray(known.map(({ no }) => no))}::int[], ${plainArray(known.map(({ basis }) => basis))}::text[],
                  ${plainArray(known.map(({ text }) => text))}::text[]) AS f(no, basis, told)
    ON CONFLICT (device_no) DO UPDATE
      SET basis = excluded.basis, fold = excluded.fold, written_by = pg_current_xact_id()`.execute(trx)
}

/** Writes what changed where books went on. */
export const goOnInTables = async (
  trx: Db,
  changes: readonly (FoldChange & { no: number })[],
): Promise<void> => {
  const days = changes.flatMap(({ no, gone }) => gone.days.map((day) => ({ no, day })))
  if (days.length > 0)
    await sql`
      DELETE FROM energy_day d
       USING unnest(${days.map(({ no }) => no)}::int[], ${days.map(({ day }) => day)}::date[]) AS c(no, day)
       WHERE d.device_no = c.no AND d.day = c.day`.execute(trx)
  const spans = changes.flatMap(({ no, gone }) => gone.spans.map((ts) => ({ no, ts: new Date(ts) })))
  if (spans.length > 0)
    await sql`
      DELETE FROM energy_span s
       USING unnest(${spans.map(({ no }) => no)}::int[], ${spans.map(({ ts }) => ts)}::timestamptz[]) AS c(no, ts)
       WHERE s.device_no = c.no AND s.from_ts = c.ts`.execute(trx)
  const aside = changes.flatMap(({ no, gone }) => gone.setAside.map((ts) => ({ no, ts: new Date(ts) })))
  if (aside.length > 0)
    await sql`
      DELETE FROM energy_aside a
       USING unnest(${aside.map(({ no }) => no)}::int[], ${aside.map(({ ts }) => ts)}::timestamptz[]) AS c(no, ts)
       WHERE a.device_no = c.no AND a.ts = c.ts`.execute(trx)
  await saveDays(trx, changes)
  await saveSpans(trx, changes)
  await insertAside(trx, changes)
}
