import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import { applyInventory } from '#server/features/devices/apply-inventory.ts'
import type { Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice, newSerial } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'

const app = await testApp()
const { db, context } = app
const installer = await app.asRole('installer', 'a')
const colleague = await app.newCaller('installer', 'a')

type Place = {
  id: string
  kind: string
  stringId: string | null
  position: number | null
  areaId: string | null
  row: number | null
  deviceId: string | null
  version: number
}
type ArrayBody = {
  strings: { id: string; no: number; inverterId: string; version: number; members: { optimizers: number } }[]
  places: Place[]
  areas: { id: string; rows: number; version: number }[]
  version: number
}
const read = async (stationId: string): Promise<ArrayBody> => {
  const reply = await installer.request(`GET /api/stations/${stationId}/array`)
  expect(reply.status).toBe(200)
  return reply.body as ArrayBody
}
const errorIn = (reply: Reply) =>
  (reply.body as { error: { code: string; field?: string; current?: Record<string, unknown> } }).error

/** A gateway that reports an inverter and this many optimizers in string 1. */
const newArray = async (optimizers = 3) => {
  const stationId = await makeStation(db, app.now(), app.companies.a)
  const gateway = await makeDevice(db, app.now(), stationId, 'gateway')
  const inverter = newSerial('inverter')
  const sns = Array.from({ length: optimizers }, () => newSerial('optimizer'))
  const devices: InventoryDevice[] = [
    { sn: inverter, t: 'inverter', model: 'SE17K' },
    ...sns.map((sn, index) => ({
      sn,
      t: 'optimizer' as const,
      parent: inverter,
      string: 1,
      pos: index + 1,
      model: 'S440',
    })),
  ]
  let rev = 0
  const report = async (all = devices) =>
    applyInventory(context, gateway.sn, { v: 1, boot: 'boot-aaaa', rev: (rev += 1), devices: all }, app.now())
  await report()
  const rows = await db
    .selectFrom('device')
    .select(['id', 'sn'])
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .execute()
  const idOf = new Map(rows.map(({ id, sn }) => [sn, id]))
  return {
    stationId,
    gateway,
    report,
    devices,
    sns,
    inverterId: idOf.get(inverter) ?? '',
    ids: sns.map((sn) => idOf.get(sn) ?? ''),
  }
}
const placeOf = (array: ArrayBody, deviceId: string | undefined): Place => {
  const place = array.places.find((one) => one.deviceId === deviceId)
  if (!place) throw new Error('this device hangs nowhere')
  return place
}
type Change = {
  deviceId: string | undefined
  placeId?: string
  stringId?: string | null
  position?: number | null
  areaId?: string | null
  row?: number | null
  col?: number | null
}
const assign = async (
  stationId: string,
  changes: Change[],
  more: { keepOthers?: boolean; by?: typeof installer } = {},
) => {
  const whole = changes.map((change) => ({
    stringId: null,
    position: null,
    areaId: null,
    row: null,
    col: null,
    modules: 1,
    moduleW: null,
    ...change,
  }))
  const { by = installer, ...rest } = more
  return by.request(`POST /api/stations/${stationId}/assign`, { body: { changes: whole, ...rest } })
}
const newString = async (stationId: string, inverterId: string, given: object = {}) =>
  installer.request(`POST /api/stations/${stationId}/strings`, {
    body: { id: randomUUID(), inverterId, mpptNo: 1, no: 9, name: '', capacityW: 4_000, ...given },
  })

describe('an inventory', () => {
  it('makes the strings and places it names, and again makes nothing', async () => {
    const site = await newArray()
    const array = await read(site.stationId)
    expect(array.strings).toMatchObject([{ no: 1, inverterId: site.inverterId, members: { optimizers: 3 } }])
    expect(array.places.map(({ kind }) => kind).toSorted()).toEqual([
      'inverter',
      'optimizer',
      'optimizer',
      'optimizer',
    ])
    expect(site.ids.map((id) => placeOf(array, id).position)).toEqual([1, 2, 3])
    await site.report()
    expect(await read(site.stationId)).toEqual(array)
  })

  it('leaves what people assigned where it says nothing, and wins where it says something else, which is noted', async () => {
    const site = await newArray()
    const [first, second, third] = site.ids
    const { strings } = await read(site.stationId)
    const stringId = strings[0]?.id ?? ''
    expect((await assign(site.stationId, [{ deviceId: third, stringId, position: 30 }])).body).toMatchObject({
      applied: true,
      conflicts: [],
    })
    // The third is no longer said to be anywhere; then first and second have changed places.
    const silent = site.devices.map((one) =>
      one.sn === site.sns[2] ? { sn: one.sn, t: one.t, sw: '2.0' } : one,
    )
    await site.report(silent)
    expect(placeOf(await read(site.stationId), third).position).toBe(30)
    await assign(site.stationId, [{ deviceId: first, stringId, position: 7 }])
    const swapped = silent.map((one) =>
      one.sn === site.sns[0] ? { ...one, pos: 2 } : one.sn === site.sns[1] ? { ...one, pos: 1 } : one,
    )
    await site.report(swapped)
    const array = await read(site.stationId)
    expect([first, second, third].map((id) => placeOf(array, id).position)).toEqual([2, 1, 30])
    const noted = await db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'array.gateway-wins')
      .where('object_id', '=', site.stationId)
      .execute()
    expect(noted).toMatchObject([{ detail: { gateway: site.gateway.sn, moved: [site.sns[0]] } }])
  })

  it('hangs a new serial at the old position into the place that is there', async () => {
    const site = await newArray(2)
    const before = placeOf(await read(site.stationId), site.ids[1])
    await installer.request(`POST /api/stations/${site.stationId}/devices/delete`, {
      body: { ids: [site.ids[1]] },
    })
    expect((await read(site.stationId)).places.find(({ id }) => id === before.id)?.deviceId).toBeNull()
    const sn = newSerial('optimizer')
    await site.report(site.devices.map((one) => (one.sn === site.sns[1] ? { ...one, sn } : one)))
    const after = (await read(site.stationId)).places.filter(({ position }) => position === 2)
    expect(after.map(({ id }) => id)).toEqual([before.id])
    expect(after[0]?.deviceId).not.toBeNull()
  })
})

describe('strings', () => {
  it.each([
    // Who makes one knows it; what an inventory names may lack it.
    ['capacityW', null, 'required'],
    ['capacityW', 0, 'string_capacity'],
    ['capacityW', -1, 'string_capacity'],
    ['capacityW', 0.001, 'string_capacity'],
    ['capacityW', 0.01, null],
    ['capacityW', 8123.45, null],
    ['no', 0, 'invalid_input'],
    ['no', 1, null],
    ['no', 1000, null],
    ['no', 1001, 'invalid_input'],
    ['name', 'x'.repeat(60), null],
    ['name', 'x'.repeat(61), 'too_long'],
  ])('V3: %s %s: %s', async (field, value, code) => {
    const stationId = await makeStation(db, app.now(), app.companies.a)
    const inverter = await makeDevice(db, app.now(), stationId, 'inverter')
    const reply = await newString(stationId, inverter.id, { [field]: value })
    expect(reply.status < 300 ? null : [reply.status, errorIn(reply).code]).toEqual(
      code === null ? null : [400, code],
    )
  })

  it('have one number once for each inverter, whoever is faster', async () => {
    const { stationId, inverterId } = await newArray(1)
    expect(errorIn(await newString(stationId, inverterId, { no: 1 })).code).toBe('string_no_taken')
    const replies = await Promise.all(
      Array.from({ length: 8 }, async () => newString(stationId, inverterId, { no: 5 })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
  })

  it('O2: the second of two who change one is shown what the first saved, and who that was', async () => {
    const site = await newArray(1)
    const one = (await read(site.stationId)).strings[0]
    const body = { mpptNo: 2, no: 4, name: '东 1', capacityW: 5000 }
    const saved = await colleague.request(`PUT /api/strings/${one?.id}`, { body })
    expect([saved.status, saved.headers.get('etag')]).toEqual([200, '"2"'])
    const stale = await installer.request(`PUT /api/strings/${one?.id}`, { body: { ...body, no: 6 } })
    expect([stale.status, errorIn(stale)]).toMatchObject([
      412,
      {
        code: 'version_stale',
        current: { version: 2, string: { no: 4, name: '东 1' }, changedAt: app.now() },
      },
    ])
    expect(errorIn(stale).current?.['changedBy']).toEqual(expect.any(String))
    const devices = await db.selectFrom('device').select('string_no').where('id', 'in', site.ids).execute()
    expect(devices).toEqual([{ string_no: 4 }])
  })

  it('are deleted together or not at all; their devices stay, without a string', async () => {
    const site = await newArray(2)
    const other = await newArray(1)
    const [one] = (await read(site.stationId)).strings
    const [foreign] = (await read(other.stationId)).strings
    const path = `POST /api/stations/${site.stationId}/strings/delete`
    const nothing = await installer.request(path, { body: { ids: [] } })
    expect([nothing.status, errorIn(nothing).code]).toEqual([400, 'nothing_selected'])
    expect((await installer.request(path, { body: { ids: [one?.id, foreign?.id] } })).status).toBe(404)
    expect((await read(site.stationId)).strings).toHaveLength(1)
    expect((await installer.request(path, { body: { ids: [one?.id] } })).body).toEqual({ deleted: 1 })
    const array = await read(site.stationId)
    expect([array.strings, site.ids.map((id) => placeOf(array, id).stringId)]).toEqual([[], [null, null]])
  })
})

describe('several phones at one array', () => {
  it('do not overwrite each other: the second is told who put what there, and nothing of its call is done', async () => {
    const site = await newArray(0)
    const { inverterId, stationId } = site
    const stringId = ((await newString(stationId, inverterId)).body as { string: { id: string } }).string.id
    const [a, b, c] = await Promise.all(
      [1, 2, 3].map(async () => (await makeDevice(db, app.now(), stationId, 'optimizer')).id),
    )
    await assign(stationId, [{ deviceId: a, stringId, position: 1 }], { by: colleague })
    const changes = [
      { deviceId: b, stringId, position: 1 },
      { deviceId: c, stringId, position: 2 },
    ]
    const refused = await assign(stationId, changes)
    expect(refused.body).toMatchObject({
      applied: false,
      places: [],
      conflicts: [{ deviceId: b, code: 'position_taken', by: a, at: app.now() }],
    })
    expect((refused.body as { conflicts: { byPerson: string }[] }).conflicts[0]?.byPerson).toEqual(
      expect.any(String),
    )
    const kept = await assign(stationId, changes, { keepOthers: true })
    expect(kept.body).toMatchObject({
      applied: true,
      places: [{ deviceId: c, position: 2 }],
      conflicts: [{ deviceId: b }],
    })
  })

  it('of many who take one position at once exactly one has it, and the others are told', async () => {
    const site = await newArray(0)
    const { stationId } = site
    const stringId = ((await newString(stationId, site.inverterId)).body as { string: { id: string } }).string
      .id
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await makeDevice(db, app.now(), stationId, 'optimizer')).id),
    )
    const replies = await Promise.all(
      ids.map(async (deviceId) => assign(stationId, [{ deviceId, stringId, position: 3 }])),
    )
    expect(replies.filter(({ body }) => (body as { applied: boolean }).applied)).toHaveLength(1)
    const { places } = await read(stationId)
    expect(places.filter(({ position }) => position === 3)).toHaveLength(1)
  })

  it('change places in one call, and move to another string only by naming the place seen', async () => {
    const site = await newArray(2)
    const [a, b] = site.ids
    const { strings } = await read(site.stationId)
    const stringId = strings[0]?.id ?? ''
    await assign(site.stationId, [
      { deviceId: a, stringId, position: 2 },
      { deviceId: b, stringId, position: 1 },
    ])
    const array = await read(site.stationId)
    expect([a, b].map((id) => placeOf(array, id).position)).toEqual([2, 1])
    const next = ((await newString(site.stationId, site.inverterId)).body as { string: { id: string } })
      .string.id
    const blind = await assign(site.stationId, [{ deviceId: a, stringId: next, position: 1 }])
    expect(blind.body).toMatchObject({ applied: false, conflicts: [{ code: 'other_string', by: a }] })
    const placeId = placeOf(array, a).id
    const seen = await assign(site.stationId, [{ deviceId: a, placeId, stringId: next, position: 1 }])
    expect(seen.body).toMatchObject({ applied: true, places: [{ id: placeId, stringId: next }] })
    const [row] = await db
      .selectFrom('device')
      .select('string_no')
      .where('id', '=', a ?? '')
      .execute()
    expect(row?.string_no).toBe(9)
  })

  it('an area that shrinks lets go of what is beyond it, and the array says that it changed', async () => {
    const site = await newArray(2)
    const { stationId } = site
    const area = { name: '', rows: 4, cols: 4, portrait: true, tiltDeg: 90, azimuthDeg: 359.9, x: 0, y: 0 }
    const id = randomUUID()
    expect(
      (await installer.request(`POST /api/stations/${stationId}/areas`, { body: { ...area, id } })).status,
    ).toBe(201)
    await assign(
      stationId,
      site.ids.map((deviceId, at) => ({ deviceId, areaId: id, row: at + 1, col: 4 })),
    )
    const beyond = await assign(stationId, [{ deviceId: site.ids[0], areaId: id, row: 5, col: 1 }])
    expect(beyond.status).toBe(409)
    const before = await read(stationId)
    const shrunk = await installer.request(`PUT /api/areas/${id}`, { body: { ...area, rows: 1 } })
    expect(shrunk.status).toBe(200)
    const after = await read(stationId)
    expect(site.ids.map((deviceId) => placeOf(after, deviceId).row)).toEqual([1, null])
    expect(after.version).toBeGreaterThan(before.version)
    for (const wrong of [{ tiltDeg: 90.1 }, { azimuthDeg: 360 }, { rows: 0 }, { cols: 201 }]) {
      const reply = await installer.request(`PUT /api/areas/${id}`, {
        body: { ...area, ...wrong },
        headers: { 'if-match': '"2"' },
      })
      expect([wrong, reply.status]).toEqual([wrong, 400])
    }
    expect((await installer.request(`DELETE /api/areas/${id}`)).status).toBe(200)
    expect((await read(stationId)).areas).toEqual([])
  })
})
