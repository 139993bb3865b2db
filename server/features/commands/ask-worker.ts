import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { questionView } from '#contract/http/control.ts'
import type { ControlAct, ControlOp } from '#domain/commands/control-ops.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import { visibleStations } from '../accounts/scope.ts'
import { transact } from '../../platform/db/open.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { tellPerson } from '../messages/tell-person.ts'
import { findStation } from '../stations/station-store.ts'
import { plain } from './present-command.ts'
import { argsFor, type ControlContext } from './send-control.ts'
import type { Caller } from '../accounts/who.ts'
import {
  questionRow,
  questionRows,
  hasQuestion,
  insertQuestion,
  lockQuestion,
  saveAnswer,
  type QuestionRow,
} from './question-store.ts'
import { visibleAccount } from '../accounts/account-store.ts'
import { markOneRead } from '../messages/message-store.ts'

export type Question = z.output<typeof questionView>

const viewOf = (row: QuestionRow): Question => ({
  id: row.id,
  station: { id: row.station_id, name: row.station_name, timeZone: row.time_zone },
  askedBy: { id: row.asked_by, name: row.asker_name },
  askedTo: { id: row.asked_to, name: row.asked_name },
  op: row.op as ControlOp,
  args: plain(row.args),
  text: row.text,
  askedAt: row.asked_at,
  answer: row.answer,
  answeredAt: row.answered_at,
})

const questionOf = async (db: Db, id: string): Promise<Question> => viewOf(await questionRow(db, id))

/** Put to the caller or by them, of the last day; newest first. */
export const questionsOf = async (db: Db, accountId: string, now: number): Promise<Question[]> => {
  const rows = await questionRows(db, accountId, now)
  return rows.map(viewOf)
}

const tellOpenPages = ({ changeEvents }: Pick<ControlContext, 'changeEvents'>, stationId: string): void => {
  for (const what of ['commands', 'messages'] as const)
    changeEvents.tell({ type: 'changed', stationId, what })
}

/**
 * Asks somebody who works at a station whether an act may be given. It stands in both people's lists, and they get
 * a message; nothing is sent to a device. @throws Refusal `not_found`, `forbidden`
 */
export const askWorker = async (
  context: Pick<ControlContext, 'db' | 'changeEvents' | 'control'>,
  caller: Caller,
  asked: { id: string; stationId: string; personId: string; act: ControlAct; text: string },
): Promise<Question> => {
  const { who, now } = caller
  const { id, stationId, personId, act, text } = asked
  await transact(context.db, async (trx) => {
    const station = (await findStation(trx, stationId, visibleStations(who, now))) ?? refuse('not_found')
    mustManage(who, station)
    // Whoever is there can be asked, of whatever company; everybody else only by their own.
    const there = await context.control.whoWorksThere(trx, stationId, [], who.accountId, now)
    const person = there.some((one) => one.person.id === personId)
      ? true
      : await visibleAccount(trx, who, personId)
    if (!person) refuse('not_found')
    if (await hasQuestion(trx, id)) return
    await insertQuestion(trx, {
      id,
      station_id: stationId,
      asked_by: who.accountId,
      asked_to: personId,
      op: act.op,
      args: JSON.stringify(argsFor(act)),
      text,
      asked_at: new Date(now),
    })
    // The message has the question's id: what is asked stands in it.
    await tellPerson(trx, now, { id, accountId: personId, kind: 'control_asked', stationId })
    await recordDone(trx, caller, {
      companyId: station.company_id,
      action: 'control.question',
      objectKind: 'station',
      objectId: stationId,
      detail: { op: act.op, personId },
    })
  })
  tellOpenPages(context, stationId)
  return questionOf(context.db, id)
}

/** The question is read by that, and whoever asked is told. @throws Refusal `not_found`, `wrong_state` when it has been answered */
export const answerQuestion = async (
  context: Pick<ControlContext, 'db' | 'changeEvents'>,
  caller: Caller,
  questionId: string,
  answer: 'go' | 'wait',
): Promise<Question> => {
  const stationId = await transact(context.db, async (trx) => {
    const question = await lockQuestion(trx, questionId, caller.who.accountId)
    if (!question) return refuse('not_found')
    if (question.answer !== null) refuse('wrong_state')
    await saveAnswer(trx, questionId, answer, caller.now)
    await markOneRead(trx, questionId, caller.now)
    await tellPerson(trx, caller.now, {
      id: randomUUID(),
      accountId: question.asked_by,
      kind: answer === 'go' ? 'control_go' : 'control_wait',
      stationId: question.station_id,
    })
    await recordDone(trx, caller, {
      action: 'control.answer',
      objectKind: 'station',
      objectId: question.station_id,
      detail: { questionId, answer },
    })
    return question.station_id
  })
  tellOpenPages(context, stationId)
  return questionOf(context.db, questionId)
}
