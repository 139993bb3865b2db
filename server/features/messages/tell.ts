import { randomUUID } from 'node:crypto'
import { permits } from '#domain/accounts/permissions.ts'
import { levelOf } from '#domain/alarms/alarm-states.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import {
  type Audience,
  breaksQuiet,
  type MessageKind,
  toldOf,
  type WebhookEvent,
} from '#domain/messages/message-kinds.ts'
import { shownAt } from '#domain/messages/quiet-hours.ts'
import { storedFlowName } from '#domain/work-orders/flow-table.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type Choice, choicesOf, defaultChoice } from './choices.ts'
import { type Person, peopleOf } from '../accounts/find-people.ts'
import { queuePushes } from './push-store.ts'
import { queueEvent } from './webhook-store.ts'
import { takeUntold, type UntoldStep, writersOf } from '../work-orders/order-flow-store.ts'
import { insertMessages } from './message-store.ts'
import { acknowledgedOf, takeEndedQuiet } from '../alarms/acknowledgement-store.ts'
import { openAlarmsSince, takeNotices } from '../alarms/notice-store.ts'

const BATCH = 200
/** What is older when it is told first, as after a stop or an import, is history and no news. */
const NEWS_MS = 24 * 3_600_000

type Told = {
  kind: MessageKind
  stationId: string
  alarmId: string | null
  orderId: string | null
  flowId: number | null
  at: number
  /** 1 to 4 of an alarm. */
  level: number | null
  /** Somebody has acknowledged it: nobody is told before. */
  quietUntil?: number | undefined
}

const wants = (choice: Choice, told: Told): boolean =>
  (choice.stations === null || choice.stations.includes(told.stationId)) &&
  // Who keeps an alarm quiet until then wants to know when that is over, whatever its level.
  (told.kind === 'alarm_quiet_over' ||
    (told.kind === 'alarm_raised' || told.kind === 'alarm_worse'
      ? told.level !== null && choice.levels.includes(told.level)
      : choice.orders))

/** One message each, once: the database knows who was told of what. */
const tellPeople = async (trx: Db, now: number, told: Told, ids: readonly string[]): Promise<void> => {
  const people = [...new Set(ids)]
  if (people.length === 0) return
  const choices = await choicesOf(trx, people)
  const rows = people.flatMap((id) => {
    const choice = choices.get(id) ?? defaultChoice
    if (!wants(choice, told)) return []
    const from = Math.max(told.at, told.quietUntil ?? 0)
    const due = breaksQuiet(told.level) ? from : shownAt(from, choice.quiet)
    return [
      {
        id: randomUUID(),
        account_id: id,
        kind: told.kind,
        station_id: told.stationId,
        alarm_id: told.alarmId,
        order_id: told.orderId,
        flow_id: told.flowId,
        at: new Date(told.at),
        due_at: new Date(due),
      },
    ]
  })
  if (rows.length === 0) return
  const made = await insertMessages(trx, rows)
  await queuePushes(
    trx,
    now,
    made.map(({ id }) => id),
  )
}

type Event = { event: WebhookEvent; stationId: string; at: number; data: Record<string, unknown> }

const tellAlarms = async (trx: Db, now: number): Promise<Set<string>> => {
  const { rows } = await takeNotices(trx, BATCH)
  const stations = new Set<string>()
  if (rows.length === 0) return stations
  const alarms = await openAlarmsSince(
    trx,
    rows.map((row) => row.alarm_id),
    now - NEWS_MS,
  )
  const acknowledged = await acknowledgedOf(
    trx,
    alarms.map(({ id }) => id),
    now,
  )
  for (const alarm of alarms) {
    const people = await peopleOf(trx, alarm.station_id, now)
    const told: Told = {
      kind: 'alarm_raised',
      stationId: alarm.station_id,
      alarmId: alarm.id,
      orderId: null,
      flowId: null,
      at: alarm.created_at,
      level: alarm.level,
      quietUntil: acknowledged.get(alarm.id)?.until,
    }
    const seers = people.filter(({ permissions }) => permits(permissions, 'om:alarm:view'))
    await tellPeople(
      trx,
      now,
      told,
      seers.map(({ id }) => id),
    )
    await queue(trx, now, {
      event: 'alarm.raised',
      stationId: alarm.station_id,
      at: alarm.created_at,
      data: {
        alarmId: alarm.id,
        code: alarm.code,
        name: nameOfCode(alarm.code),
        level: levelOf(alarm.level),
        deviceSn: alarm.sn,
        deviceKind: alarm.kind,
      },
    })
    stations.add(alarm.station_id)
  }
  return stations
}

/** An acknowledged alarm got worse: whoever sees it is told; its time is over: whoever kept it quiet. */
const tellEndedQuiet = async (trx: Db, now: number): Promise<Set<string>> => {
  const ended = await takeEndedQuiet(trx, now, BATCH)
  for (const one of ended) {
    const people = await peopleOf(trx, one.stationId, now)
    const seers = people.filter(({ permissions }) => permits(permissions, 'om:alarm:view'))
    const told: Told = {
      kind: one.woken ? 'alarm_worse' : 'alarm_quiet_over',
      stationId: one.stationId,
      alarmId: one.alarmId,
      orderId: null,
      flowId: null,
      at: now,
      level: one.level,
    }
    await tellPeople(
      trx,
      now,
      told,
      seers.flatMap(({ id }) => (one.woken || id === one.accountId ? [id] : [])),
    )
  }
  return new Set(ended.map(({ stationId }) => stationId))
}

const queue = (trx: Db, now: number, { event, stationId, at, data }: Event): Promise<void> =>
  queueEvent(trx, now, { event, stationId, body: { stationId, at, ...data } })

const audienceOf = async (
  trx: Db,
  row: UntoldStep,
  people: readonly Person[],
  to: readonly Audience[],
): Promise<string[]> => {
  const own = people.filter(({ isOwn }) => isOwn)
  const ids: Record<Audience, (string | null)[]> = {
    initiator: [row.initiator_id],
    handler: [row.handler_id],
    dispatchers: own.flatMap(({ id, permissions }) =>
      permits(permissions, 'om:order:dispatch') ? [id] : [],
    ),
    writers: to.includes('writers') ? await writersOf(trx, row.order_id) : [],
    reviewers: own.flatMap(({ id, permissions }) => (permits(permissions, 'om:order:review') ? [id] : [])),
  }
  const seers = new Set(people.map(({ id }) => id))
  // Nobody is told of what they did themselves.
  return to.flatMap((audience) =>
    ids[audience].flatMap((id) => (id !== null && id !== row.account_id && seers.has(id) ? [id] : [])),
  )
}

const tellOrders = async (trx: Db, now: number): Promise<Set<string>> => {
  const rows = await takeUntold(trx, BATCH)
  const stations = new Set<string>()
  for (const row of rows) {
    if (row.at < now - NEWS_MS) continue
    const action = storedFlowName(row.no)
    const people = await peopleOf(trx, row.station_id, now)
    const base = {
      stationId: row.station_id,
      alarmId: row.alarm_id,
      orderId: row.order_id,
      flowId: row.id,
      at: row.at,
      level: null,
    }
    const told = toldOf(action, row.note, row.handler_id !== null)
    if (told)
      await tellPeople(trx, now, { kind: told.kind, ...base }, await audienceOf(trx, row, people, told.to))
    const loser = row.from_handler
    if (action === 'reassign' && loser !== null && loser !== row.handler_id && loser !== row.account_id)
      await tellPeople(trx, now, { kind: 'order_taken_away', ...base }, [loser])
    await queue(trx, now, {
      event: 'order.changed',
      stationId: row.station_id,
      at: row.at,
      data: {
        orderId: row.order_id,
        no: row.order_no,
        type: row.type,
        action: row.no,
        actionName: action ?? row.note,
        status: row.to_status,
      },
    })
    stations.add(row.station_id)
  }
  return stations
}

/**
 * Makes messages and outgoing calls of what happened since the last time. Several servers may do it at once: what one
 * has taken the others pass over. Gives how many stations were concerned.
 */
export const tellWhatHappened = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  now: number,
): Promise<number> => {
  const stations = await transact(db, async (trx) => {
    const ofAlarms = await tellAlarms(trx, now)
    const ofQuiet = await tellEndedQuiet(trx, now)
    return ofAlarms.union(ofQuiet).union(await tellOrders(trx, now))
  })
  for (const stationId of stations) changeEvents.tell({ type: 'changed', stationId, what: 'messages' })
  return stations.size
}
