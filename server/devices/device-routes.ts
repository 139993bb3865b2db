import type { deviceRoutes } from '#contract/http/devices.ts'
import { readableStations } from '../accounts/scope.ts'
import type { Handlers } from '../http/call.ts'
import { refuse } from '../refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { addGateway, claimGateway } from './add-gateway.ts'
import { deviceDetail } from './device-detail.ts'
import { devicesById, devicesOfStation, findDevice } from './device-store.ts'
import { presentDevices } from './devices-now.ts'
import { editDevice } from './edit-device.ts'
import { presentCredentials, revokeCredentials, rotateCredentials } from './gateway-credentials.ts'

export const deviceHandlers: Handlers<typeof deviceRoutes> = {
  'GET /api/stations/{stationId}/devices': async ({ kitchen, params, query, who, now }) => {
    const station =
      (await findStation(kitchen.db, params.stationId, readableStations(who, now))) ?? refuse('not_found')
    const rows = await devicesOfStation(kitchen.db, station.id, query.kind, station.deleted_at)
    return { devices: await presentDevices(kitchen.db, rows, now) }
  },

  'GET /api/devices/{deviceId}': async ({ kitchen, params, who, now }) => {
    const device =
      (await findDevice(kitchen.db, params.deviceId, readableStations(who, now))) ?? refuse('not_found')
    return deviceDetail(kitchen, device, now)
  },

  'POST /api/stations/{stationId}/gateways': async (call) => {
    const { kitchen, params, body, now } = call
    const { claimCode, ...entered } = body
    const gateway = { ...entered, stationId: params.stationId }
    const made =
      claimCode === undefined
        ? await addGateway(kitchen, call, gateway)
        : await claimGateway(kitchen, call, { ...gateway, claimCode })
    const [view] = await presentDevices(kitchen.db, await devicesById(kitchen.db, [body.id]), now)
    return {
      gateway: view ?? refuse('not_found'),
      credentials: made ? presentCredentials(kitchen, body.sn, made.secret) : null,
    }
  },

  'POST /api/devices/{deviceId}/credentials': async (call) => ({
    credentials: await rotateCredentials(call.kitchen, call, call.params.deviceId),
  }),

  'DELETE /api/devices/{deviceId}/credentials': async (call) => {
    await revokeCredentials(call.kitchen, call, call.params.deviceId)
    return {}
  },

  'PUT /api/devices/{deviceId}': async (call) => {
    const edit = { id: call.params.deviceId, version: call.ifMatch, ...call.body }
    const device = await editDevice(call.kitchen, call, edit)
    const [view] = await presentDevices(call.kitchen.db, [device], call.now)
    return { device: view ?? refuse('not_found'), version: device.version }
  },
}
