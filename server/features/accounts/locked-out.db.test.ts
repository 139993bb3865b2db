import { beforeEach, describe, expect, it } from 'vitest'
import { accountKey } from '#domain/accounts/account-key.ts'
import { testApp } from '#tests/app.ts'
import { testPassword } from '#tests/factories/accounts.ts'
import { deviceOf } from './device-cookie.ts'
import { LET_IN_MS, letIn } from './let-in.ts'

const app = await testApp({ settings: { trustProxy: true } as never })
const person = await app.newCaller('administrator')
const signIn = (from: string, account: string, password: string, cookie?: string) =>
  app.request('POST /api/session', {
    body: { account, password },
    headers: { 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) },
  })
const deviceCookie = (reply: Awaited<ReturnType<typeof signIn>>): string =>
  reply.headers
    .getSetCookie()
    .find((one) => one.startsWith('sunkeeper-device='))
    ?.split(';')[0] ?? ''
/** Strangers from many addresses, until nothing is tried any more. */
const guess = async (account: string): Promise<void> => {
  for (let n = 0; n < 12; n += 1) await signIn(`203.0.113.${n}`, account, 'not the password at all')
}
beforeEach(() => app.db.deleteFrom('attempt').execute())

describe('T6: strangers who guess', () => {
  it('T6: keep no browser out that has signed in before, and every other one still', async () => {
    const cookie = deviceCookie(await signIn('198.51.100.1', person.account, testPassword))
    await guess(person.account)
    expect((await signIn('198.51.100.1', person.account, testPassword)).status).toBe(429)
    // From a new address, and from one that guessed.
    expect((await signIn('203.0.113.1', person.account, testPassword, cookie)).status).toBe(201)
  })

  it('T6: a mark of another account, of another installation or changed is none; after few wrong tries it is none too', async () => {
    const other = await app.newCaller('installer')
    const cookie = deviceCookie(await signIn('198.51.100.1', person.account, testPassword))
    // Of the same name and password, at another installation of the same build.
    const foreign = await testApp()
    const twin = await foreign.newCaller('administrator')
    const key = accountKey(person.account)
    await foreign.db
      .updateTable('account')
      .set({ account: person.account, account_key: key })
      .where('id', '=', twin.accountId)
      .execute()
    const there = { body: { account: person.account, password: testPassword } }
    const elsewhere = deviceCookie(await foreign.request('POST /api/session', there))
    expect(elsewhere).toMatch(/^sunkeeper-device=\d{13}-/)
    expect(await deviceOf(foreign.db, foreign.now(), key, elsewhere.split('=')[1] ?? '')).not.toBeNull()
    await guess(person.account)
    const changed = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`
    for (const one of [
      deviceCookie(await signIn('198.51.100.2', other.account, testPassword)),
      changed.replace(/.(?=.{20}$)/, (char) => (char === 'x' ? 'y' : 'x')),
      elsewhere,
      'sunkeeper-device=1.2.3',
      'sunkeeper-device=',
    ])
      expect([one, (await signIn('198.51.100.3', person.account, testPassword, one)).status]).toEqual([
        one,
        429,
      ])
    // Whoever holds the mark guesses ten times at most, and never without delay.
    let tried = 0
    for (let n = 0; n < 30; n += 1) {
      app.advance(3_600_000)
      const reply = await signIn('198.51.100.9', person.account, 'not the password at all', cookie)
      if (reply.status === 401) tried += 1
    }
    const failures = await app.db.selectFrom('attempt').select(['key', 'failures']).execute()
    expect(failures.find(({ key }) => key.startsWith('device:'))?.failures).toBe(10)
    expect(tried).toBeGreaterThan(10)
    expect(
      Math.max(...failures.filter(({ key }) => key.startsWith('account:')).map((row) => row.failures)) + 10,
    ).toBeLessThanOrEqual(100)
  })

  it('T6: two people of one browser both keep their mark', async () => {
    const other = await app.newCaller('installer')
    const first = deviceCookie(await signIn('198.51.100.1', person.account, testPassword))
    const both = deviceCookie(await signIn('198.51.100.1', other.account, testPassword, first))
    for (const account of [person.account, other.account]) {
      await guess(account)
      expect([account, (await signIn('198.51.100.1', account, testPassword, both)).status]).toEqual([
        account,
        201,
      ])
    }
  })

  it('T6: do not keep out whom the machine lets in, who needs the password all the same, once and for a quarter of an hour', async () => {
    await guess(person.account)
    expect(await letIn(app.db, app.now(), 'nobody-of-that-name')).toBe(null)
    const typed = (await letIn(app.db, app.now(), person.account)) ?? ''
    await guess(person.account)
    await guess(person.account)
    expect((await signIn('203.0.113.1', person.account, testPassword)).status).toBe(429)
    expect((await signIn('203.0.113.1', typed, 'not the password at all')).status).toBe(401)
    expect((await signIn('203.0.113.1', `${person.account}+00000-00000`, testPassword)).status).toBe(429)
    expect((await signIn('203.0.113.1', ` ${typed.toLowerCase()} `, testPassword)).status).toBe(201)
    await guess(person.account)
    expect((await signIn('203.0.113.1', typed, testPassword)).status).toBe(429)
    const late = (await letIn(app.db, app.now(), person.account)) ?? ''
    await guess(person.account)
    app.advance(LET_IN_MS)
    await guess(person.account)
    expect((await signIn('203.0.113.1', late, testPassword)).status).toBe(429)
  })
})
