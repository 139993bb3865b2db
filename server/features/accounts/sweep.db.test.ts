import { expect, it } from 'vitest'
import { accountRoutes } from '#contract/http/accounts.ts'
import { testApp } from '#tests/app.ts'
import { once, dropOldKeys } from '../../entrances/http/idempotency.ts'
import { accountHandlers } from './account-routes.ts'
import { chargeGuess } from './guesses.ts'
import { sweepAccounts } from './sweep.ts'

const app = await testApp({ routes: accountRoutes, handlers: accountHandlers })
const day = 24 * 3_600_000

const carriedOut = async () => ({ status: 201, answer: {}, etag: null })

it('the sweep removes what has ended and nothing that still counts', async () => {
  const old = await app.newCaller('owner')
  await chargeGuess(app.db, app.now(), [
    { kind: 'account', of: 'somebody' },
    { kind: 'address', of: '203.0.113.7' },
  ])
  const claim = { accountId: old.accountId, key: 'a-key-of-some-length', route: 'r', url: '/r', body: {} }
  await once(app.db, app.now(), claim, carriedOut, (error) => expect.fail(String(error)))
  app.advance(31 * day)
  const fresh = await app.newCaller('owner')
  await sweepAccounts(app.db, app.now())
  await dropOldKeys(app.db, app.now())
  const sessions = await app.db.selectFrom('session').select('account_id').execute()
  expect(sessions).toEqual([{ account_id: fresh.accountId }])
  const attempts = await app.db.selectFrom('attempt').select('key').execute()
  expect(attempts.map(({ key }) => key.split(':')[0])).toEqual(['account'])
  expect(await app.db.selectFrom('idempotency').select('key').execute()).toEqual([])
})
