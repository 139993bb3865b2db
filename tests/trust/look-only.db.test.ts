// A screen on a wall, asked for everything that the running server publishes: it may look at what is named for it alone.
import { expect, describe, it, vi } from 'vitest'
import { routes } from '#contract/http/routes.ts'
import type { RouteSpec } from '#contract/http/route.ts'
import { lookable } from '#domain/accounts/permissions.ts'
import { testApp } from '../app.ts'
import { callsOf, codeOf } from './calls.ts'
import { readDescription } from './described.ts'
import { rowPrints } from './rows.ts'

vi.setConfig({ testTimeout: 600_000 })

const app = await testApp()
const described = await readDescription(app)
const calls = await callsOf(app)
const chief = await app.asRole('plenary', 'a')

const made = await chief.request('POST /api/look-links', { body: { name: 'Lobby', days: '30' } })
const { token } = made.body as { token: string }
const opened = await app.request('POST /api/session/look', { body: { token } })
const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
const screen: Pick<typeof chief, 'request'> = {
  request: (call, options = {}) => app.request(call, { ...options, headers: { ...options.headers, cookie } }),
}

const spec = (key: string): RouteSpec => routes[key as keyof typeof routes]
const guarded = described.filter(({ permission }) => permission !== 'public')

describe('Z20: a screen signed in with a link that can only look', () => {
  it('Z20: is asked for every route there is, and is opened by whoever made the link', () => {
    expect([made.status, opened.status]).toEqual([201, 201])
    expect(guarded.length).toBeGreaterThan(150)
    expect(guarded.filter(({ key }) => spec(key).look).length).toBeGreaterThan(6)
  })

  const looking = guarded.filter(({ key }) => spec(key).look)
  it.each(looking.map((call) => [call.key, call] as const))(
    'Z20: %s: it looks, and changes nothing',
    (key) => {
      const { upload, download, fresh, permission } = spec(key)
      expect([key.startsWith('GET '), upload, download, fresh]).toEqual([
        true,
        undefined,
        undefined,
        undefined,
      ])
      expect([...lookable, 'signed-in']).toContain(permission)
    },
  )

  it.each(looking.filter(({ stream }) => !stream).map((call) => [call.key, call] as const))(
    'Z20: %s: it is answered',
    async (key, call) => {
      expect([key, (await calls.ask(screen, call, {})).status]).toEqual([key, 200])
    },
  )

  it.each(guarded.filter(({ key }) => !spec(key).look).map((call) => [call.key, call] as const))(
    'Z20: %s: it is refused, and no row changed',
    async (key, call) => {
      // With objects of whoever hung it up: nothing but the link itself is in the way.
      const ids = await calls.idsOf(call, chief)
      const before = await rowPrints(app)
      const reply = await calls.ask(screen, call, ids)
      expect([key, reply.status, codeOf(reply)]).toEqual([key, 403, 'forbidden'])
      expect(await rowPrints(app)).toEqual(before)
    },
  )

  it('Z20: it cannot be made to hold more than it looks at, whatever whoever hung it up holds', async () => {
    const { person } = (await screen.request('GET /api/session')).body as {
      person: { permissions: string[]; account: string; name: string; look?: boolean }
    }
    expect(person).toMatchObject({ account: '', name: 'Lobby', look: true })
    expect([...person.permissions].sort()).toEqual([...lookable].sort())
  })
})
