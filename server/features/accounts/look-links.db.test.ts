import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LOOK_LINKS_MAX, LOOK_SCREENS_MAX } from '#domain/accounts/look-links.ts'
import { type Caller, type Reply, testApp } from '#tests/app.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { sweepAccounts } from './sweep.ts'

const DAY_MS = 86_400_000
const app = await testApp()
const stationA = await makeStation(app.db, app.now(), app.companies.a)
const stationB = await makeStation(app.db, app.now(), app.companies.b)

type Link = {
  id: string
  name: string
  lastUsedAt: number | null
  screens: number
  dead: boolean
  expiresAt: number
}
const make = async (caller: Caller, days = '30', name = 'Lobby') => {
  const reply = await caller.request('POST /api/look-links', { body: { name, days } })
  expect([reply.status, reply.status === 201 ? '' : reply.text]).toEqual([201, ''])
  return reply.body as { link: Link; token: string }
}
const open = (token: string): Promise<Reply> => app.request('POST /api/session/look', { body: { token } })
const cookieOf = (reply: Reply): string => (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
const screenOf = async (token: string) => {
  const cookie = cookieOf(await open(token))
  return (call: string) => app.request(call, { headers: { cookie } })
}
const links = async (caller: Caller): Promise<Link[]> =>
  ((await caller.request('GET /api/look-links')).body as { links: Link[] }).links
const seen = async (look: (call: string) => Promise<Reply>): Promise<string[]> => {
  const reply = await look('GET /api/station-pins')
  expect(reply.status).toBe(200)
  return (reply.body as { pins: { id: string }[] }).pins.map(({ id }) => id)
}

describe('a link for a screen on a wall', () => {
  it('Z20: shows what whoever made it sees, of their company alone, and keeps the token nowhere', async () => {
    const chief = await app.newCaller('installer', 'a')
    const { link, token } = await make(chief)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(link).toMatchObject({ name: 'Lobby', lastUsedAt: null, screens: 0, dead: false })
    const rows = await app.owner.query('SELECT l::text AS row FROM look_link l')
    const audit = await app.owner.query('SELECT a::text AS row FROM audit a')
    const kept = await app.owner.query('SELECT i::text AS row FROM idempotency i')
    expect(JSON.stringify([rows.rows, audit.rows, kept.rows])).not.toContain(token)
    const look = await screenOf(token)
    const ids = await seen(look)
    expect(ids).toContain(stationA)
    expect(ids).not.toContain(stationB)
    expect((await links(chief)).find(({ id }) => id === link.id)).toMatchObject({
      lastUsedAt: app.now(),
      screens: 1,
    })
    // Sessions of people are not among which a screen stands.
    const mine = (await chief.request('GET /api/me/sessions')).body as { sessions: unknown[] }
    expect(mine.sessions).toHaveLength(1)
  })

  it('Z20: who is signed in where it is opened is not any more', async () => {
    const chief = await app.newCaller('installer', 'a')
    const { token } = await make(chief)
    const other = await app.newCaller('installer', 'a')
    const reply = await other.request('POST /api/session/look', { body: { token } })
    expect(reply.status).toBe(201)
    expect((await other.request('GET /api/home')).status).toBe(401)
  })

  it('Z20: revoked it ends at once, its token too, and only for those who manage it', async () => {
    const chief = await app.newCaller('installer', 'a')
    const { link, token } = await make(chief)
    const look = await screenOf(token)
    const stranger = await app.newCaller('installer', 'b')
    const handler = await app.newCaller('maintainer', 'a')
    expect((await stranger.request(`DELETE /api/look-links/${link.id}`)).status).toBe(404)
    expect((await handler.request(`DELETE /api/look-links/${link.id}`)).status).toBe(403)
    expect(await links(stranger)).toEqual([])
    expect((await look('GET /api/home')).status).toBe(200)
    const colleague = await app.newCaller('installer', 'a')
    expect((await colleague.request(`DELETE /api/look-links/${link.id}`)).status).toBe(200)
    expect((await look('GET /api/home')).status).toBe(401)
    expect((await open(token)).status).toBe(401)
    expect((await links(chief)).map(({ id }) => id)).not.toContain(link.id)
    expect((await colleague.request(`DELETE /api/look-links/${link.id}`)).status).toBe(404)
  })

  it("Z20: an administrator's link is not for the people of a company to list or revoke", async () => {
    const admin = await app.newCaller('administrator', 'a')
    const chief = await app.newCaller('installer', 'a')
    const { link, token } = await make(admin)
    expect((await links(chief)).map(({ id }) => id)).not.toContain(link.id)
    expect((await chief.request(`DELETE /api/look-links/${link.id}`)).status).toBe(404)
    expect(await seen(await screenOf(token))).toEqual(expect.arrayContaining([stationA, stationB]))
  })

  it('Z20: it shows nothing once whoever made it is somebody else by role, company or at all', async () => {
    const chief = await app.newCaller('installer', 'a')
    const { link, token } = await make(chief)
    const look = await screenOf(token)
    const become = (change: object) =>
      app.db.updateTable('account').set(change).where('id', '=', chief.accountId).execute()
    expect((await look('GET /api/home')).status).toBe(200)
    for (const change of [
      { role: 'administrator' as const },
      { role: 'installer' as const, company_id: app.companies.b },
      { company_id: app.companies.a, disabled_at: new Date(app.now()) },
    ]) {
      await become(change)
      expect([change, (await look('GET /api/home')).status]).toEqual([change, 401])
      expect((await open(token)).status).toBe(401)
    }
    const colleague = await app.newCaller('installer', 'a')
    expect((await links(colleague)).find(({ id }) => id === link.id)).toMatchObject({ dead: true })
    await become({ disabled_at: null })
    expect((await look('GET /api/home')).status).toBe(200)
  })

  it('Z20: it ends by itself, outlives two weeks in the dark and a change of password, and is swept', async () => {
    const chief = await app.newCaller('installer', 'a')
    const { token } = await make(chief, '90')
    const look = await screenOf(token)
    const short = await make(chief, '1')
    const shortLook = await screenOf(short.token)
    const changed = await chief.request('PUT /api/me/password', {
      body: { present: testPassword, next: 'another-violet-anchor-94' },
    })
    expect(changed.status).toBe(200)
    expect((await look('GET /api/home')).status).toBe(200)
    app.advance(DAY_MS)
    expect((await shortLook('GET /api/home')).status).toBe(401)
    expect((await open(short.token)).status).toBe(401)
    app.advance(20 * DAY_MS)
    await sweepAccounts(app.db, app.now())
    expect((await look('GET /api/home')).status).toBe(200)
    const left = await app.owner.query('SELECT 1 FROM look_link WHERE id = $1', [short.link.id])
    expect(left.rows).toEqual([])
    app.advance(69 * DAY_MS)
    expect((await look('GET /api/home')).status).toBe(401)
    app.advance(-90 * DAY_MS)
  })

  it('asked for again under the same key it is the same link, and after the key is gone it has another token', async () => {
    const chief = await app.newCaller('installer', 'a')
    const headers = { 'idempotency-key': randomUUID() }
    const ask = async () => {
      const reply = await chief.request('POST /api/look-links', {
        body: { name: 'Lobby', days: '30' },
        headers,
      })
      expect(reply.status).toBe(201)
      return reply.body as { link: Link; token: string }
    }
    const first = await ask()
    expect(await ask()).toEqual(first)
    await app.owner.query('DELETE FROM idempotency')
    const renewed = await ask()
    expect([renewed.link, renewed.token === first.token]).toEqual([first.link, false])
    expect((await links(chief)).filter(({ id }) => id === first.link.id)).toHaveLength(1)
    expect((await open(first.token)).status).toBe(401)
    expect((await open(renewed.token)).status).toBe(201)
  })

  it('keeps no more screens and links than it says', async () => {
    const admin = await app.newCaller('administrator', 'b')
    const { link, token } = await make(admin)
    const first = await screenOf(token)
    for (let screen = 0; screen < LOOK_SCREENS_MAX; screen += 1) {
      app.advance(1)
      await open(token)
    }
    expect((await links(admin)).find(({ id }) => id === link.id)?.screens).toBe(LOOK_SCREENS_MAX)
    expect((await first('GET /api/home')).status).toBe(401)
    let last = 201
    for (let more = 0; more <= LOOK_LINKS_MAX && last === 201; more += 1)
      last = (await admin.request('POST /api/look-links', { body: { name: 'Wall', days: '1' } })).status
    expect(last).toBe(409)
  })

  it('is made by whoever manages people, with the password entered just now', async () => {
    for (const role of ['owner', 'maintainer'] as const) {
      const caller = await app.newCaller(role, 'a')
      const reply = await caller.request('POST /api/look-links', { body: { name: 'Wall', days: '1' } })
      expect([role, reply.status]).toEqual([role, 403])
    }
    const chief = await app.newCaller('installer', 'a')
    app.advance(11 * 60_000)
    const late = await chief.request('POST /api/look-links', { body: { name: 'Wall', days: '1' } })
    expect((late.body as { error: { code: string } }).error.code).toBe('sign_in_again')
    app.advance(-11 * 60_000)
  })

  it('A2: guesses of tokens are slowed down as those of passwords are, together with them', async () => {
    let guesses = 0
    let reply = await open('x'.repeat(43))
    while (reply.status === 401 && guesses < 500) {
      guesses += 1
      reply = await open(
        Buffer.from(randomUUID() + randomUUID())
          .toString('base64url')
          .slice(0, 43),
      )
    }
    expect([reply.status, (reply.body as { error: { code: string } }).error.code]).toEqual([
      429,
      'too_many_attempts',
    ])
    const signIn = await app.request('POST /api/session', { body: { account: 'x', password: 'y' } })
    expect(signIn.status).toBe(429)
  })
})
