import { describe, expect, it } from 'vitest'
import type { Metrics } from '#contract/mqtt/telemetry.ts'
import { collect } from './rules/collect.ts'
import { STEP_MS } from './rules/load-windows.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testDatabase } from '#tests/database.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { hearAlarm } from './hear-alarm.ts'

const { db, pool } = await testDatabase()
/** Noon in Shanghai. */
const NOON = Date.parse('2026-06-21T04:00:00Z')
const MINUTE = 60_000
let now = NOON
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => now })
const BOOT = '9f3c61d07ab2e415'
let seq = 0

type Site = Awaited<ReturnType<typeof makeSite>>
const well: Metrics = { p: 6000, t: 45, f: 50, u: [222, 221, 223] }

/** One step of five minutes: everything reports, and the collection judges. */
const step = async (site: Site, first: { m: Metrics; Evt1: number }): Promise<void> => {
  now += STEP_MS
  seq += 1
  const d = site.inverters.map(({ sn }, index) =>
    index === 0 ? { ...item(sn, now, first.m), raw: { Evt1: first.Evt1 } } : item(sn, now, well),
  )
  await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message(seq, now, d) }], now)
  await collect(context, now + MINUTE, AbortSignal.timeout(60_000))
}
const says = async (site: Site, ev: 'raise' | 'clear', code: string, by = 0): Promise<void> => {
  seq += 1
  const sn = site.inverters[by]?.sn ?? ''
  const common = { v: 1 as const, boot: BOOT, seq, aid: `${sn}:${code}:1`, ts: now }
  const outcome = await hearAlarm(
    context,
    site.gateway.sn,
    ev === 'clear' ? { ...common, ev } : { ...common, ev, sn, code, lvl: 'emergent', ctx: { riso_kohm: 38 } },
    now,
  )
  expect(outcome).toBe('applied')
}
const alarmsOf = async (site: Site) => {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('alarm_item', 'alarm_id', 'id')
    .select(['code', 'status', 'close_type', 'instance', 'alarm_item.cleared_at'])
    .where('station_id', '=', site.stationId)
    .orderBy('code')
    .orderBy('instance')
    .execute()
  return rows.map(
    ({ code, status, instance, cleared_at: cleared }) =>
      `${code} ${status} ${instance} ${cleared === null ? 'on' : 'over'}`,
  )
}
const site = async (): Promise<Site> => {
  const made = await makeSite(db, now, { inverters: 3 })
  await db
    .insertInto('gateway_link')
    .values({ device_id: made.gateway.id, boot: BOOT, conn: 1, connected: true, birth_at: new Date(now) })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ boot: BOOT, connected: true }))
    .execute()
  return made
}
const stands = { m: { ...well, p: 0 }, Evt1: 1 }
const runs = { m: well, Evt1: 0 }

describe('one fault, one alarm', () => {
  it('joins a standstill, its ground fault and the code of the device, in the order they are heard', async () => {
    const one = await site()
    for (let steps = 0; steps < 10; steps += 1) await step(one, { ...stands, Evt1: 0 })
    expect(await alarmsOf(one)).toEqual(['RULE-INVERTER-OFF unsolved 1 on'])
    for (let steps = 0; steps < 3; steps += 1) await step(one, stands)
    expect(await alarmsOf(one)).toEqual([
      'RULE-INSULATION unsolved 1 on',
      'RULE-INSULATION unsolved RULE-INVERTER-OFF:1 on',
    ])
    await says(one, 'raise', '2062')
    const joined = ['1', 'RULE-INSULATION:1', 'RULE-INVERTER-OFF:1']
    expect(await alarmsOf(one)).toEqual(joined.map((instance) => `2062 unsolved ${instance} on`))
    // It ends with the last that says so, and none of them is said anew.
    await says(one, 'clear', '2062')
    expect(await alarmsOf(one)).toEqual([
      '2062 unsolved 1 over',
      ...joined.slice(1).map((name) => `2062 unsolved ${name} on`),
    ])
    for (let steps = 0; steps < 16; steps += 1) await step(one, runs)
    expect(await alarmsOf(one)).toEqual(joined.map((instance) => `2062 closed ${instance} over`))
  })

  it('says one thing of what is found in one step, and nothing beside the device’s own word', async () => {
    const one = await site()
    await says(one, 'raise', '2062')
    for (let steps = 0; steps < 12; steps += 1) await step(one, stands)
    expect(await alarmsOf(one)).toEqual(['2062 unsolved 1 on'])
  })

  it('is one alarm where inverters and our rule see the same grid', async () => {
    const one = await site()
    const second = one.inverters[1]?.sn
    await says(one, 'raise', '2036')
    await says(one, 'raise', '2036', 1)
    expect(await alarmsOf(one)).toEqual(['2036 unsolved 1 on', `2036 unsolved 2036:${second} on`])
    // The rule finds the same of all three, on the gateway.
    const high: Metrics = { ...well, f: 51 }
    const all = async (m: Metrics): Promise<void> => {
      now += STEP_MS
      seq += 1
      const d = one.inverters.map(({ sn }) => item(sn, now, m))
      await storeReadings(context, [{ gatewaySn: one.gateway.sn, message: message(seq, now, d) }], now)
      await collect(context, now + MINUTE, AbortSignal.timeout(60_000))
    }
    for (let steps = 0; steps < 12; steps += 1) await all(high)
    const rule = `RULE-GRID-OVERFREQUENCY:${one.gateway.sn}`
    expect(await alarmsOf(one)).toEqual(
      ['1', `2036:${second}`, rule].map((instance) => `2036 unsolved ${instance} on`),
    )
    await says(one, 'clear', '2036')
    await says(one, 'clear', '2036', 1)
    expect((await alarmsOf(one)).map((told) => told.split(' ').at(-1))).toEqual(['over', 'over', 'on'])
    for (let steps = 0; steps < 16; steps += 1) await all(well)
    expect(new Set((await alarmsOf(one)).map((told) => told.split(' ')[1]))).toEqual(new Set(['closed']))
    // Another disturbance is another alarm, and so is another gateway's.
    await says(one, 'raise', '2036')
    await says(one, 'raise', '2034', 1)
    const other = await site()
    await says(other, 'raise', '2036')
    expect((await alarmsOf(one)).filter((told) => told.includes('unsolved'))).toEqual([
      '2034 unsolved 1 on',
      '2036 unsolved 1 on',
    ])
    expect(await alarmsOf(other)).toEqual(['2036 unsolved 1 on'])
  })
})
