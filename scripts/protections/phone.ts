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
  {
    row: 'O5',
    without: 'the question for whom a phone had kept it',
    edits: [
      {
        file: 'server/entrances/http/route-pipeline.ts',
        find: 'if (who === null || (meant !== undefined && meant !== who.accountId)) throw',
        put: 'if (who === null) throw',
      },
    ],
    tests: ['server/entrances/http/pipeline.db.test.ts'],
  },
  {
    row: 'O4',
    without: 'the waiting for the step before',
    edits: [
      {
        file: 'web/app/outbox/queued-act.ts',
        find: "  if (list.some(({ id }) => id === act.follows)) return 'before'\n",
        put: '',
      },
    ],
    tests: ['web/app/outbox/send-all.test.ts'],
  },
  {
    row: 'O6',
    without: 'the picture that the phone stored, before the one that was chosen',
    edits: [
      {
        file: 'web/parts/sync/kinds.ts',
        find: '(await readStored<KeptFile>(kept)) ?? (await readDraft<KeptFile>(kept))',
        put: '(await readDraft<KeptFile>(kept)) ?? (await readStored<KeptFile>(kept))',
      },
    ],
    tests: ['web/parts/sync/kinds.test.ts'],
  },
  {
    row: 'W4',
    without: 'the memory of the messages of a shell',
    edits: [
      {
        file: 'web/app/shell/native/envelope.ts',
        find: '  if (isRepeated(id)) return dropped\n',
        put: '',
      },
    ],
    tests: ['web/app/shell/native/envelope.test.ts'],
  },
  {
    row: 'W9',
    without: 'the word that no answer may be stored',
    edits: [
      {
        file: 'server/entrances/http/route-pipeline.ts',
        find: "void reply.code(status).header('cache-control', 'no-store')",
        put: 'void reply.code(status)',
      },
    ],
    tests: ['tests/trust/answers.db.test.ts'],
  },
  {
    row: 'W11',
    without: 'the catching of storage that is blocked',
    edits: [
      {
        file: 'web/kit/local-store.ts',
        find: '  } catch (error) {\n    if (!warned)',
        put: '  } catch (error) {\n    if (error !== null) throw error\n    if (!warned)',
      },
    ],
    tests: ['web/app/session/user-info.test.ts'],
  },
  {
    row: 'W5',
    without: 'the question whether a kind of message is our own',
    edits: [
      {
        file: 'web/app/shell/native/envelope.ts',
        find: 'if (!Object.hasOwn(fromShell, type))',
        put: 'if (!(type in fromShell))',
      },
    ],
    tests: ['web/app/shell/native/envelope.test.ts'],
  },
  {
    row: 'W10',
    without: 'the tidying of what somebody else wrote',
    edits: [
      {
        file: 'web/app/session/user-info.ts',
        find: "if (kept !== null && kept !== '' && !isUserInfo(kept)) localStore",
        put: "if (kept === '') localStore",
      },
    ],
    tests: ['web/app/session/user-info.test.ts'],
  },
]
