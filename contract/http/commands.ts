import * as z from 'zod/mini'
import { MISSING_SHOWN } from '#domain/telemetry/limits.ts'
import { DEVICES_OF_GATEWAY } from '#domain/devices/limits.ts'
import { instant, uuid } from '#domain/accounts/fields.ts'
import { checkStates, checkKeys } from '#domain/commands/commissioning.ts'
import { commandOps, commandResults, commandStates } from '#domain/commands/command-states.ts'
import { limitEnders, reversions } from '#domain/commands/power-limits.ts'
import { commandSteps } from '#domain/commands/settle.ts'
import { deviceKind } from '#domain/devices/fields.ts'
import { pageCursor, pageLimit, listOf, PAGE_MAX, values } from './lists.ts'
import { routeTable } from './route.ts'

/** Gateways that one call may activate. */
export const ACTIVATED_AT_ONCE = 100
/** Devices that a command in a list names; it says how many there are. */
export const TARGETS_NAMED = 3
/** Ways in which its limits ended that it tells of, those of most devices first. */
export const ENDS_SHOWN = 10

const count = z.int().check(z.minimum(0))
const measured = z.nullable(z.number())

/** Until when a limit of power holds, who ends it when nobody renews it, and what ended it. */
export const limitEnd = z.strictObject({
  endsAt: instant,
  /** `server`: neither device nor gateway has a timer, so that only this server ends it. */
  reversion: z.enum(reversions),
  /** When the timer of the device or gateway runs out unless the server sets it anew. */
  timerAt: z.nullable(instant),
  /** Since when it is in force; null = the device has not taken it yet. */
  setAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** `never`: it was never in force. `restart`: the gateway, at its start, because it came too late to do so in time. */
  endedBy: z.nullable(z.enum(limitEnders)),
  /** The person who lifted it or set another; null = nobody has, or it is not known any more. */
  ender: z.nullable(z.strictObject({ id: uuid, name: z.string(), lifted: z.boolean() })),
})

/** By the specification's four words. */
export const outcomeCounts = z.strictObject({
  success: count,
  fail: count,
  in_progress: count,
  abnormal: count,
})

/** A command as lists tell it: of its devices how many, what they came to, and the first by name. */
export const commandRow = z.strictObject({
  id: uuid,
  stationId: uuid,
  gateway: z.strictObject({ id: uuid, sn: z.string(), name: z.string() }),
  op: z.enum(commandOps),
  args: values,
  state: z.enum(commandStates),
  /** The same in the specification's four words. */
  outcome: z.enum(commandResults),
  /** Why it failed: the gateway's own code, or `partly`, `no_answer`, `contradicted`, `device_removed`. */
  code: z.nullable(z.string()),
  /** Every step with its time, in their order. */
  steps: listOf(z.strictObject({ step: z.enum(commandSteps), at: instant }), commandSteps.length),
  /** Commands of one call have the same. */
  batchId: z.nullable(uuid),
  createdBy: z.nullable(z.strictObject({ id: uuid, name: z.string() })),
  createdAt: instant,
  /** A command that has not reached its gateway by then is never delivered. */
  expiresAt: instant,
  sentAt: z.nullable(instant),
  acceptedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** Devices it is for. */
  total: count,
  counts: outcomeCounts,
  /** The first of them by serial. */
  named: listOf(
    z.strictObject({ deviceId: uuid, kind: deviceKind, sn: z.string(), name: z.string() }),
    TARGETS_NAMED,
  ),
  /** Of a limit: its ends, with how many devices; those of the same minute together, those that never held left out. */
  ends: listOf(z.extend(limitEnd, { count }), ENDS_SHOWN),
})

/** A command with what each of its devices said. */
export const commandView = z.extend(commandRow, {
  targets: listOf(
    z.strictObject({
      deviceId: uuid,
      kind: deviceKind,
      sn: z.string(),
      name: z.string(),
      /** null until the gateway has said. */
      ok: z.nullable(z.boolean()),
      code: z.nullable(z.string()),
      /** What the device read afterwards. */
      after: z.nullable(values),
      /** Each device comes to an end of its own. */
      state: z.enum(commandStates),
      outcome: z.enum(commandResults),
      settledAt: z.nullable(instant),
      /** Of a limit: its end. */
      limit: z.nullable(limitEnd),
    }),
    DEVICES_OF_GATEWAY + 1,
  ),
})

const check = { state: z.enum(checkStates), since: z.nullable(instant) }
const checkKey = <const K extends string>(key: K) => ({ key: z.literal(key), ...check })

/** One step of commissioning with its numbers as they are now. */
export const commissioningCheck = z.discriminatedUnion('key', [
  z.strictObject({ ...checkKey('connected'), goneAt: z.nullable(instant) }),
  z.strictObject({ ...checkKey('report'), lastAt: z.nullable(instant), intervalMin: z.number() }),
  z.strictObject({ ...checkKey('clock'), offsetMs: measured, limitMs: z.number() }),
  z.strictObject({
    ...checkKey('signal'),
    /** 0 to 31; null = none told. */
    csq: measured,
    bars: z.nullable(count),
    neededBars: count,
    netMode: z.string(),
  }),
  z.strictObject({ ...checkKey('firmware'), version: z.string(), hardware: z.string() }),
  z.strictObject({
    ...checkKey('devices'),
    expected: count,
    found: count,
    /** Expected and not found; at most 100 of them. */
    missing: listOf(
      z.strictObject({ id: uuid, kind: deviceKind, sn: z.string(), stringNo: z.nullable(z.int()) }),
      MISSING_SHOWN,
    ),
    /** Serials it reports that cannot become its children. */
    quarantined: count,
  }),
  z.strictObject({
    ...checkKey('energy'),
    inverters: count,
    /** Inverters whose energy counter has been read. */
    counting: count,
    /** Sum of those counters. */
    energyTotalWh: measured,
    powerW: measured,
  }),
  z.strictObject({ ...checkKey('activated'), at: z.nullable(instant), children: count, activated: count }),
])

export const commissioningGateway = z.strictObject({
  id: uuid,
  sn: z.string(),
  name: z.string(),
  online: z.boolean(),
  checks: listOf(commissioningCheck, checkKeys.length),
  /** The newest activation: open, or how it ended. */
  activation: z.nullable(commandRow),
})

export const commandRoutes = routeTable({
  'POST /api/stations/{stationId}/activation': {
    summary:
      'Activate gateways with all behind them. Offline ones cannot be: with some offline only `allowPartly` goes on, without them',
    permission: 'device:device:activate',
    objects: { stationId: 'station', 'body.gatewayIds': 'gateway' },
    body: z.strictObject({
      gatewayIds: z
        .array(uuid)
        .check(z.minLength(1, { error: 'required' }), z.maxLength(ACTIVATED_AT_ONCE, { error: 'too_long' })),
      allowPartly: z.optional(z.boolean()),
    }),
    output: z.strictObject({
      commands: listOf(commandRow, ACTIVATED_AT_ONCE),
      /** Offline gateways that were left out. */
      left: listOf(uuid, ACTIVATED_AT_ONCE),
    }),
    errors: ['some_offline', 'all_offline', 'command_running', 'required', 'too_long'],
    idempotent: true,
    status: 201,
  },
  'POST /api/gateways/{gatewayId}/scan': {
    summary: 'Let a gateway look again for what is behind it. Waits for an offline one until it expires',
    permission: 'device:device:add',
    objects: { gatewayId: 'gateway' },
    body: z.strictObject({}),
    output: z.strictObject({ command: commandRow }),
    errors: ['command_running'],
    idempotent: true,
    status: 201,
  },
  'GET /api/stations/{stationId}/commands': {
    summary: 'The commands of a station, newest first; each by itself tells of all its devices',
    permission: 'device:device:view',
    objects: { stationId: 'station' },
    query: z.strictObject({ cursor: z.optional(pageCursor), limit: z.optional(pageLimit) }),
    output: z.strictObject({ commands: listOf(commandRow, PAGE_MAX), next: z.nullable(z.string()) }),
  },
  'GET /api/commands/{commandId}': {
    summary: 'A command: what was asked, how far it has come, what each device said',
    permission: 'device:device:view',
    objects: { commandId: 'command' },
    output: z.strictObject({ command: commandView }),
  },
  'GET /api/stations/{stationId}/commissioning': {
    summary:
      'For each gateway of a station the checks from the first connection to activation, with their numbers as they are now: up to 100, the others page by page',
    permission: 'device:device:view',
    objects: { stationId: 'station' },
    query: z.strictObject({ cursor: z.optional(pageCursor), limit: z.optional(pageLimit) }),
    output: z.strictObject({
      at: instant,
      gateways: listOf(commissioningGateway, PAGE_MAX),
      /** Of all pages. */
      total: count,
      next: z.nullable(z.string()),
    }),
  },
})
