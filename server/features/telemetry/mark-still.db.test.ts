import { describe, expect, it } from 'vitest'
import { flagsIn, hasFlag } from '#domain/telemetry/quality-flags.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { applyRating } from './apply-rating.ts'
import { powerByStep } from './reading-store.ts'
import { storeReadings } from './store-readings.ts'

const { db, pool } = await testDatabase()
const MIN = 60_000
/** The last light of a summer's day in Shanghai: the sun is 3 degrees down at 19:16. */
const SUNSET = Date.parse('2026-06-20T11:00:00Z')
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => SUNSET })

type Said = { p: number; e_tot?: number; p_dc?: number; u?: number[] }
/** One report every five minutes from 18:30 on, each a message of its own; `order`: in which they arrive. */
const send = async (
  site: Site,
  values: readonly Said[],
  { hist = false, order = values.map((_, index) => index) } = {},
) => {
  const inverter = site.inverters[0]!
  for (const index of order) {
    const m = values[index]!
    const ts = SUNSET - 30 * MIN + index * 5 * MIN
    const body = message(index, ts, [item(inverter.sn, ts, m)], { hist })
    const at = hist ? SUNSET + 86_400_000 : ts
    await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: body }], at)
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

  it('leaves the day and a quiet night alone', async () => {
    const site = await makeSite(db, SUNSET)
    const told = await send(site, [
      ...repeated(6, { p: 5_000, e_tot: 1 }),
      ...repeated(10, { p: 0, e_tot: 2 }),
    ])
    expect(told.still).not.toContain(true)
  })
})
