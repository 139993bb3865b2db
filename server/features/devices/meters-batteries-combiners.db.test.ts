import { describe, expect, it } from 'vitest'
import { decode, encode } from '#contract/mqtt/decode.ts'
import type { Metrics } from '#contract/mqtt/telemetry.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice, newSerial } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { item, message } from '#tests/factories/telemetry.ts'
import { storeReadings } from '../telemetry/store-readings.ts'
import { applyBirth } from './apply-birth.ts'
import { applyInventory } from './apply-inventory.ts'
import type { DeviceDetailView } from './present-device.ts'

const app = await testApp()
const { db, context } = app
const installer = await app.asRole('installer')
const kinds = ['inverter', 'meter', 'battery', 'combiner'] as const
type Kind = (typeof kinds)[number]

/** A station with one of each, as their gateway reports them, message by message of the wire. */
const reported = async () => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
  const boot = 'boot-aaaa'
  await applyBirth(context, gateway.sn, { v: 1, state: 'online', boot, conn: 1, ts: app.now() }, app.now())
  const sns = Object.fromEntries(kinds.map((kind) => [kind, newSerial(kind)])) as Record<Kind, string>
  const devices = kinds.map((t) => ({ sn: sns[t], t, ...(t === 'inverter' ? { rated_w: 10_000 } : {}) }))
  const told = decode('inv', encode({ v: 1, boot, rev: 1, devices }))
  if (!told.ok) throw new Error(told.reason)
  await applyInventory(context, gateway.sn, told.message, app.now())
  const rows = await db.selectFrom('device').selectAll().where('station_id', '=', stationId).execute()
  let seq = 0
  return {
    stationId,
    idOf: (kind: Kind): string => rows.find((row) => row.sn === sns[kind])?.id ?? '',
    says: async (said: Partial<Record<Kind, Metrics>>) => {
      const items = kinds.flatMap((kind) => (said[kind] ? [item(sns[kind], app.now(), said[kind])] : []))
      const payload = encode(message((seq += 1), app.now(), items))
      const batch = decode('tele', payload)
      if (!batch.ok) throw new Error(batch.reason)
      await storeReadings(context, [{ gatewaySn: gateway.sn, message: batch.message }], app.now())
    },
  }
}
const get = async <T>(path: string): Promise<T> => {
  const reply = await installer.request(`GET ${path}`)
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body as T
}
const linesOf = async (id: string): Promise<[string, number | null, (number | null)[]][]> => {
  const day = new Date(app.now()).toISOString().slice(0, 10)
  const { series } = await get<{
    series: { metric: string; index: number | null; values: (number | null)[] }[]
  }>(`/api/devices/${id}/curve?day=${day}`)
  return series.map(({ metric, index, values }) => [metric, index, values])
}

describe('what stands at a station beside its inverters', () => {
  it('comes with what its gateway reports, and shows what it measures', async () => {
    const { idOf, says } = await reported()
    await says({
      meter: { p: -1350, e_in: 2_410_800, e_out: 5_920_100 },
      battery: { p: -2050, soc: 61.5, e_chg: 1_204_000, e_dis: 1_130_500 },
      combiner: { str: [{ n: 1, i: 7.4 }, { n: 16 }], al: [0, 16] },
      inverter: { p: 2140, s: 2160, pf: 0.5, riso: 1480, p_pv: 4310, e_pv: 8_214_300, e_day: 12_000 },
    })
    const latest = async (kind: Kind) => (await get<DeviceDetailView>(`/api/devices/${idOf(kind)}`)).latest
    expect(await latest('meter')).toMatchObject({
      powerW: -1350,
      importWh: 2_410_800,
      exportWh: 5_920_100,
      flags: 0,
      strings: null,
      alarmWords: null,
    })
    expect(await latest('battery')).toMatchObject({
      powerW: -2050,
      socPct: 61.5,
      chargedWh: 1_204_000,
      dischargedWh: 1_130_500,
      flags: 0,
    })
    expect(await latest('combiner')).toMatchObject({
      strings: [
        { n: 1, a: 7.4 },
        { n: 16, a: null },
      ],
      alarmWords: [0, 16],
    })
    expect(await latest('inverter')).toMatchObject({
      apparentVa: 2160,
      powerFactor: 0.5,
      insulationKohm: 1480,
      pvPowerW: 4310,
      pvEnergyWh: 8_214_300,
      dayEnergyWh: 12_000,
    })
    expect(await linesOf(idOf('combiner'))).toEqual([['stringA', 1, [7.4]]])
    expect(await linesOf(idOf('battery'))).toContainEqual(['socPct', null, [61.5]])
  })

  it('is counted by itself and in no sum of power or energy', async () => {
    const { stationId, says } = await reported()
    await says({
      inverter: { p: 4000, e_tot: 1_000_000 },
      meter: { p: 700, e_tot: 5_000_000 },
      battery: { p: 900, e_tot: 5_000_000 },
      combiner: { p: 3000, e_tot: 5_000_000 },
    })
    const { live } = await get<{ live: Record<string, unknown> }>(`/api/stations/${stationId}`)
    expect(live).toMatchObject({
      powerW: 4000,
      devices: { inverter: { total: 1 }, meter: { total: 1 }, battery: { total: 1 }, combiner: { total: 1 } },
    })
  })
})
