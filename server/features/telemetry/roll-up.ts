import { setImmediate } from 'node:timers/promises'
import type { CounterLimits, CounterReading } from '#domain/telemetry/counter-rules.ts'
import { lightOfDays } from '#domain/telemetry/day-light.ts'
import { bridgeMs } from '#domain/telemetry/energy-days.ts'
import type { LedgerChange } from '#domain/telemetry/ledger-window.ts'
import { ledgerWindow } from '#domain/telemetry/ledger-window.ts'
import { localDayAt } from '#domain/telemetry/local-days.ts'
import { MAX_MODULE_W } from '#domain/telemetry/reading-ranges.ts'
import { beyondRating, shownPowerW } from '#domain/telemetry/shown-power.ts'
import { allShards } from '../../platform/db/shards.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { applyRating } from './apply-rating.ts'
import type { DueDevice, EnergyReplacement, ReadingWindow } from './energy-store.ts'
import {
  allowLongWork,
  counterReadings,
  listDue,
  nextCounterReadings,
  replaceEnergy,
  settleDue,
  takeDueDevices,
} from './energy-store.ts'
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
type Work = {
  /** What the counter shows beyond the rating and beyond what was known of it; null = nothing new. */
  shownW: number | null
  due: DueDevice
  window: ReadingWindow
  complete: { before: boolean; after: boolean }
  change: LedgerChange
}

type Look = Omit<Work, 'change' | 'shownW'>

const firstLook = (due: DueDevice, now: number): Look => {
  const [fromTs, toTs] = [due.since - AROUND_MS, due.until + AROUND_MS]
  return {
    due,
    window: { deviceNo: due.deviceNo, fromTs, toTs },
    // Nothing is stored ahead of the present (but for a clock that runs ahead a little).
    complete: { before: false, after: toTs > now + DAY_MS },
  }
}

const limitsOf = ({ kind, ratedW, shownW }: DueDevice): CounterLimits =>
  kind === 'inverter' ? { ratedW, shownW } : { ratedW, shownW, mostW: MAX_MODULE_W }

/** Each time it is raised all energy is computed anew, so it is raised by a tenth at least. */
const RAISED_BY = 1.1

/** What the readings around a change show beyond the rating. */
const newlyShown = (due: DueDevice, readings: readonly CounterReading[]): number | null => {
  const around = readings.filter(({ ts }) => ts >= due.since - DAY_MS && ts <= due.until + DAY_MS)
  const shownW = beyondRating(shownPowerW(around), due)
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
    const { due, complete } = one
    // Requests and messages get their turn between two devices.
    await setImmediate()
    try {
      const own = readings.get(due.deviceNo) ?? []
      const change = ledgerWindow({
        since: due.since,
        until: due.until,
        zone: due.zone,
        limits: limitsOf(due),
        maxBridgeMs: bridgeMs(due.reportMin),
        lightOf: lightOfDays(due.position),
        readings: own,
        complete,
      })
      computed.push({ ...one, change, shownW: change.widen === null ? newlyShown(due, own) : null })
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
  return work.map(({ due, window, complete, change }) => {
    const no = due.deviceNo
    const [earlier, later] = [before.get(no), after.get(no)]
    // Each widening doubles the window, so that one without an anchor is not widened for ever.
    const more = Math.max(AROUND_MS, window.toTs - window.fromTs)
    return {
      due,
      window: {
        deviceNo: no,
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

const rollUpChunk = async (
  context: RollUpContext,
  nos: readonly number[],
  now: number,
): Promise<DueDevice[]> =>
  transact(context.db, async (trx) => {
    await allowLongWork(trx)
    const due = await takeDueDevices(trx, nos)
    let work = await compute(
      context,
      trx,
      due.map((device) => firstLook(device, now)),
    )
    const changes: EnergyReplacement[] = []
    const done: DueDevice[] = []
    const shown: { deviceNo: number; shownW: number }[] = []
    while (work.length > 0) {
      const open: Work[] = []
      for (const one of work) {
        const { change } = one
        if (change.widen !== null) open.push(one)
        else {
          done.push(one.due)
          if (one.shownW !== null) shown.push({ deviceNo: one.due.deviceNo, shownW: one.shownW })
          if (change.replace !== null)
            changes.push({ deviceNo: one.due.deviceNo, ...change.replace, ...change })
        }
      }
      work = open.length === 0 ? [] : await compute(context, trx, await widened(trx, open))
    }
    await replaceEnergy(trx, changes)
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
