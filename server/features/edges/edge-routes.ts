import type { edgeRoutes } from '#contract/http/edges.ts'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Language } from '#domain/errors.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { readableStations, visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import { diagnoseEdge, readRegisters, searchNetwork } from './ask-edge.ts'
import { askForEdge } from './ask-for-edge.ts'
import { builtInEdge } from './built-in-store.ts'
import { addEdgeDevice, changeEdgeDevice, removeEdgeDevice } from './configure-edge.ts'
import { findEdge } from './edge-store.ts'
import { handOutEdge, takeBackEdge } from './hand-out-edge.ts'
import { howToPair } from './how-to-pair.ts'
import { pairEdge } from './pair-edge.ts'
import { visiblePairing } from './pairing-store.ts'
import { presentEdge, presentEdgeDevices } from './present-edge.ts'
import { presentDiagnosis, presentDiscovery } from './present-search.ts'
import { searchOfId, visibleDiagnosis } from './search-store.ts'

const oneDevice = async (db: Db, gatewayId: string, id: string, language: Language) => {
  const all = await presentEdgeDevices(db, gatewayId, language)
  return { device: all.find((one) => one.id === id) ?? refuse('not_found') }
}

const diagnosis = async (
  { context, who, now }: { context: Pick<Context, 'db'>; who: Who; now: number },
  id: string,
) => {
  const row = (await visibleDiagnosis(context.db, id, visibleStations(who, now))) ?? refuse('not_found')
  return { diagnosis: await presentDiagnosis(context.db, row, { who, now }) }
}

const presentBuiltIn = async ({ db, edges }: Pick<Context, 'db' | 'edges'>) => {
  const row = await builtInEdge(db)
  if (edges.builtIn === null)
    return { state: 'off', stationId: null, stationName: null, gatewayId: null } as const
  return {
    state: row === undefined ? 'free' : row.gateway_id === null ? 'starting' : 'handed_out',
    stationId: row?.station_id ?? null,
    stationName: row?.station_name ?? null,
    gatewayId: row?.gateway_id ?? null,
  } as const
}

export const edgeHandlers: Handlers<typeof edgeRoutes> = {
  'POST /api/stations/{stationId}/edge-pairings': async (call) => {
    const { context, params, body } = call
    const made = await askForEdge(context, call, {
      id: call.actId,
      stationId: params.stationId,
      name: body.name ?? '',
      replaces: body.replaces ?? null,
    })
    return {
      pairingId: made.id,
      code: made.code,
      expiresAt: made.expiresAt,
      ...(await howToPair(context, call.origin, made.code)),
    }
  },

  'GET /api/edge-pairings/{pairingId}': async ({ context, params, who, now }) => {
    const scope = visibleStations(who, now)
    const pairing = (await visiblePairing(context.db, params.pairingId, scope)) ?? refuse('not_found')
    const waits = pairing.used_at === null
    return {
      state: !waits ? 'paired' : pairing.expires_at > now ? 'waiting' : 'expired',
      gatewayId: pairing.gateway_id,
      expiresAt: pairing.expires_at,
    }
  },

  'POST /api/edge/pair': async (call) => {
    const { code, key, version, name } = call.body
    return pairEdge(call.context, call, { code, key, version, name: name ?? '' })
  },

  'GET /api/edge/program': async ({ context }) => {
    const { version, sha256 } = await context.edges.program()
    return { version, sha256 }
  },

  'GET /api/gateways/{gatewayId}/edge': async ({ context, params, who, now, language }) => {
    const edge = await findEdge(context.db, params.gatewayId, readableStations(who, now))
    return presentEdge(context.db, edge ?? refuse('not_found'), { who, now, language })
  },

  'POST /api/gateways/{gatewayId}/edge-devices': async (call) => {
    const { context, params, body, actId: id, language } = call
    await addEdgeDevice(context, call, {
      ...body,
      secret: body.secret,
      map: body.map,
      id,
      gatewayId: params.gatewayId,
    })
    return oneDevice(context.db, params.gatewayId, id, language)
  },

  'PUT /api/edge-devices/{edgeDeviceId}': async (call) => {
    const { context, params, body, ifMatch: version, language } = call
    const id = params.edgeDeviceId
    const gatewayId = await changeEdgeDevice(context, call, {
      ...body,
      secret: body.secret,
      map: body.map,
      id,
      version,
    })
    return oneDevice(context.db, gatewayId, id, language)
  },

  'DELETE /api/edge-devices/{edgeDeviceId}': async (call) => {
    await removeEdgeDevice(call.context, call, call.params.edgeDeviceId)
    return {}
  },

  'POST /api/gateways/{gatewayId}/discoveries': async (call) => {
    const { context, params, body, who, now } = call
    const id = await searchNetwork(context, call, { gatewayId: params.gatewayId, ranges: body.ranges })
    const row = (await searchOfId(context.db, id)) ?? refuse('not_found')
    return { discovery: await presentDiscovery(context.db, row, { who, now }) }
  },

  'POST /api/gateways/{gatewayId}/diagnoses': async (call) => {
    const { what, lines, url, profile, secret, map } = call.body
    const asked = what === 'log' ? { what, lines } : { what, url, profile, secret, map }
    return diagnosis(call, await diagnoseEdge(call.context, call, call.params.gatewayId, asked))
  },

  'POST /api/edge-devices/{edgeDeviceId}/diagnoses': async (call) =>
    diagnosis(call, await readRegisters(call.context, call, { ...call.body, id: call.params.edgeDeviceId })),

  'GET /api/diagnoses/{diagnosisId}': async (call) => diagnosis(call, call.params.diagnosisId),

  'GET /api/built-in-edge': async ({ context }) => presentBuiltIn(context),

  'POST /api/built-in-edge/hand-out': async (call) => {
    const { stationId, name = '' } = call.body
    await handOutEdge(call.context, call, { stationId, name })
    return presentBuiltIn(call.context)
  },

  'DELETE /api/built-in-edge': async (call) => {
    await takeBackEdge(call.context, call)
    return presentBuiltIn(call.context)
  },
}
