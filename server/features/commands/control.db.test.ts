import { describe, expect, it } from 'vitest'
import { ANSWER_MS } from '#domain/commands/command-times.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import { makeDevice, setLink } from '#tests/factories/devices.ts'
import { cancelOpen } from './outbox.ts'
import { ask, control, controlApp, errorOf, idOf, type Site } from '#tests/control-app.ts'
import { expireCommands } from './expire-commands.ts'

const { app, makeSite, goOut, say, done } = await controlApp()
const { db, context } = app
const installer = await app.asRole('installer')
const ids = (site: Site) => site.parts.map(({ id }) => id)
const open = { closed: false, keepalive: false, u_out: 1 }
const shut = { closed: true, keepalive: true, u_out: 40 }
const words = (devices: readonly { outcome: string | null; code: string | null }[]) =>
  devices.map(({ outcome, code }) => `${outcome} ${code ?? ''}`.trim())

/** Acts of one hour count together before a second person is asked; who goes on after it enters the password anew. */
const anHourLater = async () => {
  app.advance(3_600_000)
  await installer.request('POST /api/session/confirm', { body: { password: testPassword } })
}

/** A site whose shutdown devices have been told to open, and what went out. */
const opening = async (parts: number, by = installer) => {
  const site = await makeSite(parts)
  const [only, ...others] = site.parts
  const confirmed = others.length === 0 ? (only?.sn ?? '') : site.gateway.sn
  const id = idOf(await ask(by, site, ids(site), confirmed))
  const [switched] = await goOut(site)
  if (!switched) throw new Error('nothing went out')
  return { site, id, command: switched.message.id }
}

describe('an act', () => {
  it('goes out as one command for each gateway, and each device comes to a result of its own', async () => {
    const { site, id, command } = await opening(3)
    const [a, b, c] = site.parts
    if (!a || !b || !c) throw new Error('no parts')
    await say(site.gateway, { id: command, stage: 'accepted' }, app.now() + 1_000)
    const told = [
      { sn: a.sn, ok: true, after: open },
      { sn: b.sn, ok: true, after: open },
      { sn: c.sn, ok: false, code: 'no_answer' },
    ]
    await done(site.gateway, command, told, app.now() + 2_000)
    const [read] = await goOut(site)
    expect([read?.message.op, read?.message.targets.toSorted()]).toEqual([
      'read',
      site.parts.map(({ sn }) => sn),
    ])
    const seen = [
      { sn: a.sn, ok: true, after: open },
      { sn: b.sn, ok: true, after: shut },
      { sn: c.sn, ok: false, code: 'no_answer' },
    ]
    await done(site.gateway, read?.message.id ?? '', seen, app.now() + 3_000)
    const view = await control(installer, id)
    expect(words(view.devices)).toEqual(['success', 'abnormal contradicted', 'abnormal no_answer'])
    expect(view.counts).toEqual({ success: 1, fail: 0, in_progress: 0, abnormal: 2 })
    expect(view.commands.map(({ outcome, code }) => [outcome, code])).toEqual([['abnormal', 'partly']])
    expect(view.commands[0]?.steps.map(({ step, at }) => [step, at - app.now()])).toEqual([
      ['queued', 0],
      ['sent', 0],
      ['accepted', 1_000],
      ['done', 2_000],
      ['asked', 2_000],
      ['read', 3_000],
      ['unverified', 3_000],
    ])
  })

  it('reaches gateways, strings and single devices, each device once', async () => {
    const site = await makeSite(2)
    const string = crypto.randomUUID()
    await db
      .insertInto('string')
      .values({
        id: string,
        station_id: site.stationId,
        inverter_id: site.inverter.id,
        mppt_no: 1,
        no: 1,
        capacity_w: 5_000,
        created_at: new Date(app.now()),
      })
      .execute()
    const preview = async (body: object) =>
      (
        await installer.request(`POST /api/stations/${site.stationId}/control/preview`, {
          body: { act: { op: 'switch', on: false }, deviceIds: [], ...body },
        })
      ).body as { counts: Record<string, number>; ratedW: number; confirm: { sn: string } | null }
    const whole = { gateway: 0, inverter: 1, optimizer: 0, shutdown: 2 }
    expect(await preview({ deviceIds: [site.gateway.id] })).toMatchObject({ counts: whole, ratedW: 10_000 })
    expect(await preview({ stringIds: [string] })).toMatchObject({
      counts: { inverter: 0, shutdown: 2 },
      ratedW: 10_000,
    })
    expect(
      await preview({ stringIds: [string], deviceIds: [site.gateway.id, site.inverter.id, ...ids(site)] }),
    ).toMatchObject({ counts: whole, confirm: { sn: site.gateway.sn } })
    expect(await preview({ deviceIds: ids(site).slice(0, 1) })).toMatchObject({
      ratedW: 5_000,
      confirm: { sn: site.parts[0]?.sn },
    })
    expect(await preview({})).toMatchObject({ counts: { inverter: 0 }, confirm: null })
  })

  it.each([
    [{ op: 'limit', pct: 60 }, 'inverter', { st: 'curtailed', p: 6_000, limit_pct: 60 }, 'success'],
    [{ op: 'limit', pct: 60 }, 'inverter', { st: 'grid', p: 9_500, limit_pct: 60 }, 'abnormal contradicted'],
    [{ op: 'limit', pct: 60 }, 'inverter', { p: 2_000, limit_pct: 100 }, 'abnormal contradicted'],
    [{ op: 'restart' }, 'inverter', { up_s: 1 }, 'success'],
    [{ op: 'restart' }, 'inverter', { up_s: 90_000 }, 'abnormal contradicted'],
    [{ op: 'restart' }, 'gateway', { up_s: 2 }, 'success'],
    [{ op: 'set', report_s: 300 }, 'gateway', { report_s: 300 }, 'success'],
    [{ op: 'set', report_s: 300 }, 'gateway', { report_s: 900 }, 'abnormal contradicted'],
    [{ op: 'switch', on: false }, 'inverter', { st: 'shutdown', p: 0 }, 'success'],
    [{ op: 'switch', on: false }, 'inverter', { st: 'shutdown', p: 4_000 }, 'abnormal contradicted'],
    [{ op: 'switch', on: true }, 'inverter', { st: 'standby' }, 'success'],
    [{ op: 'switch', on: true }, 'inverter', {}, 'abnormal no_reading'],
  ] as const)('C5: %j of the %s and the reading %j: %s', async (act, kind, after, word) => {
    const site = await makeSite(0)
    const target = site[kind]
    const id = idOf(await ask(installer, site, [target.id], target.sn, { act }))
    const [first] = await goOut(site)
    expect(first?.message).toMatchObject({ op: act.op, targets: kind === 'gateway' ? [] : [target.sn] })
    await done(site.gateway, first?.message.id ?? '', [{ sn: target.sn, ok: true, after: {} }])
    const [read] = await goOut(site)
    await done(site.gateway, read?.message.id ?? '', [{ sn: target.sn, ok: true, after }])
    expect(words((await control(installer, id)).devices)).toEqual([word])
  })

  it('C10: what a device refuses is a failure of that device; the others go on', async () => {
    const { site, id, command } = await opening(2)
    const [a, b] = site.parts
    const told = [
      { sn: a?.sn ?? '', ok: false, code: 'unsupported' },
      { sn: b?.sn ?? '', ok: true },
    ]
    await done(site.gateway, command, told)
    expect(words((await control(installer, id)).devices)).toEqual(['fail unsupported', 'in_progress'])
    const [read] = await goOut(site)
    expect(read?.message.targets).toEqual([b?.sn])
    await done(site.gateway, read?.message.id ?? '', [{ sn: b?.sn ?? '', ok: true, after: open }])
    const view = await control(installer, id)
    expect(words(view.devices)).toEqual(['fail unsupported', 'success'])
    expect(view.commands[0]).toMatchObject({ outcome: 'fail', code: 'partly' })
  })

  it('C10: a device behind no gateway fails by itself, and is repeated with the others that failed', async () => {
    const site = await makeSite(1)
    const lonely = await makeDevice(db, app.now(), site.stationId, 'optimizer')
    const id = idOf(await ask(installer, site, [...ids(site), lonely.id], site.gateway.sn))
    expect(words((await control(installer, id)).devices)).toEqual(['fail no_gateway', 'in_progress'])
    const again = await ask(installer, site, [lonely.id], lonely.sn, { retryOf: id })
    expect(again.status).toBe(201)
    expect((await control(installer, idOf(again))).retryOf).toBe(id)
    const elsewhere = await makeSite(1)
    const foreign = await ask(installer, elsewhere, ids(elsewhere), elsewhere.parts[0]?.sn ?? '', {
      retryOf: id,
    })
    expect(foreign.status).toBe(404)
  })

  it('C10: over 30 devices, 9 of which do not do it, there is no success as a whole', async () => {
    const { site, id, command } = await opening(30)
    const told = site.parts.map(({ sn }) => ({ sn, ok: true, after: open }))
    await done(site.gateway, command, told)
    const [read] = await goOut(site)
    const seen = site.parts.map(({ sn }, n) => ({ sn, ok: true, after: n % 10 < 3 ? shut : open }))
    await done(site.gateway, read?.message.id ?? '', seen)
    const view = await control(installer, id)
    expect(view.counts).toEqual({ success: 21, fail: 0, in_progress: 0, abnormal: 9 })
    expect(view.commands[0]).toMatchObject({ state: 'unverified', outcome: 'abnormal', code: 'partly' })
  })
})

describe('once', () => {
  it('C1: 50 taps with one key are one command', async () => {
    const site = await makeSite(2)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => ask(installer, site, ids(site), site.gateway.sn, {}, headers)),
    )
    const codes = new Set(replies.map((reply) => (reply.status === 201 ? '201' : errorOf(reply).code)))
    expect([...codes].filter((code) => !['201', 'key_running'].includes(code))).toEqual([])
    expect(await goOut(site)).toHaveLength(1)
    const other = await ask(installer, site, ids(site).slice(1), site.parts[1]?.sn ?? '', {}, headers)
    expect([other.status, errorOf(other).code]).toEqual([422, 'key_reused'])
  })

  it('C1: a server that died between the command and its answer finds the command again, and gives no second', async () => {
    const site = await makeSite(2)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await ask(installer, site, ids(site), site.gateway.sn, {}, headers)
    expect(first.status).toBe(201)
    await app.db
      .updateTable('idempotency')
      .set({ status: null, answer: null, created_at: new Date(app.now() - 3 * 60_000) })
      .where('account_id', '=', installer.accountId)
      .where('route', '=', 'POST /api/stations/{stationId}/control')
      .execute()
    expect(await goOut(site)).toHaveLength(1)
    const again = await ask(installer, site, ids(site), site.gateway.sn, {}, headers)
    expect([again.status, idOf(again)]).toEqual([201, idOf(first)])
    expect(await goOut(site)).toEqual([])
    const made = await app.db
      .selectFrom('control')
      .select('id')
      .where('station_id', '=', site.stationId)
      .execute()
    expect(made).toHaveLength(1)
  })

  it('C6: a device with an open command takes no other; the first is named, and nothing of the second goes out', async () => {
    const { site } = await opening(3)
    const maintainer = await app.newCaller('maintainer', 'a', ['device:control:send'])
    const chosen = [site.inverter.id, ids(site)[1] ?? '']
    const act = { op: 'switch', on: true }
    const reply = await ask(maintainer, site, chosen, site.gateway.sn, { act })
    expect([reply.status, errorOf(reply)]).toMatchObject([
      409,
      { code: 'command_running', current: { op: 'switch', state: 'sent', sn: site.parts[1]?.sn } },
    ])
    expect(await goOut(site)).toEqual([])
    const preview = await maintainer.request(`POST /api/stations/${site.stationId}/control/preview`, {
      body: { act, deviceIds: chosen },
    })
    const { devices } = preview.body as { devices: { running: { op: string } | null }[] }
    expect(devices.map(({ running }) => running?.op ?? null)).toEqual([null, 'switch'])
  })

  it('C6: of two people who send on and off together one goes through', async () => {
    const site = await makeSite(4)
    const other = await app.newCaller('installer')
    const replies = await Promise.all(
      [true, false, true, false].map((on, n) =>
        ask(n % 2 === 0 ? installer : other, site, ids(site), site.gateway.sn, { act: { op: 'switch', on } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.flatMap((reply) => (reply.status === 201 ? [] : [errorOf(reply).code]))).toEqual(
      Array<string>(3).fill('command_running'),
    )
    const went = await goOut(site)
    expect(went.map(({ message }) => message.op)).toEqual(['switch'])
  })

  it('C6: a device whose result stands is free, while others of its command are still open', async () => {
    const { site, command } = await opening(2)
    const [a, b] = site.parts
    await done(site.gateway, command, [
      { sn: a?.sn ?? '', ok: false, code: 'unsupported' },
      { sn: b?.sn ?? '', ok: true },
    ])
    expect((await ask(installer, site, [a?.id ?? ''], a?.sn ?? '')).status).toBe(201)
    expect((await ask(installer, site, [b?.id ?? ''], b?.sn ?? '')).status).toBe(409)
  })

  it('a reading that somebody asks for holds nobody up', async () => {
    const site = await makeSite(2)
    const reply = await installer.request(`POST /api/stations/${site.stationId}/read`, {
      body: { deviceIds: ids(site) },
    })
    expect(reply.status).toBe(201)
    expect((await ask(installer, site, ids(site), site.gateway.sn)).status).toBe(201)
    const went = await goOut(site)
    expect(went.map(({ message }) => message.op).toSorted()).toEqual(['read', 'switch'])
  })
})

describe('answers', () => {
  it('C2: a gateway that never answers leaves every device abnormal, none a success, and is asked once', async () => {
    const { site, id, command } = await opening(2)
    expect(words((await control(installer, id)).devices)).toEqual(['in_progress', 'in_progress'])
    const over = app.now() + 120_000 + ANSWER_MS
    await expireCommands(context, over)
    expect(words((await control(installer, id)).devices)).toEqual(['abnormal', 'abnormal'])
    expect(await goOut(site)).toEqual([])
    expect(await done(site.gateway, command, [], over + 1)).toBe('late')
  })

  it('C2: a proof that is never answered is no proof', async () => {
    const { site, id, command } = await opening(1)
    await done(site.gateway, command, [{ sn: site.parts[0]?.sn ?? '', ok: true, after: open }])
    await goOut(site)
    await expireCommands(context, app.now() + 120_000 + ANSWER_MS)
    const view = await control(installer, id)
    expect(words(view.devices)).toEqual(['abnormal'])
    expect(view.commands[0]?.steps.map(({ step }) => step)).toEqual([
      'queued',
      'sent',
      'accepted',
      'done',
      'asked',
      'unverified',
    ])
  })

  it('C3: a reading that comes after the time of its command changes nothing any more', async () => {
    const { site, id, command } = await opening(1)
    const sn = site.parts[0]?.sn ?? ''
    await done(site.gateway, command, [{ sn, ok: true, after: open }], app.now() + 100_000)
    app.advance(100_000)
    const [read] = await goOut(site)
    // The read itself is still in time, the command it proves is not.
    const late = app.now() + 80_001
    expect(await done(site.gateway, read?.message.id ?? '', [{ sn, ok: true, after: open }], late)).toBe(
      'applied',
    )
    await expireCommands(context, late)
    expect(words((await control(installer, id)).devices)).toEqual(['abnormal'])
  })

  it('C4: a second word of the gateway about the same command changes nothing, whatever it says', async () => {
    const { site, id, command } = await opening(1)
    const sn = site.parts[0]?.sn ?? ''
    await done(site.gateway, command, [{ sn, ok: true, after: open }])
    expect(await done(site.gateway, command, [{ sn, ok: false, code: 'busy' }])).toBe('late')
    expect(await done(site.gateway, command, [{ sn, ok: true, after: open }])).toBe('late')
    expect(words((await control(installer, id)).devices)).toEqual(['in_progress'])
    const [read, ...more] = await goOut(site)
    expect(more).toEqual([])
    await done(site.gateway, read?.message.id ?? '', [{ sn, ok: true, after: open }])
    expect(words((await control(installer, id)).devices)).toEqual(['success'])
    await done(site.gateway, read?.message.id ?? '', [{ sn, ok: true, after: shut }])
    expect(words((await control(installer, id)).devices)).toEqual(['success'])
  })

  it('C4: another gateway proves nothing, neither for the command nor for its reading', async () => {
    const { site, id, command } = await opening(1)
    const other = await makeSite(1)
    const sn = site.parts[0]?.sn ?? ''
    expect(await done(other.gateway, command, [{ sn, ok: true }])).toBe('foreign')
    await done(site.gateway, command, [{ sn, ok: true }])
    const [read] = await goOut(site)
    const forged = [{ sn, ok: true, after: open }]
    expect(await done(other.gateway, read?.message.id ?? '', forged)).toBe('foreign')
    expect(words((await control(installer, id)).devices)).toEqual(['in_progress'])
  })

  it('C4: a device that the command never named gets no result', async () => {
    const { site, id, command } = await opening(1)
    // Somebody waits for a result of it, and a word of its own gateway may well refuse.
    const { site: elsewhere, id: other } = await opening(1, await app.newCaller('installer'))
    const sn = site.parts[0]?.sn ?? ''
    const stranger = elsewhere.parts[0]?.sn ?? ''
    await done(site.gateway, command, [
      { sn, ok: true },
      { sn: stranger, ok: false, code: 'unsupported' },
    ])
    const [read] = await goOut(site)
    expect(read?.message.targets).toEqual([sn])
    await done(site.gateway, read?.message.id ?? '', [
      { sn, ok: true, after: open },
      { sn: stranger, ok: true, after: open },
    ])
    expect(words((await control(installer, id)).devices)).toEqual(['success'])
    expect(words((await control(installer, other)).devices)).toEqual(['in_progress'])
  })

  it('C7: for a gateway that is away it waits two minutes, visibly, and is never delivered after', async () => {
    await anHourLater()
    const site = await makeSite(1)
    await setLink(db, site.gateway.id, { connected: false, goneAt: app.now() })
    const preview = await installer.request(`POST /api/stations/${site.stationId}/control/preview`, {
      body: { act: { op: 'switch', on: true }, deviceIds: ids(site) },
    })
    expect(preview.body).toMatchObject({ offline: 1 })
    const id = idOf(await ask(installer, site, ids(site), site.parts[0]?.sn ?? ''))
    const view = await control(installer, id)
    expect(view.commands[0]).toMatchObject({ state: 'queued', expiresAt: app.now() + 120_000 })
    app.advance(120_000)
    await setLink(db, site.gateway.id, { connected: true, birthAt: app.now() })
    expect((await goOut(site)).filter(({ gateway }) => gateway === site.gateway.sn)).toEqual([])
    await expireCommands(context, app.now())
    expect(words((await control(installer, id)).devices)).toEqual(['fail'])
  })

  it('Z13: what is removed while its command is open ends with it', async () => {
    await anHourLater()
    const { site, id } = await opening(1)
    await db.transaction().execute((trx) => cancelOpen(trx, ids(site), app.now()))
    expect((await control(installer, id)).devices.map(({ outcome }) => outcome)).toEqual(['abnormal'])
  })
})
