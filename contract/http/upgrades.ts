// Longer than most files because it is a list: the routes of packages and upgrades, one after the other.
import * as z from 'zod/mini'
import { KEYS_MAX } from '#domain/upgrades/signing-keys.ts'
import { WITHDRAWAL_MAX, EVENTS_SHOWN, IMAGES_MAX, NAMED_SHOWN } from '#domain/upgrades/limits.ts'
import { instant, line, searchText, uuid } from '#domain/accounts/fields.ts'
import { PACKAGE_BYTES_MAX, UPGRADED_AT_ONCE } from '#domain/upgrades/limits.ts'
import { blockReasons, packageBlocks } from '#domain/upgrades/reasons.ts'
import {
  campaignStates,
  levels,
  nodeStatuses,
  packageStates,
  pauseReasons,
  taskStatuses,
  upgradeEvents,
  upgradeModes,
  waitReasons,
} from '#domain/upgrades/upgrade-states.ts'
import { pageCursor, pageLimit, listOf, PAGE_MAX, someOf } from './lists.ts'
import { routeTable } from './route.ts'

const count = z.int().check(z.minimum(0))
const percent = z.number().check(z.minimum(0), z.maximum(100))
/** Milliseconds. */
const span = z.number().check(z.minimum(0))
const person = z.nullable(z.strictObject({ id: uuid, name: z.string() }))
const level = z.enum(levels)
const mode = z.enum(upgradeModes)
const gatewayIds = z
  .array(uuid)
  .check(z.minLength(1, { error: 'required' }), z.maxLength(UPGRADED_AT_ONCE, { error: 'too_long' }))

/** One image of a package, as its signed manifest describes it. */
export const packageImage = z.strictObject({
  level,
  vendor: z.string(),
  model: z.string(),
  /** Hardware versions it is for, both included; null = any. */
  hwMin: z.nullable(z.string()),
  hwMax: z.nullable(z.string()),
  version: z.string(),
  /** Grows with every release; a lower one than installed is refused. */
  sequence: count,
  bytes: count,
  /** SHA-256, hex. */
  sha256: z.string(),
  expiresAt: instant,
  keyId: z.string(),
})

export const packageView = z.strictObject({
  id: uuid,
  name: z.string(),
  version: z.string(),
  vendor: z.string(),
  /** Of the whole bundle. */
  bytes: count,
  sha256: z.string(),
  state: z.enum(packageStates),
  /** What keeps it from being used now, whatever the gateway; empty = it can be used. */
  blocks: someOf(packageBlocks),
  /** The earliest of its manifests. */
  expiresAt: instant,
  images: listOf(packageImage, IMAGES_MAX),
  uploadedBy: person,
  uploadedAt: instant,
  approvedBy: person,
  approvedAt: z.nullable(instant),
  withdrawnBy: person,
  withdrawnAt: z.nullable(instant),
  /** Whether the caller may approve it: has the permission and did not upload it. */
  mayApprove: z.boolean(),
  /** Whoever looks had a hand in the uploader's account within the last day, or the other way round. */
  tooClose: z.boolean(),
  mayWithdraw: z.boolean(),
})

const packageOutput = z.strictObject({ package: packageView })
const packageRefusals = [
  'package_unreadable',
  'package_unsigned',
  'package_key_unknown',
  'package_key_revoked',
  'package_changed',
  'package_expired',
] as const

/** By the specification's formula, ms. */
export const estimateView = z.strictObject({
  transferMs: span,
  distributionMs: span,
  totalMs: span,
  /** When it would end if it began now. */
  endsAt: instant,
  /** It would still run when the sun is too low for what is behind the gateway. */
  pastSunset: z.boolean(),
})

export const targetView = z.strictObject({
  id: uuid,
  sn: z.string(),
  name: z.string(),
  model: z.string(),
  sw: z.string(),
  station: z.strictObject({ id: uuid, name: z.string(), timeZone: z.string() }),
  online: z.boolean(),
  /** Empty = it can be upgraded now. `devices`: how many are concerned, `sns`: at most five of them. */
  blocks: listOf(
    z.strictObject({ reason: z.enum(blockReasons), devices: count, sns: listOf(z.string(), NAMED_SHOWN) }),
    blockReasons.length,
  ),
  /** What the package would do here, level by level; levels it has nothing for are left out. */
  levels: listOf(
    z.strictObject({
      level,
      /** Devices of this level behind the gateway. */
      devices: count,
      /** Those that would be upgraded, and those that have the version already. */
      upgraded: count,
      current: count,
      /** Versions now, at most five, and after. */
      before: listOf(z.string(), NAMED_SHOWN),
      after: listOf(z.string(), NAMED_SHOWN),
      bytes: count,
    }),
    levels.length,
  ),
  estimates: z.strictObject({ normal: estimateView, fast: estimateView }),
  /** When the sun will be too low; null when it is already, or does not set. */
  sunsetAt: z.nullable(instant),
})

const countsByStatus = z.strictObject({
  waiting: count,
  sending: count,
  distributing: count,
  verifying: count,
  done: count,
  partly_failed: count,
  failed: count,
  cancelled: count,
})

const packageName = z.strictObject({ id: uuid, name: z.string(), version: z.string() })

/** The upgrade of one gateway with all behind it. */
export const upgradeTask = z.strictObject({
  id: uuid,
  /** The upgrade it belongs to; one call makes one, with a task for each gateway. */
  upgradeId: uuid,
  package: packageName,
  station: z.strictObject({ id: uuid, name: z.string(), timeZone: z.string() }),
  gateway: z.strictObject({ id: uuid, sn: z.string(), name: z.string(), online: z.boolean() }),
  mode,
  /** It goes first; the others wait for its success. */
  trial: z.boolean(),
  status: z.enum(taskStatuses),
  /** Only while it waits. */
  waitingFor: z.nullable(z.enum(waitReasons)),
  /** Nothing is sent to it: its upgrade is paused. What is being written goes on. */
  paused: z.boolean(),
  /** Why it did not end well: one of `domain/upgrades/reasons.ts`, or the gateway's own word. */
  code: z.nullable(z.string()),
  percent,
  /** The gateway's own version before and now (or after, once it has ended). */
  before: z.string(),
  after: z.string(),
  nodes: z.strictObject({ total: count, updated: count, failed: count }),
  executor: person,
  createdAt: instant,
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** Of all of it: as planned, or longer by what has been measured since. */
  estimateMs: span,
  /** From the rate measured in the present phase and the estimate of what follows; null before anything was measured. */
  remainingMs: z.nullable(span),
})

export const upgradeLevel = z.strictObject({
  level,
  status: z.enum(taskStatuses),
  percent,
  /** Bytes that the gateway has, of all images of this level. */
  bytes: count,
  bytesTotal: count,
  /** Share of the writing that is done; null before it has begun. */
  writtenPercent: z.nullable(percent),
  /** Versions before (at most five) and the ones to come. */
  before: listOf(z.string(), NAMED_SHOWN),
  after: listOf(z.string(), NAMED_SHOWN),
  nodes: z.strictObject({
    total: count,
    waiting: count,
    writing: count,
    verifying: count,
    updated: count,
    failed: count,
  }),
  code: z.nullable(z.string()),
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  estimateMs: span,
  remainingMs: z.nullable(span),
})

export const upgradeNode = z.strictObject({
  deviceId: uuid,
  level,
  sn: z.string(),
  name: z.string(),
  model: z.string(),
  status: z.enum(nodeStatuses),
  /** Of the present phase. */
  percent: z.nullable(percent),
  /** Version at the start, the one it is to get, and the one it last reported. */
  before: z.string(),
  after: z.string(),
  reported: z.string(),
  code: z.nullable(z.string()),
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
})

export const upgradeEventView = z.strictObject({
  at: instant,
  event: z.enum(upgradeEvents),
  level: z.nullable(level),
  /** Serial of the device it concerns. */
  sn: z.nullable(z.string()),
  /** Why; as `code` of a task. */
  code: z.nullable(z.string()),
  by: person,
})

/** One or several gateways in one go. */
export const upgradeView = z.strictObject({
  id: uuid,
  package: packageName,
  mode,
  state: z.enum(campaignStates),
  /** Only while it is paused. */
  pausedBecause: z.nullable(z.enum(pauseReasons)),
  stopAtFailure: z.boolean(),
  executor: person,
  createdAt: instant,
  endedAt: z.nullable(instant),
  /** Of the tasks that the caller may see. */
  counts: countsByStatus,
  total: count,
  percent,
  remainingMs: z.nullable(span),
  /** Whether the caller may pause, resume and cancel it. */
  mayControl: z.boolean(),
})

const upgradeOutput = z.strictObject({ upgrade: upgradeView, tasks: listOf(upgradeTask, UPGRADED_AT_ONCE) })

export const upgradeRoutes = routeTable({
  'GET /api/packages': {
    summary: 'Firmware packages, newest first, and the keys whose signatures are accepted',
    permission: 'device:device:view',
    objects: {},
    query: z.strictObject({
      /** `usable`: approved, not expired, signed by an accepted key. */
      state: z.optional(z.enum([...packageStates, 'usable'])),
      search: z.optional(searchText),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({
      packages: listOf(packageView, PAGE_MAX),
      keys: listOf(z.strictObject({ id: z.string(), revoked: z.boolean() }), KEYS_MAX),
      next: z.nullable(z.string()),
    }),
  },
  'GET /api/packages/{packageId}': {
    summary: 'A firmware package with its images',
    permission: 'device:device:view',
    objects: { packageId: 'package' },
    output: packageOutput,
  },
  'PUT /api/packages/{packageId}': {
    summary:
      'Upload a firmware package, at most 32 x 1024 x 1024 bytes, under an id of your own. Every signature, size and hash in it is checked; it can be used once somebody else has approved it',
    permission: 'device:package:upload',
    objects: { packageId: 'package' },
    makes: 'packageId',
    upload: { maxBytes: PACKAGE_BYTES_MAX, tooLarge: 'package_too_large' },
    output: packageOutput,
    errors: [...packageRefusals, 'package_too_large', 'wrong_state'],
    fresh: true,
  },
  'POST /api/packages/{packageId}/approve': {
    summary:
      'Approve a package. Not for the person who uploaded it, nor for an account that person had a hand in',
    permission: 'device:upgrade:approve',
    objects: { packageId: 'package' },
    body: z.strictObject({}),
    output: packageOutput,
    errors: [...packageRefusals, 'package_own', 'not_independent', 'wrong_state'],
    fresh: true,
    idempotent: true,
  },
  'POST /api/packages/{packageId}/withdraw': {
    summary: 'Withdraw a package for good: nothing starts with it any more. What is being sent goes on',
    permission: 'device:upgrade:approve',
    objects: { packageId: 'package' },
    body: z.strictObject({ remark: z.optional(line(WITHDRAWAL_MAX)) }),
    output: packageOutput,
    errors: ['wrong_state'],
    idempotent: true,
  },
  'GET /api/packages/{packageId}/targets': {
    summary:
      'Gateways with what the package would do behind each, how long that takes and what stands in the way',
    permission: 'device:upgrade:create',
    objects: { packageId: 'package', 'query.stationId': 'station', 'query.gatewayId': 'gateway' },
    query: z.strictObject({
      stationId: z.optional(uuid),
      gatewayId: z.optional(uuid),
      /** In serial or name of gateway and station. */
      search: z.optional(searchText),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({
      targets: listOf(targetView, PAGE_MAX),
      packageBlocks: someOf(packageBlocks),
      next: z.nullable(z.string()),
    }),
  },
  'POST /api/packages/{packageId}/estimate': {
    summary:
      'How long an upgrade of these gateways takes: the trial first, then all others beside each other; and what stands in the way',
    permission: 'device:upgrade:create',
    objects: { packageId: 'package', 'body.gatewayIds': 'gateway', 'body.trialId': 'gateway' },
    body: z.strictObject({ gatewayIds, mode, trialId: z.optional(uuid) }),
    output: z.strictObject({
      totalMs: span,
      endsAt: instant,
      /** At one of the stations at least. */
      pastSunset: z.boolean(),
      /** The earliest of those. */
      sunsetAt: z.nullable(instant),
      /** Images sent, one after the other on each gateway. */
      bytes: count,
      gateways: listOf(targetView, UPGRADED_AT_ONCE),
      packageBlocks: someOf(packageBlocks),
    }),
    errors: ['required', 'too_long'],
    idempotent: true,
  },
  'POST /api/upgrades': {
    summary:
      'Upgrade gateways with all behind them. With `trialId` that one goes first and the others wait for its success. Nothing begins when one of them is blocked: `current` says which and why',
    permission: 'device:upgrade:create',
    objects: { 'body.packageId': 'package', 'body.gatewayIds': 'gateway', 'body.trialId': 'gateway' },
    body: z.strictObject({
      packageId: uuid,
      gatewayIds,
      mode,
      /** One of `gatewayIds`. */
      trialId: z.optional(uuid),
      stopAtFailure: z.boolean(),
    }),
    output: upgradeOutput,
    errors: [
      'package_not_approved',
      'package_withdrawn',
      ...packageRefusals,
      'upgrade_blocked',
      'required',
      'too_long',
    ],
    fresh: true,
    idempotent: true,
    status: 201,
  },
  'GET /api/upgrades': {
    summary: 'Upgrades with at least one gateway in sight, newest first',
    permission: 'device:device:view',
    objects: {},
    query: z.strictObject({
      state: z.optional(z.enum([...campaignStates, 'open'])),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({ upgrades: listOf(upgradeView, PAGE_MAX), next: z.nullable(z.string()) }),
  },
  'GET /api/upgrades/{upgradeId}': {
    summary: 'An upgrade and the tasks of it that are in sight',
    permission: 'device:device:view',
    objects: { upgradeId: 'upgrade' },
    output: upgradeOutput,
  },
  'POST /api/upgrades/{upgradeId}/pause': {
    summary: 'Nothing more begins, and nothing more is sent; what is being written goes on',
    permission: 'device:upgrade:create',
    objects: { upgradeId: 'upgrade' },
    body: z.strictObject({}),
    output: upgradeOutput,
    errors: ['wrong_state'],
    idempotent: true,
  },
  'POST /api/upgrades/{upgradeId}/resume': {
    summary: 'Go on, also after a failure: those that have failed stay as they are',
    permission: 'device:upgrade:create',
    objects: { upgradeId: 'upgrade' },
    body: z.strictObject({}),
    output: upgradeOutput,
    errors: ['wrong_state'],
    fresh: true,
    idempotent: true,
  },
  'POST /api/upgrades/{upgradeId}/cancel': {
    summary: 'End it: what waits or is being sent is cancelled, what is being written goes on to its end',
    permission: 'device:upgrade:create',
    objects: { upgradeId: 'upgrade' },
    body: z.strictObject({}),
    output: upgradeOutput,
    errors: ['wrong_state'],
    idempotent: true,
  },
  'GET /api/upgrade-tasks': {
    summary: 'The tasks of all stations in sight, newest first: one for each gateway',
    permission: 'device:device:view',
    objects: { 'query.stationId': 'station', 'query.gatewayId': 'gateway' },
    query: z.strictObject({
      stationId: z.optional(uuid),
      gatewayId: z.optional(uuid),
      /** `open`: all that have not ended; `ended`: all that have. */
      status: z.optional(z.enum([...taskStatuses, 'open', 'ended'])),
      search: z.optional(searchText),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({
      tasks: listOf(upgradeTask, PAGE_MAX),
      /** How many there are of either kind, whatever `status` says. */
      counts: z.strictObject({ open: count, ended: count }),
      next: z.nullable(z.string()),
    }),
  },
  'GET /api/upgrade-tasks/{taskId}': {
    summary: 'A task with its levels and its newest 200 events',
    permission: 'device:device:view',
    objects: { taskId: 'upgrade_task' },
    output: z.strictObject({
      task: upgradeTask,
      upgrade: upgradeView,
      levels: listOf(upgradeLevel, levels.length),
      events: listOf(upgradeEventView, EVENTS_SHOWN),
    }),
  },
  'GET /api/upgrade-tasks/{taskId}/nodes': {
    summary: 'The devices of a task, level by level, by serial',
    permission: 'device:device:view',
    objects: { taskId: 'upgrade_task' },
    query: z.strictObject({
      level: z.optional(level),
      status: z.optional(z.enum(nodeStatuses)),
      search: z.optional(searchText),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({ nodes: listOf(upgradeNode, PAGE_MAX), next: z.nullable(z.string()) }),
  },
  'POST /api/upgrade-tasks/{taskId}/cancel': {
    summary: 'Cancel one gateway that waits or to which something is being sent',
    permission: 'device:upgrade:create',
    objects: { taskId: 'upgrade_task' },
    body: z.strictObject({}),
    output: z.strictObject({ task: upgradeTask }),
    errors: ['wrong_state'],
    idempotent: true,
  },
})
