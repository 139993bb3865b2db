import { bridgeMs } from '#domain/telemetry/energy-days.ts'
import type { LedgerChange } from '#domain/telemetry/ledger-window.ts'
import { ledgerWindow } from '#domain/telemetry/ledger-window.ts'
import { localDayAt } from '#domain/telemetry/local-days.ts'
import { transact } from '../db/open.ts'
import type { Db, Kitchen } from '../kitchen.ts'
import type { DueDevice, EnergyReplacement } from './energy-store.ts'
import { counterReadings, dueDeviceNos, replaceEnergy, settleDue, takeDueDevices } from './energy-store.ts'
import { DAY_MS } from './partitions.ts'

/** Devices a transaction computes: small, because their readings stand in memory and their results wait for it. */
const CHUNK = 20
/** Readings first loaded around a change; a night and the day before it fit. */
const BEFORE_MS = 3 * DAY_MS
const AFTER_MS = 2 * DAY_MS
/** How much more is loaded when that does not reach an anchor. */
const WIDEN = 4
/** 9999-12-31, the latest instant of the device door. */
const END_OF_TIME = 253_402_300_799_999

type RollUpKitchen = Pick<Kitchen, 'db' | 'log' | 'news'>
type Reach = { fromTs: number; toTs: number }

const reachOf = ({ since, until }: DueDevice, before: number, after: number, now: number): Reach => ({
  fromTs: Math.max(0, since - before),
  // Nothing is stored ahead of the present, so a window that gets there is open.
  toTs: until + after > now ? END_OF_TIME : until + after,
})

/** What the readings make of one device; loads more of them until they tell. */
const recompute = async (
  trx: Db,
  due: DueDevice,
  first: Reach,
  readings: Awaited<ReturnType<typeof counterReadings>>,
  now: number,
): Promise<Extract<LedgerChange, { widen: null }>> => {
  let reach = first
  let held = readings.get(due.deviceNo) ?? []
  let [before, after] = [BEFORE_MS, AFTER_MS]
  for (;;) {
    const change = ledgerWindow({
      since: due.since,
      until: due.until,
      zone: due.zone,
      limits: { ratedW: due.ratedW },
      maxBridgeMs: bridgeMs(due.reportMin),
      readings: held,
      complete: { before: reach.fromTs === 0, after: reach.toTs === END_OF_TIME },
    })
    if (change.widen === null) return change
    before = change.widen.before ? (before > 100 * DAY_MS ? Infinity : before * WIDEN) : before
    after = change.widen.after ? (after > 100 * DAY_MS ? Infinity : after * WIDEN) : after
    reach = reachOf(due, before, after, now)
    held = (await counterReadings(trx, [{ deviceNo: due.deviceNo, ...reach }])).get(due.deviceNo) ?? []
  }
}

const rollUpChunk = async (
  { db, log }: RollUpKitchen,
  nos: readonly number[],
  now: number,
): Promise<DueDevice[]> =>
  transact(db, async (trx) => {
    const due = await takeDueDevices(trx, nos)
    const windows = due.map((device) => ({
      deviceNo: device.deviceNo,
      ...reachOf(device, BEFORE_MS, AFTER_MS, now),
    }))
    const readings = await counterReadings(trx, windows)
    const changes: EnergyReplacement[] = []
    const done: DueDevice[] = []
    for (const [index, device] of due.entries()) {
      const reach = windows[index]
      if (reach === undefined) continue
      try {
        const change = await recompute(trx, device, reach, readings, now)
        if (change.replace !== null) changes.push({ deviceNo: device.deviceNo, ...change.replace, ...change })
        done.push(device)
      } catch (error) {
        // A failed statement has ended the transaction; a failed ledger concerns this device alone and stays due.
        if (!(error instanceof RangeError)) throw error
        log.error({ err: error, deviceNo: device.deviceNo }, 'the energy of a device could not be computed')
      }
    }
    await replaceEnergy(trx, changes)
    await settleDue(trx, done)
    return done
  })

const tell = async ({ db, news }: RollUpKitchen, done: readonly DueDevice[], now: number): Promise<void> => {
  if (done.length === 0) return
  const ids = await db
    .selectFrom('device')
    .select(['no', 'id'])
    .where(
      'no',
      'in',
      done.map(({ deviceNo }) => deviceNo),
    )
    .execute()
  const idOf = new Map(ids.map(({ no, id }) => [no, id]))
  const past = new Set<string>()
  for (const { deviceNo, stationId, since, zone } of done) {
    const deviceId = idOf.get(deviceNo)
    if (deviceId !== undefined) news.tell({ type: 'device', stationId, deviceId })
    if (since < localDayAt(now, zone).startAt) past.add(stationId)
  }
  for (const stationId of past) news.tell({ type: 'changed', stationId, what: 'energy' })
}

/**
 * Recomputes the energy of every device that is due at the start of the run, from its sorted readings. The result
 * does not depend on how often or in which portions it runs: a transaction replaces a device's days, spans and
 * set-aside readings and takes its mark away only if no reading has renewed it meanwhile.
 * Gives the number of devices computed.
 */
export const rollUp = async (
  kitchen: RollUpKitchen,
  now: number,
  stopping?: AbortSignal,
): Promise<number> => {
  const nos = await dueDeviceNos(kitchen.db)
  let computed = 0
  for (let at = 0; at < nos.length; at += CHUNK) {
    if (stopping?.aborted === true) break
    const done = await rollUpChunk(kitchen, nos.slice(at, at + CHUNK), now)
    await tell(kitchen, done, now)
    computed += done.length
  }
  return computed
}

/** Rolls up until nothing is due; for histories and tests. */
export const drain = async (kitchen: RollUpKitchen, now: number): Promise<void> => {
  while ((await rollUp(kitchen, now)) > 0);
}
