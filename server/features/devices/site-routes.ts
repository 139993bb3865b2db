import type { siteRoutes } from '#contract/http/site-devices.ts'
import { isSubDeviceSerial } from '#domain/devices/fields.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Handlers } from '../../call.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import type { DeviceRowView } from './present-device.ts'
import { addDevices } from './add-devices.ts'
import { mustManageStation } from './add-gateway.ts'
import { chargeSerials } from './charge-serials.ts'
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
  'GET /api/devices': async ({ context: { db }, query, who, now }) => {
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
    await mustManageStation(call.context.db, call, stationId)
    await chargeSerials(call.context.db, call, call.body.sns.filter(isSubDeviceSerial), 'asks')
    return { checks: await checkSerials(call.context.db, stationId, call.body.sns) }
  },

  'POST /api/stations/{stationId}/devices': async (call) => {
    const { stationId } = call.params
    const { added, refused } = await addDevices(call.context, call, { stationId, ...call.body })
    const rows = await devicesById(call.context.db, added)
    return { added: await presentDevices(call.context.db, rows, call.now), refused }
  },

  'GET /api/gateways/{gatewayId}/children': async ({ context, params, query, who, now }) => {
    const gateway = await findDevice(context.db, params.gatewayId, visibleStations(who, now))
    if (gateway?.kind !== 'gateway') return refuse('not_found')
    return foundChildren(context, gateway, query, now)
  },

  'POST /api/stations/{stationId}/devices/delete': async (call) => {
    const { ids, withChildren = false } = call.body
    const { stationId } = call.params
    return { deleted: await deleteDevices(call.context, call, { stationId, ids, withChildren }) }
  },

  'POST /api/devices/{deviceId}/replace': async (call) => {
    const { context, params, body, who, now } = call
    const given = { ...body, deviceId: params.deviceId }
    const old = await findDevice(context.db, params.deviceId, visibleStations(who, now))
    if (!old || old.removed_at !== null) return refuse('not_found')
    if (old.kind === 'gateway') {
      const { sn, secret } = await replaceGateway(context, call, given)
      return {
        device: await deviceView(context.db, body.id, now),
        credentials: secret === null ? null : presentCredentials(context, sn, secret),
      }
    }
    const id = await replaceDevice(context, call, given)
    return { device: await deviceView(context.db, id, now), credentials: null }
  },

  'POST /api/devices/{deviceId}/transfer': async (call) => {
    const { context, params, body, now } = call
    const given = { gatewayId: params.deviceId, stationId: body.stationId }
    const { id, sn, secret, moved } = await transferGateway(context, call, given)
    return {
      device: await deviceView(context.db, id, now),
      credentials: secret === null ? null : presentCredentials(context, sn, secret),
      moved,
    }
  },

  'POST /api/registry': async (call) => importRegistry(call.context, call, call.body.csv),
}
