import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { poolSize } from '#server/platform/db/open.ts'
import { expensiveConnections } from '#server/platform/expensive-reads.ts'
import { usualReads } from '#server/roles/make-context.ts'
import { installationJobs } from '#server/entrances/jobs/installation-jobs.ts'
import { createReadingIntake } from '#server/features/telemetry/reading-intake.ts'
import { type Caller, testApp } from '../app.ts'
import { cutOthers, otherClients } from '../database.ts'
import { testPassword } from '../factories/accounts.ts'
import { item, makeSite, message } from '../factories/telemetry.ts'

const app = await testApp()
const { context, db, owner } = app
const { pool } = context
const NOW = app.now()
const admin = new Client({ connectionString: String(owner.options.connectionString) })
await admin.connect()
app.onStop(() => admin.end())

const installer = await app.asRole('installer', 'a')
const site = await makeSite(db, NOW, { companyId: app.companies.a })
const path = `/api/stations/${site.stationId}`
const read = async () => (await installer.request(`GET ${path}`)).status
const person = (account: string) => ({
  id: randomUUID(),
  account,
  name: 'New',
  role: 'maintainer',
  password: testPassword,
  companyId: app.companies.a,
})
/** A slow machine takes longer to connect anew than a poll waits by itself. */
const patient = { timeout: 120_000 }
const codeOf = (body: unknown) => (body as { error?: { code?: string } }).error?.code
const tally = (statuses: readonly number[]) =>
  Object.fromEntries(
    Map.groupBy(statuses, (one) => one)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )

describe('L3: connections cut again and again', () => {
  it('are 503 for whom it hits and nothing else; the next call is served', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 20; round += 1) {
      const asked = Array.from({ length: 10 }, async () => read())
      await cutOthers(admin)
      statuses.push(...(await Promise.all(asked)))
      await expect.poll(read, patient).toBe(200)
    }
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toHaveLength(200)
    expect(pool.waitingCount).toBe(0)
  })
})

describe('L5: an exhausted pool', () => {
  it('answers 503 to all who wait and 429 to more of one account, holds no more connections than before, and serves again', async () => {
    const patience = pool.options.connectionTimeoutMillis
    const held = await Promise.all(Array.from({ length: poolSize }, async () => pool.connect()))
    pool.options.connectionTimeoutMillis = 300
    const replies = await Promise.all(
      Array.from({ length: 500 }, async () => installer.request(`GET ${path}`)),
    )
    const told = tally(replies.map(({ status }) => status))
    // Who has a place or waits for one is told by the pool, whoever comes beyond that by the queue, at once.
    const { lineOfAccount, placesOfAccount } = usualReads
    expect(told[503]).toBeGreaterThanOrEqual(lineOfAccount + placesOfAccount)
    expect((told[503] ?? 0) + (told[429] ?? 0)).toBe(500)
    const after = { 503: '2', 429: '5' }
    expect(
      replies.filter(
        ({ status, headers }) => headers.get('retry-after') !== after[status as keyof typeof after],
      ),
    ).toEqual([])
    for (const client of held) client.release()
    pool.options.connectionTimeoutMillis = patience
    expect(await Promise.all(Array.from({ length: 50 }, read))).toEqual(Array(50).fill(200))
    const { rows } = await admin.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE ${otherClients} AND application_name = 'sunkeeper'`,
    )
    // Whoever has had much of late is served over those of expensive reads.
    expect(rows[0]?.n).toBeLessThanOrEqual(poolSize + expensiveConnections)
    expect([pool.waitingCount, pool.totalCount <= poolSize]).toEqual([0, true])
  })
})

describe('L6: a table that somebody holds locked', () => {
  it('is 503 after the time limit for a lock, and the transaction that waited is gone', async () => {
    const before = pool.options.lock_timeout
    pool.options.lock_timeout = 200
    await cutOthers(admin)
    await expect.poll(read, patient).toBe(200)
    await admin.query('BEGIN; LOCK TABLE station')
    const reply = await installer.request(`GET ${path}`)
    expect([reply.status, codeOf(reply.body)]).toEqual([503, 'unavailable'])
    const { rows } = await admin.query(`SELECT pid FROM pg_locks WHERE NOT granted`)
    expect(rows).toEqual([])
    await admin.query('ROLLBACK')
    expect(await read()).toBe(200)
    pool.options.lock_timeout = before
    await cutOthers(admin)
    await expect.poll(read, patient).toBe(200)
  })
})

/** What PostgreSQL says when it cannot extend a file of one of these tables. */
const full = async (tables: readonly string[]) => {
  await admin.query(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`)
  for (const table of tables)
    await admin.query(
      `CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION disk_full()`,
    )
}

describe('L4: a full disk', () => {
  it('refuses changes with 507, goes on reading, keeps no half of anything, and heals when there is room', async () => {
    const rowsOf = async () =>
      (
        await admin.query<{ n: number }>(
          'SELECT ((SELECT count(*) FROM audit) + (SELECT count(*) FROM account) + (SELECT count(*) FROM idempotency))::int AS n',
        )
      ).rows[0]?.n
    const before = await rowsOf()
    await full(['account', 'audit'])
    const body = person('new-person')
    const refused = await installer.request('POST /api/accounts', { body })
    expect([refused.status, codeOf(refused.body)]).toEqual([507, 'storage_full'])
    expect(refused.text).not.toMatch(/extend file|device/)
    expect(await read()).toBe(200)
    expect(await rowsOf()).toBe(before)
    expect(await db.selectFrom('account').select('id').where('account', '=', 'new-person').execute()).toEqual(
      [],
    )
    await admin.query('DROP FUNCTION disk_full CASCADE')
    const taken = await installer.request('POST /api/accounts', { body })
    expect(taken.status).toBe(201)
  })

  it('lets no message be acknowledged; it comes again and is stored once', async () => {
    await full(['gateway_message'])
    const intake = createReadingIntake(context, { waitMs: 0 })
    const ts = NOW - 1000
    const sent = message(77, ts, [item(site.inverters[0]!.sn, ts, { p: 7 })])
    await expect(intake.put(site.gateway.sn, sent, NOW)).rejects.toMatchObject({ code: '53100' })
    await admin.query('DROP FUNCTION disk_full CASCADE')
    await intake.put(site.gateway.sn, sent, NOW)
    await intake.put(site.gateway.sn, sent, NOW)
    const { rows } = await admin.query('SELECT p FROM reading WHERE device_no = $1', [site.inverters[0]!.no])
    expect(rows).toEqual([{ p: 7 }])
    await intake.close()
  })
})

const deadlocks = async () =>
  admin.query<{ n: string }>('SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()')

describe('L10: two who change the same rows in opposite order', () => {
  it('both succeed, or one is told to try again; nobody gets a 500', async () => {
    await admin.query(`CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(CASE WHEN random() < 0.5 THEN 1 ELSE 2 END);
        PERFORM pg_sleep(0.002);
        PERFORM pg_advisory_xact_lock(1); PERFORM pg_advisory_xact_lock(2);
        RETURN NULL;
      END $$;
      CREATE TRIGGER meet AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION meet()`)
    const before = Number((await deadlocks()).rows[0]?.n)
    const replies = await Promise.all(
      Array.from({ length: 24 }, async (_, n) =>
        installer.request('POST /api/accounts', {
          body: person(`meets-${n}`),
        }),
      ),
    )
    await admin.query('DROP FUNCTION meet CASCADE')
    const made = await db.selectFrom('account').select('id').where('account', 'like', 'meets-%').execute()
    const counts = tally(replies.map(({ status }) => status))
    expect(Object.keys(counts).filter((status) => status !== '201' && status !== '503')).toEqual([])
    expect(made).toHaveLength(counts[201] ?? 0)
    await expect.poll(async () => Number((await deadlocks()).rows[0]?.n)).toBeGreaterThan(before)
  })
})

describe('L11: the role and the connections', () => {
  it('has no power over the server and skips no policy', async () => {
    const { rows } = await pool.query(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolreplication FROM pg_roles WHERE rolname = current_user`,
    )
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolreplication: false },
    ])
  })

  it('keep nothing of the tenant before: mixed calls over few connections see their own alone', async () => {
    const theirs = await makeSite(db, NOW, { companyId: app.companies.b })
    const people = [
      installer,
      await app.asRole('installer', 'b'),
      await app.asRole('nobody', 'a'),
      await app.newCaller('owner', 'a'),
    ]
    const seen = people.map(() => new Set<string>())
    const before = pool.options.max
    pool.options.max = 2
    const look = async (caller: Caller, n: number, stationId: string): Promise<void> => {
      const { status } = await caller.request(`GET /api/stations/${stationId}`)
      if (status === 200) seen[n]?.add(stationId)
    }
    for (let round = 0; round < 15; round += 1)
      await Promise.all(
        people.flatMap((caller, n) => [look(caller, n, site.stationId), look(caller, n, theirs.stationId)]),
      )
    pool.options.max = before
    expect(seen.map((one) => one.has(site.stationId))).toEqual([true, false, false, false])
    expect(seen.map((one) => one.has(theirs.stationId))).toEqual([false, true, false, false])
    // A setting or a lock that outlived its call would be seen by the next person on the connection.
    const { rows } = await admin.query(
      `SELECT locktype FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND pid <> pg_backend_pid() AND locktype = 'advisory'`,
    )
    expect(rows).toEqual([])
    const clients = await Promise.all([pool.connect(), pool.connect()])
    for (const client of clients) {
      const settings = await client.query("SELECT name FROM pg_settings WHERE source = 'session'")
      expect(settings.rows.map(({ name }: { name: string }) => name)).toEqual([])
      client.release()
    }
  })
})

describe('L12: retention beside ingest and reports', () => {
  it('no error, no fresh reading lost, what is too old gone', async () => {
    const jobs = installationJobs(context)
    const retention = jobs.find(({ name }) => name === 'retention')
    const [inverter] = site.inverters
    if (retention === undefined || inverter === undefined) throw new Error('no job, no inverter')
    const DAY = 86_400_000
    const days = context.retentionDays + 30
    await admin.query(
      `CREATE TABLE reading_20200101 (LIKE reading INCLUDING DEFAULTS INCLUDING INDEXES);
       ALTER TABLE reading ATTACH PARTITION reading_20200101 FOR VALUES FROM ('2020-01-01 00:00+00') TO ('2020-01-02 00:00+00');
       INSERT INTO reading (device_no, ts, received_at, hist) VALUES (1, '2020-01-01 12:00+00', now(), true)`,
    )
    const intake = createReadingIntake(context)
    const stopping = new AbortController()
    const statuses: number[] = []
    for (let round = 0; round < 15; round += 1) {
      const puts = Array.from({ length: 8 }, (_, n) => {
        // From today to the oldest day that is still taken, whose partition is next to be dropped.
        const ts = NOW - Math.floor(((context.retentionDays - 1) * n) / 7) * DAY - round * 60_000 - 2000
        const sent = message(1000 + round * 8 + n, ts, [item(inverter.sn, ts, { p: 5 })], { hist: true })
        return intake.put(site.gateway.sn, sent, NOW)
      })
      const curve = installer.request(`GET /api/devices/${inverter.id}/curve?day=2026-06-21`)
      await Promise.all([...puts, retention.run(NOW + (round % 2) * DAY, stopping.signal, [0])])
      statuses.push((await curve).status)
    }
    expect(statuses).toEqual(Array(15).fill(200))
    const { rows } = await admin.query<{ n: number; old: number }>(
      `SELECT count(*) FILTER (WHERE p = 5)::int AS n, count(*) FILTER (WHERE ts < to_timestamp($1 / 1000.0))::int AS old FROM reading`,
      [NOW - days * DAY],
    )
    expect(rows[0]).toEqual({ n: 120, old: 0 })
    await intake.close()
  })
})
