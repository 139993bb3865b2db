import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accountRoutes } from '#contract/http/accounts.ts'
import { accountRoles, permissions, wildcard } from '#domain/accounts/permissions.ts'
import type { Caller, Reply } from '#tests/app.ts'
import { testApp } from '#tests/app.ts'
import { makeAccount, testPassword } from '#tests/factories/accounts.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { accountHandlers } from './account-routes.ts'
import { changeAccount } from './change-account.ts'
import { openSession, SESSION_IDLE_MS, SESSION_LONGEST_MS } from './session-store.ts'
import { SESSIONS_MAX } from '#domain/accounts/limits.ts'
import type { Who } from './who.ts'

const app = await testApp({ routes: accountRoutes, handlers: accountHandlers })
const installer = await app.asRole('installer')
const administrator = await app.asRole('administrator')
const day = 24 * 3_600_000

const codeOf = (reply: Reply): string => (reply.body as { error: { code: string } }).error.code
const person = (more: object = {}) => ({
  id: randomUUID(),
  account: `new-${randomUUID().slice(0, 8)}`,
  name: '王 芳',
  password: testPassword,
  role: 'maintainer',
  companyId: app.companies.a,
  ...more,
})
const change = (by: Caller, id: string, body: object, version = 1): Promise<Reply> =>
  by.request(`PUT /api/accounts/${id}`, { body, headers: { 'if-match': `"${version}"` } })
const someone = async (
  role: (typeof accountRoles)[number] = 'maintainer',
  extra: string[] = [],
  companyId = app.companies.a,
) => (await makeAccount(app.db, app.now(), { role, companyId, passwordHash: app.passwordHash, extra })).id
const rightsOf = (id: string) =>
  app.db
    .selectFrom('account')
    .select(['role', 'extra_permissions'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('adding people', () => {
  it('an installer adds people of the own company, who can sign in', async () => {
    const given = person()
    const reply = await installer.request('POST /api/accounts', { body: given })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      account: { id: given.id, role: 'maintainer', company: { id: app.companies.a }, version: 1 },
    })
    expect(reply.text).not.toContain('argon2')
    const { account, password } = given
    expect((await app.request('POST /api/session', { body: { account, password } })).status).toBe(201)
    const audit = await app.db.selectFrom('audit').selectAll().where('object_id', '=', given.id).execute()
    expect(audit).toMatchObject([
      { action: 'account.create', result: 'done', account_id: installer.accountId },
    ])
    expect(JSON.stringify(audit)).not.toContain(testPassword)
  })

  it('refuses a taken name however it is written, a weak password and a name of another form', async () => {
    const taken = installer.account.toUpperCase()
    expect(codeOf(await installer.request('POST /api/accounts', { body: person({ account: taken }) }))).toBe(
      'account_taken',
    )
    expect(codeOf(await installer.request('POST /api/accounts', { body: person({ account: 'a b' }) }))).toBe(
      'account_format',
    )
    expect(
      codeOf(await installer.request('POST /api/accounts', { body: person({ password: 'short' }) })),
    ).toBe('password_too_short')
    expect(
      codeOf(await installer.request('POST /api/accounts', { body: person({ id: installer.accountId }) })),
    ).toBe('invalid_input')
    expect(codeOf(await installer.request('POST /api/accounts', { body: person({ companyId: null }) }))).toBe(
      'required',
    )
  })

  it('Z8: an installer names owners, installers and maintainers, never an administrator', async () => {
    const statuses = await Promise.all(
      accountRoles.map(async (role) => [
        role,
        (await installer.request('POST /api/accounts', { body: person({ role }) })).status,
      ]),
    )
    expect(Object.fromEntries(statuses)).toEqual({
      owner: 201,
      installer: 201,
      maintainer: 201,
      administrator: 403,
    })
  })

  it('Z3: a company in the body is no way into another one', async () => {
    const reply = await installer.request('POST /api/accounts', {
      body: person({ companyId: app.companies.b }),
    })
    expect(reply.status).toBe(404)
    expect(
      (await administrator.request('POST /api/accounts', { body: person({ companyId: app.companies.b }) }))
        .status,
    ).toBe(201)
  })

  it('lists the own company page by page, everybody for an administrator', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const reply: Reply = await installer.request(
        `GET /api/accounts?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      const page = reply.body as { accounts: { id: string; company: { id: string } }[]; next: string | null }
      expect(page.accounts.length).toBeLessThanOrEqual(2)
      expect(page.accounts.every((one) => one.company.id === app.companies.a)).toBe(true)
      seen.push(...page.accounts.map((one) => one.id))
      cursor = page.next
    }
    const own = await app.db
      .selectFrom('account')
      .select('id')
      .where('company_id', '=', app.companies.a)
      .execute()
    expect([...new Set(seen)].sort()).toEqual(own.map(({ id }) => id).sort())
    const all = (await administrator.request('GET /api/accounts')).body as { accounts: object[] }
    expect(all.accounts.length).toBeGreaterThan(own.length)
    for (const forged of [
      'x',
      'W10',
      Buffer.from('["a","b"]').toString('base64url'),
      Buffer.from('[1]').toString('base64url'),
    ]) {
      expect([forged, (await installer.request(`GET /api/accounts?cursor=${forged}`)).status]).toEqual([
        forged,
        400,
      ])
    }
  })

  it('a company added again, since the answer was lost, is there once; another under its id is refused', async () => {
    const one = { id: randomUUID(), name: 'Told twice' }
    const add = (body: typeof one) => administrator.request('POST /api/companies', { body })
    const first = await add(one)
    app.advance(1000)
    const again = await add(one)
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect((await add({ ...one, name: 'Another' })).status).toBe(400)
    const told = await app.owner.query('SELECT 1 FROM audit WHERE object_id = $1', [one.id])
    expect(told.rows).toHaveLength(1)
    await app.owner.query('DELETE FROM company WHERE id = $1', [one.id])
  })

  it('lists companies page by page, the own one alone for an installer', async () => {
    const body = { id: randomUUID(), name: '第三家' }
    expect((await administrator.request('POST /api/companies', { body })).status).toBe(201)
    const first = (await administrator.request('GET /api/companies?limit=2')).body as {
      companies: { id: string }[]
      next: string
    }
    const second = (await administrator.request(`GET /api/companies?limit=2&cursor=${first.next}`))
      .body as typeof first
    expect([...first.companies, ...second.companies].map(({ id }) => id).sort()).toEqual(
      [app.companies.a, app.companies.b, body.id].sort(),
    )
    expect(second.next).toBeNull()
    expect((await installer.request('GET /api/companies')).body).toMatchObject({
      companies: [{ id: app.companies.a }],
      next: null,
    })
    expect((await installer.request('POST /api/companies', { body })).status).toBe(403)
  })

  it('a company says how many stations stand in it, and how many people can sign in', async () => {
    const { a } = app.companies
    type Counted = { companies: { id: string; stations: number; people: number }[] }
    const counts = async (): Promise<Counted['companies'][number] | undefined> =>
      ((await administrator.request('GET /api/companies')).body as Counted).companies.find(
        ({ id }) => id === a,
      )
    const before = await counts()
    const gone = await makeStation(app.db, app.now(), a)
    await makeStation(app.db, app.now(), a)
    await makeStation(app.db, app.now(), app.companies.b)
    await app.db
      .updateTable('station')
      .set({ deleted_at: new Date(app.now()) })
      .where('id', '=', gone)
      .execute()
    const left = await someone()
    await someone()
    await app.db
      .updateTable('account')
      .set({ disabled_at: new Date(app.now()) })
      .where('id', '=', left)
      .execute()
    expect(await counts()).toMatchObject({
      stations: (before?.stations ?? 0) + 1,
      people: (before?.people ?? 0) + 1,
    })
  })
})

describe('Z8: changing rights', () => {
  it('Z8: an installer grants out of what they hold and nothing else', async () => {
    const id = await someone()
    const granted: string[] = []
    for (const code of [...permissions, wildcard]) {
      const { version } = await app.db
        .selectFrom('account')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if ((await change(installer, id, { extraPermissions: [code] }, version)).status === 200)
        granted.push(code)
    }
    const me = (await installer.request('GET /api/session')).body as { person: { permissions: string[] } }
    expect(granted.sort()).toEqual([...me.person.permissions].sort())
  })

  it.each(['*', '*:*', 'station:*:*', ' *:*:*', '*:*:*\u200B', 'STATION:STATION:VIEW', 'made:up:code'])(
    'Z8: not even an administrator can grant %j',
    async (code) => {
      const id = await someone()
      expect((await change(administrator, id, { extraPermissions: [code] })).status).toBe(400)
      expect((await rightsOf(id)).extra_permissions).toEqual([])
    },
  )

  it('Z8: nobody raises themselves, and nobody reaches up', async () => {
    const boss = await someone('administrator')
    const entrusted = await someone('maintainer', ['device:upgrade:approve'])
    for (const [id, body] of [
      [installer.accountId, { role: 'administrator' }],
      [installer.accountId, { extraPermissions: ['company:company:create'] }],
      [administrator.accountId, { extraPermissions: [] }],
      [boss, { disabled: true }],
      [boss, { role: 'owner' }],
      [entrusted, { disabled: true }],
      [await someone(), { role: 'administrator' }],
    ] as const) {
      const before = await rightsOf(id)
      const by = id === administrator.accountId ? administrator : installer
      expect((await change(by, id, body)).status).toBe(403)
      expect(await rightsOf(id)).toEqual(before)
    }
  })

  it('Z8: a maintainer who may manage people cannot make an installer', async () => {
    const manager = await app.newCaller('maintainer', 'a', ['company:people:manage'])
    expect(
      (await manager.request('POST /api/accounts', { body: person({ role: 'installer' }) })).status,
    ).toBe(403)
    expect(
      (await manager.request('POST /api/accounts', { body: person({ role: 'maintainer' }) })).status,
    ).toBe(201)
  })

  it('Z18: a right that is taken away is gone at the next request', async () => {
    const worker = await app.newCaller('maintainer', 'a', ['company:people:manage'])
    expect((await worker.request('GET /api/accounts')).status).toBe(200)
    expect((await change(administrator, worker.accountId, { extraPermissions: [] })).status).toBe(200)
    expect((await worker.request('GET /api/accounts')).status).toBe(403)
  })

  it('needs the version last seen; a stale one gets the present state', async () => {
    const id = await someone()
    const first = await change(administrator, id, { extraPermissions: ['device:control:send'] })
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"'])
    const stale = await change(administrator, id, { role: 'owner' })
    expect(stale.status).toBe(412)
    expect(stale.body).toMatchObject({
      error: { current: { version: 2, extraPermissions: ['device:control:send'] } },
    })
  })

  it('the last administrator cannot be taken out, not even by one who was let in just before being disabled', async () => {
    const { one, two } = await twoAdministrators()
    expect((await change(one, two.accountId, { disabled: true })).status).toBe(200)
    const who: Who = {
      accountId: two.accountId,
      name: '',
      role: 'administrator',
      permissions: [wildcard],
      companyId: null,
      sessionId: randomUUID(),
      managedStations: [],
      provenAt: 0,
    }
    const call = { context: app.context, now: app.now(), ip: '127.0.0.1', requestId: 'test', who, ifMatch: 1 }
    for (const body of [{ disabled: true }, { role: 'owner' as const }]) {
      await expect(changeAccount(call, one.accountId, body)).rejects.toMatchObject({ code: 'wrong_state' })
    }
    expect(await rightsOf(one.accountId)).toMatchObject({ role: 'administrator' })
  })
})

/** Leaves exactly two administrators, both signed in. */
const twoAdministrators = async () => {
  const one = await app.newCaller('administrator')
  const two = await app.newCaller('administrator')
  await app.db
    .updateTable('account')
    .set({ disabled_at: new Date(app.now()) })
    .where('role', '=', 'administrator')
    .where('id', 'not in', [one.accountId, two.accountId])
    .execute()
  return { one, two }
}

describe('A6: sessions end', () => {
  it('A6: signing out ends this session alone', async () => {
    const me = await app.newCaller('owner')
    const reply = await app.request('POST /api/session', {
      body: { account: me.account, password: testPassword },
    })
    const second = { cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
    const out = await me.request('DELETE /api/session')
    expect(out.headers.get('set-cookie')).toMatch(/^sunkeeper=; Max-Age=0/)
    expect((await me.request('GET /api/me/sessions')).status).toBe(401)
    expect((await app.request('GET /api/me/sessions', { headers: second })).status).toBe(200)
  })

  it('A6: a disabled account is out at the next request, cannot sign in, and is told like an unknown one', async () => {
    const boss = await app.newCaller('installer')
    const worker = await app.newCaller('maintainer')
    const told: string[] = []
    const stop = app.context.accountChanged.listen((id) => told.push(id))
    expect((await change(boss, worker.accountId, { disabled: true })).status).toBe(200)
    stop()
    expect(told).toEqual([worker.accountId])
    expect((await worker.request('GET /api/me/sessions')).status).toBe(401)
    const body = { account: worker.account, password: testPassword }
    expect(codeOf(await app.request('POST /api/session', { body }))).toBe('wrong_credentials')
    expect((await change(boss, worker.accountId, { disabled: false }, 2)).status).toBe(200)
    expect((await worker.request('GET /api/me/sessions')).status).toBe(401)
    expect((await app.request('POST /api/session', { body })).status).toBe(201)
  })

  it('A6: a new password ends all other sessions and gives this browser a new one', async () => {
    const me = await app.newCaller('owner')
    const other = await app.request('POST /api/session', {
      body: { account: me.account, password: testPassword },
    })
    const wrong = await me.request('PUT /api/me/password', {
      body: { present: 'not the present one', next: 'quiet-lantern-58-amber' },
    })
    expect([wrong.status, codeOf(wrong)]).toEqual([401, 'wrong_credentials'])
    const reply = await me.request('PUT /api/me/password', {
      body: { present: testPassword, next: 'quiet-lantern-58-amber' },
    })
    expect(reply.status).toBe(200)
    const cookies = [
      me.cookie,
      other.headers.get('set-cookie')?.split(';')[0] ?? '',
      reply.headers.get('set-cookie')?.split(';')[0] ?? '',
    ]
    const statuses = await Promise.all(
      cookies.map(
        async (cookie) => (await app.request('GET /api/me/sessions', { headers: { cookie } })).status,
      ),
    )
    expect(statuses).toEqual([401, 401, 200])
  })

  it('lists my sessions and ends one; a stranger’s is not there', async () => {
    const [me, stranger] = [await app.newCaller('owner'), await app.newCaller('owner')]
    await app.request('POST /api/session', {
      body: { account: me.account, password: testPassword },
      headers: { 'user-agent': 'Phone' },
    })
    const { sessions } = (await me.request('GET /api/me/sessions')).body as {
      sessions: { id: string; browser: string; current: boolean }[]
    }
    expect(sessions.map(({ browser, current }) => [browser, current]).sort()).toEqual([
      ['Phone', false],
      ['test', true],
    ])
    const phone = sessions.find(({ current }) => !current)?.id ?? ''
    expect((await stranger.request(`DELETE /api/me/sessions/${phone}`)).status).toBe(404)
    expect((await me.request(`DELETE /api/me/sessions/${phone}`)).status).toBe(200)
    expect((await me.request(`DELETE /api/me/sessions/${phone}`)).status).toBe(404)
  })

  it('keeps a hundred sessions of one account; one more ends that which was heard of longest ago', async () => {
    const [me, stranger] = [await app.newCaller('owner'), await app.newCaller('owner')]
    const statusOf = async (cookie: string): Promise<number> =>
      (await app.request('GET /api/me/sessions', { headers: { cookie } })).status
    app.advance(1_000)
    const { token } = await openSession(app.db, app.now(), { accountId: me.accountId, browser: 'second' })
    for (let no = 2; no < SESSIONS_MAX; no += 1) {
      app.advance(1_000)
      await openSession(app.db, app.now(), { accountId: me.accountId, browser: 'more' })
    }
    const before = (await me.request('GET /api/me/sessions')).body as { sessions: unknown[] }
    expect(before.sessions).toHaveLength(SESSIONS_MAX)
    // Whoever has just been heard of stays.
    await openSession(app.db, app.now(), { accountId: me.accountId, browser: 'last' })
    expect([await statusOf(me.cookie), await statusOf(`sunkeeper=${token}`)]).toEqual([200, 401])
    expect(await statusOf(stranger.cookie)).toBe(200)
    const { sessions } = (await me.request('GET /api/me/sessions')).body as { sessions: unknown[] }
    expect(sessions).toHaveLength(SESSIONS_MAX)
  })

  it('A7: the server ends a session after 14 idle days and after 90 days at most', async () => {
    const idle = await app.newCaller('owner')
    const busy = await app.newCaller('owner')
    const began = app.now()
    while (app.now() - began < SESSION_IDLE_MS) {
      expect((await busy.request('GET /api/me/sessions')).status).toBe(200)
      app.advance(7 * day)
    }
    expect((await idle.request('GET /api/me/sessions')).status).toBe(401)
    while (app.now() - began < SESSION_LONGEST_MS) {
      expect((await busy.request('GET /api/me/sessions')).status).toBe(200)
      app.advance(7 * day)
    }
    expect((await busy.request('GET /api/me/sessions')).status).toBe(401)
  })

  it('notes at most once a minute that a session was seen', async () => {
    const me = await app.newCaller('owner')
    const seen = async (): Promise<number> =>
      (
        await app.db
          .selectFrom('session')
          .select('last_seen_at')
          .where('account_id', '=', me.accountId)
          .executeTakeFirstOrThrow()
      ).last_seen_at
    const began = app.now()
    app.advance(59_000)
    await me.request('GET /api/session')
    expect(await seen()).toBe(began)
    app.advance(1_000)
    await me.request('GET /api/session')
    expect(await seen()).toBe(began + 60_000)
  })
})

describe('my own data', () => {
  it('name and language change, rights do not', async () => {
    const me = await app.newCaller('owner')
    const reply = await me.request('PUT /api/me', { body: { name: ' 李 雷 ', language: 'en' } })
    expect(reply.body).toMatchObject({ person: { name: '李 雷', language: 'en', roles: ['owner'] } })
    for (const field of ['role', 'roles', 'permissions', 'companyId', 'account', 'id']) {
      expect((await me.request('PUT /api/me', { body: { [field]: 'administrator' } })).status).toBe(400)
    }
    for (const name of ['', '   ', 'x'.repeat(61), 'a\u202Eb', 'a\u0007b']) {
      expect([name, (await me.request('PUT /api/me', { body: { name } })).status]).toEqual([name, 400])
    }
  })
})

const granters = async (by: Caller, permission: string): Promise<string[]> => {
  const reply = await by.request(`GET /api/me/granters?permission=${permission}`)
  return (reply.body as { people: { role: string }[] }).people.map(({ role }) => role)
}
const names = async (by: Caller): Promise<string> =>
  (await by.request('GET /api/me/granters?permission=device:device:edit')).text

describe('a permission that is missing', () => {
  it('is named in the answer, with the people who can give it: of the own company, else administrators', async () => {
    const maintainer = await app.asRole('maintainer')
    const refused = await maintainer.request('POST /api/accounts', { body: person() })
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({
      error: { needs: 'company:people:manage', message: '您的账号没有“管理人员”的权限。' },
    })
    expect(await granters(maintainer, 'device:device:edit')).toContain('installer')
    // What no installer holds none of them can give.
    expect(new Set(await granters(maintainer, 'system:webhook:edit'))).toEqual(new Set(['administrator']))
    expect((await maintainer.request('GET /api/me/granters?permission=all')).status).toBe(400)
    const { name } = await app.db
      .selectFrom('account')
      .select('name')
      .where('id', '=', installer.accountId)
      .executeTakeFirstOrThrow()
    expect(await names(maintainer)).toContain(name)
    expect(await names(await app.asRole('maintainer', 'b'))).not.toContain(name)
  })
})
