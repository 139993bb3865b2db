import type { controlRoutes } from '#contract/http/control.ts'
import { PAGE_MAX } from '#contract/http/lists.ts'
import { decodeCursor, encodeCursor, idShape, instantShape } from '../accounts/cursor.ts'
import { mustManage } from '../accounts/managing.ts'
import { readableStations, visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import { findDevice } from '../devices/device-store.ts'
import type { Handlers } from '../http/call.ts'
import type { Db } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { answerQuestion, askWorker, questionsOf } from './ask-worker.ts'
import { findControls, shownControls } from './control-store.ts'
import { approveControl, refuseControl } from './decide-control.ts'
import { findCommands } from './find-commands.ts'
import { presentCommands } from './present-command.ts'
import { presentControl, presentControls, presentPreview } from './present-control.ts'
import { sendControl } from './send-control.ts'
import { readShutdownBoard } from './shutdown-board.ts'
import { weighControl } from './weigh-control.ts'

const PAGE = 30
const cursorShapes = [instantShape, idShape]

const beforeIn = (cursor: string | undefined): { at: number; id: string } | null => {
  const [at, id] = decodeCursor(cursor, cursorShapes) ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

const controlOf = async (db: Db, id: string, who: Who, now: number) => {
  const row = await shownControls(db, visibleStations(who, now))
    .where('control.id', '=', id)
    .executeTakeFirst()
  return { control: await presentControl(db, row ?? refuse('not_found'), who, now) }
}

const seen = async (db: Db, stationId: string | undefined, who: Who, now: number): Promise<void> => {
  if (stationId !== undefined && !(await findStation(db, stationId, visibleStations(who, now))))
    refuse('not_found')
}

export const controlHandlers: Handlers<typeof controlRoutes> = {
  'POST /api/stations/{stationId}/control/preview': async ({ kitchen, params, body, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(kitchen.db, params.stationId, scope)) ?? refuse('not_found')
    mustManage(who, station)
    const weighing = { kitchen, who, now, station, act: body.act, chosen: body }
    return presentPreview(kitchen.db, kitchen, await weighControl(kitchen.db, weighing), now)
  },

  'POST /api/stations/{stationId}/control': async (call) => {
    const { kitchen, params, body, who, now, actId: id } = call
    await sendControl(kitchen, call, {
      id,
      stationId: params.stationId,
      act: body.act,
      chosen: body,
      tail: body.tail,
      despite: body.despite ?? false,
      retryOf: body.retryOf ?? null,
    })
    return controlOf(kitchen.db, id, who, now)
  },

  'POST /api/stations/{stationId}/read': async (call) => {
    const { kitchen, params, body, who, now, actId: id } = call
    await sendControl(kitchen, call, {
      id,
      stationId: params.stationId,
      act: { op: 'read' },
      chosen: body,
      tail: null,
      despite: false,
      retryOf: null,
    })
    return controlOf(kitchen.db, id, who, now)
  },

  'GET /api/control': async ({ kitchen, query, who, now }) => {
    const { db } = kitchen
    await seen(db, query.stationId, who, now)
    const limit = Math.min(query.limit ?? PAGE, PAGE_MAX)
    const rows = await findControls(db, visibleStations(who, now), {
      stationId: query.stationId,
      waitingAt: query.waiting === undefined ? null : now,
      before: beforeIn(query.cursor),
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      controls: await presentControls(db, page, who, now),
      next: last ? encodeCursor([String(last.asked_at), last.id]) : null,
    }
  },

  'GET /api/control/{controlId}': async ({ kitchen, params, who, now }) =>
    controlOf(kitchen.db, params.controlId, who, now),

  'POST /api/control/{controlId}/approve': async (call) => {
    const { kitchen, params, body, who, now } = call
    await approveControl(kitchen, call, params.controlId, body.tail)
    return controlOf(kitchen.db, params.controlId, who, now)
  },

  'POST /api/control/{controlId}/refuse': async (call) => {
    const { kitchen, params, body, who, now } = call
    await refuseControl(kitchen, call, params.controlId, body.remark)
    return controlOf(kitchen.db, params.controlId, who, now)
  },

  'GET /api/commands': async ({ kitchen, query, who, now }) => {
    const { db } = kitchen
    const scope = visibleStations(who, now)
    const { cursor, limit: asked, ...filter } = query
    await seen(db, filter.stationId, who, now)
    if (filter.deviceId !== undefined && !(await findDevice(db, filter.deviceId, readableStations(who, now))))
      refuse('not_found')
    const limit = Math.min(asked ?? PAGE, PAGE_MAX)
    const rows = await findCommands(db, scope, filter, { before: beforeIn(cursor), limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      commands: await presentCommands(db, page),
      next: last ? encodeCursor([String(last.created_at), last.id]) : null,
    }
  },

  'GET /api/stations/{stationId}/shutdown-board': async ({ kitchen, params, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(kitchen.db, params.stationId, scope)) ?? refuse('not_found')
    return readShutdownBoard(kitchen.db, station, now)
  },

  'POST /api/stations/{stationId}/control/questions': async (call) => {
    const { kitchen, params, body } = call
    return { question: await askWorker(kitchen, call, { stationId: params.stationId, ...body }) }
  },

  'GET /api/control-questions': async ({ kitchen, who, now }) => ({
    questions: await questionsOf(kitchen.db, who.accountId, now),
  }),

  'POST /api/control-questions/{questionId}/answer': async (call) => ({
    question: await answerQuestion(call.kitchen, call, call.params.questionId, call.body.answer),
  }),
}
