import { setImmediate } from 'node:timers/promises'
import { foldOfText } from '#domain/telemetry/fold-text.ts'
import type { Book } from '#domain/telemetry/counters.ts'
import { type FoldChange, goOn, type LedgerFold } from '#domain/telemetry/ledger-fold.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { basisOf, type Calendars, newlyShownW, rulesOf } from './book-rules.ts'
import { counterReadings, windowKey } from './counter-store.ts'
import type { DueDevice } from './energy-store.ts'
import { foldsOf } from './fold-store.ts'

/** Books gone on with in one go, a millisecond; then requests and messages get their turn. */
const TURN = 10

/** A book of a device that is due, and the number under which it is booked. */
export type DueBook = { due: DueDevice; book: Book; no: number }

export type WentOn<One extends DueBook> = { one: One; change: FoldChange; shownW: number | null }

/**
 * Goes on with the books that can: what came is all newer than where they stand. Reads no other reading. Gives the rest,
 * which has to be computed anew.
 */
export const goOnWith = async <One extends DueBook>(
  { log }: Pick<Context, 'log'>,
  trx: Db,
  books: readonly One[],
  calendars: Calendars,
): Promise<{ wentOn: WentOn<One>[]; rest: One[] }> => {
  const folds = await foldsOf(
    trx,
    books.map(({ no }) => no),
  )
  const found: { wentOn: WentOn<One>[]; rest: One[] } = { wentOn: [], rest: [] }
  const later: { one: One; fold: LedgerFold; window: Parameters<typeof counterReadings>[1][number] }[] = []
  for (const one of books) {
    const { due, book, no } = one
    const known = folds.get(no)
    const fold = known?.basis === basisOf(due) ? foldOfText(known.text) : null
    if (fold === null || due.since <= fold.lastTs) found.rest.push(one)
    else {
      // What comes after the mark was read renews the mark.
      const window = { deviceNo: due.deviceNo, book, fromTs: fold.lastTs + 1, toTs: due.until + 1 }
      later.push({ one, fold, window })
    }
  }
  const readings = await counterReadings(
    trx,
    later.map(({ window }) => window),
  )
  for (const [at, { one, fold, window }] of later.entries()) {
    if (at % TURN === 0) await setImmediate()
    const rules = rulesOf(one.due, one.book, calendars, fold.pvTs !== null)
    try {
      const change = goOn(fold, readings.get(windowKey(window)) ?? [], rules)
      if (change === null) found.rest.push(one)
      else found.wentOn.push({ one, change, shownW: newlyShownW(change.fold.shown, rules.limits) })
    } catch (error) {
      log.error({ err: error, deviceNo: one.due.deviceNo }, 'the energy of a device could not go on')
      found.rest.push(one)
    }
  }
  return found
}
