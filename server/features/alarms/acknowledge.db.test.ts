import { describe, expect, it } from 'vitest'
import { countOccurrence } from '#server/features/alarms/alarm-store.ts'
import { tellWhatHappened } from '#server/features/messages/tell.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeStation } from '#tests/factories/stations.ts'

const HOUR = 3_600_000
const app = await testApp()
const { db, context } = app
const chief = await app.asRole('installer', 'a')
const worker = await app.newCaller('maintainer', 'a')
const owner = await app.asRole('owner', 'a')
const stranger = await app.asRole('installer', 'b')

type Seen = { by: { name: string }; until: number; remark: string } | null
const acknowledge = (caller: Caller, ids: string[], until = app.now() + 2 * HOUR, remark?: string) =>
  caller.request('POST /api/alarms/acknowledge', { body: { ids, until, ...(remark && { remark }) } })
const wake = (caller: Caller, ids: string[]) => caller.request('POST /api/alarms/wake', { body: { ids } })
const detail = async (id: string) =>
  ((await chief.request(`GET /api/alarms/${id}`)).body as { alarm: { acknowledged: Seen; status: string } })
    .alarm
/** What somebody was told of an alarm, the newest first. */
const toldOf = async (caller: Caller, id: string): Promise<string[]> => {
  const { body } = await caller.request('GET /api/messages?limit=100')
  return (body as { messages: { kind: string; alarm: { id: string } | null }[] }).messages.flatMap((one) =>
    one.alarm?.id === id ? [one.kind] : [],
  )
}
const newAlarm = async (level = 2) => {
  const station = await makeStation(db, app.now(), app.companies.a)
  return (await makeAlarm(db, app.now(), station, { level })).id
}

describe('acknowledging an alarm', () => {
  it('says who has seen it and until when it is quiet, and leaves its status alone', async () => {
    const id = await newAlarm()
    expect((await acknowledge(worker, [id], app.now() + HOUR, 'Spare part ordered')).body).toEqual({
      acknowledged: 1,
    })
    const alarm = await detail(id)
    expect(alarm.status).toBe('unsolved')
    expect(alarm.acknowledged).toMatchObject({ until: app.now() + HOUR, remark: 'Spare part ordered' })
    const { body } = await chief.request('GET /api/alarms?status=open')
    const listed = (body as { alarms: { id: string; acknowledged: Seen }[] }).alarms.find(
      (one) => one.id === id,
    )
    expect(listed?.acknowledged?.until).toBe(app.now() + HOUR)
    // It ends by itself.
    app.advance(HOUR)
    expect((await detail(id)).acknowledged).toBeNull()
  })

  it('is taken back, of what it holds of', async () => {
    const id = await newAlarm()
    await acknowledge(chief, [id])
    expect((await wake(worker, [id])).body).toEqual({ woken: 1 })
    expect((await detail(id)).acknowledged).toBeNull()
    expect((await wake(worker, [id])).body).toEqual({ woken: 0 })
  })

  it('is refused for closed ones, other stations, an end that is past or too far, and without the right', async () => {
    const [one, other] = [await newAlarm(), await newAlarm()]
    expect((await acknowledge(chief, [one, other])).text).toContain('alarms_of_one_station')
    for (const until of [app.now(), app.now() - 1, app.now() + 8 * 24 * HOUR])
      expect((await acknowledge(chief, [one], until)).status).toBe(400)
    expect((await acknowledge(stranger, [one])).status).toBe(404)
    expect((await acknowledge(owner, [one])).status).toBe(403)
    await chief.request('POST /api/alarms/clear', { body: { ids: [one], remark: 'gone' } })
    expect((await acknowledge(chief, [one])).text).toContain('wrong_state')
  })

  it('keeps the news of it back until then, whoever it is for', async () => {
    const id = await newAlarm()
    await acknowledge(worker, [id], app.now() + HOUR)
    await tellWhatHappened(context, app.now())
    expect(await toldOf(chief, id)).toEqual([])
    app.advance(HOUR)
    await tellWhatHappened(context, app.now())
    expect(await toldOf(chief, id)).toEqual(['alarm_raised'])
    // Who kept it quiet is reminded, once.
    await tellWhatHappened(context, app.now())
    expect((await toldOf(worker, id)).toSorted()).toEqual(['alarm_quiet_over', 'alarm_raised'])
  })

  it('is over as soon as the alarm gets worse, which everybody is told, and not when it only comes again', async () => {
    const id = await newAlarm(3)
    await tellWhatHappened(context, app.now())
    await acknowledge(worker, [id])
    await countOccurrence(db, id, { at: app.now(), level: 3, readings: null })
    expect((await detail(id)).acknowledged).not.toBeNull()
    await tellWhatHappened(context, app.now())
    expect(await toldOf(chief, id)).toEqual(['alarm_raised'])
    await countOccurrence(db, id, { at: app.now(), level: 1, readings: null })
    expect((await detail(id)).acknowledged).toBeNull()
    app.advance(1000)
    await tellWhatHappened(context, app.now())
    for (const caller of [chief, worker])
      expect(await toldOf(caller, id)).toEqual(['alarm_worse', 'alarm_raised'])
  })

  it('says nothing more of an alarm that has closed', async () => {
    const id = await newAlarm()
    await acknowledge(worker, [id], app.now() + HOUR)
    await chief.request('POST /api/alarms/clear', { body: { ids: [id], remark: 'gone' } })
    app.advance(HOUR)
    await tellWhatHappened(context, app.now())
    expect(await toldOf(worker, id)).toEqual([])
  })
})
