import { describe, expect, it } from 'vitest'
import { stationRoutes } from '#contract/http/stations.ts'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { makeShare } from '#tests/factories/shares.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { stationHandlers } from './station-routes.ts'
import type { StationFieldsView } from './present-station.ts'

const app = await testApp({ routes: stationRoutes, handlers: stationHandlers })
const owner = await app.asRole('owner')
const stranger = await app.asRole('owner', 'b')
const { a } = app.companies

const contact = { ownerName: 'Family Gu', phoneCountry: 'DE', phone: '0871 99 12 34' }
const stationIn = (reply: Reply): StationFieldsView => (reply.body as { station: StationFieldsView }).station
const errorIn = (reply: Reply) =>
  (reply.body as { error: { code: string; field?: string; current?: unknown } }).error
const make = async () => makeStation(app.db, app.now(), a, { ownerAccountId: owner.accountId })
const put = async (caller: Caller, id: string, version: number, body: object = contact) =>
  caller.request(`PUT /api/stations/${id}/contact`, { body, headers: { 'if-match': `"${version}"` } })
const read = async (id: string) => stationIn(await owner.request(`GET /api/stations/${id}`))

describe('whom to call about a station', () => {
  it('is changed by its owner, who changes nothing else of it; the record holds the end of the number alone', async () => {
    const id = await make()
    const before = await read(id)
    const reply = await put(owner, id, before.version)
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, `"${before.version + 1}"`])
    expect(await read(id)).toEqual({ ...before, ...contact, version: before.version + 1 })
    const { detail, account_id } = await app.db
      .selectFrom('audit')
      .select(['detail', 'account_id'])
      .where('object_id', '=', id)
      .where('action', '=', 'station.edit')
      .executeTakeFirstOrThrow()
    expect(account_id).toBe(owner.accountId)
    expect(detail).toMatchObject({ ownerName: [before.ownerName, 'Family Gu'] })
    expect(JSON.stringify(detail)).not.toContain('99 12 34')
    const whole = await owner.request(`PUT /api/stations/${id}`, {
      body: {},
      headers: { 'if-match': `"${before.version + 1}"` },
    })
    expect(whole.status).toBe(403)
  })

  it('refuses a number that is none and a country that is none, under their fields', async () => {
    const id = await make()
    for (const [wrong, code, field] of [
      [{ phone: '+49 30' }, 'phone_format', 'phone'],
      [{ phoneCountry: 'XX' }, 'country_unknown', 'phoneCountry'],
    ] as const) {
      const refused = errorIn(await put(owner, id, 1, { ...contact, ...wrong }))
      expect([refused.code, refused.field]).toEqual([code, field])
    }
    expect((await read(id)).version).toBe(1)
  })

  it('refuses a version that somebody else has left behind, with what stands now', async () => {
    const id = await make()
    expect((await put(owner, id, 1)).status).toBe(200)
    const late = await put(owner, id, 1, { ...contact, phone: '12345' })
    expect([late.status, errorIn(late).code]).toEqual([412, 'version_stale'])
    expect(errorIn(late).current).toMatchObject({ station: { ...contact, version: 2 } })
  })

  it('Z1: is nobody else’s: unknown without a share, seen and not changed with one to look, changed with one to manage', async () => {
    const id = await make()
    expect((await put(stranger, id, 1)).status).toBe(404)
    const given = { stationId: id, accountId: stranger.accountId, untilAt: app.now() + 60_000 }
    await makeShare(app.db, app.now(), given)
    const managed = async () =>
      ((await stranger.request(`GET /api/stations/${id}`)).body as { managed: boolean }).managed
    // What pages offer follows what would be refused.
    expect(await managed()).toBe(false)
    const refused = await put(stranger, id, 1)
    expect([refused.status, errorIn(refused).code]).toEqual([403, 'forbidden'])
    await app.db.deleteFrom('station_share').execute()
    await makeShare(app.db, app.now(), { ...given, rights: 'manage' })
    expect(await managed()).toBe(true)
    expect((await put(stranger, id, 1)).status).toBe(200)
  })
})
