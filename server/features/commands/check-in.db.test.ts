import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/http/route.ts'
import type { checkInRoutes } from '#contract/http/check-ins.ts'
import { CHECK_IN_MS } from '#domain/stations/check-in.ts'
import type { Caller } from '#tests/app.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import { setLink } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { makeShare } from '#tests/factories/shares.ts'
import { ask, control, controlApp, errorOf, idOf, type Preview } from '#tests/control-app.ts'

const { app, makeSite, goOut } = await controlApp()
const { db } = app
type Seen = AnswerOf<(typeof checkInRoutes)['GET /api/stations/{stationId}/check-ins']>

const look = async (caller: Caller, stationId: string): Promise<Seen> =>
  (await caller.request(`GET /api/stations/${stationId}/check-ins`)).body as Seen
const checkIn = (caller: Caller, stationId: string, body: { phone?: string } = {}) =>
  caller.request(`POST /api/stations/${stationId}/check-in`, { body })
const checkOut = (caller: Caller, stationId: string) =>
  caller.request(`DELETE /api/stations/${stationId}/check-in`)
const again = (caller: Caller) =>
  caller.request('POST /api/session/confirm', { body: { password: testPassword } })
const acts = async (stationId: string): Promise<string[]> =>
  (
    await db.selectFrom('audit').select('action').where('object_id', '=', stationId).orderBy('id').execute()
  ).map(({ action }) => action)

describe('who is checked in at a station', () => {
  it('C9: controls it alone: others get the name and the number, and can open shutdown devices only', async () => {
    const [caller, worker] = [await app.newCaller('installer'), await app.newCaller('maintainer')]
    const site = await makeSite(1)
    expect((await checkIn(worker, site.stationId, { phone: '13800138000' })).status).toBe(201)
    expect(await look(caller, site.stationId)).toMatchObject({
      checkIns: [
        {
          person: { id: worker.accountId },
          phone: '13800138000',
          since: app.now(),
          until: app.now() + CHECK_IN_MS,
          mine: false,
        },
      ],
      may: true,
      elsewhere: null,
    })
    const refused = await ask(caller, site, [site.inverter.id], site.inverter.sn)
    expect(errorOf(refused)).toMatchObject({
      code: 'people_at_work',
      current: { work: [{ kind: 'checked_in', person: { id: worker.accountId }, phone: '13800138000' }] },
    })
    const ids = site.parts.map(({ id }) => id)
    const sn = site.parts[0]?.sn ?? ''
    const preview = await caller.request(`POST /api/stations/${site.stationId}/control/preview`, {
      body: { act: { op: 'switch', on: false }, deviceIds: ids },
    })
    expect(preview.body as Preview).toMatchObject({ mayGoDespite: true, work: [{ kind: 'checked_in' }] })
    expect(errorOf(await ask(caller, site, ids, sn)).code).toBe('people_at_work')
    expect((await ask(caller, site, ids, sn, { despite: true })).status).toBe(201)
    await checkOut(worker, site.stationId)
    expect((await ask(caller, site, [site.inverter.id], site.inverter.sn)).status).toBe(201)
  })

  it('C9: may control it, and is in the way of another who is checked in as well', async () => {
    const [first, second] = [await app.newCaller('installer'), await app.newCaller('installer')]
    const site = await makeSite(1)
    await checkIn(first, site.stationId)
    expect((await ask(first, site, [site.inverter.id], site.inverter.sn)).status).toBe(201)
    app.advance(1)
    await checkIn(second, site.stationId)
    const sn = site.parts[0]?.sn ?? ''
    const ids = site.parts.map(({ id }) => id)
    for (const one of [first, second])
      expect(errorOf(await ask(one, site, ids, sn)).code).toBe('people_at_work')
    expect((await look(first, site.stationId)).checkIns.map(({ mine }) => mine)).toEqual([true, false])
  })

  it('C9: leaves after twelve hours by itself, and has twelve hours again when they say so', async () => {
    const [caller, worker] = [await app.newCaller('installer'), await app.newCaller('maintainer')]
    const site = await makeSite(1)
    await checkIn(worker, site.stationId)
    const [before] = (await look(worker, site.stationId)).checkIns
    app.advance(CHECK_IN_MS - 1)
    expect((await look(worker, site.stationId)).checkIns).toEqual([before])
    expect((await checkIn(worker, site.stationId)).status).toBe(201)
    const [after] = (await look(worker, site.stationId)).checkIns
    expect(after).toEqual({ ...before, until: app.now() + CHECK_IN_MS })
    app.advance(CHECK_IN_MS)
    expect((await look(worker, site.stationId)).checkIns).toEqual([])
    await again(caller)
    await setLink(db, site.gateway.id, { connected: true, birthAt: app.now() })
    expect((await ask(caller, site, [site.inverter.id], site.inverter.sn)).status).toBe(201)
    // The next begins anew, and the one that ended by itself keeps its end.
    expect((await checkIn(worker, site.stationId)).status).toBe(201)
    const rows = await db
      .selectFrom('check_in')
      .select(['until_at', 'ended_at'])
      .where('account_id', '=', worker.accountId)
      .orderBy('began_at')
      .execute()
    expect(rows.map(({ ended_at: ended }) => ended)).toEqual([rows[0]?.until_at, null])
    expect(await acts(site.stationId)).toEqual([
      'station.check_in',
      'station.stay_on_site',
      'station.check_in',
    ])
  })

  it('C9: is at one place, however many calls arrive at once', async () => {
    const worker = await app.newCaller('maintainer')
    const [here, there] = [await makeSite(1), await makeSite(1)]
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => checkIn(worker, (n % 2 === 0 ? here : there).stationId)),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(8).fill(201))
    const open = await db
      .selectFrom('check_in')
      .select('station_id')
      .where('account_id', '=', worker.accountId)
      .where('ended_at', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
    const [at, other] =
      open[0]?.station_id === here.stationId
        ? [here.stationId, there.stationId]
        : [there.stationId, here.stationId]
    expect(await look(worker, other)).toMatchObject({ checkIns: [], elsewhere: { stationId: at } })
    await checkOut(worker, other)
    expect((await look(worker, at)).checkIns).toHaveLength(1)
  })

  it('C9: ends what others had queued to put under voltage, and not what takes voltage away', async () => {
    const [caller, worker] = [await app.newCaller('installer'), await app.newCaller('maintainer')]
    const site = await makeSite(1)
    await setLink(db, site.gateway.id, { connected: false })
    const on = idOf(
      await ask(caller, site, [site.inverter.id], site.inverter.sn, { act: { op: 'switch', on: true } }),
    )
    const [part] = site.parts
    const off = idOf(await ask(caller, site, [part?.id ?? ''], part?.sn ?? ''))
    await checkIn(worker, site.stationId)
    await setLink(db, site.gateway.id, { connected: true, birthAt: app.now() })
    expect((await goOut(site)).map(({ message }) => message.args)).toEqual([{ on: false }])
    expect(await control(caller, on)).toMatchObject({
      commands: [{ state: 'cancelled', code: 'checked_in' }],
    })
    expect(await control(caller, off)).toMatchObject({ commands: [{ state: 'sent' }] })
  })

  it('is known by name to those whose station it is; others learn that somebody is there', async () => {
    const owner = await app.newCaller('owner')
    const stationId = await makeStation(db, app.now(), app.companies.a, { ownerAccountId: owner.accountId })
    const [worker, guest] = [await app.newCaller('maintainer'), await app.newCaller('installer', 'b')]
    await checkIn(worker, stationId, { phone: '+86 138 0013 8000' })
    expect(await look(owner, stationId)).toMatchObject({
      checkIns: [{ person: { id: worker.accountId }, phone: '+86 138 0013 8000' }],
      may: false,
      phone: '',
    })
    expect((await guest.request(`GET /api/stations/${stationId}/check-ins`)).status).toBe(404)
    expect((await checkIn(guest, stationId)).status).toBe(404)
    await makeShare(db, app.now(), { stationId, accountId: guest.accountId })
    expect(await look(guest, stationId)).toMatchObject({
      checkIns: [{ person: null, phone: null, mine: false }],
      may: false,
    })
    expect((await checkIn(guest, stationId)).status).toBe(403)
    expect((await checkIn(owner, stationId)).status).toBe(403)
    expect((await checkIn(worker, stationId, { phone: 'call me' })).status).toBe(400)
    // The number stays until another one is given.
    await checkOut(worker, stationId)
    expect((await look(worker, stationId)).phone).toBe('+86 138 0013 8000')
    await checkIn(worker, stationId)
    expect((await look(worker, stationId)).checkIns).toMatchObject([{ phone: '+86 138 0013 8000' }])
    await checkIn(worker, stationId, { phone: '' })
    expect((await look(worker, stationId)).checkIns).toMatchObject([{ phone: null }])
  })

  it('can be asked while they are there, also when they are of another company', async () => {
    const [caller, guest] = [await app.newCaller('installer'), await app.newCaller('installer', 'b')]
    const site = await makeSite(1)
    await makeShare(db, app.now(), {
      stationId: site.stationId,
      accountId: guest.accountId,
      rights: 'manage',
    })
    const question = async () =>
      (
        await caller.request(`POST /api/stations/${site.stationId}/control/questions`, {
          body: { personId: guest.accountId, act: { op: 'restart' }, text: 'May I?' },
        })
      ).status
    expect(await question()).toBe(404)
    expect((await checkIn(guest, site.stationId)).status).toBe(201)
    expect(await question()).toBe(201)
    expect((await guest.request('GET /api/control-questions')).body).toMatchObject({
      questions: [{ askedBy: { id: caller.accountId }, text: 'May I?' }],
    })
    await checkOut(guest, site.stationId)
    expect(await question()).toBe(404)
  })
})
