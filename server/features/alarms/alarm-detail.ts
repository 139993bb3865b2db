import type * as z from 'zod/mini'
import { RELATED_SHOWN, ITEM_DEVICES_SHOWN, ITEMS_SHOWN } from '#domain/alarms/limits.ts'
import type { alarmRoutes } from '#contract/http/alarms.ts'
import { explainCode, nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { partsOfInstance } from '#domain/alarms/same-cause.ts'
import { clearsWhen } from '#domain/alarms/rules/clears-when.ts'
import type { Db } from '../../platform/db/handle.ts'
import { acknowledgedOf } from './acknowledgement-store.ts'
import { costOf } from './alarm-cost.ts'
import { curveAround } from './alarm-curve.ts'
import { findAlarms } from './find-alarms.ts'
import { presentAlarm, presentAlarms } from './present-alarm.ts'
import { nameOfDevice } from '../devices/find-devices.ts'
import { nameOfAccount } from '../accounts/account-store.ts'
import type { ShownAlarm } from './find-shown-alarms.ts'
import {
  itemsOfAlarm,
  clearsOfAlarm,
  countSince,
  devicesOfSerials,
  countItems,
} from './alarm-detail-store.ts'
import { VALUES_MAX } from '#contract/mqtt/fields.ts'

type Answer = z.output<(typeof alarmRoutes)['GET /api/alarms/{alarmId}']['output']>
type Values = Answer['alarm']['items'][number]['readings']

/** Single values only: what a device puts there is JSON of any shape. */
const plain = (values: Record<string, unknown> | null): Values =>
  Object.fromEntries(
    Object.entries(values ?? {})
      .filter((entry): entry is [string, Values[string]] => entry[1] === null || typeof entry[1] !== 'object')
      .slice(0, VALUES_MAX),
  )

/** Serials that readings name: `devices` holds several, as rules write them. */
const serialsIn = (readings: Values): string[] =>
  [readings['devices'], readings['serial']].flatMap((named) =>
    typeof named === 'string' ? named.replace(/ … .*$/, '').split(', ') : [],
  )

/** What joined under another code is named by it. */
const presentInstance = (stored: string) => {
  const { code, instance } = partsOfInstance(stored)
  return { instance, joined: code === null ? null : { code, name: nameOfCode(code) } }
}

/** Everything about an alarm that was found in scope. */
export const alarmDetail = async (db: Db, row: ShownAlarm, now: number): Promise<Answer> => {
  const items = await itemsOfAlarm(db, row.id)
  const itemsTotal = items.length < ITEMS_SHOWN ? items.length : await countItems(db, row.id)
  const [newest] = items
  const fired = plain(newest?.readings ?? null)
  const threshold = typeof fired['threshold'] === 'number' ? fired['threshold'] : null
  const [clears, gateway, closer, year, related, curve, cost, acknowledged, named] = await Promise.all([
    clearsOfAlarm(db, row.id),
    row.gateway_id === null ? undefined : nameOfDevice(db, row.gateway_id),
    row.closed_by === null ? undefined : nameOfAccount(db, row.closed_by),
    countSince(db, row.device_id, row.code, now),
    findAlarms(db, [row.station_id], { deviceId: row.device_id }, { after: null, limit: RELATED_SHOWN + 1 }),
    curveAround(db, row, partsOfInstance(newest?.instance ?? '').instance, fired, now),
    costOf(
      db,
      row,
      items.map(({ instance }) => partsOfInstance(instance).instance),
      now,
    ),
    acknowledgedOf(db, [row.id], now),
    devicesOfSerials(
      db,
      row.station_id,
      items.flatMap((item) => serialsIn(plain(item.readings))),
    ),
  ])
  const others = related.flatMap(({ id }) => (id === row.id ? [] : [id])).slice(0, RELATED_SHOWN)
  return {
    alarm: {
      ...presentAlarm(row, acknowledged.get(row.id) ?? null),
      firstAt: row.first_at,
      model: row.model,
      brand: row.brand,
      deviceRemoved: row.removed_at !== null,
      gateway: gateway ?? null,
      closer: closer ?? null,
      clearReason: row.clear_reason,
      explanation: explainCode(row.code),
      endsWhen: clearsWhen(row.code, threshold),
      cost,
      items: items.map((item) => ({
        ...presentInstance(item.instance),
        count: item.count,
        firstAt: item.first_at,
        lastAt: item.last_at,
        clearedAt: item.cleared_at,
        readings: plain(item.readings),
        devices: named
          .filter(({ sn }) => serialsIn(plain(item.readings)).includes(sn))
          .slice(0, ITEM_DEVICES_SHOWN),
      })),
      itemsTotal,
      clears: clears.map(({ at, id, name, remark }) => ({ at, by: { id, name }, remark })),
      year: { alarms: year.alarms, occurrences: year.occurrences },
    },
    curve,
    related: await presentAlarms(db, others, now),
  }
}
