import { describe, expect, it } from 'vitest'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
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

/** A station with an inverter and a weather station, both as their gateway reports them. */
const reported = async () => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
  const sns = { inverter: newSerial('inverter'), weather: newSerial('weather') }
  const devices: InventoryDevice[] = [
    { sn: sns.inverter, t: 'inverter', rated_w: 10_000 },
    // A gateway that names an inverter for it is not believed: it hangs on none.
    { sn: sns.weather, t: 'weather', brand: 'Lufft', model: 'WS503-UMB', parent: sns.inverter },
  ]
  await applyBirth(
    context,
    gateway.sn,
    { v: 1, state: 'online', boot: 'boot-aaaa', conn: 1, ts: app.now() },
    app.now(),
  )
  await applyInventory(context, gateway.sn, { v: 1, boot: 'boot-aaaa', rev: 1, devices }, app.now())
  const rows = await db.selectFrom('device').selectAll().where('station_id', '=', stationId).execute()
  const idOf = (sn: string): string => rows.find((row) => row.sn === sn)?.id ?? ''
  let seq = 0
  return {
    stationId,
    sns,
    inverter: idOf(sns.inverter),
    weather: idOf(sns.weather),
    says: async (d: Parameters<typeof message>[2]) =>
      storeReadings(
        context,
        [{ gatewaySn: gateway.sn, message: message((seq += 1), app.now(), d) }],
        app.now(),
      ),
  }
}
const get = async <T>(path: string): Promise<T> => {
  const reply = await installer.request(`GET ${path}`)
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body as T
}

describe('a weather station', () => {
  it('comes with what its gateway reports, and shows what it measures', async () => {
    const { weather, says, sns } = await reported()
    await says([{ ...item(sns.weather, app.now(), { irr: 812, t_mod: 41.5 }), st: 'normal' as const }])
    const detail = await get<DeviceDetailView>(`/api/devices/${weather}`)
    expect(detail.device).toMatchObject({
      kind: 'weather',
      model: 'WS503-UMB',
      online: true,
      state: 'normal',
      powerW: null,
      parentId: null,
      stringNo: null,
    })
    expect(detail.latest).toMatchObject({ irradianceWm2: 812, moduleC: 41.5, powerW: null })
    const curve = await get<{ series: { metric: string }[] }>(
      `/api/devices/${weather}/curve?day=${new Date(app.now()).toISOString().slice(0, 10)}`,
    )
    expect(curve.series.map(({ metric }) => metric).sort()).toEqual(['irradianceWm2', 'moduleC'])
  })

  it('is counted by itself and in no sum of power or energy', async () => {
    const { stationId, says, sns } = await reported()
    await says([
      { ...item(sns.inverter, app.now(), { p: 4000, e_tot: 1_000_000 }), st: 'grid' as const },
      { ...item(sns.weather, app.now(), { p: 700, e_tot: 5_000_000 }), st: 'normal' as const },
    ])
    const { live } = await get<{ live: Record<string, unknown> }>(`/api/stations/${stationId}`)
    expect(live).toMatchObject({
      powerW: 4000,
      devices: { inverter: { total: 1, online: 1 }, weather: { total: 1, online: 1 } },
    })
  })

  it('takes no command', async () => {
    const { stationId, weather } = await reported()
    for (const act of [{ op: 'switch', on: false }, { op: 'restart' }]) {
      const { status, body } = await installer.request(`POST /api/stations/${stationId}/control/preview`, {
        body: { act, deviceIds: [weather] },
      })
      expect([status, body]).toMatchObject([200, { devices: [], unable: 1 }])
    }
  })
})
