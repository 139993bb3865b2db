// The log of a station against what stands in the tables, entry for entry, page by page.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { makeWaiting } from '#tests/factories/control.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { record } from '../../platform/audit/audit.ts'
import { companyLog, stationLog, type LogPage, type LogRow } from './log-store.ts'

const app = await testApp()
const { db } = app
const minute = 60_000

/** All pages of a log, one after the other. */
const readAll = async (read: (page: LogPage) => Promise<LogRow[]>, limit: number): Promise<LogRow[]> => {
  const entries: LogRow[] = []
  for (;;) {
    const last = entries.at(-1)
    const before = last ? { at: last.at, key: last.key } : null
    const page = await read({ before, limit })
    entries.push(...page)
    if (page.length < limit) return entries
  }
}

/** Two stations of one company, each with a gateway and a string; many acts and looks, often at one instant. */
const seed = async (companyId: string) => {
  const stations = await Promise.all(
    [1, 2].map(async () => {
      const id = await makeStation(db, app.now(), companyId)
      const gateway = await makeDevice(db, app.now(), id, 'gateway')
      const inverter = await makeDevice(db, app.now(), id, 'inverter')
      const string = randomUUID()
      await db
        .insertInto('string')
        .values({
          id: string,
          station_id: id,
          inverter_id: inverter.id,
          no: 1,
          name: 'East',
          created_at: new Date(app.now()),
        })
        .execute()
      return { id, gateway, string }
    }),
  )
  const people = [await app.newCaller('installer', 'a'), await app.newCaller('owner', 'a')]
  for (let n = 0; n < 60; n += 1) {
    const station = stations[n % 2]
    const who = people[n % 3]
    if (!station) continue
    const [objectKind, objectId, detail] = [
      ['station', station.id, {}],
      ['device', station.gateway.id, {}],
      ['gateway', station.gateway.id, {}],
      ['string', station.string, {}],
      ['serial', `GW${n}`, { stationId: station.id }],
      ['account', people[0]?.accountId, {}],
      ['station', 'not a uuid', {}],
    ][n % 7] as [string, string, Record<string, unknown>]
    await record(db, {
      at: app.now() + Math.floor(n / 4) * minute,
      accountId: who?.accountId ?? null,
      companyId,
      action: `act.${n}`,
      objectKind,
      objectId,
      detail,
      result: n % 5 === 0 ? 'forbidden' : 'done',
    })
    if (who && n % 5 === 1)
      await db
        .insertInto('station_look')
        .values({
          station_id: station.id,
          account_id: who.accountId,
          day: new Date(app.now() + n * 1000 * minute).toISOString().slice(0, 10),
          first_at: new Date(app.now()),
          last_at: new Date(app.now() + n * 1000 * minute),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
  return stations
}

const stations = await seed(app.companies.a)

/** The acts at a station by their objects as they stand in the tables, the newest first. */
const actsOf = async ({ id, gateway, string }: (typeof stations)[number]): Promise<string[]> => {
  const rows = await db.selectFrom('audit').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').execute()
  const objects = [id, gateway.id, string]
  return rows
    .filter(
      ({ object_kind: kind, object_id: object, detail }) =>
        (kind !== 'serial' && objects.includes(object ?? '')) ||
        (detail as { stationId?: string }).stationId === id,
    )
    .map((row) => row.action)
}

it.each([1, 3, 7, 100])('a station has its own entries in order, each once, %i at a time', async (limit) => {
  for (const station of stations) {
    const acts = await readAll((page) => stationLog(db, station.id, 'acts', page), limit)
    expect(acts.length).toBeGreaterThan(15)
    expect(acts.map(({ action }) => action)).toEqual(await actsOf(station))
    const looks = await readAll((page) => stationLog(db, station.id, 'looks', page), limit)
    expect(looks.length).toBeGreaterThan(2)
    const all = await readAll((page) => stationLog(db, station.id, undefined, page), limit)
    const inOrder = [...looks, ...acts].toSorted((one, other) => other.at - one.at)
    expect(all.map(({ at }) => at)).toEqual(inOrder.map(({ at }) => at))
    expect(all.map(({ key }) => key).toSorted()).toEqual(inOrder.map(({ key }) => key).toSorted())
  }
})

it('names what was done, and nothing that was refused', async () => {
  const [station] = stations
  if (!station) throw new Error('no station')
  const rows = await stationLog(db, station.id, 'acts', { before: null, limit: 100 })
  const names = new Map([
    ['device', station.gateway.sn],
    ['gateway', station.gateway.sn],
    ['string', 'East'],
  ])
  const named = rows.filter(({ object_kind: kind }) => names.has(kind ?? ''))
  expect(named.map((row) => row.object_name)).toEqual(
    named.map((row) => (row.result === 'done' ? (names.get(row.object_kind ?? '') ?? null) : null)),
  )
  expect(named.some(({ result }) => result !== 'done')).toBe(true)
})

it('says what was asked of which devices from afar, and nothing of what was refused', async () => {
  const stationId = await makeStation(db, app.now(), app.companies.b)
  const devices = await Promise.all([1, 2, 3].map(() => makeDevice(db, app.now(), stationId, 'optimizer')))
  const { accountId: askedBy } = await app.newCaller('installer', 'b')
  const deviceIds = devices.map(({ id }) => id)
  const objectId = await makeWaiting(db, app.now(), { stationId, askedBy, deviceIds })
  for (const [n, result] of (['done', 'forbidden'] as const).entries())
    await record(db, {
      at: app.now() + n,
      accountId: askedBy,
      companyId: app.companies.b,
      action: 'control.send',
      objectKind: 'control',
      objectId,
      result,
      detail: { stationId },
    })
  const rows = await stationLog(db, stationId, 'acts', { before: null, limit: 10 })
  expect(rows.map(({ object_name: name, op, args, others }) => ({ name, op, args, others }))).toEqual([
    { name: null, op: null, args: null, others: 0 },
    { name: devices[0]?.sn, op: 'switch', args: { on: false }, others: 2 },
  ])
})

it.each([2, 9])('a company has what its people did in order, each once, %i at a time', async (limit) => {
  const rows = await db.selectFrom('audit').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').execute()
  const own = rows.filter((row) => row.company_id === app.companies.a)
  const log = await readAll((page) => companyLog(db, app.companies.a, false, page), limit)
  expect(log.map(({ action }) => action)).toEqual(own.map(({ action }) => action))
  const refused = await readAll((page) => companyLog(db, null, true, page), limit)
  expect(refused.map(({ action }) => action)).toEqual(
    rows.filter(({ result }) => result !== 'done').map(({ action }) => action),
  )
})

it('what was done before it was noted where is found as well', async () => {
  const before = await db.selectFrom('audit').select(['id', 'station_id']).orderBy('id').execute()
  const again = await db
    .selectFrom('audit')
    .select((eb) => [
      'id',
      eb.fn<string | null>('audit_station_of', ['object_kind', 'object_id', 'detail']).as('station_id'),
    ])
    .orderBy('id')
    .execute()
  expect(again).toEqual(before)
})
