import { describe, expect, it } from 'vitest'
import { APPROVAL_MS, controlLimits, tailOf } from '#domain/commands/control-limits.ts'
import { FRESH_MS } from '#server/features/accounts/session-store.ts'
import { record } from '#server/platform/audit/audit.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeWaiting } from '#tests/factories/control.ts'
import {
  ask,
  control,
  type Control,
  controlApp,
  errorOf,
  idOf,
  type Preview,
  type Site,
} from '#tests/control-app.ts'
import { expireCommands } from './expire-commands.ts'
import type { WorkThere } from './who-works-there.ts'

const limits = { perCall: 40, perHour: 60, secondDevices: 20, secondW: 50_000 }
let work: WorkThere[] = []
const { app, makeSite, goOut } = await controlApp({
  control: {
    limits,
    whoWorksThere: async (_, __, ___, except) => work.filter(({ person }) => person.id !== except),
  },
})
const { db, context } = app
const worksOn = (given: Partial<WorkThere> & Pick<WorkThere, 'person'>): WorkThere => ({
  kind: 'order',
  id: crypto.randomUUID(),
  title: 'WO1',
  phone: null,
  since: app.now(),
  ...given,
})
const ids = (site: Site) => site.parts.map(({ id }) => id)
const commandsAt = async (site: Site): Promise<number> =>
  (await db.selectFrom('command').select('id').where('station_id', '=', site.stationId).execute()).length
const audited = async (site: Site): Promise<string[]> =>
  (
    await db
      .selectFrom('audit')
      .select(['action', 'result'])
      .where('object_id', '=', site.stationId)
      .orderBy('id')
      .execute()
  ).map(({ action, result }) => `${action} ${result}`)
const fresh = () => app.newCaller('installer')
const told = async (by: Awaited<ReturnType<typeof fresh>>) =>
  ((await by.request('GET /api/messages')).body as { messages: object[] }).messages[0]

describe('a stolen session', () => {
  it('A12: switches nothing once the password is older than ten minutes, and goes on when it is entered again', async () => {
    const thief = await fresh()
    const site = await makeSite(1)
    app.advance(FRESH_MS + 1)
    const sn = site.parts[0]?.sn ?? ''
    const reply = await ask(thief, site, ids(site), sn)
    expect([reply.status, errorOf(reply).code]).toEqual([403, 'sign_in_again'])
    expect(await commandsAt(site)).toBe(0)
    const wrong = await thief.request('POST /api/session/confirm', { body: { password: 'not the password' } })
    expect(wrong.status).toBe(401)
    expect(errorOf(await ask(thief, site, ids(site), sn)).code).toBe('sign_in_again')
    await thief.request('POST /api/session/confirm', { body: { password: testPassword } })
    expect((await ask(thief, site, ids(site), sn)).status).toBe(201)
  })

  it('A12: approves nothing once the password is older than ten minutes', async () => {
    const [asker, thief] = [await fresh(), await fresh()]
    const site = await makeSite(1)
    const given = { stationId: site.stationId, askedBy: asker.accountId, deviceIds: ids(site) }
    const id = await makeWaiting(db, app.now() + FRESH_MS, given)
    app.advance(FRESH_MS + 1)
    const reply = await thief.request(`POST /api/control/${id}/approve`, {
      body: { tail: tailOf(site.parts[0]?.sn ?? '') },
    })
    expect([reply.status, errorOf(reply).code]).toEqual([403, 'sign_in_again'])
  })

  it('C9: reaches no more than one call may, whether they are named or stand behind a gateway', async () => {
    const thief = await fresh()
    const site = await makeSite(limits.perCall)
    const thousand = [...ids(site), ...Array.from({ length: 960 }, () => crypto.randomUUID())]
    expect(errorOf(await ask(thief, site, thousand, site.gateway.sn)).code).toBe('not_found')
    const reply = await ask(thief, site, [site.gateway.id], site.gateway.sn)
    expect([reply.status, errorOf(reply)]).toMatchObject([
      409,
      { code: 'too_many_devices', current: { limit: limits.perCall } },
    ])
    expect(await commandsAt(site)).toBe(0)
    expect(await audited(site)).toContain('control.send too_many_devices')
    const far = Array.from({ length: 2_001 }, () => crypto.randomUUID())
    expect(errorOf(await ask(thief, site, far, site.gateway.sn)).code).toBe('too_long')
  })

  it('C9: reaches no more than one person may in an hour, also with calls at the same time', async () => {
    const thief = await fresh()
    const sites = await Promise.all(Array.from({ length: 6 }, () => makeSite(15)))
    const replies = await Promise.all(sites.map((site) => ask(thief, site, ids(site), site.gateway.sn)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(replies.flatMap((reply) => (reply.status === 201 ? [] : [errorOf(reply).code]))).toEqual([
      'too_many_this_hour',
      'too_many_this_hour',
    ])
    const held = sites.filter((_, n) => replies[n]?.status !== 201)
    for (const site of held) expect(await audited(site)).toEqual(['control.send too_many_this_hour'])
    app.advance(3_600_001)
    await thief.request('POST /api/session/confirm', { body: { password: testPassword } })
    const [site] = held
    if (!site) throw new Error('nothing was held back')
    expect((await ask(thief, site, ids(site), site.gateway.sn)).status).toBe(201)
  })

  it('C9: the usual limits stop a thousand devices at once', () => {
    expect(controlLimits.perCall).toBeLessThan(1_000)
    expect(controlLimits.perHour).toBeLessThan(1_000)
    expect(controlLimits.secondDevices).toBeLessThan(controlLimits.perCall)
  })

  it('C9: names the device: without the end of its serial nothing is sent', async () => {
    const thief = await fresh()
    const site = await makeSite(2)
    for (const sn of ['0000', site.parts[0]?.sn ?? '', 'X']) {
      const reply = await ask(thief, site, ids(site), sn, { tail: sn.slice(-4) })
      expect([reply.status, errorOf(reply)]).toMatchObject([409, { code: 'tail_differs', field: 'tail' }])
    }
    expect(await commandsAt(site)).toBe(0)
    expect(await audited(site)).toEqual(Array<string>(3).fill('control.send tail_differs'))
  })

  it.each([
    ['no device', [], 'select_device_first', 'Please select the device first'],
    ['a gateway', 'gateway', 'op_unsupported', 'Some of the selected devices cannot do this.'],
  ] as const)('refuses to restart %s', async (_, what, code, message) => {
    const site = await makeSite(1)
    const chosen = what === 'gateway' ? ids(site) : []
    const caller = await fresh()
    const reply = await ask(
      caller,
      site,
      chosen,
      site.gateway.sn,
      { act: { op: 'restart' } },
      {
        'idempotency-key': crypto.randomUUID(),
        'accept-language': 'en',
      },
    )
    expect(reply.body).toMatchObject({ error: { code, message } })
  })

  it('sets no interval longer than the station counts in', async () => {
    const site = await makeSite(0)
    const caller = await fresh()
    const reply = await ask(caller, site, [site.gateway.id], site.gateway.sn, {
      act: { op: 'set', report_s: 14_400 },
    })
    expect([reply.status, errorOf(reply).code]).toEqual([400, 'reporting_range'])
  })
})

/** More devices than one person may switch alone, asked for. */
const asked = async () => {
  const [asker, other] = [await fresh(), await fresh()]
  const site = await makeSite(limits.secondDevices + 1)
  const reply = await ask(asker, site, ids(site), site.gateway.sn)
  return { asker, other, site, reply, id: idOf(reply), tail: tailOf(site.gateway.sn) }
}
const approve = (caller: Awaited<ReturnType<typeof fresh>>, id: string, tail: string) =>
  caller.request(`POST /api/control/${id}/approve`, { body: { tail } })

describe('C9: a second person', () => {
  it('C9: decides above a number of devices: nothing is sent until they do, and then it is', async () => {
    const { other, site, reply, id, tail } = await asked()
    expect((reply.body as { control: Control }).control).toMatchObject({
      state: 'waiting',
      expiresAt: app.now() + APPROVAL_MS,
      mayDecide: false,
      mayRefuse: false,
      counts: { in_progress: 0 },
    })
    expect(await goOut(site)).toEqual([])
    const waiting = await other.request('GET /api/control?waiting=true')
    const { controls } = waiting.body as { controls: Control[] }
    expect(controls.find((one) => one.id === id)).toMatchObject({ mayDecide: true, total: 21 })
    expect((await approve(other, id, tail)).status).toBe(200)
    expect((await goOut(site)).map(({ message }) => message.targets.length)).toEqual([21])
    const view = await control(other, id)
    expect(view).toMatchObject({
      state: 'sent',
      decidedBy: { id: other.accountId },
      counts: { in_progress: 21 },
    })
    expect(view.commands[0]?.createdBy?.id).not.toBe(other.accountId)
    expect((await approve(other, id, tail)).status).toBe(409)
    expect(await commandsAt(site)).toBe(1)
  })

  it('C9: decides above an amount of power, also where nobody has entered the rating', async () => {
    const caller = await fresh()
    const big = await makeSite(0, 50_001)
    const unknown = await makeSite(0, 10_000, 80_000)
    await db.updateTable('device').set({ rated_w: null }).where('id', '=', unknown.inverter.id).execute()
    // 60 W were entered where its counter has shown 60 kW.
    const doubted = await makeSite(0, 60, 80_000)
    await db.updateTable('device').set({ shown_w: 60_000 }).where('id', '=', doubted.inverter.id).execute()
    const small = await makeSite(0, 50_000)
    const states = []
    for (const site of [big, unknown, doubted, small]) {
      const reply = await ask(caller, site, [site.inverter.id], site.inverter.sn)
      states.push((reply.body as { control: Control }).control.state)
    }
    expect(states).toEqual(['waiting', 'waiting', 'waiting', 'sent'])
  })

  it('C9: is never the first, nor of another company, nor without the permission', async () => {
    const { asker, site, id, tail } = await asked()
    const own = await approve(asker, id, tail)
    expect([own.status, errorOf(own).code]).toEqual([403, 'same_person'])
    const stranger = await app.newCaller('installer', 'b')
    expect((await approve(stranger, id, tail)).status).toBe(404)
    const maintainer = await app.newCaller('maintainer')
    expect((await approve(maintainer, id, tail)).status).toBe(403)
    expect(await commandsAt(site)).toBe(0)
    expect(await audited(site)).toEqual(['control.approve same_person'])
    const row = { state: 'sent', decided_by: asker.accountId } as const
    await expect(db.updateTable('control').set(row).where('id', '=', id).execute()).rejects.toThrow('control')
  })

  it('C9: confirms with the serial too, and once: of two at the same time one sends it', async () => {
    const { other, site, id, tail } = await asked()
    expect(errorOf(await approve(other, id, '0000')).code).toBe('tail_differs')
    const third = await fresh()
    const replies = await Promise.all([approve(other, id, tail), approve(third, id, tail)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await commandsAt(site)).toBe(1)
  })

  it('C9: may say no, with the reason', async () => {
    const { other, site, id, tail } = await asked()
    const none = await other.request(`POST /api/control/${id}/refuse`, { body: { remark: ' ' } })
    expect(errorOf(none).code).toBe('required')
    const reply = await other.request(`POST /api/control/${id}/refuse`, {
      body: { remark: 'Crane on the roof' },
    })
    expect(reply.body).toMatchObject({ control: { state: 'refused', remark: 'Crane on the roof' } })
    expect(errorOf(await approve(await fresh(), id, tail)).code).toBe('wrong_state')
    expect(await commandsAt(site)).toBe(0)
  })

  it('C9: comes too late after a quarter of an hour', async () => {
    const { other, site, id, tail } = await asked()
    app.advance(APPROVAL_MS)
    await other.request('POST /api/session/confirm', { body: { password: testPassword } })
    expect((await control(other, id)).state).toBe('expired')
    expect(errorOf(await approve(other, id, tail)).code).toBe('wrong_state')
    await expireCommands(context, app.now())
    const row = await db.selectFrom('control').select('state').where('id', '=', id).executeTakeFirst()
    expect([row?.state, await commandsAt(site)]).toEqual(['expired', 0])
  })

  it('C9: finds what has changed meanwhile: somebody has begun to work there', async () => {
    const { other, site, id, tail } = await asked()
    const person = { id: crypto.randomUUID(), name: 'Wang' }
    work = [worksOn({ person })]
    const reply = await approve(other, id, tail)
    work = []
    expect(errorOf(reply)).toMatchObject({ code: 'people_at_work' })
    expect(await commandsAt(site)).toBe(0)
  })
})

describe('somebody works there', () => {
  it('C9: nothing is controlled; who it is is said, and they can be asked', async () => {
    const [caller, worker] = [await fresh(), await app.newCaller('maintainer')]
    const site = await makeSite(2)
    const person = { id: worker.accountId, name: 'Wang' }
    work = [worksOn({ person, title: 'WO20260621-1 Fuse' })]
    const reply = await ask(caller, site, [site.inverter.id], site.inverter.sn)
    expect([reply.status, errorOf(reply)]).toMatchObject([
      409,
      { code: 'people_at_work', current: { work: [{ person: { name: 'Wang' } }], mayGoDespite: false } },
    ])
    const despite = await ask(caller, site, [site.inverter.id], site.inverter.sn, { despite: true })
    expect(errorOf(despite).code).toBe('people_at_work')
    expect(await audited(site)).toEqual(Array<string>(2).fill('control.send people_at_work'))
    const question = await caller.request(`POST /api/stations/${site.stationId}/control/questions`, {
      body: { personId: worker.accountId, act: { op: 'switch', on: true }, text: 'Are you off the roof?' },
    })
    expect(question.status).toBe(201)
    const { questions } = (await worker.request('GET /api/control-questions')).body as {
      questions: { id: string; text: string; answer: string | null }[]
    }
    expect(questions).toMatchObject([{ text: 'Are you off the roof?', answer: null }])
    // It is in their messages as well: nobody watches the page of a station.
    expect(await told(worker)).toMatchObject({
      kind: 'control_asked',
      station: { id: site.stationId },
      text: 'Are you off the roof?',
      read: false,
    })
    const path = `POST /api/control-questions/${questions[0]?.id ?? ''}/answer`
    expect((await caller.request(path, { body: { answer: 'go' } })).status).toBe(404)
    expect((await worker.request(path, { body: { answer: 'wait' } })).status).toBe(200)
    expect((await worker.request(path, { body: { answer: 'go' } })).status).toBe(409)
    expect(await told(worker)).toMatchObject({ kind: 'control_asked', read: true })
    expect(await told(caller)).toMatchObject({
      kind: 'control_wait',
      station: { id: site.stationId },
      read: false,
    })
    const back = await caller.request('GET /api/control-questions')
    expect(back.body).toMatchObject({ questions: [{ answer: 'wait' }] })
    work = []
    expect(await commandsAt(site)).toBe(0)
  })

  it('C9: shutdown devices alone can be opened despite it, by who says so; never closed', async () => {
    const caller = await fresh()
    const site = await makeSite(2)
    const person = { id: crypto.randomUUID(), name: 'Wang' }
    work = [worksOn({ kind: 'checked_in', title: '', person })]
    const preview = await caller.request(`POST /api/stations/${site.stationId}/control/preview`, {
      body: { act: { op: 'switch', on: false }, deviceIds: ids(site) },
    })
    expect(preview.body as Preview).toMatchObject({ mayGoDespite: true, work: [{ person }] })
    expect(errorOf(await ask(caller, site, ids(site), site.gateway.sn)).code).toBe('people_at_work')
    const close = { act: { op: 'switch', on: true }, despite: true }
    expect(errorOf(await ask(caller, site, ids(site), site.gateway.sn, close)).code).toBe('people_at_work')
    const reply = await ask(caller, site, ids(site), site.gateway.sn, { despite: true })
    work = []
    expect(reply.status).toBe(201)
    expect((reply.body as { control: Control }).control.despite).toBe(true)
    const entry = await db
      .selectFrom('audit')
      .select('detail')
      .where('object_id', '=', idOf(reply))
      .executeTakeFirst()
    expect(entry?.detail).toMatchObject({ despite: [person.id] })
  })
})

const stateOf = (reply: Awaited<ReturnType<typeof ask>>) => (reply.body as { control: Control }).control.state
const people = async () => {
  const { asker, other, site, id, tail } = await asked()
  return { asker, other, id, tail, sent: () => commandsAt(site) }
}
const made = (by: string, of: string, more: Partial<Parameters<typeof record>[1]> = {}) =>
  record(db, {
    at: app.now(),
    accountId: by,
    action: 'account.create',
    objectKind: 'account',
    objectId: of,
    result: 'done',
    ...more,
  })
const change = (from: object, to: object) => ({ action: 'account.change', detail: { from, to } })

describe('T3: the sums of an hour', () => {
  it('T3: eight acts of an eighth are one act of a person, at whatever stations', async () => {
    const caller = await fresh()
    const states = []
    for (let n = 0; n < 8; n += 1) {
      const site = await makeSite(0, 10_000)
      states.push(stateOf(await ask(caller, site, [site.inverter.id], site.inverter.sn)))
    }
    // 50 kW alone, and not a watt more.
    expect(states).toEqual([...Array(5).fill('sent'), ...Array(3).fill('waiting')])
    app.advance(3_600_001)
    await caller.request('POST /api/session/confirm', { body: { password: testPassword } })
    const later = await makeSite(0, 50_000)
    expect(stateOf(await ask(caller, later, [later.inverter.id], later.inverter.sn))).toBe('sent')
  })

  it('T3: what several people do at one station is counted together, each device once', async () => {
    const site = await makeSite(limits.secondDevices + 1)
    const [first, second] = [ids(site).slice(0, 10), ids(site).slice(10)]
    const [one, other] = [await fresh(), await fresh()]
    const sn = site.gateway.sn
    expect(stateOf(await ask(one, site, first, sn))).toBe('sent')
    await db.updateTable('command_target').set({ open: false, state: 'verified' }).execute()
    // The same devices again are no more devices.
    expect(stateOf(await ask(one, site, first, sn, { act: { op: 'switch', on: true } }))).toBe('sent')
    const preview = await other.request(`POST /api/stations/${site.stationId}/control/preview`, {
      body: { act: { op: 'switch', on: false }, deviceIds: second },
    })
    expect(preview.body).toMatchObject({ second: true, inHour: { devices: limits.secondDevices + 1 } })
    expect(stateOf(await ask(other, site, second, sn))).toBe('waiting')
  })

  it('T3: two at once at one station count each other', async () => {
    const site = await makeSite(0, 10_000)
    const inverters = [
      site.inverter,
      ...(await Promise.all(
        Array.from({ length: 7 }, () =>
          makeDevice(db, app.now(), site.stationId, 'inverter', {
            gatewayId: site.gateway.id,
            ratedW: 10_000,
          }),
        ),
      )),
    ]
    const people = await Promise.all(inverters.map(fresh))
    const replies = await Promise.all(
      inverters.map(({ id, sn }, at) => ask(people[at] ?? people[0]!, site, [id], sn)),
    )
    expect(replies.map(stateOf).toSorted()).toEqual([...Array(5).fill('sent'), ...Array(3).fill('waiting')])
  })
})

describe('T3: a second person of one’s own making', () => {
  it('T3: whom the asker made does not approve, nor whoever both were made by, until a day has passed', async () => {
    const { asker, other, id, tail, sent } = await people()
    const password = 'quiet-lantern-61-moss'
    const puppetId = crypto.randomUUID()
    const reply = await asker.request('POST /api/accounts', {
      body: {
        id: puppetId,
        account: 'puppet-of-asker',
        name: 'Puppet',
        password,
        role: 'installer',
        companyId: app.companies.a,
      },
    })
    expect(reply.status).toBe(201)
    const opened = await app.request('POST /api/session', { body: { account: 'puppet-of-asker', password } })
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const puppet = await app.request(`POST /api/control/${id}/approve`, {
      body: { tail },
      headers: { cookie },
    })
    expect([puppet.status, errorOf(puppet).code]).toEqual([403, 'not_independent'])
    // A puppet's puppet, and two of one master's.
    await made(puppetId, other.accountId)
    expect(errorOf(await approve(other, id, tail)).code).toBe('not_independent')
    const third = await fresh()
    const master = await fresh()
    await made(master.accountId, third.accountId)
    await made(master.accountId, asker.accountId)
    expect(errorOf(await approve(third, id, tail)).code).toBe('not_independent')
    expect(await sent()).toBe(0)
    expect((await approve(await fresh(), id, tail)).status).toBe(200)
  })

  it('T3: whom the asker raised or let in again does not either; who lost rights, or was made long ago, does', async () => {
    const plain = { role: 'installer', extra: [] as string[], disabled: false }
    for (const [more, code] of [
      [change({ ...plain, role: 'maintainer' }, plain), 'not_independent'],
      [change(plain, { ...plain, extra: ['device:control:send'] }), 'not_independent'],
      [change({ ...plain, disabled: true }, plain), 'not_independent'],
      [{ action: 'account.set-password' }, 'not_independent'],
      [change({ ...plain, extra: ['device:control:send'] }, plain), undefined],
      [{ at: app.now() - 86_400_000 }, undefined],
      [{ result: 'forbidden' as const }, undefined],
    ] as const) {
      const { asker, other, id, tail } = await people()
      await made(asker.accountId, other.accountId, more)
      // What is offered is what will be allowed; to say no needs nobody independent.
      expect(await control(other, id)).toMatchObject({ mayDecide: code === undefined, mayRefuse: true })
      const reply = await approve(other, id, tail)
      expect([more, reply.status === 200 ? undefined : errorOf(reply).code]).toEqual([more, code])
    }
  })
})
