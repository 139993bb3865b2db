import { sql, type SqlBool } from 'kysely'
import { expect, it } from 'vitest'
import { dayAt, dayEndAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { readPowerCurve } from '#server/features/telemetry/power-curve.ts'
import { stationsIn } from '#server/features/stations/rows-store.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testDatabase } from '#tests/database.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { createFleetTogether, type FleetTogether } from './fleet-together.ts'

const { db, pool, owner } = await testDatabase()
const timeZone = 'Asia/Shanghai'
const MIN = 60_000
// Noon in Shanghai.
const NOON = Date.UTC(2026, 5, 21, 4)
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => NOON })
const stepMs = 15 * MIN
const frame = (now: number) => {
  const day = dayAt(now, timeZone)
  return { from: dayStartAt(day, timeZone), to: dayEndAt(day, timeZone), stepMs, now }
}
/** The last 24 hours, with the step that is running as its last. */
const upTo = (now: number) => {
  const to = (Math.floor(now / stepMs) + 1) * stepMs
  return { from: to - 24 * 60 * MIN, to, stepMs, now }
}

const site = await makeSite(db, NOON, { inverters: 3, timeZone })
const inverters = site.inverters.map(({ no }) => ({ no, ratedW: 10_000, reportMin: 5 }))
const rows = await stationsIn(db, sql<SqlBool>`true`)
const look = async (together: FleetTogether, at: ReturnType<typeof frame>) =>
  (await together.read(db, { who: 'all', rows, frame: at }, Promise.resolve([]))).curve
let seq = 0
/** Reports of all inverters, every five minutes of [from, to). */
const report = async (from: number, to: number): Promise<void> => {
  for (let ts = from; ts < to; ts += 5 * MIN) {
    const d = site.inverters.map(({ sn }, n) => item(sn, ts, { p: 1000 * (n + 1) + ((ts / MIN) % 100) }))
    seq += 1
    await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message(seq, ts, d) }], ts)
  }
}
const tomorrow = NOON + 24 * 60 * MIN

it('a server goes on with the day that the last one kept, and reads only what came since', async () => {
  await report(dayStartAt(dayAt(NOON, timeZone), timeZone) + 6 * 60 * MIN, NOON)
  const first = createFleetTogether()
  const before = await look(first, frame(NOON))
  expect(before).toEqual(await readPowerCurve(db, inverters, frame(NOON)))
  await first.save(db, NOON)

  const later = NOON + 8 * MIN
  await report(NOON, later)
  const exact = await readPowerCurve(db, inverters, frame(later))
  // What the last server has read already is not there to be read again.
  await owner.query('DELETE FROM reading WHERE ts < $1', [new Date(NOON - 60 * MIN)])
  expect(await look(createFleetTogether(), frame(later))).toEqual(exact)
  expect(exact.powerW.filter((powerW) => powerW !== null).length).toBeGreaterThan(20)

  await report(tomorrow - 30 * MIN, tomorrow)
  expect(await look(createFleetTogether(), frame(tomorrow))).toEqual(
    await readPowerCurve(db, inverters, frame(tomorrow)),
  )
})

it('what cannot be read of it counts as nothing', async () => {
  await report(tomorrow, tomorrow + 30 * MIN)
  const exact = await readPowerCurve(db, inverters, frame(tomorrow + 30 * MIN))
  for (const bytes of [Buffer.alloc(0), Buffer.from('nonsense'), Buffer.from('ff0f6f220466726f6d', 'hex')]) {
    await sql`UPDATE kept_figures SET bytes = ${bytes}`.execute(db)
    expect(await look(createFleetTogether(), frame(tomorrow + 30 * MIN))).toEqual(exact)
  }
  await owner.query('DELETE FROM kept_figures')
  const curve = createFleetTogether()
  expect(await look(curve, frame(tomorrow + 30 * MIN))).toEqual(exact)
})

it('the last 24 hours move on with the time, beside a day, and read only what came since', async () => {
  const start = tomorrow + 100 * MIN
  await report(tomorrow + 40 * MIN, start)
  const curve = createFleetTogether()
  expect(await look(curve, upTo(start))).toEqual(await readPowerCurve(db, inverters, upTo(start)))
  // Seven minutes later another step is running.
  const later = start + 7 * MIN
  expect(upTo(later).to).toBe(upTo(start).to + stepMs)
  await report(start, later)
  const [exact, exactDay] = [
    await readPowerCurve(db, inverters, upTo(later)),
    await readPowerCurve(db, inverters, frame(later)),
  ]
  await owner.query('DELETE FROM reading WHERE ts < $1', [new Date(start - 40 * MIN)])
  expect(await look(curve, upTo(later))).toEqual(exact)
  expect(await look(curve, frame(later))).toEqual(exactDay)
  // Who asked a moment before, in the step that has ended, is shown its window.
  const { ts, powerW } = await look(curve, upTo(start))
  expect(ts.at(-1)).toBe(exact.ts.at(-2))
  expect(powerW.slice(1)).toEqual(exact.powerW.slice(0, -1))
  expect(exact.powerW.filter((one) => one !== null).length).toBeGreaterThan(6)
})
