import { describe, expect, it } from 'vitest'
import { testApp } from '#tests/app.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import { readDescription } from '#tests/trust/described.ts'

const app = await testApp()
const administrator = await app.asRole('administrator')

type Answer = { status: number; code: string | undefined; field: string | undefined }
const answerOf = ({ status, body }: { status: number; body: unknown }): Answer => {
  const { error } = body as { error?: { code: string; field?: string } }
  return { status, code: error?.code, field: error?.field }
}

const newAccount = (account: string, password: string) => ({
  id: crypto.randomUUID(),
  account,
  name: 'Anna',
  password,
  role: 'installer',
  companyId: app.companies.a,
})
const signIn = async (account: string, password: string): Promise<number> =>
  (await app.request('POST /api/session', { body: { account, password } })).status

describe('A3: a new password', () => {
  const refused = [
    ['fjord-kestrel8', 'password_too_short'],
    ['🌞🦉🪴🧭🛶🎻🪁', 'password_too_short'],
    ['passwordpassword', 'password_common'],
    ['ｐａｓｓｗｏｒｄ12345678', 'password_common'],
    ['administrator123', 'password_common'],
  ] as const

  it('A3: the calls that set one are these', async () => {
    const setting = (await readDescription(app)).flatMap(({ key, codes }) =>
      Object.values(codes).some((some) => some.includes('password_common')) ? [key] : [],
    )
    expect(setting.toSorted()).toEqual([
      'POST /api/accounts',
      'POST /api/setup',
      'PUT /api/accounts/{accountId}/password',
      'PUT /api/me/password',
    ])
  })

  it.each(refused)('A3: no call takes %s', async (password, code) => {
    const person = await app.newCaller('installer')
    const setup = { code: 'any', account: 'first-one', name: 'A', password, company: 'C' }
    const replies = [
      ['password', await app.request('POST /api/setup', { body: setup })],
      [
        'password',
        await administrator.request('POST /api/accounts', { body: newAccount('short-one', password) }),
      ],
      [
        'password',
        await administrator.request(`PUT /api/accounts/${person.accountId}/password`, { body: { password } }),
      ],
      [
        'next',
        await person.request('PUT /api/me/password', { body: { present: testPassword, next: password } }),
      ],
    ] as const
    for (const [field, reply] of replies) expect(answerOf(reply)).toMatchObject({ status: 400, code, field })
    expect(await signIn('short-one', password)).toBe(401)
    // It is still the old one.
    const body = { password: testPassword }
    expect((await person.request('POST /api/session/confirm', { body })).status).toBe(200)
  })

  it('A3: all of it counts, far beyond the 72 bytes of others, and any spelling of the same characters is it', async () => {
    const long =
      'quartz heron under the old bridge counts nine grey boats, seven ropes, two lanterns and a harbour cat Ⅳ-ｋ'
    expect(Buffer.byteLength(long)).toBeGreaterThan(100)
    const made = await administrator.request('POST /api/accounts', { body: newAccount('long-one', long) })
    expect(made.status).toBe(201)
    for (const wrong of [long.slice(0, 72), `${long.slice(0, -1)}l`, long.slice(0, -1), `${long} `])
      expect([wrong, await signIn('long-one', wrong)]).toEqual([wrong, 401])
    expect(await signIn('long-one', long)).toBe(201)
    expect(await signIn('long-one', long.replace('Ⅳ-ｋ', 'IV-k'))).toBe(201)
  })
})
