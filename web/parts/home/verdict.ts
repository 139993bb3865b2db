import { type AlarmLevel, alarmLevels } from '#domain/alarms/alarm-states.ts'
import type { Home } from './home-data.ts'

type Judged = Pick<Home, 'attention' | 'attentionTotal' | 'openAlarms' | 'conditions'>
type Station = Home['attention'][number]
type Verdict =
  /** `level`: the worst of the alarms, where nothing else is amiss. */
  | { is: 'attention'; count: number; level: AlarmLevel | undefined }
  | { is: 'unheard'; count: number }
  | { is: 'old' | 'well' }

/** Less comes from it than should, or nothing is heard of some of it. */
const isAmiss = ({ condition, attention }: Station): boolean =>
  condition === 'fault' || condition === 'offline' || attention > 0

/** A live event may tell that a station has come back before the list itself is read anew. */
export const needsLook = (station: Station): boolean => isAmiss(station) || station.openAlarms > 0

/** What home says at a glance: the worst that is known. All is well only where nothing is open, unheard or old. */
export const verdictOf = (home: Judged, stale: boolean): Verdict => {
  const { attention, attentionTotal, openAlarms, conditions } = home
  if (attentionTotal > 0)
    return {
      is: 'attention',
      count: attentionTotal,
      level: attention.some(isAmiss) ? undefined : alarmLevels.find((one) => openAlarms[one] > 0),
    }
  if (conditions.unknown > 0) return { is: 'unheard', count: conditions.unknown }
  return { is: stale ? 'old' : 'well' }
}
