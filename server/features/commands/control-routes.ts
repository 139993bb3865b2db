import type { controlRoutes } from '#contract/http/control.ts'
import { byTime, readPage } from '../../platform/page/page.ts'
import { mustManage } from '../accounts/managing.ts'
import { readableStations, visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import { findDevice } from '../devices/device-store.ts'
import type { Handlers } from '../../call.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { answerQuestion, askWorker, questionsOf } from './ask-worker.ts'
import { findControls, visibleControl } from './control-store.ts'
import { approveControl, refuseControl } from './decide-control.ts'
import { findCommands } from './find-commands.ts'
import { limitsOfStation } from './limit-store.ts'
import { presentLimit } from './present-limit.ts'
import { presentCommands } from './present-command.ts'
import { presentControl, presentControls, presentPreview } from './present-control.ts'
import { sendControl } from './send-control.ts'
import { readShutdownBoard } from './shutdown-board.ts'
import { weighControl } from './weigh-control.ts'

const controlOf = async (db: Db, id: string, who: Who, now: number) => {
  const row = await visibleControl(db, who, now, id)
  return { control: await presentControl(db, row ?? refuse('not_found'), who, now) }
}

const seen = async (db: Db, stationId: string | undefined, who: Who, now: number): Promise<void> => {
  if (stationId !== undefined && !(await findStation(db, stationId, visibleStations(who, now))))
    refuse('not_found')
}

export const controlHandlers: Handlers<typeof controlRoutes> = {
  'POST /api/stations/{stationId}/control/preview': async ({ context, params, body, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(context.db, params.stationId, scope)) ?? refuse('not_found')
    mustManage(who, station)
    const weighing = { context, who, now, station, act: body.act, chosen: body }
    return presentPreview(context.db, context, station, await weighControl(context.db, weighing), now)
  },

  'POST /api/stations/{stationId}/control': async (call) => {
    const { context, params, body, who, now, actId: id } = call
    await sendControl(context, call, {
      id,
      stationId: params.stationId,
      act: body.act,
      chosen: body,
      tail: body.tail,
      despite: body.despite ?? false,
      retryOf: body.retryOf ?? null,
    })
    return controlOf(context.db, id, who, now)
  },

  'POST /api/stations/{stationId}/read': async (call) => {
    const { context, params, body, who, now, actId: id } = call
    await sendControl(context, call, {
      id,
      stationId: params.stationId,
      act: { op: 'read' },
      chosen: body,
      tail: null,
      despite: false,
      retryOf: null,
    })
    return controlOf(context.db, id, who, now)
  },

  'GET /api/control': async ({ context, query, who, now }) => {
    const { db } = context
    await seen(db, query.stationId, who, now)
    const { rows, next } = await readPage(query, {
      order: byTime,
      read: (before, limit) =>
        findControls(db, visibleStations(who, now), {
          stationId: query.stationId,
          waitingAt: query.waiting === undefined ? null : now,
          before,
          limit,
        }),
      placeOf: ({ asked_at, id }) => ({ at: asked_at, id }),
    })
    return { controls: await presentControls(db, rows, who, now), next }
  },

  'GET /api/control/{controlId}': async ({ context, params, who, now }) =>
    controlOf(context.db, params.controlId, who, now),

  'POST /api/control/{controlId}/approve': async (call) => {
    const { context, params, body, who, now } = call
    await approveControl(context, call, params.controlId, body.tail)
    return controlOf(context.db, params.controlId, who, now)
  },

  'POST /api/control/{controlId}/refuse': async (call) => {
    const { context, params, body, who, now } = call
    await refuseControl(context, call, params.controlId, body.remark)
    return controlOf(context.db, params.controlId, who, now)
  },

  'GET /api/commands': async ({ context, query, who, now }) => {
    const { db } = context
    const scope = visibleStations(who, now)
    const { cursor, limit, ...filter } = query
    await seen(db, filter.stationId, who, now)
    if (filter.deviceId !== undefined && !(await findDevice(db, filter.deviceId, readableStations(who, now))))
      refuse('not_found')
    const { rows, next } = await readPage(
      { cursor, limit },
      {
        order: byTime,
        read: (before, most) => findCommands(db, scope, filter, { before, limit: most }),
        placeOf: ({ created_at, id }) => ({ at: created_at, id }),
      },
    )
    return { commands: await presentCommands(db, rows), next }
  },

  'GET /api/stations/{stationId}/limits': async ({ context, params, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(context.db, params.stationId, scope)) ?? refuse('not_found')
    const [inForce, ended] = await Promise.all([
      limitsOfStation(context.db, station.id, false),
      limitsOfStation(context.db, station.id, true),
    ])
    return { inForce: inForce.map(presentLimit), ended: ended.map(presentLimit) }
  },

  'GET /api/stations/{stationId}/shutdown-board': async ({ context, params, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(context.db, params.stationId, scope)) ?? refuse('not_found')
    return readShutdownBoard(context.db, station, now)
  },

  'POST /api/stations/{stationId}/control/questions': async (call) => {
    const { context, params, body } = call
    return {
      question: await askWorker(context, call, { id: call.actId, stationId: params.stationId, ...body }),
    }
  },

  'GET /api/control-questions': async ({ context, who, now }) => ({
    questions: await questionsOf(context.db, who.accountId, now),
  }),

  'POST /api/control-questions/{questionId}/answer': async (call) => ({
    question: await answerQuestion(call.context, call, call.params.questionId, call.body.answer),
  }),
}
