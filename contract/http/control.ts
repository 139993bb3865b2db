/**
 * Control of devices. One file, longer than others: what is asked, what comes back and who decides are read together.
 */
import { byKind, deviceKinds } from '#domain/devices/kinds.ts'
import * as z from 'zod/mini'
import { DEVICES_OF_STATION } from '#domain/devices/limits.ts'
import {
  QUESTION_MAX,
  TAIL_TYPED_MAX,
  LIMITS_ENDED_SHOWN,
  QUESTIONS_SHOWN,
  NAMED_AT_ONCE,
  WORK_SHOWN,
} from '#domain/commands/control-limits.ts'
import { filledLine, instant, line, uuid } from '#domain/accounts/fields.ts'
import { commandOps, commandResults, commandStates } from '#domain/commands/command-states.ts'
import { controlAct } from '#domain/commands/control-act.ts'
import { controlOps } from '#domain/commands/control-ops.ts'
import { deviceKind, deviceState } from '#domain/devices/fields.ts'
import { shutdownReasons } from '#domain/telemetry/shutdown-safety.ts'
import { commandRow, limitEnd, outcomeCounts } from './commands.ts'
import { canView } from './held-back.ts'
import { pageCursor, pageLimit, listOf, PAGE_MAX, values } from './lists.ts'
import { routeTable } from './route.ts'

const count = z.int().check(z.minimum(0))
const watts = z.nullable(z.number())
const person = z.strictObject({ id: uuid, name: z.string() })
const ids = z.array(uuid).check(z.maxLength(NAMED_AT_ONCE, { error: 'too_long' }))

/** Devices by themselves, whole strings, and gateways that stand for what is behind them. */
const chosen = { deviceIds: ids, stringIds: z.optional(ids) }
const chosenObjects = { 'body.deviceIds': 'device', 'body.stringIds': 'string' } as const

/** Somebody who works where devices are to be controlled. */
export const workThere = z.strictObject({
  /**
   * `checked_in`: at the station, all of which is theirs alone to control. `order`: an order in progress on what is
   * meant. `elsewhere`: one in progress on another part of the station; it is said and holds nothing up.
   */
  kind: z.enum(['order', 'checked_in', 'elsewhere']),
  /** The order, or the check-in. */
  id: z.nullable(uuid),
  /** Of the order; '' of a check-in. */
  title: z.string(),
  person: z.nullable(person),
  /** Where they are reached, when they have said so. */
  phone: z.nullable(z.string()),
  since: z.nullable(instant),
})

const target = z.strictObject({
  deviceId: uuid,
  kind: deviceKind,
  sn: z.string(),
  name: z.string(),
  stringNo: z.nullable(z.int()),
  position: z.nullable(z.int()),
})

export const controlPreview = z.strictObject({
  /** Of the station. */
  timeZone: z.string(),
  devices: listOf(
    z.extend(target, {
      online: z.boolean(),
      state: z.nullable(deviceState),
      powerW: watts,
      ratedW: watts,
      /** null = its gateway has not said; anything may be tried. */
      can: z.nullable(canView),
      /** Nothing can be sent to a device that hangs behind no gateway. */
      gatewayId: z.nullable(uuid),
      /** Its open command. */
      running: z.nullable(
        z.strictObject({ commandId: uuid, op: z.enum(commandOps), by: z.nullable(z.string()), at: instant }),
      ),
    }),
    DEVICES_OF_STATION,
  ),
  counts: z.strictObject(byKind(deviceKinds, () => count)),
  /** Chosen devices that cannot do it. */
  unable: count,
  /** Devices that nothing can be sent to now: what is for them waits until it expires. */
  offline: count,
  /** Rated power of what is reached, and what it produces now; null = not all of it is known. */
  ratedW: z.number(),
  powerW: watts,
  work: listOf(workThere, WORK_SHOWN),
  workTotal: count,
  /** It may be given although somebody works there, by a person who says so. */
  mayGoDespite: z.boolean(),
  /** The device whose serial's last characters are typed to confirm; null = nothing can be done. */
  confirm: z.nullable(z.strictObject({ kind: deviceKind, sn: z.string(), name: z.string() })),
  /** A second person decides. */
  second: z.boolean(),
  /** What decides that: the larger of what the caller alone moves within the hour and what is moved so at the station. */
  inHour: z.strictObject({ devices: count, ratedW: z.number() }),
  limits: z.strictObject({
    perCall: count,
    perHour: count,
    leftThisHour: count,
    secondDevices: count,
    secondW: z.number(),
  }),
})

export const controlStates = ['waiting', 'sent', 'refused', 'expired'] as const

/** What a person asked of devices in one go. */
export const controlRow = z.strictObject({
  id: uuid,
  station: z.strictObject({ id: uuid, name: z.string(), timeZone: z.string() }),
  op: z.enum(controlOps),
  args: values,
  /** `waiting`: for a second person. */
  state: z.enum(controlStates),
  /** Given although somebody worked there. */
  despite: z.boolean(),
  askedBy: person,
  askedAt: instant,
  /** A second person has until then. */
  expiresAt: z.nullable(instant),
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(instant),
  remark: z.string(),
  retryOf: z.nullable(uuid),
  ratedW: z.number(),
  total: count,
  /** By the specification's four words; all 0 while nothing was sent. */
  counts: outcomeCounts,
  /** The caller may let it go out: somebody else has asked, in whose account they had no hand, and it still waits. */
  mayDecide: z.boolean(),
  /** The caller may say no: also whoever is too close to the one that asked to say yes. */
  mayRefuse: z.boolean(),
})

/** A limit of a device: in force, or how it ended. */
export const limitView = z.extend(limitEnd, {
  deviceId: uuid,
  kind: deviceKind,
  sn: z.string(),
  name: z.string(),
  /** Share of rated power, %, or W: one of the two. */
  pct: watts,
  w: watts,
  commandId: uuid,
  controlId: z.nullable(uuid),
  askedBy: z.nullable(person),
  askedAt: instant,
})

export const controlDetail = z.extend(controlRow, {
  devices: listOf(
    z.extend(target, {
      commandId: z.nullable(uuid),
      state: z.nullable(z.enum(commandStates)),
      /** null = nothing was sent. */
      outcome: z.nullable(z.enum(commandResults)),
      /** Why: the device's own word, or `contradicted`, `no_answer`, `no_reading`, `no_gateway`, `command_running`. */
      code: z.nullable(z.string()),
      /** What it read afterwards. */
      after: z.nullable(values),
      /** Of a limit: until when, who ends it when nobody renews it, and what ended it. */
      limit: z.nullable(limitEnd),
      settledAt: z.nullable(instant),
    }),
    NAMED_AT_ONCE,
  ),
  /** One for each gateway, with its steps. */
  commands: listOf(commandRow, NAMED_AT_ONCE),
})

export const questionView = z.strictObject({
  id: uuid,
  station: z.strictObject({ id: uuid, name: z.string(), timeZone: z.string() }),
  askedBy: person,
  askedTo: person,
  op: z.enum(controlOps),
  args: values,
  text: z.string(),
  askedAt: instant,
  answer: z.nullable(z.enum(['go', 'wait'])),
  answeredAt: z.nullable(instant),
})

const verdict = z.enum(['safe', 'live', 'unknown'])
/** A shutdown device as the board shows it: every fact with its age, and what speaks against safe. */
export const boardDevice = z.extend(target, {
  gateway: z.nullable(z.strictObject({ id: uuid, name: z.string(), sn: z.string(), online: z.boolean() })),
  inverter: z.nullable(z.strictObject({ id: uuid, name: z.string(), sn: z.string() })),
  verdict,
  reasons: listOf(z.enum(shutdownReasons), shutdownReasons.length),
  keepalive: z.nullable(z.boolean()),
  closed: z.nullable(z.boolean()),
  /** Of the conductors when measured, else of the module. */
  volts: watts,
  readAt: z.nullable(instant),
  /** Of the newest shutdown: what it came to, and ms from sending until it was confirmed. */
  outcome: z.nullable(z.enum(commandResults)),
  confirmedAfterMs: z.nullable(count),
})

export const shutdownBoard = z.strictObject({
  at: instant,
  station: z.strictObject({ id: uuid, name: z.string(), timeZone: z.string(), code: z.string() }),
  safeBelowV: z.number(),
  counts: z.strictObject({ total: count, safe: count, live: count, unknown: count }),
  devices: listOf(boardDevice, DEVICES_OF_STATION),
  /** The newest act on shutdown devices: opened or closed. */
  last: z.nullable(
    z.strictObject({
      controlId: uuid,
      on: z.boolean(),
      by: person,
      askedAt: instant,
      sentAt: z.nullable(instant),
      total: count,
      /** Proven by a reading, and ms from sending until the last of them. */
      confirmed: count,
      afterMs: z.nullable(count),
    }),
  ),
})

const tail = z
  .string()
  .check(z.minLength(1, { error: 'required' }), z.maxLength(TAIL_TYPED_MAX, { error: 'too_long' }))

export const controlRoutes = routeTable({
  'POST /api/stations/{stationId}/control/preview': {
    summary:
      'What an act would reach: devices, power, who works there, whether a second person decides. Changes nothing',
    permission: 'device:control:send',
    objects: { stationId: 'station', ...chosenObjects },
    body: z.strictObject({ act: controlAct, ...chosen }),
    output: controlPreview,
    errors: ['too_long', 'limit_range', 'limit_time', 'reporting_range'],
  },
  'POST /api/stations/{stationId}/control': {
    summary:
      'Switch, limit, restart or set devices; a command for each gateway, a result for each device. Above the limits of the installation it waits for a second person',
    permission: 'device:control:send',
    objects: { stationId: 'station', ...chosenObjects, 'body.retryOf': 'control' },
    body: z.strictObject({
      act: controlAct,
      ...chosen,
      /** The last characters of the serial that the preview names. */
      tail,
      /** Although somebody works there; only where the preview allows it. */
      despite: z.optional(z.boolean()),
      /** The act whose failed devices this repeats. */
      retryOf: z.optional(uuid),
    }),
    output: z.strictObject({ control: controlDetail }),
    errors: [
      'too_long',
      'required',
      'limit_range',
      'limit_time',
      'limit_unit',
      'limit_too_low',
      'limit_too_high',
      'reporting_range',
      'select_device_first',
      'op_unsupported',
      'tail_differs',
      'too_many_devices',
      'too_many_this_hour',
      'people_at_work',
      'command_running',
    ],
    idempotent: true,
    fresh: true,
    status: 201,
  },
  'POST /api/stations/{stationId}/read': {
    summary: 'Let devices be read now. Changes nothing and holds no other command up',
    permission: 'device:control:send',
    objects: { stationId: 'station', ...chosenObjects },
    body: z.strictObject(chosen),
    output: z.strictObject({ control: controlDetail }),
    errors: ['too_long', 'select_device_first', 'too_many_devices'],
    idempotent: true,
    status: 201,
  },
  'GET /api/control': {
    summary: 'What was asked of devices, newest first; with `waiting` what waits for a second person',
    permission: 'device:device:view',
    objects: { 'query.stationId': 'station' },
    query: z.strictObject({
      stationId: z.optional(uuid),
      waiting: z.optional(z.enum(['true'])),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({ controls: listOf(controlRow, PAGE_MAX), next: z.nullable(z.string()) }),
  },
  'GET /api/control/{controlId}': {
    summary: 'What was asked in one go: the result of each device, each command with its steps',
    permission: 'device:device:view',
    objects: { controlId: 'control' },
    output: z.strictObject({ control: controlDetail }),
  },
  'POST /api/control/{controlId}/approve': {
    summary: 'The second person says yes: it is sent now. Never the person who asked',
    permission: 'device:control:send',
    objects: { controlId: 'control' },
    body: z.strictObject({ tail }),
    output: z.strictObject({ control: controlDetail }),
    errors: [
      'required',
      'too_long',
      'same_person',
      'not_independent',
      'wrong_state',
      'op_unsupported',
      'limit_unit',
      'limit_too_low',
      'limit_too_high',
      'tail_differs',
      'too_many_this_hour',
      'people_at_work',
      'command_running',
    ],
    idempotent: true,
    fresh: true,
  },
  'POST /api/control/{controlId}/refuse': {
    summary: 'The second person says no, with the reason',
    permission: 'device:control:send',
    objects: { controlId: 'control' },
    body: z.strictObject({ remark: filledLine(QUESTION_MAX) }),
    output: z.strictObject({ control: controlDetail }),
    errors: ['required', 'too_long', 'same_person', 'wrong_state'],
    idempotent: true,
  },
  'GET /api/commands': {
    summary:
      'The ledger: every command with its steps, newest first; each by itself tells of all its devices',
    permission: 'device:device:view',
    objects: { 'query.stationId': 'station', 'query.deviceId': 'device' },
    query: z.strictObject({
      stationId: z.optional(uuid),
      deviceId: z.optional(uuid),
      op: z.optional(z.enum(commandOps)),
      outcome: z.optional(z.enum(commandResults)),
      /** Given from then on, and before. */
      from: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(9_999_999_999_999))),
      to: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(9_999_999_999_999))),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({ commands: listOf(commandRow, PAGE_MAX), next: z.nullable(z.string()) }),
  },
  'GET /api/stations/{stationId}/limits': {
    summary:
      'The limits in force at a station, with their end and who ends them, and the newest that have ended',
    permission: 'device:device:view',
    objects: { stationId: 'station' },
    output: z.strictObject({
      inForce: listOf(limitView, 2 * DEVICES_OF_STATION),
      ended: listOf(limitView, LIMITS_ENDED_SHOWN),
    }),
  },
  'GET /api/stations/{stationId}/shutdown-board': {
    summary: 'Keep-alive, switch and voltage of every shutdown device, and what the newest shutdown came to',
    permission: 'device:device:view',
    objects: { stationId: 'station' },
    output: shutdownBoard,
  },
  'POST /api/stations/{stationId}/control/questions': {
    summary: 'Ask somebody who works there whether an act may be given',
    permission: 'device:control:send',
    objects: { stationId: 'station', 'body.personId': 'account' },
    body: z.strictObject({ personId: uuid, act: controlAct, text: line(QUESTION_MAX) }),
    output: z.strictObject({ question: questionView }),
    errors: ['too_long', 'limit_range', 'limit_time', 'reporting_range'],
    idempotent: true,
    status: 201,
  },
  'GET /api/control-questions': {
    summary: 'Questions of the last day that were put to the caller, or by the caller; newest first',
    permission: 'signed-in',
    objects: {},
    output: z.strictObject({ questions: listOf(questionView, QUESTIONS_SHOWN) }),
  },
  'POST /api/control-questions/{questionId}/answer': {
    summary: 'Go, or wait. It informs; who controls stays responsible',
    permission: 'signed-in',
    objects: { questionId: 'question' },
    body: z.strictObject({ answer: z.enum(['go', 'wait']) }),
    output: z.strictObject({ question: questionView }),
    errors: ['wrong_state'],
    idempotent: true,
  },
})
