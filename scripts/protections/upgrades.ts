import type { Protection } from './protection.ts'

/** Packages and upgrades: C11 to C22. */
export const upgradeProtections: readonly Protection[] = [
  {
    row: 'C11',
    without: 'the check of signatures at upload',
    edits: [
      {
        file: 'server/features/upgrades/open-bundle.ts',
        find: '|| !isSigned(text, sig, key.publicKey)',
        put: '',
      },
    ],
    tests: ['tests/upgrades/package.test.ts'],
  },
  {
    row: 'C11',
    without: 'the check of what is stored when a task begins',
    edits: [
      {
        file: 'server/features/upgrades/advance-upgrades.ts',
        find: 'if (trouble !== null) return trouble',
        put: '',
      },
    ],
    tests: ['tests/upgrades/upgrade.db.test.ts'],
  },
  {
    row: 'C12',
    without: 'the comparison of models on the gateway',
    edits: [
      {
        file: 'gateway/firmware-trust.ts',
        find: "if (!same(device.model, manifest.model)) return 'wrong_model'",
        put: '',
      },
    ],
    tests: ['tests/upgrades/package.test.ts'],
  },
  {
    row: 'C12',
    without: 'the range of hardware on the server',
    edits: [
      {
        file: 'domain/upgrades/fit.ts',
        find: "hw === null || device.hw === '' || isInRange(device.hw, hw)",
        put: "hw !== undefined || device.hw === '' || isInRange(device.hw, { min: '', max: '' })",
      },
    ],
    tests: ['tests/upgrades/upgrade.db.test.ts'],
  },
  {
    row: 'C13',
    without: 'the sequence on the gateway',
    edits: [
      {
        file: 'gateway/firmware-trust.ts',
        find: "if (manifest.seq < device.sequence) return 'older_sequence'",
        put: '',
      },
    ],
    tests: ['tests/upgrades/package.test.ts', 'tests/upgrades/upgrade.db.test.ts'],
  },
  {
    row: 'C14',
    without: 'the expiry at upload',
    edits: [
      {
        file: 'server/features/upgrades/open-bundle.ts',
        find: "if (manifest.expires <= now) throw new BundleRefused('package_expired', manifestEntry.name)",
        put: '',
      },
    ],
    tests: ['tests/upgrades/package.test.ts'],
  },
  {
    row: 'C15',
    without: 'the comparison with the file that the content makes',
    edits: [
      {
        file: 'server/features/upgrades/open-bundle.ts',
        find: "if (!(await packBundle(entries)).equals(bytes)) throw new BundleRefused('package_changed', 'tar')",
        put: '',
      },
    ],
    tests: ['tests/upgrades/package.test.ts'],
  },
  {
    row: 'C16',
    without: 'the second half of the program memory',
    edits: [
      {
        file: 'gateway/flash.ts',
        find: '{ active: running(flash, sn, factoryVersion), other: { ...image } }',
        put: '{ active: { ...image, version: running(flash, sn, factoryVersion).version }, other: { ...image } }',
      },
    ],
    tests: ['tests/upgrades/proportions.db.test.ts'],
  },
  {
    row: 'C17',
    without: 'the unique index on open tasks',
    edits: [
      {
        file: 'server/platform/db/migrations/0010_upgrades.sql',
        find: 'CREATE UNIQUE INDEX upgrade_task_one_open',
        put: 'CREATE INDEX upgrade_task_one_open',
      },
    ],
    tests: ['tests/upgrades/upgrade.db.test.ts'],
  },
  {
    row: 'C18',
    without: 'the patience of three times the estimate',
    edits: [{ file: 'domain/upgrades/estimate.ts', find: 'const STALLED = 3', put: 'const STALLED = 1' }],
    tests: ['tests/upgrades/upgrade.db.test.ts'],
  },
  {
    row: 'C19',
    without: 'the end of what is stalled',
    edits: [
      {
        file: 'server/features/upgrades/end-stalled.ts',
        find: 'of await overdueJobs(db, now, AT_ONCE)',
        put: 'of (await overdueJobs(db, now, AT_ONCE)).slice(0, 0)',
      },
    ],
    tests: ['tests/upgrades/upgrade.db.test.ts'],
  },
  {
    row: 'C20',
    without: 'the shape of a job',
    edits: [
      {
        file: 'contract/mqtt/topics.ts',
        find: 'export const jobPattern = /^[A-Za-z0-9_-]{1,40}$/',
        put: 'export const jobPattern = /^.{1,40}$/',
      },
    ],
    tests: ['tests/upgrades/upgrade.db.test.ts'],
  },
  {
    row: 'C21',
    without: 'the strictness of the list of public keys',
    edits: [
      {
        file: 'domain/upgrades/signing-keys.ts',
        find: 'const signingKey = z.strictObject({',
        put: 'const signingKey = z.object({',
      },
    ],
    tests: ['tests/upgrades/package.test.ts'],
  },
  {
    row: 'C22',
    without: 'the second person',
    edits: [
      {
        file: 'server/features/upgrades/approve-package.ts',
        find: "if (row.uploaded_by === who.accountId) refuse('package_own')",
        put: '',
      },
    ],
    tests: ['tests/upgrades/upgrade.db.test.ts'],
  },
  {
    row: 'C22',
    without: 'a second person who is somebody else',
    edits: [
      {
        file: 'server/features/upgrades/approve-package.ts',
        find: "refuse('not_independent')",
        put: 'void 0',
      },
    ],
    tests: ['tests/upgrades/upgrade.db.test.ts'],
  },
]
