import { sql } from 'kysely'
import { reassessFlags } from '#domain/telemetry/reading-quality.ts'
import { ratedForReadings } from '#domain/telemetry/reading-ranges.ts'
import type { Db } from '../../platform/db/handle.ts'
import { markDevicesDue } from './energy-store.ts'
import { flaggedDays, unpackDay } from './pack-store.ts'
import { flaggedReadings, saveFlags } from './flag-store.ts'

/** Readings that were beyond the device and may not be by what is known of it now. */
const reassess = async (trx: Db, nos: readonly number[]): Promise<void> => {
  // Only rows can be flagged: the job packs them again.
  for (const [day, some] of Map.groupBy(await flaggedDays(trx, nos), (one) => one.day))
    await unpackDay(
      trx,
      some.map(({ no }) => no),
      day,
    )
  for (const table of ['reading', 'latest'] as const) {
    const name = sql.table(table)
    const { rows } = await flaggedReadings(trx, nos, table === 'reading' ? sql.table('reading_rows') : name)
    const changed = rows.flatMap((row) => {
      const device = { kind: row.kind, ratedW: ratedForReadings(row.rated, row.shown) }
      // Older readings keep beside the raw codes what had no column then.
      const before = { i_out: row.i_out ?? row.raw?.['i_out'], irr: row.irr ?? row.raw?.['irr'] }
      const flags = reassessFlags(row.flags, { ...row, ...before }, device)
      return flags === row.flags ? [] : [{ no: row.no, ts: new Date(row.ts), flags }]
    })
    if (changed.length > 0) await saveFlags(trx, name, changed)
  }
}

/**
 * What is known of a device's power changed: what was kept out because of it is looked at again, and its energy is
 * computed anew from all its readings.
 */
export const applyRating = async (trx: Db, nos: readonly number[], now: number): Promise<void> => {
  if (nos.length === 0) return
  await reassess(trx, nos)
  await markDevicesDue(trx, nos, now)
}
