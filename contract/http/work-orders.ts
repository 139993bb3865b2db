/**
 * Work orders. One file, longer than others: an order, what is done with it and who may do it are read together.
 */
import * as z from 'zod/mini'
import { attentionReasons } from '#domain/stations/station-kinds.ts'
import { DAY_STEPS_MAX } from '#domain/telemetry/limits.ts'
import { instant, line, searchText, uuid, version } from '#domain/accounts/fields.ts'
import { accountRoles } from '#domain/accounts/permissions.ts'
import { alarmLevels, alarmStatuses } from '#domain/alarms/alarm-states.ts'
import { deviceKind } from '#domain/devices/fields.ts'
import { FILES_MAX, IMAGES_MAX } from '#domain/files/limits.ts'
import {
  comment,
  description,
  filledRemark,
  instanceName,
  orderName,
  plannedAt,
  plannedMinutes,
  remark,
  report,
} from '#domain/work-orders/fields.ts'
import {
  ALARMS_MAX,
  INSTANCES_MAX,
  CHECKLIST_CHOICES_MAX,
  CHECKLIST_MAX,
  FLOW_SHOWN,
  HANDLERS_SHOWN,
  PEOPLE_SHOWN,
} from '#domain/work-orders/limits.ts'
import { askedNumbers, flowNeeds, flowNumbers, flowTable } from '#domain/work-orders/flow-table.ts'
import { verificationAnswers, verificationFigures } from '#domain/work-orders/verification.ts'
import {
  orderNotes,
  orderPriorities,
  orderSorts,
  orderStatuses,
  orderTypes,
} from '#domain/work-orders/order-states.ts'
import { atMostEach, eachOutput, preview } from './each.ts'
import { fileView } from './files.ts'
import { listOrder, pageCursor, pageLimit, listOf, PAGE_MAX, someOf } from './lists.ts'
import { routeTable } from './route.ts'

const count = z.int().check(z.minimum(0))
const both = z.strictObject({ en: z.string(), zh_CN: z.string() })
const person = z.strictObject({ id: uuid, name: z.string() })
const orderType = z.enum(orderTypes)
const orderStatus = z.enum(orderStatuses)
const orderPriority = z.enum(orderPriorities)
const flowName = z.enum(flowTable.map(({ name }) => name))
const deviceLine = z.strictObject({ id: uuid, kind: deviceKind, sn: z.string(), name: z.string() })
const minutes = z.nullable(z.int())
/** What an instance that joined under another code is called, and which it is there; null: it has no other code. */
const joinedName = z.nullable(z.strictObject({ name: both, instance: z.string() }))

/** An order as a line of a list. */
export const orderRow = z.strictObject({
  id: uuid,
  version,
  /** `WO`, the station's local date, a running number. */
  no: z.string(),
  name: z.string(),
  /** What the program called it, for each reader; null: a person named it. */
  names: z.nullable(both),
  type: orderType,
  status: orderStatus,
  priority: orderPriority,
  station: z.strictObject({ id: uuid, name: z.string(), timeZone: z.string() }),
  /** null: the station itself, or alarms of several devices. */
  device: z.nullable(deviceLine),
  /** Whose alarm a repair of the station is about without naming it: that of an inverter, which cannot be ordered. */
  aboutDevice: z.nullable(deviceLine),
  initiator: person,
  /** null: given to nobody. */
  handler: z.nullable(person),
  initiatedAt: instant,
  plannedStartAt: z.nullable(instant),
  plannedEndAt: z.nullable(instant),
  /** The planned processing time. */
  plannedMinutes: z.int(),
  /** Someone works at it: what the countdown runs to, which is `dueAt`. */
  countdownEndAt: z.nullable(instant),
  /** Planned end or end of the planned processing time, whichever comes first; null when nothing presses. */
  dueAt: z.nullable(instant),
  overdue: z.boolean(),
  /** Alarms that are in it. */
  alarms: count,
  /** The worst level among them. */
  level: z.nullable(z.enum(alarmLevels)),
})

/** What somebody can do now: the number to send, and what it wants. */
export const openAction = z.strictObject({
  no: z.union(askedNumbers.map((no) => z.literal(no))),
  name: flowName,
  /** `next`: 12 (the original handler continues) or 13 (someone else). `confirmation`: the order's number, typed. */
  needs: someOf(flowNeeds),
})

const checklistAnswer = z.strictObject({
  key: z.string(),
  value: z.nullable(z.union([z.number(), z.string()])),
  fileId: z.nullable(uuid),
})
const checklistLine = z.strictObject({
  key: z.string(),
  label: both,
  kind: z.enum(['number', 'choice', 'photo', 'signature', 'text']),
  required: z.boolean(),
  unit: z.nullable(z.string()),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  decimals: z.nullable(z.int()),
  choices: listOf(z.strictObject({ key: z.string(), label: both }), CHECKLIST_CHOICES_MAX),
  /** The newest; null while there is none. */
  answer: z.nullable(
    z.strictObject({
      value: z.nullable(z.union([z.number(), z.string()])),
      file: z.nullable(fileView),
      /** null where nothing can be said. */
      good: z.nullable(z.boolean()),
    }),
  ),
})

/** One record of the flow. */
export const flowRecord = z.strictObject({
  seq: z.int(),
  /** null: a note that is no action; see `note`. */
  no: z.nullable(z.union(flowNumbers.map((no) => z.literal(no)))),
  name: z.nullable(flowName),
  /**
   * `alarm_ended`: an alarm of the order cleaned itself. `alarm_cleared`: somebody cleared one by hand. `changed`: fields
   * or content were changed. `comment`: somebody said something; it moves nothing.
   */
  note: z.nullable(z.enum(orderNotes)),
  at: instant,
  /** null: the system. */
  by: z.nullable(person),
  from: z.nullable(orderStatus),
  to: orderStatus,
  /** Who has it afterwards. */
  handler: z.nullable(person),
  /** Reason, remark or report, whichever the action wants; or the comment. */
  text: z.string(),
  alarm: z.nullable(z.strictObject({ id: uuid, name: both })),
  images: listOf(fileView, IMAGES_MAX),
  files: listOf(fileView, FILES_MAX),
})

/** Values of one device over time; null = unknown. */
const verificationCurve = z.strictObject({
  day: z.string(),
  from: instant,
  to: instant,
  ts: listOf(instant, DAY_STEPS_MAX),
  own: listOf(z.nullable(z.number()), DAY_STEPS_MAX),
  /** The median of the peers at the same times. */
  peers: listOf(z.nullable(z.number()), DAY_STEPS_MAX),
  /** True where it was light enough to compare. */
  light: listOf(z.boolean(), DAY_STEPS_MAX),
})

export const verification = z.strictObject({
  answer: z.enum(verificationAnswers),
  /**
   * `power`: mean power per rated kW (inverter) or module (optimizer). `current`: mean current of a tracker's string.
   * `shutdown`: closed and keep-alive heard. `link`: the gateway reports.
   */
  figure: z.enum(verificationFigures),
  unit: z.string(),
  device: deviceLine,
  /** A string or tracker of the device. */
  instance: z.nullable(z.string()),
  /** Where it joined its alarm under another code; null as well where `instance` is. */
  joined: joinedName,
  /** Mean over the daylight used, and the median of the peers over the same. */
  own: z.nullable(z.number()),
  median: z.nullable(z.number()),
  /** Own over median, less 1. */
  share: z.nullable(z.number()),
  /** From this share on it counts as back. */
  leastShare: z.number(),
  peers: count,
  /** Daylight that was used, and how much is needed, in hours. */
  hours: z.number(),
  hoursNeeded: z.number(),
  fromAt: z.nullable(instant),
  toAt: z.nullable(instant),
  /** What counts as light: of the median peer, per rated kW or module, W; or the sun's height, degrees. */
  least: z.strictObject({
    of: z.enum(['peer_power', 'clear_sky', 'none']),
    value: z.number(),
    unit: z.string(),
  }),
  /** Since when it is looked at: the begin of the work. */
  since: z.nullable(instant),
  /** `too_early` until then; null also where the order was closed before. */
  earliestAt: z.nullable(instant),
  before: z.nullable(verificationCurve),
  after: z.nullable(verificationCurve),
})

export const orderDetail = z.extend(orderRow, {
  needsReview: z.boolean(),
  description: z.string(),
  remark: z.string(),
  /** Begun first, and reported. */
  actualStartAt: z.nullable(instant),
  actualEndAt: z.nullable(instant),
  /** Whole minutes. */
  plannedDurationMinutes: minutes,
  actualDurationMinutes: minutes,
  /** When its present handler began. */
  startedAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  /** How to get there and what is dangerous there. */
  site: z.strictObject({
    address: z.string(),
    ownerName: z.string(),
    phone: z.nullable(z.string()),
    access: z.string(),
    hazards: z.string(),
    safety: z.string(),
    latitude: z.number(),
    longitude: z.number(),
  }),
  content: listOf(
    z.strictObject({
      id: uuid,
      code: z.string(),
      name: both,
      level: z.enum(alarmLevels),
      status: z.enum(alarmStatuses),
      device: deviceLine,
      occurredAt: instant,
      /** False: it was taken out, or left when the order was discarded. */
      kept: z.boolean(),
      items: listOf(
        z.strictObject({
          instance: z.string(),
          joined: joinedName,
          kept: z.boolean(),
          /** The device says that it is over. */
          clearedAt: z.nullable(instant),
        }),
        INSTANCES_MAX,
      ),
    }),
    ALARMS_MAX,
  ),
  /** What a repair order is about without having taken it. */
  about: z.nullable(
    z.strictObject({
      id: uuid,
      name: both,
      level: z.enum(alarmLevels),
      status: z.enum(alarmStatuses),
      device: deviceLine,
    }),
  ),
  images: listOf(fileView, IMAGES_MAX),
  files: listOf(fileView, FILES_MAX),
  report: z.nullable(
    z.strictObject({
      text: z.string(),
      at: instant,
      by: person,
      images: listOf(fileView, IMAGES_MAX),
      files: listOf(fileView, FILES_MAX),
    }),
  ),
  checklist: listOf(checklistLine, CHECKLIST_MAX),
  /** The newest of `flowTotal`, oldest first. */
  flow: listOf(flowRecord, FLOW_SHOWN),
  flowTotal: count,
  /** What is open to me. */
  actions: listOf(openAction, askedNumbers.length),
  /** May its fields be changed by me. */
  editable: z.boolean(),
  /** May I comment on it: its station is my own, or I made it, have it or had it in hand. */
  commentable: z.boolean(),
})

const idList = (most: number, error: 'too_many_images' | 'too_many_files') =>
  z.array(uuid).check(
    z.maxLength(most, { error }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: 'invalid_input' }),
  )
const images = idList(IMAGES_MAX, 'too_many_images')
const files = idList(FILES_MAX, 'too_many_files')

/** An alarm with the content items that stay: at least one. */
const keptAlarm = z.strictObject({
  alarmId: uuid,
  instances: z
    .array(instanceName)
    .check(
      z.minLength(1, { error: 'order_content_empty' }),
      z.maxLength(INSTANCES_MAX, { error: 'invalid_input' }),
    ),
})
const keptAlarms = z.array(keptAlarm).check(
  z.minLength(1, { error: 'order_content_empty' }),
  z.maxLength(ALARMS_MAX, { error: 'too_long' }),
  z.refine((all) => new Set(all.map(({ alarmId }) => alarmId)).size === all.length, {
    error: 'invalid_input',
  }),
)

const planned = {
  plannedStartAt: plannedAt,
  /** Not before the start: `planned_times`. */
  plannedEndAt: plannedAt,
  plannedMinutes,
}

const mine = z.enum(['accept', 'do', 'review', 'created', 'done'])
const at = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8.64e15))
const flag = z.stringbool()

export const orderRoutes = routeTable({
  'GET /api/orders': {
    summary:
      'Work orders, worst first: the late ones, the most late on top, then the other open ones by priority and by when they are due, then the completed and the discarded',
    permission: 'om:order:view',
    objects: {
      'query.stationId': 'station',
      'query.deviceId': 'device',
      'query.alarmId': 'alarm',
      'query.groupId': 'station_group',
    },
    query: z.strictObject({
      /** Number, name, station, serial or name of the device, name of the handler. */
      search: z.optional(searchText),
      /** `open`, or one or several statuses with commas between them. */
      status: z.optional(z.string().check(z.regex(/^(open|[a-z_]+(,[a-z_]+){0,6})$/))),
      type: z.optional(orderType),
      priority: z.optional(orderPriority),
      /** `accept`, `do`, `done`: I am the handler. `review`: waits for somebody who reviews. `created`: I made it. */
      mine: z.optional(mine),
      stationId: z.optional(uuid),
      deviceId: z.optional(uuid),
      alarmId: z.optional(uuid),
      overdue: z.optional(flag),
      /** Who has it: `none`, or one of `people` (of anybody else there are none). */
      handler: z.optional(z.string().check(z.regex(/^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/))),
      /** At stations of a group of the caller. */
      groupId: z.optional(uuid),
      /** Of the initiation. */
      from: z.optional(at),
      to: z.optional(at),
      /** Without one the worst come first. `priority` falls from the most urgent. */
      sort: z.optional(z.enum(orderSorts)),
      /** It falls where nothing is said. */
      order: z.optional(listOrder),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({
      orders: listOf(orderRow, PAGE_MAX),
      next: z.nullable(z.string()),
      /** All of the stations asked for, whatever the other filters. */
      counts: z.strictObject({
        dispatching: count,
        receiving: count,
        pending: count,
        in_progress: count,
        audit: count,
        completed: count,
        invalid: count,
        overdue: count,
      }),
      /** Who has open ones of the stations asked for, the most first; and how many nobody has. */
      people: listOf(z.strictObject({ id: uuid, name: z.string(), open: count }), PEOPLE_SHOWN),
      unassigned: count,
      /** Mine, for badges: `done` is not counted. */
      mine: z.strictObject({ accept: count, do: count, review: count, created: count }),
    }),
    errors: ['invalid_input'],
  },
  'GET /api/orders/{orderId}': {
    summary: 'A work order: all its fields, its flow, and the actions open to the caller',
    permission: 'om:order:view',
    objects: { orderId: 'order' },
    output: z.strictObject({ order: orderDetail }),
  },
  'GET /api/orders/{orderId}/flow': {
    summary: 'The newest 1,000 flow records of a work order, oldest first',
    permission: 'om:order:view',
    objects: { orderId: 'order' },
    output: z.strictObject({
      order: orderRow,
      /** The newest of `total`. */
      flow: listOf(flowRecord, FLOW_SHOWN),
      total: count,
    }),
  },
  'GET /api/orders/{orderId}/verification': {
    summary: 'Whether what the order is about is back among its peers, with the numbers and the curves',
    permission: 'om:order:view',
    objects: { orderId: 'order' },
    /** null: the order is about no device that can be compared. */
    output: z.strictObject({ verification: z.nullable(verification) }),
  },
  'POST /api/orders': {
    summary: 'Make a work order. With alarms: unhandled ones of one station, none of an inverter itself',
    permission: 'om:order:create',
    objects: {
      'body.stationId': 'station',
      'body.deviceId': 'device',
      'body.aboutAlarmId': 'alarm',
      'body.silent.deviceId': 'device',
      'body.alarms.alarmId': 'string_alarm',
      'body.handlerId': 'account',
      'body.images': 'order_image',
      'body.files': 'order_file',
    },
    body: z.strictObject({
      type: orderType,
      stationId: uuid,
      /** Of an order that is made by hand. Alarms bring their own. */
      deviceId: z.optional(z.nullable(uuid)),
      /** Wanted by the type `alarm`, possible with `repair`. */
      alarms: z.optional(keptAlarms),
      /** An alarm that a repair order is about without taking it: that of an inverter, which cannot become one. */
      aboutAlarmId: z.optional(z.nullable(uuid)),
      /** What is wrong with a device that raised no alarm; an inverter can be it, too. It gives the order its name. */
      silent: z.optional(z.strictObject({ deviceId: uuid, reason: z.enum(attentionReasons) })),
      /** Proposed from type and subject when it is left out. */
      name: z.optional(orderName),
      priority: orderPriority,
      description,
      remark: z.optional(remark),
      ...planned,
      /** The company's setting decides about the review itself; false: completed with the report. */
      needsReview: z.optional(z.boolean()),
      /** Dispatch it at once; needs `om:order:dispatch`. */
      handlerId: z.optional(z.nullable(uuid)),
      images: z.optional(images),
      files: z.optional(files),
    }),
    output: z.strictObject({ order: orderDetail }),
    errors: [
      'alarms_of_one_station',
      'order_inverter',
      'order_alarm_handled',
      'order_alarm_closed',
      'order_content_empty',
      'planned_times',
      'too_many_images',
      'too_many_files',
      'wrong_state',
    ],
    idempotent: true,
    status: 201,
  },
  'POST /api/reports': {
    summary: 'Report that something has to be repaired: a repair order that waits for its dispatcher',
    permission: 'om:report:create',
    objects: {
      'body.stationId': 'station',
      'body.deviceId': 'device',
      'body.images': 'order_image',
      'body.files': 'order_file',
    },
    body: z.strictObject({
      stationId: uuid,
      deviceId: z.optional(z.nullable(uuid)),
      description: description.check(z.refine((text) => text.length > 0, { error: 'required' })),
      images: z.optional(images),
      files: z.optional(files),
    }),
    output: z.strictObject({ order: orderDetail }),
    errors: ['order_inverter', 'too_many_images', 'too_many_files', 'required'],
    idempotent: true,
    status: 201,
  },
  'PUT /api/orders/{orderId}': {
    summary:
      'Change an open order: description, plan, priority, and content that is taken out. Never all of it; what is out does not come back',
    permission: 'om:order:view',
    objects: { orderId: 'order', 'body.alarms.alarmId': 'ordered_alarm' },
    body: z.strictObject({
      name: z.optional(orderName),
      description: z.optional(description),
      remark: z.optional(remark),
      priority: z.optional(orderPriority),
      plannedStartAt: z.optional(plannedAt),
      plannedEndAt: z.optional(plannedAt),
      plannedMinutes: z.optional(plannedMinutes),
      /** All that stays. */
      alarms: z.optional(keptAlarms),
    }),
    output: z.strictObject({ order: orderDetail }),
    errors: ['order_content_empty', 'order_over', 'planned_times', 'invalid_input', 'too_long'],
    versioned: true,
  },
  'POST /api/orders/{orderId}/actions': {
    summary: 'Take a numbered action of the flow table',
    // Being the handler grants the handler's steps: the table decides.
    permission: 'om:order:view',
    objects: {
      orderId: 'order',
      'body.handlerId': 'account',
      'body.checklist.fileId': 'order_image',
      'body.images': 'order_image',
      'body.files': 'order_file',
    },
    body: z.strictObject({
      no: z.union(askedNumbers.map((no) => z.literal(no))),
      /** 1 and 14. */
      handlerId: z.optional(uuid),
      /** 3, 6, 16. */
      reason: z.optional(filledRemark),
      /** 11; may be said with any other. */
      remark: z.optional(remark),
      /** 11. */
      next: z.optional(z.union([z.literal(12), z.literal(13)])),
      /** 5. */
      report: z.optional(report),
      /** 5: all that is required. With any other what was measured so far. */
      checklist: z.optional(listOf(checklistAnswer, CHECKLIST_MAX)),
      images: z.optional(images),
      files: z.optional(files),
      /**
       * 5: since when the caller is checked in at the station; that ends with it. One that began at another time stays,
       * so that a report that waited for a network ends none of later.
       */
      checkedInSince: z.optional(instant),
      /** 16: the order's number. */
      confirmation: z.optional(line(40)),
    }),
    output: z.strictObject({ order: orderDetail }),
    errors: [
      'order_other_handler',
      'order_over',
      'order_number_differs',
      'signature_stale',
      'wrong_state',
      'too_many_images',
      'too_many_files',
      'required',
    ],
    idempotent: true,
    versioned: true,
    status: 200,
  },
  'POST /api/orders/dispatch-each': {
    summary:
      'Dispatch orders to one person (action 1 of the flow table), each by itself at the version last seen, with a result for each',
    permission: 'om:order:view',
    objects: { 'body.orders.orderId': 'order', 'body.handlerId': 'account' },
    body: z.strictObject({
      orders: z.array(z.strictObject({ orderId: uuid, version })).check(...atMostEach),
      handlerId: uuid,
      remark: z.optional(remark),
      preview,
    }),
    output: eachOutput,
    errors: ['order_over', 'required', 'too_long', 'version_stale', 'wrong_state'],
    idempotent: true,
    status: 200,
  },
  'POST /api/orders/{orderId}/comments': {
    summary:
      'Comment on an order, open or over: text, pictures, or both. It stands among the records of the flow and moves nothing',
    // Who has part in the order: its handler decides by it.
    permission: 'om:order:view',
    objects: { orderId: 'order', 'body.images': 'order_image' },
    body: z.strictObject({ text: comment, images: z.optional(images) }),
    output: z.strictObject({ order: orderDetail }),
    errors: ['order_comments_full', 'too_many_images', 'required', 'too_long'],
    idempotent: true,
    status: 201,
  },
  'GET /api/orders/check': {
    summary: 'What stands in the way of an order from these alarms, and what it would hold',
    permission: 'om:order:create',
    objects: {},
    query: z.strictObject({
      /** With commas between them. */
      alarmIds: z.optional(
        z
          .string()
          .check(
            z.regex(
              /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){0,99}$/,
            ),
          ),
      ),
    }),
    output: z.strictObject({
      problem: z.nullable(
        z.enum(['alarms_of_one_station', 'order_inverter', 'order_alarm_handled', 'order_alarm_closed']),
      ),
      station: z.nullable(z.strictObject({ id: uuid, name: z.string(), timeZone: z.string() })),
      name: both,
      priority: orderPriority,
      alarms: listOf(
        z.strictObject({
          id: uuid,
          name: both,
          level: z.enum(alarmLevels),
          status: z.enum(alarmStatuses),
          device: deviceLine,
          problem: z.nullable(z.enum(['order_inverter', 'order_alarm_handled', 'order_alarm_closed'])),
          instances: listOf(z.string(), INSTANCES_MAX),
          /** Of each instance, in the same order. */
          joined: listOf(joinedName, INSTANCES_MAX),
        }),
        ALARMS_MAX,
      ),
    }),
  },
  'GET /api/stations/{stationId}/handlers': {
    summary: 'Who can be given an order of this station, the least busy first',
    permission: 'om:order:dispatch',
    objects: { stationId: 'station' },
    query: z.strictObject({ search: z.optional(searchText) }),
    output: z.strictObject({
      /** The first of `total`, by name: of more the others are searched for. */
      handlers: listOf(
        z.strictObject({
          id: uuid,
          name: z.string(),
          role: z.enum(accountRoles),
          /** Handles orders by permission; others could be given one all the same. */
          usual: z.boolean(),
          /** Orders that this person has not finished. */
          open: count,
          /** Where this person checked in last within a day, and how far that is from here; null: not known. */
          near: z.nullable(z.strictObject({ stationName: z.string(), at: instant, distanceM: z.number() })),
          /** When this person was last here: checked in, or ended work at an order; null: not known. */
          wasHereAt: z.nullable(instant),
        }),
        HANDLERS_SHOWN,
      ),
      total: count,
    }),
  },
  'GET /api/company/settings': {
    summary: "The company's settings for work orders",
    permission: 'om:order:view',
    objects: {},
    /** null: the caller belongs to no company. */
    output: z.strictObject({
      settings: z.nullable(
        z.strictObject({
          version,
          companyId: uuid,
          companyName: z.string(),
          autoDispatch: z.boolean(),
          autoReview: z.boolean(),
        }),
      ),
    }),
  },
  'PUT /api/company/settings': {
    summary:
      'Change them. They hold for orders that reach the step afterwards: what waits already is not moved by it',
    permission: 'company:settings:edit',
    objects: {},
    body: z.strictObject({ autoDispatch: z.boolean(), autoReview: z.boolean() }),
    output: z.strictObject({
      settings: z.strictObject({
        version,
        companyId: uuid,
        companyName: z.string(),
        autoDispatch: z.boolean(),
        autoReview: z.boolean(),
      }),
    }),
    versioned: true,
  },
  'PUT /api/stations/{stationId}/safety': {
    summary: 'What stands on every order of the station: access, hazards, and what has to be kept to',
    permission: 'station:station:edit',
    objects: { stationId: 'station' },
    body: z.strictObject({ access: remark, hazards: remark, safety: remark }),
    output: z.strictObject({ access: z.string(), hazards: z.string(), safety: z.string() }),
    errors: ['too_long', 'invalid_input'],
  },
  'GET /api/stations/{stationId}/safety': {
    summary: 'Access, hazards and safety text of a station',
    permission: 'station:station:view',
    objects: { stationId: 'station' },
    output: z.strictObject({ access: z.string(), hazards: z.string(), safety: z.string() }),
  },
})
