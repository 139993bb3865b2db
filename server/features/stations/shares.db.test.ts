import { describe, expect, it } from 'vitest'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { record } from '../../platform/audit/audit.ts'

const app = await testApp()
const owner = await app.newCaller('owner', 'a')
const friend = await app.newCaller('owner', 'b')
const firm = await app.newCaller('installer', 'b')
const day = 86_400_000
const newStation = async (): Promise<string> =>
  makeStation(app.db, app.now(), app.companies.a, { ownerAccountId: owner.accountId })
const nameOf = async ({ accountId }: Caller): Promise<string> =>
  (await app.db.selectFrom('account').select('account').where('id', '=', accountId).executeTakeFirstOrThrow())
    .account
const share = async (stationId: string, other: Caller, more: object = {}, by = owner): Promise<Reply> => {
  await by.request('POST /api/session/confirm', { body: { password: testPassword } })
  return by.request(`POST /api/stations/${stationId}/shares`, {
    body: { account: await nameOf(other), rights: 'view', untilAt: null, ...more },
  })
}
const codeOf = ({ body }: Reply): string | undefined => (body as { error?: { code: string } }).error?.code
const sees = async (caller: Caller, stationId: string): Promise<number> =>
  (await caller.request(`GET /api/stations/${stationId}`)).status

const lookOnly = async (caller: Caller): Promise<string[]> =>
  ((await caller.request('GET /api/session')).body as { person: { lookOnly: string[] } }).person.lookOnly

describe('sharing a station', () => {
  it('lets somebody see it until a day or until it is taken back, and changes nothing there', async () => {
    const stationId = await newStation()
    expect(await sees(friend, stationId)).toBe(404)
    const untilAt = app.now() + day
    const reply = await share(stationId, friend, { untilAt })
    expect([reply.status, reply.body]).toMatchObject([201, { share: { rights: 'view', untilAt } }])
    expect(await sees(friend, stationId)).toBe(200)
    app.advance(day)
    expect(await sees(friend, stationId)).toBe(404)
    await share(stationId, friend)
    expect(await sees(friend, stationId)).toBe(200)
    const list = (await owner.request(`GET /api/stations/${stationId}/shares`)).body as {
      shares: { id: string; untilAt: number | null }[]
    }
    expect(list.shares).toMatchObject([{ untilAt: null }])
    const gone = await owner.request(`DELETE /api/stations/${stationId}/shares/${list.shares[0]?.id}`)
    expect(gone.status).toBe(200)
    expect(await sees(friend, stationId)).toBe(404)
  })

  it('to be managed gives what the account may do at its own, there alone', async () => {
    const stationId = await newStation()
    const elsewhere = await newStation()
    // Refused for its rights, or already for the name that was not typed.
    const tryDelete = async (at: string) =>
      codeOf(await firm.request(`DELETE /api/stations/${at}`, { body: { name: 'another' } }))
    await firm.request('POST /api/session/confirm', { body: { password: testPassword } })
    await share(stationId, firm)
    await share(elsewhere, firm)
    expect(await tryDelete(stationId)).toBe('forbidden')
    await share(stationId, firm, { rights: 'manage' })
    expect(await tryDelete(stationId)).toBe('station_name_differs')
    expect(await tryDelete(elsewhere)).toBe('forbidden')
    // Nobody shares on what was shared with them.
    expect((await share(stationId, friend, {}, firm)).status).toBe(403)
  })

  it('to be looked at is said with the session: screens offer no change there; to be managed is not, nor is one’s own', async () => {
    const guest = await app.newCaller('installer', 'b')
    const [looked, managed] = [await newStation(), await newStation()]
    await share(looked, guest)
    await share(managed, guest, { rights: 'manage' })
    expect(await lookOnly(guest)).toEqual([looked])
    expect([await lookOnly(owner), await lookOnly(await app.newCaller('administrator'))]).toEqual([[], []])
    // It has become the station of their own company since.
    await app.db
      .updateTable('station')
      .set({ company_id: app.companies.b })
      .where('id', '=', looked)
      .execute()
    expect(await lookOnly(guest)).toEqual([])
  })

  it('to be managed until a day ends on that day: whoever has it neither shares on nor prolongs it', async () => {
    const stationId = await newStation()
    const stranger = await app.newCaller('owner', 'b')
    await share(stationId, friend, { rights: 'manage', untilAt: app.now() + day })
    await share(stationId, stranger)
    const refusals = [
      await share(stationId, stranger, { rights: 'manage' }, friend),
      await share(stationId, friend, { rights: 'manage', untilAt: null }, friend),
      await friend.request(`GET /api/stations/${stationId}/shares`),
    ]
    const { shares } = (await owner.request(`GET /api/stations/${stationId}/shares`)).body as {
      shares: { id: string; rights: string }[]
    }
    for (const { id } of shares)
      refusals.push(await friend.request(`DELETE /api/stations/${stationId}/shares/${id}`))
    expect(refusals.map((reply) => codeOf(reply))).toEqual(Array.from({ length: 5 }, () => 'forbidden'))
    app.advance(day)
    expect([await sees(friend, stationId), await sees(stranger, stationId)]).toEqual([404, 200])
  })

  it('is the owner’s alone, with an account that exists, that needs it, until a time to come', async () => {
    const stationId = await newStation()
    const installer = await app.newCaller('installer', 'a')
    expect((await share(stationId, friend, {}, installer)).status).toBe(403)
    expect((await share(stationId, firm, {}, friend)).status).toBe(404)
    expect(codeOf(await share(stationId, installer))).toBe('share_not_needed')
    expect(codeOf(await share(stationId, owner))).toBe('share_not_needed')
    expect(codeOf(await share(stationId, friend, { account: 'nobody-knows' }))).toBe('share_account_unknown')
    expect(codeOf(await share(stationId, friend, { untilAt: app.now() }))).toBe('in_the_past')
    expect(codeOf(await share(stationId, friend, { rights: 'own' }))).toBe('invalid_input')
  })

  it('A1: names of accounts cannot be tried one after the other', async () => {
    const stationId = await newStation()
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 14; n += 1)
      codes.push(codeOf(await share(stationId, friend, { account: `guess-${n}` })))
    expect(codes.at(-1)).toBe('too_many_attempts')
    app.advance(2 * day)
  })

  it('A1: nor with a known name between them, which only gives its own try back', async () => {
    const stationId = await newStation()
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 14; n += 1) {
      codes.push(codeOf(await share(stationId, friend, { account: `guess-${n}` })))
      await share(stationId, friend)
    }
    expect(codes.at(-1)).toBe('too_many_attempts')
    app.advance(2 * day)
    expect((await share(stationId, friend)).status).toBe(201)
  })
})

const markersFor = async (caller: Caller | undefined, query = ''): Promise<string[]> => {
  const { body } = (await caller?.request(`GET /api/audit${query}`)) ?? { body: { entries: [] } }
  return (body as { entries: { action: string }[] }).entries
    .map(({ action }) => action)
    .filter((one) => one.startsWith('marker'))
}

describe('the log of a station', () => {
  it('says who looked and who did what, page by page, to those whose station it is', async () => {
    const stationId = await newStation()
    await share(stationId, friend)
    await sees(friend, stationId)
    // Reading writes nothing by itself.
    expect(await app.db.selectFrom('station_look').selectAll().execute()).toEqual([])
    await app.context.visits.flush(app.db)
    const read = async (query = '', caller = owner) => {
      const reply = await caller.request(`GET /api/stations/${stationId}/log${query}`)
      return reply.body as {
        entries: { action: string; person: { id: string } | null }[]
        next: string | null
      }
    }
    const all = await read()
    expect(all.entries.map(({ action }) => action).toSorted()).toEqual(['station.look', 'station.share'])
    expect((await read('?only=looks')).entries).toMatchObject([{ person: { id: friend.accountId } }])
    expect((await read('?only=acts')).entries).toMatchObject([{ action: 'station.share' }])
    const first = await read('?limit=1')
    expect(first.entries).toHaveLength(1)
    const second = await read(`?limit=1&cursor=${first.next}`)
    expect([...first.entries, ...second.entries]).toEqual(all.entries)
    expect(second.next).toBeNull()
    expect((await friend.request(`GET /api/stations/${stationId}/log`)).status).toBe(403)
  })

  it('Z5: a company sees what its own people did, an administrator everything', async () => {
    const people = [await app.newCaller('installer', 'a'), await app.newCaller('installer', 'b')]
    for (const [n, { accountId, companyId }] of people.entries())
      await record(app.db, {
        at: app.now(),
        accountId,
        companyId,
        action: `marker.${n}`,
        result: n === 0 ? 'done' : 'forbidden',
      })
    expect(await markersFor(people[0])).toEqual(['marker.0'])
    expect(await markersFor(people[1])).toEqual(['marker.1'])
    const administrator = await app.newCaller('administrator')
    expect((await markersFor(administrator)).toSorted()).toEqual(['marker.0', 'marker.1'])
    expect(await markersFor(administrator, '?refused=true')).toEqual(['marker.1'])
    expect((await (await app.newCaller('maintainer', 'a')).request('GET /api/audit')).status).toBe(403)
  })
})
