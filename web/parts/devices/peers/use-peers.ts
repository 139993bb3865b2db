import { useData } from '../../../app/data/query.ts'
import type { DeviceDetail } from '../device-facts.ts'

const againMs = 5 * 60_000

/** A device against its peers over the light of the day. */
export const usePeers = (detail: DeviceDetail) =>
  useData(
    'GET /api/devices/{deviceId}/peers',
    { params: { deviceId: detail.device.id } },
    { refetchInterval: againMs },
  )
