import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type AccountRole, permissions } from '#domain/accounts/permissions.ts'
import { type Caller, type Reply, testApp } from '../app.ts'
import { acceptTestKeys, packageBytes } from '../factories/upgrades.ts'

const app = await testApp()
acceptTestKeys(app.kitchen)
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
    expect((await owner.request('GET /api/webhooks')).body).toEqual({ webhooks: [] })
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
