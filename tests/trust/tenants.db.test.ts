import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type AccountRole, permissions } from '#domain/accounts/permissions.ts'
import { record } from '#server/platform/audit/audit.ts'
import { type Caller, type Reply, testApp } from '../app.ts'
import { testPassword } from '../factories/accounts.ts'
import { makeStation } from '../factories/stations.ts'
import { acceptTestKeys, packageBytes } from '../factories/upgrades.ts'

const app = await testApp()
acceptTestKeys(app.context)
const bytes = await packageBytes()
const uploadBy = (caller: Caller, id: string): Promise<Reply> =>
  caller.request(`PUT /api/packages/${id}`, {
    raw: new Uint8Array(bytes),
    headers: { 'content-type': 'application/x-tar' },
  })
/** Somebody of no company who was granted every single code. */
const homeless = async (role: AccountRole): Promise<Caller> => {
  const caller = await app.newCaller(role, 'a', permissions)
  await app.db.updateTable('account').set({ company_id: null }).where('id', '=', caller.accountId).execute()
  return caller
}

describe('T4: a person without a company among things without a company', () => {
  it('T4: neither withdraws nor approves nor makes a package of the installation, and sees no other people’s', async () => {
    const administrator = await app.newCaller('administrator')
    const owner = await homeless('owner')
    const id = randomUUID()
    expect((await uploadBy(administrator, id)).status).toBe(200)
    const stateOf = async () =>
      (
        await app.db
          .selectFrom('firmware_package')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).state
    expect((await owner.request(`GET /api/packages/${id}`)).body).toMatchObject({
      package: { mayApprove: false },
    })
    expect((await owner.request(`POST /api/packages/${id}/approve`, { body: {} })).status).toBe(403)
    expect(
      (await owner.request(`POST /api/packages/${id}/withdraw`, { body: { remark: 'mine' } })).status,
    ).toBe(403)
    // The id of one that is there tells nothing, and nothing new becomes everybody's.
    for (const one of [id, randomUUID()]) expect((await uploadBy(owner, one)).status).toBe(403)
    expect(await stateOf()).toBe('uploaded')
    expect(await app.db.selectFrom('firmware_package').select('id').execute()).toEqual([{ id }])
  })

  it('T4: sees, changes and makes no webhook of the installation, and has no company’s log, rules or settings', async () => {
    const administrator = await app.newCaller('administrator')
    const owner = await homeless('owner')
    const made = await administrator.request('POST /api/webhooks', {
      body: {
        url: 'https://hooks.example.com/in',
        secret: 'a-long-secret-for-signing',
        events: ['alarm.raised'],
      },
    })
    const { webhook } = made.body as { webhook: { id: string } }
    expect((await owner.request('GET /api/webhooks')).body).toEqual({ webhooks: [], total: 0 })
    expect(
      (await owner.request(`PUT /api/webhooks/${webhook.id}`, { body: { enabled: false } })).status,
    ).toBe(404)
    expect((await owner.request(`DELETE /api/webhooks/${webhook.id}`)).status).toBe(404)
    const own = {
      url: 'https://hooks.example.com/mine',
      secret: 'a-long-secret-for-signing',
      events: ['alarm.raised'],
    }
    expect((await owner.request('POST /api/webhooks', { body: own })).status).toBe(404)
    expect((await owner.request('GET /api/audit')).body).toEqual({ entries: [], next: null })
    expect((await owner.request('GET /api/companies')).body).toMatchObject({ companies: [] })
    expect((await owner.request('GET /api/accounts')).body).toMatchObject({ accounts: [] })
    const settings = { autoDispatch: true, autoReview: true }
    expect((await owner.request('PUT /api/company/settings', { body: settings })).status).toBe(404)
  })
})

type Entry = { person: { id: string } | null; action: string; object: { kind: string; name: string } | null }
const logOf = async (caller: Caller): Promise<Entry[]> =>
  ((await caller.request('GET /api/audit')).body as { entries: Entry[] }).entries

const did = async (reply: Promise<Reply>): Promise<Record<string, { id: string; version: number }>> => {
  const { status, text, body } = await reply
  if (status >= 300) throw new Error(text)
  return body as Record<string, { id: string; version: number }>
}
const edits = async (caller: Caller) =>
  (await logOf(caller))
    .filter(({ action }) => action === 'station.edit')
    .map(({ object }) => object?.name ?? null)

describe('T7: somebody who acts for others', () => {
  it('T7: what an administrator of one company does for another stands in the log of the other, and in no third', async () => {
    const administrator = await app.newCaller('administrator', 'a')
    const [readsA, readsB] = [await app.newCaller('installer', 'a'), await app.newCaller('installer', 'b')]
    const companyId = app.companies.b
    const { account } = await did(
      administrator.request('POST /api/accounts', {
        body: {
          id: randomUUID(),
          account: 'person-of-b',
          name: 'Somebody of B',
          password: testPassword,
          role: 'maintainer',
          companyId,
        },
      }),
    )
    await did(administrator.request(`PUT /api/accounts/${account?.id}`, { body: { disabled: true } }))
    const hook = {
      url: 'https://hooks.example.com/b',
      secret: 'a-long-secret-for-signing',
      events: ['alarm.raised'],
    }
    const { webhook } = await did(
      administrator.request('POST /api/webhooks', { body: { ...hook, companyId } }),
    )
    await did(administrator.request(`PUT /api/webhooks/${webhook?.id}`, { body: { enabled: false } }))
    await did(administrator.request(`DELETE /api/webhooks/${webhook?.id}`))
    const stationId = await makeStation(app.db, app.now(), companyId)
    await did(
      administrator.request(`POST /api/stations/${stationId}/shares`, {
        body: { account: readsA.account, rights: 'view', untilAt: null },
      }),
    )
    // Of the installation alone: a third company and a package for all.
    await did(administrator.request('POST /api/companies', { body: { id: randomUUID(), name: 'Company C' } }))
    await did(uploadBy(administrator, randomUUID()))

    const mine = (entries: Entry[]) => entries.filter(({ person }) => person?.id === administrator.accountId)
    expect(mine(await logOf(readsA))).toEqual([])
    expect(
      mine(await logOf(readsB))
        .map(({ action }) => action)
        .sort(),
    ).toEqual([
      'account.change',
      'account.create',
      'station.share',
      'webhook.change',
      'webhook.create',
      'webhook.delete',
    ])
    expect(mine(await logOf(administrator)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['company.create', 'package.upload', 'account.create']),
    )
  })

  it('T7: who looks for what is not theirs stands in the log of their own company alone', async () => {
    const prying = await app.newCaller('installer', 'a')
    const [readsA, readsB] = [await app.newCaller('installer', 'a'), await app.newCaller('installer', 'b')]
    const stationId = await makeStation(app.db, app.now(), app.companies.b)
    expect((await prying.request(`GET /api/stations/${stationId}/log`)).status).toBe(404)
    const refusals = async (caller: Caller) =>
      ((await caller.request('GET /api/audit?refused=true')).body as { entries: Entry[] }).entries.filter(
        ({ person }) => person?.id === prying.accountId,
      )
    expect(await refusals(readsA)).toMatchObject([{ object: null }])
    expect(await refusals(readsB)).toEqual([])
  })

  it('T7: what has gone to another company since is not named in the log of the first', async () => {
    const administrator = await app.newCaller('administrator', 'a')
    const [readsA, readsB] = [await app.newCaller('installer', 'a'), await app.newCaller('installer', 'b')]
    const stationId = await makeStation(app.db, app.now(), app.companies.a)
    const entry = {
      at: app.now(),
      action: 'station.edit',
      objectKind: 'station',
      objectId: stationId,
      result: 'done',
    } as const
    await record(app.db, { ...entry, accountId: administrator.accountId })
    await app.db
      .updateTable('station')
      .set({ company_id: app.companies.b, name: 'Renamed at B' })
      .where('id', '=', stationId)
      .execute()
    await record(app.db, { ...entry, accountId: administrator.accountId })
    expect(await edits(readsA)).toEqual([null])
    expect(await edits(readsB)).toEqual(['Renamed at B'])
  })
})
