import type { checkInRoutes } from '#contract/http/check-ins.ts'
import type { BodyInput } from '#contract/http/route.ts'

export const bodies = {
  'POST /api/stations/{stationId}/check-in': (): BodyInput<
    (typeof checkInRoutes)['POST /api/stations/{stationId}/check-in']
  > => ({ phone: '13800138000' }),
}
