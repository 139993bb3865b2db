import { describe, expect, it } from 'vitest'
import { decode, encode } from '#contract/mqtt/decode.ts'
import type { Metrics } from '#contract/mqtt/telemetry.ts'
import { stateIndex } from '#domain/telemetry/device-state.ts'
import { flagsIn } from '#domain/telemetry/quality-flags.ts'
import { testApp } from '#tests/app.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { storeReadings } from './store-readings.ts'

const app = await testApp()
const { db, context } = app
const caller = await app.asRole('installer')
const NOW = app.now()
const MIN = 60_000

let seq = 0
/** Of the first inverter, a report every five minutes, the last one now; over the wire's own schema. */
const says = async (site: Site, values: readonly Metrics[], at = NOW): Promise<void> => {
  const sn = site.inverters[0]!.sn
  for (const [index, m] of values.entries()) {
    const ts = at - (values.length - 1 - index) * 5 * MIN
    const told = decode('tele', encode(message((seq += 1), ts, [item(sn, ts, m)])))
    if (!told.ok) throw new Error(told.reason)
    await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: told.message }], ts)
  }
}
const get = async <T>(path: string): Promise<T> => {
  const reply = await caller.request(`GET ${path}`)
  expect([path, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([path, 200, ''])
  return reply.body as T
}

describe('a hybrid inverter', () => {
  it('gives what its modules give, at the station, on the device and in the course of the day', async () => {
    const site = await makeSite(db, NOW, { companyId: app.companies.a, ratedW: 10_000 })
    // It charges its battery, then feeds the house out of it while the modules give nothing.
    await says(site, [
      { p: -4000, p_pv: 500, e_pv: 8_000_000, e_tot: 7_000_000 },
      { p: 1000, p_pv: 4310, e_pv: 8_000_100, e_tot: 7_000_100 },
      { p: 3000, p_pv: 0, e_pv: 8_000_100, e_tot: 7_000_300 },
    ])
    const { live } = await get<{ live: Record<string, unknown> }>(`/api/stations/${site.stationId}`)
    expect(live).toMatchObject({ powerW: 0 })
    const { device, latest } = await get<{ device: object; latest: object }>(
      `/api/devices/${site.inverters[0]!.id}`,
    )
    expect([device, latest]).toMatchObject([{ powerW: 0 }, { powerW: 3000, pvPowerW: 0, flags: 0 }])
    const day = await get<{ powerW: (number | null)[] }>(`/api/stations/${site.stationId}/power`)
    expect(day.powerW.filter((one) => one !== null)).toEqual([500, 4310, 0])
  })

  it('stands by when its modules give nothing, whatever its battery feeds', async () => {
    const site = await makeSite(db, NOW, { companyId: app.companies.a })
    await says(site, [{ p: 3000, p_pv: 0 }])
    const row = await db
      .selectFrom('latest')
      .select('state')
      .where('device_no', '=', site.inverters[0]!.no)
      .executeTakeFirst()
    expect(row?.state).toBe(stateIndex('standby'))
  })

  it('is believed that its battery feeds the same all night, and not that its modules do', async () => {
    const night = Date.parse('2026-06-20T16:00:00Z')
    const flagsOf = async (site: Site): Promise<string[]> => {
      const rows = await db
        .selectFrom('reading')
        .select('flags')
        .where('device_no', '=', site.inverters[0]!.no)
        .orderBy('ts')
        .execute()
      return flagsIn(rows.at(-1)?.flags ?? 0)
    }
    const counter = { e_pv: 8_000_000, e_tot: 7_000_000 }
    const [honest, hangs] = [await makeSite(db, night), await makeSite(db, night)]
    await says(
      honest,
      Array.from({ length: 12 }, () => ({ ...counter, p: 3000, p_pv: 0 })),
      night,
    )
    await says(
      hangs,
      Array.from({ length: 12 }, () => ({ ...counter, p: 3000, p_pv: 2900 })),
      night,
    )
    expect([await flagsOf(honest), await flagsOf(hangs)]).toEqual([[], ['still']])
  })
})
