import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { mayCost } from '#domain/alarms/costs.ts'
import { useData } from '../../app/data/query.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Trouble } from './use-troubles.ts'

/** It grows by day alone, and slowly. */
const staleMs = 10 * 60_000

/** What an alarm has cost where nothing is lost at this moment; that nothing is, where that is all that is known. */
export function LostSoFar({ alarm }: { alarm: Trouble['alarms'][number] | undefined }) {
  const t = useTranslations('troubles')
  const format = useFormat()
  const asked = alarm !== undefined && mayCost(alarm.code)
  const { data } = useData(
    'GET /api/alarms/{alarmId}',
    { params: { alarmId: alarm?.id ?? '' } },
    { enabled: asked, staleTime: staleMs },
  )
  const cost = data?.alarm.cost
  if (!cost || cost.wh <= 0) return t('nothingLost')
  return (
    <Dotted
      parts={[
        t.rich('lostSoFar', { energy: format.text('energy', cost.wh), b }),
        cost.money && format.money(cost.money.amount, cost.money.currency),
      ]}
    />
  )
}

const b = (text: ReactNode): ReactNode => <b>{text}</b>
