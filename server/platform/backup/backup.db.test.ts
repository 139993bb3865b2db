import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { describe, expect, it } from 'vitest'
import { chargeGuess } from '#server/features/accounts/guesses.ts'
import { ensureSetupCode } from '#server/features/accounts/set-up.ts'
import { gatewayJobs, installationJobs } from '#server/entrances/jobs/installation-jobs.ts'
import { startJobs } from '#server/entrances/jobs/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { keepHomeAtLast } from '#server/features/overview/read-home.ts'
import { prepareDatabase } from '#server/roles/prepare-database.ts'
import { packDevices } from '#server/features/telemetry/pack-days.ts'
import { ensureMonth } from '#server/features/telemetry/pack-store.ts'
import { ensurePartitions } from '#server/features/telemetry/partition-store.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { emptyDatabase, testDatabase, testFolder } from '#tests/database.ts'
import { makeAccount } from '#tests/factories/accounts.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { schemaOf } from '#tests/schema-lines.ts'
import { createArchive } from './archive.ts'
import { backUp } from './back-up.ts'
import { openBackupSession } from './backup-session.ts'
import { quoted } from './catalogue.ts'
import { checkBackup } from './check-backup.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'

const log = createLog('silent')
const NOW = Date.parse('2026-06-21T04:00:00Z')
const DAY = 86_400_000
const world = await testFolder()
const { db, pool, url } = await testDatabase()
const context = makeContext({ db, pool, log, clock: () => NOW })
const migrations = path.join(import.meta.dirname, '../db/migrations')

const folder = () => mkdtemp(path.join(world, 'data-'))
const ask = async (where: string, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: where })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
const take = async (from: string, dataDir: string, name = 'installation.backup') => {
  const to = path.join(await folder(), name)
  return { to, ...(await backUp({ url: from, dataDir, to, version: '1.0.0', now: NOW })) }
}
const bring = async (archive: string, into: string, dataDir: string, migrationFolder?: string) => {
  const given = migrationFolder === undefined ? {} : { migrationFolder }
  await restoreBackup(archive, await checkBackup(archive, migrationFolder), {
    url: into,
    dataDir,
    log,
    ...given,
  })
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof BackupError ? error.message : `no BackupError: ${String(error)}`),
  )
const isEmpty = async (where: string) =>
  (await ask(where, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")).length === 0
/** What has to be equal of two backups. */
const contents = ({ tables, sequences, files, migrations: levels }: Manifest) => ({
  tables,
  sequences,
  files,
  levels,
})

const rows = ({ tables }: Manifest) =>
  Object.fromEntries(tables.filter(({ name }) => name !== 'migration').map((one) => [one.name, one.rows]))

const site = await makeSite(db, NOW, { inverters: 2, optimizers: 3 })
const dataDir = await folder()

const hostile = 'a tab\t, a line\n, a \\. and 光伏'
const fill = async (): Promise<void> => {
  const { id } = await makeAccount(db, NOW, {
    role: 'administrator',
    companyId: null,
    passwordHash: 'x',
    account: 'Li',
  })
  await pool.query('UPDATE account SET name = $2 WHERE id = $1', [id, hostile])
  await pool.query(
    `INSERT INTO session (id, token_hash, account_id, created_at, proven_at, last_seen_at, expires_at)
     VALUES (gen_random_uuid(), '\\x01', $1, now(), now(), now(), now())`,
    [id],
  )
  for (let day = 0; day < 3; day += 1) {
    const ts = NOW - day * DAY
    const d = site.inverters.map(({ sn }) => item(sn, ts, { p: 0.1, e_tot: 1e12 + day }))
    await storeReadings(
      context,
      [{ gatewaySn: site.gateway.sn, message: message(day + 1, ts, d, { hist: day > 0 }) }],
      NOW,
    )
  }
  // A packed day, compressed by PostgreSQL, and what came late beside it. Instants are whole milliseconds, as readings' are.
  const old = Date.parse('2025-06-01T00:00:00Z')
  const nos = site.inverters.map(({ no }) => no)
  const add = (n: number) =>
    pool.query(
      `INSERT INTO reading (device_no, ts, received_at, hist, p, u, mppt, raw)
       SELECT no, $2::timestamptz + n * interval '5 min' + $3 * interval '1 s', date_trunc('milliseconds', now()), true, n / 7.0, '{230,231,229}',
              '[{"n":1,"u":600,"i":7.5,"p":4500}]', '{"St":4}'
         FROM unnest($1::int[]) AS no, generate_series(0, 200) AS n`,
      [nos, new Date(old), n],
    )
  await ensurePartitions(pool, [old])
  await add(0)
  await db.transaction().execute(async (trx) => {
    await ensureMonth(trx, old)
    expect(await packDevices(trx, nos, old)).toEqual([])
  })
  await add(1)
  // More than one piece of the archive.
  await pool.query(`INSERT INTO reading (device_no, ts, received_at, hist, p, raw)
    SELECT 1000 + n, '2026-06-21 03:00+00', now(), false, n / 7.0, jsonb_build_object('St', n, 'note', md5(n::text))
      FROM generate_series(1, 60000) n`)
  await mkdir(path.join(dataDir, 'files/ab'), { recursive: true })
  await mkdir(path.join(dataDir, 'keys'))
  await writeFile(path.join(dataDir, 'files/ab/roof 光.jpg'), Buffer.alloc(1_000_000, 'sun'))
  await writeFile(path.join(dataDir, 'files/empty.txt'), '')
  await writeFile(path.join(dataDir, 'keys/signing.pem'), 'a key')
  await mkdir(path.join(dataDir, 'tls'))
  await writeFile(path.join(dataDir, 'tls/ca.key'), 'the authority')
}
await fill()
const first = await take(url, dataDir)

describe('L8: a backup', () => {
  it('restored into an empty installation gives equal rows, hashes, schema and files', async () => {
    expect(await readdir(path.dirname(first.to))).toEqual(['installation.backup'])
    expect((await stat(first.to)).mode & 0o777).toBe(0o600)
    const [target, home] = [await emptyDatabase(), await folder()]
    await bring(first.to, target, home)
    const second = await take(target, home)
    expect(contents(second.manifest)).toEqual(contents(first.manifest))
    expect(await schemaOf(target)).toEqual(await schemaOf(url))
    expect(first.manifest.tables.filter(({ partition }) => partition !== null)).toHaveLength(5)
    expect(first.manifest.tables.find(({ name }) => name === 'reading_20260621')?.rows).toBe(60_002)
    const days = `SELECT md5(string_agg(u::text, ' ' ORDER BY device_no, ts)) AS said, count(*)::int AS n,
      (SELECT pg_column_size(p.*) FROM reading_packed p LIMIT 1) AS bytes FROM reading_unpacked u`
    expect(await ask(target, days)).toEqual(await ask(url, days))
    expect(await ask(target, days)).toEqual([expect.objectContaining({ n: 402 })])
    expect(await readFile(path.join(home, 'files/ab/roof 光.jpg'))).toEqual(Buffer.alloc(1_000_000, 'sun'))
    expect(await readFile(path.join(home, 'keys/signing.pem'), 'utf8')).toBe('a key')
    expect((await readdir(home)).toSorted()).toEqual(['files', 'keys', 'tls'])
  })

  it('opens no session, keeps what people typed to the letter, and numbers go on after the last', async () => {
    const [target, home] = [await emptyDatabase(), await folder()]
    await mkdir(path.join(home, 'tls'))
    await writeFile(path.join(home, 'tls/ca.key'), 'its own')
    await bring(first.to, target, home)
    expect(await readFile(path.join(home, 'tls/ca.key'), 'utf8')).toBe('its own')
    expect(await ask(target, 'SELECT count(*)::int AS n FROM session')).toEqual([{ n: 0 }])
    expect(await ask(url, 'SELECT count(*)::int AS n FROM session')).toEqual([{ n: 1 }])
    expect(await ask(target, "SELECT name FROM account WHERE account = 'Li'")).toEqual([{ name: hostile }])
    const opened = await openDatabase({ url: target }, log)
    const before = Math.max(...[site.gateway, ...site.inverters, ...site.optimizers].map(({ no }) => no))
    expect((await makeSite(opened.db, NOW)).gateway.no).toBe(before + 1)
    await opened.close()
  })

  it('taken while readings are being written has every message with all its readings', async () => {
    const state = { writing: true, seq: 100 }
    const write = async (): Promise<void> => {
      while (state.writing) {
        const seq = (state.seq += 1)
        const ts = NOW - DAY * 5 + seq * 1000
        const d = site.inverters.map(({ sn }) => item(sn, ts, { p: seq }))
        const sent = message(seq, ts, d, { hist: true })
        await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: sent }], NOW)
      }
    }
    const writers = write()
    while (state.seq < 103) await new Promise((resolve) => setImmediate(resolve))
    const started = state.seq
    const { to } = await take(url, dataDir)
    const ended = state.seq
    state.writing = false
    await writers
    const target = await emptyDatabase()
    await bring(to, target, await folder())
    const [row] = await ask(
      target,
      `SELECT (SELECT count(*)::int FROM gateway_message WHERE seq > 100) AS messages,
              (SELECT count(*)::int FROM reading WHERE p > 100 AND device_no < 1000) AS readings`,
    )
    expect(row?.['readings']).toBe(2 * Number(row?.['messages']))
    expect(Number(row?.['messages'])).toBeGreaterThanOrEqual(started - 101)
    expect(ended).toBeGreaterThan(started)
  })
})

/** A backup of the rows as versions before wrote them: layout 1, every table as text. */
const takeAsText = async ({ manifest }: Pick<typeof first, 'manifest'>): Promise<string> => {
  const to = path.join(await folder(), 'text.backup')
  const archive = await createArchive(to)
  const put = (name: string, value: unknown) => archive.put(name, Buffer.from(JSON.stringify(value)))
  await put('sunkeeper-backup.json', { format: 1, version: '0.9.0' })
  const client = await openBackupSession(url)
  const tables = []
  for (const { binary: _, ...shape } of manifest.tables) {
    const chunks: Buffer[] = []
    const rows = shape.name === 'session' ? 'WHERE false' : ''
    const copy = client.query(
      copyTo(
        `COPY (SELECT ${shape.columns.map(quoted).join()} FROM ${quoted(shape.name)} ${rows}) TO STDOUT`,
      ),
    )
    for await (const chunk of copy as AsyncIterable<Buffer>) chunks.push(chunk)
    const all = Buffer.concat(chunks)
    if (all.length > 0) await archive.put(`tables/${shape.name}/000001`, all)
    const sha256 = createHash('sha256').update(all).digest('hex')
    tables.push({ ...shape, rows: copy.rowCount, bytes: all.length, sha256 })
  }
  await client.end()
  await put('manifest.json', { ...manifest, format: 1, tables, files: [] })
  await archive.finish()
  return to
}

it('L8: a backup of the layout before is restored, and taken again gives what a backup of now does', async () => {
  const now = await take(url, dataDir)
  expect(now.manifest.tables.filter(({ binary }) => binary === true).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['reading_packed_202506', 'reading_20260621']),
  )
  const [target, home] = [await emptyDatabase(), await folder()]
  await bring(await takeAsText(now), target, home)
  expect(contents((await take(target, home)).manifest).tables).toEqual(contents(now.manifest).tables)
})

it('L8: a backup of a layout to come is refused', async () => {
  const to = path.join(await folder(), 'later.backup')
  const archive = await createArchive(to)
  await archive.put('sunkeeper-backup.json', Buffer.from(JSON.stringify({ format: 3, version: '9.0.0' })))
  await archive.finish()
  expect(await refusal(checkBackup(to))).toContain('in layout 3; this version reads layouts up to 2')
})

describe('L8: a damaged backup', () => {
  it('with one wrong byte anywhere is refused before anything is written', async () => {
    const { size } = await stat(first.to)
    for (let step = 0; step <= 24; step += 1) {
      const at = Math.min(size - 1, Math.floor((size * step) / 24))
      const bad = path.join(await folder(), 'bad')
      await copyFile(first.to, bad)
      const handle = await open(bad, 'r+')
      const byte = Buffer.alloc(1)
      await handle.read(byte, 0, 1, at)
      await handle.write(Buffer.from([(byte[0] ?? 0) ^ 0x10]), 0, 1, at)
      await handle.close()
      expect(await refusal(checkBackup(bad)), `byte ${at} of ${size}`).toContain('damaged, or no backup')
    }
  })

  it('that was cut off anywhere is refused', async () => {
    const { size } = await stat(first.to)
    for (const length of [0, 1, 100, Math.floor(size / 3), size - 5000, size - 20, size - 1]) {
      const bad = path.join(await folder(), 'bad')
      await copyFile(first.to, bad)
      await truncate(bad, length)
      expect(await refusal(checkBackup(bad)), `${length} of ${size}`).toContain('damaged, or no backup')
    }
    expect(await refusal(checkBackup(path.join(world, 'nothing')))).toContain('There is no file')
  })

  it('that changes between the check and the loading leaves the target as empty as it was', async () => {
    const [target, home] = [await emptyDatabase(), await folder()]
    const manifest = await checkBackup(first.to)
    const { to } = await take(url, dataDir)
    const message = await refusal(restoreBackup(to, manifest, { url: target, dataDir: home, log }))
    expect(message).toContain('changed after it was checked')
    await expect.poll(() => isEmpty(target)).toBe(true)
    expect(await readdir(home)).toEqual([])
    await bring(first.to, target, home)
    expect(contents((await take(target, home)).manifest)).toEqual(contents(manifest))
  })
})

describe('L8: a restore is refused', () => {
  it('into an installation that holds anything, or that a server is using', async () => {
    const [target, home] = [await emptyDatabase(), await folder()]
    await bring(first.to, target, home)
    expect(await refusal(bring(first.to, target, await folder()))).toContain(
      'is not empty (account holds rows)',
    )
    expect(await refusal(bring(first.to, await emptyDatabase(), home))).toContain('files is not empty')
    const foreign = await emptyDatabase()
    await ask(foreign, 'CREATE TABLE somebody_elses (n int)')
    expect(await refusal(bring(first.to, foreign, await folder()))).toContain('tables of something else')
    const fresh = await testDatabase()
    await fresh.pool.query('SELECT 1')
    expect(await refusal(bring(first.to, fresh.url, await folder()))).toContain(
      'A server is using this database',
    )
  })

  it('but not into one that was only started', async () => {
    const started = await emptyDatabase()
    const opened = await openDatabase({ url: started }, log)
    await prepareDatabase(opened, log, NOW)
    const empty = makeContext({ db: opened.db, pool: opened.pool, log, clock: () => NOW })
    await ensureSetupCode(empty.db, NOW)
    // Somebody mistyped the set-up code.
    await chargeGuess(empty.db, NOW, [{ kind: 'code', of: 'setup' }])
    const due = [...installationJobs(empty), ...gatewayJobs(empty)]
    const jobs = startJobs(due, { pool: opened.pool, log, clock: () => NOW, later: () => () => {} })
    for (const { name } of due) await jobs.runNow(name)
    await keepHomeAtLast(empty, NOW)
    await jobs.stop()
    await opened.close()
    await bring(first.to, started, await folder())
    expect(rows((await take(started, dataDir)).manifest)).toEqual(rows(first.manifest))
  })

  it('from a newer schema; an older one is loaded and brought up', async () => {
    const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
    const older = await folder()
    for (const name of names.slice(0, -1)) await copyFile(path.join(migrations, name), path.join(older, name))
    const target = await emptyDatabase()
    expect(await refusal(bring(first.to, target, await folder(), older))).toContain('Upgrade first')
    expect(await isEmpty(target)).toBe(true)

    const newer = await folder()
    for (const name of names) await copyFile(path.join(migrations, name), path.join(newer, name))
    const next = `${String(Number(names.at(-1)?.slice(0, 4)) + 1).padStart(4, '0')}_next.sql`
    await writeFile(path.join(newer, next), 'ALTER TABLE company ADD COLUMN motto text')
    await bring(first.to, target, await folder(), newer)
    expect(await ask(target, 'SELECT count(motto)::int AS n FROM company')).toEqual([{ n: 0 }])
    const second = await take(target, dataDir)
    expect(second.manifest.migrations.at(-1)?.name).toBe(next)
    expect(rows(second.manifest)).toEqual(rows(first.manifest))
  })
})

it('L8: a backup overwrites nothing, and one that fails leaves nothing', async () => {
  const message = await refusal(backUp({ url, dataDir, to: first.to, version: '1.0.0', now: NOW }))
  expect(message).toContain('exists already')
  const place = await folder()
  const nothing = { url: await emptyDatabase(), dataDir, to: path.join(place, 'a'), version: '1', now: NOW }
  expect(await refusal(backUp(nothing))).toContain('holds no installation')
  expect(await readdir(place)).toEqual([])
})
