import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { heldPermissions } from '#domain/accounts/granting.ts'
import { makeDevice, setLink } from '#tests/factories/devices.ts'
import { pngOf } from '#tests/factories/files.ts'
import { makeStation, stationInputOf } from '#tests/factories/stations.ts'
import type { Who } from '../accounts/who.ts'
import { addGateway } from '../devices/add-gateway.ts'
import { applyInventory } from '../devices/apply-inventory.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { StationFieldsView } from './present-station.ts'

const cut: string[] = []
const app = await testApp({
  context: {
    mqtt: {
      disconnect: async (sn) => void cut.push(sn),
      address: () => ({ host: '127.0.0.1', port: 1883, tls: false }),
    },
  },
})
const installer = await app.asRole('installer')
const admin = await app.asRole('administrator')
const other = await app.asRole('installer', 'b')
const { a } = app.companies

const codeOf = (reply: Reply): string | undefined => (reply.body as { error?: { code: string } }).error?.code
const stationIn = (reply: Reply): StationFieldsView => (reply.body as { station: StationFieldsView }).station
const remove = (id: string, name: string, as: Caller = installer): Promise<Reply> =>
  as.request(`DELETE /api/stations/${id}`, { body: { name } })
const upload = async (as: Caller = installer): Promise<string> => {
  const id = randomUUID()
  const made = await as.request(`PUT /api/files/${id}?purpose=station_image&name=a.png`, {
    raw: Uint8Array.from(pngOf(32, 24)),
    headers: { 'content-type': 'image/png' },
  })
  expect(made.status).toBe(200)
  return id
}
const save = (id: string, version: number, given: object): Promise<Reply> =>
  installer.request(`PUT /api/stations/${id}`, {
    body: stationInputOf(a, given),
    headers: { 'if-match': `"${version}"` },
  })
const fileStatus = async (id: string, as: Caller = installer): Promise<number> =>
  (await as.request(`GET /api/files/${id}?size=thumb`)).status

const whoIs = async ({ accountId, companyId }: Caller): Promise<Who> => ({
  accountId,
  companyId,
  name: 'Installer',
  role: 'installer',
  permissions: heldPermissions('installer', []),
  managedStations: [],
  sessionId: randomUUID(),
  provenAt: app.now(),
})

/** Does something between the first answer of the database and whatever follows from it. */
const afterFirstAnswer = (work: () => Promise<void>): Db => {
  let answered = false
  return app.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!answered) {
        answered = true
        await work()
      }
      return result
    },
  })
}

const list = async (as: Caller, query = '') =>
  (
    (await as.request(`GET /api/stations?search=History-Stays${query}`)).body as {
      stations: { id: string; deletedAt: number | null }[]
    }
  ).stations

describe('deleting a station', () => {
  it('wants its name, exactly', async () => {
    const id = await makeStation(app.db, app.now(), a, { name: 'Roof-of-Names' })
    for (const name of ['', 'Roof-of-Name', 'roof-of-names']) {
      const reply = await remove(id, name)
      expect([name, reply.status, codeOf(reply)]).toEqual([name, 409, 'station_name_differs'])
    }
    expect((await remove(id, 'Roof-of-Names', other)).status).toBe(404)
    expect((await remove(id, 'Roof-of-Names', await app.asRole('maintainer'))).status).toBe(403)
    expect((await remove(id, 'Roof-of-Names')).status).toBe(200)
    expect((await remove(id, 'Roof-of-Names')).status).toBe(404)
  })

  it('cuts its gateways off and frees its serials', async () => {
    const id = await makeStation(app.db, app.now(), a, { name: 'Cut-Off' })
    const { id: gateway } = await makeDevice(app.db, app.now(), id, 'gateway', { sn: 'GWCUT0000001' })
    await app.db
      .updateTable('gateway_link')
      .set({ secret_hash: '$7$x' })
      .where('device_id', '=', gateway)
      .execute()
    expect((await remove(id, 'Cut-Off')).status).toBe(200)
    expect(cut).toContain('GWCUT0000001')
    const link = await app.db
      .selectFrom('gateway_link')
      .select('secret_hash')
      .where('device_id', '=', gateway)
      .executeTakeFirstOrThrow()
    expect(link.secret_hash).toBeNull()
    const next = await makeStation(app.db, app.now(), a)
    const added = await installer.request(`POST /api/stations/${next}/gateways`, {
      body: { id: randomUUID(), sn: 'GWCUT0000001', name: '', model: '' },
    })
    expect([added.status, added.status < 300 ? '' : added.text]).toEqual([201, ''])
  })

  it('takes along what somebody adds or a gateway reports in the same moment: no serial is held by nobody', async () => {
    const id = await makeStation(app.db, app.now(), a, { name: 'Last-Moment' })
    const caller = { who: await whoIs(installer), now: app.now(), requestId: 'last', ip: '127.0.0.1' }
    const { sn, id: gatewayId } = await makeDevice(app.db, app.now(), id, 'gateway')
    await setLink(app.db, gatewayId, { connected: true, birthAt: app.now() })
    const deleting = async (): Promise<void> => {
      expect((await remove(id, 'Last-Moment')).status).toBe(200)
    }
    // Each has seen the station before it went.
    let reported: unknown = null
    const late = {
      ...app.context,
      logins: {
        ...app.context.logins,
        ready: async () => {
          reported = await applyInventory(
            { ...app.context, db: afterFirstAnswer(deleting) },
            sn,
            { v: 1, boot: 'boot-0001', rev: 1, devices: [{ sn: 'IN7K7E1DBB39', t: 'inverter' }] },
            app.now(),
          )
        },
      },
    }
    const added = addGateway(late, caller, {
      id: randomUUID(),
      stationId: id,
      sn: 'GWLAST000001',
      name: '',
      model: '',
    })
    await expect(added).rejects.toMatchObject({ code: 'not_found' })
    expect(reported).toBeNull()
    const left = app.db.selectFrom('device').select('sn').where('station_id', '=', id)
    expect(await left.where('removed_at', 'is', null).execute()).toEqual([])
  })

  it('leaves its history to administrators, and to nobody else', async () => {
    const id = await makeStation(app.db, app.now(), a, { name: 'History-Stays' })
    await remove(id, 'History-Stays')
    expect(await list(admin)).toEqual([])
    expect(await list(admin, '&deleted=true')).toMatchObject([{ id, deletedAt: app.now() }])
    expect(await list(installer, '&deleted=true')).toEqual([])
    expect(stationIn(await admin.request(`GET /api/stations/${id}`)).deletedAt).toBe(app.now())
    expect((await installer.request(`GET /api/stations/${id}`)).status).toBe(404)
    expect((await admin.request(`GET /api/stations/${id}/energy?period=lifetime`)).status).toBe(200)
    const change = await admin.request(`PUT /api/stations/${id}`, {
      body: stationInputOf(a),
      headers: { 'if-match': '"2"' },
    })
    expect(change.status).toBe(404)
  })

  it('leaves its devices and what each measured to administrators, and to nobody else', async () => {
    const id = await makeStation(app.db, app.now(), a, { name: 'Devices-Stay' })
    const inverter = await makeDevice(app.db, app.now(), id, 'inverter')
    const gone = await makeDevice(app.db, app.now() - 60_000, id, 'optimizer')
    await installer.request(`POST /api/stations/${id}/devices/delete`, { body: { ids: [gone.id] } })
    const array = await admin.request(`GET /api/stations/${id}/array`)
    expect(array.status).toBe(200)
    app.advance(1000)
    await remove(id, 'Devices-Stay')
    const devices = await admin.request(`GET /api/stations/${id}/devices`)
    expect(devices.body).toMatchObject({ devices: [{ id: inverter.id }] })
    const detail = await admin.request(`GET /api/devices/${inverter.id}`)
    expect(detail.body).toMatchObject({ device: { sn: inverter.sn, removedAt: app.now() } })
    const reads = [
      `/api/stations/${id}/devices`,
      `/api/stations/${id}/array`,
      `/api/stations/${id}/heat`,
      `/api/devices/${inverter.id}`,
      `/api/devices/${inverter.id}/curve`,
      `/api/devices/${inverter.id}/energy?period=month`,
    ]
    for (const path of reads) {
      expect([path, (await admin.request(`GET ${path}`)).status]).toEqual([path, 200])
      expect([path, (await installer.request(`GET ${path}`)).status]).toEqual([path, 404])
    }
    const added = await admin.request(`POST /api/stations/${id}/gateways`, {
      body: { id: randomUUID(), sn: 'GWSTAYS00001', name: '', model: '' },
    })
    expect(added.status).toBe(404)
  })
})

describe('the picture of a station', () => {
  it('is given to it when it is saved, replaced and taken away', async () => {
    const colleague = await app.newCaller('maintainer')
    const [first, second] = [await upload(), await upload()]
    const made = await installer.request('POST /api/stations', {
      body: { ...stationInputOf(a, { imageFileId: first }), id: randomUUID() },
    })
    const { id, imageFileId } = stationIn(made)
    expect(imageFileId).toBe(first)
    expect(await fileStatus(first, colleague)).toBe(200)
    expect(await fileStatus(first, other)).toBe(404)
    expect((await installer.request(`DELETE /api/files/${first}`)).status).toBe(409)
    expect(stationIn(await save(id, 1, { imageFileId: second })).imageFileId).toBe(second)
    expect([await fileStatus(first), await fileStatus(second, colleague)]).toEqual([404, 200])
    expect(stationIn(await save(id, 2, { imageFileId: null })).imageFileId).toBeNull()
    expect(await fileStatus(second)).toBe(404)
  })

  it('is never one that somebody else sent or that is in use elsewhere', async () => {
    const [used, foreign] = [await upload(), await upload(await app.newCaller('installer'))]
    const taken = stationIn(
      await installer.request('POST /api/stations', {
        body: { ...stationInputOf(a, { imageFileId: used }), id: randomUUID() },
      }),
    )
    expect(taken.imageFileId).toBe(used)
    const id = await makeStation(app.db, app.now(), a)
    for (const imageFileId of [used, foreign, randomUUID()]) {
      const reply = await save(id, 1, { imageFileId })
      expect([reply.status, codeOf(reply)]).toEqual([404, 'not_found'])
    }
  })
})

describe('two who change a station', () => {
  it('O2: the second is told who saved it and when', async () => {
    const id = await makeStation(app.db, app.now(), a)
    const colleague = await app.newCaller('installer')
    const first = await colleague.request(`PUT /api/stations/${id}`, {
      body: stationInputOf(a, { name: 'Theirs' }),
      headers: { 'if-match': '"1"' },
    })
    expect(first.status).toBe(200)
    const { name } = await app.db
      .selectFrom('account')
      .select('name')
      .where('id', '=', colleague.accountId)
      .executeTakeFirstOrThrow()
    const second = await save(id, 1, { name: 'Mine' })
    expect(second.status).toBe(412)
    expect((second.body as { error: { current: unknown } }).error.current).toMatchObject({
      station: { name: 'Theirs', version: 2 },
      changedBy: name,
      changedAt: app.now(),
    })
  })
})
