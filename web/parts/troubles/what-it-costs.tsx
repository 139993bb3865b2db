import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { useImpact } from './use-impact.ts'
import type { Trouble } from './use-troubles.ts'

/**
 * What a trouble costs now, and where nothing is lost at this moment, as by night, what its worst alarm has cost; null:
 * nothing, or nothing is known of it.
 */
export const useCosts = ({ impact, alarms: [worst] }: Pick<Trouble, 'impact' | 'alarms'>) => {
  const now = useImpact()(impact)
  const cost = impact.of === 'dark' || now === null ? worst?.costSoFar : null
  return { now, soFar: cost && cost.wh > 0 ? cost : null }
}

const b = (text: ReactNode): ReactNode => <b>{text}</b>

/** What a trouble costs now, or has cost, as parts of a line. */
export const useCostParts = (trouble: Pick<Trouble, 'impact' | 'alarms'>): ReactNode[] => {
  const t = useTranslations('troubles')
  const format = useFormat()
  const { now, soFar } = useCosts(trouble)
  if (soFar)
    return [
      now?.power && b(now.power),
      t.rich('lostSoFar', { energy: format.text('energy', soFar.wh), b }),
      soFar.money && format.money(soFar.money.amount, soFar.money.currency),
    ]
  if (!now) return [t('nothingLost')]
  return [
    <>
      {now.power && b(now.power)} {now.rest}
    </>,
  ]
}

/** What a trouble costs now, or has cost, in a line. */
export function WhatItCosts({ trouble }: { trouble: Pick<Trouble, 'impact' | 'alarms'> }) {
  return <Dotted parts={useCostParts(trouble)} />
}
