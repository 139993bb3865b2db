import { storedFlowName } from '#domain/work-orders/flow-table.ts'
import type * as z from 'zod/mini'
import type { orderDetail as contractDetail } from '#contract/http/work-orders.ts'
import { levelOf } from '#domain/alarms/alarm-states.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { joinedName } from '../alarms/joined-name.ts'
import { checklists, isGood } from '#domain/work-orders/checklists.ts'
import { openActions } from '#domain/work-orders/open-actions.ts'
import { actualDuration, plannedDuration } from '#domain/work-orders/order-times.ts'
import { signedPosition } from '#domain/stations/sun.ts'
import type { Who } from '../accounts/who.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { hasPart } from './may-comment.ts'
import { mayChange } from './may-change.ts'
import { actorAt } from './order-actor.ts'
import { filesWith, presentFlow } from './order-flow.ts'
import { factsOf, timesOf, wasHandler } from './order-store.ts'
import { presentOrder } from './present-order.ts'
import {
  alarmsInOrder,
  itemsInOrder,
  answersOf,
  alarmAbout,
  type OrderedAlarm,
} from './order-detail-store.ts'
import { visibleOrder, type ShownOrder } from './find-shown-orders.ts'
import { filesOfOrder, firstRecord, lastReport, newestFlow, type OrderFiles } from './order-flow-store.ts'
import { INSTANCES_MAX } from '#domain/work-orders/limits.ts'

type Detail = z.output<typeof contractDetail>

const presentAbout = (row: OrderedAlarm) => ({
  id: row.id,
  name: nameOfCode(row.code),
  level: levelOf(row.level),
  status: row.status,
  device: { id: row.device_id, kind: row.kind, sn: row.sn, name: row.device_name },
})

const contentOf = async (db: Db, orderId: string): Promise<Detail['content']> => {
  const [alarms, items] = await Promise.all([alarmsInOrder(db, orderId), itemsInOrder(db, orderId)])
  return alarms.map((row) => ({
    ...presentAbout(row),
    code: row.code,
    occurredAt: row.occurred_at,
    kept: row.kept,
    items: items
      .flatMap((item) =>
        item.alarm_id === row.id
          ? [
              {
                instance: item.instance,
                joined: joinedName(item.instance),
                kept: item.kept && row.kept,
                clearedAt: item.cleared_at,
              },
            ]
          : [],
      )
      .slice(0, INSTANCES_MAX),
  }))
}

const checklistOf = async (db: Db, row: ShownOrder, files: OrderFiles): Promise<Detail['checklist']> => {
  const answers = await answersOf(db, row.id)
  return checklists[row.type].map((item) => {
    const answer = answers.find(({ key }) => key === item.key)
    const file = files.find((one) => one.file.id === answer?.file_id)?.file ?? null
    const number = item.kind === 'number' ? item : null
    return {
      key: item.key,
      label: item.label,
      kind: item.kind,
      required: item.required,
      unit: number?.unit ?? null,
      min: number?.min ?? null,
      max: number?.max ?? null,
      decimals: number?.decimals ?? null,
      choices: item.kind === 'choice' ? item.choices.map(({ key, label }) => ({ key, label })) : [],
      answer: answer
        ? {
            value: answer.value,
            file,
            good: isGood(item, { key: item.key, value: answer.value, fileId: answer.file_id }),
          }
        : null,
    }
  })
}

/** One in scope. @throws Refusal `not_found` */
export const orderInScope = async (db: Db, orderId: string, who: Who, now: number): Promise<ShownOrder> =>
  (await visibleOrder(db, orderId, who, now)) ?? refuse('not_found')

/** Everything about an order, as this person sees it. @throws Refusal `not_found` */
export const orderDetail = async (db: Db, orderId: string, who: Who, now: number): Promise<Detail> => {
  const row = await orderInScope(db, orderId, who, now)
  const { rows, total } = await newestFlow(db, orderId)
  const isCut = total > rows.length
  const first =
    rows.find(({ no }) => storedFlowName(no) === 'initiate') ??
    (isCut ? await firstRecord(db, orderId) : undefined)
  const reported =
    rows.findLast(({ no }) => storedFlowName(no) === 'complete') ??
    (isCut ? await lastReport(db, orderId) : undefined)
  const told = [...rows, ...(first ? [first] : []), ...(reported ? [reported] : [])].map(({ id }) => id)
  const [content, files, about, held] = await Promise.all([
    contentOf(db, orderId),
    filesOfOrder(db, orderId, told),
    row.about_alarm_id === null ? undefined : alarmAbout(db, row.about_alarm_id),
    wasHandler(db, orderId, who.accountId),
  ])
  const actor = actorAt(who, row)
  const position = signedPosition(row)
  const times = timesOf(row)
  return {
    ...presentOrder(row, now),
    needsReview: row.needs_review,
    description: row.description,
    remark: row.remark,
    actualStartAt: row.actual_start_at,
    actualEndAt: row.actual_end_at,
    plannedDurationMinutes: plannedDuration(times),
    actualDurationMinutes: actualDuration(times),
    startedAt: row.started_at,
    closedAt: row.closed_at,
    site: {
      address: row.address,
      ownerName: row.owner_name,
      phone: row.phone === '' ? null : row.phone,
      access: row.access,
      hazards: row.hazards,
      safety: row.safety,
      ...position,
    },
    content,
    about: about ? presentAbout(about) : null,
    images: filesWith(files, first?.id, 'image'),
    files: filesWith(files, first?.id, 'file'),
    report:
      reported && reported.account_id !== null
        ? {
            text: reported.text,
            at: reported.at,
            by: { id: reported.account_id, name: reported.by_name ?? '' },
            images: filesWith(files, reported.id, 'image'),
            files: filesWith(files, reported.id, 'file'),
          }
        : null,
    checklist: await checklistOf(db, row, files),
    flow: presentFlow(rows, total, files),
    flowTotal: total,
    actions: openActions(factsOf(row), actor),
    editable: mayChange(actor, row),
    commentable: hasPart(who, row, held),
  }
}
