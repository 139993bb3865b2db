import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { energyTables, item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { markStationDue } from './energy-store.ts'
import { DAY_MS, utcDayStart } from './partition-store.ts'
import { drain, rollUp } from './roll-up.ts'
import { storeReadings } from './store-readings.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => NOW })
const MIN = 60_000

type Sample = { device: number; ts: number; eTotWh: number }
const nos = (site: Site): number[] => site.inverters.map(({ no }) => no)

/** Ten kilowatts at most, from six to eighteen o'clock UTC+8, in steps of `stepMin`; counters never rest at noon. */
const series = (device: number, fromTs: number, toTs: number, stepMin: number): Sample[] => {
  const samples: Sample[] = []
  let wh = 1_000_000 * (device + 1)
  for (let ts = fromTs; ts <= toTs; ts += stepMin * MIN) {
    const hour = ((ts / 3_600_000 + 8) % 24) - 6
    if (hour > 0 && hour < 12) wh += Math.round((8000 * Math.sin((hour / 12) * Math.PI) * stepMin) / 60)
    samples.push({ device, ts, eTotWh: wh })
  }
  return samples
}

let seq = 0
/** One message: back-filled and arriving now, unless `receivedAt` says when it came. */
const send = async (site: Site, samples: readonly Sample[], receivedAt?: number): Promise<void> => {
  const d = samples.map(({ device, ts, eTotWh }) => item(site.inverters[device]!.sn, ts, { e_tot: eTotWh }))
  const sent = message((seq += 1), NOW, d, { hist: receivedAt === undefined })
  await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: sent }], receivedAt ?? NOW)
}

const moveTo = async ({ stationId }: Site, zone: string): Promise<void> => {
  await db.updateTable('station').set({ time_zone: zone }).where('id', '=', stationId).execute()
  await markStationDue(db, stationId, NOW)
  await drain(context, NOW)
}

const sumOf = (days: readonly { wh: number }[]): number => days.reduce((total, { wh }) => total + wh, 0)

describe('rolling energy up', () => {
  it('what has to wait stays due, and the next run computes it', async () => {
    const site = await makeSite(db, NOW, { inverters: 25 })
    const samples = nos(site).flatMap((_, device) => series(device, NOW - 6 * DAY_MS, NOW, 60))
    await send(site, samples)
    let asked = 0
    const first = await rollUp(context, NOW, undefined, () => (asked += 1) > 1)
    const due = async (): Promise<number> =>
      (await db.selectFrom('energy_due').select('device_no').where('device_no', 'in', nos(site)).execute())
        .length
    expect([first, await due()]).toEqual([20, 5])
    expect(await rollUp(context, NOW)).toBe(5)
    expect(await due()).toBe(0)
  })

  it('reads nothing at all while it has to wait', async () => {
    const site = await makeSite(db, NOW)
    await send(site, series(0, NOW - DAY_MS / 12, NOW, 10))
    const asked: string[] = []
    const watched = db.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    expect(await rollUp({ ...context, db: watched }, NOW, undefined, () => true)).toBe(0)
    expect(asked).toEqual([])
    expect(await rollUp({ ...context, db: watched }, NOW)).toBe(1)
    expect(asked.length).toBeGreaterThan(0)
  })

  it('computes many devices in one transaction, those anew that cannot go on, and each as if it were alone', async () => {
    const site = await makeSite(db, NOW, { inverters: 45 })
    const from = NOW - DAY_MS / 12
    const all = nos(site).map((_, device) => series(device, from, NOW, 10))
    const transactions = async (): Promise<number> => {
      let asked = 0
      await rollUp(context, NOW, undefined, () => {
        asked += 1
        return false
      })
      return asked
    }
    await send(
      site,
      all.flatMap((samples) => samples.slice(0, 5)),
    )
    expect(await transactions()).toBe(1)
    // Of every second one a reading in between comes late.
    await send(
      site,
      all.flatMap((samples, device) => samples.slice(device % 2 === 0 ? 5 : 6)),
    )
    expect(await transactions()).toBe(1)
    await send(
      site,
      all.flatMap((samples, device) => (device % 2 === 0 ? [] : samples.slice(5, 6))),
    )
    expect(await transactions()).toBe(1)
    const days = await db
      .selectFrom('energy_day')
      .select(['device_no', 'wh'])
      .where('device_no', 'in', nos(site))
      .execute()
    const made = all.map((samples) => samples.at(-1)!.eTotWh - samples[0]!.eTotWh)
    expect(days.toSorted((a, b) => a.device_no - b.device_no).map(({ wh }) => wh)).toEqual(made)
  })

  it('D16: a gateway that was away for seven days and filled them in equals its twin that never was', async () => {
    const [twin, away] = [
      await makeSite(db, NOW, { inverters: 2 }),
      await makeSite(db, NOW, { inverters: 2 }),
    ]
    const all = [0, 1]
      .flatMap((device) => series(device, NOW - 10 * DAY_MS, NOW, 15))
      .sort((a, b) => a.ts - b.ts)
    const perDay = Map.groupBy(all, ({ ts }) => Math.floor(ts / DAY_MS))
    for (const day of perDay.values()) {
      await send(twin, day, day.at(-1)!.ts)
      await drain(context, NOW)
    }

    const [lost, back] = [NOW - 8 * DAY_MS, NOW - DAY_MS]
    await send(
      away,
      all.filter(({ ts }) => ts < lost),
    )
    await send(
      away,
      all.filter(({ ts }) => ts >= back),
    )
    await drain(context, NOW)
    const gap = await energyTables(db, nos(away))
    expect(gap.spans).toHaveLength(2)
    const sum = (tables: typeof gap): number =>
      [...tables.days, ...tables.spans].reduce((total, { wh }) => total + wh, 0)
    const whole = sum(await energyTables(db, nos(twin)))
    expect(sum(gap)).toBe(whole)

    const buffered = all.filter(({ ts }) => ts >= lost && ts < back)
    for (let at = 0; at < buffered.length; at += 200) {
      await send(away, buffered.slice(at, at + 200))
      if (at % 600 === 0) await rollUp(context, NOW)
    }
    await drain(context, NOW)
    const filled = await energyTables(db, nos(away))
    expect(filled).toEqual(await energyTables(db, nos(twin)))
    expect(filled.spans).toEqual([])
    expect(sum(filled)).toBe(whole)
  })

  it('D11: a rating typed a thousand times too low loses nothing and is found out', async () => {
    const [right, wrong] = [
      await makeSite(db, NOW, { ratedW: 27_600 }),
      await makeSite(db, NOW, { ratedW: 27.6 }),
    ]
    const no = wrong.inverters[0]!.no
    const all = series(0, NOW - 3 * DAY_MS, NOW, 15)
    for (const [index, site] of [right, wrong].entries())
      for (const day of Map.groupBy(all, ({ ts }) => Math.floor(ts / DAY_MS)).values()) {
        const d = day.map(({ ts, eTotWh }) =>
          item(site.inverters[0]!.sn, ts, { p: 7000, p_dc: 0, i: [12, 12, 12], e_tot: eTotWh }),
        )
        const sent = message((seq += 1), NOW, d, { hist: true, boot: `rating${index}` })
        await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: sent }], NOW)
        await drain(context, NOW)
      }
    const whole = await energyTables(db, nos(right))
    expect(sumOf(whole.days)).toBeGreaterThan(150_000)
    expect(await energyTables(db, [no])).toEqual(whole)
    const shown = async (): Promise<number | null | undefined> =>
      (await db.selectFrom('device').select('shown_w').where('no', '=', no).executeTakeFirst())?.shown_w
    expect(await shown()).toBeGreaterThan(7000)
    // Its readings count again, those from before it was found out, too.
    const { rows } = await sql<{ flagged: number }>`
      SELECT count(*)::int AS flagged FROM reading WHERE device_no = ${no} AND flags <> 0`.execute(db)
    expect(rows[0]?.flagged).toBe(0)
  })

  it('D7 D8: any order, repetition and portioning of readings gives the same energy', async () => {
    const from = NOW - 4 * DAY_MS
    const samples = [0, 1].flatMap((device) => {
      const all = series(device, from, from + 3 * DAY_MS, 60)
      // A reset, a dip, a 0 and a silence over two midnights.
      return all.flatMap((sample, index) => {
        if (device === 1 && index > 20 && index < 55) return []
        if (index === 12) return [{ ...sample, eTotWh: 0 }]
        if (index === 15) return [{ ...sample, eTotWh: 17 }]
        return [index > 57 && device === 0 ? { ...sample, eTotWh: sample.eTotWh - 1_000_000 } : sample]
      })
    })
    const straight = await makeSite(db, NOW, { inverters: 2 })
    await send(straight, samples)
    await drain(context, NOW)
    const expected = await energyTables(db, nos(straight))
    expect(expected.days.length).toBeGreaterThan(5)
    expect(expected.spans.length).toBeGreaterThan(0)
    expect(expected.aside.length).toBeGreaterThan(2)

    const plan = fc.record({
      order: fc.shuffledSubarray([...samples.keys()], {
        minLength: samples.length,
        maxLength: samples.length,
      }),
      repeated: fc.array(fc.nat(samples.length - 1), { maxLength: 20 }),
      cuts: fc.array(fc.nat(samples.length), { maxLength: 6 }),
      rollUps: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(plan, async ({ order, repeated, cuts, rollUps }) => {
        const site = await makeSite(db, NOW, { inverters: 2 })
        const sequence = [...order, ...repeated].map((index) => samples[index]!)
        const edges = [0, ...cuts.toSorted((a, b) => a - b), sequence.length]
        const portions = edges.slice(1).map((edge, index) => sequence.slice(edges[index], edge))
        for (const [index, portion] of portions.entries()) {
          await send(site, portion)
          if (rollUps[index] === true) await rollUp(context, NOW)
        }
        await drain(context, NOW)
        expect(await energyTables(db, nos(site))).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })

  it('another zone books anew what readings are kept of, and leaves the energy that outlived them', async () => {
    const site = await makeSite(db, NOW)
    const no = site.inverters[0]!.no
    await send(site, series(0, NOW - 45 * DAY_MS, NOW, 15))
    await drain(context, NOW)
    const before = (await energyTables(db, [no])).days
    expect(before.length).toBeGreaterThan(44)
    for (let day = utcDayStart(NOW) - 46 * DAY_MS; day < NOW - 40 * DAY_MS; day += DAY_MS)
      await owner.query(
        `DROP TABLE IF EXISTS reading_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`,
      )
    context.intake.days.clear()
    await moveTo(site, 'America/Los_Angeles')
    const after = (await energyTables(db, [no])).days
    const oldest = (days: typeof after) => days.slice(0, 15).map(({ day, wh }) => [day, wh])
    expect(oldest(after)).toEqual(oldest(before))
    // The sun of Shanghai shines from one day of Los Angeles into the next.
    expect(after.slice(-5)).not.toEqual(before.slice(-5))
  })

  it('another zone books anew all there is while all readings are kept, and today but once', async () => {
    const site = await makeSite(db, NOW)
    const no = site.inverters[0]!.no
    await send(site, series(0, NOW - 6 * DAY_MS, NOW, 15))
    await drain(context, NOW)
    const [first, ...others] = (await energyTables(db, [no])).days
    await moveTo(site, 'America/Los_Angeles')
    const [moved, ...rest] = (await energyTables(db, [no])).days
    expect(moved).not.toEqual(first)
    expect(sumOf([moved!, ...rest])).toBe(sumOf([first!, ...others]))
  })

  it('keeps a mark that is renewed while the ledger is computed', async () => {
    const site = await makeSite(db, NOW)
    const [all, no] = [series(0, NOW - 2 * DAY_MS, NOW, 30), site.inverters[0]!.no]
    await send(site, all.slice(0, -1))
    // Between the look at the mark and its removal a reading arrives.
    let late = false
    const slow = {
      ...context,
      db: db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          const first = result.rows[0]
          if (!late && first !== undefined && 'marked' in first) {
            late = true
            await send(site, [{ device: 0, ts: NOW, eTotWh: all.at(-1)!.eTotWh + 40 }])
          }
          return result
        },
      }),
    }
    await rollUp(slow, NOW)
    expect(late).toBe(true)
    const marks = () => db.selectFrom('energy_due').select('marked').where('device_no', '=', no).execute()
    expect(await marks()).toEqual([{ marked: 2 }])
    await drain(context, NOW)
    expect(await marks()).toEqual([])
    const { days } = await energyTables(db, [no])
    const total = days.reduce((sum, { wh }) => sum + wh, 0)
    expect(total).toBe(all.at(-1)!.eTotWh + 40 - all[0]!.eTotWh)
  })

  it('survives its end at any statement: nothing half written, the mark still there, the next run right', async () => {
    const site = await makeSite(db, NOW)
    const no = site.inverters[0]!.no
    await send(site, series(0, NOW - 3 * DAY_MS, NOW - DAY_MS, 30))
    await drain(context, NOW)
    const before = await energyTables(db, [no])
    await send(
      site,
      series(0, NOW - 3 * DAY_MS, NOW, 30).filter(({ ts }) => ts > NOW - DAY_MS),
    )
    let survived = 0
    for (let dies = 2; ; dies += 1) {
      let statements = 0
      const dying = {
        ...context,
        db: db.withPlugin({
          transformQuery: ({ node }) => {
            statements += 1
            if (statements === dies) throw new Error('gone')
            return node
          },
          transformResult: async ({ result }) => result,
        }),
      }
      const ended = await rollUp(dying, NOW).then(
        () => true,
        () => false,
      )
      if (ended) break
      survived += 1
      const { rows } = await sql<{ due: number }>`
        SELECT count(*)::int AS due FROM energy_due WHERE device_no = ${no}`.execute(db)
      const now = await energyTables(db, [no])
      // The last statement only looks up whom to tell: there the work was committed already.
      const untouched = JSON.stringify(now) === JSON.stringify(before)
      expect(untouched).toBe(rows[0]?.due === 1)
    }
    expect(survived).toBeGreaterThan(7)
    await drain(context, NOW)
    const twin = await makeSite(db, NOW)
    await send(twin, series(0, NOW - 3 * DAY_MS, NOW, 30))
    await drain(context, NOW)
    expect(await energyTables(db, [no])).toEqual(await energyTables(db, nos(twin)))
  })
})
