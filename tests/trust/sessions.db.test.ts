import { permissions } from '#domain/accounts/permissions.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FRESH_MS } from '#server/features/accounts/session-store.ts'
import { type Caller, testApp } from '../app.ts'
import { testPassword } from '../factories/accounts.ts'
import { callsOf, codeOf } from './calls.ts'
import { isOpen, isWrite, readDescription } from './described.ts'
import { rowPrints } from './rows.ts'

const app = await testApp()
const described = await readDescription(app)
const calls = await callsOf(app)
const newPerson = (): Promise<Caller> => app.newCaller('installer', 'a', permissions)

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('A9: what is no session of this installation', () => {
  it('A9: a session of another installation of the same build is signed out on every route', async () => {
    const other = await testApp()
    const elsewhere = await other.newCaller('administrator')
    expect((await elsewhere.request('GET /api/me/sessions')).status).toBe(200)
    const before = await rowPrints(app)
    for (const call of described.filter((one) => !isOpen(one))) {
      const ids = Object.fromEntries(Object.keys(call.objects).map((name) => [name, randomUUID()]))
      const sent = isWrite(call) ? { body: {} } : {}
      const reply = await app.request(calls.lineOf(call, ids), {
        ...sent,
        headers: { cookie: elsewhere.cookie },
      })
      expect([call.key, reply.status, codeOf(reply)]).toEqual([call.key, 401, 'signed_out'])
    }
    expect(await rowPrints(app)).toEqual(before)
  })

  it('A9: nor is anything of another shape, in whatever place it is sent', async () => {
    const person = await newPerson()
    const [, token = ''] = person.cookie.split('=')
    const unsigned = `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: person.accountId, aud: 'sunkeeper' })}.`
    const wrong = [
      unsigned,
      `${unsigned}${randomBytes(32).toString('base64url')}`,
      randomBytes(32).toString('base64url'),
      randomBytes(32).toString('hex'),
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      ` ${token}x`,
      `${token}%00`,
      person.accountId,
      '',
      'null',
      '%ZZ',
      'x'.repeat(5_000),
    ]
    for (const one of wrong) {
      const reply = await app.request('GET /api/me/sessions', { headers: { cookie: `sunkeeper=${one}` } })
      expect([one.slice(0, 50), reply.status, codeOf(reply)]).toEqual([one.slice(0, 50), 401, 'signed_out'])
    }
    // The right one counts in the cookie alone: never in a header, an address or under another name.
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: `Basic ${token}` },
      { 'x-session': token },
      { cookie: `__Host-sunkeeper=${token}` },
      { cookie: `session=${token}` },
    ])
      expect((await app.request('GET /api/me/sessions', { headers })).status).toBe(401)
    expect((await app.request(`GET /api/me/sessions?token=${token}`)).status).toBe(401)
    expect((await person.request('GET /api/me/sessions')).status).toBe(200)
  })
})

describe('A11: what belongs to the person', () => {
  it('A11: nobody changes somebody of another company, and the account name is no field of any change', async () => {
    const mine = await newPerson()
    const theirs = await app.newCaller('maintainer', 'b')
    const before = await rowPrints(app)
    const foreign = await mine.request(`PUT /api/accounts/${theirs.accountId}`, { body: { disabled: true } })
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'not_found'])
    for (const field of ['account', 'email', 'phone', 'mobile', 'password', 'id', 'accountId'])
      for (const call of ['PUT /api/me', `PUT /api/accounts/${mine.accountId}`]) {
        const reply = await mine.request(call, { body: { [field]: 'x@evil.example' } })
        expect([call, field, reply.status]).toEqual([call, field, 400])
      }
    expect(await rowPrints(app)).toEqual(before)
  })

  it('A11: the own password is changed with the present one alone, and wrong ones are slowed down', async () => {
    const person = await newPerson()
    const change = (present: string) =>
      person.request('PUT /api/me/password', { body: { present, next: 'another-violet-anchor-94' } })
    const codes: (string | undefined)[] = []
    for (let no = 0; no < 12; no += 1) codes.push(codeOf(await change(`wrong ${no}`)))
    expect(codes[0]).toBe('wrong_credentials')
    expect(codes.at(-1)).toBe('too_many_attempts')
    app.advance(24 * 3_600_000)
    expect((await change(testPassword)).status).toBe(200)
  })
})

describe('A12: a session that somebody else may have taken over', () => {
  const fresh = described.filter((call) => call.fresh)
  const rows = fresh.map((call) => [call.key, call] as const)

  it('A12: what must not be done with it asks for the password', () => {
    expect(fresh.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'DELETE /api/me/sessions/{sessionId}',
        'POST /api/accounts',
        'PUT /api/accounts/{accountId}',
        'PUT /api/accounts/{accountId}/password',
        'POST /api/devices/{deviceId}/credentials',
        'DELETE /api/devices/{deviceId}/credentials',
      ]),
    )
    for (const { codes } of fresh) expect(codes['403']).toContain('sign_in_again')
  })

  it.each(rows)(
    'A12: %s is refused ten minutes after the password, until it is entered again',
    async (_, call) => {
      const person = await newPerson()
      const ids = await calls.idsOf(call, person)
      app.advance(FRESH_MS + 1)
      const before = await rowPrints(app)
      const stale = await calls.ask(person, call, ids)
      expect([stale.status, codeOf(stale)]).toEqual([403, 'sign_in_again'])
      const wrong = await person.request('POST /api/session/confirm', {
        body: { password: 'not the password' },
      })
      expect([wrong.status, codeOf(wrong)]).toEqual([401, 'wrong_credentials'])
      expect(codeOf(await calls.ask(person, call, ids))).toBe('sign_in_again')
      expect(await rowPrints(app)).toEqual(before)
      const confirm = { body: { password: testPassword } }
      expect((await person.request('POST /api/session/confirm', confirm)).status).toBe(200)
      app.advance(FRESH_MS)
      // What was begun just now is in the way of the same once more.
      const again = call.key === 'POST /api/upgrades' ? 409 : call.success
      expect((await calls.ask(person, call, ids)).status).toBe(again)
    },
  )

  it('A12: whose password it is decides, and only the session in which it was entered is meant', async () => {
    const person = await newPerson()
    const station = await calls.make('gateway', person)
    app.advance(FRESH_MS + 1)
    const signIn = { body: { account: person.account, password: testPassword } }
    const elsewhere = await app.request('POST /api/session', signIn)
    const cookie = (elsewhere.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    expect(cookie).toMatch(/^sunkeeper=/)
    const renew = (headers: Record<string, string>) =>
      person.request(`POST /api/devices/${station}/credentials`, { body: {}, headers })
    expect(codeOf(await renew({}))).toBe('sign_in_again')
    expect((await renew({ cookie })).status).toBe(201)
    const nobody = await app.request('POST /api/session/confirm', { body: { password: testPassword } })
    expect([nobody.status, codeOf(nobody)]).toEqual([401, 'signed_out'])
  })

  it('A12: guesses are slowed down and noted', async () => {
    const person = await newPerson()
    const confirm = (password: string) => person.request('POST /api/session/confirm', { body: { password } })
    const codes: (string | undefined)[] = []
    for (let no = 0; no < 12; no += 1) codes.push(codeOf(await confirm(`wrong ${no}`)))
    expect([codes[0], codes.at(-1)]).toEqual(['wrong_credentials', 'too_many_attempts'])
    const noted = await app.db
      .selectFrom('audit')
      .select(['action', 'result'])
      .where('account_id', '=', person.accountId)
      .execute()
    expect(noted).toContainEqual({ action: 'session.confirm', result: 'wrong_credentials' })
  })
})
