import { describe, expect, it } from 'vitest'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { CODE_LIFE_MS } from './session-codes.ts'

const shell = 'https://shell.example'
const app = await testApp({ context: { shellOrigins: [shell] } })
const plain = await testApp()

const codeFor = async (caller: Caller): Promise<string> =>
  ((await caller.request('POST /api/session/codes', { body: {} })).body as { code: string }).code
const exchange = (code: string, framed = false, on = app): Promise<Reply> =>
  on.request('POST /api/session/exchange', { body: { code, framed } })
const cookieOf = (reply: Reply): string => reply.headers.get('set-cookie') ?? ''

describe('a shell signs its page in', () => {
  it('says whom the page may talk to', async () => {
    expect((await app.request('GET /api/shell')).body).toEqual({ origins: [shell] })
    expect((await plain.request('GET /api/shell')).body).toEqual({ origins: [] })
  })

  it('with a code of 256 random bits, of which only the hash is kept, within a minute', async () => {
    const caller = await app.newCaller('installer')
    const { status, body } = await caller.request('POST /api/session/codes', { body: {} })
    expect(status).toBe(201)
    const { code, expiresAt } = body as { code: string; expiresAt: number }
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    expect(expiresAt).toBe(app.now() + CODE_LIFE_MS)
    const rows = await app.db.selectFrom('session_code').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    const reply = await exchange(code)
    expect([reply.status, reply.body]).toMatchObject([201, { person: { id: caller.accountId } }])
    const cookie = cookieOf(reply).split(';')[0] ?? ''
    const me = await app.request('GET /api/session', { headers: { cookie } })
    expect(me.body).toMatchObject({ person: { id: caller.accountId } })
  })

  it('W6: the code works once, not later, not for an ended session, not for a disabled person; one answer for all', async () => {
    const caller = await app.newCaller('installer')
    const code = await codeFor(caller)
    const both = await Promise.all([exchange(code), exchange(code)])
    expect(both.map((one) => one.status).toSorted()).toEqual([201, 401])
    const late = await codeFor(caller)
    app.advance(CODE_LIFE_MS)
    const refused = [await exchange(late), await exchange('x'.repeat(43))]
    const ended = await app.newCaller('installer')
    const orphan = await codeFor(ended)
    await ended.request('DELETE /api/session')
    refused.push(await exchange(orphan))
    const disabled = await app.newCaller('installer')
    const lost = await codeFor(disabled)
    await app.db
      .updateTable('account')
      .set({ disabled_at: new Date(app.now()) })
      .where('id', '=', disabled.accountId)
      .execute()
    refused.push(await exchange(lost))
    const said = refused.map(({ status, body }) => [status, (body as { error: { code: string } }).error.code])
    expect(said).toEqual(Array.from({ length: 4 }, () => [401, 'wrong_code']))
  })

  it('W6: a code in an address signs nobody in', async () => {
    const code = await codeFor(await app.newCaller('installer'))
    for (const name of ['code', 'token', 'accessToken']) {
      const reply = await app.request(`GET /api/session?${name}=${code}`)
      expect([reply.status, cookieOf(reply)]).toEqual([400, ''])
    }
    expect((await exchange(code)).status).toBe(201)
  })

  it('a code proves no password: what asks for it asks again', async () => {
    const caller = await app.newCaller('installer')
    app.advance(11 * 60_000)
    const reply = await exchange(await codeFor(caller))
    const cookie = cookieOf(reply).split(';')[0] ?? ''
    const mine = (await caller.request('GET /api/me/sessions')).body as { sessions: { id: string }[] }
    const id = mine.sessions[0]?.id ?? ''
    const answer = await app.request(`DELETE /api/me/sessions/${id}`, { headers: { cookie } })
    expect([answer.status, answer.body]).toMatchObject([403, { error: { code: 'sign_in_again' } }])
  })

  it('the cookie of a frame is partitioned, and only where frames are allowed', async () => {
    const framed = cookieOf(await exchange(await codeFor(await app.newCaller('owner')), true))
    expect(framed).toMatch(/HttpOnly; Secure; SameSite=None; Partitioned|Partitioned/)
    expect(framed).toMatch(/SameSite=None/)
    expect(framed).toMatch(/Secure/)
    const code = await codeFor(await plain.newCaller('owner'))
    expect(cookieOf(await exchange(code, true, plain))).toMatch(/SameSite=Lax$/)
  })

  it('guesses are slowed down', async () => {
    await app.db.deleteFrom('attempt').execute()
    const answers: number[] = []
    for (let n = 0; n < 14; n += 1) answers.push((await exchange('y'.repeat(43))).status)
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
    expect(answers.at(-1)).toBe(429)
  })

  it('W6: whoever guesses does not hold up the right code, also behind the same address', async () => {
    const code = await codeFor(await app.newCaller('installer'))
    await app.db.deleteFrom('attempt').execute()
    for (let n = 0; n < 12; n += 1) await exchange('z'.repeat(43))
    expect((await exchange('z'.repeat(43))).status).toBe(429)
    expect((await exchange(code)).status).toBe(201)
    expect((await exchange('z'.repeat(43))).status).toBe(429)
  })
})
