import type { Db } from '../../platform/db/handle.ts'
import { QUESTIONS_SHOWN } from '#domain/commands/control-limits.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Insertable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** A question is of its day: what it was about has changed by the next. */
const KEPT_MS = 86_400_000

export const questionRow = (db: Db, id: string) => shown(db).where('q.id', '=', id).executeTakeFirstOrThrow()

export const questionRows = (db: Db, accountId: string, now: number) =>
  shown(db)
    .where((eb) => eb.or([eb('q.asked_to', '=', accountId), eb('q.asked_by', '=', accountId)]))
    .where('q.asked_at', '>', instant(now - KEPT_MS))
    .where('station.deleted_at', 'is', null)
    .orderBy('q.asked_at', 'desc')
    .limit(QUESTIONS_SHOWN)
    .execute()

/** Whether there is one with this id: the call that made it is repeated when its answer was lost. */
export const hasQuestion = async (trx: Db, id: string): Promise<boolean> =>
  (await trx.selectFrom('control_question').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined

export const insertQuestion = async (trx: Db, row: Insertable<Tables['control_question']>): Promise<void> => {
  await trx.insertInto('control_question').values(row).execute()
}

export const lockQuestion = (trx: Db, questionId: string, accountId: string) =>
  trx
    .selectFrom('control_question')
    .selectAll()
    .where('id', '=', questionId)
    .where('asked_to', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export const saveAnswer = async (
  trx: Db,
  questionId: string,
  answer: 'go' | 'wait',
  now: number,
): Promise<void> => {
  await trx
    .updateTable('control_question')
    .set({ answer, answered_at: new Date(now) })
    .where('id', '=', questionId)
    .execute()
}

const shown = (db: Db) =>
  db
    .selectFrom('control_question as q')
    .innerJoin('station', 'station.id', 'q.station_id')
    .innerJoin('account as asker', 'asker.id', 'q.asked_by')
    .innerJoin('account as asked', 'asked.id', 'q.asked_to')
    .selectAll('q')
    .select([
      'station.name as station_name',
      'station.time_zone',
      'asker.name as asker_name',
      'asked.name as asked_name',
    ])

export type QuestionRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]
