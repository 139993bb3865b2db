import type { commandRoutes } from '#contract/http/commands.ts'
import { byTime, readPage } from '../../platform/page/page.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { activateGateways } from './activate-gateways.ts'
import { presentCommands, presentTargets } from './present-command.ts'
import { readCommissioning } from './read-commissioning.ts'
import { scanGateway } from './scan-gateway.ts'
import { commandsOfStation, visibleCommands } from './find-shown-commands.ts'

export const commandHandlers: Handlers<typeof commandRoutes> = {
  'POST /api/stations/{stationId}/activation': async (call) => {
    const { context, params, body, who, now, actId: id } = call
    const { commandIds, left } = await activateGateways(context, call, {
      id,
      stationId: params.stationId,
      gatewayIds: body.gatewayIds,
      allowPartly: body.allowPartly ?? false,
    })
    const { db } = context
    return { commands: await presentCommands(db, await visibleCommands(db, who, now, commandIds)), left }
  },

  'POST /api/gateways/{gatewayId}/scan': async (call) => {
    const { context, params, who, now, actId: id } = call
    await scanGateway(context, call, { gatewayId: params.gatewayId, id })
    const { db } = context
    const [command] = await presentCommands(db, await visibleCommands(db, who, now, [id]))
    return { command: command ?? refuse('not_found') }
  },

  'GET /api/stations/{stationId}/commands': async ({ context, params, query, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(context.db, params.stationId, scope)) ?? refuse('not_found')
    const { rows, next } = await readPage(query, {
      order: byTime,
      read: (before, limit) => commandsOfStation(context.db, scope, station.id, { before, limit }),
      placeOf: ({ created_at, id }) => ({ at: created_at, id }),
    })
    return { commands: await presentCommands(context.db, rows), next }
  },

  'GET /api/commands/{commandId}': async ({ context, params, who, now }) => {
    const rows = await visibleCommands(context.db, who, now, [params.commandId])
    const [[command], targets] = await Promise.all([
      presentCommands(context.db, rows),
      presentTargets(context.db, rows),
    ])
    if (!command) return refuse('not_found')
    return { command: { ...command, targets: targets.get(command.id) ?? [] } }
  },

  'GET /api/stations/{stationId}/commissioning': async ({ context, params, query, who, now }) => {
    const scope = visibleStations(who, now)
    const station = (await findStation(context.db, params.stationId, scope)) ?? refuse('not_found')
    const { rows, total, next } = await readCommissioning(context.db, who, station.id, query, now)
    return { at: now, gateways: rows, total, next }
  },
}
