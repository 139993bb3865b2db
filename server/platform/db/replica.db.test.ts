import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { testFolder } from '#tests/database.ts'
import { createExpensiveReads } from '../expensive-reads.ts'
import { createLog } from '../log.ts'
import { type Embedded, embeddedUrl, startEmbedded } from './embedded.ts'
import type { Db } from './handle.ts'
import { openPool } from './open.ts'
import { databaseUnavailable, pgCode } from './trouble.ts'

const log = createLog('silent')
const settings = {
  fsync: 'off',
  wal_level: 'replica',
  max_wal_senders: '4',
  // The standby's own: what it cannot have from the primary it fetches again soon.
  wal_retrieve_retry_interval: '100ms',
  hot_standby: 'on',
}
const started: { stop: () => Promise<void> }[] = []
const start = async (dataDir: string): Promise<Embedded> => {
  const running = await startEmbedded({ dataDir, log, settings })
  started.push(running)
  return running
}
const superuserAt = async ({ socketDir }: Embedded): Promise<Client> => {
  const client = new Client({ connectionString: embeddedUrl(socketDir, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  started.unshift({ stop: () => client.end().catch(() => {}) })
  return client
}

const home = await testFolder()
const [here, there] = [path.join(home, 'primary'), path.join(home, 'standby')]
/** A standby is a copy of the primary's files, of the same owner, that follows its log. */
const follow = async (from: string, to: string, primary: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', from, to])
  await rm(path.join(to, 'socket'), { recursive: true, force: true })
  await writeFile(path.join(to, 'database/standby.signal'), '')
  await writeFile(
    path.join(to, 'database/postgresql.auto.conf'),
    `primary_conninfo = 'host=${primary} port=5432 user=postgres'\n`,
  )
}

const first = await start(here)
const { socketDir } = first
await first.stop()
started.length = 0
await follow(here, there, socketDir)
const primary = await start(here)
const owner = await superuserAt(primary)
await owner.query(
  'CREATE TABLE note (no int PRIMARY KEY); GRANT ALL ON note TO PUBLIC; GRANT USAGE ON SCHEMA public TO PUBLIC',
)
let standby = await start(there)
let keeper = await superuserAt(standby)
const reads = createExpensiveReads(primary.url, log, { replica: { url: standby.url, restMs: 0 } })
started.unshift({ stop: reads.close })
afterAll(async () => {
  for (const one of started) await one.stop()
})

const li = { accountId: 'li', companyId: 'sun' }
const stays = new AbortController().signal
type Seen = { standby: boolean; notes: number }
const look = async (db: Db): Promise<Seen> => {
  const { rows } = await sql<Seen>`
    SELECT pg_is_in_recovery() AS standby, (SELECT count(*)::int FROM note) AS notes`.execute(db)
  return rows[0] as Seen
}
const seen = (): Promise<Seen> => reads.run(li, stays, look)
let notes = 0
const write = async (): Promise<void> => {
  notes += 1
  await owner.query('INSERT INTO note VALUES ($1)', [notes])
}

/** Statements that sleep at the standby now. */
const asleep = async () =>
  (
    await keeper.query(
      `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%' AND pid <> pg_backend_pid()`,
    )
  ).rowCount

describe('long reads at a replica', () => {
  it('see what was committed before them, each time', async () => {
    expect(reads.replicaUp()).toBeNull()
    await vi.waitFor(async () => expect(await seen()).toEqual({ standby: true, notes }), 20_000)
    for (let n = 0; n < 20; n += 1) {
      await write()
      expect(await seen()).toEqual({ standby: true, notes })
    }
    expect(reads.replicaUp()).toBe(true)
  })

  it('are done at the primary while it stands still, and there again once it has caught up', async () => {
    await keeper.query('SELECT pg_wal_replay_pause()')
    await write()
    expect(await seen()).toEqual({ standby: false, notes })
    expect(reads.replicaUp()).toBe(false)
    await keeper.query('SELECT pg_wal_replay_resume()')
    await vi.waitFor(async () => expect(await seen()).toEqual({ standby: true, notes }), 20_000)
  })

  it('that turn out to write are done at the primary, and what is wrong with one is told', async () => {
    notes += 1
    const writes = reads.run(li, stays, async (db) => {
      await sql`INSERT INTO note VALUES (${notes})`.execute(db)
      return look(db)
    })
    expect(await writes).toEqual({ standby: false, notes })
    await expect(reads.run(li, stays, (db) => sql`SELECT 1 / 0`.execute(db))).rejects.toMatchObject({
      code: '22012',
    })
    expect(await seen()).toEqual({ standby: true, notes })
  })

  it('end with their callers there too', async () => {
    const leaving = new AbortController()
    const left = reads.run(li, leaving.signal, (db) => sql`SELECT pg_sleep(9)`.execute(db))
    await vi.waitFor(async () => expect(await asleep()).toBe(1), 20_000)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'unavailable' })
    await vi.waitFor(async () => expect(await asleep()).toBe(0), 20_000)
  })

  it('are done at the primary while it is away, and there again when it is back', async () => {
    await standby.stop()
    await write()
    expect(await seen()).toEqual({ standby: false, notes })
    standby = await start(there)
    keeper = await superuserAt(standby)
    await vi.waitFor(async () => expect(await seen()).toEqual({ standby: true, notes }), 20_000)
  })

  it('L3: are all that it gives: where the database should be, a standby is refused as one that is away', async () => {
    const misled = openPool(standby.url, log, 1)
    const asked = await misled.query('SELECT 1').catch((error: unknown) => error)
    expect(databaseUnavailable(asked)).toBe(true)
    const writing = await keeper.query('INSERT INTO note VALUES (0)').catch((error: unknown) => error)
    expect([databaseUnavailable(writing), pgCode(writing)]).toEqual([true, '25006'])
    await misled.end()
  })

  it('are never done at a database of another installation, or at a standby that was promoted', async () => {
    const other = createExpensiveReads(primary.url, log, {
      replica: { url: (await start(path.join(home, 'other'))).url, restMs: 0 },
    })
    expect(await other.run(li, stays, look)).toEqual({ standby: false, notes })
    expect(other.replicaUp()).toBe(false)
    await other.close()
    await keeper.query('SELECT pg_promote()')
    await write()
    expect(await seen()).toEqual({ standby: false, notes })
    expect(reads.replicaUp()).toBe(false)
  })
})
