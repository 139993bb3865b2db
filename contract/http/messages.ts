import * as z from 'zod/mini'
import {
  WEBHOOK_SECRET_MAX,
  WEBHOOK_SECRET_MIN,
  WEBHOOK_URL_MAX,
  WEBHOOKS_SHOWN,
} from '#domain/messages/limits.ts'
import { instant, uuid, version } from '#domain/accounts/fields.ts'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { messageKinds, webhookEvents } from '#domain/messages/message-kinds.ts'
import { isTimeZone } from '#domain/telemetry/local-days.ts'
import { pageCursor, pageLimit, listOf, PAGE_MAX } from './lists.ts'
import { coverageShare } from './stations.ts'
import { incomes } from './telemetry.ts'
import { routeTable } from './route.ts'

const count = z.int().check(z.minimum(0))
const both = z.strictObject({ en: z.string(), zh_CN: z.string() })
const level = z.enum(alarmLevels)
const minute = z.int().check(z.minimum(0), z.maximum(1439))

export const messageView = z.strictObject({
  id: uuid,
  kind: z.enum(messageKinds),
  at: instant,
  read: z.boolean(),
  station: z.strictObject({ id: uuid, name: z.string() }),
  alarm: z.nullable(z.strictObject({ id: uuid, name: both, level })),
  order: z.nullable(
    z.strictObject({
      id: uuid,
      no: z.string(),
      name: z.string(),
      /** What the program called it, for each reader; null: a person named it. */
      names: z.nullable(z.strictObject({ en: z.string(), zh_CN: z.string() })),
    }),
  ),
  /** Who did it; null: the system or a device. */
  by: z.nullable(z.string()),
  /** Reason or remark. */
  text: z.string(),
  /** What a month brought, as it was known when it was told. */
  report: z.nullable(
    z.strictObject({
      /** `2026-10`. */
      of: z.string(),
      /** Of all that the caller sees; else of `station`. */
      all: z.boolean(),
      wh: z.number(),
      coverage: coverageShare,
      income: incomes,
      /** Energy against another month, less 1; null = none could be compared. */
      change: z.nullable(z.strictObject({ of: z.string(), share: z.number() })),
    }),
  ),
})

const choice = {
  levels: z.array(level).check(z.maxLength(alarmLevels.length)),
  /** null: all that one sees. */
  stations: z.nullable(z.array(uuid).check(z.maxLength(500))),
  orders: z.boolean(),
  /** Minutes of the day in `zone`; what comes then shows at their end, very urgent alarms at once. */
  quiet: z.nullable(z.strictObject({ from: minute, to: minute })),
  zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: 'time_zone_unknown' })),
}
export const notificationChoice = z.strictObject({
  version: z.int(),
  ...choice,
  /** What each month brought. */
  reports: z.boolean(),
})

const address = z.string().check(
  z.maxLength(WEBHOOK_URL_MAX),
  z.refine((text) => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text), { error: 'invalid_input' }),
)
const secret = z
  .string()
  .check(
    z.regex(/^[\x21-\x7e]*$/, { error: 'invalid_input' }),
    z.minLength(WEBHOOK_SECRET_MIN, { error: 'invalid_input' }),
    z.maxLength(WEBHOOK_SECRET_MAX, { error: 'invalid_input' }),
  )
const events = z
  .array(z.enum(webhookEvents))
  .check(z.minLength(1, { error: 'required' }), z.maxLength(webhookEvents.length))

export const webhookView = z.strictObject({
  id: uuid,
  version,
  url: z.string(),
  companyId: z.nullable(uuid),
  events: listOf(z.enum(webhookEvents), webhookEvents.length),
  enabled: z.boolean(),
  createdAt: instant,
  /** The last one that was taken, and the last that failed with why. */
  deliveredAt: z.nullable(instant),
  failedAt: z.nullable(instant),
  failure: z.nullable(z.string()),
  waiting: count,
})

export const messageRoutes = routeTable({
  'GET /api/messages': {
    summary: "The caller's messages, newest first, and how many are not read",
    permission: 'signed-in',
    objects: {},
    query: z.strictObject({
      unread: z.optional(z.stringbool()),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({
      messages: listOf(messageView, PAGE_MAX),
      next: z.nullable(z.string()),
      unread: count,
    }),
  },
  'GET /api/messages/unread': {
    summary: 'How many messages are not read, for a badge',
    permission: 'signed-in',
    objects: {},
    output: z.strictObject({ unread: count }),
  },
  'PUT /api/messages/read': {
    summary: 'Read: these, or without a list all that show',
    permission: 'signed-in',
    objects: { 'body.ids': 'message' },
    body: z.strictObject({ ids: z.optional(z.array(uuid).check(z.maxLength(200))) }),
    output: z.strictObject({ unread: count }),
  },
  'GET /api/notifications': {
    summary: 'What the caller wants to be told of',
    permission: 'signed-in',
    objects: {},
    output: z.strictObject({ choice: notificationChoice }),
  },
  'PUT /api/notifications': {
    summary:
      'Choose levels, stations, orders, monthly reports and quiet hours; reports stay as they are without a word of them',
    permission: 'signed-in',
    objects: { 'body.stations': 'station' },
    body: z.strictObject({ ...choice, reports: z.optional(z.boolean()) }),
    output: z.strictObject({ choice: notificationChoice }),
    errors: ['time_zone_unknown'],
  },
  'GET /api/webhooks': {
    summary: 'Addresses that are told of alarms and orders',
    permission: 'system:webhook:edit',
    objects: {},
    output: z.strictObject({
      webhooks: listOf(webhookView, WEBHOOKS_SHOWN),
      /** Of which those are the oldest. */
      total: count,
    }),
  },
  'POST /api/webhooks': {
    summary:
      'Tell an address. Each call carries Sunkeeper-Signature: t=seconds,v1=hex of HMAC-SHA-256 of "t.body" with the secret',
    permission: 'system:webhook:edit',
    objects: { 'body.companyId': 'company' },
    body: z.strictObject({ url: address, secret, events, companyId: z.optional(z.nullable(uuid)) }),
    output: z.strictObject({ webhook: webhookView }),
    errors: ['webhook_private', 'webhooks_full', 'required'],
    idempotent: true,
    status: 201,
  },
  'PUT /api/webhooks/{webhookId}': {
    summary: 'Change an address, its events or its secret, or rest it',
    permission: 'system:webhook:edit',
    objects: { webhookId: 'webhook' },
    body: z.strictObject({
      url: z.optional(address),
      secret: z.optional(secret),
      events: z.optional(events),
      enabled: z.optional(z.boolean()),
    }),
    output: z.strictObject({ webhook: webhookView }),
    errors: ['webhook_private', 'required'],
    versioned: true,
  },
  'DELETE /api/webhooks/{webhookId}': {
    summary: 'Tell an address no more',
    permission: 'system:webhook:edit',
    objects: { webhookId: 'webhook' },
    output: z.strictObject({}),
  },
})
