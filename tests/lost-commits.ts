import type { Pool, PoolClient } from 'pg'

type Query = (...given: unknown[]) => unknown
const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : ((given as { text?: string } | undefined)?.text ?? '')

/**
 * A pool of which one commit is done and its answer lost with the connection, as when the primary dies between the two.
 * `arm`: which one from now on, the first is 0. `wasLost`: whether it has come to that; from then on none is lost.
 */
export const losingCommits = (pool: Pool) => {
  const state = { left: -1, lost: false }
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>
  const wrapped = new WeakSet<PoolClient>()
  const losing = (client: PoolClient): PoolClient => {
    if (wrapped.has(client)) return client
    wrapped.add(client)
    const query = client.query.bind(client) as Query
    const asked: Query = (...given) => {
      if (!/^commit$/i.test(textOf(given[0]))) return query(...given)
      state.left -= 1
      if (state.left !== -1) return query(...given)
      state.lost = true
      return (query(...given) as Promise<unknown>).then(() => {
        throw new Error('Connection terminated unexpectedly')
      })
    }
    client.query = asked as PoolClient['query']
    return client
  }
  pool.connect = (async () => losing(await connect())) as Pool['connect']
  return {
    arm: (which: number): void => {
      state.left = which
      state.lost = false
    },
    wasLost: (): boolean => {
      state.left = -1
      return state.lost
    },
  }
}
