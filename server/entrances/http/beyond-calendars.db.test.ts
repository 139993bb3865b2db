import { expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { testPassword } from '#tests/factories/accounts.ts'

const app = await testApp()
/** The last instant of JavaScript; PostgreSQL reads no such year. */
const LAST = 8_640_000_000_000_000

const mark = (...parts: string[]): string =>
  `cursor=${Buffer.from(JSON.stringify(parts)).toString('base64url')}`

it('V12: dates and marks of pages that no calendar has are refused, never answered 500', async () => {
  const caller = await app.asRole('installer', 'a')
  const id = await makeStation(app.db, app.now(), app.companies.a)
  const inverter = await makeDevice(app.db, app.now(), id, 'inverter')
  await makeAlarm(app.db, app.now(), id, { deviceId: inverter.id })
  const [noTime, noId] = ['9999999999999999', '-'.repeat(36)]
  const refused: unknown[] = []
  for (const path of [
    `/api/alarms?to=${LAST}`,
    `/api/alarms?${mark('1', noTime, id)}`,
    `/api/alarms?${mark('1', '999999999999999', id)}`,
    `/api/alarms?${mark('1', '1', noId)}`,
    `/api/messages?${mark(noTime, id)}`,
    `/api/messages?${mark('1', noId)}`,
    `/api/orders?${mark('1', '1', noId)}`,
    `/api/companies?${mark('1', noId)}`,
    `/api/stations/${id}/commands?${mark(noTime, id)}`,
    `/api/stations/${id}/commands?${mark('1', noId)}`,
    `/api/control?${mark(noTime, id)}`,
    `/api/control?${mark('1', noId)}`,
    `/api/upgrades?${mark(noTime, id)}`,
    `/api/upgrades?${mark('1', noId)}`,
    `/api/stations/${id}/energy?period=month&of=0000-01`,
    `/api/stations/${id}/energy?period=year&of=0000`,
    `/api/devices/${inverter.id}/energy?period=month&of=0000-01`,
  ]) {
    const { status } = await caller.request(`GET ${path}`)
    if (status !== 400) refused.push([status, path])
  }
  expect(refused).toEqual([])
})

it('V12: a share until an instant that is none is refused', async () => {
  const owner = await app.newCaller('owner', 'a')
  const id = await makeStation(app.db, app.now(), app.companies.a, { ownerAccountId: owner.accountId })
  await owner.request('POST /api/session/confirm', { body: { password: testPassword } })
  for (const untilAt of [LAST, Number.MAX_SAFE_INTEGER]) {
    const body = { account: 'somebody', rights: 'view', untilAt }
    expect((await owner.request(`POST /api/stations/${id}/shares`, { body })).status).toBe(400)
  }
})
