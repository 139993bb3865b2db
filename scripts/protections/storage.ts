// A list: one entry after the other, nothing to read across.
import type { Protection } from './protection.ts'

const early = {
  file: 'server/features/telemetry/reading-intake.ts',
  find: '        queue.push(waiting)\n',
  put: '        queue.push(waiting)\n        resolve()\n',
}

/** What is stored stays, once. */
export const storage: readonly Protection[] = [
  {
    row: 'L1',
    without: 'the supervisor that starts a dead database again',
    edits: [
      {
        file: 'server/platform/db/supervise.ts',
        find: "log.error({ why }, 'the database has died; starting it again')\n",
        put: "log.error({ why }, 'the database has died')\n      if (why !== '') return\n",
      },
    ],
    tests: ['server/platform/db/embedded.db.test.ts'],
  },
  {
    row: 'L1',
    without: 'the wait of the acknowledgement for the commit',
    edits: [early],
    tests: ['tests/acceptance/kill.db.test.ts'],
  },
  {
    row: 'L2',
    without: 'the care for the PostgreSQL of a killed server',
    edits: [
      {
        file: 'server/platform/db/orphan.ts',
        find: '  if (found === undefined) return\n',
        put: '  if (found === undefined || found.pid > 0) return\n',
      },
    ],
    tests: ['tests/acceptance/kill.db.test.ts'],
  },
  {
    row: 'L3',
    without: 'the end of connections whose other end vanished',
    edits: [
      {
        file: 'server/platform/db/open.ts',
        find: '  endSilentConnections(pool, log, silence)\n',
        put: '  void [endSilentConnections, silence]\n',
      },
    ],
    tests: ['server/platform/db/silent-connections.db.test.ts'],
  },
  {
    row: 'L3',
    without: 'the refusal of a standby where the primary should be',
    edits: [
      {
        file: 'server/platform/db/open.ts',
        find: '...(standby ? {} : { Client: PrimaryClient }),',
        put: '...(standby ? {} : { Client: PrimaryClient && undefined }),',
      },
    ],
    tests: ['server/platform/db/replica.db.test.ts'],
  },
  {
    row: 'L3',
    without: 'the id by which a repeated order finds itself',
    edits: [
      {
        file: 'server/features/work-orders/create-order.ts',
        find: '    if (await hasOrder(trx, id)) return\n',
        put: '    void hasOrder\n',
      },
    ],
    tests: ['server/features/work-orders/make-once.db.test.ts'],
  },
  {
    row: 'L11',
    without: 'the login of everyday work beside the owner of the tables',
    edits: [
      {
        file: 'server/platform/db/embedded.ts',
        find: 'everydayUrl: embeddedUrl(ends, everydayRole),',
        put: 'everydayUrl: embeddedUrl(ends),',
      },
    ],
    tests: ['server/platform/db/everyday-role.db.test.ts'],
  },
  {
    row: 'L11',
    without: 'the role that everyday connections begin with',
    edits: [
      {
        file: 'server/platform/db/everyday-role.ts',
        find: 'withSettings(url, asRole)',
        put: 'withSettings(url, settings)',
      },
    ],
    tests: ['server/platform/db/everyday-role.db.test.ts'],
  },
  {
    row: 'L11',
    without: 'the lesser rights in what was written once',
    edits: [
      {
        file: 'server/platform/db/everyday-rights.ts',
        find: "if (table === 'order_flow' || writtenOnce.includes(table)) return ['SELECT', 'INSERT']\n",
        put: '',
      },
    ],
    tests: ['server/platform/db/everyday-role.db.test.ts'],
  },
  {
    row: 'L11',
    without: 'the year of readings that is not dropped',
    edits: [
      {
        file: 'server/platform/db/migrations/0019_reading_days.sql',
        find: "IF day > (now() AT TIME ZONE 'UTC')::date - 366 THEN",
        put: 'IF day IS NULL THEN',
      },
    ],
    tests: ['server/platform/db/everyday-role.db.test.ts'],
  },
  {
    row: 'L11',
    without: 'the search path of what works as the owner',
    edits: [
      {
        file: 'server/platform/db/migrations/0019_reading_days.sql',
        find: "EXECUTE format('ALTER FUNCTION reading_day_make(date) SET search_path = %I, pg_temp', current_schema());",
        put: '',
      },
    ],
    tests: ['server/platform/db/everyday-role.db.test.ts'],
  },
  {
    row: 'L3',
    without: 'the answer of what was done when its key could not be written',
    edits: [
      {
        file: 'server/entrances/http/idempotency.ts',
        find: '    .execute()\n    .catch(unkept)\n  return done',
        put: '    .execute()\n  return done',
      },
    ],
    tests: ['server/entrances/http/idempotency.db.test.ts'],
  },
  {
    row: 'L5',
    without: 'the end of waiting for a connection',
    edits: [
      {
        file: 'server/platform/db/open.ts',
        find: '    connectionTimeoutMillis: waitMs,\n',
        put: '',
      },
    ],
    tests: ['server/platform/db/open.db.test.ts'],
  },
  {
    row: 'L6',
    without: 'the end of waiting for a lock',
    edits: [
      {
        file: 'server/platform/db/open.ts',
        find: '    lock_timeout: lockTimeoutMs,\n',
        put: '',
      },
    ],
    tests: ['server/platform/db/open.db.test.ts'],
  },
  {
    row: 'L10',
    without: 'the repetition after a deadlock',
    edits: [
      {
        file: 'server/platform/db/open.ts',
        find: "const again = code === '40001' || code === '40P01'",
        put: "const again = code === '40001'",
      },
    ],
    tests: ['server/platform/db/open.db.test.ts'],
  },
  {
    row: 'L14',
    without: 'the look for what a database cannot do without',
    edits: [
      {
        file: 'server/platform/db/cluster.ts',
        find: '    if (!(await exists(path.join(cluster, name)))) throw damaged(dataDir, `${name} is missing in ${cluster}`)\n',
        put: '',
      },
    ],
    tests: ['server/platform/db/embedded.db.test.ts'],
  },
  {
    row: 'L7',
    without: 'the waiting of one migration for another',
    edits: [
      {
        file: 'server/platform/db/migrate.ts',
        find: "    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])\n",
        put: '',
      },
    ],
    tests: ['server/platform/db/migrate.db.test.ts'],
  },
]
