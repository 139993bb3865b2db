import type { deviceRoutes } from '#contract/http/devices.ts'
import { readableStations, visibleStations } from '../accounts/scope.ts'
import type { Handlers } from '../../call.ts'
import { refuse } from '../../platform/refusal.ts'
import { findStation } from '../stations/station-store.ts'
import { addGateway, claimGateway } from './add-gateway.ts'
import { deviceDetail } from './device-detail.ts'
import { neighboursOf, pageOfChildren, pageOfStation } from './device-page-store.ts'
import { devicesById, findDevice } from './device-store.ts'
import { presentDevices } from './devices-now.ts'
import { openLevelsOf } from './open-level-store.ts'
import { editDevice } from './edit-device.ts'
import { presentCredentials, revokeCredentials, rotateCredentials } from './gateway-credentials.ts'

export const deviceHandlers: Handlers<typeof deviceRoutes> = {
  'GET /api/stations/{stationId}/devices': async ({ context, params, query, who, now }) => {
    const station =
      (await findStation(context.db, params.stationId, readableStations(who, now))) ?? refuse('not_found')
    const { rows, total, next } = await pageOfStation(
      context.db,
      { id: station.id, deletedAt: station.deleted_at },
      query.kind,
      query,
    )
    const levels = await openLevelsOf(
      context.db,
      rows.map(({ id }) => id),
    )
    const devices = (await presentDevices(context.db, rows, now)).map((one) => {
      const alarmLevel = levels.get(one.id)
      return alarmLevel === undefined ? one : { ...one, alarmLevel }
    })
    return { devices, total, next }
  },

  'GET /api/devices/{deviceId}': async ({ context, params, who, now }) => {
    const device =
      (await findDevice(context.db, params.deviceId, readableStations(who, now))) ?? refuse('not_found')
    return deviceDetail(context, device, now, visibleStations(who, now))
  },

  'GET /api/devices/{deviceId}/children': async ({ context, params, query, who, now }) => {
    const device =
      (await findDevice(context.db, params.deviceId, readableStations(who, now))) ?? refuse('not_found')
    const { rows, next } = await pageOfChildren(context.db, device, query)
    return { devices: await presentDevices(context.db, rows, now), next }
  },

  'GET /api/devices/{deviceId}/neighbours': async ({ context, params, who, now }) => {
    const device =
      (await findDevice(context.db, params.deviceId, readableStations(who, now))) ?? refuse('not_found')
    return neighboursOf(context.db, device)
  },

  'POST /api/stations/{stationId}/gateways': async (call) => {
    const { context, params, body, now } = call
    const { claimCode, ...entered } = body
    const gateway = { ...entered, stationId: params.stationId }
    const made =
      claimCode === undefined
        ? await addGateway(context, call, gateway)
        : await claimGateway(context, call, { ...gateway, claimCode })
    const [view] = await presentDevices(context.db, await devicesById(context.db, [body.id]), now)
    return {
      gateway: view ?? refuse('not_found'),
      credentials: made ? presentCredentials(context, body.sn, made.secret) : null,
    }
  },

  'POST /api/devices/{deviceId}/credentials': async (call) => ({
    credentials: await rotateCredentials(call.context, call, call.params.deviceId),
  }),

  'DELETE /api/devices/{deviceId}/credentials': async (call) => {
    await revokeCredentials(call.context, call, call.params.deviceId)
    return {}
  },

  'PUT /api/devices/{deviceId}': async (call) => {
    const edit = { id: call.params.deviceId, version: call.ifMatch, ...call.body }
    const device = await editDevice(call.context, call, edit)
    const [view] = await presentDevices(call.context.db, [device], call.now)
    return { device: view ?? refuse('not_found'), version: device.version }
  },
}
