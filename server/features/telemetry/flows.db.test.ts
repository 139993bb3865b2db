import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '#contract/mqtt/decode.ts'
import type { Metrics } from '#contract/mqtt/telemetry.ts'
import { booksOfReading, type FlowCounter, flowCounters, madeCounters } from '#domain/telemetry/counters.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { addDays, dayAt, dayStartAt, monthOf } from '#domain/telemetry/local-days.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import type { DeviceDetailView } from '../devices/present-device.ts'
import { booksOfRow, bookWh, madeBy, madeWh } from './counter-sql.ts'
import { markStationDue } from './energy-store.ts'
import type { EnergyBars } from './bar-store.ts'
import { drain } from './roll-up.ts'
import { storeReadings } from './store-readings.ts'

const app = await testApp()
const { db, context } = app
const caller = await app.asRole('installer')
const NOW = app.now()
const ZONE = 'Asia/Shanghai'
const [MIN, HOUR] = [60_000, 3_600_000]
const today = dayAt(NOW, ZONE)
const start = (daysAgo: number): number => dayStartAt(addDays(today, -daysAgo), ZONE)

let seq = 0
/** Reports as the wire has them, every `stepMs` from `from` on. */
const says = async (site: Site, sn: string, from: number, values: readonly Metrics[], stepMs = 10 * MIN) => {
  for (let at = 0; at < values.length; at += 200) {
    const d = values.slice(at, at + 200).map((m, n) => item(sn, from + (at + n) * stepMs, m))
    const told = decode('tele', encode(message((seq += 1), NOW, d, { hist: true })))
    if (!told.ok) throw new Error(told.reason)
    await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: told.message }], NOW)
  }
  await drain(context, NOW)
}
const get = async <T>(path: string): Promise<T> => {
  const reply = await caller.request(`GET ${path}`)
  expect([path, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([path, 200, ''])
  return reply.body as T
}
const siteWith = async (kind: 'meter' | 'battery', ratedW: number | null = null) => {
  const site = await makeSite(db, NOW - 40 * 24 * HOUR, { companyId: app.companies.a, timeZone: ZONE })
  const device = await makeDevice(db, NOW - 40 * 24 * HOUR, site.stationId, kind, {
    gatewayId: site.gateway.id,
    ...(ratedW !== null && { ratedW }),
  })
  return { site, device }
}
/** Known bars of days back from today: `{ 2: 1440 }`. */
const daysOf = async (id: string, counter: string | null): Promise<Record<number, number>> => {
  const asked = counter === null ? '' : `&counter=${counter}`
  const months = [...new Set([0, 1, 2, 3, 4, 5].map((ago) => monthOf(addDays(today, -ago))))]
  const told = await Promise.all(
    months.map((of) => get<EnergyBars>(`/api/devices/${id}/energy?period=month&of=${of}${asked}`)),
  )
  const bars = told.flatMap((one) => one.bars)
  return Object.fromEntries(
    [0, 1, 2, 3, 4, 5].flatMap((ago) => {
      const bar = bars.find(({ key }) => key === addDays(today, -ago))
      return bar?.wh === null || bar === undefined ? [] : [[ago, bar.wh]]
    }),
  )
}
/** A counter that counts `perStep` Wh each time, from `from` on. */
const counts = (name: FlowCounter, from: number, steps: number, perStep: number): Metrics[] =>
  Array.from({ length: steps }, (_, n) => ({ [name]: from + n * perStep }))

describe('what flows through meters and batteries', () => {
  it('is booked by day for each of their counters, by night too, and told with the device', async () => {
    const { site, device } = await siteWith('meter')
    // Two days and one reading more: 10 Wh drawn each ten minutes, twice as much fed in.
    const values = counts('e_in', 2_410_800, 289, 10).map((m, n) => ({
      ...m,
      e_out: 5_920_100 + n * 20,
      p: 60,
    }))
    await says(site, device.sn, start(2), values)
    expect(await daysOf(device.id, 'importWh')).toEqual({ 2: 1440, 1: 1440 })
    expect(await daysOf(device.id, 'exportWh')).toEqual({ 2: 2880, 1: 2880 })
    expect(await daysOf(device.id, null)).toEqual({})
    const { flows, energy } = await get<DeviceDetailView>(`/api/devices/${device.id}`)
    expect(flows).toMatchObject([
      { counter: 'importWh', lifetimeWh: 2880, lifetimeSince: addDays(today, -2) },
      { counter: 'exportWh', lifetimeWh: 5760 },
    ])
    expect(energy.lifetimeWh).toBeNull()
    const year = await get<EnergyBars>(`/api/devices/${device.id}/energy?period=lifetime&counter=importWh`)
    expect(year.totalWh).toBe(2880)
  })

  it('keeps the rules of the ledger: dips set aside, falls as new counts, spans over silences', async () => {
    const { site, device } = await siteWith('battery', 5000)
    const values = counts('e_dis', 1_130_500, 144, 10)
    values[50] = { e_dis: 3 }
    await says(site, device.sn, start(4), values)
    // A day and a half of silence, then a board that counts from anew.
    await says(site, device.sn, start(2) + 12 * HOUR, counts('e_dis', 1_140_000, 60, 10))
    await says(site, device.sn, start(1), counts('e_dis', 100, 144, 10))
    expect(await daysOf(device.id, 'dischargedWh')).toEqual({ 4: 1430, 2: 590, 1: 1430 })
    const { flows, aside } = await get<DeviceDetailView>(`/api/devices/${device.id}`)
    const span = 1_140_000 - (1_130_500 + 1430)
    expect(flows).toMatchObject([{ counter: 'dischargedWh', lifetimeWh: 1430 + 590 + 1430 + span }])
    expect(aside).toMatchObject([{ energyTotalWh: 3, reason: 'dip', counter: 'dischargedWh' }])
  })

  it('says of how much of the time it is known, of which a night is a part', async () => {
    const { site, device } = await siteWith('meter')
    // Heard by day alone: the counter is known over the whole light, and over half of the time.
    const first = counts('e_in', 1000, 6 * 12 + 1, 10)
    await says(site, device.sn, start(3) + 6 * HOUR, first)
    const again = counts('e_in', 50_000, 6 * 12 + 1, 10)
    await says(site, device.sn, start(2) + 6 * HOUR, again)
    const month = monthOf(addDays(today, -2))
    const { bars } = await get<EnergyBars>(
      `/api/devices/${device.id}/energy?period=month&of=${month}&counter=importWh`,
    )
    expect(bars.find(({ key }) => key === addDays(today, -2))?.coverage).toBeCloseTo(0.5, 1)
  })

  it('is booked anew with the whole station, and ends the same', async () => {
    const { site, device } = await siteWith('meter')
    await says(site, device.sn, start(2), counts('e_in', 2_410_800, 288, 10))
    const before = await daysOf(device.id, 'importWh')
    await db.transaction().execute(async (trx) => markStationDue(trx, site.stationId, NOW))
    await drain(context, NOW)
    expect(await daysOf(device.id, 'importWh')).toEqual(before)
  })

  it('SQL finds the same books in a reading as the domain, and the best counter of what was made', async () => {
    const few = [null, 0, 5, -5, 3e12]
    const all = few.flatMap((e_pv) =>
      few.flatMap((e_tot) =>
        few.flatMap((e_day) =>
          [0, qualityFlags.energy].map((flags, n) => ({
            e_pv,
            e_tot,
            e_day,
            e_in: few[n] ?? null,
            e_out: e_pv,
            e_chg: e_tot,
            e_dis: e_day,
            flags,
          })),
        ),
      ),
    )
    const list = (name: FlowCounter | (typeof madeCounters)[number]) =>
      sql`${all.map((one) => one[name])}::float8[]`
    const { rows } = await sql<{ books: number; wh: number | null; by: number | null; out: number | null }>`
      SELECT ${sql.raw(booksOfRow('r'))} AS books, ${sql.raw(madeWh('r'))} AS wh, ${sql.raw(madeBy('r'))} AS by,
             ${sql.raw(bookWh('r', 'e_out'))} AS out
        FROM unnest(${sql.join([...madeCounters, ...flowCounters].map(list))}, ${all.map(({ flags }) => flags)}::int[])
             WITH ORDINALITY AS r(${sql.raw([...madeCounters, ...flowCounters].join(', '))}, flags, n) ORDER BY n`.execute(
      db,
    )
    expect(rows.map(({ books }) => books)).toEqual(all.map((one) => booksOfReading(one, one.flags)))
    for (const [n, { wh, by, out, books }] of rows.entries()) {
      const counter = by === null ? null : (madeCounters[by] ?? null)
      expect(wh).toBe(counter === null ? null : (all[n]?.[counter] ?? null))
      expect(wh === null).toBe((books & 1) === 0)
      expect(out === null).toBe((books & 4) === 0)
    }
  })
})

describe('what inverters made', () => {
  it('is that of the modules of a hybrid, of the day where there is nothing else, and never of two counters', async () => {
    const site = await makeSite(db, NOW - 40 * 24 * HOUR, {
      companyId: app.companies.a,
      timeZone: ZONE,
      inverters: 2,
      ratedW: 10_000,
    })
    const [hybrid, micro] = site.inverters
    // 15 kW from modules at 10 kW rated, each third report without its counter; the AC side tells another story.
    const day = Array.from({ length: 48 }, (_, n) => ({
      e_tot: 7_000_000 + n * 5,
      e_day: n * 100,
      ...(n % 3 === 2 ? {} : { e_pv: 8_000_000 + n * 2500 }),
    }))
    await says(site, hybrid!.sn, start(2) + 8 * HOUR, day)
    expect(await daysOf(hybrid!.id, null)).toEqual({ 2: 46 * 2500 })
    for (const ago of [3, 2, 1])
      await says(
        site,
        micro!.sn,
        start(ago),
        Array.from({ length: 144 }, (_, n) => ({ e_day: Math.max(0, Math.min(n, 108) - 36) * 10 * ago })),
      )
    expect(await daysOf(micro!.id, null)).toEqual({ 3: 2160, 2: 1440, 1: 720 })
    const { aside } = await get<DeviceDetailView>(`/api/devices/${micro!.id}`)
    expect(aside).toEqual([])
    const station = await get<EnergyBars>(`/api/stations/${site.stationId}/energy?period=lifetime`)
    expect(station.totalWh).toBe(46 * 2500 + 2160 + 1440 + 720)
  })
})
