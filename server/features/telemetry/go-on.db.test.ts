import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#tests/factories/counter-series.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { readingsFetched } from '#tests/counted.ts'
import { testDatabase } from '#tests/database.ts'
import { energyTables, item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { markDevicesDue } from './energy-store.ts'
import { drain, rollUp } from './roll-up.ts'
import { storeReadings } from './store-readings.ts'

const { db, pool, owner } = await testDatabase()
// A day of 25 hours ends in Berlin.
const NOW = Date.parse('2026-10-25T22:55:00Z')
const HOUR = 60 * MINUTE
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => NOW })
const nos = (site: Site): number[] => site.inverters.map(({ no }) => no)

type Sample = { ts: number; wh: number }

/** Ten kilowatts at most between six and eighteen o'clock UTC, every five minutes. */
const sunny = (fromTs: number, toTs: number): Sample[] => {
  let wh = 1_000_000
  const samples: Sample[] = []
  for (let ts = fromTs; ts <= toTs; ts += 5 * MINUTE) {
    const hour = ((ts / HOUR) % 24) - 6
    if (hour > 0 && hour < 12) wh += Math.round((8000 * Math.sin((hour / 12) * Math.PI)) / 12)
    samples.push({ ts, wh })
  }
  return samples
}

let seq = 0
/** Each inverter says each sample; back-filled, so that any time is believed. */
const send = async (site: Site, samples: readonly Sample[]): Promise<void> => {
  const d = samples.flatMap(({ ts, wh }) => site.inverters.map(({ sn }) => item(sn, ts, { e_tot: wh })))
  const sent = message((seq += 1), NOW, d, { hist: true })
  await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: sent }], NOW)
}

const fetchedBy = (work: () => Promise<unknown>): Promise<number> => readingsFetched({ pool, owner }, work)

const recomputed = async (site: Site) => {
  await owner.query('DELETE FROM energy_fold')
  await markDevicesDue(db, nos(site), NOW)
  await drain(context, NOW)
  return energyTables(db, nos(site))
}

describe('going on with energy', () => {
  it('takes up as many readings as came, in the morning, in the evening, and after a night', async () => {
    const site = await makeSite(db, NOW, { inverters: 3, timeZone: 'Europe/Berlin' })
    const all = sunny(NOW - 3 * 24 * HOUR, NOW)
    await send(site, all.slice(0, 300))
    await drain(context, NOW)
    const work: number[] = []
    for (let at = 300; at < all.length; at += 12) {
      await send(site, all.slice(at, at + 12))
      // A server does so by itself at times: it may come to know that a new day has one page.
      if (at < 360) await owner.query('ANALYZE')
      work.push(await fetchedBy(() => rollUp(context, NOW)))
    }
    // Three inverters, twelve readings each.
    expect(work.length).toBeGreaterThan(40)
    expect(new Set(work.slice(0, -1))).toEqual(new Set([36]))
    const gone = await energyTables(db, nos(site))
    expect(gone.days.length).toBe(9)
    expect(gone).toEqual(await recomputed(site))
  })

  it('takes up nothing else of a counter that has stood still, or at 0, for as long as there is', async () => {
    const site = await makeSite(db, NOW)
    for (const wh of [0, 5000]) {
      const still = sunny(NOW - 6 * 24 * HOUR, NOW).map(({ ts }) => ({ ts: ts + wh, wh }))
      await send(site, still.slice(0, -1))
      await drain(context, NOW)
      await send(site, still.slice(-1))
      expect(await fetchedBy(() => rollUp(context, NOW))).toBe(1)
    }
    expect(await energyTables(db, nos(site))).toEqual(await recomputed(site))
  })

  it('reads again what is around a late reading, and goes on from there', async () => {
    const site = await makeSite(db, NOW, { timeZone: 'Europe/Berlin' })
    const all = sunny(NOW - 30 * HOUR, NOW)
    const late = all.slice(100, 110)
    await send(site, all.filter((one) => !late.includes(one)).slice(0, -2))
    await drain(context, NOW)
    await send(site, late)
    expect(await fetchedBy(() => rollUp(context, NOW))).toBeGreaterThan(200)
    await send(site, all.slice(-2))
    expect(await fetchedBy(() => rollUp(context, NOW))).toBe(2)
    expect(await energyTables(db, nos(site))).toEqual(await recomputed(site))
  })

  it.each([
    ['rating', () => sql`UPDATE device SET rated_w = 12000`],
    ['reporting time', () => sql`UPDATE station SET report_min = 10`],
    ['position', () => sql`UPDATE station SET latitude = 52`],
  ])('begins anew where another %s is in force', async (_, change) => {
    const site = await makeSite(db, NOW, { timeZone: 'Europe/Berlin' })
    const all = sunny(NOW - 30 * HOUR, NOW)
    await send(site, all.slice(0, -2))
    await drain(context, NOW)
    await change().execute(db)
    await send(site, all.slice(-2, -1))
    expect(await fetchedBy(() => rollUp(context, NOW))).toBeGreaterThan(200)
    await send(site, all.slice(-1))
    expect(await fetchedBy(() => rollUp(context, NOW))).toBe(1)
  })

  it('knows nothing any more when a server of the version before computed beside it', async () => {
    const site = await makeSite(db, NOW, { timeZone: 'Europe/Berlin' })
    const all = sunny(NOW - 30 * HOUR, NOW)
    await send(site, all.slice(0, -2))
    await drain(context, NOW)
    const folds = () => db.selectFrom('energy_fold').selectAll().where('device_no', 'in', nos(site)).execute()
    expect(await folds()).toHaveLength(1)
    await send(site, all.slice(-2, -1))
    // It takes the mark away and leaves the row as it was.
    await db.deleteFrom('energy_due').where('device_no', 'in', nos(site)).execute()
    expect(await folds()).toEqual([])
    await send(site, all.slice(-1))
    await drain(context, NOW)
    expect(await folds()).toHaveLength(1)
    expect(await energyTables(db, nos(site))).toEqual(await recomputed(site))
  })

  it('D7 D8: whatever the counter does and however it comes, ends as computing all of it does', async () => {
    const start = NOW - 40 * HOUR
    const deeds = fc.array(
      fc.record({
        // A reset, a dip, a spike, a zero, noise, growth, a silence.
        deed: fc.constantFrom('reset', 'dip', 'spike', 'zero', 'noise', 'grow', 'grow', 'grow', 'silence'),
        readings: fc.integer({ min: 1, max: 6 }),
        wh: fc.integer({ min: 1, max: 700 }),
      }),
      { minLength: 8, maxLength: 24 },
    )
    await fc.assert(
      fc.asyncProperty(deeds, fc.array(fc.nat(4), { minLength: 5, maxLength: 9 }), async (acts, sizes) => {
        const site = await makeSite(db, NOW, { timeZone: 'Europe/Berlin' })
        const samples: Sample[] = []
        let [ts, counter] = [start, 40_000]
        for (const { deed, readings, wh } of acts) {
          if (deed === 'silence') ts += wh * MINUTE
          if (deed === 'reset') counter = 1
          for (let n = 0; n < readings; n += 1) {
            if (deed === 'grow' || deed === 'reset') counter += wh
            const said = { dip: counter - wh, spike: counter + wh * 50, zero: 0, noise: counter - (n % 3) }
            samples.push({ ts: (ts += 5 * MINUTE), wh: said[deed as keyof typeof said] ?? counter })
          }
        }
        for (let at = 0, n = 0; at < samples.length; n += 1) {
          const size = 1 + (sizes[n % sizes.length] ?? 0)
          await send(site, samples.slice(at, at + size))
          await rollUp(context, NOW)
          at += size
        }
        const found = await energyTables(db, nos(site))
        expect(found).toEqual(await recomputed(site))
      }),
      { numRuns: 6 },
    )
  })
})
