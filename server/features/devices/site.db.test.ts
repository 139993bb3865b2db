// Long because it walks a site from the carton to the exchange: check, add, compare, delete, replace, import, pick.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Inventory } from '#contract/mqtt/inventory.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { createGatewayLogin, hashSecret, makeSecret } from '#server/platform/broker/credentials.ts'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice, newDevice, newSerial, setLatest, setLink } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { applyInventory } from './apply-inventory.ts'
import { secretHashOf } from './device-store.ts'
import { setSecretHash } from './gateway-link-store.ts'
import type { DeviceDetailView, DeviceRowView } from './present-device.ts'

const app = await testApp()
const { db, context } = app
const installer = await app.asRole('installer', 'a')
const other = await app.asRole('installer', 'b')
const administrator = await app.asRole('administrator')

const errorIn = (reply: Reply) => (reply.body as { error: { code: string; field?: string } }).error
const newSite = async (companyId = app.companies.a) => {
  const stationId = await makeStation(db, app.now(), companyId)
  const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
  let rev = 0
  const report = async (devices: Inventory['devices']) =>
    applyInventory(context, gateway.sn, { v: 1, boot: 'boot-aaaa', rev: (rev += 1), devices }, app.now())
  return { stationId, gateway, report }
}
type Added = { added: DeviceRowView[]; refused: { id: string; sn: string; code: string }[] }
const add = async (stationId: string, devices: ReturnType<typeof newDevice>[], caller = installer) =>
  caller.request(`POST /api/stations/${stationId}/devices`, { body: { devices } })
const addedIn = (reply: Reply): Added => {
  expect([reply.status, reply.status === 201 ? '' : reply.text]).toEqual([201, ''])
  return reply.body as Added
}
const detailOf = async (id: string, caller: Caller = installer): Promise<DeviceDetailView> => {
  const reply = await caller.request(`GET /api/devices/${id}`)
  expect(reply.status).toBe(200)
  return reply.body as DeviceDetailView
}
const check = async (stationId: string, sns: string[], caller = installer) =>
  (
    (await caller.request(`POST /api/stations/${stationId}/devices/check`, { body: { sns } })).body as {
      checks: { sn: string; ok: boolean; code: string | null }[]
    }
  ).checks
const replace = async (id: string, body: object, caller = installer) =>
  caller.request(`POST /api/devices/${id}/replace`, { body: { id: randomUUID(), ...body } })

describe('serials', () => {
  it('Z12: are judged before anything is added: format, repeats in the list and in the installation', async () => {
    const [mine, theirs] = [await newSite(), await newSite(app.companies.b)]
    const used = await makeDevice(db, app.now(), theirs.stationId, 'optimizer', { sn: '4-9A57A2L' })
    const checks = await check(mine.stationId, [
      '12345678901',
      ' １２１０１２３４５６７８ ',
      '1234567890123',
      'ABCDEF',
      '４-9a57a2l',
      '49A57A2L',
      '121012345678',
      'opt-0000-9999',
    ])
    expect(checks.map(({ sn, code }) => [sn, code])).toEqual([
      ['12345678901', 'sn_format'],
      ['121012345678', null],
      ['1234567890123', 'sn_format'],
      ['ABCDEF', 'sn_format'],
      ['4-9A57A2L', 'sn_repeat'],
      ['49A57A2L', 'sn_repeat'],
      ['121012345678', 'sn_repeat'],
      ['OPT-0000-9999', null],
    ])
    const all = await installer.request(`POST /api/stations/${mine.stationId}/devices/check`, {
      body: { sns: ['49A57A2L'] },
    })
    expect(all.text).not.toContain(used.id)
    expect(all.text).not.toContain(theirs.stationId)
  })

  it.each([
    [500, 200],
    [501, 400],
    [0, 400],
  ])('V3: %s in one call: %s', async (count, status) => {
    const { stationId } = await newSite()
    const sns = Array.from({ length: count }, () => newSerial('optimizer'))
    const reply = await installer.request(`POST /api/stations/${stationId}/devices/check`, { body: { sns } })
    expect(reply.status).toBe(status)
  })
})

describe('adding devices', () => {
  it('takes what is right and names what is not; the same call again adds nothing', async () => {
    const { stationId, gateway } = await newSite()
    const inverter = newDevice({ kind: 'inverter', model: 'SE17K', brand: '', gatewayId: gateway.id })
    addedIn(await add(stationId, [inverter]))
    const under = { parentId: inverter.id, stringNo: 1 }
    const devices = [
      newDevice({ ...under, position: 1 }),
      newDevice({ ...under, position: 1 }),
      newDevice({ sn: '12345678901' }),
      newDevice({ sn: inverter.sn }),
      newDevice({ stringNo: 1 }),
      newDevice({ ...under, position: 2, kind: 'shutdown', model: '', brand: '' }),
    ]
    const { added, refused } = addedIn(await add(stationId, devices))
    expect(refused.map(({ id, code }) => [devices.findIndex((one) => one.id === id), code])).toEqual([
      [1, 'position_taken'],
      [2, 'sn_format'],
      [3, 'sn_repeat'],
      [4, 'wrong_state'],
    ])
    expect(added).toHaveLength(2)
    expect(added[0]).toMatchObject({
      gatewayId: gateway.id,
      parentId: inverter.id,
      stringNo: 1,
      position: 1,
      ratedW: 700,
      online: false,
    })
    const again = addedIn(await add(stationId, devices))
    expect(again.added.map(({ id }) => id).toSorted()).toEqual(added.map(({ id }) => id).toSorted())
    const array = await installer.request(`GET /api/stations/${stationId}/array`)
    expect(array.body).toMatchObject({
      strings: [{ no: 1, inverterId: inverter.id, members: { optimizers: 1, shutdowns: 1 } }],
    })
  })

  it('500 at once, and one of two who add the same serials at once', async () => {
    const { stationId } = await newSite()
    const batch = Array.from({ length: 500 }, () => newDevice())
    expect(addedIn(await add(stationId, batch)).added).toHaveLength(500)
    const theirs = (await newSite(app.companies.b)).stationId
    const sns = Array.from({ length: 20 }, () => newSerial('optimizer'))
    const both = await Promise.all([
      add(
        stationId,
        sns.map((sn) => newDevice({ sn })),
      ),
      add(
        theirs,
        sns.toReversed().map((sn) => newDevice({ sn })),
        other,
      ),
    ])
    const counts = both.map((reply) => addedIn(reply).added.length)
    expect(counts.reduce((a, b) => a + b)).toBe(20)
    expect(both.flatMap((reply) => addedIn(reply).refused).every(({ code }) => code === 'sn_repeat')).toBe(
      true,
    )
    const rows = await db
      .selectFrom('device')
      .select('sn_key')
      .where('sn_key', 'in', sns.map(serialKey))
      .execute()
    expect(new Set(rows.map((row) => row.sn_key)).size).toBe(rows.length)
  })

  it('confirms what the gateway has found, and compares expected with found', async () => {
    const { stationId, gateway, report } = await newSite()
    const [inverter, a, b, c] = [
      newSerial('inverter'),
      newSerial('optimizer'),
      newSerial('optimizer'),
      newSerial('optimizer'),
    ]
    await report([
      { sn: inverter, t: 'inverter' },
      { sn: a, t: 'optimizer', parent: inverter },
      { sn: b, t: 'optimizer', parent: inverter },
    ])
    expect((await check(stationId, [a, c])).map(({ ok }) => ok)).toEqual([true, true])
    const { added, refused } = addedIn(
      await add(stationId, [newDevice({ sn: a }), newDevice({ sn: c, gatewayId: gateway.id })]),
    )
    expect([added.length, refused]).toEqual([2, []])
    const reply = await installer.request(`GET /api/gateways/${gateway.id}/children`)
    const body = reply.body as {
      expected: DeviceRowView[]
      discovered: DeviceRowView[]
      missing: string[]
      unexpected: string[]
    }
    const sn = (id: string) => [...body.expected, ...body.discovered].find((row) => row.id === id)?.sn
    expect({
      expected: body.expected.map((row) => row.sn).toSorted(),
      discovered: body.discovered.length,
      missing: body.missing.map(sn),
      unexpected: body.unexpected.map(sn).toSorted(),
    }).toEqual({
      expected: [a, c].toSorted(),
      discovered: 3,
      missing: [c],
      unexpected: [inverter, b].toSorted(),
    })
    // A second time it is nobody's to add.
    expect((await check(stationId, [a])).map(({ code }) => code)).toEqual(['sn_repeat'])
  })
})

describe('deleting devices', () => {
  it('asks for a choice, and deletes all that is named or nothing', async () => {
    const [site, foreign] = [await newSite(), await newSite(app.companies.b)]
    const one = await makeDevice(db, app.now(), site.stationId, 'optimizer')
    const path = `POST /api/stations/${site.stationId}/devices/delete`
    const nothing = await installer.request(path, {
      body: { ids: [] },
      headers: { 'accept-language': 'en', 'idempotency-key': randomUUID() },
    })
    expect([nothing.status, (nothing.body as { error: { message: string } }).error.message]).toEqual([
      400,
      'Please select the devices to delete',
    ])
    const mixed = await installer.request(path, { body: { ids: [one.id, foreign.gateway.id] } })
    expect(mixed.status).toBe(404)
    expect((await detailOf(one.id)).device.removedAt).toBeNull()
    const heard: string[] = []
    const leave = context.changeEvents.listen((changeEvents) => {
      if (changeEvents.type === 'changed' && changeEvents.stationId === site.stationId)
        heard.push(changeEvents.what)
    })
    expect((await installer.request(path, { body: { ids: [one.id] } })).body).toEqual({ deleted: 1 })
    leave()
    // Its open alarms have ended with it: open lists of them are read again.
    expect(heard.sort()).toEqual(['alarms', 'array', 'commands', 'devices'])
    expect(await detailOf(one.id)).toMatchObject({ device: { removedAt: app.now(), online: false } })
    const list = await installer.request(`GET /api/stations/${site.stationId}/devices`)
    expect(list.text).not.toContain(one.id)
  })

  it('cuts a gateway off; what hung behind it stays for whoever names it next, or goes along', async () => {
    const cut: string[] = []
    const apart = await testApp({
      context: { mqtt: { ...context.mqtt, disconnect: async (sn) => void cut.push(sn) } },
    })
    const caller = await apart.asRole('installer', 'a')
    const stationId = await makeStation(apart.db, apart.now(), apart.companies.a)
    const [first, second] = [
      await makeDevice(apart.db, apart.now(), stationId, 'gateway'),
      await makeDevice(apart.db, apart.now(), stationId, 'gateway'),
    ]
    const behind = { gatewayId: first.id }
    const inverter = await makeDevice(apart.db, apart.now(), stationId, 'inverter', behind)
    const path = `POST /api/stations/${stationId}/devices/delete`
    expect((await caller.request(path, { body: { ids: [first.id] } })).body).toEqual({ deleted: 1 })
    expect(cut).toEqual([first.sn])
    const left = await caller.request(`GET /api/devices/${inverter.id}`)
    expect(left.body).toMatchObject({ device: { gatewayId: null, removedAt: null } })
    const inventory = {
      v: 1 as const,
      boot: 'boot-bbbb',
      rev: 1,
      devices: [{ sn: inverter.sn, t: 'inverter' as const }],
    }
    await applyInventory(apart.context, second.sn, inventory, apart.now())
    const taken = await caller.request(`GET /api/devices/${inverter.id}`)
    expect(taken.body).toMatchObject({ device: { gatewayId: second.id } })
    const whole = await caller.request(path, { body: { ids: [second.id], withChildren: true } })
    expect(whole.body).toEqual({ deleted: 2 })
  })
})

describe('replacing a device', () => {
  const minute = 60_000

  it('keeps the place, its curve and its energy in one piece, and the old record readable', async () => {
    const { stationId, report } = await newSite()
    const [inverterSn, oldSn, newSn] = [newSerial('inverter'), newSerial('optimizer'), newSerial('optimizer')]
    const said = (sn: string) => [
      { sn: inverterSn, t: 'inverter' as const },
      { sn, t: 'optimizer' as const, parent: inverterSn, string: 2, pos: 5 },
    ]
    await report(said(oldSn))
    const rowOf = async (sn: string) =>
      db.selectFrom('device').selectAll().where('sn', '=', sn).orderBy('no', 'desc').executeTakeFirstOrThrow()
    const old = await rowOf(oldSn)
    const start = app.now()
    const put = async (no: number, ts: number, p: number) =>
      db
        .insertInto('reading')
        .values({
          device_no: no,
          ts: new Date(ts),
          received_at: new Date(ts),
          hist: false,
          state: null,
          p,
          q: null,
          f: null,
          t: null,
          p_dc: null,
          u_in: null,
          i_in: null,
          u_out: null,
          u: null,
          i: null,
          e_tot: null,
          rssi: null,
          closed: null,
          keepalive: null,
          mppt: null,
          raw: null,
        })
        .execute()
    await ensurePartitions(context.pool, [utcDayStart(start)])
    await put(old.no, start - 5 * minute, 200)
    await put(old.no, start, 201)
    await db
      .insertInto('energy_day')
      .values({
        device_no: old.no,
        day: '2026-06-21',
        wh: 300,
        first_ts: new Date(start),
        last_ts: new Date(start),
      })
      .execute()
    app.advance(5 * minute)
    const reply = await replace(old.id, { sn: newSn.toLowerCase(), model: 'TS4-A-O', brand: 'Tigo' })
    expect([reply.status, reply.body]).toMatchObject([
      201,
      { device: { sn: newSn, stringNo: 2, position: 5, model: 'TS4-A-O' }, credentials: null },
    ])
    const now = await rowOf(newSn)
    await put(now.no, start + 5 * minute, 210)
    await put(now.no, start + 10 * minute, 211)
    await db
      .insertInto('energy_day')
      .values({
        device_no: now.no,
        day: '2026-06-21',
        wh: 40,
        first_ts: new Date(start + 5 * minute),
        last_ts: new Date(start + 10 * minute),
      })
      .execute()
    const [before, after] = [await detailOf(old.id), await detailOf(now.id)]
    expect(before).toMatchObject({
      device: { removedAt: start + 5 * minute, sn: oldSn, warrantyUntil: null },
      replacedBy: { id: now.id, sn: newSn },
    })
    expect([after.placeId, after.replacedBy]).toEqual([before.placeId, null])
    const curve = await installer.request(`GET /api/places/${after.placeId}/curve?day=2026-06-21`)
    const body = curve.body as {
      ts: number[]
      series: { metric: string; values: number[] }[]
      exchanges: object[]
    }
    expect(body.series.find(({ metric }) => metric === 'powerW')?.values).toEqual([200, 201, 210, 211])
    expect(body.exchanges).toEqual([
      { at: start + 5 * minute, oldDeviceId: old.id, oldSn, newDeviceId: now.id, newSn },
    ])
    const energy = await installer.request(`GET /api/places/${after.placeId}/energy?period=month&of=2026-06`)
    expect(energy.body).toMatchObject({ totalWh: 340, exchanges: [{ oldSn, newSn }] })
    const own = await installer.request(`GET /api/devices/${old.id}/curve?day=2026-06-21`)
    expect((own.body as { series: { values: number[] }[] }).series[0]?.values).toEqual([200, 201])

    // The gateway has not been told yet and names the old one: it does not come back.
    await report([...said(oldSn), { sn: newSerial('optimizer'), t: 'optimizer' as const }])
    const present = await db
      .selectFrom('device')
      .select('sn')
      .where('station_id', '=', stationId)
      .where('removed_at', 'is', null)
      .execute()
    expect(present.map(({ sn }) => sn)).toContain(newSn)
    expect(present.map(({ sn }) => sn)).not.toContain(oldSn)
    await report(said(newSn))
    expect(await detailOf(now.id)).toMatchObject({ placeId: after.placeId, device: { position: 5 } })
  })

  it('an inverter keeps its strings and what hangs in them', async () => {
    const { stationId, report } = await newSite()
    const sn = newSerial('inverter')
    await report([
      { sn, t: 'inverter', model: 'SE17K' },
      { sn: newSerial('optimizer'), t: 'optimizer', parent: sn, string: 1, pos: 1 },
    ])
    const [inverter] = await db
      .selectFrom('device')
      .selectAll()
      .where('station_id', '=', stationId)
      .where('kind', '=', 'inverter')
      .execute()
    const reply = await replace(inverter?.id ?? '', { sn: newSerial('inverter') })
    const { device } = reply.body as { device: DeviceRowView }
    expect(device).toMatchObject({ kind: 'inverter', ratedW: 17_000, model: 'SE17K' })
    expect((await detailOf(device.id)).children).toHaveLength(1)
    const array = await installer.request(`GET /api/stations/${stationId}/array`)
    expect(array.body).toMatchObject({ strings: [{ inverterId: device.id, members: { optimizers: 1 } }] })
  })

  it('takes a device that its gateway has found already, and none that hangs elsewhere', async () => {
    const { stationId, gateway, report } = await newSite()
    const [inverter, placed, second, found] = [
      newSerial('inverter'),
      newSerial('optimizer'),
      newSerial('optimizer'),
      newSerial('optimizer'),
    ]
    await report([
      { sn: inverter, t: 'inverter' },
      { sn: placed, t: 'optimizer', parent: inverter, string: 1, pos: 1 },
      { sn: second, t: 'optimizer', parent: inverter, string: 1, pos: 2 },
      { sn: found, t: 'optimizer', parent: inverter },
    ])
    const rows = await db
      .selectFrom('device')
      .select(['id', 'sn'])
      .where('station_id', '=', stationId)
      .execute()
    const idOf = (sn: string) => rows.find((row) => row.sn === sn)?.id ?? ''
    for (const [sn, code] of [
      [second, 'sn_repeat'],
      [placed, 'sn_repeat'],
      [gateway.sn, 'sn_repeat'],
      ['12345678901', 'sn_format'],
    ] as const)
      expect([sn, errorIn(await replace(idOf(placed), { sn })).code]).toEqual([sn, code])
    await setLink(db, gateway.id, { connected: true, birthAt: app.now() })
    const reply = await replace(idOf(placed), { sn: found })
    expect(reply.body).toMatchObject({ device: { id: idOf(found), position: 1 } })
    const commands = await db.selectFrom('command').selectAll().where('gateway_id', '=', gateway.id).execute()
    expect(commands).toMatchObject([{ op: 'replace', args: { old: placed, new: found }, state: 'queued' }])
    // What is replaced is not there to be replaced again.
    expect((await replace(idOf(placed), { sn: newSerial('optimizer') })).status).toBe(404)
  })

  it('D2: a gateway hands over all behind it and its login ends', async () => {
    const { gateway, report } = await newSite()
    const inverter = newSerial('inverter')
    await report([{ sn: inverter, t: 'inverter' }])
    const sn = newSerial('gateway')
    const secret = makeSecret()
    await setSecretHash(db, gateway.id, await hashSecret(secret))
    await setLink(db, gateway.id, { connected: true, birthAt: app.now() })
    const login = createGatewayLogin(async (of) => secretHashOf(db, of))
    expect(await login(gateway.sn, secret)).toBe(true)
    expect((await detailOf(gateway.id)).link).toMatchObject({ hasSecret: true, connected: true })
    const reply = await replace(gateway.id, { sn, model: 'EMU-2' })
    const body = reply.body as { device: DeviceRowView; credentials: { user: string; secret: string } }
    expect([reply.status, body.credentials.user]).toEqual([201, sn])
    expect([
      await login(gateway.sn, secret),
      await login(sn, secret),
      await login(sn, body.credentials.secret),
    ]).toEqual([false, false, true])
    expect((await detailOf(body.device.id)).children.map((row) => row.sn)).toEqual([inverter])
    expect(await detailOf(gateway.id)).toMatchObject({
      device: { removedAt: app.now() },
      replacedBy: { sn },
      link: { hasSecret: false, connected: false },
      children: [],
    })
    const wrong = await replace(body.device.id, { sn: newSerial('gateway'), claimCode: 'GUESS-1' })
    expect([wrong.status, errorIn(wrong).code]).toEqual([403, 'claim_refused'])
  })
})

const importing = async (csv: string, caller = administrator) =>
  caller.request('POST /api/registry', { body: { csv } })

describe('the factory registry', () => {
  it('takes what is right, names each wrong line, and the same file again changes nothing', async () => {
    const [a, b] = [newSerial('gateway'), newSerial('gateway')]
    const used = (await newSite()).gateway.sn
    const csv = [
      'Serial, Secret, Claim code, Model',
      `${a},twelve chars,K7QF-93,EMU-2`,
      `"${b.toLowerCase()}","another ""secret""",ABC-123,`,
      `${b},other secret!,ABC-124,EMU-2`,
      'GW+1,twelve chars,K7QF-93,EMU-2',
      `${newSerial('gateway')},short,K7QF-93,EMU-2`,
      `${newSerial('gateway')},,K7QF-93,EMU-2`,
      `${used},twelve chars,K7QF-93,EMU-2`,
    ].join('\r\n')
    const reply = await importing(`\uFEFF${csv}\r\n`)
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        imported: 2,
        unchanged: 0,
        unchangedLines: [],
        errors: [
          { line: 4, sn: b, code: 'sn_repeat' },
          { line: 5, sn: 'GW+1', code: 'sn_format' },
          { line: 6, sn: expect.any(String), code: 'invalid_input' },
          { line: 7, sn: expect.any(String), code: 'required' },
          { line: 8, sn: used, code: 'sn_repeat' },
        ],
      },
    ])
    expect((await importing(csv)).body).toMatchObject({
      imported: 0,
      unchanged: 2,
      unchangedLines: [2, 3],
    })
    const rows = await db.selectFrom('gateway_registry').selectAll().where('sn', 'in', [a, b]).execute()
    expect(JSON.stringify(rows)).not.toContain('twelve chars')
    expect(rows.every((row) => row.secret_hash.startsWith('$7$'))).toBe(true)
    const { stationId } = await newSite()
    const claimed = await installer.request(`POST /api/stations/${stationId}/gateways`, {
      body: { id: randomUUID(), sn: a, name: '', model: '', claimCode: 'k7qf-93' },
    })
    expect(claimed.status).toBe(201)
    // Its serial is nobody else's to add, and deleted it can be claimed again.
    expect((await check(stationId, [b])).map(({ code }) => code)).toEqual(['sn_repeat'])
    const { gateway } = claimed.body as { gateway: DeviceRowView }
    await installer.request(`POST /api/stations/${stationId}/devices/delete`, { body: { ids: [gateway.id] } })
    const theirs = (await newSite(app.companies.b)).stationId
    const again = await other.request(`POST /api/stations/${theirs}/gateways`, {
      body: { id: randomUUID(), sn: a, name: '', model: '', claimCode: 'K7QF-93' },
    })
    expect(again.status).toBe(201)
  })

  it('refuses what is no table with these columns, and everybody without the permission', async () => {
    for (const csv of [
      '',
      'serial,model\nGW123456,EMU-2',
      'serial,secret,claim_code,owner\nx,y,z,w',
      '"serial',
    ])
      expect([csv, errorIn(await importing(csv)).code]).toEqual([csv, 'not_readable'])
    expect((await importing('serial,secret,claim_code\n', installer)).status).toBe(403)
  })
})

describe('the picker', () => {
  it('goes through all devices in sight page by page, each once', async () => {
    const apart = await testApp()
    const caller = await apart.asRole('installer', 'a')
    const mine = await makeStation(apart.db, apart.now(), apart.companies.a)
    const theirs = await makeStation(apart.db, apart.now(), apart.companies.b)
    const ids: string[] = []
    for (let n = 0; n < 7; n++)
      ids.push((await makeDevice(apart.db, apart.now(), mine, 'optimizer', { name: `Roof_${n}` })).id)
    const inverter = await makeDevice(apart.db, apart.now(), mine, 'inverter', { stringNo: 1 })
    const hidden = await makeDevice(apart.db, apart.now(), theirs, 'optimizer')
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const reply = await caller.request(`GET /api/devices?limit=3${cursor}`)
      const body = reply.body as { devices: (DeviceRowView & { stationName: string })[]; next: string | null }
      seen.push(...body.devices.map(({ id }) => id))
      if (body.next === null) break
      cursor = `&cursor=${body.next}`
    }
    expect(seen.toSorted()).toEqual([...ids, inverter.id].toSorted())
    // Of one station what much hangs behind comes before what hangs there, whatever its serial.
    const gateway = await makeDevice(apart.db, apart.now(), mine, 'gateway')
    const ofStation: string[] = []
    for (let cursor = ''; ;) {
      const reply = await caller.request(`GET /api/devices?stationId=${mine}&limit=2${cursor}`)
      const body = reply.body as { devices: DeviceRowView[]; next: string | null }
      ofStation.push(...body.devices.map(({ id }) => id))
      if (body.next === null) break
      cursor = `&cursor=${body.next}`
    }
    expect(ofStation.slice(0, 2)).toEqual([gateway.id, inverter.id])
    expect(ofStation.slice(2).toSorted()).toEqual(ids.toSorted())
    const find = async (query: string) =>
      ((await caller.request(`GET /api/devices?${query}`)).body as { devices: { id: string }[] }).devices.map(
        ({ id }) => id,
      )
    expect(await find('search=roof_3')).toEqual([ids[3]])
    expect(await find('search=roof%253')).toEqual([])
    expect(await find(`search=${inverter.sn.toLowerCase()}`)).toEqual([inverter.id])
    expect(await find('unassigned=false')).toEqual([inverter.id])
    expect(await find('kind=inverter&unassigned=true')).toEqual([])
    expect(await find(`search=${hidden.sn}`)).toEqual([])
    await setLatest(apart.db, hidden.no, { ts: apart.now() })
    expect((await caller.request(`GET /api/devices?stationId=${theirs}`)).status).toBe(404)
    expect((await caller.request('GET /api/devices?cursor=x')).status).toBe(400)
  })
})
