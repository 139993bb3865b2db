import { randomUUID } from 'node:crypto'
import type { MonthTold } from '#domain/messages/month-told.ts'
import { shownAt } from '#domain/messages/quiet-hours.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import { choicesOf, defaultChoice } from './choices.ts'
import { insertMessages } from './message-store.ts'
import { queuePushes } from './push-store.ts'

/** One person is told of a month, unless they were already: the database knows. False = they were. */
export const tellMonth = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  now: number,
  told: { accountId: string; stationId: string; month: MonthTold },
): Promise<boolean> => {
  const { accountId, stationId, month } = told
  const isNew = await transact(db, async (trx) => {
    const choice = (await choicesOf(trx, [accountId])).get(accountId) ?? defaultChoice
    const made = await insertMessages(trx, [
      {
        id: randomUUID(),
        account_id: accountId,
        kind: 'month_report',
        station_id: stationId,
        alarm_id: null,
        order_id: null,
        flow_id: null,
        at: new Date(now),
        due_at: new Date(shownAt(now, choice.quiet)),
        report_of: month.of,
        report: JSON.stringify(month),
      },
    ])
    await queuePushes(
      trx,
      now,
      made.map(({ id }) => id),
    )
    return made.length > 0
  })
  if (isNew) changeEvents.tell({ type: 'changed', stationId, what: 'messages' })
  return isNew
}
