import { WHOLE_DAY, knownLight } from '#domain/telemetry/coverage.ts'
import { lightOfDays } from '#domain/telemetry/day-light.ts'
import { addDays } from '#domain/telemetry/local-days.ts'
import type { EnteredPosition } from '#domain/stations/sun.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { allowLongWork } from './energy-store.ts'
import { pastDays, pastSpans, saveKnownDays, saveKnownSpans, dropPast, duePast } from './past-store.ts'

type Day = { day: string; firstTs: number | null; lastTs: number | null }
type Span = { fromTs: number; toTs: number; fromDay: string; toDay: string; wh: number }

/**
 * How much of days that were booked before it was kept is known, as far as the books say: from the first to the last
 * instant at which the counter was known on each, and over the night between two days that follow each other unless a
 * span lies there. Days without readings in between are not known.
 */
export const knownOfBooks = (
  days: readonly Day[],
  spans: readonly Span[],
  { zone, position, ratedW }: { zone: string; position: EnteredPosition; ratedW: number | null },
) => {
  const heard = days.flatMap(({ day, firstTs, lastTs }) =>
    firstTs === null || lastTs === null ? [] : [{ day, firstTs, lastTs }],
  )
  const starts = new Set(spans.map(({ fromDay }) => fromDay))
  const steps = heard.flatMap(({ day, firstTs, lastTs }, index) => {
    const next = heard[index + 1]
    const own = firstTs < lastTs ? [{ fromTs: firstTs, toTs: lastTs, wh: 0 }] : []
    const follows =
      next !== undefined && next.day === addDays(day, 1) && !starts.has(day) && lastTs < next.firstTs
    return follows ? [...own, { fromTs: lastTs, toTs: next.firstTs, wh: 0 }] : own
  })
  const across = spans.map(({ fromTs, toTs, wh }) => ({ fromTs, toTs, wh }))
  return knownLight(
    [...steps, ...across].sort((a, b) => a.fromTs - b.fromTs),
    zone,
    lightOfDays(position),
    { maxBridgeMs: 0, ratedW, firstEver: heard[0]?.firstTs ?? null },
  )
}

type Device = EnteredPosition & { no: number; zone: string; ratedW: number | null }

const measure = async (trx: Db, { no, zone, ratedW, ...position }: Device): Promise<void> => {
  const days = await pastDays(trx, no)
  const spans = await pastSpans(trx, no)
  const known = knownOfBooks(days, spans, { zone, position, ratedW })
  const all = days.map(({ day }) => ({ day, known: Math.min(WHOLE_DAY, known.days.get(day) ?? 0) }))
  await saveKnownDays(trx, no, all)
  await saveKnownSpans(trx, no, spans, known.spans)
  await dropPast(trx, no)
}

/**
 * Looks at devices whose energy was booked before it was kept how much of it is known: inverters first, a few at a
 * time, until none is left. Gives how many it looked at.
 */
export const measurePast = async ({ db }: Pick<Context, 'db'>, stopping?: AbortSignal): Promise<number> => {
  const due = await duePast(db)
  let done = 0
  for (const device of due) {
    if (stopping?.aborted === true) break
    await transact(db, async (trx) => {
      await allowLongWork(trx)
      await measure(trx, device)
    })
    done += 1
  }
  return done
}
