import { signedPosition } from '#domain/stations/sun.ts'
import { daylightAt } from '#domain/upgrades/daylight.ts'
import { estimateOf } from '#domain/upgrades/estimate.ts'
import { type FitImage, type GatewayPlan, planGateway } from '#domain/upgrades/fit.ts'
import type { UpgradeMode } from '#domain/upgrades/upgrade-states.ts'
import { stateNow } from '../devices/device-state-now.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { ImageRow } from './package-store.ts'
import { heldByUpgrade, reachedThrough } from './target-store.ts'

export const fitImage = (image: ImageRow): FitImage => ({
  id: image.id,
  level: image.level,
  vendor: image.vendor,
  model: image.model,
  hw: image.hw_min === null || image.hw_max === null ? null : { min: image.hw_min, max: image.hw_max },
  version: image.version,
  sequence: image.sequence,
  bytes: image.bytes,
})

export type JudgedGateway = {
  row: DeviceNow
  online: boolean
  plan: GatewayPlan
  /** When the sun will be too low for what is behind it; null = it is already, or does not set. */
  sunsetAt: number | null
}

/** What a package would do to each gateway and all behind it at `now`, and what stands in the way. */
export const judgeGateways = async (
  db: Db,
  rows: readonly DeviceNow[],
  images: readonly ImageRow[],
  now: number,
): Promise<JudgedGateway[]> => {
  const ids = rows.map(({ id }) => id)
  const [reached, held] = await Promise.all([reachedThrough(db, ids), heldByUpgrade(db, ids)])
  const byGateway = Map.groupBy(reached, (device) => device.gatewayId)
  const fitting = images.map(fitImage)
  return rows.map((row) => {
    const light = daylightAt(now, signedPosition(row))
    const online = row.connected === true && stateNow(row, now).online
    const plan = planGateway(fitting, byGateway.get(row.id) ?? [], {
      online,
      upgrading: held.has(row.id),
      daylight: light.up,
    })
    return { row, online, plan, sunsetAt: light.until }
  })
}

/** The estimate of one gateway, and whether it would run past sunset if it began at `from`. */
export const estimateFor = (judged: JudgedGateway, mode: UpgradeMode, from: number) => {
  const estimate = estimateOf(judged.plan.images, mode)
  const endsAt = Math.ceil(from + estimate.totalMs)
  const needsSun = judged.plan.nodes.some(({ device }) => device.level !== 'gateway')
  return {
    ...estimate,
    endsAt,
    pastSunset: needsSun && judged.sunsetAt !== null && endsAt > judged.sunsetAt,
  }
}
