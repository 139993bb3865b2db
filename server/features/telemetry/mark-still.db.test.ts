import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flagsIn, hasFlag } from '#domain/telemetry/quality-flags.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { readingsFetched } from '#tests/counted.ts'
import { testDatabase } from '#tests/database.ts'
import { energyTables, item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { applyRating } from './apply-rating.ts'
import { powerByStep } from './reading-store.ts'
import { drain } from './roll-up.ts'
import { storeReadings } from './store-readings.ts'

const { db, pool, owner } = await testDatabase()
const MIN = 60_000
/** The last light of a summer's day in Shanghai: the sun is 3 degrees down at 19:16. */
const SUNSET = Date.parse('2026-06-20T11:00:00Z')
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => SUNSET })

type Said = { p: number; e_tot?: number; p_dc?: number; u?: number[] }
/** One report every five minutes from 18:30 on, each a message of its own; `order`: in which they arrive, some at once. */
const send = async (
  site: Site,
  values: readonly Said[],
  {
    hist = false,
    order = values.map((_, index) => index),
  }: { hist?: boolean; order?: readonly (number | readonly number[])[] } = {},
) => {
  const inverter = site.inverters[0]!
  for (const portion of order) {
    const messages = [portion].flat().map((index) => {
      const m = values[index]!
      const ts = SUNSET - 30 * MIN + index * 5 * MIN
      return { ts, body: message(index, ts, [item(inverter.sn, ts, m)], { hist }) }
    })
    const at = hist ? SUNSET + 86_400_000 : Math.max(...messages.map(({ ts }) => ts))
    await storeReadings(
      context,
      messages.map(({ body }) => ({ gatewaySn: site.gateway.sn, message: body })),
      at,
    )
  }
  const rows = await db
    .selectFrom('reading')
    .select(['ts', 'p', 'flags'])
    .where('device_no', '=', inverter.no)
    .orderBy('ts')
    .execute()
  const latest = await db
    .selectFrom('latest')
    .select('flags')
    .where('device_no', '=', inverter.no)
    .executeTakeFirst()
  return { rows, latest, no: inverter.no, still: rows.map(({ flags }) => hasFlag(flags, 'still')) }
}
const repeated = (count: number, value: Said): Said[] => Array.from({ length: count }, () => value)

describe('power that stands still while the sun is down', () => {
  it('is set aside with its own reason, from the first repetition on, and counts nowhere', async () => {
    const site = await makeSite(db, SUNSET)
    const honest = [3_000, 2_900].map((p) => ({ p, e_tot: 500 }))
    const told = await send(site, [...honest, ...repeated(12, { p: 2_700, e_tot: 501 })])
    // The first 2,700 W was measured; all that repeats it was not.
    expect(told.still).toEqual([false, false, false, ...Array.from({ length: 11 }, () => true)])
    expect(flagsIn(told.rows.at(-1)?.flags ?? 0)).toEqual(['still'])
    expect(flagsIn(told.latest?.flags ?? 0)).toEqual(['still'])
    const from = SUNSET - 30 * MIN
    const cells = await powerByStep(db, [told.no], from, from + 24 * 60 * MIN, 5 * MIN)
    expect(cells.map(({ powerW }) => powerW).toSorted((a, b) => a - b)).toEqual([2_700, 2_900, 3_000])
  })

  it('stays set aside when the rating becomes another, and is told so when it was filled in', async () => {
    const site = await makeSite(db, SUNSET)
    const { no, still } = await send(site, repeated(12, { p: 2_700, e_tot: 501 }), { hist: true })
    expect(still.filter(Boolean)).toHaveLength(11)
    await applyRating(db, [no], SUNSET)
    const rows = await db.selectFrom('reading').select('flags').where('device_no', '=', no).execute()
    expect(rows.filter(({ flags }) => hasFlag(flags, 'still') && hasFlag(flags, 'power'))).toHaveLength(11)
  })

  it('is a battery where the counter moves, where nothing comes from the modules, and where it moves itself', async () => {
    const moving = await makeSite(db, SUNSET)
    const counted = Array.from({ length: 14 }, (_, n) => ({ p: 2_500, e_tot: 1_000 + 208 * n }))
    expect((await send(moving, counted)).still).not.toContain(true)
    const coarse = await makeSite(db, SUNSET)
    const kilowattHours = Array.from({ length: 14 }, (_, n) => ({
      p: 2_500,
      e_tot: 1_000 * (9 + Math.floor(0.208 * n)),
    }))
    expect((await send(coarse, kilowattHours)).still).not.toContain(true)
    const discharging = await makeSite(db, SUNSET)
    expect((await send(discharging, repeated(14, { p: 2_500, p_dc: 0 }))).still).not.toContain(true)
    const following = await makeSite(db, SUNSET)
    const load = Array.from({ length: 14 }, (_, n) => ({ p: 900 + 37 * n, e_tot: 7 }))
    expect((await send(following, load)).still).not.toContain(true)
  })

  it('D8: is set aside alike when what was said last before a broker died comes after what was said next', async () => {
    const night = [
      ...repeated(9, { p: 0, e_tot: 3 }),
      { p: 900, e_tot: 7 },
      ...repeated(4, { p: 2_700, e_tot: 501 }),
    ]
    const inOrder = await send(await makeSite(db, SUNSET), night)
    expect(inOrder.still.filter(Boolean)).toHaveLength(4)
    const first = night.map((_, index) => index)
    for (const late of [[10], [11, 10], [10, 11, 12], [9, 12]]) {
      const order = [...first.filter((index) => !late.includes(index)), ...late]
      const told = await send(await makeSite(db, SUNSET), night, { order })
      expect([late, told.still]).toEqual([late, inOrder.still])
      expect(told.latest).toEqual(inOrder.latest)
    }
  })

  it('D8: counts again where a late reading shows that it did not stand still', async () => {
    // Nine by day, and two of the night that repeat them but for what was said between.
    const night = [
      ...repeated(9, { p: 2_700, e_tot: 501 }),
      { p: 2_650, e_tot: 501 },
      ...repeated(2, { p: 2_700, e_tot: 501 }),
    ]
    const inOrder = await send(await makeSite(db, SUNSET), night)
    expect(inOrder.still).not.toContain(true)
    const site = await makeSite(db, SUNSET)
    const without = await send(site, night, { order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11] })
    expect(without.still.filter(Boolean)).toHaveLength(10)
    expect(flagsIn(without.latest?.flags ?? 0)).toEqual(['still'])
    const { no, ...told } = await send(site, night, { order: [9] })
    expect(told.rows).toEqual(inOrder.rows)
    expect(told.latest).toEqual(inOrder.latest)
    const from = SUNSET - 30 * MIN
    const cells = await powerByStep(db, [no], from, from + 60 * MIN, 5 * MIN)
    expect(cells).toHaveLength(12)
  })

  it('D8: counts again where several that come late at once show that it did not stand still', async () => {
    const night = [
      ...repeated(8, { p: 2_700, e_tot: 501 }),
      { p: 2_700, e_tot: 502 },
      ...repeated(3, { p: 2_700, e_tot: 501 }),
    ]
    const inOrder = await send(await makeSite(db, SUNSET), night)
    expect(inOrder.still.filter(Boolean)).toHaveLength(3)
    for (const late of [
      [8, 9],
      [7, 8, 9],
      [8, 9, 10],
    ]) {
      const first = night.map((_, index) => index).filter((index) => !late.includes(index))
      const site = await makeSite(db, SUNSET)
      const { still } = await send(site, night, { order: first })
      const { no, ...told } = await send(site, night, { order: [late] })
      expect([late, still.filter(Boolean).length > 3, told]).toEqual([
        late,
        true,
        { ...inOrder, no: undefined },
      ])
      expect(no).toBe(site.inverters[0]?.no)
    }
  })

  it('D8: takes what was said between two that come again into account, however far they are apart', async () => {
    const said = [
      ...[-15, -10, -5, 0, 5].map((minutes) => ({ minutes, wh: 501 })),
      { minutes: 10, wh: 502 },
      ...[15, 20, 25, 3_600, 3_605].map((minutes) => ({ minutes, wh: 501 })),
    ]
    const site = await makeSite(db, SUNSET)
    const { sn, no } = site.inverters[0]!
    let seq = 0
    const store = async (list: typeof said) => {
      const messages = list.map(({ minutes, wh }) => {
        const ts = SUNSET + minutes * MIN
        const body = message((seq += 1), ts, [item(sn, ts, { p: 2_700, e_tot: wh })], { hist: true })
        return { gatewaySn: site.gateway.sn, message: body }
      })
      await storeReadings(context, messages, SUNSET + 4 * 86_400_000)
      const rows = db.selectFrom('reading').select('flags').where('device_no', '=', no).orderBy('ts')
      return (await rows.execute()).map(({ flags }) => hasFlag(flags, 'still'))
    }
    const inOrder = await store(said)
    expect(inOrder.filter(Boolean)).toHaveLength(3)
    expect(await store(said.filter(({ minutes }) => minutes === 0 || minutes === 3_600))).toEqual(inOrder)
  })

  it('D8: ends alike in whatever order and portions readings come, live and filled in, each once and again', async () => {
    const held = { p: 2_700, e_tot: 501 }
    const said = fc.constantFrom<Said>(
      held,
      held,
      held,
      held,
      held,
      { ...held, e_tot: 502 },
      { ...held, p: 900 },
      { ...held, p: 0 },
      { ...held, p_dc: 0 },
      { ...held, p: 99_000 },
    )
    const runs = fc.array(
      fc.record({
        value: said,
        readings: fc.integer({ min: 1, max: 4 }),
        hist: fc.boolean(),
        // Into the next night, too.
        apartMin: fc.constantFrom(5, 5, 5, 2, 700),
      }),
      { minLength: 3, maxLength: 9 },
    )
    await fc.assert(
      fc.asyncProperty(runs, fc.infiniteStream(fc.nat(1_000)), async (acts, dice) => {
        let ts = SUNSET - 20 * MIN
        const sent = acts.flatMap(({ value, readings, hist, apartMin }) =>
          Array.from({ length: readings }, () => ({ ts: (ts += apartMin * MIN), m: value, hist })),
        )
        // One that is said live comes within a day, or its clock is not believed.
        for (const one of sent) one.hist ||= one.ts < ts - 20 * 60 * MIN
        const roll = (): number => dice.next().value ?? 0
        const shuffled = sent
          .map((one) => ({ one, at: roll() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const again = [...shuffled, ...shuffled.filter(() => roll() % 5 === 0)]
        // Live ones that come late again and again would be a clock that is late: such are filled in (clock-lateness.ts).
        for (const [index, one] of again.entries())
          one.hist ||= Math.max(...again.slice(0, index + 4).map(({ ts: when }) => when)) - one.ts >= 10 * MIN
        const told = []
        for (const [list, portion] of [
          [sent, () => 1],
          [again, () => 1 + (roll() % 4)],
        ] as const) {
          const site = await makeSite(db, SUNSET)
          let at = 0
          for (let first = 0, size = 0; first < list.length; first += size) {
            size = portion()
            const messages = list.slice(first, first + size).map(({ ts: when, m, hist }, index) => {
              at = Math.max(at, when)
              const body = message(first + index, when, [item(site.inverters[0]!.sn, when, m)], { hist })
              return { gatewaySn: site.gateway.sn, message: body }
            })
            await storeReadings(context, messages, at)
            await drain(context, at)
          }
          const { no } = site.inverters[0]!
          const rows = await db
            .selectFrom('reading')
            .select(['ts', 'p', 'flags', 'state'])
            .where('device_no', '=', no)
            .orderBy('ts')
            .execute()
          const latest = db.selectFrom('latest').select(['ts', 'flags', 'state']).where('device_no', '=', no)
          const curve = await powerByStep(db, [no], SUNSET - 60 * MIN, ts + MIN, 5 * MIN)
          told.push({
            rows,
            latest: await latest.execute(),
            curve: curve.toSorted((a, b) => a.step - b.step).map(({ powerW }) => powerW),
            energy: await energyTables(db, [no]),
          })
        }
        expect(told[1]).toEqual(told[0])
      }),
      { numRuns: 25 },
    )
  })

  it('takes up what a late reading has to do with, however much there is, and nothing by day or in order', async () => {
    const fetched = async (before: number) => {
      const site = await makeSite(db, SUNSET)
      const { sn } = site.inverters[0]!
      const day = Array.from({ length: before }, (_, n) => ({ p: 3_000 + n, e_tot: 400 }))
      const values = [...day, ...repeated(24, { p: 2_700, e_tot: 501 })]
      const start = SUNSET - before * MIN
      const say = (index: number, at: number, hist = false) => {
        const ts = start + index * MIN
        const body = message(index, ts, [item(sn, ts, values[index] ?? { p: 2_650, e_tot: 501 })], { hist })
        return storeReadings(context, [{ gatewaySn: site.gateway.sn, message: body }], at)
      }
      for (const index of values.keys()) if (index !== before + 4) await say(index, start + index * MIN)
      values[before + 4] = { p: 2_650, e_tot: 501 }
      return {
        late: await readingsFetched({ pool, owner }, () => say(before + 4, SUNSET + 30 * MIN)),
        filledIn: await readingsFetched({ pool, owner }, () => say(values.length, SUNSET + 30 * MIN, true)),
      }
    }
    // Where a day has few readings, all of it may be read at once.
    const others = await makeSite(db, SUNSET)
    const theirs = Array.from({ length: 20_000 }, (_, n) =>
      item(others.inverters[0]!.sn, SUNSET - 11 * 60 * MIN + n * 1_000, { p: 3_000 + (n % 7) }),
    )
    const body = message(1, SUNSET, theirs, { hist: true })
    await storeReadings(context, [{ gatewaySn: others.gateway.sn, message: body }], SUNSET)
    const [some, many] = [await fetched(20), await fetched(150)]
    expect(many).toEqual(some)
    // Twenty-four that stand still, each looked at a few times.
    expect(some.late).toBeLessThan(24 * 6)
    expect(some.filledIn).toBeLessThan(10)
    const site = await makeSite(db, SUNSET)
    const noon = SUNSET - 7 * 60 * MIN
    for (const minute of [0, 5, 10]) {
      const body = message(minute, noon, [
        item(site.inverters[0]!.sn, noon + minute * MIN, { p: 2_700, e_tot: 1 }),
      ])
      const say = () =>
        storeReadings(context, [{ gatewaySn: site.gateway.sn, message: body }], noon + minute * MIN)
      expect(await readingsFetched({ pool, owner }, say)).toBe(0)
    }
  })

  it('leaves the day and a quiet night alone', async () => {
    const site = await makeSite(db, SUNSET)
    const told = await send(site, [
      ...repeated(6, { p: 5_000, e_tot: 1 }),
      ...repeated(10, { p: 0, e_tot: 2 }),
    ])
    expect(told.still).not.toContain(true)
  })
})
