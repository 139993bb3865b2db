import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/http/telemetry.ts'
import { createGatewayLogin } from '#server/platform/broker/credentials.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice, setLink } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { item, message, readLive } from '#tests/factories/telemetry.ts'
import { secretHashOf } from './device-store.ts'
import type { CredentialsView } from './gateway-credentials.ts'
import type { DeviceDetailView, DeviceRowView } from './present-device.ts'

const cut: string[] = []
const app = await testApp({
  context: {
    mqtt: {
      disconnect: async (sn) => void cut.push(sn),
      address: () => ({ host: '127.0.0.1', port: 1883, tls: false }),
    },
  },
})
const { db, context, live: hub } = app
const administrator = await app.asRole('administrator')
const [mine, theirs] = [await app.asRole('installer', 'a'), await app.asRole('installer', 'b')]

type Transferred = { device: DeviceRowView; credentials: CredentialsView; moved: number }
const transfer = async (gatewayId: string, stationId: string, caller: Caller = administrator) =>
  caller.request(`POST /api/devices/${gatewayId}/transfer`, { body: { stationId } })

const newSite = async () => {
  const from = await makeStation(db, app.now(), app.companies.a)
  const to = await makeStation(db, app.now(), app.companies.b)
  const gateway = await makeDevice(db, app.now(), from, 'gateway', { name: 'Call Ms Li 138' })
  const inverter = await makeDevice(db, app.now(), from, 'inverter', {
    gatewayId: gateway.id,
    name: 'Villa Li',
  })
  const optimizer = await makeDevice(db, app.now(), from, 'optimizer', {
    gatewayId: gateway.id,
    parentId: inverter.id,
    stringNo: 3,
    position: 4,
  })
  await db
    .updateTable('device')
    .set({ sim: '8986012345', warranty_until: '2036-01-01', activated_at: new Date(1000) })
    .where('id', '=', gateway.id)
    .execute()
  await setLink(db, gateway.id, { connected: true, birthAt: app.now() })
  return { from, to, gateway, inverter, optimizer }
}
let seq = 0
const report = async (gatewaySn: string, sn: string, p: number): Promise<void> => {
  seq += 1
  const ts = app.now() + seq
  const sent = message(seq, ts, [{ ...item(sn, ts, { p, e_tot: 1000 + seq }), st: 'grid' }])
  await storeReadings(context, [{ gatewaySn, message: sent }], app.now())
}
const codeOf = (reply: Reply) => (reply.body as { error: { code: string } }).error.code

const heard = (events: readonly LiveEvent[]) => JSON.stringify(events)
const powers = async (id: string, caller: Caller) => {
  const curve = await caller.request(`GET /api/devices/${id}/curve`)
  const { series } = curve.body as { series: { metric: string; values: number[] }[] }
  return series.find(({ metric }) => metric === 'powerW')?.values
}

describe('Z13: a gateway that moves to another company', () => {
  it('Z13: with an open stream and a pending command, the old company loses reading, stream and commands at once', async () => {
    const site = await newSite()
    const { from, to, gateway, inverter, optimizer } = site
    const readers = await Promise.all(
      [mine, theirs].map(async (caller) => {
        const reader = await readLive(app.url, caller.cookie)
        app.onStop(() => reader.close())
        return { reader, streamId: await reader.streamId() }
      }),
    )
    const [old, fresh] = readers
    await mine.request(`PUT /api/live/${old?.streamId}`, { body: { stations: [from] } })
    await theirs.request(`PUT /api/live/${fresh?.streamId}`, { body: { stations: [to] } })
    await report(gateway.sn, inverter.sn, 111)
    const command = await db.transaction().execute(async (trx) =>
      context.commands.enqueue(trx, {
        stationId: from,
        gatewayId: gateway.id,
        op: 'switch',
        args: { on: false },
        targets: [optimizer],
        createdBy: mine.accountId,
        now: app.now(),
      }),
    )
    const reply = await transfer(gateway.id, to)
    expect([reply.status, reply.status === 201 ? '' : reply.text]).toEqual([201, ''])
    const { device, credentials, moved } = reply.body as Transferred
    expect([moved, cut]).toEqual([3, [gateway.sn]])

    // The command.
    const row = await db.selectFrom('command').selectAll().where('id', '=', command).executeTakeFirst()
    expect(row).toMatchObject({ state: 'cancelled', ended_at: app.now() })

    // The login.
    const login = createGatewayLogin(async (sn) => secretHashOf(db, sn))
    expect(await login(gateway.sn, credentials.secret)).toBe(true)
    expect([credentials.user, device.sn]).toEqual([gateway.sn, gateway.sn])

    // Reading.
    for (const { id } of [device]) expect((await mine.request(`GET /api/devices/${id}`)).status).toBe(404)
    const left = await mine.request(`GET /api/stations/${from}/devices`)
    expect((left.body as { devices: unknown[] }).devices).toEqual([])
    const found = await theirs.request(`GET /api/devices/${device.id}`)
    const detail = found.body as DeviceDetailView
    expect(detail.children.map(({ sn, stringNo, position }) => [sn, stringNo, position])).toEqual([
      [inverter.sn, null, null],
      [optimizer.sn, 3, 4],
    ])

    // The stream: what is measured from now on is heard by the new company alone.
    await report(gateway.sn, inverter.sn, 222)
    await hub.flush()
    await fresh?.reader.until((event) => event.type === 'device' && event.latest?.powerW === 222)
    expect(heard(old?.reader.events ?? [])).not.toContain('"powerW":222')
    expect(heard(fresh?.reader.events ?? [])).not.toContain('"powerW":111')

    // Readings stay where they were measured; none goes along.
    const inverterNow = detail.children[0]?.id ?? ''
    expect(await powers(inverter.id, mine)).toEqual([111])
    expect(await powers(inverterNow, theirs)).toEqual([222])

    // No old contact data in anything that the new company can read of it.
    const answers = await Promise.all(
      [
        `GET /api/stations/${to}`,
        `GET /api/stations/${to}/devices`,
        `GET /api/stations/${to}/array`,
        `GET /api/devices/${device.id}`,
        `GET /api/devices/${inverterNow}`,
        `GET /api/gateways/${device.id}/children`,
      ].map(async (call) => (await theirs.request(call)).text),
    )
    for (const secret of ['Li 138', 'Villa', '8986012345', '2036', from, gateway.id, app.companies.a])
      expect([secret, answers.filter((text) => text.includes(secret)).length]).toEqual([secret, 0])
    expect(detail.device.activatedAt).toBeNull()
  })

  it('Z13: the old secret is out from the moment of the transfer', async () => {
    const { to, gateway } = await newSite()
    const renewed = await mine.request(`POST /api/devices/${gateway.id}/credentials`, { body: {} })
    const { secret } = (renewed.body as { credentials: CredentialsView }).credentials
    const login = createGatewayLogin(async (sn) => secretHashOf(db, sn))
    expect(await login(gateway.sn, secret)).toBe(true)
    expect((await transfer(gateway.id, to)).status).toBe(201)
    expect(await login(gateway.sn, secret)).toBe(false)
  })

  it('Z13: within a company names and dates go along, readings do not', async () => {
    const { gateway } = await newSite()
    const second = await makeStation(db, app.now(), app.companies.a)
    const { device } = (await transfer(gateway.id, second, mine)).body as Transferred
    const detail = (await mine.request(`GET /api/devices/${device.id}`)).body as DeviceDetailView
    expect(detail.device).toMatchObject({
      name: 'Call Ms Li 138',
      sim: '8986012345',
      warrantyUntil: '2036-01-01',
      activatedAt: 1000,
    })
    expect(detail.device.id).not.toBe(gateway.id)
  })

  it('Z13: only an administrator moves one between companies; not to where it is, and no other device', async () => {
    const { from, to, gateway, inverter } = await newSite()
    expect((await transfer(gateway.id, to, mine)).status).toBe(404)
    expect((await transfer(gateway.id, to, theirs)).status).toBe(404)
    const same = await transfer(gateway.id, from, mine)
    expect([same.status, codeOf(same)]).toEqual([409, 'wrong_state'])
    expect((await transfer(inverter.id, to)).status).toBe(404)
    expect((await transfer(randomUUID(), to)).status).toBe(404)
    const rows = await db.selectFrom('device').select('id').where('station_id', '=', to).execute()
    expect(rows).toEqual([])
  })

  it('Z13: of two transfers at once one happens', async () => {
    const { to, gateway } = await newSite()
    const other = await makeStation(db, app.now(), app.companies.b)
    const replies = await Promise.all([transfer(gateway.id, to), transfer(gateway.id, other)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 404])
    const rows = await db
      .selectFrom('device')
      .select('station_id')
      .where('sn', '=', gateway.sn)
      .where('removed_at', 'is', null)
      .execute()
    expect(rows).toHaveLength(1)
  })
})
