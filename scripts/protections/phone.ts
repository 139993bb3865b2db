// A list: one entry after the other, nothing to read across.
import type { Protection } from './protection.ts'

/** The phone app on its own. */
export const phone: readonly Protection[] = [
  {
    row: 'O2',
    without: 'the comparison of versions when a string is saved',
    edits: [
      {
        file: 'server/features/arrays/change-strings.ts',
        find: 'if (row.version !== edit.version)',
        put: 'if (row.version < 0)',
      },
    ],
    tests: ['server/features/arrays/arrays.db.test.ts'],
  },
]
