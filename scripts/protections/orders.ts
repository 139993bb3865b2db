// A list: one entry after the other, nothing to read across.
import type { Protection } from './protection.ts'

const flowTests = ['server/features/work-orders/flow.db.test.ts'] as const

/** Who may do what with an order, once, and whose its files are. */
export const orderProtections: readonly Protection[] = [
  {
    row: 'Z14',
    without: 'the question whose step an action is',
    edits: [
      {
        file: 'domain/work-orders/open-actions.ts',
        find: "if (!isActorOf(name, order, actor)) return { ok: false, why: 'not_yours' }",
        put: '',
      },
    ],
    tests: ['domain/work-orders/flow.test.ts'],
  },
  {
    row: 'Z14',
    without: 'the handler being the one it was given to',
    edits: [
      {
        file: 'domain/work-orders/open-actions.ts',
        find: "if (role === 'handler') return order?.handlerId === actor.accountId",
        put: "if (role === 'handler') return order !== null",
      },
    ],
    tests: ['domain/work-orders/flow.test.ts'],
  },
  {
    row: 'Z15',
    without: 'the question whether an order stands where an action begins',
    edits: [
      {
        file: 'domain/work-orders/open-actions.ts',
        find: "return flowRow(name).from.includes(status) ? { ok: true } : { ok: false, why: 'wrong_state' }",
        put: "return status === null || true ? { ok: true } : { ok: false, why: 'wrong_state' }",
      },
    ],
    tests: flowTests,
  },
  {
    row: 'Z15',
    without: 'the flow table, asked by the server',
    edits: [
      {
        file: 'server/features/work-orders/take-action.ts',
        find: 'await mustBeOpen(trx, row, caller, flowName(asked.no))',
        put: 'if (row.version < 0) await mustBeOpen(trx, row, caller, flowName(asked.no))',
      },
    ],
    tests: flowTests,
  },
  {
    row: 'Z16',
    without: 'the permission for the settings of a company',
    edits: [
      {
        file: 'contract/http/work-orders.ts',
        find: "what waits already is not moved by it',\n    permission: 'company:settings:edit',",
        put: "what waits already is not moved by it',\n    permission: 'om:order:view',",
      },
    ],
    tests: flowTests,
  },
  {
    row: 'Z16',
    without: 'the note of who switched them',
    edits: [
      {
        file: 'server/features/work-orders/order-settings.ts',
        find: "action: 'company.order-settings'",
        put: "action: 'company.looked-at'",
      },
    ],
    tests: flowTests,
  },
  {
    row: 'Z17',
    without: 'the condition of tenancy on files',
    edits: [
      {
        file: 'server/features/files/file-store.ts',
        find: "eb.and([eb('file.station_id', 'is not', null), readableStations(who, now)])",
        put: "eb.or([eb('file.station_id', 'is not', null), readableStations(who, now)])",
      },
    ],
    tests: ['server/features/files/files.db.test.ts', 'server/features/work-orders/order-files.db.test.ts'],
  },
  {
    row: 'Z17',
    without: 'the word that no browser keeps a file',
    edits: [
      {
        file: 'server/entrances/http/file-bodies.ts',
        find: "'private, no-store'",
        put: "'public, max-age=3600'",
      },
    ],
    tests: ['server/features/work-orders/order-files.db.test.ts'],
  },
  {
    row: 'O1',
    without: 'the key that makes a call happen once',
    edits: [
      {
        file: 'server/entrances/http/route-pipeline.ts',
        find: '      idempotencyKey === null || who === null\n        ? null',
        put: "      idempotencyKey !== '' || who === null\n        ? null",
      },
    ],
    tests: ['server/features/work-orders/order-files.db.test.ts'],
  },
  {
    row: 'O3',
    without: 'the word that somebody else has the order now',
    edits: [
      {
        file: 'server/features/work-orders/take-action.ts',
        find: "  if (isHandlerStep && isHandler) refuse('order_other_handler')\n",
        put: '',
      },
    ],
    tests: flowTests,
  },
  {
    row: 'L9',
    without: 'the lock on an order that is acted upon',
    edits: [
      {
        file: 'server/features/work-orders/order-store.ts',
        find: ".forNoKeyUpdate('work_order')",
        put: '',
      },
    ],
    tests: flowTests,
  },
  {
    row: 'L9',
    without: 'the lock on alarms that become an order',
    edits: [
      {
        file: 'server/features/work-orders/order-alarm-store.ts',
        find: ".where('alarm.id', 'in', [...ids])\n    .where(scope)\n    .orderBy('alarm.id')\n    .forUpdate('alarm')",
        put: ".where('alarm.id', 'in', [...ids])\n    .where(scope)\n    .orderBy('alarm.id')",
      },
    ],
    tests: flowTests,
  },
  {
    row: 'L9',
    without: 'the lock on alarms that are cleared',
    edits: [
      {
        file: 'server/features/alarms/alarm-detail-store.ts',
        find: ".forUpdate('alarm')",
        put: '',
      },
    ],
    tests: ['server/features/alarms/alarms.db.test.ts'],
  },
]
