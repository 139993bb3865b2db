import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { mayCost } from '#domain/alarms/costs.ts'
import { useData } from '../../app/data/query.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { useImpact } from './use-impact.ts'
import type { Trouble } from './use-troubles.ts'

/** It grows by day alone, and slowly. */
const staleMs = 10 * 60_000

type LostSoFarProps = {
  alarm: Trouble['alarms'][number] | undefined
  /** What stands still, before it. */
  power: string
  /** Where nothing is known to be lost. */
  children: ReactNode
}

/** What an alarm has cost up to now; null: nothing, or nothing is known of it. */
export const useCost = (alarm: Trouble['alarms'][number] | undefined) => {
  const asked = alarm !== undefined && mayCost(alarm.code)
  const { data } = useData(
    'GET /api/alarms/{alarmId}',
    { params: { alarmId: alarm?.id ?? '' } },
    { enabled: asked, staleTime: staleMs },
  )
  const cost = data?.alarm.cost
  return cost && cost.wh > 0 ? cost : null
}

function LostSoFar({ alarm, power, children }: LostSoFarProps) {
  const t = useTranslations('troubles')
  const format = useFormat()
  const cost = useCost(alarm)
  if (!cost) return children
  return (
    <Dotted
      parts={[
        power && b(power),
        t.rich('lostSoFar', { energy: format.text('energy', cost.wh), b }),
        cost.money && format.money(cost.money.amount, cost.money.currency),
      ]}
    />
  )
}

const b = (text: ReactNode): ReactNode => <b>{text}</b>

/** What a trouble costs now; where nothing is lost at this moment, as by night, what it has cost. */
export function WhatItCosts({
  trouble: { impact, alarms },
}: {
  trouble: Pick<Trouble, 'impact' | 'alarms'>
}) {
  const t = useTranslations('troubles')
  const now = useImpact()(impact)
  const words = now ? (
    <>
      {now.power && b(now.power)} {now.rest}
    </>
  ) : (
    t('nothingLost')
  )
  return impact.of === 'dark' || now === null ? (
    <LostSoFar alarm={alarms[0]} power={now?.power ?? ''}>
      {words}
    </LostSoFar>
  ) : (
    words
  )
}
