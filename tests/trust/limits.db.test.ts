// The limits of the product at the API: one value at each limit, one just inside and one just beyond.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  attachmentLimits,
  serialLimits,
  stationLimits,
  stringCapacityLimits,
} from '#domain/limits.fixture.ts'
import { testApp } from '../app.ts'
import { makeDevice, newDevice, newSerial } from '../factories/devices.ts'
import { makeStation, stationInputOf } from '../factories/stations.ts'
import { newOrder, sendFile } from '../factories/work-orders.ts'
import { codeOf } from './calls.ts'

const app = await testApp()
const installer = await app.asRole('installer')

const taken = stationLimits.filter(([, , answer]) => answer === 'taken')
const refused = stationLimits.filter(([, , answer]) => answer !== 'taken')

describe('V3: limits of a station', () => {
  it.each(refused)('V3: %s of %j: %s, and there is no station', async (field, value, code) => {
    const before = await app.db.selectFrom('station').select('id').execute()
    const body = { ...stationInputOf(app.companies.a), id: randomUUID(), [field]: value }
    const reply = await installer.request('POST /api/stations', { body })
    const { error } = reply.body as { error: { code: string; field?: string } }
    expect([reply.status, error.code, error.field]).toEqual([400, code, field])
    expect(await app.db.selectFrom('station').select('id').execute()).toHaveLength(before.length)
  })

  it.each(taken)(
    'V3: %s of %j is %s, also as a change, and comes back as it was given',
    async (field, value) => {
      const body = { ...stationInputOf(app.companies.a), id: randomUUID(), [field]: value }
      expect((await installer.request('POST /api/stations', { body })).status).toBe(201)
      const change = { body: { ...stationInputOf(app.companies.a), [field]: value } }
      expect((await installer.request(`PUT /api/stations/${body.id}`, change)).status).toBe(200)
      const read = await installer.request(`GET /api/stations/${body.id}`)
      expect((read.body as { station: Record<string, unknown> }).station[field]).toEqual(value)
    },
  )
})

describe('V3: serials', () => {
  it.each(serialLimits)('V3: the gateway %s %s: %s', async (_, sn, answer) => {
    const station = randomUUID()
    const made = await installer.request('POST /api/stations', {
      body: { ...stationInputOf(app.companies.a), id: station },
    })
    expect(made.status).toBe(201)
    const body = { id: randomUUID(), sn, name: 'Roof', model: 'EMU-2' }
    const reply = await installer.request(`POST /api/stations/${station}/gateways`, { body })
    expect([reply.status, codeOf(reply) ?? 'taken']).toEqual([answer === 'taken' ? 201 : 400, answer])
  })

  it('V3: the same of what hangs behind a gateway: each serial is judged by itself', async () => {
    const station = await makeStation(app.db, app.now(), app.companies.a)
    const typed = serialLimits.map(([, sn]) => String(sn))
    // The last gateways of the test before have some of them; as they stand these belong to nobody yet.
    const own = typed.map((sn) => sn.replace(/^A1/, 'B7').replace(/^12345678901/, '98765432101'))
    const check = await installer.request(`POST /api/stations/${station}/devices/check`, {
      body: { sns: own },
    })
    const { checks } = check.body as { checks: { code: string | null }[] }
    const wanted = serialLimits.map(([, , answer]) => answer)
    expect(checks.map(({ code }) => code ?? 'taken')).toEqual(wanted)
    const devices = own.map((sn) => newDevice({ sn }))
    const reply = await installer.request(`POST /api/stations/${station}/devices`, { body: { devices } })
    const { added, refused: not } = reply.body as {
      added: { sn: string }[]
      refused: { id: string; code: string }[]
    }
    expect(added).toHaveLength(wanted.filter((answer) => answer === 'taken').length)
    expect(not.map(({ id, code }) => [id, code])).toEqual(
      devices.flatMap(({ id }, no) => (wanted[no] === 'taken' ? [] : [[id, wanted[no]]])),
    )
  })

  it('V3: a serial that is there is "SN repeat", however it is written', async () => {
    const station = randomUUID()
    await installer.request('POST /api/stations', {
      body: { ...stationInputOf(app.companies.a), id: station },
    })
    const sn = newSerial('gateway')
    const add = (typed: string) =>
      installer.request(`POST /api/stations/${station}/gateways`, {
        body: { id: randomUUID(), sn: typed, name: '', model: 'EMU-2' },
      })
    expect((await add(sn)).status).toBe(201)
    for (const typed of [
      sn,
      sn.toLowerCase(),
      ` ${sn} `,
      sn.replace('GW', 'ＧＷ'),
      sn.replace('GW', 'GW\u200b'),
    ])
      expect([typed, codeOf(await add(typed))]).toEqual([typed, 'sn_repeat'])
  })
})

describe('V3: strings', () => {
  it.each(stringCapacityLimits)('V3: a string with %s %j: %s', async (field, value, answer) => {
    const station = await makeStation(app.db, app.now(), app.companies.a)
    const inverter = await makeDevice(app.db, app.now(), station, 'inverter')
    const string = { id: randomUUID(), inverterId: inverter.id, mpptNo: null, no: 1, name: '' }
    const reply = await installer.request(`POST /api/stations/${station}/strings`, {
      body: { ...string, [field]: value },
    })
    expect([reply.status, codeOf(reply) ?? 'taken']).toEqual([answer === 'taken' ? 201 : 400, answer])
  })
})

describe('V3: work orders', () => {
  it.each(attachmentLimits)('V3: with %s, %i of them: %s', async (field, count, answer) => {
    const station = await makeStation(app.db, app.now(), app.companies.a)
    const purpose = field === 'images' ? 'order_image' : 'order_file'
    const sent = await Promise.all(Array.from({ length: count }, async () => sendFile(installer, purpose)))
    const body = newOrder(station, { [field]: sent })
    const reply = await installer.request('POST /api/orders', { body })
    expect([reply.status, codeOf(reply) ?? 'taken']).toEqual([answer === 'taken' ? 201 : 400, answer])
  })
})
