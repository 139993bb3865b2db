import type { PowerLimit } from '#gateway/site.ts'
import type { InventoryDevice } from '#contract/mqtt/inventory.ts'
import type { DeviceControls, LimitControl } from '../engine/controls.ts'

/** Which control of a device a limit is written by, and with what. */
export type ChosenLimit = { unit: 'pct' | 'w'; control: LimitControl; asked: number }

/** null = the device cannot be limited so; 'out_of_range' = not by this much. */
export const chooseLimit = (
  limit: PowerLimit,
  { limitPct, limitW }: DeviceControls,
  ratedW: number | null,
): ChosenLimit | 'out_of_range' | null => {
  const chosen = ((): ChosenLimit | null => {
    if ('pct' in limit) {
      if (limitPct !== null) return { unit: 'pct', control: limitPct, asked: limit.pct }
      if (limitW !== null && ratedW !== null)
        return { unit: 'w', control: limitW, asked: (limit.pct / 100) * ratedW }
      return null
    }
    if (limitW !== null) return { unit: 'w', control: limitW, asked: limit.w }
    if (limitPct !== null && ratedW !== null && ratedW > 0)
      return { unit: 'pct', control: limitPct, asked: (limit.w / ratedW) * 100 }
    return null
  })()
  if (chosen === null) return null
  const { asked, control, unit } = chosen
  // Nor more than it is rated for, whatever its registers would take.
  const most = unit === 'w' && ratedW !== null ? Math.min(control.max, ratedW) : control.max
  return asked >= control.min && asked <= most ? chosen : 'out_of_range'
}

/** What is said of it in the inventory; null = it takes nothing. */
export const abilitiesOf = (
  { switch: onOff, restart, limitPct, limitW }: DeviceControls,
  ratedW: number | null,
): NonNullable<InventoryDevice['can']> | null => {
  const limit = limitPct ?? limitW
  const rated = ratedW !== null && ratedW > 0
  const least = limitPct?.min ?? (rated && limitW !== null ? (limitW.min / ratedW) * 100 : 0)
  const units = [
    ...(limitPct !== null || (limitW !== null && rated) ? (['pct'] as const) : []),
    ...(limitW !== null || (limitPct !== null && rated) ? (['w'] as const) : []),
  ]
  const can = {
    ...(onOff === null ? {} : { switch: {} }),
    ...(restart === null ? {} : { restart: {} }),
    ...(limit === null
      ? {}
      : {
          limit: {
            min_pct: Math.min(100, Math.max(0, least)),
            units,
            reversion: limit.reverts === null ? ('gateway' as const) : ('device' as const),
          },
        }),
  }
  return Object.keys(can).length === 0 ? null : can
}
