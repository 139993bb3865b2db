import { eventually } from '../device-transport.ts'
import type { Customer } from '../acceptance/customer.ts'

const HOUR = 3_600_000

/** A zone in which the sun stands high at `now`, and the place of a station in it. */
export const sunnyPlace = (now: number) => {
  const ahead = 12 - new Date(now).getUTCHours()
  const zone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  const longitude = { longitude: Math.abs(ahead) * 15, east: ahead > 0 }
  return { zone, place: { timeZone: zone, latitude: 1, ...longitude, reportMin: 5 } }
}
/** The time there at midnight before `now`, epoch ms. */
export const midnightThere = (now: number): number => {
  const ahead = (12 - new Date(now).getUTCHours()) * HOUR
  return Math.floor((now + ahead) / (24 * HOUR)) * 24 * HOUR - ahead
}

export type EdgeStation = { stationId: string; code: string; gatewayId: () => Promise<string> }

/** A station of a customer, and a code for an edge there. */
export const stationForEdge = async (
  customer: Customer,
  place: ReturnType<typeof sunnyPlace>['place'],
): Promise<EdgeStation> => {
  const stationId = await customer.createStation({ name: 'Proof', ...place })
  const path = `/api/stations/${stationId}/edge-pairings`
  const { code, pairingId } = await customer.ask('POST /api/stations/{stationId}/edge-pairings', path, {})
  const gatewayId = async (): Promise<string> => {
    const state = await customer.ask('GET /api/edge-pairings/{pairingId}', `/api/edge-pairings/${pairingId}`)
    return state.gatewayId ?? ''
  }
  return { stationId, code, gatewayId }
}

/** Puts addresses into the list of an edge that has paired. */
export const readThere = async (
  customer: Customer,
  station: EdgeStation,
  devices: readonly { url: string; intervalS: number }[],
): Promise<string> => {
  await eventually(async () => (await station.gatewayId()) !== '')
  const gatewayId = await station.gatewayId()
  for (const device of devices)
    await customer.ask(
      'POST /api/gateways/{gatewayId}/edge-devices',
      `/api/gateways/${gatewayId}/edge-devices`,
      {
        profile: null,
        ...device,
      },
    )
  return gatewayId
}

/** Energy of each inverter by local day, as the app shows it, Wh. */
export const ledgerOf = async (customer: Customer, stationId: string, days: readonly string[]) => {
  const { devices } = await customer.ask(
    'GET /api/stations/{stationId}/devices',
    `/api/stations/${stationId}/devices`,
  )
  const months = [...new Set(days.map((day) => day.slice(0, 7)))]
  const ledger: Record<string, Record<string, number>> = {}
  for (const { id, sn } of devices.filter(({ kind }) => kind === 'inverter')) {
    const own: Record<string, number> = {}
    for (const of of months) {
      const path = `/api/devices/${id}/energy?period=month&of=${of}`
      const { bars } = await customer.ask('GET /api/devices/{deviceId}/energy', path)
      for (const { key, wh } of bars) if (wh !== null && days.includes(key)) own[key] = wh
    }
    ledger[sn] = own
  }
  return ledger
}
