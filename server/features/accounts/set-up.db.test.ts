import { describe, expect, it } from 'vitest'
import { accountRoutes } from '#contract/http/accounts.ts'
import { testApp } from '#tests/app.ts'
import { accountHandlers } from './account-routes.ts'
import { ensureSetupCode } from './set-up.ts'

const app = await testApp({ routes: accountRoutes, handlers: accountHandlers })
const { db } = app

const accounts = [
  'admin',
  'administrator',
  'root',
  'sunkeeper',
  'demo',
  'test',
  'user',
  'installer',
  'owner',
  'guest',
]
const suffixes = ['', '1', '12', '123', '1234', '12345', '123456', '@123', '!', '2024']
const stems = [
  'admin',
  'password',
  'sunkeeper',
  'changeme',
  'root',
  'default',
  'letmein',
  'solar',
  'demo',
  '',
]
const form = {
  account: 'first-one',
  name: '张三',
  password: 'velvet harbour seventeen',
  company: '第一家公司',
}

/** How a thousand known pairs are answered. */
const answersToKnown = async (): Promise<Record<string, number>> => {
  const answers: Record<string, number> = {}
  for (const stem of stems) {
    for (const suffix of suffixes) {
      const replies = await Promise.all(
        accounts.map((account) =>
          app.request('POST /api/session', { body: { account, password: `${stem}${suffix}` } }),
        ),
      )
      for (const { status, headers } of replies) {
        const answer = `${status}${headers.get('set-cookie') === null ? '' : ' with a session'}`
        answers[answer] = (answers[answer] ?? 0) + 1
      }
      // Without the limits, so that every pair is really tried.
      await db.deleteFrom('attempt').execute()
    }
  }
  return answers
}

const signIn = (password: string) =>
  app.request('POST /api/session', { body: { account: 'admin', password } })

describe('A10: a fresh installation', () => {
  it('A10: has no account, no working login among 1,000 known pairs, and says that it waits', async () => {
    expect(await db.selectFrom('account').select('id').execute()).toEqual([])
    expect((await app.request('GET /api/session')).body).toEqual({ person: null, setupNeeded: true })
    expect(await answersToKnown()).toEqual({ 401: 1000 })
  })

  it('A10: without a code nobody sets it up; guesses are slowed and the counter is in the database', async () => {
    const before = app.context.passwords.computed()
    const statuses: number[] = []
    for (let at = 0; at < 15; at += 1) {
      const reply = await app.request('POST /api/setup', { body: { ...form, code: `0000${at}` } })
      statuses.push(reply.status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403))
    expect(statuses.slice(10)).toEqual(Array(5).fill(429))
    expect(app.context.passwords.computed()).toBe(before)
    expect(
      await db.selectFrom('attempt').select('failures').where('key', 'like', 'code:%').execute(),
    ).toEqual([{ failures: 10 }])
    await db.deleteFrom('attempt').execute()
  })

  it('A10: the code is made anew at each start, kept as a hash, and an old one stops working', async () => {
    const [old, code] = [await ensureSetupCode(db, app.now()), await ensureSetupCode(db, app.now())]
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(code).not.toBe(old)
    expect(JSON.stringify(await db.selectFrom('installation').selectAll().execute())).not.toContain(
      code?.slice(0, 5),
    )
    expect((await app.request('POST /api/setup', { body: { ...form, code: old } })).status).toBe(403)
    expect(
      (await app.request('POST /api/setup', { body: { ...form, code, password: 'password12345678' } })).body,
    ).toMatchObject({
      error: { code: 'password_common', field: 'password' },
    })
  })

  it('A10: the code works once, however it is typed, even for ten at once', async () => {
    const code = (await ensureSetupCode(db, app.now())) ?? ''
    // Strangers who guess meanwhile hold nobody up who has the code.
    const guesses: number[] = []
    for (let at = 0; at < 14; at += 1)
      guesses.push((await app.request('POST /api/setup', { body: { ...form, code: `0000${at}` } })).status)
    expect(guesses.at(-1)).toBe(429)
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        app.request('POST /api/setup', { body: { ...form, account: `first-${at}`, code: typed } }),
      ),
    )
    // So many guesses at once may also be one too many.
    const others = replies.map(({ status }) => status).filter((status) => status !== 201)
    expect(others).toHaveLength(9)
    for (const status of others) expect([409, 429]).toContain(status)
    const won = replies.find(({ status }) => status === 201)
    expect(won?.body).toMatchObject({
      person: { roles: ['administrator'], permissions: ['*:*:*'], company: { name: '第一家公司' } },
    })
    const cookie = won?.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await app.request('GET /api/accounts', { headers: { cookie } })).status).toBe(200)
    expect(await db.selectFrom('account').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('installation').select('key').execute()).toEqual([])
  })

  it('A10: afterwards there is no code, and the installation says so', async () => {
    expect(await ensureSetupCode(db, app.now())).toBeNull()
    const reply = await app.request('POST /api/setup', { body: { ...form, code: 'ABCDE-ABCDE-ABCDE-ABCDE' } })
    expect([reply.status, reply.body]).toMatchObject([409, { error: { code: 'already_set_up' } }])
    expect((await app.request('GET /api/session')).body).toEqual({ person: null, setupNeeded: false })
  })

  it('A10: with its first administrator under the best known name, none of 1,000 known pairs opens it; their own does', async () => {
    await db.updateTable('account').set({ account: 'admin', account_key: 'admin' }).execute()
    expect((await signIn(form.password)).status).toBe(201)
    expect(await answersToKnown()).toEqual({ 401: 1000 })
    expect((await signIn(form.password)).status).toBe(201)
  })
})
