import { setImmediate } from 'node:timers/promises'
import { booksIn } from '#domain/telemetry/counters.ts'
import type { LedgerFold } from '#domain/telemetry/ledger-fold.ts'
import { type LedgerChange, ledgerWindow } from '#domain/telemetry/ledger-window.ts'
import { localDayAt } from '#domain/telemetry/local-days.ts'
import { allShards } from '../../platform/db/shards.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { applyRating } from './apply-rating.ts'
import { basisOf, type Calendars, createCalendars, newlyShownW, rulesOf, searchShown } from './book-rules.ts'
import type { DueDevice, EnergyReplacement } from './energy-store.ts'
import {
  counterReadings,
  flowBooks,
  nextCounterReadings,
  type ReadingWindow,
  windowKey,
} from './counter-store.ts'
import { allowLongWork, listDue, replaceEnergy, settleDue, takeDueDevices } from './energy-store.ts'
import { goOnInTables, putFolds } from './fold-store.ts'
import { type DueBook, goOnWith } from './go-on.ts'
import { DAY_MS } from './partition-store.ts'
import { idsOfNumbers } from '../devices/find-devices.ts'
import { saveShownPower } from '../devices/device-write-store.ts'

/**
 * What a transaction computes: at most so many devices, and of a back-fill at most so many days of them together,
 * because their results wait for each other. What came just now is nearly always gone on with, a few readings a device.
 */
const CHUNK_DEVICES = 200
const CHUNK_DAYS = 200
const JUST_NOW_MS = 3_600_000
/** So many devices are computed anew together: the readings around what came stand in memory. */
const ANEW_DEVICES = 20
/** Readings first loaded around a change: of two days one has an evening that shows where the counter stands. */
const AROUND_MS = 2 * DAY_MS

type RollUpContext = Pick<Context, 'db' | 'log' | 'changeEvents'>
type Work = DueBook & {
  /** What the counter shows beyond the rating and beyond what was known of it; null = nothing new. */
  shownW: number | null
  window: ReadingWindow
  complete: { before: boolean; after: boolean }
  change: LedgerChange
}

type Look = Omit<Work, 'change' | 'shownW'>

const firstLook = ({ due, book, no }: DueBook, now: number): Look => {
  const [fromTs, toTs] = [due.since - AROUND_MS, due.until + AROUND_MS]
  return {
    due,
    book,
    no,
    window: { deviceNo: due.deviceNo, book, fromTs, toTs },
    // Nothing is stored ahead of the present (but for a clock that runs ahead a little).
    complete: { before: false, after: toTs > now + DAY_MS },
  }
}

/** Computes those of `work` that have new readings to look at; one that cannot be computed is left out and stays due. */
const compute = async (
  { log }: RollUpContext,
  trx: Db,
  work: readonly Look[],
  calendars: Calendars,
): Promise<Work[]> => {
  const readings = await counterReadings(
    trx,
    work.map(({ window }) => window),
  )
  const computed: Work[] = []
  for (const one of work) {
    const { due, book, complete } = one
    // Requests and messages get their turn between two devices.
    await setImmediate()
    try {
      const own = readings.get(windowKey(one.window)) ?? []
      const rules = rulesOf(
        due,
        book,
        calendars,
        own.some(({ of }) => of === 'e_pv'),
      )
      const { since, until } = due
      const change = ledgerWindow({ ...rules, since, until, readings: own, complete })
      const shown = change.widen === null && book === 'made' ? searchShown(due, rules.limits, own) : null
      if (change.widen === null && change.fold !== null) change.fold.shown = shown
      computed.push({ ...one, change, shownW: newlyShownW(shown, rules.limits) })
    } catch (error) {
      log.error({ err: error, deviceNo: due.deviceNo }, 'the energy of a device could not be computed')
    }
  }
  return computed
}

/** Widens the windows that say so: to where the next reading stands on that side, or not at all when there is none. */
const widened = async (trx: Db, work: readonly Work[]): Promise<Look[]> => {
  const windows = (side: 'before' | 'after') =>
    work.flatMap(({ change, window }) => (change.widen?.[side] === true ? [window] : []))
  const before = await nextCounterReadings(trx, 'before', windows('before'))
  const after = await nextCounterReadings(trx, 'after', windows('after'))
  return work.map(({ due, book, no, window, complete, change }) => {
    const key = windowKey(window)
    const [earlier, later] = [before.get(key), after.get(key)]
    // Each widening doubles the window, so that one without an anchor is not widened for ever.
    const more = Math.max(AROUND_MS, window.toTs - window.fromTs)
    return {
      due,
      book,
      no,
      window: {
        ...window,
        fromTs: earlier === undefined ? window.fromTs : earlier - more,
        toTs: later === undefined ? window.toTs : later + more,
      },
      complete: {
        before: complete.before || (change.widen?.before === true && earlier === undefined),
        after: complete.after || (change.widen?.after === true && later === undefined),
      },
    }
  })
}

/** The books of devices that something came for. */
const booksOf = async (trx: Db, due: readonly DueDevice[]): Promise<DueBook[]> => {
  const books = due.flatMap((device) => booksIn(device.books).map((book) => ({ device, book })))
  const numbers = await flowBooks(
    trx,
    books.flatMap(({ device: { deviceNo }, book }) => (book === 'made' ? [] : [{ deviceNo, counter: book }])),
  )
  return books.map(({ device, book }) => {
    const no = book === 'made' ? device.deviceNo : numbers.get(`${device.deviceNo} ${book}`)
    if (no === undefined) throw new Error(`no book for ${book} of device ${device.deviceNo}`)
    return { due: device, book, no }
  })
}

const rollUpChunk = async (
  context: RollUpContext,
  nos: readonly number[],
  now: number,
): Promise<DueDevice[]> =>
  transact(context.db, async (trx) => {
    await allowLongWork(trx)
    const due = await takeDueDevices(trx, nos)
    const calendars = createCalendars()
    const { wentOn, rest } = await goOnWith(context, trx, await booksOf(trx, due), calendars)
    const changes: EnergyReplacement[] = []
    const folds: Parameters<typeof putFolds>[1][number][] = []
    const booked = new Map<DueDevice, number>()
    const shown: { deviceNo: number; shownW: number }[] = []
    const note = ({ due: device, no }: DueBook, fold: LedgerFold | null, shownW: number | null): void => {
      booked.set(device, (booked.get(device) ?? 0) + 1)
      folds.push({ no, basis: basisOf(device), fold })
      if (shownW !== null) shown.push({ deviceNo: device.deviceNo, shownW })
    }
    for (const { one, change, shownW } of wentOn) note(one, change.fold, shownW)
    for (let at = 0; at < rest.length; at += ANEW_DEVICES) {
      const looks = rest.slice(at, at + ANEW_DEVICES).map((one) => firstLook(one, now))
      let work = await compute(context, trx, looks, calendars)
      while (work.length > 0) {
        const open: Work[] = []
        for (const one of work) {
          const { change } = one
          if (change.widen !== null) open.push(one)
          else {
            note(one, change.fold, one.shownW)
            if (change.replace !== null) changes.push({ no: one.no, ...change.replace, ...change })
          }
        }
        work = open.length === 0 ? [] : await compute(context, trx, await widened(trx, open), calendars)
      }
    }
    await goOnInTables(
      trx,
      wentOn.map(({ one: { no }, change }) => ({ no, ...change })),
    )
    await replaceEnergy(trx, changes)
    await putFolds(trx, folds)
    // One of which a book could not be computed stays due.
    const done = due.filter((device) => booked.get(device) === booksIn(device.books).length)
    await settleDue(trx, done)
    await saveShownPower(trx, shown)
    await applyRating(
      trx,
      shown.map(({ deviceNo }) => deviceNo),
      now,
    )
    return done
  })

const tell = async (
  { db, changeEvents }: RollUpContext,
  done: readonly DueDevice[],
  now: number,
): Promise<void> => {
  if (done.length === 0) return
  const ids = await idsOfNumbers(
    db,
    done.map(({ deviceNo }) => deviceNo),
  )
  const idOf = new Map(ids.map(({ no, id }) => [no, id]))
  const past = new Set<string>()
  // A calendar for each of them would take a fifth of what going on with their energy takes.
  const todayAt = new Map(
    [...new Set(done.map(({ zone }) => zone))].map((zone) => [zone, localDayAt(now, zone).startAt]),
  )
  for (const { deviceNo, stationId, since, zone } of done) {
    const deviceId = idOf.get(deviceNo)
    if (deviceId !== undefined) changeEvents.tell({ type: 'device', stationId, deviceId })
    if (since < (todayAt.get(zone) ?? 0)) past.add(stationId)
  }
  for (const stationId of past) changeEvents.tell({ type: 'changed', stationId, what: 'energy' })
}

const chunks = (due: readonly { deviceNo: number; coveredMs: number }[]): number[][] => {
  const found: number[][] = []
  let days = Infinity
  for (const { deviceNo, coveredMs } of due) {
    const more = coveredMs < JUST_NOW_MS ? 1 : (coveredMs + 2 * AROUND_MS) / DAY_MS
    const last = found.at(-1)
    if (last === undefined || last.length >= CHUNK_DEVICES || days + more > CHUNK_DAYS) {
      found.push([deviceNo])
      days = more
    } else {
      last.push(deviceNo)
      days += more
    }
  }
  return found
}

/**
 * Brings the energy of every device that is due at the start of the run up to date: goes on from where it stood, or
 * computes it anew from the sorted readings around what came (decision 117). The result does not depend on how often or
 * in which portions it runs: a transaction writes a device's days, spans and set-aside readings and takes its mark away
 * only if no reading has renewed it meanwhile.
 * `waits` is asked before anything is read, and before each further portion: what has to wait stays due for the next run. Gives the number of devices computed.
 */
export const rollUp = async (
  context: RollUpContext,
  now: number,
  stopping?: AbortSignal,
  waits = (): boolean => false,
  shards: readonly number[] = allShards,
): Promise<number> => {
  let computed = 0
  const ends = (): boolean => stopping?.aborted === true || waits()
  // Of a large fleet the list alone is thousands of rows: whoever waits reads none of it.
  if (ends()) return 0
  for (const [at, chunk] of chunks(await listDue(context.db, shards)).entries()) {
    if (at > 0 && ends()) break
    const done = await rollUpChunk(context, chunk, now)
    await tell(context, done, now)
    computed += done.length
  }
  return computed
}

/** Rolls up until nothing is due; for histories and tests. */
export const drain = async (context: RollUpContext, now: number): Promise<void> => {
  while ((await rollUp(context, now)) > 0);
}
