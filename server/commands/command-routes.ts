import type { commandRoutes } from '#contract/http/commands.ts'
import { PAGE_MAX } from '#contract/http/lists.ts'
import { decodeCursor, encodeCursor, idShape, instantShape } from '../accounts/cursor.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Handlers } from '../http/call.ts'
import type { Db } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { activateGateways } from './activate-gateways.ts'
import { commandsOfStation, shownCommands } from './command-store.ts'
import { type CommandView, presentCommands } from './present-command.ts'
import { readCommissioning } from './read-commissioning.ts'
import { scanGateway } from './scan-gateway.ts'

const PAGE = 30
const cursorShapes = [instantShape, idShape]

const commandsById = async (db: Db, ids: readonly string[], who: Who, now: number): Promise<CommandView[]> =>
  presentCommands(
    db,
    await shownCommands(db, visibleStations(who, now))
      .where('command.id', 'in', [...ids])
      .orderBy('gateway.sn')
      .execute(),
  )

export const commandHandlers: Handlers<typeof commandRoutes> = {
  'POST /api/stations/{stationId}/activation': async (call) => {
    const { kitchen, params, body, who, now } = call
    const { commandIds, left } = await activateGateways(kitchen, call, {
      stationId: params.stationId,
      gatewayIds: body.gatewayIds,
      allowPartly: body.allowPartly ?? false,
    })
    return { commands: await commandsById(kitchen.db, commandIds, who, now), left }
  },

  'POST /api/gateways/{gatewayId}/scan': async (call) => {
    const id = await scanGateway(call.kitchen, call, call.params.gatewayId)
    const [command] = await commandsById(call.kitchen.db, [id], call.who, call.now)
    return { command: command ?? refuse('not_found') }
  },

  'GET /api/stations/{stationId}/commands': async ({ kitchen, params, query, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(kitchen.db, params.stationId, scope)) ?? refuse('not_found')
    const limit = Math.min(query.limit ?? PAGE, PAGE_MAX)
    const [at, id] = decodeCursor(query.cursor, cursorShapes) ?? []
    const rows = await commandsOfStation(kitchen.db, scope, station.id, {
      before: at === undefined || id === undefined ? null : { at: Number(at), id },
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      commands: await presentCommands(kitchen.db, page),
      next: last ? encodeCursor([String(last.created_at), last.id]) : null,
    }
  },

  'GET /api/commands/{commandId}': async ({ kitchen, params, who, now }) => {
    const [command] = await commandsById(kitchen.db, [params.commandId], who, now)
    return { command: command ?? refuse('not_found') }
  },

  'GET /api/stations/{stationId}/commissioning': async ({ kitchen, params, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(kitchen.db, params.stationId, scope)) ?? refuse('not_found')
    return { at: now, gateways: await readCommissioning(kitchen.db, who, station.id, now) }
  },
}
