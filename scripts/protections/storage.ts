// A list: one entry after the other, nothing to read across.
import type { Protection } from './protection.ts'

const early = {
  file: 'server/telemetry/reading-intake.ts',
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
        file: 'server/db/supervise.ts',
        find: "log.error({ why }, 'the database has died; starting it again')\n",
        put: "log.error({ why }, 'the database has died')\n      if (why !== '') return\n",
      },
    ],
    tests: ['server/db/embedded.db.test.ts'],
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
        file: 'server/db/orphan.ts',
        find: '  if (found === undefined) return\n',
        put: '  if (found === undefined || found.pid > 0) return\n',
      },
    ],
    tests: ['tests/acceptance/kill.db.test.ts'],
  },
]
