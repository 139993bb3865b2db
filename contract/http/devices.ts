/** Long because it is the table of all that is asked of devices, with what a device is. */
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { byKind, reportedKinds } from '#domain/devices/kinds.ts'
import * as z from 'zod/mini'
import { mostAlarmWords, mostStrings, mostTrackers, PHASES } from '../mqtt/telemetry.ts'
import {
  DEVICE_NAME_MAX,
  ASIDE_SHOWN,
  DROPS_SHOWN,
  ELSEWHERE_SHOWN,
  QUARANTINE_SERIALS,
} from '#domain/devices/limits.ts'
import { instant, line, uuid, version } from '#domain/accounts/fields.ts'
import { deviceKind, deviceState } from '#domain/devices/fields.ts'
import { meterRoles } from '#domain/devices/meter-roles.ts'
import { gatewayInput } from '#domain/devices/gateway-input.ts'
import { calendarDay } from '#domain/stations/fields.ts'
import { nightDays } from '#domain/telemetry/night-energy.ts'
import { flowViews } from '#domain/telemetry/counters.ts'
import { byView, numberMetrics, phasesMetrics, switchMetrics } from '#domain/telemetry/metrics.ts'
import { canView, limitedDevice } from './held-back.ts'
import { pageCursor, pageLimit, listOf, DEVICES_PAGE_MAX } from './lists.ts'
import { routeTable } from './route.ts'
import { coverageShares } from './stations.ts'

const measured = z.nullable(z.number())

/** A reading as screens get it. null = not measured. Flags are the quality bits of `reading-quality`. */
export const readingView = z.strictObject({
  ts: instant,
  receivedAt: instant,
  state: z.nullable(deviceState),
  flags: z.int(),
  ...byView(numberMetrics, () => measured),
  ...byView(phasesMetrics, () => z.nullable(listOf(measured, PHASES))),
  ...byView(switchMetrics, () => z.nullable(z.boolean())),
  mppt: z.nullable(
    listOf(z.strictObject({ n: z.int(), v: measured, a: measured, w: measured }), mostTrackers),
  ),
  /** String currents by the number that the device gives each. */
  strings: z.nullable(listOf(z.strictObject({ n: z.int(), a: measured }), mostStrings)),
  /** Alarm words as the device said them; null = it says none of them. */
  alarmWords: z.nullable(listOf(z.int(), mostAlarmWords)),
})

/** A device as a row: what it is, where it belongs and how it is now. */
export const deviceRow = z.strictObject({
  id: uuid,
  stationId: uuid,
  kind: deviceKind,
  sn: z.string(),
  name: z.string(),
  brand: z.string(),
  model: z.string(),
  gatewayId: z.nullable(uuid),
  parentId: z.nullable(uuid),
  stringNo: z.nullable(z.int()),
  position: z.nullable(z.int()),
  ratedW: measured,
  online: z.boolean(),
  activated: z.boolean(),
  /** A person has added or confirmed it; false = only its gateway says that it is there. */
  confirmed: z.boolean(),
  /** The place it hangs in now. */
  placeId: z.nullable(uuid),
  /** `disconnected` when nothing was heard for three reporting intervals; null = never heard. */
  state: z.nullable(deviceState),
  powerW: measured,
  todayWh: measured,
  /**
   * By night, what it made on the day whose light has gone, Wh: until midnight the present one, then the one before.
   * null = there is light, it makes nothing of light, or it is not known.
   */
  night: z.nullable(z.strictObject({ day: z.enum(nightDays), wh: z.number() })),
  lastAt: z.nullable(instant),
})

export const gatewayLink = z.strictObject({
  connected: z.boolean(),
  birthAt: z.nullable(instant),
  goneAt: z.nullable(instant),
  /** Signal quality 0 to 31 as the modem reports it; null = wired or unknown. */
  csq: measured,
  queue: measured,
  clockOffsetMs: measured,
  inventoryRev: z.nullable(z.int()),
  inventoryAt: z.nullable(instant),
  reportS: measured,
  hasSecret: z.boolean(),
  refused: z.int(),
  quarantine: listOf(
    z.strictObject({ sn: z.string(), reason: z.string(), readings: z.int(), lastAt: instant }),
    QUARANTINE_SERIALS,
  ),
  /**
   * What was not taken for other reasons than a serial: messages that cannot be read or used (`not_json`, `refused`, …),
   * entries of a message (`entry`), readings (`older_than_retention`, `before_2000`), and what the built-in broker
   * refused at the `door` (`publish_retained`, `subscribe`, …).
   */
  drops: listOf(
    z.strictObject({ channel: z.string(), reason: z.string(), count: z.int(), lastAt: instant }),
    DROPS_SHOWN,
  ),
})

/** A serial that stands behind two gateways. What stands where the caller sees nothing has neither place nor time. */
export const deviceElsewhere = z.strictObject({
  /**
   * `ours`: this gateway has the device, another one reports it as well. `theirs`: this one reports it, another one has it.
   * `two`: another maker's device has the same serial; each is counted for itself.
   */
  how: z.enum(['ours', 'theirs', 'two']),
  /** The device behind this gateway; null = it is not behind it. */
  deviceId: z.nullable(uuid),
  sn: z.string(),
  brand: z.string(),
  otherBrand: z.nullable(z.string()),
  /** null = known elsewhere. */
  at: z.nullable(z.strictObject({ gatewayId: uuid, gateway: z.string(), station: z.string() })),
  lastAt: z.nullable(instant),
})

const onlineOf = z.strictObject({ online: z.int(), all: z.int() })

export const deviceDetail = z.strictObject({
  device: z.extend(deviceRow, {
    sw: z.string(),
    hw: z.string(),
    soc: z.string(),
    sim: z.string(),
    netMode: z.string(),
    reportServer: z.string(),
    mpptCount: z.nullable(z.int()),
    stringCount: z.nullable(z.int()),
    warrantyUntil: z.nullable(calendarDay),
    /** Of a meter: what it measures, as a person has chosen; null = nobody has: alone it counts as at the grid connection. */
    meterRole: z.nullable(z.enum(meterRoles)),
    /** What its counter, sound by itself, shows of its power beyond `ratedW`; null = the rating stands, or is not known. */
    beyondRatedW: measured,
    activatedAt: z.nullable(instant),
    createdAt: instant,
    /** Since when it is no longer part of the station; its record stays. */
    removedAt: z.nullable(instant),
    version,
  }),
  /** Who switched it off by a command, and when a reading proved it; null = nobody has, or it runs. */
  switchedOff: z.nullable(z.strictObject({ at: instant, by: z.nullable(z.string()) })),
  /** Of one that is shut down: when it last said that it was anything else; null = it runs, or not within 31 days. */
  ranAt: z.nullable(instant),
  /** A limit of power that holds it down: to what, since and until when, who set it; null = none. */
  limited: z.nullable(limitedDevice),
  /** What it takes, by the word of its gateway; null = that has not said. */
  can: z.nullable(canView),
  /** What came into its place. */
  replacedBy: z.nullable(z.strictObject({ id: uuid, sn: z.string(), name: z.string() })),
  /** The place it hangs in, or hung in last: its history is that of whichever device hung there. */
  placeId: z.nullable(uuid),
  /** `dark`: there is too little light there now for modules to give anything. */
  station: z.strictObject({
    id: uuid,
    name: z.string(),
    timeZone: z.string(),
    reportMin: z.int(),
    dark: z.boolean(),
  }),
  /** `edge`: it is one of ours, of which `GET /api/gateways/{gatewayId}/edge` tells more. */
  gateway: z.nullable(
    z.strictObject({ id: uuid, sn: z.string(), name: z.string(), online: z.boolean(), edge: z.boolean() }),
  ),
  parent: z.nullable(z.strictObject({ id: uuid, sn: z.string(), name: z.string() })),
  latest: z.nullable(readingView),
  energy: z.strictObject({
    todayWh: measured,
    yesterdayWh: measured,
    monthWh: measured,
    yearWh: measured,
    lifetimeWh: measured,
    /** Energy of spans over the edge of the month: up to so much more may belong to it. */
    monthSharedWh: z.number(),
    /** The same of the year. */
    yearSharedWh: z.number(),
    /** The local day of the first reading; null = none. */
    lifetimeSince: z.nullable(calendarDay),
    coverage: coverageShares,
  }),
  /** Of a meter or battery: what flowed through it, by each counter that it has ever said. */
  flows: listOf(
    z.strictObject({
      counter: z.enum(flowViews),
      todayWh: measured,
      monthWh: measured,
      yearWh: measured,
      lifetimeWh: measured,
      lifetimeSince: z.nullable(calendarDay),
      coverage: coverageShares,
    }),
    flowViews.length,
  ),
  /** Counter readings set aside in the last 30 days, by reason; `counter`: of which flow, null = of what it made. */
  aside: listOf(
    z.strictObject({
      ts: instant,
      energyTotalWh: z.number(),
      reason: z.string(),
      counter: z.nullable(z.enum(flowViews)),
    }),
    ASIDE_SHOWN,
  ),
  /** The first 500 of what hangs behind or below it, by kind, string and position. */
  children: listOf(deviceRow, DEVICES_PAGE_MAX),
  /** `cursor` of `GET /api/devices/{deviceId}/children` for those after them; null = these are all. */
  childrenNext: z.nullable(z.string()),
  /** Of all children, however many of them are told here. */
  childCounts: z.strictObject(byKind(reportedKinds, () => onlineOf)),
  /** What the inverters among all children are known to feed in now. */
  childPowerW: measured,
  link: z.nullable(gatewayLink),
  /** Of a gateway: serials that stand behind another one, too. */
  elsewhere: listOf(deviceElsewhere, ELSEWHERE_SHOWN),
  /** A gateway that is an edge of ours. */
  edge: z.boolean(),
})

/** Shown once; only a hash is kept. */
export const credentials = z.strictObject({
  user: z.string(),
  secret: z.string(),
  topicPrefix: z.string(),
  host: z.string(),
  port: z.int(),
  tls: z.boolean(),
})

const deviceNeighbour = z.strictObject({ id: uuid, sn: z.string(), name: z.string() })

export const deviceRoutes = routeTable({
  'GET /api/stations/{stationId}/devices': {
    summary: 'The devices of a station by kind, string and position: up to 500, the others page by page',
    permission: 'device:device:view',
    objects: { stationId: 'station' },
    query: z.strictObject({
      kind: z.optional(deviceKind),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({
      /** The level is left out where no alarm is open. */
      devices: listOf(z.extend(deviceRow, { alarmLevel: z.optional(z.enum(alarmLevels)) }), DEVICES_PAGE_MAX),
      /** Of all pages. */
      total: z.int(),
      next: z.nullable(z.string()),
    }),
  },
  'GET /api/devices/{deviceId}': {
    summary: 'A device: data sheet, newest reading, energy, children, and for a gateway its link',
    permission: 'device:device:view',
    objects: { deviceId: 'device' },
    output: deviceDetail,
  },
  'GET /api/devices/{deviceId}/children': {
    summary:
      'What hangs behind a gateway or below an inverter, page by page; begins as `children` of the device',
    permission: 'device:device:view',
    objects: { deviceId: 'device' },
    query: z.strictObject({ cursor: z.optional(pageCursor), limit: z.optional(pageLimit) }),
    output: z.strictObject({ devices: listOf(deviceRow, DEVICES_PAGE_MAX), next: z.nullable(z.string()) }),
  },
  'GET /api/devices/{deviceId}/neighbours': {
    summary:
      'The devices of its kind before and after a device in its station, as they hang: by inverter, string and position',
    permission: 'device:device:view',
    objects: { deviceId: 'device' },
    output: z.strictObject({
      /** Which one it is, from 1; null = it is no longer there. */
      at: z.nullable(z.int()),
      all: z.int(),
      before: z.nullable(deviceNeighbour),
      after: z.nullable(deviceNeighbour),
    }),
  },
  'POST /api/stations/{stationId}/gateways': {
    summary:
      'Add a gateway. With a claim code: one of the factory registry, its login is already in it. Without: a new one, whose credentials are shown this once',
    permission: 'device:device:add',
    objects: { stationId: 'station' },
    body: z.extend(gatewayInput, { id: uuid }),
    output: z.strictObject({ gateway: deviceRow, credentials: z.nullable(credentials) }),
    errors: [
      'sn_format',
      'sn_repeat',
      'claim_refused',
      'too_many_attempts',
      'too_many_serials',
      'devices_full',
      'wrong_state',
    ],
    idempotent: true,
    status: 201,
  },
  'POST /api/devices/{deviceId}/credentials': {
    summary:
      'Make new credentials for a gateway; the old ones stop working at once and its connection is cut',
    permission: 'device:device:add',
    objects: { deviceId: 'gateway' },
    body: z.strictObject({}),
    output: z.strictObject({ credentials }),
    errors: ['wrong_state'],
    fresh: true,
    idempotent: true,
    status: 201,
  },
  'DELETE /api/devices/{deviceId}/credentials': {
    summary: 'Revoke the credentials of one gateway; its connection is cut',
    permission: 'device:device:add',
    objects: { deviceId: 'gateway' },
    output: z.strictObject({}),
    fresh: true,
  },
  'PUT /api/devices/{deviceId}': {
    summary: 'Change name and warranty date of a device, and of a meter what it measures',
    permission: 'device:device:edit',
    objects: { deviceId: 'device' },
    body: z.strictObject({
      name: line(DEVICE_NAME_MAX),
      warrantyUntil: z.nullable(calendarDay),
      /** Of a meter alone; absent = as it is, null = not chosen. */
      meterRole: z.optional(z.nullable(z.enum(meterRoles))),
    }),
    output: z.strictObject({ device: deviceRow, version }),
    errors: ['date_invalid'],
    versioned: true,
  },
})
