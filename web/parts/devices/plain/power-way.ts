import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { MeterRole } from '#domain/devices/meter-roles.ts'

/** Less than this is the noise of what measures, W. No source: chosen. */
const STILL_W = 10

export type PowerWay = 'resting' | 'drawing' | 'feeding' | 'charging' | 'discharging' | 'using' | 'giving'

/**
 * Which way power takes through a meter or battery, in a word; null = of neither. A meter at a consumer or generator
 * says what that uses or gives.
 */
export const powerWay = (kind: DeviceKind, role: MeterRole | null, powerW: number): PowerWay | null => {
  if (kind !== 'meter' && kind !== 'battery') return null
  if (Math.abs(powerW) < STILL_W) return 'resting'
  if (kind === 'battery') return powerW > 0 ? 'discharging' : 'charging'
  if (role === 'consumption' || role === 'production') return powerW > 0 ? 'using' : 'giving'
  return powerW > 0 ? 'drawing' : 'feeding'
}
