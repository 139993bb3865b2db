import type * as z from 'zod/mini'
import { NAMED_SHOWN } from '#domain/upgrades/limits.ts'
import type { targetView } from '#contract/http/upgrades.ts'
import { estimateFor, type JudgedGateway } from './judge-gateways.ts'

export type TargetView = z.output<typeof targetView>
export const someVersions = (versions: readonly string[]): string[] =>
  [...new Set(versions.filter((version) => version !== ''))].toSorted().slice(0, NAMED_SHOWN)

export const presentTarget = (judged: JudgedGateway, now: number): TargetView => {
  const { row, plan, online, sunsetAt } = judged
  return {
    id: row.id,
    sn: row.sn,
    name: row.name,
    model: row.model,
    sw: row.sw,
    station: { id: row.station_id, name: row.station_name, timeZone: row.time_zone },
    online,
    blocks: plan.blocks.map(({ reason, devices }) => ({
      reason,
      devices: devices.length,
      sns: devices.slice(0, NAMED_SHOWN).map(({ sn }) => sn),
    })),
    levels: plan.levels.map(({ level, devices, current, nodes }) => ({
      level,
      devices,
      upgraded: nodes.length,
      current,
      before: someVersions(nodes.map(({ device }) => device.version)),
      after: someVersions(nodes.map(({ image }) => image.version)),
      bytes: plan.images.filter((image) => image.level === level).reduce((sum, { bytes }) => sum + bytes, 0),
    })),
    estimates: { normal: estimateFor(judged, 'normal', now), fast: estimateFor(judged, 'fast', now) },
    sunsetAt,
  }
}
