import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { Client } from 'pg'
import { emptyDatabase, superuserUrl, testDatabase, testFolder } from '#tests/database.ts'
import { nameIn, withDatabase } from '#tests/database-server.ts'
import { backUp } from '../backup/back-up.ts'
import { prepareDatabase } from '../../roles/prepare-database.ts'
import { createLog } from '../log.ts'
import { dropPartitions, ensurePartitions, utcDayStart } from '../../features/telemetry/partition-store.ts'
import { everydayRoleOf, withSettings } from './everyday-role.ts'
import { beyondRights } from './everyday-rights.ts'
import { openDatabase, type Where } from './open.ts'

const log = createLog('silent')
const NOW = Date.UTC(2026, 10, 21, 12)
const { db, pool, owner, url } = await testDatabase()
const denied = { code: '42501' }
const root = superuserUrl()

const run = async (where: string, ...statements: string[]): Promise<void> => {
  const client = new Client({ connectionString: where })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const parts = async () =>
  (
    await owner.query<{ name: string; mine: boolean }>(
      `SELECT c.relname::text AS name, c.relowner = p.relowner AS mine
         FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
        WHERE i.inhparent = 'reading'::regclass ORDER BY 1`,
    )
  ).rows
const partOf = (day: number) => `reading_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`

describe('L11: everyday work beside the owner of the tables', () => {
  it('L11: owns nothing, has no power over the server and cannot become who has', async () => {
    expect(await beyondRights(pool)).toEqual([])
    const { rows } = await pool.query(`SELECT current_user::text AS me, c.relowner::regrole::text AS owner
      FROM pg_class c WHERE c.oid = 'station'::regclass`)
    expect(rows[0].me).not.toBe(rows[0].owner)
    const { rows: first } = await pool.query<{ me: string }>('SELECT current_user::text AS me')
    const client = await pool.connect()
    for (const statement of ['RESET ROLE', 'RESET ALL', 'DISCARD ALL']) {
      await client.query(statement)
      expect((await client.query('SELECT current_user::text AS me')).rows).toEqual(first)
    }
    client.release(true)
  })

  it.each([
    'CREATE TABLE mine (n int)',
    'DROP TABLE station',
    'ALTER TABLE station ADD COLUMN mine int',
    'ALTER TABLE audit DISABLE TRIGGER ALL',
    'CREATE INDEX mine ON station (name)',
    'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE POLICY mine ON station USING (true)',
    'TRUNCATE audit',
    'CREATE ROLE mine SUPERUSER',
    'CREATE SCHEMA mine',
    'DROP FUNCTION audit_station() CASCADE',
    "COPY station TO PROGRAM 'cat'",
  ])('L11: %s is denied', async (statement) => {
    await expect(pool.query(statement)).rejects.toMatchObject(denied)
  })

  it('L11: what was written once is neither changed nor taken out', async () => {
    for (const table of [
      'alarm_clear',
      'audit',
      'firmware_image',
      'migration',
      'order_answer',
      'order_file',
      'order_flow',
      'push_key',
      'reading',
      'reading_packed',
      'upgrade_event',
    ]) {
      const { rows } = await owner.query<{ one: string }>(
        `SELECT attname AS one FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0
           AND attidentity = '' AND attname <> 'told' LIMIT 1`,
        [table],
      )
      const column = rows[0]?.one ?? ''
      await expect(pool.query(`UPDATE ${table} SET ${column} = ${column}`)).rejects.toMatchObject(denied)
      await expect(pool.query(`DELETE FROM ${table}`)).rejects.toMatchObject(denied)
    }
    for (const table of ['account', 'alarm', 'company', 'device', 'station', 'work_order'])
      await expect(pool.query(`DELETE FROM ${table}`)).rejects.toMatchObject(denied)
  })

  it('L11: days of readings are made and dropped for it, those of the last year are not', async () => {
    const [today, old] = [utcDayStart(Date.now()), utcDayStart(Date.UTC(2020, 0, 1))]
    await ensurePartitions(pool, [today, old])
    expect(await parts()).toEqual([
      { name: partOf(old), mine: true },
      { name: partOf(today), mine: true },
    ])
    await expect(pool.query(`DROP TABLE ${partOf(old)}`)).rejects.toMatchObject(denied)
    await expect(pool.query(`INSERT INTO ${partOf(old)} DEFAULT VALUES`)).rejects.toMatchObject(denied)
    await expect(
      pool.query("SELECT reading_day_drop((now() - interval '300 days')::date)"),
    ).rejects.toMatchObject(denied)
    // A table of the caller's own by the same name is not what they work on.
    const client = await pool.connect()
    await client.query('CREATE TEMPORARY TABLE reading (ts timestamptz) PARTITION BY RANGE (ts)')
    await client.query("SELECT reading_day_make('2020-01-02')")
    await client.query('DROP TABLE pg_temp.reading')
    client.release()
    expect((await parts()).map((one) => one.name)).toContain('reading_20200102')
    expect(await dropPartitions(db, NOW - 1000 * 86_400_000, new Set())).toBe(2)
    expect((await parts()).map((one) => one.name)).toEqual([partOf(today)])
  })

  it('L11: the functions of the owner serve nobody else', async () => {
    const { rows } = await owner.query<{ served: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_proc p, aclexplode(p.proacl) a
                       WHERE p.proname LIKE 'reading_day_%' AND a.grantee = 0) AS served,
              bool_and(p.prosecdef AND p.proconfig::text LIKE '%pg_temp%') AS safe
         FROM pg_proc p WHERE p.proname LIKE 'reading_day_%'`,
    )
    expect(rows).toEqual([{ served: false, safe: true }])
  })
})

/** A login with an empty database of its own; both gone after the test. */
const newLogin = async (name: string, attributes: string): Promise<string> => {
  const where = await emptyDatabase()
  const database = nameIn(where)
  const login = `${database}_${name}`
  await run(
    root ?? '',
    `CREATE ROLE ${login} LOGIN ${attributes}`,
    `ALTER DATABASE ${database} OWNER TO ${login}`,
  )
  onTestFinished(async () => {
    await run(root ?? '', `DROP DATABASE ${database} WITH (FORCE)`)
    const roles = `SELECT string_agg(format('DROP ROLE %I', rolname), ';') AS all FROM pg_roles WHERE rolname LIKE '${database}%'`
    const client = new Client({ connectionString: root ?? '' })
    await client.connect()
    const { rows } = await client.query<{ all: string }>(roles)
    await client.query(rows[0]?.all ?? '')
    await client.end()
  })
  return where.replace(/\/\/[^@]*@/, `//${login}@`)
}

const opened = async (where: Where) => {
  const database = await openDatabase(where, log)
  onTestFinished(() => database.close())
  const apart = await prepareDatabase(database, log, NOW)
  const { rows } = await database.pool.query<{ me: string; session: string }>(
    'SELECT current_user::text AS me, session_user::text AS session',
  )
  return { database, apart, me: rows[0]?.me ?? '', session: rows[0]?.session ?? '' }
}

// Without a superuser (DATABASE_URL alone) nobody can make the logins that these start with.
describe.runIf(root !== null)('L11: a PostgreSQL of one own', () => {
  it('L11: a login that may make roles gets one for everyday work, once', async () => {
    const where = await newLogin('maker', 'CREATEROLE')
    const first = await opened({ url: where, everyday: 'role' })
    expect([first.apart, first.me]).toEqual([true, everydayRoleOf(first.session)])
    await expect(first.database.pool.query('DELETE FROM audit')).rejects.toMatchObject(denied)
    await expect(first.database.pool.query('CREATE ROLE more')).rejects.toMatchObject(denied)
    const again = await opened({ url: where, everyday: 'role' })
    expect([again.apart, again.me]).toEqual([true, first.me])
    expect((await again.database.pool.query('SHOW timezone')).rows).toEqual([{ TimeZone: 'UTC' }])
  })

  it('L11: one that may not says so and works on as the owner, as before', async () => {
    const where = await newLogin('plain', '')
    const { database, apart, me, session } = await opened({ url: where, everyday: 'role' })
    expect([apart, me]).toEqual([false, session])
    expect(database.everyday.because).toBe(
      `${session} may neither make the role ${everydayRoleOf(session)} nor take it on`,
    )
    await ensurePartitions(database.pool, [utcDayStart(NOW)])
  })

  it('L11: a role that was made for it is enough', async () => {
    const where = await newLogin('given', '')
    const login = `${nameIn(where)}_given`
    await run(
      root ?? '',
      `CREATE ROLE ${everydayRoleOf(login)}`,
      `GRANT ${everydayRoleOf(login)} TO ${login}`,
    )
    const { apart, me } = await opened({ url: where, everyday: 'role' })
    expect([apart, me]).toEqual([true, everydayRoleOf(login)])
  })

  it('L11: with an address of its own it cannot become the owner; with one that can, that is said', async () => {
    const where = await newLogin('keeper', '')
    const [keeper, worker] = [`${nameIn(where)}_keeper`, `${nameIn(where)}_worker`]
    await run(root ?? '', `CREATE ROLE ${worker} LOGIN`)
    const everyday = { url: where.replace(`//${keeper}@`, `//${worker}@`) }
    const first = await opened({ url: where, everyday })
    expect([first.apart, first.me, first.session]).toEqual([true, worker, worker])
    await expect(first.database.pool.query(`SET ROLE ${keeper}`)).rejects.toMatchObject(denied)
    await expect(
      first.database.pool.query(`SELECT set_config('role', $1, false)`, [keeper]),
    ).rejects.toMatchObject(denied)
    // The lesser login alone, where a new version has to change the schema and where a backup is to be taken.
    const alone = await openDatabase({ url: everyday.url, everyday: 'role' }, log)
    onTestFinished(() => alone.close())
    await expect(prepareDatabase(alone, log, NOW)).rejects.toThrow(/may not make tables.*DATABASE_OWNER_URL/)
    const to = path.join(await testFolder(), 'one')
    await expect(
      backUp({ url: everyday.url, dataDir: path.dirname(to), to, version: '1', now: NOW }),
    ).rejects.toThrow('set DATABASE_OWNER_URL')
    await expect(
      openDatabase(
        { url: where, everyday: { url: everyday.url.replace(`//${worker}@`, '//nobody_here@') } },
        log,
      ),
    ).rejects.toThrow(/refuses the lesser login \(DATABASE_URL\): .*nobody_here/)
    await run(root ?? '', `GRANT ${keeper} TO ${worker}`)
    const member = await opened({ url: where, everyday })
    expect(member.apart).toBe(false)
    expect(await beyondRights(member.database.pool)).toContain('is or may become the owner of the tables')
    await expect(
      openDatabase({ url: where, everyday: { url: withDatabase(everyday.url, nameIn(url)) } }, log),
    ).rejects.toThrow('lead to different databases')
  })

  it('L11: an installation from before comes through, and a restored schema is given the same rights', async () => {
    const where = await newLogin('older', 'CREATEROLE')
    const before = await openDatabase({ url: where }, log)
    onTestFinished(() => before.close())
    // As an older version left it: the login owns everything and nobody else has any right.
    await prepareDatabase(before, log, NOW)
    await before.pool.query("INSERT INTO audit (at, action, result) VALUES (now(), 'told', 'done')")
    const { database, apart } = await opened({ url: where, everyday: 'role' })
    expect(apart).toBe(true)
    expect((await database.pool.query('SELECT action FROM audit')).rows).toEqual([{ action: 'told' }])
    await before.pool.query(`GRANT DELETE, TRUNCATE ON audit TO ${database.everyday.role}`)
    expect(await beyondRights(database.pool)).toEqual(['may DELETE, TRUNCATE in audit'])
    expect((await opened({ url: where, everyday: 'role' })).apart).toBe(true)
  })
})

it('settings are added to an address without losing those it has', () => {
  expect(withSettings('postgresql://a@/b?host=%2Fs', { role: 'two words' })).toBe(
    `postgresql://a@/b?host=%2Fs&options=${encodeURIComponent(String.raw`-c role=two\ words`)}`,
  )
  expect(withSettings('postgresql://a@h/b?options=-c+x%3D1&y=2', { role: 'r' })).toBe(
    `postgresql://a@h/b?options=${encodeURIComponent('-c x=1 -c role=r')}&y=2`,
  )
  expect(withSettings('postgresql://a@h/b', { role: 'r' })).toBe(
    `postgresql://a@h/b?options=${encodeURIComponent('-c role=r')}`,
  )
  expect(everydayRoleOf('é'.repeat(40)).length).toBeLessThanOrEqual(63)
  expect(inject('databaseServer').everydayUrl).not.toBe(inject('databaseServer').url)
})
