// The limits of the product at the API: one value at each limit, one just inside and one just beyond.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testApp } from '../app.ts'
import { newSerial } from '../factories/devices.ts'
import { stationInputOf } from '../factories/stations.ts'
import { codeOf } from './calls.ts'

const app = await testApp()
const installer = await app.asRole('installer')

type Row = readonly [field: string, value: unknown, answer: 'taken' | string]

const han = '\u{20bb7}'
const stationRows: readonly Row[] = [
  ['latitude', 0, 'taken'],
  ['latitude', 90, 'taken'],
  ['latitude', 89.999999, 'taken'],
  ['latitude', 90.000001, 'latitude_range'],
  ['latitude', -0.000001, 'latitude_range'],
  ['latitude', 45.1234567, 'latitude_range'],
  ['latitude', 1e-7, 'latitude_range'],
  ['latitude', '45', 'latitude_range'],
  ['longitude', 0, 'taken'],
  ['longitude', 180, 'taken'],
  ['longitude', 179.999999, 'taken'],
  ['longitude', 180.000001, 'longitude_range'],
  ['longitude', -0.000001, 'longitude_range'],
  ['longitude', 100.1234567, 'longitude_range'],
  ['reportMin', 5, 'taken'],
  ['reportMin', 6, 'taken'],
  ['reportMin', 239, 'taken'],
  ['reportMin', 240, 'taken'],
  ['reportMin', 4, 'reporting_range'],
  ['reportMin', 241, 'reporting_range'],
  ['reportMin', 5.5, 'reporting_range'],
  ['reportMin', '5', 'reporting_range'],
  ['name', 'a', 'taken'],
  ['name', 'a'.repeat(30), 'taken'],
  ['name', '电'.repeat(30), 'taken'],
  ['name', han.repeat(30), 'taken'],
  ['name', 'a'.repeat(31), 'station_name_length'],
  ['name', '电'.repeat(31), 'station_name_length'],
  ['name', han.repeat(31), 'station_name_length'],
  ['name', 'A.-_()1', 'taken'],
  ['name', '', 'required'],
  ...['.', '-', '_', '(', ')'].map((sign): Row => ['name', `${sign}a`, 'station_name_start']),
  ...[' ', '/', '#', '（', '&', '"', 'é', 'а', '🌞'].map((sign): Row => [
    'name',
    `a${sign}b`,
    'station_name_characters',
  ]),
  ['capacity', 0.01, 'taken'],
  ['capacity', 20.25, 'taken'],
  ['capacity', 0, 'capacity_format'],
  ['capacity', -1, 'capacity_format'],
  ['capacity', 20.255, 'capacity_format'],
  ['capacity', 0.001, 'capacity_format'],
  ['capacityUnit', 'GW', 'taken'],
  ['capacityUnit', 'W', 'invalid_input'],
  ['type', 'roof', 'invalid_input'],
  ['tiltDeg', 90, 'taken'],
  ['tiltDeg', 90.1, 'tilt_range'],
  ['azimuthDeg', 360, 'taken'],
  ['azimuthDeg', 360.1, 'azimuth_range'],
  ['phone', '1234', 'taken'],
  ['phone', '1'.repeat(20), 'taken'],
  ['phone', '123', 'phone_format'],
  ['phone', '1'.repeat(21), 'phone_format'],
  ['phone', '138a', 'phone_format'],
  ['country', 'CHN', 'country_unknown'],
  ['country', 'ZZ', 'country_unknown'],
  ['ownerName', han.repeat(60), 'taken'],
  ['ownerName', 'a'.repeat(61), 'too_long'],
  ['address', 'a'.repeat(200), 'taken'],
  ['address', 'a'.repeat(201), 'too_long'],
  ['region', 'a'.repeat(81), 'too_long'],
]

/** 12 digits, or letters and digits together; one of each length around. */
const serialRows: readonly Row[] = [
  ['sn', '123456789012', 'taken'],
  ['sn', '12345678901', 'sn_format'],
  ['sn', '1234567890123', 'sn_format'],
  ['sn', 'A12345', 'taken'],
  ['sn', 'A1234', 'sn_format'],
  ['sn', `A${'1'.repeat(31)}`, 'taken'],
  ['sn', `A${'1'.repeat(32)}`, 'sn_format'],
  ['sn', 'ABCDEFGH', 'sn_format'],
  ['sn', '12345678901A', 'taken'],
  ['sn', 'A1_23456', 'sn_format'],
  ['sn', '', 'sn_format'],
]

const taken = stationRows.filter(([, , answer]) => answer === 'taken')
const refused = stationRows.filter(([, , answer]) => answer !== 'taken')

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
  it.each(serialRows)('V3: the gateway %s %s: %s', async (_, sn, answer) => {
    const station = randomUUID()
    const made = await installer.request('POST /api/stations', {
      body: { ...stationInputOf(app.companies.a), id: station },
    })
    expect(made.status).toBe(201)
    const body = { id: randomUUID(), sn, name: 'Roof', model: 'EMU-2' }
    const reply = await installer.request(`POST /api/stations/${station}/gateways`, { body })
    expect([reply.status, codeOf(reply) ?? 'taken']).toEqual([answer === 'taken' ? 201 : 400, answer])
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
