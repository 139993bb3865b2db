import { describe, expect, it } from 'vitest'
import { accountRoutes } from '#contract/http/accounts.ts'
import { guessPolicies } from '#domain/accounts/guess-limits.ts'
import type { Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountHandlers } from './account-routes.ts'
import { createPasswords } from './passwords.ts'
import { openSession } from './session-store.ts'
import { signIn } from './sign-in.ts'

const app = await testApp({ routes: accountRoutes, handlers: accountHandlers })
const second = 1000
const hour = 3_600_000

const trySignIn = (account: string, password: string, more: object = {}): Promise<Reply> =>
  app.request('POST /api/session', { body: { account, password, ...more } })

const cookieOf = (reply: Reply): string => reply.headers.get('set-cookie')?.split(';')[0] ?? ''
const withoutId = (text: string): string => text.replace(/"requestId":"[0-9a-f-]+"/, '')
/** Each address and account starts with a clean slate. */
const forgetGuesses = () => app.db.deleteFrom('attempt').execute()

/** As from a given address; the answer's code, or `in`. */
const guessFrom = async (ip: string, account: string, password: string): Promise<string> => {
  const call = {
    context: app.context,
    now: app.now(),
    ip,
    browser: 'test',
    device: null,
    requestId: 'test',
    who: null,
  }
  try {
    await signIn(call, { account, password })
    return 'in'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe('signing in', () => {
  it('opens a session with the cookie of plain http, for a name typed in any case or width', async () => {
    const person = await app.newCaller('owner')
    const reply = await trySignIn(
      `  ${person.account.toUpperCase().replace('PERSON', 'ＰＥＲＳＯＮ')} `,
      testPassword,
    )
    expect(reply.status).toBe(201)
    expect(reply.headers.getSetCookie()[0]).toMatch(
      /^sunkeeper=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const me = await app.request('GET /api/session', { headers: { cookie: cookieOf(reply) } })
    expect(me.body).toMatchObject({ person: { id: person.accountId, roles: ['owner'] }, setupNeeded: false })
  })

  it('A4: session tokens are unique, opaque, without order in time, and only their hash is stored', async () => {
    // Of one account a hundred sessions are kept.
    const people = await Promise.all(Array.from({ length: 4 }, () => app.newCaller('owner')))
    const tokens: string[] = []
    for (let at = 0; at < 300; at += 1) {
      const accountId = people[at % people.length]?.accountId ?? ''
      tokens.push((await openSession(app.db, app.now(), { accountId, browser: '' })).token)
    }
    expect(new Set(tokens).size).toBe(300)
    expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true)
    const rising = tokens.filter((token, at) => at > 0 && token > (tokens[at - 1] ?? '')).length
    expect(rising).toBeGreaterThan(100)
    expect(rising).toBeLessThan(200)
    const rows = await app.db.selectFrom('session').selectAll().execute()
    expect(rows.length).toBeGreaterThanOrEqual(300)
    // Neither as text nor as the bytes that it stands for.
    const dump = Buffer.concat(rows.flatMap((row) => [row.token_hash, Buffer.from(JSON.stringify(row))]))
    const found = tokens.filter((token) =>
      [Buffer.from(token), Buffer.from(token, 'base64url')].some((bytes) => dump.includes(bytes)),
    )
    expect(found).toEqual([])
  })

  it('A5: the session from before the sign-in is over, and a planted one is not taken over', async () => {
    const [before, other] = [await app.newCaller('owner'), await app.newCaller('owner')]
    const reply = await before.request('POST /api/session', {
      body: { account: other.account, password: testPassword },
    })
    expect(cookieOf(reply)).not.toBe(before.cookie)
    expect((await before.request('GET /api/me/sessions')).status).toBe(401)
    const planted = `sunkeeper=${'P'.repeat(43)}`
    const signedIn = await app.request('POST /api/session', {
      body: { account: other.account, password: testPassword },
      headers: { cookie: planted },
    })
    expect(cookieOf(signedIn)).not.toBe(planted)
    expect((await app.request('GET /api/me/sessions', { headers: { cookie: planted } })).status).toBe(401)
  })

  it('A8: identity comes from the credentials alone; any further field is refused', async () => {
    const [me, victim] = [await app.newCaller('owner'), await app.asRole('administrator', 'b')]
    const fields = [
      'id',
      'userId',
      'user_id',
      'accountId',
      'account_id',
      'tenantId',
      'companyId',
      'company_id',
      'role',
      'roles',
      'permissions',
      'extraPermissions',
      'token',
      'sessionId',
    ]
    for (const field of fields) {
      for (const value of [victim.accountId, victim.companyId, 'administrator', ['*:*:*'], { $ne: null }]) {
        const reply = await trySignIn(me.account, testPassword, { [field]: value })
        expect([reply.status, reply.headers.get('set-cookie')]).toEqual([400, null])
        expect(reply.body).toMatchObject({ error: { code: 'unknown_field', field } })
      }
    }
    for (const given of [
      { account: [me.account], password: testPassword },
      { account: me.account, password: { $ne: '' } },
      { account: me.account },
    ]) {
      expect((await app.request('POST /api/session', { body: given })).status).toBe(400)
    }
    const query = await app.request(`POST /api/session?accountId=${victim.accountId}`, {
      body: { account: me.account, password: testPassword },
    })
    expect(query.status).toBe(400)
    expect((await trySignIn(me.account, testPassword)).body).toMatchObject({ person: { id: me.accountId } })
  })

  it('computes the hash anew when the cost has changed', async () => {
    const person = await app.newCaller('owner')
    const stored = await createPasswords({ memoryKiB: 128, passes: 2, lanes: 1 }).hash(testPassword)
    await app.db
      .updateTable('account')
      .set({ password_hash: stored })
      .where('id', '=', person.accountId)
      .execute()
    expect((await trySignIn(person.account, testPassword)).status).toBe(201)
    const row = await app.db
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', person.accountId)
      .executeTakeFirstOrThrow()
    expect(app.context.passwords.outdated(row.password_hash)).toBe(false)
    expect((await trySignIn(person.account, testPassword)).status).toBe(201)
  })
})

describe('A1: whether an account exists', () => {
  it('A1: unknown, disabled and wrong password get the same bytes for one hash computation each', async () => {
    await forgetGuesses()
    const known = await app.newCaller('owner')
    const disabled = await app.newCaller('owner')
    await app.db
      .updateTable('account')
      .set({ disabled_at: new Date(app.now()) })
      .where('id', '=', disabled.accountId)
      .execute()
    const answers = new Set<string>()
    for (const [account, password] of [
      [known.account, 'a wrong password for all'],
      ['nobody-of-that-name', 'a wrong password for all'],
      [disabled.account, testPassword],
      ['nobody-of-that-name', ''],
      ['not a\u00A0name/at all', testPassword],
    ] as const) {
      const before = app.context.passwords.computed()
      const reply = await trySignIn(account, password)
      expect(app.context.passwords.computed() - before).toBe(1)
      const headers = [...reply.headers].filter(([name]) => name !== 'date').map((pair) => pair.join(': '))
      answers.add([reply.status, withoutId(reply.text), ...headers].join('\n'))
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toMatch(/^401\n/)
  })

  it('A1: the limits speak the same for a name that exists and one that does not', async () => {
    await forgetGuesses()
    const known = await app.newCaller('owner')
    const course = async (account: string): Promise<string[]> => {
      const seen: string[] = []
      for (let at = 0; at < 9; at += 1) {
        const reply = await trySignIn(account, 'a wrong password for all')
        seen.push(`${reply.status} ${reply.headers.get('retry-after')} ${withoutId(reply.text)}`)
      }
      await forgetGuesses()
      return seen
    }
    const ofKnown = await course(known.account)
    expect(await course('nobody-of-this-name')).toEqual(ofKnown)
    expect(ofKnown.at(-1)).toMatch(/^429 /)
  })
})

describe('A2: guessing', () => {
  it('A2: 150 guesses from 30 addresses: growing delays, a hard stop before 100, the owner stays in', async () => {
    await forgetGuesses()
    const owner = await app.newCaller('owner')
    const before = app.context.passwords.computed()
    const outcomes: string[] = []
    for (let at = 0; at < 150; at += 1) {
      outcomes.push(await guessFrom(`203.0.113.${at % 30}`, owner.account, `guess number ${at}`))
      app.advance(2 * hour)
    }
    const tried = app.context.passwords.computed() - before
    expect(tried).toBe(guessPolicies.account.stopAt)
    expect(tried).toBeLessThan(100)
    expect(outcomes.slice(tried).every((one) => one === 'too_many_attempts')).toBe(true)
    // Even the right password, from an address never seen, and long after.
    app.advance(400 * 24 * hour)
    expect(await guessFrom('198.51.100.9', owner.account, testPassword)).toBe('too_many_attempts')
  })

  it('A2: the live session of the owner keeps working, and changing the password lifts the stop', async () => {
    await forgetGuesses()
    const owner = await app.newCaller('owner')
    for (let at = 0; at < 100; at += 1) {
      await guessFrom(`203.0.113.${at % 30}`, owner.account, `guess number ${at}`)
      app.advance(hour)
    }
    expect((await trySignIn(owner.account, testPassword)).status).toBe(429)
    expect((await owner.request('GET /api/me/sessions')).status).toBe(200)
    const changed = await owner.request('PUT /api/me/password', {
      body: { present: testPassword, next: 'amber-lantern-58-quiet' },
    })
    expect(changed.status).toBe(200)
    expect((await trySignIn(owner.account, 'amber-lantern-58-quiet')).status).toBe(201)
  })

  it('A2: delays grow, are kept over a restart, and a success clears them', async () => {
    await forgetGuesses()
    const person = await app.newCaller('owner')
    const waits: number[] = []
    for (let at = 0; at < 12; at += 1) {
      await guessFrom(`203.0.113.${at}`, person.account, 'wrong')
      const row = await app.db
        .selectFrom('attempt')
        .select('blocked_until')
        .where('key', 'like', 'account:%')
        .executeTakeFirstOrThrow()
      waits.push(row.blocked_until === null ? 0 : row.blocked_until - app.now())
      app.advance(Math.max(0, waits.at(-1) ?? 0))
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128].map((one) => one * second))
    expect(await guessFrom('203.0.113.99', person.account, testPassword)).toBe('in')
    expect(
      await app.db.selectFrom('attempt').select('key').where('key', 'like', 'account:%').execute(),
    ).toEqual([])
  })

  it('A2: parallel guesses are counted before they are tried', async () => {
    await forgetGuesses()
    const person = await app.newCaller('owner')
    const before = app.context.passwords.computed()
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, at) => guessFrom(`203.0.113.${at}`, person.account, `guess ${at}`)),
    )
    expect(app.context.passwords.computed() - before).toBe(guessPolicies.account.free)
    expect(outcomes.filter((one) => one === 'wrong_credentials')).toHaveLength(guessPolicies.account.free)
  })

  it('slows one address that tries many accounts, a whole /64 of IPv6 as one', async () => {
    await forgetGuesses()
    const outcomes: string[] = []
    for (let at = 0; at < 40; at += 1)
      outcomes.push(await guessFrom(`2001:db8:1:2::${at.toString(16)}`, `somebody-${at}`, 'x'))
    expect(outcomes.filter((one) => one === 'wrong_credentials')).toHaveLength(guessPolicies.address.free)
    expect(await guessFrom('2001:db8:1:3::1', 'somebody-else', 'x')).toBe('wrong_credentials')
    app.advance(25 * hour)
    expect(await guessFrom('2001:db8:1:2::ffff', 'somebody-new', 'x')).toBe('wrong_credentials')
  })
})
