import { sql } from 'kysely'
import { levelOf } from '#domain/alarms/alarm-states.ts'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import type * as z from 'zod/mini'
import type { messageView } from '#contract/http/messages.ts'
import { messageKinds, type MessageKind } from '#domain/messages/message-kinds.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'

export type MessageView = z.output<typeof messageView>

/** The caller's that show by now; of stations that are no longer theirs to see nothing shows. */
const shown = (db: Db, who: Who, now: number) =>
  db
    .selectFrom('message')
    .innerJoin('station', 'station.id', 'message.station_id')
    .where('message.account_id', '=', who.accountId)
    .where('message.due_at', '<=', instant(now))
    .where(visibleStations(who, now))

export const unreadOf = async (db: Db, who: Who, now: number): Promise<number> => {
  const { n } = await shown(db, who, now)
    .where('message.read_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const messagesOf = async (
  db: Db,
  who: Who,
  now: number,
  page: {
    unread: boolean
    after: { at: number; id: string } | null
    limit: number
    /** Of these alone. */
    ids?: readonly string[]
  },
): Promise<{ dueAt: number; message: MessageView }[]> => {
  const { after, ids } = page
  const rows = await shown(db, who, now)
    .leftJoin('alarm', 'alarm.id', 'message.alarm_id')
    .leftJoin('work_order', 'work_order.id', 'message.order_id')
    .leftJoin('order_flow', 'order_flow.id', 'message.flow_id')
    // The message of a question has its id.
    .leftJoin('control_question as question', 'question.id', 'message.id')
    .leftJoin('account', (join) =>
      join.on('account.id', '=', (eb) => eb.fn.coalesce('order_flow.account_id', 'question.asked_by')),
    )
    .select([
      'message.id',
      'message.kind',
      'message.due_at',
      'message.read_at',
      'message.alarm_id',
      'message.order_id',
      'message.report',
      'station.id as station_id',
      'station.name as station_name',
      'alarm.code',
      'alarm.level',
      'work_order.no',
      'work_order.name as order_name',
      'work_order.names as order_names',
      (eb) => eb.fn.coalesce('order_flow.text', 'question.text').as('text'),
      'account.name as by_name',
    ])
    .$if(page.unread, (query) => query.where('message.read_at', 'is', null))
    .$if(ids !== undefined, (query) => query.where('message.id', 'in', [...(ids ?? [])]))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(message.due_at, message.id) < (${instant(after?.at ?? 0)}, ${after?.id ?? ''}::uuid)`,
      ),
    )
    .orderBy('message.due_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map((row) => ({
    dueAt: row.due_at,
    message: {
      id: row.id,
      kind: messageKinds.find((kind) => kind === row.kind) ?? 'alarm_raised',
      at: row.due_at,
      read: row.read_at !== null,
      station: { id: row.station_id, name: row.station_name },
      alarm:
        row.alarm_id === null
          ? null
          : { id: row.alarm_id, name: nameOfCode(row.code ?? ''), level: levelOf(row.level ?? 4) },
      order:
        row.order_id === null
          ? null
          : { id: row.order_id, no: row.no ?? '', name: row.order_name ?? '', names: row.order_names },
      by: row.by_name,
      text: row.text ?? '',
      report: row.report,
    },
  }))
}

/** Marks as read; gives how many of the ids are the caller's. Without ids: all that show. */
export const markRead = async (
  db: Db,
  who: Who,
  now: number,
  ids: readonly string[] | undefined,
): Promise<number> => {
  if (ids?.length === 0) return 0
  const found = await db
    .selectFrom('message')
    .select('id')
    .where('account_id', '=', who.accountId)
    .where('due_at', '<=', instant(now))
    .$if(ids === undefined, (query) => query.where('read_at', 'is', null))
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .execute()
  if (found.length > 0 && (ids === undefined || found.length === ids.length))
    await db
      .updateTable('message')
      .set({ read_at: new Date(now) })
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .where('read_at', 'is', null)
      .execute()
  return found.length
}

export type NewMessage = {
  id: string
  account_id: string
  kind: MessageKind
  station_id: string
  alarm_id: string | null
  order_id: string | null
  flow_id: number | null
  at: Date
  due_at: Date
  report_of?: string
  /** `MonthTold` as JSON. */
  report?: string
}

/** Once: the database knows who was told of what. Gives those that are new. */
export const insertMessages = (trx: Db, rows: readonly NewMessage[]) =>
  trx
    .insertInto('message')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()

export const markOneRead = async (trx: Db, questionId: string, now: number): Promise<void> => {
  await trx
    .updateTable('message')
    .set({ read_at: new Date(now) })
    .where('id', '=', questionId)
    .where('read_at', 'is', null)
    .execute()
}
