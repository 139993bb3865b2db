import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EACH_MOST } from '#domain/accounts/each.ts'
import { FAVOURITES_MAX, GROUP_STATIONS_MAX } from '#domain/stations/limits.ts'
import { testApp } from '#tests/app.ts'
import { makeStation } from '#tests/factories/stations.ts'

const app = await testApp()
const installer = await app.asRole('installer', 'a')
const colleague = await app.newCaller('installer', 'a')

type Result = { id: string; before: boolean; refused: { code: string } | null }
const resultsOf = ({ body }: { body: unknown }): Result[] => (body as { results: Result[] }).results
const briefly = (results: readonly Result[]) =>
  results.map(({ before, refused }) => refused?.code ?? (before ? 'before' : 'done'))
const newStations = (count: number, company = app.companies.a): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => makeStation(app.db, app.now(), company)))

const turn = (stationIds: readonly string[], favourite: boolean, preview = false) =>
  installer.request('POST /api/favourites', { body: { stationIds, favourite, preview } })
const favourites = async (): Promise<string[]> =>
  ((await installer.request('GET /api/favourites')).body as { stationIds: string[] }).stationIds

const put = (groupId: string, stationIds: readonly string[], member: boolean, preview = false) =>
  installer.request(`POST /api/station-groups/${groupId}/members`, {
    body: { stationIds, member, preview },
  })
const membersOf = async (groupId: string): Promise<string[]> => {
  const { body } = await installer.request('GET /api/station-groups')
  const { groups } = body as { groups: { id: string; stationIds: string[] }[] }
  return groups.find(({ id }) => id === groupId)?.stationIds.toSorted() ?? []
}
const makeGroup = async (stationIds: readonly string[]): Promise<string> => {
  const id = randomUUID()
  await installer.request('POST /api/station-groups', { body: { id, name: 'Roofs', stationIds } })
  return id
}

describe('many stations at once', () => {
  it('become favourites as far as there is room, and are no longer', async () => {
    const [foreign = ''] = await newStations(1, app.companies.b)
    const many = await newStations(FAVOURITES_MAX + 3)
    await turn(many.slice(0, 2), true)
    const expected = [
      ...Array<string>(2).fill('before'),
      'not_found',
      ...Array<string>(FAVOURITES_MAX - 2).fill('done'),
      ...Array<string>(3).fill('favourites_full'),
    ]
    const given = [...many.slice(0, 2), foreign, ...many.slice(2)]
    expect(briefly(resultsOf(await turn(given, true, true)))).toEqual(expected)
    expect(await favourites()).toHaveLength(2)
    const reply = await turn(given, true)
    expect(briefly(resultsOf(reply))).toEqual(expected)
    expect(await favourites()).toHaveLength(FAVOURITES_MAX)
    const undone = resultsOf(reply).flatMap(({ id, before, refused }) => (before || refused ? [] : [id]))
    expect(briefly(resultsOf(await turn(undone, false)))).toEqual(undone.map(() => 'done'))
    expect((await favourites()).toSorted()).toEqual(many.slice(0, 2).toSorted())
    expect((await turn([foreign], true)).status).toBe(404)
  })

  it('go into a group and out of it, which never stands empty', async () => {
    const [foreign = ''] = await newStations(1, app.companies.b)
    const [one = '', two = '', three = ''] = await newStations(3)
    const group = await makeGroup([one])
    expect(briefly(resultsOf(await put(group, [one, two, foreign], true, true)))).toEqual([
      'before',
      'done',
      'not_found',
    ])
    expect(await membersOf(group)).toEqual([one])
    await put(group, [one, two, foreign], true)
    expect(await membersOf(group)).toEqual([one, two].toSorted())
    expect(briefly(resultsOf(await put(group, [one, three], false)))).toEqual(['done', 'before'])
    expect(await membersOf(group)).toEqual([two])
    const last = await put(group, [two], false)
    expect([last.status, last.text]).toEqual([409, expect.stringContaining('group_empty')])
    const whose = { body: { stationIds: [three], member: true } }
    expect((await colleague.request(`POST /api/station-groups/${group}/members`, whose)).status).toBe(404)
    expect(await membersOf(group)).toEqual([two])
  })

  it('fill a group up to its end', async () => {
    const many = await newStations(GROUP_STATIONS_MAX + 2)
    const group = await makeGroup(many.slice(0, 1))
    const reply = await put(group, many.slice(1, EACH_MOST + 1), true)
    expect(briefly(resultsOf(reply)).filter((one) => one === 'done')).toHaveLength(GROUP_STATIONS_MAX - 1)
    expect(briefly(resultsOf(reply)).at(-1)).toBe('group_full')
    expect(await membersOf(group)).toHaveLength(GROUP_STATIONS_MAX)
  })
})
