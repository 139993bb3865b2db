import { useData } from '../../../../app/data/query.ts'

/** The powers of a day move this slowly. */
const AGAIN_MS = 60_000

/** The strings of an inverter beside each other, read again while they are looked at. */
export const useInverterStrings = (inverterId: string) =>
  useData(
    'GET /api/devices/{deviceId}/strings',
    { params: { deviceId: inverterId } },
    { enabled: inverterId !== '', refetchInterval: AGAIN_MS },
  )
