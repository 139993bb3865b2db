import { expect, it } from 'vitest'
import { decode, encode } from '#contract/mqtt/decode.ts'
import type { Inventory } from '#contract/mqtt/inventory.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { item, message } from '#tests/factories/telemetry.ts'
import { hearAlarm } from '../alarms/hear-alarm.ts'
import { storeReadings } from '../telemetry/store-readings.ts'
import { applyBirth } from './apply-birth.ts'
import { applyInventory } from './apply-inventory.ts'

const app = await testApp()
const { db, context } = app
const installer = await app.asRole('installer')
const boot = 'boot-aaaa'
const printed = ['3012345678', '7E1D3A55', 'SN_1.2/A-7', '9']

it('a gateway names devices as their makers print them: they are listed, measured and have alarms of their makers', async () => {
  const now = app.now()
  const stationId = await makeStation(db, now, app.companies.a)
  const gateway = await makeDevice(db, now, stationId, 'gateway')
  await applyBirth(context, gateway.sn, { v: 1, state: 'online', boot, conn: 1, ts: now }, now)
  const devices = [...printed, 'BÄD', '--'].map((sn) => ({ sn, t: 'inverter' }))
  const inv = decode('inv', encode({ v: 1, boot, rev: 1, devices }))
  const tele = decode(
    'tele',
    encode(
      message(
        1,
        now,
        printed.map((sn, n) => item(sn, now, { p: 1000 + n })),
      ),
    ),
  )
  const sn = printed[2] ?? ''
  const raised = { v: 1, boot, seq: 2, ev: 'raise', aid: `${sn}:sungrow.9999:1`, sn, code: 'sungrow.9999' }
  const alarm = decode('alarm', encode({ ...raised, lvl: 'important', ts: now }))
  if (!inv.ok || !tele.ok || !alarm.ok) throw new Error('not of the contract')
  expect((inv.message as Inventory).unreadable?.map((one) => one.sn)).toEqual(['BÄD', '--'])
  await applyInventory(context, gateway.sn, inv.message, now)
  await storeReadings(context, [{ gatewaySn: gateway.sn, message: tele.message }], now)
  expect(await hearAlarm(context, gateway.sn, alarm.message, now)).toBe('applied')

  const told = await installer.request(`GET /api/stations/${stationId}/devices?kind=inverter`)
  expect(told.body).toMatchObject({
    devices: printed.map((one, n) => ({ sn: one, powerW: 1000 + n })),
    total: printed.length,
  })
  const alarms = await installer.request(`GET /api/alarms?stationId=${stationId}`)
  expect(JSON.stringify(alarms.body)).toContain('Sungrow')
  const detail = await installer.request(`GET /api/devices/${gateway.id}`)
  expect(detail.body).toMatchObject({
    link: { quarantine: expect.arrayContaining([expect.objectContaining({ sn: 'BÄD', reason: 'serial' })]) },
  })
})
