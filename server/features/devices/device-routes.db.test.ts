import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountRoutes } from '#contract/http/accounts.ts'
import { deviceRoutes } from '#contract/http/devices.ts'
import { accountHandlers } from '#server/features/accounts/account-routes.ts'
import { dropOldGuesses } from '#server/features/accounts/guesses.ts'
import { createGatewayLogin } from '#server/platform/broker/credentials.ts'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { counted } from '#tests/counted.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import {
  makeDevice,
  makeRegistered,
  newSerial,
  setEnergy,
  setLatest,
  setLink,
} from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { deviceHandlers } from './device-routes.ts'
import { devicesById, secretHashOf } from './device-store.ts'
import { presentDevices } from './devices-now.ts'
import type { CredentialsView } from './gateway-credentials.ts'
import { markActivated } from './mark-activated.ts'
import type { DeviceDetailView, DeviceRowView } from './present-device.ts'

const cut: string[] = []
const app = await testApp({
  routes: { ...accountRoutes, ...deviceRoutes },
  handlers: { ...accountHandlers, ...deviceHandlers },
  context: {
    mqtt: {
      disconnect: async (sn) => void cut.push(sn),
      address: () => ({ host: 'sun.example', port: 8883, tls: true }),
    },
  },
})
const { db } = app
const installer = await app.asRole('installer')
const other = await app.asRole('installer', 'b')
const mine = await makeStation(db, app.now(), app.companies.a)
const theirs = await makeStation(db, app.now(), app.companies.b)
const login = createGatewayLogin(async (sn) => secretHashOf(db, sn))

type Added = { gateway: DeviceRowView; credentials: CredentialsView | null }
const addedIn = (reply: Reply): Added => reply.body as Added
const errorIn = (reply: Reply) =>
  (reply.body as { error: { code: string; field?: string; current?: unknown } }).error
const detailOf = async (caller: Caller, id: string): Promise<DeviceDetailView> => {
  const reply = await caller.request(`GET /api/devices/${id}`)
  expect(reply.status).toBe(200)
  return reply.body as DeviceDetailView
}
const add = async (caller: Caller, stationId: string, given: object = {}) =>
  caller.request(`POST /api/stations/${stationId}/gateways`, {
    body: { id: randomUUID(), sn: newSerial('gateway'), name: 'Roof', model: 'EMU-2', ...given },
  })
const secretIn = (reply: Reply): string => addedIn(reply).credentials?.secret ?? ''
const gatewayRows = async (sn: string) =>
  db
    .selectFrom('device')
    .select(['station_id'])
    .where('sn', '=', sn)
    .where('removed_at', 'is', null)
    .execute()

beforeEach(async () => {
  cut.length = 0
  app.advance(25 * 3_600_000)
  await dropOldGuesses(db, app.now())
})

describe('adding a gateway by hand', () => {
  it('D2: shows a random secret this once and keeps a hash', async () => {
    const sn = newSerial('gateway')
    const reply = await add(installer, mine, { sn: ` ${sn.toLowerCase()} ` })
    expect(reply.status).toBe(201)
    const { gateway, credentials } = addedIn(reply)
    expect(gateway).toMatchObject({
      sn,
      kind: 'gateway',
      stationId: mine,
      online: false,
      state: null,
      activated: false,
    })
    expect(credentials).toMatchObject({
      user: sn,
      topicPrefix: `pv/v1/${sn}/`,
      host: 'sun.example',
      port: 8883,
      tls: true,
    })
    const secret = secretIn(reply)
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await login(sn, secret)).toBe(true)
    expect(await login(sn, `${secret.slice(0, -1)}_`)).toBe(false)
    const detail = await installer.request(`GET /api/devices/${gateway.id}`)
    expect(detail.text).not.toContain(secret)
    const stored = await secretHashOf(db, sn)
    expect(stored).toMatch(/^\$7\$/)
    expect(stored).not.toContain(secret)
    const audit = await db.selectFrom('audit').selectAll().where('object_id', '=', gateway.id).execute()
    expect(audit.map(({ action }) => action)).toEqual(['gateway.add'])
    expect(JSON.stringify(audit)).not.toContain(secret)
  })

  it('the same call again gives the same answer, another body with the same key does not', async () => {
    const body = { id: randomUUID(), sn: newSerial('gateway'), name: 'Roof', model: 'EMU-2' }
    const headers = { 'idempotency-key': randomUUID() }
    const path = `POST /api/stations/${mine}/gateways`
    const first = await installer.request(path, { body, headers })
    const again = await installer.request(path, { body, headers })
    expect([again.status, secretIn(again)]).toEqual([201, secretIn(first)])
    const reused = await installer.request(path, { body: { ...body, name: 'Other' }, headers })
    expect(errorIn(reused).code).toBe('key_reused')
  })

  it('Z12: refuses a serial in use however it is typed, without telling whose it is', async () => {
    const sn = newSerial('gateway')
    expect((await add(other, theirs, { sn })).status).toBe(201)
    const wide = [...sn].map((char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0)).join('')
    const dashed = `${sn.slice(0, 4)}-${sn.slice(4)}`
    for (const typed of [sn, sn.toLowerCase(), ` ${sn}\u200B`, wide, dashed]) {
      const reply = await add(installer, mine, { sn: typed })
      expect([reply.status, errorIn(reply)]).toMatchObject([409, { code: 'sn_repeat', field: 'sn' }])
      expect(reply.text).not.toContain(theirs)
    }
  })

  it('does not take a serial of the registry without its claim code', async () => {
    const sn = await makeRegistered(db, app.now(), { claimCode: 'AAAA-1111' })
    expect(errorIn(await add(installer, mine, { sn })).code).toBe('sn_repeat')
    expect(await gatewayRows(sn)).toEqual([])
  })

  it.each(['GW/240800', 'GW+24080', 'GW#24080', '12345678901', '1234567890123', 'ABCDEF', '$SYS12345', ''])(
    'V3: refuses the serial %s',
    async (sn) => {
      const reply = await add(installer, mine, { sn })
      expect([reply.status, errorIn(reply)]).toMatchObject([400, { code: 'sn_format', field: 'sn' }])
    },
  )

  it('Z1: not in a station of somebody else, not by people who may not, not with a used id', async () => {
    expect((await add(installer, theirs)).status).toBe(404)
    expect((await add(installer, randomUUID())).status).toBe(404)
    expect((await add(await app.newCaller('maintainer'), mine)).status).toBe(403)
    const id = randomUUID()
    expect((await add(installer, mine, { id })).status).toBe(201)
    const second = await add(other, theirs, { id })
    expect([second.status, errorIn(second).code]).toEqual([409, 'wrong_state'])
  })

  it('Z11: of 50 who add the same serial at once exactly one wins', async () => {
    const sn = newSerial('gateway')
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0 ? add(installer, mine, { sn }) : add(other, theirs, { sn }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = replies.filter(({ status }) => status !== 201).map((reply) => errorIn(reply).code)
    expect(new Set(refused)).toEqual(new Set(['sn_repeat']))
    expect(await gatewayRows(sn)).toHaveLength(1)
  })
})

describe('claiming a gateway', () => {
  it('needs serial and claim code, and shows no credentials', async () => {
    const sn = await makeRegistered(db, app.now(), { claimCode: 'K7Q2-99XW' })
    const reply = await add(installer, mine, { sn, claimCode: ' k7q2-99xw ' })
    expect(reply.status).toBe(201)
    expect(addedIn(reply)).toMatchObject({ gateway: { sn, stationId: mine }, credentials: null })
    expect(await login(sn, 'factory secret')).toBe(true)
  })

  it('Z10: unknown, taken and wrong are one answer, and a serial alone never claims', async () => {
    const claimCode = 'K7Q2-99XW'
    const taken = await makeRegistered(db, app.now(), { claimCode })
    expect((await add(other, theirs, { sn: taken, claimCode })).status).toBe(201)
    const free = await makeRegistered(db, app.now(), { claimCode })
    const typedIn = newSerial('gateway')
    expect((await add(other, theirs, { sn: typedIn })).status).toBe(201)
    const tries = [
      { sn: newSerial('gateway'), claimCode },
      { sn: taken, claimCode },
      { sn: typedIn, claimCode },
      { sn: free, claimCode: 'K7Q2-99XX' },
      { sn: free, claimCode: '' },
      { sn: free, claimCode: free },
    ]
    const answers = new Set<string>()
    for (const one of tries) {
      const reply = await add(installer, mine, one)
      expect(reply.status).toBe(403)
      const { requestId, ...error } = errorIn(reply) as { requestId?: string }
      expect(requestId).toBeTruthy()
      const headers = [...reply.headers.keys()].filter((name) => name !== 'date').sort()
      answers.add(JSON.stringify([error, headers]))
    }
    expect([...answers].map((text) => JSON.parse(text)[0].code)).toEqual(['claim_refused'])
    expect(await gatewayRows(free)).toEqual([])
  })

  it('Z10: guesses at a serial are slowed down, whoever guesses, and the right code waits too', async () => {
    const sn = await makeRegistered(db, app.now(), { claimCode: 'RIGHT-0001' })
    const codes: string[] = []
    for (let n = 0; n < 1000; n++) {
      const reply = await add(n % 2 === 0 ? installer : other, n % 2 === 0 ? mine : theirs, {
        sn,
        claimCode: `WRONG-${n}`,
      })
      codes.push(errorIn(reply).code)
    }
    expect(new Set(codes)).toEqual(new Set(['claim_refused', 'too_many_attempts']))
    expect(codes.filter((code) => code === 'claim_refused').length).toBeLessThanOrEqual(12)
    const right = await add(installer, mine, { sn, claimCode: 'RIGHT-0001' })
    expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true])
    app.advance(10 * 180_000)
    expect((await add(installer, mine, { sn, claimCode: 'RIGHT-0001' })).status).toBe(201)
  })

  it('Z11: of 50 who claim the same gateway at once exactly one wins', async () => {
    const claimCode = 'K7Q2-99XW'
    for (let round = 0; round < 4; round++) {
      app.advance(25 * 3_600_000)
      const sn = await makeRegistered(db, app.now(), { claimCode })
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          n % 2 === 0 ? add(installer, mine, { sn, claimCode }) : add(other, theirs, { sn, claimCode }),
        ),
      )
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
      const refused = new Set(
        replies.filter(({ status }) => status !== 201).map((reply) => errorIn(reply).code),
      )
      expect([...refused].filter((code) => code !== 'claim_refused' && code !== 'too_many_attempts')).toEqual(
        [],
      )
      expect(await gatewayRows(sn)).toHaveLength(1)
    }
  })
})

describe('the credentials of a gateway', () => {
  // The clock went on in the tests before, and these calls want the password to have been entered lately.
  beforeEach(async () => {
    await installer.request('POST /api/session/confirm', { body: { password: testPassword } })
  })

  it('D2: provisioned again they are different, the old ones end and the connection is cut', async () => {
    const reply = await add(installer, mine)
    const { gateway } = addedIn(reply)
    const first = secretIn(reply)
    const seen = new Set([first])
    for (let n = 0; n < 3; n++) {
      const again = await installer.request(`POST /api/devices/${gateway.id}/credentials`, { body: {} })
      expect(again.status).toBe(201)
      seen.add((again.body as { credentials: CredentialsView }).credentials.secret)
    }
    expect(seen.size).toBe(4)
    const last = [...seen].at(-1) ?? ''
    expect([await login(gateway.sn, last), await login(gateway.sn, first)]).toEqual([true, false])
    expect(cut).toEqual([gateway.sn, gateway.sn, gateway.sn])
    expect([...seen].some((secret) => secret.includes(gateway.sn))).toBe(false)
  })

  it('are revoked alone, and twice is once', async () => {
    const [kept, gone] = [await add(installer, mine), await add(installer, mine)]
    for (let n = 0; n < 2; n++) {
      const reply = await installer.request(`DELETE /api/devices/${addedIn(gone).gateway.id}/credentials`)
      expect(reply.status).toBe(200)
    }
    expect(await login(addedIn(gone).gateway.sn, secretIn(gone))).toBe(false)
    expect(await login(addedIn(kept).gateway.sn, secretIn(kept))).toBe(true)
    expect((await detailOf(installer, addedIn(gone).gateway.id)).link?.hasSecret).toBe(false)
    expect(cut).toEqual([addedIn(gone).gateway.sn, addedIn(gone).gateway.sn])
  })

  it("Z1: not of somebody else's gateway, not of another kind of device", async () => {
    const { gateway } = addedIn(await add(other, theirs))
    const inverter = await makeDevice(db, app.now(), mine, 'inverter')
    const before = await secretHashOf(db, gateway.sn)
    for (const id of [gateway.id, inverter.id, randomUUID()]) {
      expect((await installer.request(`POST /api/devices/${id}/credentials`, { body: {} })).status).toBe(404)
      expect((await installer.request(`DELETE /api/devices/${id}/credentials`)).status).toBe(404)
    }
    expect(await secretHashOf(db, gateway.sn)).toBe(before)
    expect(cut).toEqual([])
  })
})

describe('devices of a station and one device', () => {
  const minute = 60_000

  it('say by night what they made of the light that has gone, in one statement for all', async () => {
    // In Shanghai; other tests move the clock of all.
    const noon = Date.UTC(2026, 5, 21, 4)
    const hour = 60 * minute
    const station = await makeStation(db, noon, app.companies.a)
    const nowhere = await makeStation(db, noon, app.companies.a, { latitude: 0, longitude: 0 })
    const one = await makeDevice(db, noon, station, 'optimizer')
    const without = await makeDevice(db, noon, station, 'optimizer')
    const meter = await makeDevice(db, noon, station, 'meter')
    const unplaced = await makeDevice(db, noon, nowhere, 'inverter')
    const dayOf = (at: number) => new Date(at + 8 * hour).toISOString().slice(0, 10)
    const days = { [dayOf(noon)]: 640, [dayOf(noon + 24 * hour)]: 3 }
    for (const { no } of [one, meter, unplaced]) await setEnergy(db, no, days, noon)
    const rows = await devicesById(
      db,
      [one, without, meter, unplaced].map(({ id }) => id),
    )
    const nightAt = async (at: number) => {
      const { db: counting, seen } = counted(db)
      const views = await presentDevices(counting, rows, at)
      const of = new Map(views.map(({ id, night }) => [id, night]))
      return [seen.statements, ...[one, without, meter, unplaced].map(({ id }) => of.get(id))]
    }
    expect(await nightAt(noon)).toEqual([1, null, null, null, null])
    expect(await nightAt(noon + 9 * hour)).toEqual([1, { day: 'today', wh: 640 }, null, null, null])
    expect(await nightAt(noon + 16 * hour)).toEqual([1, { day: 'yesterday', wh: 640 }, null, null, null])
    // The sun is up again.
    expect(await nightAt(noon + 22 * hour)).toEqual([1, null, null, null, null])
  })

  it('Z1: are listed by kind and place for those who may see them, with state, power and energy of today', async () => {
    const now = app.now()
    const station = await makeStation(db, now, app.companies.a)
    const gateway = await makeDevice(db, now, station, 'gateway')
    const inverter = await makeDevice(db, now, station, 'inverter', { gatewayId: gateway.id })
    const under = { gatewayId: gateway.id, parentId: inverter.id, stringNo: 1 }
    const second = await makeDevice(db, now, station, 'optimizer', { ...under, position: 2 })
    const first = await makeDevice(db, now, station, 'optimizer', { ...under, position: 1 })
    await makeDevice(db, now, station, 'shutdown', { removedAt: now })
    await setLink(db, gateway.id, { connected: true, birthAt: now - minute })
    await setLatest(db, gateway.no, { ts: now })
    await setLatest(db, inverter.no, { ts: now - minute, state: 'grid_connected', p: 4321 })
    await setLatest(db, first.no, { ts: now - 16 * minute, state: 'normal', p: 300 })
    const day = new Date(now + 8 * 3_600_000).toISOString().slice(0, 10)
    await setEnergy(db, inverter.no, { [day]: 5000 }, now)
    const reply = await installer.request(`GET /api/stations/${station}/devices`)
    const { devices } = reply.body as { devices: DeviceRowView[] }
    expect(devices.map(({ id }) => id)).toEqual([gateway.id, inverter.id, first.id, second.id])
    expect(devices).toMatchObject([
      { kind: 'gateway', online: true, state: 'normal', lastAt: now },
      { online: true, state: 'grid_connected', powerW: 4321, todayWh: 5000, lastAt: now - minute },
      { online: false, state: 'disconnected', powerW: null, parentId: inverter.id },
      { online: false, state: null, powerW: null, lastAt: null },
    ])
    const some = await installer.request(`GET /api/stations/${station}/devices?kind=optimizer`)
    expect((some.body as { devices: unknown[] }).devices).toHaveLength(2)
    expect((await other.request(`GET /api/stations/${station}/devices`)).status).toBe(404)

    for (const { id } of devices) expect((await other.request(`GET /api/devices/${id}`)).status).toBe(404)

    const detail = await detailOf(installer, inverter.id)
    expect(detail).toMatchObject({
      device: { id: inverter.id, powerW: 4321, version: 1 },
      station: { id: station, timeZone: 'Asia/Shanghai', reportMin: 5 },
      gateway: { id: gateway.id, sn: gateway.sn, online: true, edge: false },
      parent: null,
      latest: { ts: now - minute, powerW: 4321, state: 'grid_connected' },
      energy: { todayWh: 5000, monthWh: 5000, lifetimeWh: 5000 },
      children: [{ id: first.id }, { id: second.id }],
      link: null,
    })
    expect((await detailOf(installer, first.id)).parent).toEqual({
      id: inverter.id,
      sn: inverter.sn,
      name: '',
    })
    const ofGateway = await detailOf(installer, gateway.id)
    expect(ofGateway).toMatchObject({
      latest: null,
      energy: { todayWh: 5000, lifetimeWh: 5000 },
      link: { connected: true, birthAt: now - minute, hasSecret: false, quarantine: [] },
      edge: false,
    })
    expect(ofGateway.children).toHaveLength(3)
  })

  it('shows the counter readings set aside in the last 30 days', async () => {
    const now = app.now()
    const inverter = await makeDevice(db, now, mine, 'inverter')
    const day = 24 * 3_600_000
    await db
      .insertInto('energy_aside')
      .values(
        [31, 29, 1].map((days) => ({
          device_no: inverter.no,
          ts: new Date(now - days * day),
          e_tot: 0,
          reason: 'zero',
        })),
      )
      .execute()
    expect((await detailOf(installer, inverter.id)).aside).toEqual(
      [1, 29].map((days) => ({ ts: now - days * day, energyTotalWh: 0, reason: 'zero', counter: null })),
    )
  })

  it('D11: tells what a sound counter shows beyond the rating, until the rating allows it', async () => {
    const { id } = await makeDevice(db, app.now(), mine, 'inverter')
    const told = async (rated_w: number | null, shown_w: number | null) => {
      await db.updateTable('device').set({ rated_w, shown_w }).where('id', '=', id).execute()
      return (await detailOf(installer, id)).device.beyondRatedW
    }
    expect(await told(27.6, 26_000)).toBe(26_000)
    expect(await told(27_600, 26_000)).toBeNull()
    expect(await told(27.6, null)).toBeNull()
    expect(await told(null, 26_000)).toBeNull()
  })

  it('change name and warranty date with the version last seen', async () => {
    const inverter = await makeDevice(db, app.now(), mine, 'inverter')
    const path = `PUT /api/devices/${inverter.id}`
    const body = { name: '  南 roof ', warrantyUntil: '2035-01-31' }
    const reply = await installer.request(path, { body })
    expect(reply.body).toMatchObject({ device: { name: '南 roof' }, version: 2 })
    expect(reply.headers.get('etag')).toBe('"2"')
    const stale = await installer.request(path, { body })
    expect([stale.status, errorIn(stale)]).toMatchObject([
      412,
      { code: 'version_stale', current: { version: 2, device: { name: '南 roof' } } },
    ])
    const wrongDay = { ...body, warrantyUntil: '2035-02-29' }
    const wrong = await installer.request(path, { body: wrongDay, headers: { 'if-match': '"2"' } })
    expect([wrong.status, errorIn(wrong).code]).toEqual([400, 'date_invalid'])
    expect((await other.request(path, { body, headers: { 'if-match': '"2"' } })).status).toBe(404)
    const maintainer = await app.newCaller('maintainer')
    expect((await maintainer.request(path, { body })).status).toBe(403)
    expect((await detailOf(installer, inverter.id)).device).toMatchObject({
      warrantyUntil: '2035-01-31',
      version: 2,
    })
  })

  it('keeps the first activation', async () => {
    const inverter = await makeDevice(db, app.now(), mine, 'inverter')
    expect(await markActivated(app.context, [inverter.id], 1000)).toBe(1)
    expect(await markActivated(app.context, [inverter.id], 2000)).toBe(0)
    expect((await detailOf(installer, inverter.id)).device).toMatchObject({
      activated: true,
      activatedAt: 1000,
    })
  })
})
