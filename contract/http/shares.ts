import * as z from 'zod/mini'
import { SHARES_MAX } from '#domain/accounts/limits.ts'
import { instant, typedAccount, uuid } from '#domain/accounts/fields.ts'
import { controlOps } from '#domain/commands/control-ops.ts'
import { pageCursor, pageLimit, listOf, PAGE_MAX, values } from './lists.ts'
import { routeTable } from './route.ts'

/** `view`: sees everything there. `manage`: may also do there what the account may do at stations of its own. */
export const shareRights = ['view', 'manage'] as const

const person = z.strictObject({ id: uuid, name: z.string() })

const share = z.strictObject({
  id: uuid,
  person,
  account: z.string(),
  rights: z.enum(shareRights),
  grantedAt: instant,
  grantedBy: z.nullable(z.string()),
  /** It ends by itself; null = when it is taken back. */
  untilAt: z.nullable(instant),
})

/** What somebody did at a station, or that they looked at it. */
const entry = z.strictObject({
  at: instant,
  /** null: the installation by itself, or somebody who is gone. */
  person: z.nullable(person),
  /** `area.verb`, or `station.look`. */
  action: z.string(),
  /** `done`, or the code it was refused with. */
  result: z.string(),
  /** What it was done to, where it is not the station itself. */
  object: z.nullable(z.strictObject({ kind: z.string(), name: z.string() })),
  /** What was asked of how many more devices than the one that is named, where it was remote control. */
  command: z.nullable(
    z.strictObject({ op: z.enum(controlOps), args: values, others: z.int().check(z.minimum(0)) }),
  ),
})

export const shareRoutes = routeTable({
  'GET /api/stations/{stationId}/shares': {
    summary: 'With whom a station is shared, the newest first',
    permission: 'station:share:grant',
    objects: { stationId: 'station' },
    output: z.strictObject({ shares: listOf(share, SHARES_MAX) }),
  },
  'POST /api/stations/{stationId}/shares': {
    summary:
      'Share a station with an account until a day or until it is taken back; a share that exists is changed',
    permission: 'station:share:grant',
    objects: { stationId: 'station' },
    body: z.strictObject({
      account: typedAccount,
      rights: z.enum(shareRights),
      untilAt: z.nullable(instant),
    }),
    output: z.strictObject({ share }),
    errors: [
      'share_account_unknown',
      'share_not_needed',
      'shares_full',
      'in_the_past',
      'too_many_attempts',
      'too_long',
    ],
    idempotent: true,
    fresh: true,
    status: 201,
  },
  'DELETE /api/stations/{stationId}/shares/{shareId}': {
    summary: 'Take a share back: from the next request on, and on open pages at once',
    permission: 'station:share:grant',
    objects: { stationId: 'station', shareId: 'share' },
    output: z.strictObject({}),
  },
  'GET /api/stations/{stationId}/log': {
    summary:
      'Who looked at a station and who did what there, the newest first; for those whose station it is',
    permission: 'station:station:view',
    objects: { stationId: 'station' },
    query: z.strictObject({
      /** Looks alone, or acts alone. */
      only: z.optional(z.enum(['looks', 'acts'])),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({ entries: listOf(entry, PAGE_MAX), next: z.nullable(z.string()) }),
  },
  'GET /api/audit': {
    summary: 'What the people of my company did (everybody, for an administrator), the newest first',
    permission: 'company:audit:view',
    objects: {},
    query: z.strictObject({
      /** Only what was refused. */
      refused: z.optional(z.enum(['true'])),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({ entries: listOf(entry, PAGE_MAX), next: z.nullable(z.string()) }),
  },
})
