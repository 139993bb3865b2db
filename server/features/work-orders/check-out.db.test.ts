import { expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { act, answersOf, makeOrder, orderOf, stationFor } from '#tests/factories/work-orders.ts'

const app = await testApp()
const chief = await app.asRole('installer')
const worker = await app.asRole('maintainer')

const checkIn = async (stationId: string): Promise<number> => {
  const made = await worker.request(`POST /api/stations/${stationId}/check-in`, { body: {} })
  return (made.body as { checkIn: { since: number } }).checkIn.since
}
const isThere = async (stationId: string): Promise<boolean> => {
  const { body } = await worker.request(`GET /api/stations/${stationId}/check-ins`)
  return (body as { checkIns: { mine: boolean }[] }).checkIns.some(({ mine }) => mine)
}
/** An order that the worker works at. */
const begun = async (stationId: string) => {
  const given = await act(chief, await makeOrder(chief, stationId), { no: 1, handlerId: worker.accountId })
  return orderOf(await act(worker, orderOf(await act(worker, orderOf(given), { no: 2 })), { no: 4 }))
}
const report = async () =>
  ({ no: 5, report: 'Mended', checklist: await answersOf(worker, 'repair') }) as const

it('a report checks out with it, once, and is in the log of the station', async () => {
  const station = await stationFor(app, chief)
  const checkedInSince = await checkIn(station)
  const order = await begun(station)
  app.advance(60_000)
  // What begins the work, or gives it back, is said by somebody who stays.
  expect((await act(worker, order, { no: 6, reason: 'No ladder', checkedInSince })).status).toBe(400)
  expect(await isThere(station)).toBe(true)
  const sent = await act(worker, order, { ...(await report()), checkedInSince })
  expect([sent.status, orderOf(sent).status]).toEqual([200, 'audit'])
  expect(await isThere(station)).toBe(false)
  const audit = await app.db
    .selectFrom('audit')
    .select('account_id')
    .where('object_id', '=', station)
    .where('action', '=', 'station.check_out')
    .execute()
  expect(audit).toEqual([{ account_id: worker.accountId }])
})

it('a report that waited for a network ends no check-in of later, and one that says nothing ends none', async () => {
  const station = await stationFor(app, chief)
  const checkedInSince = await checkIn(station)
  const order = await begun(station)
  await worker.request(`DELETE /api/stations/${station}/check-in`)
  app.advance(60_000)
  await checkIn(station)
  expect((await act(worker, order, { ...(await report()), checkedInSince })).status).toBe(200)
  expect(await isThere(station)).toBe(true)
  expect((await act(worker, await begun(station), await report())).status).toBe(200)
  expect(await isThere(station)).toBe(true)
})
