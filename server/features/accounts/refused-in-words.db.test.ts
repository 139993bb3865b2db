import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Caller, type Reply, testApp } from '../../../tests/app.ts'
import {
  act,
  makeOrder,
  newOrder,
  type OrderAction,
  orderOf,
  stationFor,
} from '../../../tests/factories/work-orders.ts'
import { makeShare } from '../../../tests/factories/shares.ts'

const app = await testApp()
const chief = await app.asRole('installer')
const worker = await app.asRole('maintainer')
const stationId = await stationFor(app, chief)

type Said = { code?: string; needs?: string; message?: string }
const saidIn = (reply: Reply): Said => (reply.body as { error?: Said } | null)?.error ?? {}
const english = { 'accept-language': 'en' }

/** What the caller is told of an order's action that is not theirs. */
const refusedAt = async (caller: Caller, asked: OrderAction): Promise<Said> => {
  const { id } = await makeOrder(chief, stationId)
  const order = orderOf(await chief.request(`GET /api/orders/${id}`))
  return saidIn(await act(caller, order, asked))
}

describe('what forbids something is named, also where the route itself is open', () => {
  it('a step of an order names the permission that takes it', async () => {
    const given = { no: 1, handlerId: worker.accountId } as const
    expect(await refusedAt(worker, given)).toMatchObject({ code: 'forbidden', needs: 'om:order:dispatch' })
    const discard = { no: 16, reason: 'Wrong', confirmation: 'WO' } as const
    expect(await refusedAt(worker, discard)).toMatchObject({ needs: 'om:order:discard' })
    const named = await worker.request('POST /api/orders', {
      body: { ...newOrder(stationId), type: 'inspection', handlerId: worker.accountId },
    })
    expect(saidIn(named)).toMatchObject({ code: 'forbidden', needs: 'om:order:dispatch' })
  })

  it('at a station that is only shared to be looked at, that is said, and no permission is blamed', async () => {
    const guest = await app.asRole('installer', 'b')
    await makeShare(app.db, app.now(), { stationId, accountId: guest.accountId })
    const { message, needs } = await refusedAt(guest, { no: 1, handlerId: guest.accountId })
    expect(needs).toBeUndefined()
    expect(message).toContain('仅共享给您查看')
    const asked = await guest.request(`POST /api/stations/${stationId}/check-in`, {
      body: {},
      headers: english,
    })
    expect(saidIn(asked)).toMatchObject({ code: 'forbidden' })
    expect(saidIn(asked).message).toMatch(/shared with you to be looked at/)
  })

  it('who grants what they lack learns what they lack; nobody changes their own rights', async () => {
    const person = (role: string) => ({
      id: randomUUID(),
      account: `new-${role}`,
      name: 'New',
      password: 'a long enough phrase 1',
      role,
      companyId: chief.companyId,
    })
    const boss = await chief.request('POST /api/accounts', {
      body: person('administrator'),
      headers: english,
    })
    expect(saidIn(boss)).toMatchObject({ code: 'forbidden', message: 'Only an administrator can do this.' })
    const change = (id: string, body: object) =>
      chief.request(`PUT /api/accounts/${id}`, { body, headers: { ...english, 'if-match': '"1"' } })
    expect(saidIn(await change(chief.accountId, { disabled: true })).message).toMatch(/their own account/)
    expect(
      saidIn(await change(worker.accountId, { extraPermissions: ['device:upgrade:approve'] })),
    ).toMatchObject({ needs: 'device:upgrade:approve' })
  })
})
