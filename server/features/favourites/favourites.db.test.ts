import { describe, expect, it } from 'vitest'
import { FAVOURITES_MAX } from '#domain/stations/limits.ts'
import { testApp } from '#tests/app.ts'
import { makeStation } from '#tests/factories/stations.ts'

const app = await testApp()
const installer = await app.asRole('installer', 'a')
const colleague = await app.newCaller('installer', 'a')
const stranger = await app.asRole('installer', 'b')

type Caller = typeof installer
const mark = (caller: Caller, stationId: string, favourite: boolean) =>
  caller.request(`PUT /api/stations/${stationId}/favourite`, { body: { favourite } })
const favourites = async (caller: Caller): Promise<string[]> => {
  const { body } = await caller.request('GET /api/favourites')
  return (body as { stationIds: string[] }).stationIds
}
const listed = async (caller: Caller): Promise<string[]> => {
  const { body } = await caller.request('GET /api/stations?favourite=true&limit=100')
  return (body as { stations: { id: string }[] }).stations.map(({ id }) => id)
}

const onMap = async (caller: Caller): Promise<string[]> => {
  const { body } = await caller.request('GET /api/station-pins?favourite=true')
  return (body as { pins: { id: string }[] }).pins.map(({ id }) => id)
}

describe('favourites', () => {
  it('are of one person, in the order in which they were marked, once each', async () => {
    const [one, two] = [
      await makeStation(app.db, app.now(), app.companies.a),
      await makeStation(app.db, app.now(), app.companies.a),
    ]
    expect((await mark(installer, two, true)).body).toEqual({ favourite: true })
    app.advance(1000)
    for (const again of [one, two, one]) expect((await mark(installer, again, true)).status).toBe(200)
    expect(await favourites(installer)).toEqual([two, one])
    expect((await listed(installer)).toSorted()).toEqual([one, two].toSorted())
    expect([await favourites(colleague), await listed(colleague)]).toEqual([[], []])
    expect((await mark(installer, two, false)).body).toEqual({ favourite: false })
    expect([await favourites(installer), await listed(installer), await onMap(installer)]).toEqual([
      [one],
      [one],
      [one],
    ])
  })

  it('are none of stations that are out of sight', async () => {
    const station = await makeStation(app.db, app.now(), app.companies.a)
    expect((await mark(stranger, station, true)).status).toBe(404)
    await mark(colleague, station, true)
    await app.db
      .updateTable('station')
      .set({ deleted_at: new Date(app.now()) })
      .where('id', '=', station)
      .execute()
    expect([await favourites(colleague), await favourites(stranger)]).toEqual([[], []])
  })

  it('have an end, at which those that are marked stay so', async () => {
    const person = await app.newCaller('installer', 'a')
    const all = await Promise.all(
      Array.from({ length: FAVOURITES_MAX + 1 }, () => makeStation(app.db, app.now(), app.companies.a)),
    )
    const [beyond = '', ...within] = all
    await app.db
      .insertInto('favourite')
      .values(
        within.map((id) => ({ account_id: person.accountId, station_id: id, since: new Date(app.now()) })),
      )
      .execute()
    const full = await mark(person, beyond, true)
    expect([full.status, full.text]).toEqual([409, expect.stringContaining('favourites_full')])
    expect((await mark(person, within[0] ?? '', true)).status).toBe(200)
    await mark(person, within[0] ?? '', false)
    expect((await mark(person, beyond, true)).status).toBe(200)
  })
})
