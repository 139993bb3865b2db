import { flowNumber } from '#domain/work-orders/flow-table.ts'
import { applyAction } from '#domain/work-orders/apply-action.ts'
import { randomUUID } from 'node:crypto'
import { permits } from '#domain/accounts/permissions.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import type { BodyOf } from '#contract/http/route.ts'
import type { orderRoutes } from '#contract/http/work-orders.ts'
import type { Language } from '#domain/errors.ts'
import { dayAt } from '#domain/telemetry/local-days.ts'
import { proposedName, reasonNames } from '#domain/work-orders/order-names.ts'
import { priorityNumber } from '#domain/work-orders/order-states.ts'
import { canBeOrdered } from '#domain/work-orders/subjects.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { noteStep, progressOf } from './note-step.ts'
import { actorAt, lackOf } from './order-actor.ts'
import { giveFiles } from './order-files.ts'
import { canHandle } from './find-handlers.ts'
import {
  type AlarmInOrder,
  itemsOf,
  lockAlarms,
  soleDevice,
  takeAlarms,
  worstOf,
} from './order-alarm-store.ts'
import { addFlow, hasOrder, insertOrder, nextOrderNo, type OrderRow, saveOrder } from './order-store.ts'
import type { Caller } from '../accounts/who.ts'
import { stationToServe, deviceAt, alarmAt } from './order-subject-store.ts'

export type NewOrder = BodyOf<(typeof orderRoutes)['POST /api/orders']>
export type OrderCaller = Caller & { language: Language }

type Station = {
  id: string
  name: string
  time_zone: string
  company_id: string
  owner_account_id: string | null
  auto_dispatch: boolean
}

const stationFor = async (trx: Db, caller: OrderCaller, stationId: string): Promise<Station> =>
  (await stationToServe(trx, stationId, caller.who, caller.now)) ??
  refuse('not_found', { field: 'stationId' })

type Subject = { deviceId: string | null; deviceName: string }

const deviceFor = async (trx: Db, station: Station, deviceId: string | null): Promise<Subject> => {
  if (deviceId === null) return { deviceId: null, deviceName: '' }
  const device = (await deviceAt(trx, deviceId, station.id)) ?? refuse('not_found', { field: 'deviceId' })
  if (device.kind === 'inverter') refuse('order_inverter', { field: 'deviceId' })
  return { deviceId: device.id, deviceName: device.name || device.sn }
}

/** The alarm that a repair is about without taking it; it has to be of this station. */
const aboutFor = async (
  trx: Db,
  station: Station,
  alarmId: string | null,
): Promise<{ code: string; deviceName: string } | null> => {
  if (alarmId === null) return null
  const alarm = (await alarmAt(trx, alarmId, station.id)) ?? refuse('not_found', { field: 'aboutAlarmId' })
  return { code: alarm.code, deviceName: alarm.name || alarm.sn }
}

/** What is silent or stands still; it has to be of this station. */
const silentFor = async (trx: Db, station: Station, silent: NewOrder['silent']) => {
  if (silent === undefined) return null
  const device =
    (await deviceAt(trx, silent.deviceId, station.id)) ?? refuse('not_found', { field: 'silent' })
  return { names: reasonNames[silent.reason], deviceName: device.name || device.sn }
}

/**
 * Locks the alarms that are to become an order and refuses what cannot.
 * @throws Refusal `not_found`, `alarms_of_one_station`, `order_inverter`, `order_alarm_handled`, `invalid_input`
 */
const alarmsFor = async (
  trx: Db,
  caller: OrderCaller,
  stationId: string,
  given: NonNullable<NewOrder['alarms']>,
): Promise<AlarmInOrder[]> => {
  const ids = given.map(({ alarmId }) => alarmId)
  const alarms = await lockAlarms(trx, ids, visibleStations(caller.who, caller.now))
  if (alarms.length !== ids.length) refuse('not_found', { field: 'alarms' })
  if (alarms.some((alarm) => alarm.station_id !== stationId))
    refuse('alarms_of_one_station', { field: 'alarms' })
  if (alarms.some((alarm) => !canBeOrdered(alarm.device_kind, alarm.code)))
    refuse('order_inverter', { field: 'alarms' })
  if (alarms.some((alarm) => alarm.status === 'processing'))
    refuse('order_alarm_handled', { field: 'alarms' })
  if (alarms.some((alarm) => alarm.status === 'closed')) refuse('order_alarm_closed', { field: 'alarms' })
  const items = await itemsOf(trx, ids)
  const isItem = (alarmId: string, instance: string): boolean =>
    items.some((item) => item.alarm_id === alarmId && item.instance === instance)
  if (given.some(({ alarmId, instances }) => instances.some((one) => !isItem(alarmId, one))))
    refuse('invalid_input', { field: 'alarms' })
  return alarms
}

export const checkPlan = (plan: { plannedStartAt: number | null; plannedEndAt: number | null }): void => {
  const { plannedStartAt: start, plannedEndAt: end } = plan
  if (start !== null && end !== null && end < start) refuse('planned_times', { field: 'plannedEndAt' })
}

/**
 * Action 0, and 1 at once where somebody is named or the company dispatches automatically. `id` is the order's: made
 * before under it, it is not made again.
 * @returns the order's id
 * @throws Refusal `not_found`, `forbidden` when somebody is named by a person who may not dispatch, and what `alarmsFor` says
 */
export const createOrder = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  caller: OrderCaller,
  input: NewOrder,
  id: string = randomUUID(),
): Promise<string> => {
  const { who, now } = caller
  const handlerId = input.handlerId ?? null
  const isAlarm = input.type === 'alarm'
  if (isAlarm && input.alarms === undefined) refuse('required', { field: 'alarms' })
  if (!isAlarm && input.type !== 'repair' && input.alarms !== undefined)
    refuse('invalid_input', { field: 'alarms' })
  if (isAlarm && (input.deviceId ?? null) !== null) refuse('invalid_input', { field: 'deviceId' })
  if (input.type !== 'repair' && (input.aboutAlarmId ?? null) !== null)
    refuse('invalid_input', { field: 'aboutAlarmId' })
  checkPlan(input)
  await transact(db, async (trx) => {
    const station = await stationFor(trx, caller, input.stationId)
    if (await hasOrder(trx, id)) return
    const { deviceId, deviceName } = await deviceFor(trx, station, input.deviceId ?? null)
    const about = await aboutFor(trx, station, input.aboutAlarmId ?? null)
    const silent = await silentFor(trx, station, input.silent)
    const alarms = input.alarms ? await alarmsFor(trx, caller, station.id, input.alarms) : []
    if (
      handlerId !== null &&
      !permits(actorAt(who, { ...station, station_id: station.id }).permissions, 'om:order:dispatch')
    )
      refuse('forbidden', { field: 'handlerId', ...lackOf(who, 'om:order:dispatch') })
    if (handlerId !== null && !(await canHandle(trx, station.id, handlerId, now)))
      refuse('not_found', { field: 'handlerId' })
    const codes = alarms.length > 0 ? alarms.map(({ code }) => code) : about ? [about.code] : []
    const nameIn = (language: Language): string =>
      proposedName(language, {
        type: input.type,
        station: station.name,
        device: deviceName || (about ?? silent)?.deviceName || '',
        faults:
          codes.length === 0 && silent
            ? [silent.names[language]]
            : [...new Set(codes.map((code) => nameOfCode(code)[language]))],
      })
    const names = input.name ? null : { en: nameIn('en'), zh_CN: nameIn('zh_CN') }
    const name = input.name || nameIn(caller.language)
    const row: OrderRow = {
      id,
      no: await nextOrderNo(trx, station.company_id, dayAt(now, station.time_zone)),
      company_id: station.company_id,
      station_id: station.id,
      device_id: deviceId ?? soleDevice(alarms),
      about_alarm_id: input.aboutAlarmId ?? null,
      type: input.type,
      status: 'dispatching',
      priority: priorityNumber(input.priority),
      name,
      names,
      called: '',
      description: input.description,
      remark: input.remark ?? '',
      initiator_id: who.accountId,
      handler_id: null,
      needs_review: input.needsReview ?? true,
      initiated_at: now,
      planned_start_at: input.plannedStartAt,
      planned_end_at: input.plannedEndAt,
      planned_minutes: input.plannedMinutes,
      actual_start_at: null,
      started_at: null,
      actual_end_at: null,
      closed_at: null,
      due_at: null,
      alarms: alarms.length,
      level: worstOf(alarms),
      rank: 0,
      place: 0,
      version: 1,
    }
    const { rank: _rank, place: _place, due_at: _due, version: _version, called: _called, ...columns } = row
    await insertOrder(trx, columns)
    await takeAlarms(
      trx,
      id,
      alarms,
      new Map(input.alarms?.map(({ alarmId, instances }) => [alarmId, instances])),
    )
    const flowId = await addFlow(trx, {
      order_id: id,
      no: flowNumber('initiate'),
      at: now,
      by: who.accountId,
      from: null,
      to_status: 'dispatching',
      handlerId: null,
      text: input.description,
    })
    await giveFiles(trx, {
      orderId: id,
      flowId,
      stationId: station.id,
      accountId: who.accountId,
      images: input.images ?? [],
      files: input.files ?? [],
      answers: [],
    })
    const first = station.auto_dispatch ? who.accountId : handlerId
    if (first !== null) {
      const rule = { needsReview: row.needs_review, autoReview: false }
      const by = station.auto_dispatch ? null : who.accountId
      for (const step of applyAction(progressOf(row), { name: 'dispatch', at: now, handlerId: first }, rule))
        await noteStep(trx, row, step, { by, at: now })
      await saveOrder(trx, row)
    }
    await recordDone(trx, caller, {
      companyId: station.company_id,
      action: 'order.initiate',
      objectKind: 'order',
      objectId: id,
      detail: {
        no: row.no,
        type: row.type,
        alarms: alarms.map((alarm) => alarm.id),
        handlerId: row.handler_id,
      },
    })
  })
  changeEvents.tell({ type: 'changed', stationId: input.stationId, what: 'orders' })
  if (input.alarms) changeEvents.tell({ type: 'changed', stationId: input.stationId, what: 'alarms' })
  return id
}
