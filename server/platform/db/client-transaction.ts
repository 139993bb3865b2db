import type { Pool, PoolClient } from 'pg'

/**
 * Runs `work` in one transaction on a connection of its own, for statements that the query builder has no word for, and
 * commits; once, whatever it fails with. `before` runs on the same connection outside the transaction. A connection that
 * could not even be rolled back is not used again.
 */
export const clientTransaction = async <T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  before: (client: PoolClient) => Promise<void> = async () => {},
): Promise<T> => {
  const client = await pool.connect()
  let broken = true
  try {
    await before(client)
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    broken = false
    return result
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => (broken = false),
      () => undefined,
    )
    throw error
  } finally {
    client.release(broken)
  }
}
