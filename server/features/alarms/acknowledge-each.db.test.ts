import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EACH_MOST } from '#domain/accounts/each.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeShare } from '#tests/factories/shares.ts'
import { makeStation } from '#tests/factories/stations.ts'

const HOUR = 3_600_000
const app = await testApp()
const { db } = app
const chief = await app.asRole('installer', 'a')
const owner = await app.asRole('owner', 'a')

type Result = { id: string; before: boolean; refused: { code: string; why: string | null } | null }
const each = async (
  what: 'acknowledge' | 'wake',
  ids: readonly string[],
  given: { preview?: boolean; until?: number; caller?: Caller; key?: string } = {},
) => {
  const { caller = chief, until = app.now() + 2 * HOUR, preview, key } = given
  return caller.request(`POST /api/alarms/${what}-each`, {
    body: { ids, ...(what === 'acknowledge' && { until }), ...(preview && { preview }) },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
}
const resultsOf = ({ body }: { body: unknown }): Result[] => (body as { results: Result[] }).results
const quietOf = async (id: string): Promise<number | null> => {
  const { body } = await chief.request(`GET /api/alarms/${id}`)
  return (body as { alarm: { acknowledged: { until: number } | null } }).alarm.acknowledged?.until ?? null
}
const newAlarm = async (company = app.companies.a): Promise<string> =>
  (await makeAlarm(db, app.now(), await makeStation(db, app.now(), company))).id

describe('acknowledging alarms of many stations', () => {
  it('tells of each what came of it, and keeps no other back for one that is refused', async () => {
    const [one, two, held, closed] = [await newAlarm(), await newAlarm(), await newAlarm(), await newAlarm()]
    const shared = await makeStation(db, app.now(), app.companies.b)
    await makeShare(db, app.now(), { stationId: shared, accountId: chief.accountId })
    const lookedAt = (await makeAlarm(db, app.now(), shared)).id
    const foreign = await newAlarm(app.companies.b)
    await chief.request('POST /api/alarms/acknowledge', { body: { ids: [held], until: app.now() + HOUR } })
    await chief.request('POST /api/alarms/clear', { body: { ids: [closed], remark: 'gone' } })
    const ids = [one, held, closed, lookedAt, foreign, randomUUID(), two, one]
    const told = [
      { before: false, refused: null },
      { before: true, refused: null },
      { before: false, refused: { code: 'wrong_state', field: null, why: null } },
      { before: false, refused: { code: 'forbidden', field: null, why: 'look_only' } },
      { before: false, refused: { code: 'not_found', field: null, why: null } },
      { before: false, refused: { code: 'not_found', field: null, why: null } },
      { before: false, refused: null },
    ]
    const ahead = await each('acknowledge', ids, { preview: true })
    expect(resultsOf(ahead)).toMatchObject(told)
    expect([await quietOf(one), await quietOf(held)]).toEqual([null, app.now() + HOUR])
    const reply = await each('acknowledge', ids)
    expect(resultsOf(reply)).toEqual(resultsOf(ahead))
    expect(await Promise.all([one, two, held].map(quietOf))).toEqual(Array(3).fill(app.now() + 2 * HOUR))

    // What was done by it is taken back; what somebody had acknowledged before is not theirs to undo.
    const undone = resultsOf(reply).flatMap(({ id, before, refused }) => (before || refused ? [] : [id]))
    expect(undone).toEqual([one, two])
    expect(resultsOf(await each('wake', undone))).toMatchObject([{ before: false }, { before: false }])
    expect(await Promise.all([one, two, held].map(quietOf))).toEqual([null, null, app.now() + 2 * HOUR])
    expect(resultsOf(await each('wake', [one, held]))).toMatchObject([{ before: true }, { before: false }])
    const noted = await db
      .selectFrom('audit')
      .where('action', '=', 'POST /api/alarms/acknowledge-each')
      .select(['result', 'detail'])
      .orderBy('result')
      .execute()
    expect(noted.filter(({ result }) => result === 'forbidden')).toHaveLength(2)
    expect(noted.find(({ result }) => result === 'not_found')?.detail).toMatchObject({ count: 2 })
  })

  it('is answered as one alone where all are refused for one reason, and without the right', async () => {
    const foreign = await newAlarm(app.companies.b)
    expect((await each('acknowledge', [foreign, randomUUID()])).status).toBe(404)
    expect((await each('acknowledge', [await newAlarm()], { caller: owner })).status).toBe(403)
    const id = await newAlarm()
    for (const until of [app.now(), app.now() + 8 * 24 * HOUR])
      expect((await each('acknowledge', [id], { until })).status).toBe(400)
    expect(await quietOf(id)).toBeNull()
  })

  it('does as many as can be given at once, and the same once for the same key', async () => {
    const station = await makeStation(db, app.now(), app.companies.a)
    const { id: deviceId } = await makeDevice(db, app.now(), station, 'inverter')
    const ids: string[] = []
    for (let no = 0; no < EACH_MOST; no += 1)
      ids.push((await makeAlarm(db, app.now(), station, { deviceId, code: `X-${no}` })).id)
    expect((await each('acknowledge', [...ids, await newAlarm()])).text).toContain('too_long')
    const key = randomUUID()
    const reply = await each('acknowledge', ids, { key })
    expect(resultsOf(reply)).toHaveLength(EACH_MOST)
    expect(resultsOf(reply).filter(({ refused, before }) => refused ?? before)).toEqual([])
    // Taken back meanwhile, the same call again tells what it told and does nothing.
    expect(resultsOf(await each('wake', ids)).every(({ before }) => !before)).toBe(true)
    expect((await each('acknowledge', ids, { key })).text).toBe(reply.text)
    expect(await quietOf(ids[0] ?? '')).toBeNull()
  })
})
