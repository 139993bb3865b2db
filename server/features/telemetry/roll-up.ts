import { setImmediate } from 'node:timers/promises'
import { isModuleLevel } from '#domain/devices/kinds.ts'
import { type Book, booksIn, countedReadings } from '#domain/telemetry/counters.ts'
import type { CounterLimits, CounterReading } from '#domain/telemetry/counter-rules.ts'
import { lightOfDays, timeOfDays } from '#domain/telemetry/day-light.ts'
import { bridgeMs } from '#domain/telemetry/energy-days.ts'
import type { LedgerChange } from '#domain/telemetry/ledger-window.ts'
import { ledgerWindow } from '#domain/telemetry/ledger-window.ts'
import { localDayAt } from '#domain/telemetry/local-days.ts'
import { MAX_MODULE_W, pvRatedW } from '#domain/telemetry/reading-ranges.ts'
import { beyondRating, shownPowerW } from '#domain/telemetry/shown-power.ts'
import { allShards } from '../../platform/db/shards.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { applyRating } from './apply-rating.ts'
import type { DueDevice, EnergyReplacement } from './energy-store.ts'
import {
  counterReadings,
  flowBooks,
  nextCounterReadings,
  type ReadingWindow,
  windowKey,
} from './counter-store.ts'
import { allowLongWork, listDue, replaceEnergy, settleDue, takeDueDevices } from './energy-store.ts'
import { DAY_MS } from './partition-store.ts'
import { idsOfNumbers } from '../devices/find-devices.ts'
import { saveShownPower } from '../devices/device-write-store.ts'

/**
 * What a transaction computes: at most so many devices, and of a back-fill at most so many days of them together,
 * because their readings stand in memory and their results wait for each other.
 */
const CHUNK_DEVICES = 20
const CHUNK_DAYS = 200
/** Readings first loaded around a change: of two days one has an evening that shows where the counter stands. */
const AROUND_MS = 2 * DAY_MS

type RollUpContext = Pick<Context, 'db' | 'log' | 'changeEvents'>
/** A book of a device that is due. */
type Work = {
  /** What the counter shows beyond the rating and beyond what was known of it; null = nothing new. */
  shownW: number | null
  due: DueDevice
  book: Book
  /** The number under which it is booked. */
  no: number
  window: ReadingWindow
  complete: { before: boolean; after: boolean }
  change: LedgerChange
}

type Look = Omit<Work, 'change' | 'shownW'>

const firstLook = (due: DueDevice, { book, no }: Pick<Look, 'book' | 'no'>, now: number): Look => {
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

/** What is made is bound by the rating, of a hybrid by what its modules can give; what flows by that of a battery alone. */
const limitsOf = (
  { kind, ratedW, shownW }: DueDevice,
  book: Book,
  readings: readonly CounterReading[],
): CounterLimits => {
  if (book !== 'made') return { ratedW: kind === 'battery' ? ratedW : null }
  const hybrid = readings.some(({ of }) => of === 'e_pv')
  const own = { ratedW: hybrid ? pvRatedW(ratedW) : ratedW, shownW }
  return isModuleLevel(kind) ? { ...own, mostW: MAX_MODULE_W } : own
}

/** Each time it is raised all energy is computed anew, so it is raised by a tenth at least. */
const RAISED_BY = 1.1

/** What the readings around a change show beyond the rating. */
const newlyShown = (
  due: DueDevice,
  limits: CounterLimits,
  readings: readonly CounterReading[],
): number | null => {
  const around = readings.filter(({ ts }) => ts >= due.since - DAY_MS && ts <= due.until + DAY_MS)
  const counted = countedReadings(around, due.zone, { before: true, after: true }).readings
  // Where another counter begins nothing is shown by the difference.
  const last = counted.at(-1)?.of
  const shownW = beyondRating(shownPowerW(counted.filter(({ of }) => of === last)), limits)
  return shownW !== null && shownW > (due.shownW ?? 0) * RAISED_BY ? shownW : null
}

/** Computes those of `work` that have new readings to look at; one that cannot be computed is left out and stays due. */
const compute = async ({ log }: RollUpContext, trx: Db, work: readonly Look[]): Promise<Work[]> => {
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
      const limits = limitsOf(due, book, own)
      const change = ledgerWindow({
        since: due.since,
        until: due.until,
        zone: due.zone,
        limits,
        maxBridgeMs: bridgeMs(due.reportMin),
        lightOf: book === 'made' ? lightOfDays(due.position) : timeOfDays,
        readings: own,
        complete,
      })
      const looks = change.widen === null && book === 'made'
      computed.push({ ...one, change, shownW: looks ? newlyShown(due, limits, own) : null })
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
const looksAt = async (trx: Db, due: readonly DueDevice[], now: number): Promise<Look[]> => {
  const books = due.flatMap((device) => booksIn(device.books).map((book) => ({ device, book })))
  const numbers = await flowBooks(
    trx,
    books.flatMap(({ device: { deviceNo }, book }) => (book === 'made' ? [] : [{ deviceNo, counter: book }])),
  )
  return books.map(({ device, book }) => {
    const no = book === 'made' ? device.deviceNo : numbers.get(`${device.deviceNo} ${book}`)
    if (no === undefined) throw new Error(`no book for ${book} of device ${device.deviceNo}`)
    return firstLook(device, { book, no }, now)
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
    const looks = await looksAt(trx, due, now)
    let work = await compute(context, trx, looks)
    const changes: EnergyReplacement[] = []
    const booked = new Map<DueDevice, number>()
    const shown: { deviceNo: number; shownW: number }[] = []
    while (work.length > 0) {
      const open: Work[] = []
      for (const one of work) {
        const { change } = one
        if (change.widen !== null) open.push(one)
        else {
          booked.set(one.due, (booked.get(one.due) ?? 0) + 1)
          if (one.shownW !== null) shown.push({ deviceNo: one.due.deviceNo, shownW: one.shownW })
          if (change.replace !== null) changes.push({ no: one.no, ...change.replace, ...change })
        }
      }
      work = open.length === 0 ? [] : await compute(context, trx, await widened(trx, open))
    }
    await replaceEnergy(trx, changes)
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
  for (const { deviceNo, stationId, since, zone } of done) {
    const deviceId = idOf.get(deviceNo)
    if (deviceId !== undefined) changeEvents.tell({ type: 'device', stationId, deviceId })
    if (since < localDayAt(now, zone).startAt) past.add(stationId)
  }
  for (const stationId of past) changeEvents.tell({ type: 'changed', stationId, what: 'energy' })
}

const chunks = (due: readonly { deviceNo: number; coveredMs: number }[]): number[][] => {
  const found: number[][] = []
  let days = Infinity
  for (const { deviceNo, coveredMs } of due) {
    const more = (coveredMs + 2 * AROUND_MS) / DAY_MS
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
 * Recomputes the energy of every device that is due at the start of the run, from its sorted readings. The result
 * does not depend on how often or in which portions it runs: a transaction replaces a device's days, spans and
 * set-aside readings and takes its mark away only if no reading has renewed it meanwhile.
 * `waits` is asked before each portion: what has to wait stays due for the next run. Gives the number of devices computed.
 */
export const rollUp = async (
  context: RollUpContext,
  now: number,
  stopping?: AbortSignal,
  waits = (): boolean => false,
  shards: readonly number[] = allShards,
): Promise<number> => {
  let computed = 0
  for (const chunk of chunks(await listDue(context.db, shards))) {
    if (stopping?.aborted === true || waits()) break
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
