import { beforeEach, describe, expect, it } from 'vitest'
import { type AccountRole, permissions } from '#domain/accounts/permissions.ts'
import { type Caller, type Reply, testApp } from '#tests/app.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import { renewPassword } from './let-in.ts'

const app = await testApp()
const next = 'quiet-lantern-58-amber'
const installer = await app.newCaller('installer')
beforeEach(() => app.db.deleteFrom('attempt').execute())

const codeOf = (reply: Reply): string => (reply.body as { error: { code: string } }).error.code
const give = (by: Caller, to: Pick<Caller, 'accountId'>, password = next): Promise<Reply> =>
  by.request(`PUT /api/accounts/${to.accountId}/password`, { body: { password } })
const signIn = async (account: string, password: string): Promise<number> =>
  (await app.request('POST /api/session', { body: { account, password } })).status
const entriesOf = (accountId: string) =>
  app.db
    .selectFrom('audit')
    .select(['action', 'result', 'account_id', 'company_id', 'detail'])
    .where('object_id', '=', accountId)
    .where('action', '=', 'account.set-password')
    .execute()
const isOut = async (person: Caller): Promise<boolean> =>
  (await person.request('GET /api/me/sessions')).status === 401

describe('a password that is forgotten', () => {
  it('A6: whoever manages people gives a new one: all sessions and streams of the person end, and the old one is worth nothing', async () => {
    const worker = await app.newCaller('maintainer')
    const other = await app.newCaller('maintainer')
    await app.request('POST /api/session', { body: { account: worker.account, password: testPassword } })
    const told: string[] = []
    const stop = app.context.accountChanged.listen((id) => told.push(id))
    expect((await give(installer, worker)).status).toBe(200)
    stop()
    expect(told).toEqual([worker.accountId])
    const left = await app.db
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', worker.accountId)
      .execute()
    expect([await isOut(worker), left, await isOut(other)]).toEqual([true, [], false])
    expect([await signIn(worker.account, testPassword), await signIn(worker.account, next)]).toEqual([
      401, 201,
    ])
    const entries = await entriesOf(worker.accountId)
    expect(entries).toMatchObject([
      { result: 'done', account_id: installer.accountId, company_id: app.companies.a },
    ])
    expect(JSON.stringify(entries)).not.toContain(next)
  })

  it('what wrong tries have brought about is lifted: at the sign-in, and for the present password', async () => {
    const worker = await app.newCaller('maintainer')
    for (let no = 0; no < 12; no += 1) {
      await signIn(worker.account, `wrong ${no}`)
      await worker.request('POST /api/session/confirm', { body: { password: `wrong ${no}` } })
    }
    expect(await signIn(worker.account, testPassword)).toBe(429)
    expect((await give(installer, worker)).status).toBe(200)
    // The address has guessed, too, and waits.
    app.advance(3_600_000)
    await installer.request('POST /api/session/confirm', { body: { password: testPassword } })
    const reply = await app.request('POST /api/session', {
      body: { account: worker.account, password: next },
    })
    expect(reply.status).toBe(201)
    const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
    const body = { present: next, next: 'another-violet-anchor-94' }
    expect((await app.request('PUT /api/me/password', { body, headers: { cookie } })).status).toBe(200)
  })

  it.each([
    ['owner', ['owner']],
    ['installer', ['owner', 'installer', 'maintainer']],
    ['maintainer', ['maintainer']],
    ['administrator', ['owner', 'installer', 'maintainer', 'administrator']],
  ] as const)('Z8: nobody gives one to somebody who holds more: %s', async (role, reached) => {
    const by = await app.newCaller(role, 'a', ['company:people:manage'])
    const given: AccountRole[] = []
    for (const to of ['owner', 'installer', 'maintainer', 'administrator'] as const) {
      const person = await app.newCaller(to)
      const { status } = await give(by, person)
      if (status === 200) given.push(to)
      expect([to, status, await isOut(person)]).toEqual([to, status === 200 ? 200 : 403, status === 200])
    }
    expect(given).toEqual(reached)
  })

  it('Z8: a permission beside the role counts as well', async () => {
    const entrusted = await app.newCaller('maintainer', 'a', ['device:upgrade:approve'])
    const refused = await give(installer, entrusted)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'forbidden'])
    expect([await isOut(entrusted), await signIn(entrusted.account, testPassword)]).toEqual([false, 201])
    expect((await give(await app.newCaller('administrator'), entrusted)).status).toBe(200)
  })

  it('A11: nobody gives one to somebody of another company, to whom no company is in common, or without the right to manage people', async () => {
    const theirs = await app.newCaller('maintainer', 'b')
    const worker = await app.newCaller('maintainer')
    const homeless = await app.newCaller(null, 'a', permissions)
    const alone = await app.newCaller(null)
    for (const [by, to, status] of [
      [installer, theirs, 404],
      [homeless, alone, 404],
      [homeless, worker, 404],
      [worker, await app.newCaller('maintainer'), 403],
    ] as const) {
      expect([(await give(by, to)).status, await isOut(to), await entriesOf(to.accountId)]).toEqual([
        status,
        false,
        [],
      ])
    }
    expect((await give(await app.newCaller('administrator'), theirs)).status).toBe(200)
  })

  it('A11: nobody gives one to themselves: the own is changed with the present one alone', async () => {
    for (const role of ['installer', 'administrator'] as const) {
      const me = await app.newCaller(role)
      const reply = await give(me, me)
      expect([reply.status, reply.body]).toMatchObject([
        403,
        { error: { code: 'forbidden', message: '自己的密码请在“我的”中凭当前密码修改。' } },
      ])
      expect([await isOut(me), await signIn(me.account, testPassword)]).toEqual([false, 201])
    }
  })

  it('a disabled account is enabled before it is given one', async () => {
    const gone = await app.newCaller('maintainer')
    const disabled_at = new Date(app.now())
    await app.db.updateTable('account').set({ disabled_at }).where('id', '=', gone.accountId).execute()
    const reply = await give(installer, gone)
    expect([reply.status, codeOf(reply)]).toEqual([409, 'wrong_state'])
    expect(await entriesOf(gone.accountId)).toEqual([])
  })
})

describe('on the machine', () => {
  it('whom nobody is left to give one to gets a new one: the old one and all sessions end, and it is noted', async () => {
    const last = await app.newCaller('administrator')
    const hash = await app.context.passwords.hash(next)
    expect(await renewPassword(app.db, app.now(), 'nobody-of-that-name', hash)).toBe(false)
    expect(await renewPassword(app.db, app.now(), last.account.toUpperCase(), hash)).toBe(true)
    expect(await isOut(last)).toBe(true)
    expect([await signIn(last.account, testPassword), await signIn(last.account, next)]).toEqual([401, 201])
    expect(await entriesOf(last.accountId)).toMatchObject([{ result: 'done', account_id: null }])
  })
})
