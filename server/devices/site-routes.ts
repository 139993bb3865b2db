import type { siteRoutes } from '#contract/http/site-devices.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Handlers } from '../http/call.ts'
import type { Db } from '../kitchen.ts'
import { refuse } from '../refusal.ts'
import { findStation } from '../stations/station-store.ts'
import type { DeviceRowView } from './present-device.ts'
import { addDevices } from './add-devices.ts'
import { mustManageStation } from './add-gateway.ts'
import { checkSerials } from './check-serials.ts'
import { deleteDevices } from './delete-devices.ts'
import { devicesById, findDevice } from './device-store.ts'
import { presentDevices } from './devices-now.ts'
import { foundChildren } from './found-children.ts'
import { presentCredentials } from './gateway-credentials.ts'
import { importRegistry } from './import-registry.ts'
import { pickDevices } from './pick-devices.ts'
import { replaceDevice } from './replace-device.ts'
import { replaceGateway } from './replace-gateway.ts'
import { transferGateway } from './transfer-gateway.ts'

const deviceView = async (db: Db, id: string, now: number): Promise<DeviceRowView> => {
  const [view] = await presentDevices(db, await devicesById(db, [id]), now)
  return view ?? refuse('not_found')
}

export const siteHandlers: Handlers<typeof siteRoutes> = {
  'GET /api/devices': async ({ kitchen: { db }, query, who, now }) => {
    const scope = visibleStations(who, now)
    if (query.stationId !== undefined && !(await findStation(db, query.stationId, scope))) refuse('not_found')
    if (query.gatewayId !== undefined) {
      const gateway = await findDevice(db, query.gatewayId, scope)
      if (gateway?.kind !== 'gateway') refuse('not_found')
    }
    return pickDevices(db, query, scope, now)
  },

  'POST /api/stations/{stationId}/devices/check': async (call) => {
    const { stationId } = call.params
    await mustManageStation(call.kitchen.db, call, stationId)
    return { checks: await checkSerials(call.kitchen.db, stationId, call.body.sns) }
  },

  'POST /api/stations/{stationId}/devices': async (call) => {
    const { stationId } = call.params
    const { added, refused } = await addDevices(call.kitchen, call, { stationId, ...call.body })
    const rows = await devicesById(call.kitchen.db, added)
    return { added: await presentDevices(call.kitchen.db, rows, call.now), refused }
  },

  'GET /api/gateways/{gatewayId}/children': async ({ kitchen, params, who, now }) => {
    const gateway = await findDevice(kitchen.db, params.gatewayId, visibleStations(who, now))
    if (gateway?.kind !== 'gateway') return refuse('not_found')
    return foundChildren(kitchen, gateway, now)
  },

  'POST /api/stations/{stationId}/devices/delete': async (call) => {
    const { ids, withChildren = false } = call.body
    const { stationId } = call.params
    return { deleted: await deleteDevices(call.kitchen, call, { stationId, ids, withChildren }) }
  },

  'POST /api/devices/{deviceId}/replace': async (call) => {
    const { kitchen, params, body, who, now } = call
    const given = { ...body, deviceId: params.deviceId }
    const old = await findDevice(kitchen.db, params.deviceId, visibleStations(who, now))
    if (!old || old.removed_at !== null) return refuse('not_found')
    if (old.kind === 'gateway') {
      const { sn, secret } = await replaceGateway(kitchen, call, given)
      return {
        device: await deviceView(kitchen.db, body.id, now),
        credentials: secret === null ? null : presentCredentials(kitchen, sn, secret),
      }
    }
    const id = await replaceDevice(kitchen, call, given)
    return { device: await deviceView(kitchen.db, id, now), credentials: null }
  },

  'POST /api/devices/{deviceId}/transfer': async (call) => {
    const { kitchen, params, body, now } = call
    const given = { gatewayId: params.deviceId, stationId: body.stationId }
    const { id, sn, secret, moved } = await transferGateway(kitchen, call, given)
    return {
      device: await deviceView(kitchen.db, id, now),
      credentials: presentCredentials(kitchen, sn, secret),
      moved,
    }
  },

  'POST /api/registry': async (call) => importRegistry(call.kitchen, call, call.body.csv),
}
