import * as z from 'zod/mini'
import { CURRENCIES_MAX } from '#domain/stations/limits.ts'
import { instant, searchText, uuid } from '#domain/accounts/fields.ts'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { deviceKind } from '#domain/devices/fields.ts'
import { attentionReasons } from '#domain/stations/station-kinds.ts'
import { impactKinds, troubleSorts } from '#domain/alarms/impact.ts'
import { orderStatuses } from '#domain/work-orders/order-states.ts'
import { alarmRow } from './alarms.ts'
import { listOrder, pageCursor, pageLimit, listOf, PAGE_MAX } from './lists.ts'
import { overviewRoutes } from './overview.ts'
import { routeTable } from './route.ts'

const count = z.int().check(z.minimum(0))
const measured = z.nullable(z.number())
const level = z.enum(alarmLevels)
const attention = overviewRoutes['GET /api/attention'].output.shape

/** Alarms of one device that a row tells of; of more it says how many there are. */
export const ALARMS_OF_TROUBLE = 20

export const trouble = z.strictObject({
  /** The device's. */
  id: uuid,
  device: z.strictObject({ id: uuid, kind: deviceKind, sn: z.string(), name: z.string() }),
  station: z.strictObject({ id: uuid, name: z.string(), timeZone: z.string() }),
  /** What its silence or state says; null: only alarms do. */
  reason: z.nullable(z.enum(attentionReasons)),
  since: z.nullable(instant),
  /** Devices behind a silent gateway; they are not listed one by one. */
  children: count,
  /** Open ones, worst first: the first of `alarmCount`. */
  alarms: listOf(alarmRow, ALARMS_OF_TROUBLE),
  alarmCount: count,
  /** The worst of them. */
  level: z.nullable(level),
  /** What it costs at this moment. */
  impact: z.strictObject({
    /**
     * `lost`: so much less is made than should be. `unseen`: nothing is heard of so much, and whether it is lost is not
     * known. `dark`: so much is out or not heard, while there is no light. `none`: it makes nothing less. `unknown`: nothing to hold
     * it against.
     */
    of: z.enum(impactKinds),
    powerW: measured,
    /** Of an hour like this moment; null: no tariff, or not known. */
    perHour: z.nullable(z.strictObject({ amount: z.number(), currency: z.string() })),
    against: z.nullable(z.enum(['peers', 'clear_sky'])),
  }),
  /** The open order that holds it, the newest; null: nobody has been asked. */
  order: z.nullable(
    z.strictObject({
      id: uuid,
      no: z.string(),
      version: z.int(),
      status: z.enum(orderStatuses),
      handler: z.nullable(z.strictObject({ id: uuid, name: z.string() })),
    }),
  ),
})

export const troubleRoutes = routeTable({
  'GET /api/troubles': {
    summary:
      'What is wrong now, a device a row: silence, fault states and open alarms together, with what it costs and who has it. Very urgent ones first, then by power at stake',
    permission: 'device:device:view',
    look: true,
    objects: { 'query.stationId': 'station', 'query.groupId': 'station_group' },
    query: z.strictObject({
      /** Serial, name of device or station, code, or what the code means. */
      search: z.optional(searchText),
      level: z.optional(level),
      reason: z.optional(z.enum(attentionReasons)),
      kind: z.optional(deviceKind),
      stationId: z.optional(uuid),
      /** Of a group of the caller. */
      groupId: z.optional(uuid),
      /** Without one what is very urgent comes first, then what most power hangs on. */
      sort: z.optional(z.enum(troubleSorts)),
      /** It falls where nothing is said. */
      order: z.optional(listOrder),
      cursor: z.optional(pageCursor),
      limit: z.optional(pageLimit),
    }),
    output: z.strictObject({
      troubles: listOf(trouble, PAGE_MAX),
      next: z.nullable(z.string()),
      /** All that match. */
      total: count,
      /** At how many stations. */
      stations: count,
      /** Of those asked for, whatever level and reason: by the worst alarm, and without any. */
      counts: z.record(z.enum([...alarmLevels, 'no_alarm']), count),
      reasons: z.record(z.enum(attentionReasons), count),
      /** All that match together, as far as it is known: what is lost now, and what is not heard of. */
      lost: z.strictObject({
        powerW: z.number(),
        perHour: listOf(z.strictObject({ amount: z.number(), currency: z.string() }), CURRENCIES_MAX),
        unseenW: z.number(),
        /** Out, where there is no light now. */
        darkW: z.number(),
      }),
      /** More is wrong than one answer looks at: the worst alarms are in it. */
      cut: z.boolean(),
      switchedOff: attention.switchedOff,
      switchedOffTotal: count,
      limited: attention.limited,
      limitedTotal: count,
    }),
  },
})
