import { expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import type { DeviceDetailView } from './present-device.ts'

const app = await testApp()
const { db } = app
const installer = await app.asRole('installer')

const roleOf = async (id: string) => {
  const { device } = (await installer.request(`GET /api/devices/${id}`)).body as DeviceDetailView
  return [device.meterRole, device.version]
}

it('what a meter measures is chosen by a person, kept where nothing is said of it, and taken back', async () => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  const { id } = await makeDevice(db, app.now(), stationId, 'meter')
  expect(await roleOf(id)).toEqual([null, 1])
  const edit = (body: object, version: number) =>
    installer.request(`PUT /api/devices/${id}`, {
      body: { name: 'Cellar', warrantyUntil: null, ...body },
      headers: { 'if-match': `"${version}"` },
    })
  expect((await edit({ meterRole: 'consumption' }, 1)).status).toBe(200)
  expect(await roleOf(id)).toEqual(['consumption', 2])
  expect((await edit({}, 2)).status).toBe(200)
  expect(await roleOf(id)).toEqual(['consumption', 3])
  expect((await edit({ meterRole: null }, 3)).status).toBe(200)
  expect(await roleOf(id)).toEqual([null, 4])
  expect((await edit({ meterRole: 'roof' }, 4)).status).toBe(400)
})

it('what is no meter measures nothing for a house', async () => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  const { id } = await makeDevice(db, app.now(), stationId, 'inverter')
  const reply = await installer.request(`PUT /api/devices/${id}`, {
    body: { name: '', warrantyUntil: null, meterRole: 'grid' },
    headers: { 'if-match': '"1"' },
  })
  expect([reply.status, reply.body]).toMatchObject([
    400,
    { error: { code: 'invalid_input', field: 'meterRole' } },
  ])
})
