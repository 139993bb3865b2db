import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '#tests/app.ts'
import { makeStringAlarm, newOrder, orderOf, stationFor } from '#tests/factories/work-orders.ts'

const app = await testApp()
const chief = await app.asRole('installer')
const stationId = await stationFor(app, chief)

test.each([
  ['POST /api/orders', async () => newOrder(stationId)],
  [
    'POST /api/orders',
    async () => {
      const alarmId = await makeStringAlarm(app, stationId)
      return newOrder(stationId, { type: 'alarm', alarms: [{ alarmId, instances: ['1'] }] })
    },
  ],
  ['POST /api/reports', async () => ({ stationId, description: 'A panel is broken' })],
])('L3: %s is made once when the answer to its commit was lost with the database', async (path, make) => {
  const headers = { 'idempotency-key': randomUUID() }
  const body = await make()
  const first = orderOf(await chief.request(path, { body, headers }))
  // The key was given back, as it is when nobody can know.
  await app.owner.query('DELETE FROM idempotency')
  const second = orderOf(await chief.request(path, { body, headers }))
  expect([second.id, second.no, second.flow.length]).toEqual([first.id, first.no, first.flow.length])
})
