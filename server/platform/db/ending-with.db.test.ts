import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { endingWith } from './ending-with.ts'

const { pool } = await testDatabase()
/** Short of the timeout of statements, which would end it too. */
const sleep = sql`SELECT pg_sleep(9)`

test('what is begun on a connection after the end is not begun', async () => {
  const gone = new AbortController()
  const own = endingWith(pool, gone.signal)
  const work = own.connection().execute(async (one) => {
    gone.abort()
    await sleep.execute(one)
  })
  await expect(work).rejects.toMatchObject({ name: 'AbortError' })
})

test('what the first cancelling came too early for is ended by the next', async () => {
  const gone = new AbortController()
  let asked = 0
  // The first question does not come to where the statement is.
  const early = new Proxy(pool, {
    get: (target, key) => {
      if (key === 'options') {
        asked += 1
        return asked === 1 ? { host: '127.0.0.1', port: 1 } : target.options
      }
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const own = endingWith(early, gone.signal)
  const work = own.connection().execute(async (one) => {
    const running = sleep.execute(one)
    gone.abort()
    await running
  })
  await expect(work).rejects.toMatchObject({ code: '57014' })
  expect(asked).toBeGreaterThan(1)
})
