import { type AlarmLevel, alarmLevels } from '#domain/alarms/alarm-states.ts'
import type { Home } from './home-data.ts'

type Judged = Pick<Home, 'attentionTotal' | 'openAlarms' | 'conditions'>
type Verdict =
  | { is: 'attention' | 'unheard'; count: number }
  | { is: 'alarms'; level: AlarmLevel; count: number }
  | { is: 'old' | 'well' }

/** What home says at a glance: the worst that is known. All is well only where nothing is open, unheard or old. */
export const verdictOf = ({ attentionTotal, openAlarms, conditions }: Judged, stale: boolean): Verdict => {
  if (attentionTotal > 0) return { is: 'attention', count: attentionTotal }
  const level = alarmLevels.find((one) => openAlarms[one] > 0)
  if (level !== undefined) return { is: 'alarms', level, count: openAlarms[level] }
  if (conditions.unknown > 0) return { is: 'unheard', count: conditions.unknown }
  return { is: stale ? 'old' : 'well' }
}
