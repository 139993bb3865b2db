import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { usePages } from '../../app/lists/use-pages.ts'
import { Skeleton } from '../../kit/skeleton.tsx'
import type { AlarmDetail } from '../alarms/use-alarms.ts'
import { useImpact } from './use-impact.ts'

/** What an open alarm without a known cost means now, as the list of what is to be done says it; null: nothing is said. */
export const useAlarmImpact = ({ status, cost, device, station }: AlarmDetail['alarm']): ReactNode => {
  const t = useTranslations('troubles')
  const impactOf = useImpact()
  const enabled = status !== 'closed' && cost === null
  const { rows, error } = usePages(
    'GET /api/troubles',
    { query: { stationId: station.id, search: device.sn } },
    (page) => page.troubles,
    { enabled },
  )
  if (!enabled || error) return null
  if (!rows) return <Skeleton width="60%" />
  const trouble = rows.find((one) => one.device.id === device.id)
  if (!trouble) return null
  const impact = impactOf(trouble.impact)
  if (!impact) return t('nothingLost')
  return (
    <>
      {impact.power && <b>{impact.power}</b>} {impact.rest}
    </>
  )
}
